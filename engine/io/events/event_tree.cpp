// A poll lists the folders first and then reads the runs side by side; a run is read by one thread.
#include "engine/io/events/event_tree.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "engine/core/error.h"
#include "engine/core/processors.h"
#include "engine/io/events/record_parser.h"

namespace tl {

namespace fs = std::filesystem;

namespace {

// Whether `folder` is `inner` or one that it lies in.
bool isAround(const fs::path& folder, const fs::path& inner) {
    return std::mismatch(folder.begin(), folder.end(), inner.begin(), inner.end()).first == folder.end();
}

// Event files by folder, in the order of their names, which is that of their times; so many folders deep. Links are
// followed, but none that leads back: `links` are the folders, as they are really called, of those on the way here.
void list(const fs::path& folder, const std::string& name, int depth, const EventTree::Skips& skips,
          std::map<std::string, std::pair<std::string, std::vector<std::string>>>& found, std::stop_token stop,
          const std::vector<fs::path>& links = {}) {
    std::error_code failed;
    std::vector<std::pair<fs::path, bool>> folders;  // whether it is a link
    for (fs::directory_iterator entries(folder, failed), end; !failed && entries != end; entries.increment(failed)) {
        if (stop.stop_requested()) return;
        std::error_code unknown;
        const std::string file = entries->path().filename().string();
        if (entries->is_directory(unknown)) {
            if (depth > 0) folders.emplace_back(entries->path(), entries->is_symlink(unknown));
        } else if (isEventFile(file) && entries->is_regular_file(unknown)) {
            auto& [run, files] = found[folder.string()];
            run = name.empty() ? "." : name;
            files.push_back(entries->path().string());
        }
    }
    for (const auto& [each, isLink] : folders) {
        if (skips && skips(each.string())) continue;
        std::vector<fs::path> behind = links;
        if (isLink) {
            behind.push_back(fs::canonical(folder, failed));
            const fs::path target = fs::canonical(each, failed);
            if (std::ranges::any_of(behind, [&](const fs::path& from) { return isAround(target, from); })) continue;
        }
        const std::string child = each.filename().string();
        list(each, name.empty() ? child : name + "/" + child, depth - 1, skips, found, stop, behind);
    }
}

}  // namespace

const EventTag* EventRun::find(const std::string& tag) const {
    const auto found = index_.find(tag);
    return found == index_.end() ? nullptr : &tags_[found->second];
}

int64_t EventRun::records() const {
    int64_t all = 0;
    for (const File& each : files_) all += each.file.records();
    return all;
}

int64_t EventRun::badRecords() const {
    int64_t all = 0;
    for (const File& each : files_) all += each.misunderstood + each.file.badRecords();
    return all;
}

std::vector<EventProblem> EventRun::problems(bool ended) const {
    std::vector<EventProblem> found;
    for (const auto& [file, state, misunderstood] : files_) {
        const int64_t bad = misunderstood + file.badRecords();
        if (file.damaged()) found.push_back({EventProblem::Damaged, file.path()});
        if (bad > 0) found.push_back({EventProblem::BadRecords, file.path(), bad});
        if (!ended) continue;
        if (state == EventFile::State::Cut) found.push_back({EventProblem::Cut, file.path()});
        if (state == EventFile::State::Whole && file.offset() == 0) found.push_back({EventProblem::Empty, file.path()});
    }
    return found;
}

Message EventProblem::sentence() const {
    switch (kind) {
    case Damaged: return Message("\"{file}\" is damaged: what stands behind the damage cannot be read.", file);
    case BadRecords: return Message("\"{file}\": {records} {records|record|records} could not be read.", file, records);
    case Cut: return Message("\"{file}\" ends within a record, as where its writer was killed.", file);
    case Empty: return Message("\"{file}\" is empty.", file);
    }
    return {};
}

EventTag& EventRun::tagOf(std::string_view name) {
    if (guess_ < tags_.size() && tags_[guess_].name == name) return tags_[guess_++];
    auto found = index_.find(name);
    if (found == index_.end()) {
        found = index_.emplace(std::string(name), static_cast<uint32_t>(tags_.size())).first;
        tags_.emplace_back().name = name;
    }
    guess_ = found->second + 1;
    return tags_[found->second];
}

bool EventRun::poll(const std::vector<std::string>& files, std::stop_token stop) {
    bool changed = false;
    for (const auto& path : files)
        if (known_.insert(path).second) files_.push_back({EventFile(path)}), changed = true;
    for (size_t i = 0; i < files_.size(); ++i) {
        File& one = files_[i];
        const uint64_t before = one.file.offset();
        RecordParser parser{*this, static_cast<uint32_t>(i)};
        one.state = one.file.read(
            [&](std::span<const uint8_t> record, uint64_t offset) { parser.parse(record, offset); }, stop);
        if (one.state == EventFile::State::Replaced) {
            // Its points would stand twice: the run is read again from the beginning, its other files too.
            for (File& file : files_) file = {EventFile(file.file.path())};
            tags_.clear();
            index_.clear();
            ++generation_;
            (void)poll({}, stop);
            return true;
        }
        changed = changed || one.file.offset() != before;
    }
    return changed;
}

void EventTree::forget(size_t run) {
    EventRun& one = *runs_[run];
    const int generation = one.generation_ + 1;
    one = EventRun(one.name_, one.folder_);
    one.generation_ = generation;
}

std::vector<size_t> EventTree::poll(int threads, std::stop_token stop) {
    std::error_code failed;
    if (!fs::is_directory(root_, failed))
        throw Error(root_, "a folder with event files", failed ? failed.message() : "no folder",
                    "Name the folder that holds the runs.");
    std::map<std::string, std::pair<std::string, std::vector<std::string>>> found;
    list(root_, "", deepest_, skips_, found, stop);
    std::vector<std::vector<std::string>> files(runs_.size());
    for (auto& [folder, run] : found) {
        auto& [name, paths] = run;
        std::sort(paths.begin(), paths.end());
        const auto [at, fresh] = byFolder_.emplace(folder, runs_.size());
        if (fresh) {
            runs_.push_back(std::make_unique<EventRun>(name, folder));
            files.emplace_back();
        }
        files[at->second] = std::move(paths);
    }
    std::atomic<size_t> next{0};
    std::vector<char> changed(runs_.size());
    std::exception_ptr error;
    std::mutex failing;
    const auto work = [&] {
        try {
            for (size_t i; (i = next++) < runs_.size();) changed[i] = runs_[i]->poll(files[i], stop);
        } catch (...) {
            const std::scoped_lock one(failing);
            if (!error) error = std::current_exception();
            next = runs_.size();
        }
    };
    const size_t wanted = std::min(runs_.size(), static_cast<size_t>(threads > 0 ? threads : usableThreads()));
    {
        std::vector<std::jthread> others;
        for (size_t i = 1; i < wanted; ++i) others.emplace_back(work);
        work();
    }
    if (error) std::rethrow_exception(error);
    std::vector<size_t> fresh;
    for (size_t i = 0; i < changed.size(); ++i)
        if (changed[i]) fresh.push_back(i);
    return fresh;
}

}  // namespace tl
