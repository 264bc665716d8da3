// See the header.
#include "ui/scalars/unwritten_notice.h"

#include <algorithm>
#include <utility>

#include "engine/run/checkpoint_writer.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"

namespace tl {

static const QString kTable = QStringLiteral("table");

UnwrittenNotice::UnwrittenNotice(Desk& desk, QObject* parent) : QObject(parent), desk_(desk) {
    connect(&desk.bench.runs, &RunModel::stateChanged, this, &UnwrittenNotice::look);
}

void UnwrittenNotice::look(int id) {
    const RunController& controller = desk_.bench.controller;
    const Run* run = desk_.bench.runs.find(id);
    if (!run || id != controller.currentRun() || run->elsewhere) return;
    const QString name = desk_.bench.runs.titleOf(id).text();
    QString lost;
    if (const auto table = std::ranges::find_if(run->problems, isUnwrittenTable); table != run->problems.end())
        lost = tr("A table of “%1” is not kept. %2").arg(name, q(*table));
    if (std::exchange(table_, lost) != lost)
        lost.isEmpty() ? desk_.notices.settle(kTable) : desk_.notices.problem(lost, {}, kTable);
    const auto problem = std::ranges::find_if(run->problems, isUnwritten);
    if (problem == run->problems.end()) {
        if (run->live() && told_ >= 0) desk_.notices.settle(kTopic);
        if (run->live()) told_ = -1;
        return;
    }
    const bool over = isOver(run->state);
    if (told_ == id && ended_ == over) return;
    told_ = id;
    ended_ = over;
    const QString reason = q(*problem);
    if (!over)
        return desk_.notices.problem(
            tr("“%1” goes on, but what it learns is not kept. %2 Each checkpoint is tried anew.").arg(name, reason), {},
            kTopic);
    desk_.notices.problem(tr("“%1” is over, and its last weights are not on the disk. %2").arg(name, reason),
                          {{tr("Write them elsewhere…"), [this] { desk_.actions.trigger("exportAction"); }}}, kTopic);
}

}  // namespace tl
