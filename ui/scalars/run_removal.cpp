// Runs leave the list: ours into the trash, from which they can be put back, those of other programs from the list
// alone.
#include <QCoreApplication>
#include <QTreeView>
#include <algorithm>

#include "ui/models/workbench.h"
#include "ui/scalars/run_actions.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/desk.h"
#include "widgets/controls/question.h"

namespace tl {

// What is deleted can be put back from the note that says so, and from the menu as long as the window is open. What is
// gone for good though others of them can be put back is named: nothing else tells which those are.
void RunActions::tellRemoved(const std::vector<RunLibrary::Removed>& runs) {
    std::vector<RunLibrary::Removed> back, gone;
    for (const RunLibrary::Removed& run : runs) (run.trashed.isEmpty() ? gone : back).push_back(run);
    QStringList sentences;
    if (back.size() == 1) sentences << tr("“%1” is in the trash.").arg(back[0].name);
    if (back.size() > 1) sentences << tr("%n run(s) are in the trash.", nullptr, static_cast<int>(back.size()));
    if (gone.size() == 1) {
        sentences << tr("“%1” is deleted: there is no trash for %2.").arg(gone[0].name, gone[0].folder);
    } else if (back.empty()) {
        sentences << tr("%n run(s) are deleted: there is no trash for them.", nullptr, static_cast<int>(gone.size()));
    } else if (!gone.empty()) {
        QStringList names;
        for (const RunLibrary::Removed& run : gone) names << QStringLiteral("“%1”").arg(run.name);
        sentences << tr("%1 are deleted: there is no trash for them.").arg(names.join(QStringLiteral(", ")));
    }
    std::vector<Notices::Offer> offers;
    if (!back.empty()) {
        offers.push_back({back.size() == 1 ? tr("Put it back") : tr("Put them back"), [this] { putBack(); }});
        did(std::move(back));
    }
    desk_.notices.note(sentences.join(QLatin1Char(' ')), offers, kTopic);
}

// In sight, or beside a project that is not open any more.
void RunActions::tellCameBack(const std::vector<RunLibrary::Removed>& runs) {
    if (desk_.bench.library.tookFrom(runs[0])) {
        if (desk_.bench.runs.find(runs[0].run)) desk_.bench.selection.setRun(runs[0].run);  // in every panel
        return desk_.notices.note(runs.size() == 1
                                      ? tr("“%1” is back in the list.").arg(runs[0].name)
                                      : tr("%n run(s) are back in the list.", nullptr, static_cast<int>(runs.size())),
                                  {}, kTopic);
    }
    desk_.notices.note(
        runs.size() == 1
            ? tr("“%1” is back in %2, and is listed when its project is open.").arg(runs[0].name, runs[0].folder)
            : tr("%n run(s) are back in their folders, and are listed when their project is open.", nullptr,
                 static_cast<int>(runs.size())),
        {}, kTopic);
}

// Others' runs are taken from the list, ours are deleted.
QString RunActions::removeObstacle() const {
    const std::vector<int> runs = panel_.chosenRuns();
    const auto others = std::ranges::count_if(runs, [this](int id) { return desk_.bench.reader.foreign(id); });
    if (others == static_cast<std::ptrdiff_t>(runs.size())) return {};
    if (others > 0) return tr("Choose either your own runs or those of other programs.");
    for (const int id : runs) {
        const Run* run = desk_.bench.runs.find(id);
        if (run && run->live()) return tr("It is under way: stop it first.");
        if (run && run->folder.isEmpty()) return tr("It has no folder.");
    }
    return {};
}

// Why it cannot be done stands in brackets, so that it can be read without a mouse.
QString RunActions::labelled(const QString& name, const QString& why) {
    return why.isEmpty() ? name : tr("%1 (%2)").arg(name, why.chopped(why.endsWith(QLatin1Char('.')) ? 1 : 0));
}

QString RunActions::titleOf(int run) const { return desk_.bench.runs.titleOf(run).text(); }

// Which ones, a line each: of many the first.
QString RunActions::namesOf(const std::vector<int>& runs) const {
    constexpr size_t kMost = 6;
    QStringList names;
    for (const int id : runs)
        if (desk_.bench.runs.find(id)) names << QStringLiteral("“%1”").arg(titleOf(id));
    const qsizetype named = runs.size() > kMost ? kMost - 1 : names.size();  // "and 1 more" says less than a name
    if (const qsizetype more = names.size() - named; more > 0)
        names = names.mid(0, named) << tr("and %n more", nullptr, static_cast<int>(more));
    return names.join(QLatin1Char('\n'));
}

void RunActions::remove(const std::vector<int>& runs) {
    const Run* first = runs.empty() ? nullptr : desk_.bench.runs.find(runs.front());
    if (!first) return;
    if (first->foreign) return close(runs);
    const int count = static_cast<int>(runs.size());
    auto* ask = new Question(
        *panel_.window(), tr("Delete the run"),
        count > 1 ? tr("Delete %n run(s)?", nullptr, count) : tr("Delete “%1”?").arg(titleOf(first->id)),
        count > 1 ? tr("Their folders go into the trash: curves, checkpoints and notes.\n%1").arg(namesOf(runs))
                  : tr("Its folder goes into the trash: curves, checkpoints and note.\n%1").arg(first->folder));
    ask->setObjectName(QStringLiteral("deleteRunBox"));
    ask->setSafe(ask->addCancel());
    ask->addAnswer(
        QStringLiteral("deleteRunButton"), tr("Delete"),
        [this, runs] {
            // By a menu, the keyboard may be anywhere: in the list Undo means what was deleted.
            if (auto* list = panel_.findChild<QTreeView*>(QStringLiteral("runTable")); list->isVisible())
                list->setFocus();
            desk_.bench.library.remove(runs);
        },
        Question::Danger);
    ask->open();
}

// What was to go into the trash is asked for again where there is none.
void RunActions::removeForGood(const std::vector<int>& runs) {
    const Run* first = desk_.bench.runs.find(runs.front());
    if (!first) return;
    const int count = static_cast<int>(runs.size());
    auto* ask = new Question(
        *panel_.window(), tr("Delete the run"),
        count > 1 ? tr("Delete %n run(s) for good?", nullptr, count)
                  : tr("Delete “%1” for good?").arg(titleOf(first->id)),
        count > 1 ? tr("There is no trash for their folders: they cannot be put back.\n%1").arg(namesOf(runs))
                  : tr("There is no trash for its folder: it cannot be put back.\n%1").arg(first->folder));
    ask->setObjectName(QStringLiteral("deleteForGoodBox"));
    ask->setSafe(ask->addCancel());
    ask->addAnswer(
        QStringLiteral("deleteForGoodButton"), tr("Delete for good"),
        [this, runs] { desk_.bench.library.remove(runs, true); }, Question::Danger);
    ask->open();
}

// Others' runs only leave the list, alone or with all that was opened with them.
void RunActions::close(const std::vector<int>& runs) {
    QStringList folders;
    for (const int id : runs)
        if (const QString folder = desk_.bench.reader.folderOf(id); !folder.isEmpty() && !folders.contains(folder))
            folders << folder;
    const auto all = std::ranges::count_if(desk_.bench.runs.runs(), [&](const Run& run) {
        return run.foreign && folders.contains(desk_.bench.reader.folderOf(run.id));
    });
    const int count = static_cast<int>(runs.size());
    auto* ask = new Question(*panel_.window(), tr("Take from the list"),
                             count > 1 ? tr("Take %n run(s) of other programs from the list?", nullptr, count)
                                       : tr("Take “%1” from the list?").arg(titleOf(runs[0])),
                             (count > 1 ? namesOf(runs) + QLatin1Char('\n') : QString()) +
                                 tr("Its files stay as they are. What is opened again is there again:\n%1")
                                     .arg(folders.join(QLatin1Char('\n'))));
    ask->setObjectName(QStringLiteral("closeRunsBox"));
    ask->addCancel();
    if (all > count)
        ask->addAnswer(QStringLiteral("closeFoldersButton"),
                       tr("All %n of these folders", nullptr, static_cast<int>(all)), [this, folders] {
                           for (const QString& folder : folders) desk_.bench.reader.close(folder);
                       });
    ask->addAnswer(
        QStringLiteral("closeRunsButton"), tr("Take from the list"),
        [this, runs] { desk_.bench.reader.leaveOut(runs); }, Question::Main);
    ask->open();
}

}  // namespace tl
