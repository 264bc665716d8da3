// Appends to a TensorBoard event file: a folder is a run, and every reader of such files (TensorBoard, its plugins,
// Tensorloom) follows it while it grows. Records go to the disk at least twice a second, whole; what a kill -9 leaves
// is readable up to its last whole record. Writing is any thread's; it copies into memory and never waits for the disk.
#pragma once

#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "engine/core/message.h"
#include "engine/io/events/event_values.h"

namespace tl {

namespace wire {
class EventProto;
}

using HParam = std::variant<double, std::string, bool>;

class EventWriter {
public:
    // Makes the folder where it is missing, and in it a file named after the time, the machine and the process.
    // Throws Error.
    explicit EventWriter(const std::string& folder);
    ~EventWriter();  // writes what is left
    EventWriter(const EventWriter&) = delete;
    EventWriter& operator=(const EventWriter&) = delete;

    // wallTime: seconds since 1970. Steps may come in any order.
    void scalar(const std::string& tag, int64_t step, double wallTime, double value);
    void histogram(const std::string& tag, int64_t step, double wallTime, const EventHistogram& value);
    void image(const std::string& tag, int64_t step, double wallTime, const EventImage& value);
    void text(const std::string& tag, int64_t step, double wallTime, const std::string& markdown);
    void prCurve(const std::string& tag, int64_t step, double wallTime, const EventPrCurve& value);
    void graph(double wallTime, const std::string& graphDef);  // a serialised GraphDef
    // What the run was started with; `metrics` are tags that make columns beside it.
    void hparamsStart(double wallTime, const std::map<std::string, HParam>& hparams,
                      const std::vector<std::string>& metrics, const std::string& group);
    void hparamsEnd(double wallTime, bool succeeded);

    const std::string& path() const { return path_; }
    void flush();  // waits for the disk: everything so far is then with the system
    // Empty while all is well, else what the disk said; nothing is written after it.
    Message problem() const;

private:
    void append(const wire::EventProto& event);
    bool firstOf(const std::string& tag);
    std::string path_;
    std::mutex disk_;  // for file_; taken before mutex_
    std::ofstream file_;
    mutable std::mutex mutex_;  // for all below
    std::condition_variable_any wake_;
    std::string pending_;
    Message problem_;
    std::set<std::string> described_;  // tags whose metadata was written
    std::jthread thread_;
};

}  // namespace tl
