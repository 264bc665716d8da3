// Appends to a TensorBoard event file: a folder is a run, and every reader of such files (TensorBoard, its plugins,
// Tensorloom) follows it while it grows. flush() hands whole records to the system; what a kill -9 leaves is readable
// up to its last whole record. One thread.
#pragma once

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/message.h"
#include "engine/io/events/event_values.h"

namespace tl {

namespace wire {
class EventProto;
}

using HParam = std::variant<double, std::string, bool>;

class EventWriter {
public:
    // Makes the folder where it is missing, and in it a file named after the time, the machine and the process, which
    // comes after all event files that are there. Throws Error.
    explicit EventWriter(const std::string& folder);
    ~EventWriter();  // writes what is left
    EventWriter(const EventWriter&) = delete;
    EventWriter& operator=(const EventWriter&) = delete;

    // wallTime: seconds since 1970. Steps may come in any order.
    void scalar(const std::string& tag, int64_t step, double wallTime, double value);
    // Several at one step, in one record.
    using Scalars = std::vector<std::pair<std::string, double>>;
    void scalars(int64_t step, double wallTime, const Scalars& values);
    // A run goes on after `step`: TensorBoard forgets what it has read of later ones.
    void goesOnAfter(int64_t step, double wallTime);
    void histogram(const std::string& tag, int64_t step, double wallTime, const EventHistogram& value);
    void image(const std::string& tag, int64_t step, double wallTime, const EventImage& value);
    void text(const std::string& tag, int64_t step, double wallTime, const std::string& markdown);
    void prCurve(const std::string& tag, int64_t step, double wallTime, const EventPrCurve& value);
    void graph(double wallTime, const std::string& graphDef);  // a serialised GraphDef
    // What the run was started with; `metrics` are tags that make columns beside it, `model` is where it is kept.
    void hparamsStart(double wallTime, const std::map<std::string, HParam>& hparams,
                      const std::vector<std::string>& metrics, const std::string& group, const std::string& model = {});
    void hparamsEnd(double wallTime, bool succeeded);

    const std::string& path() const { return path_; }
    void flush();  // everything so far is then with the system
    // Empty while all is well, else what the disk said; nothing is written after it.
    const Message& problem() const { return problem_; }

private:
    void append(const wire::EventProto& event);
    void append(std::string_view content);
    std::string path_;
    std::ofstream file_;
    std::string pending_;
    Message problem_;
    std::set<std::string> described_;  // tags whose metadata was written
};

// Takes back what a folder's event files of this program tell of later than `step`, of epochs after `epoch`, and of how
// the run ended; what a kill has left of a record goes too. Files of other programs stay as they are. Returns how many
// bytes went.
uint64_t cutEventFiles(const std::string& folder, int64_t step, int64_t epoch);
void removeEventFiles(const std::string& folder);  // those of any program
// The scalar that stands in the record of an epoch's end: epochs done.
inline constexpr const char* kEpochTag = "epoch";

}  // namespace tl
