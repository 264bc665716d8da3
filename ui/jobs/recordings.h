// Recorded timelines on their way into the folders of runs and out of them, by jobs: kept, renamed, deleted, put back.
// Lists of them come and go with their panels; what is under way, and what lies in the trash, stays. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "engine/run/run_recordings.h"

namespace tl {

class JobTracker;
class Message;
class RunModel;
struct Run;
struct Trace;

class Recordings : public QObject {
    Q_OBJECT
public:
    Recordings(JobTracker& jobs, const RunModel& runs);

    // Writes it into the folder that the run has now, else into the one that it had; kept() or failed() follows.
    void keep(std::shared_ptr<const Trace> trace, int run, const QString& folder);
    // `folder`: its run's.
    void rename(const std::string& folder, const std::string& file, const QString& name);
    void remove(const std::string& folder, const RunRecording& recording);
    // Into the folder that the run has by then, as long as it is listed; cameBack() or failed() follows.
    void putBack(const QString& file);
    void putBack();                                         // what was removed last of the listed runs
    QString lastRemoved() const;                            // what that was called; empty: there is none
    static QString titleOf(const RunRecording& recording);  // its name, else "Recording 2"
    // Read and written anew: "trace.json", "trace.json.gz", "trace.xplane.pb".
    void saveAs(const QString& file, const QString& path);

signals:
    void changed();  // folders are not as they were
    void kept(const std::shared_ptr<const tl::Trace>& trace, const QString& file);
    void saved(const QString& path);
    void removed(const QString& file, const QString& sentence, bool forGood);
    void cameBack(const QString& name);
    void failed(const QString& sentence);

private:
    struct Removed {
        int run;
        std::string folder;  // that it had
        std::string id;      // of its run.json
        RunRecording recording;
        QString trashed;       // where it lies
        bool returns = false;  // a job takes it out of there
    };
    const Run* runOf(const Removed& one) const;  // null: it is not listed
    std::vector<Removed>::const_reverse_iterator last() const;
    void putBack(const Removed& one);
    void change(std::function<void()> what);
    void fail(const Message& sentence);

    JobTracker& jobs_;
    const RunModel& runs_;
    std::vector<Removed> removed_;
};

}  // namespace tl
