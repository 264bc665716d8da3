// The Profile workspace among the window's panels, and its actions.
#include <QCoreApplication>
#include <QFileDialog>
#include <QMenu>
#include <QTableView>

#include "ui/jobs/profile_source.h"
#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/recording_list.h"
#include "ui/profile/recording_table.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/timeline/timeline_view.h"

namespace tl::panels {

namespace {

constexpr const char *kRecord = QT_TRANSLATE_NOOP("Action", "&Record the next steps"),
                     *kPutBack = QT_TRANSLATE_NOOP("Action", "Put back the deleted recording");

const QString kTimelines = QStringLiteral("json.gz");  // as they are saved

void askForFile(ProfilePanel& panel) {
    const Run* run = panel.runElsewhere();  // whose timelines nothing else shows
    auto* ask =
        new QFileDialog(&panel, ProfilePanel::tr("Open a timeline"), run ? run->folder : fileFolder(kTimelines));
    ask->setObjectName(QStringLiteral("openTimelineDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setFileMode(QFileDialog::ExistingFile);
    ask->setNameFilters(
        {ProfilePanel::tr("Timelines (*.json *.json.gz *.trace *.pb)"), ProfilePanel::tr("All files (*)")});
    QObject::connect(ask, &QFileDialog::fileSelected, &panel, [&panel](const QString& path) {
        keepFileFolder(kTimelines, path);
        panel.openFile(path);
    });
    ask->open();
}

// What is done with a slice: by its keys, and in its menu with them.
std::vector<ActionRow> sliceRows(ProfilePanel& panel) {
    TimelineView* view = &panel.timeline();
    const auto chosen = [view] { return view->selected().valid(); };
    const QStringList same{QStringLiteral("slice/3")}, row{QStringLiteral("slice/4")}, marks{QStringLiteral("slice/5")};
    return {{.id = QStringLiteral("sliceToCanvasAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Show on the &canvas"),
             .menus = {QStringLiteral("slice/1")},
             .run = [&panel, view] { panel.showOnCanvas(view->selected()); },
             .applies = [&panel, view] { return !panel.layerOf(view->selected()).isEmpty(); }},
            {.id = QStringLiteral("frameSliceAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Frame it"),
             .keys = {Qt::Key_F},
             .menus = {QStringLiteral("slice/2")},
             .run = [view] { view->frame(); },
             .scope = view},
            {.id = QStringLiteral("sliceAreaAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Make it the &area"),
             .keys = {Qt::Key_R},
             .menus = {QStringLiteral("slice/2")},
             .run = [view] { view->setAreaOfSelected(); },
             .applies = chosen,
             .scope = view},
            {.id = QStringLiteral("nextSameNameAction"),
             .text = QT_TRANSLATE_NOOP("Action", "The &next of this name"),
             .keys = {Qt::Key_Period},
             .menus = same,
             .run = [view] { view->goToSameName(1); },
             .applies = chosen,
             .scope = view},
            {.id = QStringLiteral("previousSameNameAction"),
             .text = QT_TRANSLATE_NOOP("Action", "The &one before of this name"),
             .keys = {Qt::Key_Comma},
             .menus = same,
             .run = [view] { view->goToSameName(-1); },
             .applies = chosen,
             .scope = view},
            {.id = QStringLiteral("pinRowAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Pin its row to the top"),
             .keys = {Qt::Key_P},
             .menus = row,
             .run = [view] { view->togglePin(); },
             .applies = chosen,
             .scope = view,
             .checked = [view, chosen] { return chosen() && view->pinned(view->selected().row); }},
            {.id = QStringLiteral("foldRowAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Fold or un&fold its row"),
             .keys = {Qt::Key_E},
             .menus = row,
             .run = [view] { view->toggleFold(); },
             .applies = chosen,
             .scope = view},
            {.id = QStringLiteral("foldGroupAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Fold or unfold its &group"),
             .keys = {Qt::SHIFT | Qt::Key_E},
             .menus = row,
             .run = [view] { view->toggleGroupFold(); },
             .applies = chosen,
             .scope = view},
            {.id = QStringLiteral("markTimeAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Mark this time, or take the mark away"),
             .keys = {Qt::Key_M},
             .menus = marks,
             .run = [view] { view->toggleMark(); },
             .scope = view},
            {.id = QStringLiteral("clearMarksAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Take all mar&ks away"),
             .keys = {Qt::SHIFT | Qt::Key_M},
             .menus = marks,
             .run = [view] { view->clearMarks(); },
             .applies = [view] { return !view->marks().empty(); },
             .scope = view}};
}

// How one gets around; the wheel and the mouse do the same.
std::vector<ActionRow> viewRows(ProfilePanel& panel) {
    TimelineView* view = &panel.timeline();
    // In its menu, and in lists, where nothing says what it is of.
    const auto row = [view](const char* id, const char* text, const char* name, Qt::Key key,
                            std::function<void()> run) {
        return ActionRow{.id = QLatin1String(id),
                         .text = text,
                         .keys = {key},
                         .menus = {QStringLiteral("slice/7")},
                         .run = std::move(run),
                         .scope = view,
                         .name = [name] { return QCoreApplication::translate("Action", name); }};
    };
    return {row("timelineInAction", QT_TRANSLATE_NOOP("Action", "Zoom in"),
                QT_TRANSLATE_NOOP("Action", "Timeline: zoom in"), Qt::Key_W, [view] { view->zoom(true); }),
            row("timelineOutAction", QT_TRANSLATE_NOOP("Action", "Zoom out"),
                QT_TRANSLATE_NOOP("Action", "Timeline: zoom out"), Qt::Key_S, [view] { view->zoom(false); }),
            row("timelineBackAction", QT_TRANSLATE_NOOP("Action", "Earlier"),
                QT_TRANSLATE_NOOP("Action", "Timeline: earlier"), Qt::Key_A, [view] { view->pan(-1); }),
            row("timelineOnAction", QT_TRANSLATE_NOOP("Action", "Later"),
                QT_TRANSLATE_NOOP("Action", "Timeline: later"), Qt::Key_D, [view] { view->pan(1); })};
}

QString putBackText(const Recordings& store) {
    const QString name = store.lastRemoved();
    if (name.isEmpty()) return QCoreApplication::translate("Action", kPutBack);
    return ProfilePanel::tr("Put back the recording “%1”").arg(name);
}

// What is done with a recording: by its keys in the list, and in its menu with them.
std::vector<ActionRow> recordingRows(ProfilePanel& panel) {
    RecordingList& list = panel.recordings();
    Recordings& store = list.table().store();
    const auto chosen = [&list] { return list.isVisible() && !list.current().isEmpty(); };
    const QStringList first{QStringLiteral("recording/1")}, second{QStringLiteral("recording/2")};
    return {{.id = QStringLiteral("openRecordingAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Open the recording"),
             .menus = first,
             .run = [&panel, &list] { panel.openRecording(list.current()); },
             .applies = chosen},
            {.id = QStringLiteral("recordingToGraphAction"),
             .text = QT_TRANSLATE_NOOP("Action", "Colour the &graph by the recording"),
             .menus = first,
             .run = [&panel, &list] { panel.showRecordingInGraph(list.current()); },
             .applies = chosen},
            {.id = QStringLiteral("saveRecordingAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Save the recording as…"),
             .menus = first,
             .run = [&list] { list.askToSave(); },
             .applies = chosen},
            {.id = QStringLiteral("renameRecordingAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Rename the recording"),
             .menus = second,
             .run = [&list] { list.rename(); },
             .applies = chosen},
            {.id = QStringLiteral("deleteRecordingAction"),
             .text = QT_TRANSLATE_NOOP("Action", "&Delete the recording…"),
             .menus = second,
             .run = [&list] { list.askToRemove(); },
             .applies = chosen},
            {.id = QStringLiteral("putBackRecordingAction"),
             .text = kPutBack,
             .menus = {QStringLiteral("Run/4"), QStringLiteral("recording/2")},
             .run = [&store] { store.putBack(); },
             .applies = [&store] { return !store.lastRemoved().isEmpty(); },
             .label = [&store] { return putBackText(store); }}};
}

void followList(Desk& desk, ProfilePanel& panel) {
    RecordingList& list = panel.recordings();
    desk.actions.add(recordingRows(panel));
    desk.actions.offer(QStringLiteral("renameAction"), &list.view(), [&list] { list.rename(); });
    desk.actions.offer(QStringLiteral("deleteAction"), &list.view(), [&list] { list.askToRemove(); });
    // The last one of the list leaves the keyboard to the timeline.
    Recordings& store = list.table().store();
    desk.actions.offer(QStringLiteral("undoAction"),
                       {&panel, [&store] { store.putBack(); }, [&store] { return !store.lastRemoved().isEmpty(); },
                        [&store] { return putBackText(store); }, true});
    QObject::connect(&list, &RecordingList::menuRequested, &panel, [&desk, &panel](const QPoint& at) {
        auto* menu = new QMenu(&panel);
        menu->setObjectName(QStringLiteral("recordingMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        desk.actions.refresh();
        desk.actions.fill(*menu, QStringLiteral("recording"));
        menu->popup(at);
    });
}

void openSliceMenu(Desk& desk, ProfilePanel& panel, const QPoint& at) {
    auto* menu = new QMenu(&panel);
    menu->setObjectName(QStringLiteral("sliceMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    desk.actions.refresh();
    desk.actions.fill(*menu, QStringLiteral("slice"));
    menu->popup(at);
}

}  // namespace

PanelRow profile() {
    return {"profile",
            QT_TRANSLATE_NOOP("Panel", "Profile"),
            "activity",
            {{"profile", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ProfilePanel(desk);
                const auto training = [&desk] { return desk.bench.controller.own(); };
                const auto recording = [panel] { return panel->source().mode() == ProfileSource::Mode::Recording; };
                desk.actions.add(
                    {{.id = QStringLiteral("openTimelineAction"),
                      .text = QT_TRANSLATE_NOOP("Action", "Open a &timeline…"),
                      .menus = {QStringLiteral("File/2")},
                      .run = [panel] { askForFile(*panel); },
                      .help = QT_TRANSLATE_NOOP("Action", "A Chrome trace or XSpace file, in the Profile workspace"),
                      .words = QT_TRANSLATE_NOOP("Action", "trace, perfetto, kineto, xplane")},
                     {.id = QStringLiteral("recordStepsAction"),
                      .text = kRecord,
                      .menus = {QStringLiteral("Run/4")},
                      .run =
                          [panel, &desk] {
                              desk.showWorkspace(QStringLiteral("profile"));
                              panel->recordSteps();
                          },
                      .applies = [training, recording] { return training() || recording(); },
                      .words = QT_TRANSLATE_NOOP("Action", "trace, profile the training, profiler"),
                      .label =
                          [recording] {
                              return recording() ? ProfilePanel::tr("&Stop recording")
                                                 : QCoreApplication::translate("Action", kRecord);
                          }},
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
                      .applies = [panel] { return panel->showsTimeline(); },
                      .words = QT_TRANSLATE_NOOP("Action", "trace, export, perfetto, xplane"),
                      .tip =
                          [panel] {
                              return panel->showsTimeline()
                                         ? ProfilePanel::tr("As a file that Perfetto, Chrome or TensorBoard open")
                                         : ProfilePanel::tr("There is no timeline yet: train, and record steps in the "
                                                            "Profile workspace; or open one.");
                          }},
                     {.id = QStringLiteral("timelineToGraphAction"),
                      .text = QT_TRANSLATE_NOOP("Action", "Colour the &graph by this timeline"),
                      .menus = {QStringLiteral("Run/4"), QStringLiteral("slice/6")},
                      .run = [panel] { panel->showInGraph(); },
                      .applies = [panel] { return panel->isVisible() && panel->showsSteps(); }}});
                QObject::connect(&desk.bench.selection, &Selection::timelineRequested, panel, &ProfilePanel::openFile);
                QObject::connect(&desk.bench.selection, &Selection::slicesRequested, panel, &ProfilePanel::showSlices);
                offerSearch(desk.actions, *panel, "timelineSearch", &panel->timeline());
                desk.actions.add(sliceRows(*panel));
                // Of a slice it is the slice's own op, not all of its layer.
                TimelineView* view = &panel->timeline();
                desk.actions.offer(
                    QStringLiteral("showInGraphAction"), view,
                    [panel, view] { panel->showOpInGraph(view->selected()); },
                    [panel, view] { return !panel->layerOf(view->selected()).isEmpty(); });
                desk.actions.add(viewRows(*panel));
                followList(desk, *panel);
                QObject::connect(&panel->timeline(), &TimelineView::menuRequested, panel,
                                 [&desk, panel](const QPoint& at) { openSliceMenu(desk, *panel, at); });
                return {panel};
            }};
}

}  // namespace tl::panels
