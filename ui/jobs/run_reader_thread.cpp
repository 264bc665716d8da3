// See the header.
#include "ui/jobs/run_reader_thread.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/events/event_file.h"
#include "ui/models/text.h"

namespace tl {

namespace {

constexpr size_t kAtOnce = 100'000;  // points that the window takes without a stall
constexpr auto kPause = std::chrono::milliseconds(500);
constexpr auto kLive = std::chrono::seconds(20);  // no news for so long: nobody trains it any more

}  // namespace

// Among others' runs ours are no events alone: whoever opened the folder has them with all that they are.
RunReader::Thread::Tree::Tree(const std::string& root, bool scalars)
    : events(root, EventTree::kDeepest,
             scalars ? EventTree::Skips([this](const std::string& folder) {
                 const bool ours = own.holds(folder);
                 skipped = skipped || ours;
                 return ours;
             })
                     : EventTree::Skips()),
      root(root), scalars(scalars) {}

RunReader::Thread::~Thread() {
    thread.request_stop();
    wake.notify_all();
}

void RunReader::Thread::follow(int source, const QString& root, bool scalars) {
    change([=, this] { trees.emplace(source, std::make_unique<Tree>(root.toStdString(), scalars)); });
}

void RunReader::Thread::leave(int source) {
    change([=, this] { trees.erase(source); });
}

void RunReader::Thread::again(int source, const std::set<int>& parts) {
    change([=, this] {
        const auto tree = trees.find(source);
        if (tree == trees.end()) return;
        ++tree->second->round;
        for (const int part : parts)
            if (static_cast<size_t>(part) < tree->second->seen.size())
                tree->second->seen[static_cast<size_t>(part)] = {};
    });
}

void RunReader::Thread::again(int source) {
    change([=, this] {
        if (const auto tree = trees.find(source); tree != trees.end())
            tree->second->seen.clear(), tree->second->first = true, ++tree->second->round;
    });
}

void RunReader::Thread::ask(Request request) {
    const std::lock_guard lock(mutex);
    if (!request.key.isEmpty()) std::erase_if(requests, [&](const Request& other) { return other.key == request.key; });
    requests.push_back(std::move(request));
    wake.notify_all();
}

void RunReader::Thread::change(std::function<void()> how) {
    const std::lock_guard lock(mutex);
    changes.push_back(std::move(how));
    due = true;
    wake.notify_all();
}

void RunReader::Thread::main(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::deque<std::function<void()>> todo;
        std::optional<Request> request;
        {
            std::unique_lock lock(mutex);
            wake.wait_for(lock, stop, kPause, [this] { return due || !requests.empty() || !changes.empty(); });
            if (stop.stop_requested()) return;
            todo.swap(changes);
            if (!requests.empty()) {
                request = std::move(requests.front());
                requests.pop_front();
            }
        }
        for (const auto& each : todo) each();
        if (request) answer(*request);
        const auto now = std::chrono::steady_clock::now();
        bool look;
        {
            const std::lock_guard lock(mutex);
            look = due || now - looked >= kPause;
            due = false;
        }
        if (!look) continue;
        for (auto& [source, tree] : trees)
            if (!stop.stop_requested()) tell(source, *tree, stop);
        looked = std::chrono::steady_clock::now();
    }
}

void RunReader::Thread::answer(const Request& request) {
    const auto tree = trees.find(request.source);
    if (tree == trees.end()) return;
    const auto& runs = tree->second->events.runs();
    if (request.part < 0 || static_cast<size_t>(request.part) >= runs.size()) return;
    std::function<void()> done;
    try {
        done = request.work(*runs[static_cast<size_t>(request.part)]);
    } catch (const std::exception& e) {
        done = [&reader = owner, trouble = request.trouble, sentence = q(messageOf(e))] {
            trouble ? trouble(sentence) : emit reader.failed(sentence);
        };
    }
    QMetaObject::invokeMethod(&owner, std::move(done), Qt::QueuedConnection);
}

void RunReader::Thread::tell(int source, Tree& tree, const std::stop_token& stop) {
    const auto fresh = [&] {
        auto delta = std::make_shared<Delta>();
        delta->source = source;
        delta->round = tree.round;
        return delta;
    };
    const auto send = [this](const std::shared_ptr<Delta>& delta) {
        QMetaObject::invokeMethod(
            &owner, [this, delta] { owner.arrive(delta); }, Qt::QueuedConnection);
    };
    auto delta = fresh();
    bool told = std::exchange(tree.first, false);
    try {
        std::error_code unknown;
        if (tree.scalars || std::filesystem::is_directory(tree.root, unknown)) (void)tree.events.poll(0, stop);
        const auto& runs = tree.events.runs();
        tree.seen.resize(runs.size());
        size_t room = kAtOnce;
        for (size_t i = 0; i < runs.size(); ++i)
            for (bool again = false, more = true; more; again = true) {
                if (stop.stop_requested()) return;
                if (auto part = news(*runs[i], tree.seen[i], tree.scalars, room, again)) {
                    part->part = static_cast<int>(i);
                    if (part->gone) tree.events.forget(i);
                    delta->parts.push_back(std::move(*part));
                    told = true;
                }
                more = room == 0;
                if (!more) continue;
                send(std::exchange(delta, fresh()));
                room = kAtOnce;
            }
    } catch (const std::exception& e) {
        delta->failure = q(messageOf(e));
        told = true;
    }
    delta->skipped = tree.skipped;
    delta->last = true;
    if (told) send(delta);
}

std::optional<RunReader::Delta::Part> RunReader::Thread::news(const EventRun& run, Seen& seen, bool scalars,
                                                              size_t& room, bool again) {
    Delta::Part part;
    part.name = run.name();
    part.folder = run.folder();
    part.generation = run.generation();
    std::error_code unknown;
    if (!std::filesystem::is_directory(run.folder(), unknown)) {
        if (std::exchange(seen, Seen{.gone = true}).gone) return {};
        part.gone = true;
        return part;
    }
    if (run.generation() != seen.generation) {
        seen.tags.clear();
        seen.generation = run.generation();
        part.restarted = true;
    }
    for (const EventTag& tag : run.tags()) {
        Told& told = seen.tags[tag.name];
        if (told.points == tag.points.size() && told.items == tag.items.size()) continue;
        if (!scalars && tag.kind == EventKind::Scalar) {
            told = {tag.points.size(), tag.items.size()};
            continue;
        }
        if (room == 0) break;
        Delta::Tag fresh{tag.name, tag.displayName, tag.description, tag.content, tag.kind, {}, {}};
        const bool epochs = tag.name.starts_with("epoch_");
        const size_t points = std::min(tag.points.size() - told.points, room);
        fresh.points.reserve(points);
        for (const EventPoint& point : std::span(tag.points).subspan(told.points, points)) {
            const auto step = static_cast<double>(point.step);
            fresh.points.push_back({step, point.wallTime, epochs ? step : 0, point.value});
        }
        room -= points;
        const auto items = std::span(tag.items).subspan(told.items, std::min(tag.items.size() - told.items, room));
        fresh.items.assign(items.begin(), items.end());
        room -= items.size();
        part.tags.push_back(std::move(fresh));
        told = {told.points + points, told.items + items.size()};
    }
    part.live = again ? seen.live : live(run, seen, !part.tags.empty());
    part.problems = run.problems(!part.live);
    const bool told = part.live == seen.live && !seen.gone && part.problems == seen.problems;
    seen.live = part.live;
    seen.gone = false;
    seen.problems = part.problems;
    if (told && part.tags.empty() && !part.restarted) return {};
    return part;
}

bool RunReader::Thread::live(const EventRun& run, Seen& seen, bool fresh) {
    const auto now = std::chrono::steady_clock::now();
    if (fresh && seen.changed != std::chrono::steady_clock::time_point{}) {
        seen.changed = now;
    } else if (seen.changed == std::chrono::steady_clock::time_point{}) {
        seen.changed = now - 2 * kLive;
        std::error_code unknown;
        for (std::filesystem::directory_iterator entry(run.folder(), unknown), end; !unknown && entry != end;
             entry.increment(unknown))
            if (isEventFile(entry->path().string())) {
                std::error_code gone;
                const auto time = entry->last_write_time(gone);
                if (!gone && std::filesystem::file_time_type::clock::now() - time < kLive) seen.changed = now;
            }
    }
    return now - seen.changed < kLive;
}

}  // namespace tl
