// The window: makes the panels, docks them into workspaces and connects them to the models, the document and the menus.
// It composes and decides nothing: each panel knows only what it is handed, and none knows another.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <memory>

class QAction;
class QDockWidget;
class QLabel;
class QMenu;
class QMenuBar;
class QStackedWidget;

namespace tl {

class Document;
class InspectorPanel;
class LayerPalettePanel;
class MessageBar;
class NetworkEditor;
class NetworkPanel;
class ProblemsPanel;
class RunBar;
class ScalarsPanel;
class SegmentedBar;
class TrainingEditor;
class TrainingPanel;
class Workspaces;
struct Workbench;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum WorkspaceIndex { NetworkSpace, DataSpace, TrainSpace };

    // recoveryFolder: see Document.
    MainWindow(QSettings& settings, const QString& recoveryFolder);
    ~MainWindow() override;

    // A project file, or a data set (a folder); "" = the sample project.
    void start(const QString& path);
    void showWorkspace(int index);

    Workbench& workbench() { return *workbench_; }
    Document& document() { return *document_; }
    NetworkPanel& networkPanel() { return *networkPanel_; }
    LayerPalettePanel& palette() { return *palette_; }
    InspectorPanel& inspector() { return *inspector_; }
    TrainingPanel& training() { return *training_; }
    MessageBar& messages() { return *messages_; }

private:
    void makePanels();
    void makeWorkspaces();
    void makeToolBar();
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeNetworkMenu();
    void makeDataMenu();
    void makeRunMenu();
    void makeHelpMenu();
    QDockWidget* makeDock(const QString& title, const char* name, QWidget* panel, QWidget* header = nullptr,
                          QWidget* last = nullptr);
    QAction* action(QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
                    std::function<void()> run);

    void showTitle();
    void showData();
    void offerRecovery();
    void explainObstacle(const QString& sentence);
    // Asks about unsaved work first; `go` runs unless the person stays.
    void leaveProject(std::function<void()> go);
    void openProject();
    void save();
    void saveAs(std::function<void()> then = {});
    void exportCheckpoint();
    void openFolder(const QString& kind);
    void openDataFile();
    void openDataPath(const QString& path);
    void fillRecent(QMenu* menu, const QStringList& entries, std::function<void(QString)> open);
    void showAbout();
    void showShortcuts();

    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

    QSettings& settings_;
    std::unique_ptr<Workbench> workbench_;
    std::unique_ptr<Document> document_;
    std::unique_ptr<NetworkEditor> editor_;
    std::unique_ptr<TrainingEditor> trainingEditor_;
    QStackedWidget* centre_ = nullptr;
    Workspaces* workspaces_ = nullptr;
    MessageBar* messages_ = nullptr;
    NetworkPanel* networkPanel_ = nullptr;
    LayerPalettePanel* palette_ = nullptr;
    ProblemsPanel* problems_ = nullptr;
    InspectorPanel* inspector_ = nullptr;
    TrainingPanel* training_ = nullptr;
    ScalarsPanel* scalars_ = nullptr;
    RunBar* runBar_ = nullptr;
    SegmentedBar* switcher_ = nullptr;
    QMenuBar* menus_ = nullptr;
    QLabel* fileLabel_ = nullptr;
    QLabel* unsavedDot_ = nullptr;
    QList<QDockWidget*> docks_;
    bool laidOut_ = false, leaving_ = false;
};

}  // namespace tl
