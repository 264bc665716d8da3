// The runs of the open project as folders on disk: fills the RunModel from them, finds those that other programs
// begin, follows the ones they train, and edits who a run is. The list is there first, and of many runs only the newest
// are shown; the curves of a run are read when it is shown. All reading and writing is done by jobs.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "engine/run/run_list.h"

namespace tl {

class JobTracker;
class RunModel;
struct Run;

class RunLibrary : public QObject {
    Q_OBJECT
public:
    RunLibrary(RunModel& runs, JobTracker& jobs, QObject* parent = nullptr);
    ~RunLibrary() override;

    // Where runs of projects without a file go.
    void setHome(const QString& folder) { home_ = folder; }
    // A project's file, or a name for one that has none yet ("unsaved:..."). The model is emptied and filled anew.
    void open(const QString& project);
    // The open project got a file: runs of before move beside it, where no program trains them. Or another file, of
    // which they are not.
    void projectSaved(const QString& file);
    QString project() const { return project_; }
    // For a new run: what looks for its folder, name-1, -2, ... the first that is not there. It asks the disk: for a
    // job. Empty where runs are kept nowhere.
    std::function<QString()> freshFolder(const QString& name) const;
    // Likewise, RunInfo's: that of none that is or was listed. 0 before the list is there: then its folder finds one.
    int freshNumber() { return timer_.isActive() ? ++numbered_ : 0; }
    // Trained by this window: its events come from the session and not from its folder. -1 = none.
    void setOwn(int run);
    // A run that has written who it is. One of the project, which got its file before, says whose it is; this window's
    // own has the number that its folder found.
    void claim(int run);

    void add(const QStringList& folders);  // of any project, to look at beside this one's
    // Those in the home folder whose project was given up before it had a file; straysAdded() follows.
    void addStrays();
    static bool isStray(const RunInfo& info, const QString& project);  // of such a project, and not of this one
    // On any thread: to beside the project's file, where nobody trains it; `folder` is where it is then.
    static bool bring(std::string& folder, const QString& project);
    void rename(int run, const QString& name);
    void annotate(int run, const QString& note);
    void setTags(int run, const QStringList& tags);
    // Of several at once: what each has besides stays.
    void changeTags(const std::vector<int>& runs, const QStringList& more, const QStringList& gone);
    struct Edited {  // what a person wrote about a run
        enum What { Name, Note, Tags } what;
        int opening, run;  // which list it stands in, see open(), and its id in there
        QString name;      // that it had in the list until then
        // Throw Error where another program has written something else meanwhile.
        std::function<void(RunInfo&)> back, again;
        bool undone = false;  // it is taken back, and can be done again
        QString named = {};   // then: the name that it had until it was taken back
        int act = 0;          // those of one are taken back together
    };
    void turn(const Edited& what);  // back, or again, in the open list; turned() or failed() follows
    // The weights that stand for it; whole: with what a run needs to go on. exported() or failed() follows.
    void exportWeights(int run, const QString& path, bool whole = false);
    struct Removed {
        QString name, folder, trashed;  // where it was, and where it is; empty: it is gone for good
        int opening = 0, run = -1;      // which list it was taken from, see open(), and its id in there
    };
    // Into the trash, or forGood; removed(), untrashed() or failed() follows.
    void remove(const std::vector<int>& runs, bool forGood = false);
    // What removed() told: in the list again, in its place, by another folder where a new run has that of before. Those
    // of a list that is closed by now are only put back on the disk. cameBack() tells of both; those that stay in the
    // trash are in done() again.
    void putBack(const std::vector<Removed>& runs);
    // What a person can take back, the last at the end: deleted at once, or written. Kept here, as the panels that show
    // the list come and go.
    using Done = std::vector<std::variant<std::vector<Removed>, Edited>>;
    Done& done() { return done_; }
    std::vector<Edited>& undone() { return undone_; }  // of what was written; until something else is done
    // The open list.
    bool tookFrom(const Removed& run) const { return run.opening == opening_; }
    bool wroteIn(const Edited& what) const { return what.opening == opening_; }
    bool returning() const { return returning_ > 0; }     // some are on their way out of the trash
    void load(int run, std::function<void()> then = {});  // its curves, if they are still on disk; so does showing it
    int loads() const { return loads_; }                  // journals that were read whole, for tests

signals:
    void opened();                             // another project is open, whose runs are read from now on
    void loaded();                             // after that, when all are there
    void liveElsewhere(int run);               // another program trains it, found just now
    void strayed(const QStringList& folders);  // see addStrays(): those that are under way when a project opens
    void straysAdded(int count);
    void removed(const std::vector<RunLibrary::Removed>& runs);
    void untrashed(const std::vector<int>& runs);  // there is no trash for these: they are where they were
    // To these folders, all of one list; into that, where it is open.
    void cameBack(const std::vector<RunLibrary::Removed>& runs);
    void edited(const tl::RunLibrary::Edited& what);
    void turned(const tl::RunLibrary::Edited& what);  // as it is now
    void exported(const QString& sentence);
    void projectChanged(const QString& before, const QString& now);  // the same one, by another name or file
    // Runs, to beside the project's new file; or they stay with the file that it is a copy of.
    void cameAlong(const QString& file, const QString& sentence);
    void failed(const QString& sentence);
    void vanished(const QString& sentence);  // runs are, from the disk and from the list

private:
    struct Follower;
    struct Found;
    struct Seen;
    struct Read;
    void poll();
    void tellStaying(const QString& before);
    void forgetSeen();  // which project it is has changed: all are asked again
    void take(Found found);
    void takeGone(std::map<int, QString> gone);
    // `before`: the id that it had, see RunModel::addRun().
    int show(Read read, int replaced = -1, bool visible = true, int before = -1);
    using Then = std::function<void(const std::vector<bool>& there)>;
    void add(const QStringList& folders, const Then& then);
    struct Wanted {
        QString folder;
        int before = -1;
    };
    void add(const std::vector<Wanted>& runs, const Then& then);
    void list(const std::vector<Removed>& runs);  // put back on the disk just now
    bool ours(const Run& run);                    // else failed() says so
    // done: gets the name that the list knew it by until then.
    void edit(int run, const std::function<void(RunInfo&)>& change,
              const std::function<void(const QString&)>& done = {});
    void nextEdit();
    // Into the folders of those that have been given theirs just now.
    void keepNumbers(const std::vector<int>& runs);
    void write(int run, const QString& folder, const RunInfo& known, const std::function<void(RunInfo&)>& change,
               const std::function<void(const QString&)>& done);
    template <typename T>
    void set(int run, Edited::What what, T RunInfo::*field, T value, int act);
    QStringList places() const;
    void cutOff(const Run& run);  // it says that it is under way, and nobody trains it

    static constexpr QLatin1String kJobs{"runs"};  // what reads or moves them all

    RunModel& runs_;
    JobTracker& jobs_;
    QString home_, project_, unsaved_;  // the last: what the project was called before it got its file
    int own_ = -1, opening_ = 0, round_ = 0, loads_ = 0;
    int numbered_ = 0;  // the highest number of the open list so far
    QSet<int> loading_;
    std::deque<std::function<void()>> edits_;  // the first of them is being written
    size_t returning_ = 0;                     // runs on their way out of the trash
    int acts_ = 0;
    bool polling_ = false;
    std::map<int, QString> gone_;  // at the last look: folders of runs that were not there
    QTimer timer_;
    Done done_;
    std::vector<Edited> undone_;
    QHash<int, std::shared_ptr<Follower>> followed_;
    std::shared_ptr<Seen> seen_;
};

}  // namespace tl
