// What a panel is handed when it is made: the models, the editors, the table of actions, the settings, and the few
// things that only the window can do. Panels know nothing of each other and nothing of the window.
#pragma once

#include <QObject>
#include <QRect>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

#include "ui/shell/action_table.h"

namespace tl {

class DataEditor;
class NetworkEditor;
class Settings;
class TrainingEditor;
struct Workbench;

// What is said to the person in the window. A problem is what failed, a warning what one should know though nothing
// did. A note goes by itself, the other two when they are dismissed or another project is opened, all three when what
// has the same topic succeeds; a question stays until it is answered.
struct Notice {
    enum Kind { Note, Warning, Problem, Question };
    static constexpr int kKinds = 4;
    using Offer = std::pair<QString, std::function<void()>>;
    Kind kind = Note;
    QString sentence;
    std::vector<Offer> offers = {};
    QString topic = {};  // "save", "train": what failed, or went well
};

// Says things to the person: beside the work, never in its way. GUI thread only.
class Notices : public QObject {
    Q_OBJECT
public:
    using Offer = Notice::Offer;
    // Topic: a file to look at could not be opened. Gone with the next one, and with another workspace.
    static constexpr QLatin1String kFile{"file"};
    void problem(const QString& sentence, const std::vector<Offer>& offers = {}, const QString& topic = {}) {
        emit shown({Notice::Problem, sentence, offers, topic});
    }
    void warn(const QString& sentence, const std::vector<Offer>& offers = {}, const QString& topic = {}) {
        emit shown({Notice::Warning, sentence, offers, topic});
    }
    void note(const QString& sentence, const std::vector<Offer>& offers = {}, const QString& topic = {}) {
        emit shown({Notice::Note, sentence, offers, topic});
    }
    void ask(const QString& sentence, const std::vector<Offer>& offers) {
        emit shown({Notice::Question, sentence, offers, {}});
    }
    void settle(const QString& topic) { emit settled(topic); }    // it went well, which needs no words
    void log(const QString& sentence) { emit logged(sentence); }  // a line of the log, no more

signals:
    void shown(const tl::Notice& notice);
    void settled(const QString& topic);
    void logged(const QString& sentence);
};

// What the window tells its panels of itself. GUI thread only.
class Frame : public QObject {
    Q_OBJECT
signals:
    void opened();                        // another project is there
    void arranged();                      // panels have their places: at the start, and after they were made anew
    void covered(const QRect& onScreen);  // of the page in the middle, by notices; empty: nothing is
    void turns(bool less);                // a strip is about to take room from the page, or to give it back
};

struct Desk {
    Workbench& bench;
    NetworkEditor& network;
    TrainingEditor& training;
    DataEditor& data;
    ActionTable& actions;
    Settings& settings;
    Notices& notices;
    Frame& frame;
    std::function<void(const QString& path)> openPath;          // a file or folder that was dropped
    std::function<void(const QString& spec)> openData;          // "sample", "csv:wine.csv?label=quality"
    std::function<void(const QString& id)> showWorkspace;       // "network"
    std::function<bool(const QString& id)> shows;               // whether that workspace is in front
    std::function<void(const std::string& id)> startFrom = {};  // a template, on the empty canvas: an undo step
    // The middle of its workspace to a panel; giveBack() shows what stood there, unless another was chosen since.
    std::function<void(const QString& panel)> lend = [](const QString&) {};
    std::function<void()> giveBack = [] {};
    // A folder or a file of data, by the dialog that opens them; `chosen` gets its path.
    std::function<void(bool folder, const QString& title, std::function<void(QString)> chosen)> askForData = {};
};

}  // namespace tl
