// A run as TensorBoard's event files, written beside it on a thread of its own: `folder`/train for the steps, the means
// of the epochs and what is watched, `folder`/validation for the values after each epoch, under the same tags, so that
// TensorBoard lays the two over each other. What is told is in the files within a second; a kill -9 leaves whole
// records up to there. docs/runs.md has the tags.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "engine/core/dtype.h"
#include "engine/core/rest.h"
#include "engine/io/events/epoch_pictures.h"
#include "engine/model/network_spec.h"
#include "engine/model/validation.h"
#include "engine/train/event_log.h"
#include "engine/train/snapshot.h"
#include "engine/train/training_spec.h"

namespace tl {

class EventWriter;

struct LoggedRun {
    std::string name;
    NetworkSpec network;
    TrainingSpec training;
    DataFacts facts;
    std::string dataSpec;
    std::vector<std::string> classNames;
    std::optional<RunPosition> resumed;  // it goes on from here: what the files tell of later is taken back
    std::string folder = {};             // the run's own, by which its files are known again
    DType dataType = DType::UInt8;
};

// A run's settings by the names that TensorBoard's hparams plugin shows.
std::map<std::string, std::variant<double, std::string, bool>> hparamsOf(const TrainingSpec& training);

// Where a run writes in a folder of logs: in the folder itself, or in one of its own in there, named like the run's,
// where another run's files stand already: TensorBoard would draw the two as one. One that goes on: where it wrote.
std::string logFolderIn(const std::string& logs, const LoggedRun& run);

class TrainingLog {
public:
    // Reads `log` from here on. `trouble` is called by the thread, once, when the disk takes no more; the rest is then
    // left out; and once where it was so slow that the log let go of values. Throws Error where the folder cannot be
    // made.
    TrainingLog(std::string folder, LoggedRun run, const std::shared_ptr<EventLog>& log,
                std::function<void(const Message&)> trouble = {}, Rest rest = restByTheClock());
    ~TrainingLog();  // as close(), for a run that did not finish
    // Waits until what was told so far is with the system, or cannot be. Any thread.
    void flush();
    // Writes all that was told, and how it ended; waits for it.
    void close(RunState last);

private:
    void main();
    void begin();
    void describe();
    void take();
    void add(const Event& event);
    void addStep(const StepRecord& record);
    void addEpoch(const EpochRecord& record);
    void addPictures(const EpochRecord& record);
    void addWatched(const WatchedRecord& record);
    EventWriter& validation();

    const std::string folder_;
    const LoggedRun run_;
    const std::function<void(const Message&)> trouble_;
    const Rest rest_;
    std::unique_ptr<EventReader> events_;
    std::unique_ptr<EventWriter> train_, validation_;  // the second is made by its first value
    EpochPictures pictures_;
    std::optional<EpochRecord> leftOut_;  // the newest epoch, where its pictures were: a run's last has them
    double newest_ = 0;
    bool lacking_ = false;  // told that it misses values

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<RunState> ended_;           // with the mutex, as all below
    uint64_t rounds_ = 0, roundsWanted_ = 0;  // done; that somebody waits for
    bool over_ = false;                       // the thread writes no more
    std::thread thread_;                      // last: begins when all else is there
};

}  // namespace tl
