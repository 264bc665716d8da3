// Composition: panels, docks, tool bar and the wires between them. Menus are in main_window_menus.cpp, what their
// entries do with files and data in main_window_files.cpp.
#include "app/window/main_window.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QScreen>
#include <QShowEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/document/document.h"
#include "app/window/dock_title.h"
#include "app/window/message_bar.h"
#include "app/window/status_strip.h"
#include "app/window/workspaces.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/training_editor.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/dataset/augmented_previews.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/dataset/image_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/models/workbench.h"
#include "ui/network/layer_palette_panel.h"
#include "ui/network/network_panel.h"
#include "ui/network/problems_panel.h"
#include "ui/scalars/runs_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/training/run_bar.h"
#include "ui/training/training_panel.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/controls/controls.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr int kPaletteWidth = 232, kDataWidth = 276, kRunsWidth = 360, kRightWidth = 300, kBottomHeight = 140;
}

MainWindow::MainWindow(QSettings& settings, const QString& recoveryFolder)
    : settings_(settings), workbench_(std::make_unique<Workbench>()),
      document_(std::make_unique<Document>(*workbench_, settings, recoveryFolder)),
      editor_(std::make_unique<NetworkEditor>(workbench_->network, workbench_->undo)),
      trainingEditor_(std::make_unique<TrainingEditor>(workbench_->training, workbench_->undo)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(Theme::appIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setContextMenuPolicy(Qt::NoContextMenu);

    makePanels();
    makeWorkspaces();
    makeToolBar();
    makeMenus();
    auto* status = new StatusStrip(*workbench_, *document_);
    setStatusBar(status);
    connect(status, &StatusStrip::problemsClicked, this, [this] {
        showWorkspace(NetworkSpace);
        problems_->showTab(0);
    });

    connect(document_.get(), &Document::changed, this, &MainWindow::showTitle);
    connect(document_.get(), &Document::opened, this,
            [this] { QTimer::singleShot(0, networkPanel_->canvas(), &NodeCanvas::showStart); });
    connect(document_.get(), &Document::failed, this,
            [this](const QString& sentence) { messages_->show(MessageBar::Problem, sentence); });
    connect(document_.get(), &Document::noted, problems_, &ProblemsPanel::log);
    connect(&workbench_->controller, &RunController::noted, problems_, &ProblemsPanel::log);
    connect(&workbench_->controller, &RunController::stateChanged, this, [this] {
        if (workbench_->controller.state() == RunState::Starting) messages_->dismiss();
        showData();
    });
    connect(&workbench_->runs, &RunModel::stateChanged, this, [this](int id) {
        const Run* run = workbench_->runs.find(id);
        if (run && run->state == RunState::Failed)
            messages_->show(MessageBar::Problem, tr("Training failed. %1").arg(run->message));
    });
    connect(&workbench_->data, &DataSetModel::stateChanged, this, &MainWindow::showData);
    connect(&workbench_->network, &NetworkModel::reportChanged, this, &MainWindow::showData);
    showTitle();
    showData();
    resize(QSize(1600, 1000).boundedTo(screen()->availableSize()));
    restoreGeometry(settings_.value(QStringLiteral("window/geometry")).toByteArray());
}

// Panels are children of the window and look at the models; they go first.
MainWindow::~MainWindow() {
    for (QObject* child : findChildren<QDockWidget*>()) delete child;
    delete takeCentralWidget();
    delete findChild<QToolBar*>();
    setStatusBar(nullptr);
    delete menuWidget();
}

void MainWindow::makePanels() {
    networkPanel_ = new NetworkPanel(workbench_->network, *editor_, workbench_->selection);
    palette_ = new LayerPalettePanel;
    problems_ = new ProblemsPanel(workbench_->network, *editor_, workbench_->undo);
    inspector_ = new InspectorPanel(workbench_->network, *editor_, workbench_->selection);
    training_ = new TrainingPanel(workbench_->training, *trainingEditor_, workbench_->controller, workbench_->runs,
                                  workbench_->data, workbench_->rates);
    palette_->setFolded(settings_.value(QStringLiteral("palette/folded")).toStringList());
    connect(palette_, &LayerPalettePanel::foldedChanged, this,
            [this](const QStringList& folded) { settings_.setValue(QStringLiteral("palette/folded"), folded); });
    connect(palette_, &LayerPalettePanel::addRequested, networkPanel_, &NetworkPanel::addLayer);
    connect(problems_, &ProblemsPanel::jumpRequested, networkPanel_, &NetworkPanel::reveal);
    connect(networkPanel_, &NetworkPanel::refused, this,
            [this](const QString& sentence) { messages_->show(MessageBar::Note, sentence); });
    connect(networkPanel_, &NetworkPanel::dataDropped, this, &MainWindow::openDataPath);
}

QDockWidget* MainWindow::makeDock(const QString& title, const char* name, QWidget* panel, QWidget* header,
                                  QWidget* last) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(name));
    dock->setTitleBarWidget(new DockTitle(dock, header, last));
    dock->setWidget(panel);
    docks_ << dock;
    return dock;
}

void MainWindow::makeWorkspaces() {
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    messages_ = new MessageBar;
    centre_ = new QStackedWidget;
    column->addWidget(messages_);
    column->addWidget(centre_, 1);
    setCentralWidget(middle);

    auto* browser = new DataBrowserPanel(workbench_->data, workbench_->selection, workbench_->jobs);
    scalars_ = new ScalarsPanel(workbench_->runs);
    scalars_->remember(settings_);
    auto* dataPanel = new DataSetPanel(workbench_->data);
    auto* imagePanel = new ImagePanel(workbench_->data, workbench_->selection, workbench_->jobs);
    auto* runsPanel = new RunsPanel(workbench_->runs);
    auto* confusionPanel = new ConfusionPanel(workbench_->runs);
    auto* previews = new AugmentedPreviews(workbench_->data, workbench_->selection, workbench_->jobs,
                                           QStringLiteral("dataset.augmented.training"), QString(), 6);
    training_->setAugmentationPreview(previews);
    const auto preview = [this, imagePanel, previews] {
        const TrainingSpec& spec = workbench_->training.spec();
        imagePanel->setAugmentation(spec.augmentation, spec.seed);
        previews->setAugmentation(spec.augmentation, spec.seed);
    };
    preview();
    connect(&workbench_->training, &TrainingModel::changed, imagePanel, preview);
    const auto useSample = [this] { document_->openData(QStringLiteral("sample")); };
    connect(browser, &DataBrowserPanel::openRequested, this, [this] { openFolder({}); });
    connect(browser, &DataBrowserPanel::openFileRequested, this, &MainWindow::openDataFile);
    connect(browser, &DataBrowserPanel::sampleRequested, this, useSample);
    connect(browser, &DataBrowserPanel::pathDropped, this, &MainWindow::openDataPath);
    connect(browser, &DataBrowserPanel::classFilterChanged, dataPanel, &DataSetPanel::setClassFilter);
    connect(dataPanel, &DataSetPanel::classFilterChanged, browser, &DataBrowserPanel::setClassFilter);
    connect(dataPanel, &DataSetPanel::openRequested, this, [this] { openFolder({}); });
    connect(dataPanel, &DataSetPanel::sampleRequested, this, useSample);
    connect(dataPanel, &DataSetPanel::pathDropped, this, &MainWindow::openDataPath);
    connect(dataPanel, &DataSetPanel::specRequested, this, [this](const QString& spec) { document_->openData(spec); });
    connect(scalars_, &ScalarsPanel::runPicked, runsPanel, &RunsPanel::setCurrentRun);
    connect(runsPanel, &RunsPanel::currentRunChanged, confusionPanel, &ConfusionPanel::setRun);
    connect(scalars_, &ScalarsPanel::emptyActionRequested, this, [this] {
        workbench_->data.state() == DataSetModel::State::None ? document_->openData(QStringLiteral("sample"))
                                                              : runBar_->trainAction()->trigger();
    });
    connect(scalars_, &ScalarsPanel::exportFinished, this, [this](const QString& path, const QString& error) {
        messages_->show(error.isEmpty() ? MessageBar::Note : MessageBar::Problem,
                        error.isEmpty() ? tr("Written to %1.").arg(path) : error);
    });

    QDockWidget* layers = makeDock(tr("Layers"), "layersDock", palette_);
    QDockWidget* inspector =
        makeDock(tr("Inspector"), "inspectorDock", inspector_, inspector_->header(), inspector_->menuButton());
    QDockWidget* problems = makeDock(tr("Problems"), "problemsDock", problems_, problems_->header());
    QDockWidget* data = makeDock(tr("Data set"), "dataDock", dataPanel);
    QDockWidget* image = makeDock(tr("Image"), "imageDock", imagePanel);
    QDockWidget* runs = makeDock(tr("Runs"), "runsDock", runsPanel);
    QDockWidget* confusion = makeDock(tr("Confusion matrix"), "confusionDock", confusionPanel);
    QDockWidget* training = makeDock(tr("Training"), "trainingDock", training_);

    workspaces_ = new Workspaces(*this, *centre_, settings_, this);
    workspaces_->add({QStringLiteral("network"),
                      tr("Network"),
                      networkPanel_,
                      {{layers, Qt::LeftDockWidgetArea, kPaletteWidth},
                       {inspector, Qt::RightDockWidgetArea, kRightWidth},
                       {problems, Qt::BottomDockWidgetArea, kBottomHeight}}});
    workspaces_->add({QStringLiteral("data"),
                      tr("Data"),
                      browser,
                      {{data, Qt::LeftDockWidgetArea, kDataWidth}, {image, Qt::RightDockWidgetArea, kRightWidth}}});
    workspaces_->add({QStringLiteral("train"),
                      tr("Train"),
                      scalars_,
                      {{runs, Qt::LeftDockWidgetArea, kRunsWidth},
                       {training, Qt::LeftDockWidgetArea, kRunsWidth},
                       {confusion, Qt::RightDockWidgetArea, kRightWidth}}});
}

void MainWindow::makeToolBar() {
    auto* bar = new QToolBar(tr("Workspaces and run"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setFixedHeight(Theme::kToolBar);
    switcher_ = new SegmentedBar;
    switcher_->setObjectName(QStringLiteral("workspaceBar"));
    for (int i = 0; i < workspaces_->count(); ++i)
        switcher_->addSegment(workspaces_->at(i).title, tr("%1 (Ctrl+%2)").arg(workspaces_->at(i).title).arg(i + 1));
    connect(switcher_, &SegmentedBar::currentChanged, this, &MainWindow::showWorkspace);
    connect(workspaces_, &Workspaces::currentChanged, switcher_, &SegmentedBar::setCurrentIndex);
    runBar_ = new RunBar(workbench_->controller, workbench_->runs, workbench_->training, *trainingEditor_);
    // One row in one widget: a tool bar's own layout centres nothing and pads all four sides alike.
    auto* content = new QWidget;
    content->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(12);
    row->addWidget(switcher_, 0, Qt::AlignVCenter);
    row->addStretch(1);
    row->addWidget(runBar_, 0, Qt::AlignVCenter);
    bar->layout()->setContentsMargins(0, 0, 0, 1);
    bar->addWidget(content);
    addToolBar(Qt::TopToolBarArea, bar);
    connect(runBar_, &RunBar::obstacleMet, this, &MainWindow::explainObstacle);
}

void MainWindow::showWorkspace(int index) { workspaces_->show(index); }

void MainWindow::showTitle() {
    const bool dirty = document_->dirty();
    setWindowTitle(
        QStringLiteral("%1%2 – Tensorloom").arg(document_->fileName(), dirty ? QStringLiteral(" *") : QString()));
    setWindowFilePath(document_->path());
    fileLabel_->setText(document_->fileName());
    fileLabel_->setToolTip(document_->path().isEmpty() ? tr("Not saved to a file yet") : document_->path());
    unsavedDot_->setVisible(dirty);
    networkPanel_->setTitle(document_->name());
}

// What the Train workspace says before there is a run.
void MainWindow::showData() {
    if (workbench_->data.state() == DataSetModel::State::None) {
        scalars_->setEmptyState(tr("There is no data set to train on."), tr("Use the sample"));
    } else {
        const QString obstacle = workbench_->controller.obstacle();
        scalars_->setEmptyState(obstacle.isEmpty()
                                    ? tr("Press Train, and the curves of loss and accuracy appear here while it runs.")
                                    : obstacle,
                                tr("Train"));
    }
}

void MainWindow::explainObstacle(const QString& sentence) {
    std::vector<MessageBar::Offer> offers;
    if (workbench_->data.state() == DataSetModel::State::None ||
        workbench_->data.state() == DataSetModel::State::Failed) {
        offers.push_back({tr("Open folder…"), [this] { openFolder({}); }});
        offers.push_back({tr("Use the sample"), [this] { document_->openData(QStringLiteral("sample")); }});
    } else if (workbench_->network.errors() > 0) {
        offers.push_back({tr("Show the problem"), [this] {
                              showWorkspace(NetworkSpace);
                              problems_->showTab(0);
                              for (const Diagnostic& d : workbench_->network.report().diagnostics) {
                                  if (d.node.empty()) continue;
                                  networkPanel_->reveal(QString::fromStdString(d.node));
                                  return;
                              }
                          }});
    }
    messages_->show(MessageBar::Problem, sentence, offers);
}

void MainWindow::start(const QString& path) {
    offerRecovery();
    if (path.isEmpty())
        document_->openSample();
    else if (QFileInfo(path).isDir()) {
        document_->openSample();
        openDataPath(path);
    } else {
        document_->open(path);
    }
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (laidOut_) return;
    laidOut_ = true;
    // Dock sizes only hold once the window has its own.
    QTimer::singleShot(0, this, [this] {
        if (workspaces_->current() < 0) showWorkspace(NetworkSpace);
        networkPanel_->canvas()->setFocus(Qt::OtherFocusReason);
        QTimer::singleShot(0, networkPanel_->canvas(), &NodeCanvas::showStart);
    });
}

}  // namespace tl
