// Runs into the trash, and out of it again.
#include <QDir>
#include <QFileInfo>
#include <memory>
#include <set>
#include <vector>

#include "engine/core/error.h"
#include "engine/run/run_lock.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_library.h"
#include "ui/jobs/trash.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

void RunLibrary::remove(const std::vector<int>& runs, bool forGood) {
    struct One {
        int run;
        Removed what;
        Message problem = {};
        bool stays = false;  // there is no trash for it
    };
    std::vector<One> all;
    for (const int run : runs)
        if (const Run* shown = runs_.find(run); shown && ours(*shown))
            all.push_back({run, {runs_.titleOf(run).text(), shown->folder, {}, opening_, run}});
    if (all.empty()) return;
    jobs_.run(
        this, QString(),
        [all, forGood](std::stop_token) mutable {
            for (One& one : all) {
                const std::string folder = one.what.folder.toStdString();
                if (isLive(folder)) {
                    one.problem = Message("Some program trains it: stop it first.");
                    continue;
                }
                if (!forGood) {
                    one.what.trashed = moveToTrash(one.what.folder);
                    one.stays = one.what.trashed.isEmpty() && QFileInfo::exists(one.what.folder);
                } else if (!QDir(one.what.folder).removeRecursively()) {
                    one.problem = Message("\"{folder}\" could not be removed whole.", folder);
                }
            }
            return all;
        },
        [this](const std::vector<One>& done) {
            std::vector<Removed> gone;
            std::vector<int> stay;
            std::set<int> ids;
            for (const One& one : done) {
                if (one.stays) {
                    if (tookFrom(one.what)) stay.push_back(one.run);
                    continue;
                }
                if (!one.problem.empty()) {
                    emit failed(tr("“%1” was not deleted. %2").arg(one.what.name, q(one.problem)));
                    continue;
                }
                followed_.remove(one.run);
                ids.insert(one.run);
                gone.push_back(one.what);
            }
            runs_.remove(ids);
            if (!gone.empty()) emit removed(gone);
            if (!stay.empty()) emit untrashed(stay);
        },
        [this](const Message& sentence) { emit failed(q(sentence)); });
}

void RunLibrary::putBack(const std::vector<Removed>& runs) {
    struct Put {
        std::vector<Removed> back, left = {};  // left: in the trash
        std::vector<Message> problems = {};
    };
    returning_ += runs.size();
    jobs_.run(
        this, QString(),
        [runs](std::stop_token) {
            Put put;
            for (Removed one : runs) {
                const QString before = one.folder;
                for (int n = 2; QFileInfo::exists(one.folder); ++n)
                    one.folder = QStringLiteral("%1-%2").arg(before, QString::number(n));
                try {
                    tl::putBack(one.trashed, one.folder);
                    put.back.push_back(one);
                } catch (const std::exception& error) {
                    put.problems.push_back(messageOf(error));
                    one.folder = before;
                    if (QFileInfo::exists(one.trashed)) put.left.push_back(one);
                }
            }
            return put;
        },
        [this, count = runs.size()](const Put& put) {
            std::vector<Removed> here, others;
            for (const Removed& one : put.back) (tookFrom(one) ? here : others).push_back(one);
            returning_ -= count - here.size();
            if (!others.empty()) emit cameBack(others);
            list(here);
            if (!put.left.empty()) done_.emplace_back(put.left);  // it can be tried again
            for (const Message& problem : put.problems) emit failed(q(problem));
        },
        [this, runs](const Message& sentence) {
            returning_ -= runs.size();
            done_.emplace_back(runs);
            emit failed(q(sentence));
        });
}

// What is back is told at once.
void RunLibrary::list(const std::vector<Removed>& runs) {
    std::vector<Wanted> wanted;
    wanted.reserve(runs.size());
    for (const Removed& one : runs) wanted.push_back({one.folder, one.run});
    if (wanted.empty()) return;
    add(wanted, [this, runs](const std::vector<bool>& there) {
        returning_ -= runs.size();
        std::vector<Removed> came;
        for (size_t i = 0; i < runs.size(); ++i)
            if (there[i]) came.push_back(runs[i]);
        if (!came.empty()) emit cameBack(came);
    });
}

}  // namespace tl
