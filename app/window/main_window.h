// The window: a frame that the panels, actions and menus of all rooms are put into. It composes and decides nothing:
// each panel knows only the desk it is handed, and none knows another.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <memory>

namespace tl {

class ActionTable;
class Document;
class Files;
class Frame;
class LogFolders;
class MessageBar;
class NetworkEditor;
class Notices;
class RunBar;
class Settings;
class TrainingEditor;
class Workspaces;
struct Desk;
struct Workbench;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum WorkspaceIndex { NetworkSpace, DataSpace, TrainSpace, GraphSpace, ProfileSpace };

    // recoveryFolder: see Document.
    MainWindow(QSettings& settings, const QString& recoveryFolder);
    ~MainWindow() override;

    // A project file, or a data set (a folder); "" = the project that was open last, else the sample.
    void start(const QString& path, bool reopen = true);
    void showWorkspace(int index);

    Workbench& workbench() { return *workbench_; }
    Document& document() { return *document_; }
    ActionTable& actionTable() { return *actions_; }
    MessageBar& messages() { return *messages_; }

private:
    void compose();
    void takeDown();
    void remakeSoon();
    void remake();
    void makeCentre();
    void makePanels();
    void makeToolBar();
    void makeMenus();
    void follow();
    void placeAtFirst();
    void showTitle();

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

    QSettings& store_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Workbench> workbench_;
    std::unique_ptr<Document> document_;
    std::unique_ptr<NetworkEditor> editor_;
    std::unique_ptr<TrainingEditor> trainingEditor_;
    std::unique_ptr<Notices> notices_;
    std::unique_ptr<Frame> frame_;
    std::unique_ptr<ActionTable> actions_;
    std::unique_ptr<Desk> desk_;
    Files* files_ = nullptr;
    LogFolders* logFolders_ = nullptr;
    Workspaces* workspaces_ = nullptr;
    MessageBar* messages_ = nullptr;
    RunBar* runBar_ = nullptr;
    double letters_ = 1;  // their scale, when all was made
    bool laidOut_ = false, leaving_ = false, remaking_ = false, retranslating_ = false, resizing_ = false;
};

}  // namespace tl
