// The timeline that is open, and where it comes from: the last seconds as they pass, some steps recorded whole, what
// the rings still hold of the last seconds, or a file. Collecting, reading and writing are jobs; nothing is collected
// while nobody looks. Panels come and go, it stays. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "engine/backend/memory.h"
#include "engine/core/message.h"
#include "engine/profile/trace.h"

namespace tl {

class JobTracker;
class LiveTrace;
class StepRecording;

class ProfileSource : public QObject {
    Q_OBJECT
public:
    enum class Mode { Empty, Live, Recording, Opening, Held };
    static constexpr double kSeconds = 10;

    explicit ProfileSource(JobTracker& jobs, QObject* parent = nullptr);

    Mode mode() const { return mode_; }
    const std::shared_ptr<const Trace>& trace() const { return trace_; }
    QString title() const;                  // of what is shown: a file's name, "50 steps"
    QString opening() const;                // while Opening: what
    QString path() const { return path_; }  // of a file
    bool ofFile() const { return !path_.isEmpty(); }
    // What was recorded just now, once it is kept: its file.
    const QString& kept() const { return kept_; }
    void setKept(const std::shared_ptr<const Trace>& trace, const QString& file);
    // Whose steps are recorded, and where their run lies, once that is known.
    int recordedRun() const { return run_; }
    const QString& recordedFolder() const { return folder_; }
    void setRecordedFolder(const QString& folder) { folder_ = folder; }
    bool ofRings() const { return rings_; }        // the last that each thread did, however far back that goes
    double progress() const { return progress_; }  // of Recording and Opening; 0 to 1
    int steps() const { return steps_; }           // that are to be recorded

    void setWatched(bool watched);  // whether anybody sees it
    void goLive();
    void hold();  // what is shown stays as it is
    // No step will come for a while: the newest ones stay in sight. And they do come, and are followed as before,
    // unless the person chose something else meanwhile.
    void rest();
    void goOn();
    void takeLast();
    void show(std::shared_ptr<const Trace> trace, const Message& title);  // of this program's own training
    // Of a recording, what is in memory: it is there twice when it ends, and as a timeline. With more it ends.
    static size_t fitting() { return availableMemory() / 4; }
    void record(int steps, int run = -1, size_t mostBytes = fitting());
    // Opening: what was shown before stays. Recording: it ends with the steps that there are, if any; recorded()
    // follows.
    void cancel();
    void open(const QString& path, const QString& title = {});  // no title: the file's name
    // Another project: what was recorded or seen of this one's runs is shown no more, a file opened by its name is.
    void forget();
    void save(const QString& path);

signals:
    void changed();                   // mode, title, progress, what is kept
    void traceChanged(bool another);  // false: the same one has grown
    void recorded();                  // what is shown now; after traceChanged()
    void failed(const QString& sentence);
    void saved(const QString& path);

private:
    void poll();
    void pollRecording();
    void endRecording(std::shared_ptr<const Trace> whole, int steps);
    void back();                             // to what was shown before
    void fail(const Message& sentence);      // what was being collected does not come
    bool after(std::function<void()> what);  // true: a recording is ended first, and kept
    void collect();                          // what the rings hold
    void put(std::shared_ptr<const Trace> trace, const Message& title);
    void take(std::shared_ptr<const Trace> trace, bool another);
    void setMode(Mode mode);

    JobTracker& jobs_;
    Mode mode_ = Mode::Empty, before_ = Mode::Empty;
    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<LiveTrace> live_;
    std::shared_ptr<StepRecording> recording_;  // a job's while busy_
    std::vector<std::function<void()>> next_;   // done in this order when the recording has ended
    Message title_, opening_;
    QString path_, kept_;
    bool byName_ = false;  // a file that is of no run of the project, as far as is known
    double progress_ = 0;
    int steps_ = 0, run_ = -1;
    QString folder_;  // of that run; empty: not known yet
    size_t mostBytes_ = 0;
    bool watched_ = false, busy_ = false, rings_ = false;
    bool ending_ = false;  // the recording, or what is live, with the next poll
    bool rests_ = false;   // it is held until steps come
    bool unseen_ = false;  // and was not taken, as nobody looked
    uint64_t since_ = 0;   // ticks: what the rings hold from before is another project's
    quint64 asked_ = 0;    // counts what was started, so that a late answer is known
    QTimer timer_;
};

}  // namespace tl
