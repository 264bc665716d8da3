// What was done to the list's runs, taken back in one order: those deleted come out of the trash, a name, a note or
// tags are again what they were.
#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/models/workbench.h"
#include "ui/scalars/run_actions.h"
#include "ui/shell/desk.h"

namespace tl {

std::ptrdiff_t RunActions::lastDeletion() const {
    const auto last = std::ranges::find_if(done_.rbegin(), done_.rend(),
                                           [](const auto& one) { return std::holds_alternative<Together>(one); });
    return done_.rend() - last - 1;
}

void RunActions::putBack() {
    const std::ptrdiff_t last = lastDeletion();
    if (last < 0) return;
    desk_.bench.library.putBack(std::get<Together>(done_[static_cast<size_t>(last)]));
    done_.erase(done_.begin() + last);
}

QString RunActions::putBackText() const {
    const std::ptrdiff_t place = lastDeletion();
    if (place < 0) return QCoreApplication::translate("Action", "Put back what was deleted");
    const auto& last = std::get<Together>(done_[static_cast<size_t>(place)]);
    return last.size() == 1 ? tr("Put back “%1”").arg(last[0].name)
                            : tr("Put back %n run(s)", nullptr, static_cast<int>(last.size()));
}

QString RunActions::textOf(const RunLibrary::Edited& what) const {
    const auto together = [&](const RunLibrary::Edited& one) { return one.act == what.act; };
    const auto done = std::ranges::count_if(done_, [&](const auto& one) {
        const auto* edit = std::get_if<RunLibrary::Edited>(&one);
        return edit && together(*edit);
    });
    // Each of them is in one of the two, one that is on its way from one to the other excepted.
    const auto count = static_cast<int>(done + std::ranges::count_if(undone_, together));
    if (count > 1) return tr("tags of %n run(s)", nullptr, count);
    switch (what.what) {
    case RunLibrary::Edited::Name: return tr("name of run “%1”").arg(what.name);
    case RunLibrary::Edited::Note: return tr("note about run “%1”").arg(what.name);
    case RunLibrary::Edited::Tags: return tr("tags of run “%1”").arg(what.name);
    }
    return {};
}

// What was written about a run that is gone for good has nothing to be taken back in.
std::ptrdiff_t RunActions::last() const {
    const auto gone = [&](const auto& one) {
        const auto* what = std::get_if<RunLibrary::Edited>(&one);
        return what && desk_.bench.library.wroteIn(*what) && !desk_.bench.runs.find(what->run) &&
               !desk_.bench.library.returning();
    };
    return done_.rend() - std::ranges::find_if_not(done_.rbegin(), done_.rend(), gone) - 1;
}

const RunLibrary::Edited* RunActions::lastEdit() const {
    const std::ptrdiff_t place = last();
    return place < 0 ? nullptr : std::get_if<RunLibrary::Edited>(&done_[static_cast<size_t>(place)]);
}

// Only in the list that it was done in.
bool RunActions::canTakeBack() const {
    const std::ptrdiff_t place = last();
    if (place < 0) return false;
    if (const auto* what = lastEdit()) return desk_.bench.library.wroteIn(*what);
    return desk_.bench.library.tookFrom(std::get<Together>(done_[static_cast<size_t>(place)]).front());
}

QString RunActions::takeBackText() const {
    const auto* what = lastEdit();
    return what ? QObject::tr("&Undo: %1").arg(textOf(*what)) : putBackText();
}

void RunActions::takeBack() {
    if (!canTakeBack()) return;
    done_.resize(static_cast<size_t>(last() + 1));
    const auto* last = lastEdit();
    if (!last) return putBack();
    const int act = last->act;
    std::vector<RunLibrary::Edited> together;
    for (last = lastEdit(); last && last->act == act && desk_.bench.runs.find(last->run); last = lastEdit()) {
        together.push_back(*last);
        done_.resize(static_cast<size_t>(this->last()));
    }
    for (const RunLibrary::Edited& what : together) desk_.bench.library.turn(what);
}

bool RunActions::canRedo() const {
    return !undone_.empty() && desk_.bench.library.wroteIn(undone_.back()) && desk_.bench.runs.find(undone_.back().run);
}

void RunActions::redo() {
    if (!canRedo()) return;
    const int act = undone_.back().act;
    std::vector<RunLibrary::Edited> together;
    for (; canRedo() && undone_.back().act == act; undone_.pop_back()) together.push_back(undone_.back());
    for (const RunLibrary::Edited& what : together) desk_.bench.library.turn(what);
}

void RunActions::tellTurned(const RunLibrary::Edited& what) {
    what.undone ? undone_.push_back(what) : void(done_.emplace_back(what));
    desk_.notices.note((what.undone ? QObject::tr("Undone: %1.") : QObject::tr("Redone: %1.")).arg(textOf(what)), {},
                       kTopic);
}

// Another window has their project open; or it is gone, they go on, and nobody else lists them.
void RunActions::tellStrayed(const QStringList& folders) {
    const auto count = static_cast<int>(folders.size());
    desk_.notices.note(tr("Under way: %n run(s) of unsaved projects.", nullptr, count),
                       {{count == 1 ? tr("Show it") : tr("Show them"),
                         [this, folders] {
                             desk_.bench.library.add(folders);
                             desk_.showWorkspace(QStringLiteral("train"));
                         }}},
                       kTopic);
}

}  // namespace tl
