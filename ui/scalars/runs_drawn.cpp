// Which runs of the list have their curves drawn: what is said of it, and what a person does about it by the button
// that says so, by the swatches, by keys and in the list's menu.
#include <QMenu>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "ui/scalars/run_tree.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/action_table.h"

namespace tl {

void RunsPanel::sayDrawn() {
    int listed = 0, drawn = 0;
    for (const Run& run : runs_.runs()) {
        listed += !run.filtered;
        drawn += run.shown();
    }
    drawn_->setText(tr("%1 of %n run(s) drawn", nullptr, listed).arg(drawn));
    drawn_->setVisible(runs_.runs().size() > 1);  // whatever is drawn: a line that comes and goes moves the list
}

void RunsPanel::fillDrawn(QMenu& menu) {
    menu.clear();
    QList<int> newest;
    int listed = 0;
    for (const Run& run : runs_.runs())
        if (!run.filtered) ++listed, newest << run.id;
    newest = newest.mid(std::max<qsizetype>(0, newest.size() - RunModel::kShownAtFirst));
    const auto add = [&](const char* name, const QString& text, const std::function<bool(const Run&)>& which) {
        // Those that the filter leaves out keep what they had.
        QAction* action = menu.addAction(text, this, [this, which] {
            runs_.setVisible([&](const Run& run) { return run.filtered ? run.visible : which(run); });
        });
        action->setObjectName(QLatin1String(name));
        return action;
    };
    add("drawAll", tr("Draw all %n run(s)", nullptr, listed), [](const Run&) { return true; });
    if (listed > RunModel::kShownAtFirst)
        add("drawNewest", tr("Draw the newest %n", nullptr, static_cast<int>(newest.size())),
            [newest](const Run& run) { return newest.contains(run.id); });
    const std::vector<int> all = chosenRuns();
    const QSet<int> chosen(all.begin(), all.end());
    add("drawChosen", tr("Draw only those chosen"), [chosen](const Run& run) {
        return chosen.contains(run.id);
    })->setEnabled(!chosen.isEmpty());
    add("drawNone", tr("Draw none"), [](const Run&) { return false; });
}

std::vector<int> RunsPanel::meantBy(const QModelIndex& index) const {
    const std::vector<int> chosen = chosenRuns(), own = tree_->runsUnder(index);
    const bool among = own.size() == 1 && std::find(chosen.begin(), chosen.end(), own.front()) != chosen.end();
    return among ? chosen : own;
}

void RunsPanel::toggle(const QModelIndex& index) {
    if (index.isValid()) setShown(meantBy(index), !index.data(RunModel::VisibleRole).toBool());
}

void RunsPanel::setShown(const std::vector<int>& runs, bool shown) {
    const QSet<int> meant(runs.begin(), runs.end());
    runs_.setVisible([&](const Run& run) { return meant.contains(run.id) ? shown : run.visible; });
}

void RunsPanel::showOnly(const std::vector<int>& runs) {
    const QSet<int> meant(runs.begin(), runs.end());
    runs_.setVisible([&](const Run& run) { return meant.contains(run.id); });
}

void RunsPanel::menuAt(const QPoint& position) {
    const QModelIndex index = table_->indexAt(position);
    if (!index.isValid()) return;
    if (!table_->selectionModel()->isSelected(index)) choose(index);
    table_->setFocus(Qt::OtherFocusReason);
    asked_ = {meantBy(index), chosenRuns(), index.data(RunModel::VisibleRole).toBool()};
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("runMenu"));
    emit menuRequested(menu);
    menu.setToolTipsVisible(true);
    menu.exec(table_->viewport()->mapToGlobal(position));
    asked_ = {};
}

std::vector<ActionRow> RunsPanel::rows() {
    const auto any = [this] { return table_->currentIndex().isValid(); };
    const QStringList menu{QStringLiteral("run/0")};
    return {
        {.id = "toggleRunAction",
         .keys = {Qt::Key_Space},
         .menus = menu,
         .run = [this] { asked_.runs.empty() ? toggle(table_->currentIndex()) : setShown(asked_.runs, !asked_.shown); },
         .applies = any,
         .scope = table_,
         .label =
             [this] { return table_->currentIndex().data(RunModel::VisibleRole).toBool() ? tr("Hide") : tr("Show"); },
         .name = [] { return tr("Runs: show or hide the chosen ones"); }},
        {.id = "onlyRunAction",
         .keys = {Qt::Key_Return, Qt::Key_Enter},
         .menus = menu,
         .run =
             [this] {
                 const std::vector<int> chosen = asked_.runs.empty() ? chosenRuns() : asked_.chosen;
                 if (!chosen.empty()) showOnly(chosen);
             },
         .applies = any,
         .scope = table_,
         .label = [this] { return chosenRuns().size() > 1 ? tr("Show only these") : tr("Show only this"); },
         .name = [] { return tr("Runs: show only the chosen ones"); }},
        {.id = "allRunsAction",
         .menus = menu,
         .run = [this] { runs_.setVisible([](const Run&) { return true; }); },
         .label = [] { return tr("Show all"); },
         .name = [] { return tr("Runs: show all"); }}};
}

}  // namespace tl
