// Writes a run's checkpoints and tables on a thread of its own, beside the training. Where they come faster than the
// disk takes them, only the newest and the best are written; those with names of their own all are. Rows of tables are
// appended; all of them are kept here, so that none is lost where the disk takes nothing or somebody removes the file.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/message.h"
#include "engine/train/snapshot.h"

namespace tl {

// Whether a note of a run says that its newest checkpoint is not on the disk.
bool isUnwritten(const Message& note);
// Whether it says so of one of its tables, history.csv or a callback's; and whether a note says that such a problem is
// over.
bool isUnwrittenTable(const Message& note);
bool isOverWith(const Message& note, const Message& problem);

class CheckpointWriter {
public:
    struct Report {
        std::function<void()> before;  // a checkpoint is written: what was told of its steps should be
        std::function<void(int64_t step, const std::string& path)> written;
        std::function<void(const Message& sentence)> failed;
    };
    // folder: where checkpoint.safetensors, best.safetensors and history.csv go.
    // kept: names, one a line, that the run counts among its own, whatever .outdated says.
    CheckpointWriter(std::string folder, Report report, const std::string& kept = {});
    ~CheckpointWriter();  // writes the rest

    using Shared = std::shared_ptr<const Snapshot>;
    struct Rows {
        std::string text;
        bool anew = false;  // the whole table, in place of what is there; else they go below
    };
    void newest(Shared snapshot, bool announced);
    // One of an epoch's end: with rows of history.csv, and as the best so far where it is.
    void epoch(Shared snapshot, const Rows& history, bool best);
    // Files in the run's folder or from /: a table's rows, and one that is whole each time.
    void rows(const std::string& path, const Rows& added);
    void text(const std::string& path, std::string content);
    // Waits while two wait already: each holds a copy of the weights. The outdated ones go when it is written, or with
    // the next that is, of a run that goes on too: .outdated names them.
    void named(std::string path, Shared snapshot, std::vector<std::string> outdated);
    // The checkpoint that was asked for last is written, or in no writer's hands.
    bool idle() const;
    Message finish();  // waits until all is written; why the newest is not, or empty

private:
    struct Named {
        std::string path;
        Shared snapshot;
        std::vector<std::string> outdated;
    };
    struct Round {
        Shared newest, best;
        bool announced = false;
        std::map<std::string, Rows> rows = {};  // by path, as those below
        std::map<std::string, std::string> texts = {};
        std::optional<Named> named;
        bool empty() const { return !newest && !best && rows.empty() && texts.empty() && !named; }
    };
    struct Table {
        std::string text;  // all of it
        size_t written = 0;
        void write(const std::string& path);
    };
    void main();
    void write(const Round& round);
    void recordOutdated();

    const std::string folder_;
    const Report report_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Round next_;
    std::deque<Named> named_;
    bool busy_ = false, closing_ = false;
    Message trouble_;
    std::map<std::string, Table> tables_;                    // by path; the thread's own, as what is below
    std::set<std::string> unwritten_, outdated_, recorded_;  // recorded: what .outdated holds
    std::thread thread_;
};

}  // namespace tl
