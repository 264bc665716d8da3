// What the File and Data menus do: projects and data sets opened and saved, unsaved work asked about. Dialogs only ask;
// the document does. No dialog stops the program: a run under way keeps drawing.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "ui/commands/data_editor.h"
#include "ui/shell/action_table.h"
#include "ui/shell/desk.h"

namespace tl {

class Document;
class Message;
struct Opening;

class Files : public QObject {
    Q_OBJECT
public:
    // Topics of problems, see Notice. kObstacle: what keeps a run from being begun.
    static constexpr QLatin1String kData{"data"}, kExport{"export"}, kObstacle{"obstacle"};

    Files(QWidget& window, Document& document, Desk& desk);
    std::vector<ActionRow> rows();

    // Asks about a run under way and unsaved work first; `go` runs unless the person stays. `why` stands before the
    // questions where what was done does not say that the project closes.
    void leaveProject(std::function<void()> go, const QString& why = {});
    void openFolder(const QString& kind);
    void openDataPath(const QString& path);  // a project or what a data set is made of, also when dropped
    void askToReplace(const QString& name, const std::function<void()>& go);  // see Document::editedMeanwhile
    // A project file, or a data set (a folder); "" = the project that was open last, else the sample.
    void start(const QString& path, bool reopen);
    void explainObstacle(const QString& sentence);  // and offers what removes it

private:
    // Reads it twice: before the open one is asked about, and after the answer, which may save over it.
    void openProjectFile(const QString& path, std::function<void()> then = {}, const QString& why = {});
    void openGivenProject(const QString& path);  // that was given as data
    void openAsData(const QString& spec);
    void openFound(const Opening& found);  // what was given as data, or an offer of what it is
    void showRun(const QString& folder);
    void startFromFile(const QString& path);
    void openGraph(const QString& path);  // another program's, to look at
    void tellRefused(const QString& spec, const Message& why, const DataEditor::Refused& step);
    void offerInstead(const Opening& found);
    void leaveWork(const QString& why, std::function<void()> go);  // about unsaved work
    void openRun();
    void openRunFolder(const QString& path);
    void openProject();
    void openChosen(const QString& path);  // as a project
    void save();
    void saveAs(std::function<void()> then = {});
    void exportCheckpoint();
    void openDataFile();
    void tellKeptData();                                                    // by a new project
    void showNetwork() { desk_.showWorkspace(QStringLiteral("network")); }  // where it begins
    void fillRecent(QMenu& menu, const QStringList& entries, std::function<void(QString)> open,
                    const std::function<QString(const QString&)>& title = {});

    QWidget& window_;
    Document& document_;
    Desk& desk_;
};

}  // namespace tl
