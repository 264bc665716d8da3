// The reader's thread, for run_reader's own files: it owns the trees of event files, answers what was asked first, and
// looks for news of all trees twice a second; what is new since the last look crosses to the GUI thread as values of so
// many points at most, which it takes one a turn of its loop.
#pragma once

#include <chrono>
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

#include "engine/io/events/event_tree.h"
#include "ui/jobs/own_folders.h"
#include "ui/jobs/run_reader.h"
#include "ui/models/run_model.h"

namespace tl {

struct RunReader::Delta {
    struct Tag {
        std::string name, title, description, content;
        EventKind kind = EventKind::Other;
        std::vector<ScalarPoint> points;
        std::vector<EventItem> items;
    };
    struct Part {
        int part = 0, generation = 0;
        std::string name, folder;
        std::vector<Tag> tags;
        bool live = false, gone = false, restarted = false;
        std::vector<EventProblem> problems;
    };
    int source = -1, round = 0;
    std::vector<Part> parts;
    bool last = false;     // of one look
    bool skipped = false;  // runs of ours lie there
    QString failure;
};

struct RunReader::Thread {
    explicit Thread(RunReader& owner) : owner(owner), thread([this](const std::stop_token& stop) { main(stop); }) {}
    ~Thread();

    struct Told {  // of a tag
        size_t points = 0, items = 0;
    };
    struct Seen {
        std::map<std::string, Told> tags = {};
        int generation = 0;
        std::chrono::steady_clock::time_point changed = {};
        bool live = false, gone = false;
        std::vector<EventProblem> problems = {};
    };
    struct Tree {
        explicit Tree(const std::string& root, bool scalars);
        OwnFolders own;        // asked by the events
        bool skipped = false;  // a run of ours, which the list has by its folder
        EventTree events;
        std::string root;
        bool scalars;  // told too
        bool first = true;
        int round = 0;  // so often something of it was told again
        std::vector<Seen> seen;
    };
    struct Request {
        QString key;
        int source, part;
        std::function<std::function<void()>(const EventRun&)> work;
        Trouble trouble;  // null: the reader's own signal
    };
    void follow(int source, const QString& root, bool scalars);
    void leave(int source);
    // As if they had not been told yet.
    void again(int source, const std::set<int>& parts);
    void again(int source);
    void ask(Request request);

    // Trees belong to the thread: what is to be done to them is left for it.
    void change(std::function<void()> how);
    void main(const std::stop_token& stop);
    void answer(const Request& request);
    void tell(int source, Tree& tree, const std::stop_token& stop);
    // Of at most `room` points and items, which become so many less: 0 where there may be more. again: of the same
    // look.
    static std::optional<Delta::Part> news(const EventRun& run, Seen& seen, bool scalars, size_t& room, bool again);

    // By its files' times at first, then by what is seen to come.
    static bool live(const EventRun& run, Seen& seen, bool fresh);

    RunReader& owner;
    std::mutex mutex;  // for changes, requests and due
    std::condition_variable_any wake;
    std::deque<std::function<void()>> changes;
    std::deque<Request> requests;
    bool due = false;
    std::map<int, std::unique_ptr<Tree>> trees;  // the thread's, and all below
    std::chrono::steady_clock::time_point looked{};
    std::jthread thread;  // last: it uses all above
};

}  // namespace tl
