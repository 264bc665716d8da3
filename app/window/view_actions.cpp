// See the header.
#include "app/window/view_actions.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QUrl>

#include "app/window/centre_tabs.h"
#include "app/window/language.h"
#include "app/window/log_file.h"
#include "app/window/workspaces.h"
#include "ui/models/languages.h"
#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/settings/settings_sheet.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/desk.h"
#include "widgets/controls/question.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

[[maybe_unused]] constexpr const char* kViewMenus[] = {
    QT_TRANSLATE_NOOP("Menu", "Theme"), QT_TRANSLATE_NOOP("Menu", "Language"), QT_TRANSLATE_NOOP("Menu", "Views")};

void setTheme(Settings& settings, bool dark) {
    settings.set(Settings::kTheme, dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

void showAbout(QWidget& window) {
    auto* about =
        new Question(window, QObject::tr("About Tensorloom"),
                     QStringLiteral("Tensorloom %1").arg(QApplication::applicationVersion()),
                     QObject::tr("Neural networks by hand: assemble layers, look at images, train, and watch.\n"
                                 "Free software under the GNU General Public License, version 3 or later."));
    about->setObjectName(QStringLiteral("aboutBox"));
    about->setIcon(Theme::appIcon());
    about->addAnswer(QStringLiteral("closeButton"), QObject::tr("Close"));
    about->open();
}

}  // namespace

std::vector<ActionRow> viewActions(Workspaces& workspaces, Settings& settings) {
    std::vector<ActionRow> rows;
    rows.reserve(static_cast<size_t>(workspaces.count()));
    for (int i = 0; i < workspaces.count(); ++i)
        rows.push_back({.id = QStringLiteral("workspace_") + workspaces.at(i).id,
                        .keys = {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i))},
                        .menus = {"View/1"},
                        .run = [&workspaces, i] { workspaces.show(i); },
                        .checked = [&workspaces, i] { return workspaces.current() == i; },
                        .label = [&workspaces, i] { return workspaces.title(i); },
                        .name = [&workspaces, i] { return QObject::tr("Workspace: %1").arg(workspaces.title(i)); }});
    for (int i = 0; i < workspaces.count(); ++i) {
        CentreTabs* tabs = workspaces.at(i).tabs;
        for (int tab = 0; tabs && tab < tabs->count(); ++tab)
            rows.push_back(
                {.id = QStringLiteral("tab_") + tabs->id(tab),
                 .menus = {"View/1/Views/1"},
                 .run = [&workspaces, id = tabs->id(tab)] { workspaces.showPanel(id); },
                 .checked = [&workspaces, i, tabs, tab] { return workspaces.current() == i && tabs->current() == tab; },
                 .label = [tabs, tab] { return QCoreApplication::translate("Panel", tabs->title(tab)); }});
    }
    for (QDockWidget* dock : workspaces.docks()) {
        const QString id = dock->objectName().chopped(4);
        rows.push_back({.id = QStringLiteral("panel_") + id,
                        .run = [&workspaces, id] { workspaces.showPanel(id); },
                        .label = [dock] { return dock->windowTitle(); },
                        .name = [dock] { return QObject::tr("Panel: %1").arg(dock->windowTitle()); }});
    }
    const auto tabbed = [&workspaces] {
        const CentreTabs* tabs = workspaces.current() < 0 ? nullptr : workspaces.at(workspaces.current()).tabs;
        return tabs && tabs->count() > 1;
    };
    rows.push_back({.id = "nextViewAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Next view"),
                    .keys = {QKeySequence(Qt::CTRL | Qt::Key_PageDown)},
                    .menus = {"View/1/Views/2"},
                    .run = [&workspaces] { workspaces.stepTab(1); },
                    .applies = tabbed});
    rows.push_back({.id = "previousViewAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Previous view"),
                    .keys = {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
                    .menus = {"View/1/Views/2"},
                    .run = [&workspaces] { workspaces.stepTab(-1); },
                    .applies = tabbed});
    rows.push_back({.id = "panels",
                    .text = QT_TRANSLATE_NOOP("Action", "&Panels"),
                    .menus = {"View/2"},
                    .list = [&workspaces](QMenu& menu) {
                        for (QDockWidget* dock : workspaces.docks()) menu.addAction(dock->toggleViewAction());
                    }});
    rows.push_back({.id = "resetLayoutAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Reset this workspace's layout"),
                    .menus = {"View/2"},
                    .run = [&workspaces] { workspaces.resetLayout(); },
                    .words = QT_TRANSLATE_NOOP("Action", "default layout, restore panels, docks")});
    rows.push_back({.id = "nextPanelAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Next panel"),
                    .keys = {Qt::Key_F6},
                    .menus = {"View/2"},
                    .run = [&workspaces] { workspaces.focusPanel(1); }});
    rows.push_back({.id = "previousPanelAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Previous panel"),
                    .keys = {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
                    .menus = {"View/2"},
                    .run = [&workspaces] { workspaces.focusPanel(-1); }});
    for (const bool dark : {true, false})
        rows.push_back({.id = dark ? "darkAction" : "lightAction",
                        .text = dark ? QT_TRANSLATE_NOOP("Action", "Dark") : QT_TRANSLATE_NOOP("Action", "Light"),
                        .menus = {"View/3/Theme/1"},
                        .run = [&settings, dark] { setTheme(settings, dark); },
                        .checked = [dark] { return Theme::instance().dark() == dark; },
                        .name = [dark] { return dark ? QObject::tr("Theme: dark") : QObject::tr("Theme: light"); }});
    rows.push_back({.id = "themeAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Switch theme"),
                    .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)},
                    .menus = {"View/3"},
                    .run = [&settings] { setTheme(settings, !Theme::instance().dark()); },
                    .words = QT_TRANSLATE_NOOP("Action", "dark mode, light mode, night mode, colours")});
    for (const QString& choice : language::choices())
        rows.push_back({.id = QStringLiteral("language_") + choice,
                        .menus = {"View/3/Language/1"},
                        .run = [&settings, choice] { settings.set(Settings::kLanguage, choice); },
                        .checked = [&settings, choice] { return language::chosen(settings.store()) == choice; },
                        .label = [choice] { return language::title(choice); },
                        .name = [choice] { return QObject::tr("Language: %1").arg(language::title(choice)); }});
    return rows;
}

std::vector<ActionRow> helpActions(QMainWindow& window, Desk& desk) {
    std::vector<ActionRow> rows{
        {.id = "settingsAction",
         .text = QT_TRANSLATE_NOOP("Action", "Se&ttings…"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
         .menus = {"Edit/9"},
         .run = [&window,
                 &desk] { (new SettingsSheet(window, desk.settings, desk.actions, desk.bench.devices))->open(); },
         .icon = "gear",
         .words = QT_TRANSLATE_NOOP("Action", "preferences, options, configuration, font size, language")},
        {.id = "keySettingsAction",
         .text = QT_TRANSLATE_NOOP("Action", "Change keys…"),
         .menus = {"Help/1"},
         .run =
             [&window, &desk] {
                 (new SettingsSheet(window, desk.settings, desk.actions, desk.bench.devices, SettingsSheet::tr("Keys")))
                     ->open();
             },
         .words = QT_TRANSLATE_NOOP("Action", "shortcuts, hotkeys, key bindings")},
        {.id = "commandsAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Commands…"),
         .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
         .menus = {"View/2"},
         .run = [&window, &desk] { openCommandPalette(window, desk.actions, desk.settings.store()); },
         .words = QT_TRANSLATE_NOOP("Action", "palette, search for an action")},
        {.id = "shortcutsAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Keys and mouse"),
         .keys = {Qt::Key_F1},
         .menus = {"Help/1"},
         .run = [&window, &desk] { openKeyList(window, desk.actions); },
         .words = QT_TRANSLATE_NOOP("Action", "shortcuts, hotkeys, key bindings")},
        {.id = "openLogFolderAction",
         .text = QT_TRANSLATE_NOOP("Action", "Open the &log folder"),
         .menus = {"Help/2"},
         .run = [] { QDesktopServices::openUrl(QUrl::fromLocalFile(LogFile::current()->folder())); },
         .applies = [] { return LogFile::current() != nullptr; },
         .help = QT_TRANSLATE_NOOP("Action", "The folder of what the program noted, for a report"),
         .words = QT_TRANSLATE_NOOP("Action", "error log, report a bug")},
        {.id = "aboutAction",
         .text = QT_TRANSLATE_NOOP("Action", "&About Tensorloom"),
         .menus = {"Help/2"},
         .run = [&window] { showAbout(window); }},
    };
    for (const SettingsSheet::Entry& one : SettingsSheet::entries())
        rows.push_back({.id = QStringLiteral("setting_") +
                              QString::fromLatin1(one.name).replace(QLatin1Char('/'), QLatin1Char('_')),
                        .run =
                            [&window, &desk, &one] {
                                (new SettingsSheet(window, desk.settings, desk.actions, desk.bench.devices))
                                    ->openAt(QString::fromLatin1(one.name));
                            },
                        .icon = "gear",
                        .words = one.words,
                        .label = [&one] { return QObject::tr("Setting: %1").arg(SettingsSheet::tr(one.label)); }});
    return rows;
}

}  // namespace tl
