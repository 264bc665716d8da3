// Where the timeline's trace comes from: the last seconds as they pass, some steps recorded whole, what the rings still
// hold of the last seconds, or a file. Collecting, reading and writing are jobs; nothing is collected while nobody
// looks. GUI thread only.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "engine/backend/memory.h"
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
    ~ProfileSource() override;

    Mode mode() const { return mode_; }
    const std::shared_ptr<const Trace>& trace() const { return trace_; }
    QString title() const { return title_; }  // of what is shown: a file's name, "50 steps"
    QString path() const { return path_; }    // of a file
    bool ofFile() const { return !path_.isEmpty(); }
    bool ofRings() const { return rings_; }        // the last that each thread did, however far back that goes
    double progress() const { return progress_; }  // of Recording and Opening; 0 to 1

    void setWatched(bool watched);  // whether anybody sees it
    void goLive();
    void hold();  // what is shown stays as it is
    void takeLast();
    void show(std::shared_ptr<const Trace> trace, const QString& title);  // of this program's own training
    // Of a recording, what is in memory: it is there twice when it ends, and as a timeline. With more it ends.
    static size_t fitting() { return availableMemory() / 4; }
    void record(int steps, size_t mostBytes = fitting());
    // Opening: what was shown before stays. Recording: it ends with the steps that there are, if any; recorded()
    // follows.
    void cancel();
    void open(const QString& path, const QString& title = {});  // no title: the file's name
    void save(const QString& path);

signals:
    void changed();                   // mode, title, progress
    void traceChanged(bool another);  // false: the same one has grown
    void recorded();                  // what is shown now; after traceChanged()
    void failed(const QString& sentence);
    void saved(const QString& path);

private:
    void poll();
    void pollRecording();
    void endRecording(std::shared_ptr<const Trace> whole, int steps);
    void back();                             // to what was shown before
    bool after(std::function<void()> what);  // true: a recording is ended first, and kept
    void take(std::shared_ptr<const Trace> trace, bool another);
    void setMode(Mode mode, const QString& title = {});

    JobTracker& jobs_;
    Mode mode_ = Mode::Empty, before_ = Mode::Empty;
    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<LiveTrace> live_;
    std::shared_ptr<StepRecording> recording_;  // a job's while busy_
    std::function<void()> next_;                // done when the recording has ended
    QString title_, path_, titleBefore_;
    double progress_ = 0;
    int steps_ = 0;
    size_t mostBytes_ = 0;
    bool watched_ = false, busy_ = false, rings_ = false;
    bool ending_ = false;  // the recording, with the next poll
    quint64 asked_ = 0;    // counts what was started, so that a late answer is known
    QTimer timer_;
};

}  // namespace tl
