// The image grid in the middle of the Data workspace.
#include <QCoreApplication>

#include "ui/commands/data_editor.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/open_dropped.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

PanelRow browser() {
    return {"browser",
            QT_TRANSLATE_NOOP("Panel", "Data"),
            "images",
            {{"data", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                Selection& selection = desk.bench.selection;
                auto* panel = new DataBrowserPanel(desk.bench.data, selection, desk.bench.jobs);
                using Panel = DataBrowserPanel;
                QObject::connect(panel, &Panel::openRequested, panel,
                                 [&desk] { desk.actions.trigger("openFolderAction"); });
                QObject::connect(panel, &Panel::openFileRequested, panel,
                                 [&desk] { desk.actions.trigger("openDataFileAction"); });
                QObject::connect(panel, &Panel::sampleRequested, panel,
                                 [&desk] { desk.actions.trigger("useSampleAction"); });
                QObject::connect(panel, &Panel::pathsDropped, panel,
                                 [&desk](const QStringList& paths) { openDropped(desk, paths); });
                QObject::connect(panel, &Panel::cancelRequested, &desk.data, &DataEditor::cancelOpening);
                QObject::connect(panel, &Panel::imageActivated, &selection, &Selection::imageActivated);
                QObject::connect(&selection, &Selection::subsetRequested, panel, &Panel::showSubset);
                QObject::connect(&selection, &Selection::pickedRequested, panel, &Panel::showPicked);
                QObject::connect(panel, &Panel::classFilterChanged, &selection, &Selection::setClassFilter);
                QObject::connect(&selection, &Selection::classFilterChanged, panel, &Panel::setClassFilter);
                if (selection.classFilter() >= 0) panel->setClassFilter(selection.classFilter());
                offerSearch(desk.actions, *panel, "imageSearch");
                return {panel};
            }};
}

}  // namespace tl::panels
