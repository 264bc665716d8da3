// All event files below a folder, as TensorBoard understands it: every folder that holds a file with "tfevents" in its
// name is a run. Scalars are kept, every point; what is larger (histograms, pictures, text) stays in its file and is
// loaded when somebody looks. Files of TensorFlow 1 and 2, PyTorch, Keras and Tensorloom; they may grow, vanish or be
// replaced while they are read. An object belongs to one thread; poll() uses others inside.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/core/message.h"
#include "engine/io/events/event_file.h"
#include "engine/io/events/event_values.h"

namespace tl {

struct EventPoint {
    int64_t step = 0;
    double wallTime = 0;  // seconds since 1970
    double value = 0;
};

// Where a value that is no number lies: a serialised message in a file of its run.
struct EventItem {
    int64_t step = 0;
    double wallTime = 0;
    uint64_t offset = 0;
    uint32_t length = 0, file = 0;
    enum class Form : uint8_t { Tensor, HistogramProto, ImageProto, Bytes, Metadata } form = Form::Bytes;
};

struct EventTag {
    std::string name;
    EventKind kind = EventKind::Other;
    std::string plugin, displayName, description;  // of its first value
    std::string content;                           // the plugin's own, likewise
    std::vector<EventPoint> points;                // of scalars, in the order they were written
    std::vector<EventItem> items;                  // of everything else
    size_t count() const { return points.size() + items.size(); }
};

// What of an event file cannot be read.
struct EventProblem {
    enum Kind {
        Damaged,     // nothing behind a certain place can be found
        BadRecords,  // so many do not fit their sums or cannot be understood
        Cut,         // the last record is not whole; it may come yet while somebody writes
        Empty        // likewise
    } kind = Damaged;
    std::string file;
    int64_t records = 0;
    Message sentence() const;
    friend bool operator==(const EventProblem&, const EventProblem&) = default;
};

class EventRun {
public:
    EventRun(std::string name, std::string folder) : name_(std::move(name)), folder_(std::move(folder)) {}

    const std::string& name() const { return name_; }  // relative to the tree's root; "." = the root itself
    const std::string& folder() const { return folder_; }
    const std::vector<EventTag>& tags() const { return tags_; }
    const EventTag* find(const std::string& tag) const;
    int64_t records() const;
    int generation() const { return generation_; }  // goes up where a file was replaced and all was read anew
    int64_t badRecords() const;                     // did not fit their sums or could not be understood
    // In the order of the files. ended: nobody writes them any more, and what has not come yet will not.
    std::vector<EventProblem> problems(bool ended) const;

    // What an item holds; nothing where it is of another kind, damaged, or its file is gone.
    std::optional<EventHistogram> histogram(const EventItem& item) const;
    std::optional<EventImage> image(const EventItem& item) const;  // the first
    std::vector<EventImage> images(const EventItem& item) const;   // all of that step
    std::optional<std::string> text(const EventItem& item) const;
    std::optional<EventTexts> texts(const EventItem& item) const;  // a tensor of them, as TensorBoard shows as a table
    std::optional<EventPrCurve> prCurve(const EventItem& item) const;
    std::optional<std::string> bytes(const EventItem& item) const;  // the message as it stands

private:
    friend class EventTree;
    friend struct RecordParser;
    bool poll(const std::vector<std::string>& files, std::stop_token stop);  // true: something new
    EventTag& tagOf(std::string_view name);
    std::string name_, folder_;
    struct File {
        EventFile file;
        EventFile::State state = EventFile::State::Whole;  // when it was last read
        int64_t misunderstood = 0;                         // records
    };
    std::vector<File> files_;
    std::unordered_set<std::string> known_;  // their paths: a folder may hold thousands
    std::vector<EventTag> tags_;
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>> index_;
    uint32_t guess_ = 0;  // writers name the same tags in the same order
    int generation_ = 0;
};

class EventTree {
public:
    static constexpr int kDeepest = 64;  // folders in one another
    using Skips = std::function<bool(const std::string& folder)>;
    // skips: folders below the root that are not looked into.
    explicit EventTree(std::string root, int deepest = kDeepest, Skips skips = {})
        : root_(std::move(root)), deepest_(deepest), skips_(std::move(skips)) {}

    // Looks for new folders, files and records. Returns the indices of the runs that changed. Throws Error where the
    // root is no folder, and what a reader of a run threw. threads: how many read side by side; 0 = as many as there
    // are cores.
    std::vector<size_t> poll(int threads = 0, std::stop_token stop = {});
    const std::vector<std::unique_ptr<EventRun>>& runs() const { return runs_; }  // in the order they were found
    void forget(size_t run);  // what was read of it: where it is still there, it is read anew

private:
    std::string root_;
    int deepest_;
    Skips skips_;
    std::vector<std::unique_ptr<EventRun>> runs_;
    std::unordered_map<std::string, size_t> byFolder_;
};

}  // namespace tl
