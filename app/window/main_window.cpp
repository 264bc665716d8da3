// Composition: document, desk, panels, tool bar and menus, and the few wires between them that are the window's alone.
#include "app/window/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "app/document/document.h"
#include "app/window/apply_settings.h"
#include "app/window/data_dialog.h"
#include "app/window/files.h"
#include "app/window/log_file.h"
#include "app/window/log_folders.h"
#include "app/window/menu_row.h"
#include "app/window/message_bar.h"
#include "app/window/offer_recovery.h"
#include "app/window/status_strip.h"
#include "app/window/tool_row.h"
#include "app/window/view_actions.h"
#include "app/window/workspaces.h"
#include "ui/breakpoints/stop_strip.h"
#include "ui/commands/edit_command.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/training_editor.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/settings/settings_sheet.h"
#include "ui/shell/desk.h"
#include "ui/shell/open_dropped.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"
#include "ui/training/run_bar.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/drops.h"
#include "widgets/controls/pages.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/controls/sheet.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kGeometry = QStringLiteral("window/geometry");
constexpr QLatin1String kTraining{"train"};  // topic of problems: a run that failed
constexpr QSize kWanted{1600, 1000};
constexpr QMargins kFrame{4, 40, 4, 4};  // of a window manager, until it says

}  // namespace

MainWindow::MainWindow(QSettings& settings, const QString& recoveryFolder)
    : store_(settings), settings_(std::make_unique<Settings>(settings, Document::runsBeside(recoveryFolder))),
      workbench_(std::make_unique<Workbench>()),
      document_(std::make_unique<Document>(*workbench_, settings, recoveryFolder)),
      editor_(std::make_unique<NetworkEditor>(workbench_->network, workbench_->undo, workbench_->jobs)),
      trainingEditor_(std::make_unique<TrainingEditor>(workbench_->training, workbench_->undo)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(Theme::appIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setContextMenuPolicy(Qt::NoContextMenu);
    connect(settings_.get(), &Settings::changed, this, [this](const QString& name) {
        if (name == QLatin1String(Settings::kRunsFolder))
            workbench_->library.setHome(settings_->text(Settings::kRunsFolder));
        if (name == QLatin1String(Settings::kTextSize)) {
            resizing_ = true;
            remakeSoon();
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (Theme::instance().textScale() != letters_) remakeSoon();
    });
    keepFileFolders(store_, [this] {
        const QString file = document_->path();
        return file.isEmpty() ? QString() : QFileInfo(file).absolutePath();
    });
    compose();
    placeAtFirst();
}

MainWindow::~MainWindow() { takeDown(); }

void MainWindow::compose() {
    letters_ = Theme::instance().textScale();
    notices_ = std::make_unique<Notices>();
    frame_ = std::make_unique<Frame>();
    actions_ = std::make_unique<ActionTable>(*this, store_);
    desk_.reset(new Desk{*workbench_, *editor_, *trainingEditor_, document_->data(), *actions_, *settings_, *notices_,
                         *frame_, [this](const QString& path) { files_->openDataPath(path); },
                         [this](const QString& spec) { document_->openData(spec); },
                         [this](const QString& id) { workspaces_->show(id); },
                         [this](const QString& id) { return workspaces_->shows(id); },
                         [this](const std::string& id) { document_->startFromTemplate(id); },
                         [this](const QString& panel) { workspaces_->lendPanel(panel); },
                         [this] { workspaces_->giveBack(); },
                         [this](bool folder, const QString& title, std::function<void(QString)> chosen) {
                             dataDialog(this, folder, title, std::move(chosen))->open();
                         }});
    files_ = new Files(*this, *document_, *desk_);
    logFolders_ = new LogFolders(*desk_, this);
    actions_->add(standardEdits(workbench_->undo, [this](const QString& sentence, StepOf of) {
        // The canvas shows what becomes of the network; all else may lie behind a tab, or in another workspace.
        if (workspaces_->current() != NetworkSpace || of != StepOf::Network) notices_->note(sentence);
    }));
    actions_->add(files_->rows());
    makeCentre();
    makePanels();
    makeToolBar();
    makeMenus();
    follow();
    followSettings(*settings_, *frame_);
    showTitle();
}

// The table first: nobody asks for an action any more. Panels are children of the window and look at the models, so
// they go before these.
void MainWindow::takeDown() {
    for (QObject* model : std::initializer_list<QObject*>{document_.get(), &workbench_->controller, &workbench_->undo,
                                                          &workbench_->runs})
        disconnect(model, nullptr, this, nullptr);
    desk_->notices.disconnect();
    runBar_->setKeyText({});
    actions_.reset();
    for (Sheet* sheet : findChildren<Sheet*>(Qt::FindDirectChildrenOnly)) delete sheet;
    for (QDialog* file : findChildren<QDialog*>(Qt::FindDirectChildrenOnly)) delete file;  // its answer is for Files
    delete workspaces_;
    for (QObject* child : findChildren<QDockWidget*>()) delete child;
    delete takeCentralWidget();
    delete findChild<QToolBar*>();
    setStatusBar(nullptr);
    delete menuWidget();
    delete logFolders_;
    delete files_;
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::LanguageChange) return;
    retranslating_ = true;
    remakeSoon();
}

// In another language, and with letters of another size, all that shows texts is made again around the same models, so
// no panel has to know how to change its own.
void MainWindow::remakeSoon() {
    if (remaking_) return;
    remaking_ = true;
    QTimer::singleShot(0, this, &MainWindow::remake);
}

void MainWindow::remake() {
    remaking_ = false;
    const bool words = std::exchange(retranslating_, false), size = std::exchange(resizing_, false);
    const bool letters = size || Theme::instance().textScale() != letters_;
    if (!words && !letters) return;
    setUpdatesEnabled(false);  // until all stands where it belongs
    const int current = workspaces_->current();
    const bool asking = messages_->asks();
    std::optional<SettingsSheet::Place> settings;  // in which either was chosen
    if (const auto* sheet = qobject_cast<SettingsSheet*>(Sheet::shownIn(*this))) settings = sheet->place();
    const auto sizes = workspaces_->sizes();
    const auto searched = searches(*this);
    workspaces_->store();
    if (size && settings_->number(Settings::kTextSize) / 100.0 > letters_) workspaces_->keepWidths(letters_);
    takeDown();
    if (size) applyLook(*settings_);  // while nothing is there that Qt would style anew for nothing
    if (words) {
        workbench_->network.retranslate();
        retranslate(workbench_->undo);
    }
    compose();
    // Qt would show them with the next events, and a key that waits comes before these: docks that are laid out beside
    // no middle take its room, and a workspace that is left so is stored so.
    for (QWidget* part :
         std::initializer_list<QWidget*>{menuWidget(), findChild<QToolBar*>(), centralWidget(), statusBar()})
        if (part) part->show();
    searchAgain(*this, searched);
    if (asking) offerRecovery(*files_, *document_, *notices_);
    // Before what the workspace itself does once it is shown: with other letters its docks may stand otherwise.
    QTimer::singleShot(0, workspaces_, [this, sizes, letters, current] {
        if (workspaces_->current() != current) return;
        workspaces_->setSizes(sizes);
        if (letters) workspaces_->setWidths();
    });
    if (current >= 0) showWorkspace(current);
    workspaces_->focusCentre();
    emit frame_->arranged();
    if (settings) (new SettingsSheet(*this, *settings_, *actions_, workbench_->devices))->open(*settings);
    // After those above, and what they ask of the layouts.
    QTimer::singleShot(0, this, [this] {
        QTimer::singleShot(0, this, [this] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            setUpdatesEnabled(true);
        });
    });
}

void MainWindow::makeCentre() {
    auto* centre = new Pages;
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* strip = new StopStrip(*desk_);
    column->addWidget(centre, 1);
    column->addWidget(strip);  // below: what is above it stays where it is
    setCentralWidget(middle);
    messages_ = new MessageBar(centre);
    workspaces_ = new Workspaces(*this, *centre, store_, this);
    workspaces_->add(QStringLiteral("network"), QT_TRANSLATE_NOOP("Workspace", "Network"));
    workspaces_->add(QStringLiteral("data"), QT_TRANSLATE_NOOP("Workspace", "Data"));
    workspaces_->add(QStringLiteral("train"), QT_TRANSLATE_NOOP("Workspace", "Train"));
    workspaces_->add(QStringLiteral("graph"), QT_TRANSLATE_NOOP("Workspace", "Graph"));
    workspaces_->add(QStringLiteral("profile"), QT_TRANSLATE_NOOP("Workspace", "Profile"));
    connect(strip, &StopStrip::turns, frame_.get(), &Frame::turns);
    connect(strip, &StopStrip::left, workspaces_, &Workspaces::focusCentre);
    connect(workspaces_, &Workspaces::currentChanged, strip,
            [strip](int index) { strip->setWanted(index != DataSpace && index != TrainSpace); });
}

void MainWindow::makePanels() {
    workspaces_->addPanels(panels::makeAll(), *desk_);
    connect(workspaces_, &Workspaces::centreChanged, this, [this] { actions_->setHome(workspaces_->centrePanel()); });
}

void MainWindow::makeToolBar() {
    auto* bar = new QToolBar(tr("Workspaces and run"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setFloatable(false);
    Theme::instance().fixHeight(bar, Theme::kToolBar);
    auto* switcher = new SegmentedBar;
    switcher->setObjectName(QStringLiteral("workspaceBar"));
    for (int i = 0; i < workspaces_->count(); ++i) switcher->addSegment(workspaces_->title(i));
    const auto showKeys = [this, switcher] {
        for (int i = 0; i < workspaces_->count(); ++i)
            switcher->segment(i)->setToolTip(
                actions_->withKey(workspaces_->title(i), QStringLiteral("workspace_") + workspaces_->at(i).id));
    };
    connect(frame_.get(), &Frame::arranged, switcher, showKeys);  // the menus have their rows then
    connect(actions_.get(), &ActionTable::keysChanged, switcher, showKeys);
    connect(switcher, &SegmentedBar::currentChanged, this, &MainWindow::showWorkspace);
    connect(workspaces_, &Workspaces::currentChanged, switcher, &SegmentedBar::setCurrentIndex);
    runBar_ = new RunBar(workbench_->controller, workbench_->runs, workbench_->training, *trainingEditor_,
                         workbench_->devices);
    runBar_->setKeyText([this](const QString& id) { return actions_->keyText(id); });
    connect(runBar_, &RunBar::obstacleMet, files_, &Files::explainObstacle);
    connect(runBar_, &RunBar::curvesRequested, this, [this] { showWorkspace(TrainSpace); });
    connect(runBar_, &RunBar::devicesRequested, this, [this] { actions_->trigger("showDevicesAction"); });
    // What goes on where one does not look.
    const auto dot = [this, switcher] {
        const bool elsewhere = workbench_->controller.active() && workspaces_->current() != TrainSpace;
        switcher->setDot(TrainSpace, elsewhere ? tr("A run is under way") : QString());
    };
    connect(&workbench_->controller, &RunController::stateChanged, switcher, dot);
    connect(workspaces_, &Workspaces::currentChanged, switcher, dot);
    connect(actions_.get(), &ActionTable::keysChanged, runBar_, &RunBar::refresh);
    // One row in one widget: a tool bar's own layout centres nothing and pads all four sides alike.
    bar->layout()->setContentsMargins(0, 0, 0, 1);
    bar->addWidget(new ToolRow(switcher, runBar_));
    addToolBar(Qt::TopToolBarArea, bar);
}

void MainWindow::makeMenus() {
    actions_->add(runBar_->rows());
    actions_->add(viewActions(*workspaces_, *settings_));
    actions_->add(helpActions(*this, *desk_));
    auto* row = new MenuRow(*document_);
    setMenuWidget(row);
    actions_->fill(row->menus(), {QT_TRANSLATE_NOOP("Menu", "&File"), QT_TRANSLATE_NOOP("Menu", "&Edit"),
                                  QT_TRANSLATE_NOOP("Menu", "&View"), QT_TRANSLATE_NOOP("Menu", "&Network"),
                                  QT_TRANSLATE_NOOP("Menu", "&Data"), QT_TRANSLATE_NOOP("Menu", "&Run"),
                                  QT_TRANSLATE_NOOP("Menu", "&Help")});
    auto* status = new StatusStrip(*workbench_, *document_);
    setStatusBar(status);
    connect(status, &StatusStrip::problemsClicked, this, [this] { actions_->trigger("showProblemsAction"); });
}

void MainWindow::follow() {
    connect(notices_.get(), &Notices::shown, messages_, &MessageBar::show);
    connect(messages_, &MessageBar::placed, frame_.get(), [this](const QRect& there) {
        emit frame_->covered(
            there.isEmpty() ? QRect() : QRect(messages_->parentWidget()->mapToGlobal(there.topLeft()), there.size()));
    });
    connect(notices_.get(), &Notices::settled, messages_, &MessageBar::settle);
    const auto keep = [](const char* kind, const QString& line) {
        if (LogFile* log = LogFile::current()) log->write(QLatin1String(kind), line);
    };
    connect(notices_.get(), &Notices::shown, messages_, [keep](const Notice& notice) {
        keep(notice.kind == Notice::Problem   ? "problem"
             : notice.kind == Notice::Warning ? "warning"
                                              : "note",
             notice.sentence);
    });
    connect(notices_.get(), &Notices::logged, messages_, [keep](const QString& line) { keep("log", line); });
    connect(&workbench_->jobs, &JobTracker::untold, messages_, [keep](const Message& why) { keep("job", q(why)); });
    connect(&workbench_->controller, &RunController::noted, messages_, [](const QString& line, const QString& burst) {
        if (LogFile* log = LogFile::current()) log->write(QStringLiteral("run"), line, burst);
    });
    connect(workspaces_, &Workspaces::currentChanged, messages_, [this] {
        for (const QLatin1String& topic : {Notices::kFile, LogFolders::kDamaged}) messages_->settle(topic);
    });
    connect(document_.get(), &Document::changed, this, &MainWindow::showTitle);
    connect(document_.get(), &Document::saved, this, [this] { messages_->settle(Document::kSaving); });
    connect(document_.get(), &Document::opened, messages_, &MessageBar::settleAll);
    connect(document_.get(), &Document::opened, frame_.get(), &Frame::opened);
    connect(document_.get(), &Document::editedMeanwhile, files_, &Files::askToReplace);
    connect(document_.get(), &Document::failed, notices_.get(),
            [this](const QString& sentence, const QString& topic) { notices_->problem(sentence, {}, topic); });
    connect(document_.get(), &Document::noted, notices_.get(), &Notices::log);
    connect(document_.get(), &Document::remarked, notices_.get(),
            [this](const QString& sentence) { notices_->note(sentence); });
    connect(&workbench_->controller, &RunController::stateChanged, this, [this] {
        if (workbench_->controller.state() == RunState::Starting)
            for (const QLatin1String& topic : {kTraining, Files::kObstacle}) messages_->settle(topic);
        actions_->refresh();
    });
    const auto obstacle = std::make_shared<QString>();  // that was told last
    connect(runBar_, &RunBar::obstacleMet, this, [obstacle](const QString& sentence) { *obstacle = sentence; });
    const auto removed = [this, obstacle] {
        if (obstacle->isEmpty() || workbench_->controller.obstacle() == *obstacle) return;
        messages_->settle(Files::kObstacle);
        obstacle->clear();
    };
    connect(&workbench_->controller, &RunController::stateChanged, messages_, removed);
    connect(&workbench_->network, &NetworkModel::reportChanged, messages_, removed);
    connect(&workbench_->data, &DataSetModel::stateChanged, messages_, [this, removed] {
        const DataSetModel::State data = workbench_->data.state();
        if (data == DataSetModel::State::Ready || data == DataSetModel::State::None) messages_->settle(Files::kData);
        removed();
    });
    connect(editor_.get(), &NetworkEditor::dataSettingsRequested, &document_->data(), &DataEditor::change);
    connect(&workbench_->undo, &QUndoStack::indexChanged, actions_.get(), qOverload<>(&ActionTable::refresh));
    // What a run failed of may be mended with the first edit; the list of runs keeps why it failed.
    connect(&workbench_->undo, &QUndoStack::indexChanged, messages_, [this] { messages_->settle(kTraining); });
    connect(&workbench_->runs, &RunModel::stateChanged, this, [this](int id) {
        const Run* run = workbench_->runs.find(id);
        if (run && run->state == RunState::Failed)
            notices_->problem(tr("Training failed. %1").arg(q(run->message)), {}, kTraining);
    });
}

void MainWindow::showWorkspace(int index) { workspaces_->show(index); }

void MainWindow::showTitle() {
    const QString file = document_->fileName() + (document_->dirty() ? QStringLiteral(" *") : QString());
    setWindowTitle(document_->name().isEmpty() ? QApplication::applicationName()  // nothing is open yet
                                               : QStringLiteral("%1 – Tensorloom").arg(file));
    setWindowFilePath(document_->path());
}

void MainWindow::start(const QString& path, bool reopen) {
    files_->start(path, reopen);
    if (reopen && settings_->is(Settings::kReopen)) logFolders_->reopen();
}

// All of the window with its frame within the screen; where it was left, as far as that still is on one.
void MainWindow::placeAtFirst() {
    const QRect room = screen()->availableGeometry();
    resize(kWanted.boundedTo(room.marginsRemoved(kFrame).size()));
    const QSize left = room.size() - size().grownBy(kFrame);
    move(room.topLeft() + QPoint(left.width(), left.height()) / 2);  // of the frame
    restoreGeometry(store_.value(kGeometry).toByteArray());
    // It may have been left on a larger screen. Over several at once it may lie as it did.
    if (isMaximized() || isFullScreen() || screen()->availableVirtualGeometry().contains(geometry())) return;
    const QScreen* there = QGuiApplication::screenAt(geometry().center());
    const QRect inner = (there ? there : screen())->availableGeometry().marginsRemoved(kFrame);
    const QSize fitting = size().boundedTo(inner.size());
    const QSize spare = inner.size() - fitting;
    setGeometry({QPoint(std::clamp(geometry().x(), inner.x(), inner.x() + spare.width()),
                        std::clamp(geometry().y(), inner.y(), inner.y() + spare.height())),
                 fitting});
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (laidOut_) return;
    laidOut_ = true;
    // Dock sizes only hold once the window has its own.
    QTimer::singleShot(0, this, [this] {
        if (workspaces_->current() < 0) workspaces_->showLast();
        workspaces_->focusCentre();
        emit frame_->arranged();
    });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!leaving_ && (document_->dirty() || workbench_->controller.own() || workbench_->jobs.keeping())) {
        event->ignore();
        if (!isEnabled()) return;  // it closes already
        files_->leaveProject([this] {
            // Nothing that is done meanwhile would be asked about.
            if (workbench_->jobs.keeping()) {
                setEnabled(false);
                notices_->note(tr("The window closes when all is written."));
            }
            workbench_->jobs.afterKeeping([this] {
                leaving_ = true;
                close();
            });
        });
        return;
    }
    workspaces_->store();
    store_.setValue(kGeometry, saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) { takeLocalPaths(event); }

void MainWindow::dropEvent(QDropEvent* event) { openDropped(*desk_, takeLocalPaths(event)); }

}  // namespace tl
