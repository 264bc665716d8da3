// The Profile workspace among the window's panels, and its actions.
#include <QCoreApplication>
#include <QFileDialog>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/profile_source.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

namespace {

void askForFile(ProfilePanel& panel) {
    auto* ask = new QFileDialog(&panel, ProfilePanel::tr("Open a timeline"));
    ask->setObjectName(QStringLiteral("openTimelineDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setFileMode(QFileDialog::ExistingFile);
    ask->setNameFilters(
        {ProfilePanel::tr("Timelines (*.json *.json.gz *.trace *.pb)"), ProfilePanel::tr("All files (*)")});
    QObject::connect(ask, &QFileDialog::fileSelected, &panel, &ProfilePanel::openFile);
    ask->open();
}

}  // namespace

PanelRow profile() {
    return {
        "profile",
        QT_TRANSLATE_NOOP("Panel", "Profile"),
        "activity",
        {{"profile", PanelPlace::Centre}},
        [](Desk& desk) -> PanelParts {
            auto* panel = new ProfilePanel(desk);
            const auto training = [&desk] { return desk.bench.controller.own(); };
            desk.actions.add(
                {{.id = QStringLiteral("openTimelineAction"),
                  .text = QT_TRANSLATE_NOOP("Action", "Open a &timeline…"),
                  .menus = {QStringLiteral("File/2")},
                  .run = [panel] { askForFile(*panel); },
                  .help = QT_TRANSLATE_NOOP("Action", "A Chrome trace or XSpace file, in the Profile workspace")},
                 {.id = QStringLiteral("recordStepsAction"),
                  .text = QT_TRANSLATE_NOOP("Action", "&Record the next steps"),
                  .menus = {QStringLiteral("Run/4")},
                  .run =
                      [panel, &desk] {
                          desk.showWorkspace(QStringLiteral("profile"));
                          panel->source().record(desk.settings.store().value("profile/steps", 50).toInt());
                      },
                  .applies = training},
                 {.id = QStringLiteral("lastSecondsAction"),
                  .text = QT_TRANSLATE_NOOP("Action", "Timeline of the &last seconds"),
                  .menus = {QStringLiteral("Run/4")},
                  .run =
                      [panel, &desk] {
                          desk.showWorkspace(QStringLiteral("profile"));
                          panel->source().takeLast();
                      }},
                 {.id = QStringLiteral("saveTimelineAction"),
                  .text = QT_TRANSLATE_NOOP("Action", "Save the timeline…"),
                  .menus = {QStringLiteral("Run/4")},
                  .run = [panel] { panel->saveFile(); },
                  .applies = [panel] { return panel->source().trace() && panel->source().trace()->slices() > 0; }}});
            QObject::connect(&desk.bench.selection, &Selection::timelineRequested, panel, &ProfilePanel::openFile);
            QObject::connect(&desk.bench.selection, &Selection::slicesRequested, panel, &ProfilePanel::showSlices);
            offerSearch(desk.actions, *panel, "timelineSearch");
            return {panel};
        }};
}

}  // namespace tl::panels
