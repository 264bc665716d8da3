// The menus: every action with its key, in the words people know. Keys that the canvas handles itself (Delete, arrows,
// M, F2 in place) are shown here too, and act when the canvas or the window has the focus.
#include <QActionGroup>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/workspaces.h"
#include "engine/layers/layer_type.h"
#include "engine/model/templates.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/network/layer_palette_panel.h"
#include "ui/network/network_panel.h"
#include "ui/training/run_bar.h"
#include "widgets/controls/controls.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// Whether the keys of text editing belong to a text field just now.
QLineEdit* focusedField() { return qobject_cast<QLineEdit*>(QApplication::focusWidget()); }

}  // namespace

QAction* MainWindow::action(QMenu* menu, const char* name, const QString& text, const QKeySequence& key,
                            std::function<void()> run) {
    QAction* made = menu->addAction(text);
    made->setObjectName(QLatin1String(name));
    if (!key.isEmpty()) made->setShortcut(key);
    addAction(made);  // its key works wherever the focus is in the window
    connect(made, &QAction::triggered, this, std::move(run));
    return made;
}

void MainWindow::makeMenus() {
    // A row of our own around the menu bar: its corner widgets would be squeezed to the height of a menu's title.
    auto* top = new QWidget;
    top->setObjectName(QStringLiteral("menuRow"));
    top->setFixedHeight(Theme::kMenuBar);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(12, 0, 14, 0);
    row->setSpacing(6);
    auto* logo = new QLabel;
    const auto tintLogo = [this, logo] {
        const Theme& theme = Theme::instance();
        logo->setPixmap(theme.pixmap(QStringLiteral("bezier2"), 14, theme.color(Token::Accent), devicePixelRatioF()));
    };
    tintLogo();
    connect(&Theme::instance(), &Theme::changed, logo, tintLogo);
    row->addWidget(logo);
    row->addWidget(new ToneLabel(QStringLiteral("Tensorloom"), Token::Text, ToneLabel::Title));
    row->addSpacing(6);
    menus_ = new QMenuBar(top);
    menus_->setNativeMenuBar(false);
    menus_->setFixedHeight(Theme::kMenuBar);
    menus_->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    row->addWidget(menus_, 1);
    fileLabel_ = new ToneLabel({}, Token::Muted);
    fileLabel_->setObjectName(QStringLiteral("fileName"));
    unsavedDot_ = new QLabel;
    unsavedDot_->setObjectName(QStringLiteral("unsavedDot"));
    unsavedDot_->setToolTip(tr("Not saved"));
    const auto dot = [this] {
        QPixmap picture(QSize(10, 10) * devicePixelRatioF());
        picture.setDevicePixelRatio(devicePixelRatioF());
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::instance().color(Token::Warn));
        painter.drawEllipse(QRectF(0.5, 0.5, 9, 9));
        painter.end();
        unsavedDot_->setPixmap(picture);
    };
    dot();
    connect(&Theme::instance(), &Theme::changed, this, dot);
    row->addWidget(fileLabel_);
    row->addWidget(unsavedDot_);
    setMenuWidget(top);

    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makeNetworkMenu();
    makeDataMenu();
    makeRunMenu();
    makeHelpMenu();
}

void MainWindow::makeFileMenu() {
    QMenu* menu = menus_->addMenu(tr("&File"));
    action(menu, "newAction", tr("&New"), QKeySequence::New,
           [this] { leaveProject([this] { document_->newEmpty(); }); });
    QMenu* fresh = menu->addMenu(tr("New from &template"));
    for (const NetworkTemplate& one : allTemplates()) {
        QAction* entry = fresh->addAction(q(one.title));
        entry->setObjectName(QStringLiteral("template_") + q(one.id));
        entry->setToolTip(q(one.help));
        connect(entry, &QAction::triggered, this,
                [this, id = one.id] { leaveProject([this, id] { document_->newFromTemplate(id); }); });
    }
    fresh->setToolTipsVisible(true);
    networkPanel_->setStartActions(fresh->actions());
    action(menu, "sampleAction", tr("Open the sample project"), {},
           [this] { leaveProject([this] { document_->openSample(); }); });
    menu->addSeparator();
    action(menu, "openAction", tr("&Open…"), QKeySequence::Open, [this] { openProject(); });
    QMenu* recent = menu->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        fillRecent(recent, document_->recentProjects(),
                   [this](const QString& path) { leaveProject([this, path] { document_->open(path); }); });
    });
    menu->addSeparator();
    action(menu, "saveAction", tr("&Save"), QKeySequence::Save, [this] { save(); });
    action(menu, "saveAsAction", tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { saveAs(); });
    QAction* exporting = action(menu, "exportAction", tr("&Export checkpoint…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                                [this] { exportCheckpoint(); });
    connect(&workbench_->controller, &RunController::stateChanged, exporting,
            [this, exporting] { exporting->setEnabled(workbench_->controller.hasWeights()); });
    exporting->setEnabled(false);
    menu->addSeparator();
    action(menu, "quitAction", tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::makeEditMenu() {
    QMenu* menu = menus_->addMenu(tr("&Edit"));
    for (const bool redo : {false, true}) {
        QAction* step = redo ? workbench_->undo.createRedoAction(this, tr("&Redo"))
                             : workbench_->undo.createUndoAction(this, tr("&Undo"));
        step->setObjectName(redo ? QStringLiteral("redoAction") : QStringLiteral("undoAction"));
        step->setShortcuts(redo ? QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_Y),
                                                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)}
                                : QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_Z)});
        menu->addAction(step);
        addAction(step);
    }
    menu->addSeparator();
    NetworkPanel* panel = networkPanel_;
    const auto text = [panel](auto inField, auto onCanvas) {
        return [panel, inField, onCanvas] {
            if (QLineEdit* field = focusedField())
                (field->*inField)();
            else
                (panel->*onCanvas)();
        };
    };
    QAction* cut = action(menu, "cutAction", tr("Cu&t"), QKeySequence::Cut, text(&QLineEdit::cut, &NetworkPanel::cut));
    QAction* copy =
        action(menu, "copyAction", tr("&Copy"), QKeySequence::Copy, text(&QLineEdit::copy, &NetworkPanel::copy));
    QAction* paste =
        action(menu, "pasteAction", tr("&Paste"), QKeySequence::Paste, text(&QLineEdit::paste, &NetworkPanel::paste));
    QAction* wires = action(menu, "pasteWiresAction", tr("Paste with incoming wires"),
                            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), [panel] { panel->pasteWithWires(); });
    QAction* twice = action(menu, "duplicateAction", tr("&Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D),
                            [panel] { panel->duplicate(); });
    menu->addSeparator();
    QAction* rename =
        action(menu, "renameAction", tr("Re&name"), QKeySequence(Qt::Key_F2), [panel] { panel->rename(); });
    QAction* bypass = menu->addAction(tr("&Bypass"), this, [panel] { panel->toggleBypass(); });
    bypass->setObjectName(QStringLiteral("bypassAction"));
    bypass->setToolTip(tr("Leaves the layers in the picture, and out of what is trained"));
    bypass->setShortcut(Qt::Key_M);
    bypass->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    panel->canvas()->addAction(bypass);
    QAction* freeze = action(menu, "freezeAction", tr("&Freeze or train weights"), QKeySequence(Qt::CTRL | Qt::Key_T),
                             [panel] { panel->toggleTrainable(); });
    // The canvas itself answers the key; elsewhere Delete belongs to the text being edited.
    QAction* remove = menu->addAction(tr("De&lete"), this, [panel] { panel->remove(); });
    remove->setObjectName(QStringLiteral("deleteAction"));
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QAction* bridge = menu->addAction(tr("Delete and reconnect"), this, [panel] { panel->removeAndReconnect(); });
    bridge->setObjectName(QStringLiteral("deleteReconnectAction"));
    menu->addSeparator();
    QAction* all = action(menu, "selectAllAction", tr("Select &all"), QKeySequence::SelectAll,
                          text(&QLineEdit::selectAll, &NetworkPanel::selectAll));
    action(menu, "findAction", tr("&Find layer…"), QKeySequence::Find, [this, panel] {
        showWorkspace(NetworkSpace);
        panel->findNode();
    });
    auto separator = [this] {
        auto* line = new QAction(this);
        line->setSeparator(true);
        return line;
    };
    panel->setContextActions(
        {rename, twice, bypass, freeze, separator(), cut, copy, separator(), remove, bridge, separator()},
        {paste, wires, all, separator()});
}

void MainWindow::makeViewMenu() {
    QMenu* menu = menus_->addMenu(tr("&View"));
    auto* group = new QActionGroup(this);
    for (int i = 0; i < workspaces_->count(); ++i) {
        QAction* entry =
            action(menu, "", workspaces_->at(i).title, QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                   [this, i] { showWorkspace(i); });
        entry->setObjectName(QStringLiteral("workspace_") + workspaces_->at(i).id);
        entry->setCheckable(true);
        group->addAction(entry);
        connect(workspaces_, &Workspaces::currentChanged, entry, [entry, i](int now) { entry->setChecked(now == i); });
    }
    menu->addSeparator();
    QMenu* panels = menu->addMenu(tr("&Panels"));
    for (QDockWidget* dock : docks_) panels->addAction(dock->toggleViewAction());
    action(menu, "resetLayoutAction", tr("Reset this workspace's layout"), {}, [this] { workspaces_->resetLayout(); });
    menu->addSeparator();
    auto* themes = new QActionGroup(this);
    for (const bool dark : {true, false}) {
        QAction* entry =
            action(menu, dark ? "darkAction" : "lightAction", dark ? tr("Dark") : tr("Light"), {}, [this, dark] {
                Theme::instance().setDark(dark);
                settings_.setValue(QStringLiteral("theme"), dark ? QStringLiteral("dark") : QStringLiteral("light"));
            });
        entry->setCheckable(true);
        entry->setChecked(Theme::instance().dark() == dark);
        themes->addAction(entry);
        connect(&Theme::instance(), &Theme::changed, entry,
                [entry, dark] { entry->setChecked(Theme::instance().dark() == dark); });
    }
    action(menu, "themeAction", tr("Switch theme"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), [this] {
        const bool dark = !Theme::instance().dark();
        Theme::instance().setDark(dark);
        settings_.setValue(QStringLiteral("theme"), dark ? QStringLiteral("dark") : QStringLiteral("light"));
    });
    menu->addSeparator();
    NodeCanvas* canvas = networkPanel_->canvas();
    action(menu, "zoomInAction", tr("Zoom in"), QKeySequence::ZoomIn,
           [canvas] { canvas->setZoom(canvas->zoom() * 1.25); });
    action(menu, "zoomOutAction", tr("Zoom out"), QKeySequence::ZoomOut,
           [canvas] { canvas->setZoom(canvas->zoom() / 1.25); });
    action(menu, "zoomResetAction", tr("100 %"), QKeySequence(Qt::CTRL | Qt::Key_0), [canvas] { canvas->setZoom(1); });
    QAction* fit = menu->addAction(tr("Show all"), networkPanel_, &NetworkPanel::fit);
    fit->setObjectName(QStringLiteral("fitAction"));
    QAction* wheel = action(menu, "wheelAction", tr("The wheel pans, Ctrl+wheel zooms"), {}, [this, canvas] {
        const bool pans = !settings_.value(QStringLiteral("canvas/wheelPans")).toBool();
        settings_.setValue(QStringLiteral("canvas/wheelPans"), pans);
        canvas->setWheelPans(pans);
    });
    wheel->setCheckable(true);
    wheel->setChecked(settings_.value(QStringLiteral("canvas/wheelPans")).toBool());
    canvas->setWheelPans(wheel->isChecked());
}

void MainWindow::makeNetworkMenu() {
    QMenu* menu = menus_->addMenu(tr("&Network"));
    QMenu* add = menu->addMenu(tr("&Add layer"));
    QMenu* category = nullptr;
    QString title;
    for (const LayerType& type : allLayers()) {
        if (q(titleOf(type.category)) != title) category = add->addMenu(title = q(titleOf(type.category)));
        QAction* entry = category->addAction(q(type.title));
        entry->setObjectName(QStringLiteral("add_") + q(type.id));
        entry->setToolTip(q(type.help));
        connect(entry, &QAction::triggered, this, [this, id = q(type.id)] {
            showWorkspace(NetworkSpace);
            networkPanel_->addLayer(id);
        });
        category->setToolTipsVisible(true);
    }
    action(menu, "searchLayersAction", tr("&Search layers"), QKeySequence(Qt::CTRL | Qt::Key_L), [this] {
        showWorkspace(NetworkSpace);
        palette_->focusSearch();
    });
    menu->addSeparator();
    action(menu, "layoutAction", tr("Auto-&layout"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
           [this] { networkPanel_->autoLayout(); });
    auto* single = new QAction(this);  // the canvas's own key
    single->setShortcut(Qt::Key_L);
    single->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    networkPanel_->addAction(single);
    connect(single, &QAction::triggered, networkPanel_, &NetworkPanel::autoLayout);
    action(menu, "validateAction", tr("&Validate"), QKeySequence(Qt::Key_F7), [this] {
        workbench_->network.validateNow();
        showWorkspace(NetworkSpace);
    });
    QAction* measure =
        action(menu, "measureAction", tr("&Measure this machine"), {}, [this] { workbench_->forecast.measure(); });
    measure->setToolTip(tr("Times every kind of kernel for some seconds, once. From then on the status bar tells how "
                           "long a step of the network will take, before it trains."));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, measure, [this, measure] {
        measure->setEnabled(!workbench_->forecast.measuring() && !workbench_->controller.active());
    });
}

void MainWindow::makeDataMenu() {
    QMenu* menu = menus_->addMenu(tr("&Data"));
    action(menu, "openFolderAction", tr("Open &folder…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
           [this] { openFolder({}); });
    action(menu, "openDataFileAction", tr("Open &file… (CSV, NumPy, TFRecord)"), {}, [this] { openDataFile(); });
    action(menu, "openMnistAction", tr("Open &MNIST…"), {}, [this] { openFolder(QStringLiteral("mnist")); });
    action(menu, "openCifarAction", tr("Open &CIFAR-10…"), {}, [this] { openFolder(QStringLiteral("cifar10")); });
    action(menu, "useSampleAction", tr("Use the &sample"), {},
           [this] { document_->openData(QStringLiteral("sample")); });
    QMenu* recent = menu->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        fillRecent(recent, document_->recentData(), [this](const QString& spec) { document_->openData(spec); });
    });
    menu->addSeparator();
    action(menu, "closeDataAction", tr("&Close"), {}, [this] { document_->openData({}); });
}

void MainWindow::makeRunMenu() {
    QMenu* menu = menus_->addMenu(tr("&Run"));
    const std::pair<QAction*, const char*> actions[] = {{runBar_->trainAction(), "trainAction"},
                                                        {runBar_->pauseAction(), "pauseAction"},
                                                        {runBar_->stepAction(), "stepAction"},
                                                        {runBar_->stopAction(), "stopAction"}};
    for (const auto& [entry, name] : actions) {
        entry->setObjectName(QLatin1String(name));
        menu->addAction(entry);
        addAction(entry);
    }
}

void MainWindow::makeHelpMenu() {
    QMenu* menu = menus_->addMenu(tr("&Help"));
    action(menu, "shortcutsAction", tr("&Keys and mouse"), QKeySequence(Qt::Key_F1), [this] { showShortcuts(); });
    action(menu, "aboutAction", tr("&About Tensorloom"), {}, [this] { showAbout(); });
}

void MainWindow::fillRecent(QMenu* menu, const QStringList& entries, std::function<void(QString)> open) {
    menu->clear();
    for (const QString& entry : entries) {
        QAction* made = menu->addAction(entry);
        connect(made, &QAction::triggered, this, [open, entry] { open(entry); });
    }
    if (entries.isEmpty()) menu->addAction(tr("Nothing yet"))->setEnabled(false);
}

void MainWindow::showAbout() {
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Tensorloom"));
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(28, 24, 28, 24);
    auto* logo = new QLabel;
    logo->setPixmap(Theme::appIcon().pixmap(QSize(48, 48), devicePixelRatioF()));
    layout->addWidget(logo);
    layout->addWidget(new ToneLabel(QStringLiteral("Tensorloom %1").arg(QApplication::applicationVersion()),
                                    Token::Text, ToneLabel::Title));
    auto* text = new ToneLabel(tr("Neural networks by hand: assemble layers, look at images, train, and watch.\n"
                                  "Free software under the GNU General Public License, version 3 or later."),
                               Token::Muted);
    text->setWordWrap(true);
    layout->addWidget(text);
    dialog->show();
}

// Read from the actions themselves, so that the list is never out of date; the canvas's own gestures follow.
void MainWindow::showShortcuts() {
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("shortcutsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keys and mouse"));
    dialog->resize(460, 640);
    auto* table = new QTableWidget(0, 2);
    table->horizontalHeader()->hide();
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(Theme::kTableRow);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->setColumnWidth(1, 190);
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    const auto add = [table](const QString& what, const QString& keys) {
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(what));
        auto* item = new QTableWidgetItem(keys);
        item->setFont(Theme::instance().mono());
        table->setItem(row, 1, item);
    };
    for (QAction* one : actions()) {
        QStringList keys;
        for (const QKeySequence& key : one->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        if (!keys.isEmpty()) add(one->text().remove(QLatin1Char('&')), keys.join(QStringLiteral(", ")));
    }
    add(tr("Add a layer at the cursor"), tr("Tab, Shift+A, double-click"));
    add(tr("Pan the canvas"), tr("middle-drag, Space+drag"));
    add(tr("Zoom at the cursor"), tr("wheel"));
    add(tr("Show all"), tr("Home, H"));
    add(tr("Auto-layout"), tr("L on the canvas"));
    add(tr("Frame the selection"), tr("F, ."));
    add(tr("Break a port's wires"), tr("Alt+click"));
    add(tr("Delete"), tr("Delete, Backspace"));
    add(tr("Nudge the selection"), tr("arrow keys"));
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    dialog->show();
}

}  // namespace tl
