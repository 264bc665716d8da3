// Order matters to whoever pulls the plug: the best and the history are on the disk before the newest is, so that a
// run which goes on from the newest lacks neither; what is ahead of it is made again.
#include "engine/run/checkpoint_writer.h"

#include <filesystem>
#include <fstream>
#include <istream>
#include <sstream>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/profile/spans.h"

namespace tl {

namespace fs = std::filesystem;

namespace {

const SpanName kWrite = spanName({"write checkpoint", {}, {}, SpanCategory::Checkpoint});

Message failure(const Message& what, const Message& reason) { return Message("{what} {reason}", what, reason); }
Message newestFailed() { return Message("The checkpoint was not written."); }
Message tableFailed(const std::string& file) { return Message("{file} was not written.", file); }
Message tableWritten(const std::string& file) { return Message("{file} is written again.", file); }

// What failed; null for notes about something else.
const Message* failed(const Message& note) {
    if (note.key() != failure({}, {}).key()) return nullptr;
    const auto* what = std::get_if<std::vector<Message>>(&note.arguments().front().value);
    return what && what->size() == 1 ? &what->front() : nullptr;
}

void add(CheckpointWriter::Rows& all, const CheckpointWriter::Rows& more) {
    if (more.anew)
        all = more;
    else
        all.text += more.text;
}

// Names of checkpoints and of nothing else, one a line.
std::set<std::string> namesIn(std::istream&& lines) {
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line);)
        if (line.ends_with(".safetensors")) names.insert(line);
    return names;
}

}  // namespace

bool isUnwritten(const Message& note) {
    const Message* what = failed(note);
    return what && *what == newestFailed();
}

bool isUnwrittenTable(const Message& note) {
    const Message* what = failed(note);
    return what && what->key() == tableFailed({}).key();
}

bool isOverWith(const Message& note, const Message& problem) {
    return note.key() == tableWritten({}).key() && isUnwrittenTable(problem) &&
           failed(problem)->arguments() == note.arguments();
}

CheckpointWriter::CheckpointWriter(std::string folder, Report report, const std::string& kept)
    : folder_(std::move(folder)), report_(std::move(report)), outdated_(namesIn(std::ifstream(folder_ + "/.outdated"))),
      recorded_(outdated_), thread_([this] { main(); }) {
    for (const std::string& name : namesIn(std::istringstream(kept))) outdated_.erase(name);  // it waits for work
}

CheckpointWriter::~CheckpointWriter() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void CheckpointWriter::newest(Shared snapshot, bool announced) {
    const std::lock_guard lock(mutex_);
    next_.announced = announced || (next_.newest && next_.announced);
    next_.newest = std::move(snapshot);
    changed_.notify_all();
}

void CheckpointWriter::epoch(Shared snapshot, const Rows& history, bool best) {
    const std::lock_guard lock(mutex_);
    next_.announced = true;
    add(next_.rows["history.csv"], history);
    if (best) next_.best = snapshot;
    next_.newest = std::move(snapshot);
    changed_.notify_all();
}

void CheckpointWriter::rows(const std::string& path, const Rows& added) {
    const std::lock_guard lock(mutex_);
    add(next_.rows[path], added);
    changed_.notify_all();
}

void CheckpointWriter::text(const std::string& path, std::string content) {
    const std::lock_guard lock(mutex_);
    next_.texts[path] = std::move(content);
    changed_.notify_all();
}

void CheckpointWriter::named(std::string path, Shared snapshot, std::vector<std::string> outdated) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return named_.size() < 2; });
    named_.push_back({std::move(path), std::move(snapshot), std::move(outdated)});
    changed_.notify_all();
}

bool CheckpointWriter::idle() const {
    const std::lock_guard lock(mutex_);
    return !busy_ && next_.empty() && named_.empty();
}

Message CheckpointWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_ && next_.empty() && named_.empty(); });
    return trouble_;
}

void CheckpointWriter::main() {
    nameThread("checkpoints");
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return closing_ || !next_.empty() || !named_.empty(); });
        if (next_.empty() && named_.empty()) return;
        Round round = std::exchange(next_, {});
        if (!named_.empty()) {
            round.named = std::move(named_.front());
            named_.pop_front();
        }
        busy_ = true;
        lock.unlock();
        write(round);
        round = {};
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

// Whole where the file is not the one that was written last: it is new, gone, or somebody else's.
void CheckpointWriter::Table::write(const std::string& path) {
    std::error_code gone;
    if (written > 0 && fs::file_size(path, gone) == written && !gone)
        appendToFile(path, text.substr(written));
    else
        writeFileAtomically(path, text);
    written = text.size();
}

// A disk that does not take it either is asked again with the next.
void CheckpointWriter::recordOutdated() {
    if (outdated_ == recorded_) return;
    const std::string path = folder_ + "/.outdated";
    std::string lines;
    for (const std::string& each : outdated_) lines += each + "\n";
    try {
        if (!outdated_.empty())
            writeFileAtomically(path, lines);
        else
            fs::remove(path);
        recorded_ = outdated_;
    } catch (const std::exception&) {
        return;
    }
}

void CheckpointWriter::write(const Round& round) {
    const Span writing(kWrite);
    report_.before();
    const auto troubleOf = [](const auto& work) {
        try {
            work();
            return Message();
        } catch (const std::exception& error) {
            return messageOf(error);
        }
    };
    const auto attempt = [&](const Message& what, const auto& work) {
        Message reason = troubleOf(work);
        if (!reason.empty()) report_.failed(failure(what, reason));
        return reason;
    };
    // A run whose folder somebody removed does not come back as its checkpoints alone: writing says that it is gone.
    const auto makeRoomFor = [this](const fs::path& path) {
        if (fs::is_directory(folder_)) makeDirectory(path.parent_path().string());
    };
    // The first of failures in a row, which have the same cause, and their end: the next time writes all its rows.
    const auto attemptTable = [&](const std::string& file, const auto& put) {
        const fs::path path = fs::path(folder_) / file;
        const Message reason = troubleOf([&] {
            makeRoomFor(path);
            put(path.string());
        });
        if (reason.empty() ? unwritten_.erase(file) > 0 : unwritten_.insert(file).second)
            report_.failed(reason.empty() ? tableWritten(file) : failure(tableFailed(file), reason));
    };
    if (round.named) {
        for (const std::string& old : round.named->outdated) outdated_.insert(old);
        outdated_.erase(round.named->path);
        attempt(Message("The checkpoint {file} was not written.", round.named->path), [&] {
            const fs::path path = fs::path(folder_) / round.named->path;
            makeRoomFor(path);
            saveCheckpoint(*round.named->snapshot, path.string());
            report_.written(round.named->snapshot->position.step, round.named->path);
            std::erase_if(outdated_, [this](const std::string& old) {
                std::error_code stays;
                fs::remove(fs::path(folder_) / old, stays);
                return !stays;
            });
        });
        recordOutdated();
    }
    const fs::path newest = fs::path(folder_) / "checkpoint.safetensors", best = fs::path(folder_) / "best.safetensors";
    bool bestWritten = false;
    if (round.best)
        attempt("The best checkpoint was not written.", [&] {
            saveCheckpoint(*round.best, best.string());
            bestWritten = true;
        });
    for (const auto& [file, rows] : round.rows) {
        Table& table = tables_[file];
        if (rows.anew) table = {};
        table.text += rows.text;
        attemptTable(file, [&](const std::string& path) { table.write(path); });
    }
    for (const auto& each : round.texts)
        attemptTable(each.first, [&](const std::string& path) { writeFileAtomically(path, each.second); });
    if (round.newest) {
        const Message trouble = attempt(newestFailed(), [&] {
            // The same bytes under a second name cost nothing; a file system may have no hard links.
            std::error_code code;
            const fs::path part = fs::path(folder_) / ".checkpoint.safetensors.part";
            fs::remove(part, code);
            code.clear();
            const bool same = bestWritten && round.newest == round.best;
            if (same) fs::create_hard_link(best, part, code);
            if (same && !code) {
                fs::rename(part, newest);
                std::error_code ignored;
                fs::remove(part, ignored);  // rename() leaves it where both are the same file already
            } else {
                saveCheckpoint(*round.newest, newest.string());
            }
            if (round.announced) report_.written(round.newest->position.step, newest.string());
        });
        const std::lock_guard lock(mutex_);
        trouble_ = trouble;
    }
}

}  // namespace tl
