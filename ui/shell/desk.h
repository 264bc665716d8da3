// What a panel is handed when it is made: the models, the editors, the table of actions, the settings, and the few
// things that only the window can do. Panels know nothing of each other and nothing of the window.
#pragma once

#include <QObject>
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

// Says things to the person: beside the work, never in its way. GUI thread only.
class Notices : public QObject {
    Q_OBJECT
public:
    using Offer = std::pair<QString, std::function<void()>>;
    void problem(const QString& sentence, const std::vector<Offer>& offers = {}) { emit shown(true, sentence, offers); }
    void note(const QString& sentence, const std::vector<Offer>& offers = {}) { emit shown(false, sentence, offers); }
    void log(const QString& sentence) { emit logged(sentence); }  // a line of the log, no more

signals:
    void shown(bool problem, const QString& sentence, const std::vector<tl::Notices::Offer>& offers);
    void logged(const QString& sentence);
};

struct Desk {
    Workbench& bench;
    NetworkEditor& network;
    TrainingEditor& training;
    DataEditor& data;
    ActionTable& actions;
    Settings& settings;
    Notices& notices;
    std::function<void(const QString& path)> openPath;     // a file or folder that was dropped
    std::function<void(const QString& spec)> openData;     // "sample", "csv:wine.csv?label=quality"
    std::function<void(const QString& id)> showWorkspace;  // "network"
};

}  // namespace tl
