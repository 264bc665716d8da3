// The list of runs on disk: what belongs to other projects is not read again and again, and saving a project takes its
// own runs along, whatever is wrong with one of them.
#include <QDir>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/inotify.h>
#include <unistd.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <future>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/model/templates.h"
#include "engine/run/journal.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_info.h"
#include "engine/run/run_lock.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_library.h"
#include "ui/models/run_model.h"

namespace test_run_library {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

// How often a file or folder was opened since it is watched.
class Opens {
public:
    explicit Opens(const QString& path) : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        ::inotify_add_watch(descriptor_, path.toLocal8Bit().constData(), IN_OPEN);
    }
    ~Opens() { ::close(descriptor_); }
    Opens(const Opens&) = delete;
    Opens& operator=(const Opens&) = delete;

    int count() {
        alignas(inotify_event) char bytes[4096];
        for (ssize_t got; (got = ::read(descriptor_, bytes, sizeof bytes)) > 0;)
            for (ssize_t at = 0; at < got;) {
                const auto* event = reinterpret_cast<const inotify_event*>(bytes + at);
                count_ += event->len == 0;  // of itself, not of what lies in it
                at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
            }
        return count_;
    }

private:
    int descriptor_, count_ = 0;
};

void give(const QString& folder, int number) {
    RunInfo info = readRunInfo(folder.toStdString());
    info.number = number;
    writeRunInfo(info, folder.toStdString());
}

void makeRun(const QString& folder, const QString& project, int steps = 3) {
    QDir().mkpath(folder);
    RunInfo info;
    info.id = freshRunId();
    info.name = QFileInfo(folder).fileName().toStdString();
    info.created = 1000;
    info.project = project.toStdString();
    info.epochs = 1;
    writeRunInfo(info, folder.toStdString());
    JournalWriter journal(
        folder.toStdString() + "/journal.bin", 0, [] {}, [](const Message&) {});
    for (int i = 1; i <= steps; ++i) {
        StepRecord step;
        step.step = i;
        step.loss = 1.0f / static_cast<float>(i);
        journal.add(step);
    }
    journal.add(StateRecord{RunState::Finished, {}, -1});
}

struct Fixture {
    QTemporaryDir folder;
    JobTracker jobs;
    RunModel runs;
    RunLibrary library{runs, jobs};
    QString in(const QString& path) const { return folder.filePath(path); }
    bool open(const QString& project) {
        QSignalSpy loaded(&library, &RunLibrary::loaded);
        library.open(project);
        return loaded.wait(kPatienceMs);
    }
    const Run* named(const QString& name) const {
        for (const Run& run : runs.runs())
            if (run.name == name) return &run;
        return nullptr;
    }
    bool idle() {
        return QTest::qWaitFor([this] { return jobs.running() == 0; }, kPatienceMs);
    }
};

}  // namespace

class TestRunLibrary : public QObject {
    Q_OBJECT
private slots:
    void otherProjectsRunsAreNotReadAgain() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"), 5);
        makeRun(f.in("runs/other"), f.in("another.tlm"));
        Opens searches(f.in("runs")), other(f.in("runs/other/journal.bin"));
        QVERIFY(f.open(f.in("net.tlm")));
        QCOMPARE(f.runs.runs().size(), size_t{1});
        QVERIFY(f.named("mine"));
        const auto afterMore = [&](int more) {
            const int all = searches.count() + more;
            return QTest::qWaitFor([&] { return searches.count() >= all; }, kPatienceMs) && f.idle();
        };
        QVERIFY(afterMore(1));  // which may look into it once more
        const int before = other.count();
        QVERIFY(afterMore(2));
        QCOMPARE(other.count(), before);
        // Until it is another's no more.
        makeRun(f.in("runs/other"), f.in("net.tlm"), 7);
        QVERIFY(QTest::qWaitFor([&] { return f.named("other") != nullptr; }, kPatienceMs));
        QCOMPARE(f.named("other")->state, RunState::Finished);
    }

    // Until all are there, also where there is none.
    void aProjectsRunsAreBeingRead() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"));
        for (const bool some : {true, false}) {
            QVERIFY(!f.runs.reading());
            QSignalSpy loaded(&f.library, &RunLibrary::loaded);
            f.library.open(f.in(some ? "net.tlm" : "another.tlm"));
            QVERIFY(f.runs.reading());
            QVERIFY(f.runs.runs().empty());
            QVERIFY(loaded.wait(kPatienceMs));
            QVERIFY(!f.runs.reading());
            QCOMPARE(f.runs.runs().size(), size_t{some ? 1U : 0U});
        }
    }

    // Nothing comes or goes in most folders: what lies there is not asked again and again, until somebody takes it up.
    void aFolderAtRestIsNotLookedInto() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"));
        makeRun(f.in("runs/other"), f.in("another.tlm"));
        const std::string mine = f.in("runs/mine").toStdString();
        std::optional<RunLock>(std::in_place, mine).reset();  // as a training leaves it
        const auto age = [](const std::string& folder) {
            std::filesystem::last_write_time(folder,
                                             std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        };
        age(mine);
        age(f.in("runs/other").toStdString());
        Opens searches(f.in("runs"));
        std::deque<Opens> looks;
        for (const char* what : {"runs/mine", "runs/mine/run.json", "runs/mine/run.lock", "runs/other",
                                 "runs/other/run.json", "runs/other/journal.bin"})
            looks.emplace_back(f.in(QLatin1String(what)));
        QVERIFY(f.open(f.in("net.tlm")));
        const auto afterMore = [&](int more) {
            const int all = searches.count() + more;
            return QTest::qWaitFor([&] { return searches.count() >= all; }, kPatienceMs) && f.idle();
        };
        const auto opens = [&] {
            QList<int> counts;
            for (Opens& each : looks) counts << each.count();
            return counts;
        };
        QVERIFY(afterMore(1));
        const QList<int> before = opens();
        QVERIFY(afterMore(2));
        QCOMPARE(opens(), before);
        const RunLock lock(mine);
        writeRunInfo(readRunInfo(mine), mine);
        QVERIFY(QTest::qWaitFor([&] { return f.named("mine")->elsewhere; }, kPatienceMs));
    }

    // What was deleted outside leaves the list, and a new run neither takes its folder nor its row.
    void whatIsGoneFromTheDiskLeavesTheList() {
        Fixture f;
        const QString project = f.in("net.tlm");
        makeRun(f.in("runs/net-1"), project);
        makeRun(f.in("runs/net-2"), project);
        QVERIFY(f.open(project));
        QVERIFY(f.idle());
        QSignalSpy gone(&f.library, &RunLibrary::vanished);
        QVERIFY(QDir(f.in("runs/net-1")).removeRecursively());
        QCOMPARE(f.library.freshFolder(QStringLiteral("net"))(), f.in("runs/net-3"));
        QCOMPARE(f.library.freshFolder(QStringLiteral("100%1"))(), f.in("runs/100%1-1"));
        // Another program's run takes the folder at once.
        const int before = f.named("net-1")->id;
        makeRun(f.in("runs/net-1"), project, 7);
        const RunLock lock(f.in("runs/net-1").toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(!f.runs.find(before), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(f.named("net-1") && f.named("net-1")->lastStep.step == 7, kPatienceMs);
        QVERIFY(QDir(f.in("runs/net-2")).removeRecursively());
        QTRY_VERIFY_WITH_TIMEOUT(!f.named("net-2"), kPatienceMs);
        QVERIFY(gone.last()[0].toString().contains(QStringLiteral("net-2")));
    }

    // One that failed before it had a folder stays, with why; so does everything while its place cannot be looked into.
    void whatTheDiskNeverHadStaysInTheList() {
        Fixture f;
        const QString project = f.in("net.tlm");
        makeRun(f.in("runs/net-1"), project);
        QVERIFY(QDir().mkpath(f.in("home")));  // which stays, and is looked into as often
        f.library.setHome(f.in("home"));
        QVERIFY(f.open(project));
        QVERIFY(f.idle());
        Run failed;
        failed.name = QStringLiteral("failed");
        failed.folder = f.in("runs/net-2");
        failed.state = RunState::Failed;
        failed.message = Message("The checkpoint is damaged.");
        const int id = f.runs.addRun(std::move(failed));
        QSignalSpy gone(&f.library, &RunLibrary::vanished);
        Opens searches(f.in("runs")), looks(f.in("home"));
        QVERIFY(QTest::qWaitFor([&] { return searches.count() >= 4; }, kPatienceMs));
        QVERIFY(f.runs.find(id));
        QVERIFY(QDir().rename(f.in("runs"), f.in("unmounted")));
        const int before = looks.count();
        QVERIFY(QTest::qWaitFor([&] { return looks.count() >= before + 3; }, kPatienceMs));
        QVERIFY(f.idle());
        QVERIFY(f.named("net-1") && f.runs.find(id));
        QCOMPARE(gone.count(), 0);
    }

    // Before run.json is there, nobody knows whose run it is.
    void aRunThatBeginsIsShownWhenItSaysWhoseItIs() {
        Fixture f;
        makeRun(f.in("runs/begins"), f.in("net.tlm"));
        QVERIFY(QFile::rename(f.in("runs/begins/run.json"), f.in("kept.json")));
        const RunLock lock(f.in("runs/begins").toStdString());
        Opens searches(f.in("runs"));
        QVERIFY(f.open(f.in("net.tlm")));
        QVERIFY(QTest::qWaitFor([&] { return searches.count() >= 2; }, kPatienceMs));
        QVERIFY(f.idle());
        QVERIFY(f.runs.runs().empty());
        QVERIFY(QFile::rename(f.in("kept.json"), f.in("runs/begins/run.json")));
        QVERIFY(QTest::qWaitFor([&] { return f.named("begins") != nullptr; }, kPatienceMs));
        QVERIFY(f.named("begins")->elsewhere);
    }

    void aRunThatCannotBeWrittenKeepsNoOtherFromMoving() {
        Fixture f;
        for (const char* name : {"a", "b", "c"}) makeRun(f.in("home/") + name, "unsaved:1");
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        QCOMPARE(f.runs.runs().size(), size_t{3});
        writeFileAtomically(f.in("home/b/run.json").toStdString(), "{\"format\": \"tensorloom-run\", ");
        QSignalSpy failed(&f.library, &RunLibrary::failed), came(&f.library, &RunLibrary::cameAlong);
        const QString project = f.in("saved/net.tlm");
        f.library.projectSaved(project);
        QVERIFY(f.idle());
        for (const QString name : {"a", "b", "c"}) {
            QCOMPARE(f.named(name)->folder, f.in("saved/runs/") + name);
            QVERIFY(QFile::exists(f.named(name)->folder + "/journal.bin"));
        }
        for (const QString name : {"a", "c"})
            QCOMPARE(QString::fromStdString(readRunInfo(f.named(name)->folder.toStdString()).project), project);
        QCOMPARE(failed.size(), 1);
        QVERIFY2(failed[0][0].toString().contains("cut short"), qPrintable(failed[0][0].toString()));
        QCOMPARE(came.size(), 1);
        QVERIFY2(came[0][1].toString().contains(f.in("saved/runs")), qPrintable(came[0][1].toString()));
    }

    // What is being written into a run goes along with it.
    void runsMoveBehindWhatIsWrittenIntoThem() {
        Fixture f;
        makeRun(f.in("home/a"), "unsaved:1");
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        std::promise<void> held;
        f.jobs.run(
            this, JobTracker::kKeep + QStringLiteral("recording"),
            [may = held.get_future().share()](std::stop_token) { return may.wait(), true; }, [](bool) {});
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(!QTest::qWaitFor([&] { return QFile::exists(f.in("saved/runs/a")); }, 300));
        QVERIFY(QFile::exists(f.in("home/a/run.json")));
        held.set_value();
        QVERIFY(f.idle());
        QVERIFY(QFile::exists(f.in("saved/runs/a/run.json")) && !QFile::exists(f.in("home/a")));
    }

    // What is said of a first save: how many runs came along and to where, and which did not, where they are, and why.
    void whatStaysIsSaid() {
        Fixture f;
        for (const char* name : {"a", "b"}) makeRun(f.in("home/") + name, "unsaved:1");
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        QSignalSpy came(&f.library, &RunLibrary::cameAlong);
        const RunLock held(f.in("home/a").toStdString());
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(f.idle());
        QCOMPARE(came.size(), 1);
        QCOMPARE(came[0][0].toString(), f.in("saved/net.tlm"));  // for who has another project open by now
        const QString said = came[0][1].toString();
        QVERIFY2(said.contains("1 run") && said.contains(f.in("saved/runs")), qPrintable(said));
        QVERIFY2(said.contains("“a” stays in " + f.in("home") + ": it is under way"), qPrintable(said));
        QVERIFY(QFile::exists(f.in("home/a/run.json")) && QFile::exists(f.in("saved/runs/b/run.json")));
        // One that stays is the project's all the same: at once, when it ended, and at the next start.
        QCOMPARE(QString::fromStdString(readRunInfo(f.in("home/a").toStdString()).project), f.in("saved/net.tlm"));
        QVERIFY(f.named("a"));
        QVERIFY(f.open(f.in("saved/net.tlm")));
        QVERIFY(f.named("a") && f.named("b"));
        // A copy has none of them: nothing moves, and that is said.
        f.library.projectSaved(f.in("saved/other.tlm"));
        QTRY_COMPARE(came.size(), 2);
        QCOMPARE(came[1][0].toString(), f.in("saved/other.tlm"));
        const QString stay = came[1][1].toString();
        QVERIFY2(stay.startsWith("2 run") && stay.contains("“net.tlm”") && stay.contains("“other.tlm”"),
                 qPrintable(stay));
        QVERIFY(QFile::exists(f.in("home/a/run.json")) && QFile::exists(f.in("saved/runs/b/run.json")));
    }

    // A run may begin while its project is saved for the first time: it has no folder yet, or has not said whose it is.
    void aRunThatBeginsMeanwhileIsTheProjects() {
        Fixture f;
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        const int run = f.runs.addRun("late", 1);
        f.runs.change(run, [](Run& own) { own.info.project = "unsaved:1"; });
        f.library.setOwn(run);
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(f.idle());
        makeRun(f.in("home/late"), "unsaved:1");
        f.runs.change(run, [&](Run& own) { own.folder = f.in("home/late"); });
        f.library.setOwn(-1);
        QVERIFY(f.idle());
        QCOMPARE(QString::fromStdString(readRunInfo(f.in("home/late").toStdString()).project), f.in("saved/net.tlm"));
        QVERIFY(f.open(f.in("saved/net.tlm")));
        QVERIFY(f.named("late"));
    }

    // Its folder is known before it says who it is: nobody is told of that, and it is the project's with its first
    // words, not only when it is over.
    void aRunThatHasNotSaidWhoItIsIsNoTrouble() {
        Fixture f;
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        const int run = f.runs.addRun("late", 1);
        f.runs.change(run, [&](Run& own) {
            own.info.project = "unsaved:1";
            own.folder = f.in("home/late");
            own.state = RunState::Starting;
        });
        f.library.setOwn(run);
        QSignalSpy failed(&f.library, &RunLibrary::failed);
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(f.idle());
        QVERIFY2(failed.empty(), qPrintable(failed.value(0).value(0).toString()));
        makeRun(f.in("home/late"), "unsaved:1");
        give(f.in("home/late"), 7);
        f.library.claim(run);
        QVERIFY(f.jobs.keeping());  // also where the window closes now
        QVERIFY(f.idle());
        QCOMPARE(QString::fromStdString(readRunInfo(f.in("home/late").toStdString()).project), f.in("saved/net.tlm"));
        f.library.claim(run);
        QCOMPARE(f.jobs.running(), 0);  // once
    }

    // Begun before the list was there, a run is called as its folder says.
    void aRunBegunEarlyHasTheNumberOfItsFolder() {
        Fixture f;
        QVERIFY(f.open(f.in("net.tlm")));
        const int run = f.runs.addRun("net · adam", 1);
        f.runs.change(run, [&](Run& own) {
            own.info.project = f.in("net.tlm").toStdString();
            own.folder = f.in("runs/early");
            own.state = RunState::Starting;
        });
        f.library.setOwn(run);
        makeRun(f.in("runs/early"), f.in("net.tlm"));
        give(f.in("runs/early"), 7);
        f.library.claim(run);
        QVERIFY(f.idle());
        QCOMPARE(f.runs.find(run)->info.number, 7);
        QCOMPARE(f.library.freshNumber(), 8);
    }

    // Deleted before the project had a file, put back since: it is told of when it is listed, where it was, and is the
    // project's at the next start, too.
    void whatComesBackAfterTheFirstSaveIsTheProjects() {
        Fixture f;
        qputenv("XDG_DATA_HOME", f.in("data").toUtf8());
        for (const char* name : {"a", "b", "c"}) makeRun(f.in("home/") + name, "unsaved:1");
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        const auto names = [&] {
            QStringList all;
            for (const Run& run : f.runs.runs()) all << run.name;
            return all;
        };
        const QStringList before = names();
        std::vector<RunLibrary::Removed> gone;
        connect(&f.library, &RunLibrary::removed, this, [&](const auto& runs) { gone = runs; });
        f.library.remove({f.named("a")->id, f.named("b")->id});
        QTRY_COMPARE(gone.size(), size_t{2});
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(f.idle());
        QStringList told;
        connect(&f.library, &RunLibrary::cameBack, this, [&](const auto& runs) {
            for (const RunLibrary::Removed& one : runs)
                if (f.named(one.name)) told << one.name;
        });
        f.library.putBack(gone);
        QVERIFY(f.idle());
        QCOMPARE(told.size(), 2);
        QCOMPARE(names(), before);
        for (const char* name : {"a", "b"})
            QCOMPARE(QString::fromStdString(readRunInfo((f.in("home/") + name).toStdString()).project),
                     f.in("saved/net.tlm"));
        QVERIFY(f.open(f.in("saved/net.tlm")));
        QVERIFY(f.named("a") && f.named("b") && f.named("c"));
        // Others are found again.
        makeRun(f.in("home/d"), f.in("saved/net.tlm"));
        QTRY_VERIFY(f.named("d"));
    }

    // What could not be put back can be tried again, as long as it lies in the trash.
    void whatStaysInTheTrashCanBeTriedAgain() {
        Fixture f;
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        const auto restore =
            qScopeGuard([&] { before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before); });
        qputenv("XDG_DATA_HOME", f.in("data").toUtf8());
        makeRun(f.in("runs/a"), f.in("net.tlm"));
        QVERIFY(f.open(f.in("net.tlm")));
        std::vector<RunLibrary::Removed> gone;
        connect(&f.library, &RunLibrary::removed, this, [&](const auto& runs) { gone = runs; });
        f.library.remove({f.named("a")->id});
        QTRY_COMPARE(gone.size(), size_t{1});
        QVERIFY(!gone[0].trashed.isEmpty());
        QVERIFY(QDir(f.in("runs")).removeRecursively());
        QVERIFY(QFile::copy(f.in("data/Trash/info/a.trashinfo"), f.in("runs")));  // a file, where its folder would be
        QSignalSpy failed(&f.library, &RunLibrary::failed);
        f.library.putBack(gone);
        QVERIFY(f.idle());
        QCOMPARE(failed.count(), 1);
        QVERIFY(!f.library.returning());
        QCOMPARE(f.library.done().size(), size_t{1});
        gone = std::get<std::vector<RunLibrary::Removed>>(f.library.done().front());
        f.library.done().clear();
        QVERIFY(QFile::remove(f.in("runs")));
        f.library.putBack(gone);
        QTRY_VERIFY(f.named("a"));
        QVERIFY(f.library.done().empty());
        // Somebody emptied the trash.
        f.library.remove({f.named("a")->id});
        QTRY_VERIFY(!f.named("a"));
        QVERIFY(QDir(f.in("data/Trash")).removeRecursively());
        f.library.putBack(gone);
        QVERIFY(f.idle());
        QCOMPARE(failed.count(), 2);
        QVERIFY(f.library.done().empty());
    }

    // Where there is no trash nothing is deleted before that is asked for.
    void whatHasNoTrashStays() {
        Fixture f;
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        const auto restore =
            qScopeGuard([&] { before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before); });
        makeRun(f.in("runs/a"), f.in("net.tlm"));
        qputenv("XDG_DATA_HOME", f.in("runs/a/run.json/data").toUtf8());  // no folder can be made there
        QVERIFY(f.open(f.in("net.tlm")));
        const int run = f.named("a")->id;
        std::vector<RunLibrary::Removed> gone;
        std::vector<int> asked;
        connect(&f.library, &RunLibrary::removed, this, [&](const auto& runs) { gone = runs; });
        connect(&f.library, &RunLibrary::untrashed, this, [&](const auto& runs) { asked = runs; });
        f.library.remove({run});
        QTRY_COMPARE(asked, std::vector<int>{run});
        QVERIFY(gone.empty() && f.named("a"));
        QVERIFY(QFile::exists(f.in("runs/a/journal.bin")));
        f.library.remove(asked, true);
        QTRY_COMPARE(gone.size(), size_t{1});
        QVERIFY(gone[0].trashed.isEmpty() && !f.named("a"));
        QVERIFY(!QFile::exists(f.in("runs/a")));
    }

    // Runs of no project stay where they are, also where they are shown beside a project that was never saved.
    void runsOfNoProjectDoNotMove() {
        Fixture f;
        makeRun(f.in("home/nobodys"), {});
        f.library.setHome(f.in("home"));
        for (const char* unsaved : {"", "unsaved:2"}) {
            QVERIFY(f.open(unsaved));
            QVERIFY(f.named("nobodys"));
            f.library.projectSaved(f.in("saved/net.tlm"));
            QVERIFY(f.idle());
            QVERIFY(QFile::exists(f.in("home/nobodys/run.json")));
            QCOMPARE(f.named("nobodys")->folder, f.in("home/nobodys"));
        }
    }

    // Read while it is moved, a run has its curves: it is read again where it is then.
    void whatIsReadWhileItMovesIsReadAgain() {
        Fixture f;
        for (int i = 0; i < 11; ++i) makeRun(f.in(QStringLiteral("home/run %1").arg(i)), "unsaved:1", 20);
        f.library.setHome(f.in("home"));
        QVERIFY(f.open("unsaved:1"));
        QVERIFY(f.idle());
        const Run* first = f.named("run 0");
        QVERIFY(first && !first->whole);  // of more than ten the newest are read
        const int id = first->id;
        // What reads waits until it is where it goes.
        std::promise<void> go;
        const std::shared_future<void> gone = go.get_future().share();
        for (int i = 0; i < std::max(4, QThread::idealThreadCount()); ++i)
            f.jobs.run(
                this, {}, [gone](std::stop_token) { return gone.wait(), true; }, [](bool) {});
        f.library.projectSaved(f.in("saved/net.tlm"));
        f.library.load(id);
        QVERIFY(QTest::qWaitFor([&] { return f.runs.find(id)->folder == f.in("saved/runs/run 0"); }, kPatienceMs));
        QVERIFY(!f.runs.find(id)->whole);
        go.set_value();
        QVERIFY(QTest::qWaitFor([&] { return f.runs.find(id)->whole; }, kPatienceMs));
        QCOMPARE(f.runs.find(id)->scalars.at(QStringLiteral("loss")).size(), size_t{20});
        QVERIFY(f.runs.find(id)->problems.empty());
    }

    // Curves that could not be read can be asked for again, and it is told.
    void curvesThatCannotBeReadAreToldOf() {
        Fixture f;
        Run run;
        run.name = QStringLiteral("lost");
        run.folder = QStringLiteral("somewhere");  // in a folder that is gone
        run.whole = false;
        const int id = f.runs.addRun(std::move(run));
        QSignalSpy failed(&f.library, &RunLibrary::failed);
        {
            const auto back = qScopeGuard([before = QDir::currentPath()] { QDir::setCurrent(before); });
            QTemporaryDir gone;
            QVERIFY(QDir::setCurrent(gone.path()) && gone.remove());
            for (int times = 1; times <= 2; ++times) {
                f.library.load(id);
                QTRY_COMPARE_WITH_TIMEOUT(failed.count(), times, kPatienceMs);
            }
        }
        QVERIFY2(failed[0][0].toString().startsWith(QStringLiteral("The curves of “lost” could not be read.")),
                 qPrintable(failed[0][0].toString()));
        QVERIFY(!f.runs.find(id)->whole);
    }

    // What a saved project left behind, as it was under way then, comes along when the project is opened again.
    void whatWentOnComesAlongLater() {
        Fixture f;
        makeRun(f.in("home/on"), f.in("saved/net.tlm"));
        makeRun(f.in("home/live"), f.in("saved/net.tlm"));
        makeRun(f.in("home/other"), f.in("another/net.tlm"));
        f.library.setHome(f.in("home"));
        {
            const RunLock lock(f.in("home/live").toStdString());
            QVERIFY(f.open(f.in("saved/net.tlm")));
            QVERIFY(f.idle());
            QCOMPARE(f.runs.runs().size(), size_t{2});
            QCOMPARE(f.named("on")->folder, f.in("saved/runs/on"));
            QCOMPARE(f.named("live")->folder, f.in("home/live"));
            QCOMPARE(QString::fromStdString(readRunInfo(f.named("on")->folder.toStdString()).project),
                     f.in("saved/net.tlm"));
        }
        // Another window took it along: the row follows.
        const int live = f.named("live")->id;
        QVERIFY(QDir().rename(f.in("home/live"), f.in("saved/runs/live")));
        QTRY_COMPARE(f.runs.find(live)->folder, f.in("saved/runs/live"));
        QCOMPARE(f.runs.runs().size(), size_t{2});
        QVERIFY(f.open(f.in("saved/net.tlm")));
        QCOMPARE(f.runs.runs().size(), size_t{2});
        QVERIFY(QFile::exists(f.in("home/other/run.json")));
        // Where they are kept in one place, nothing moves.
        f.library.setHome(f.in("saved/runs"));
        QVERIFY(f.open(f.in("saved/net.tlm")));
        QCOMPARE(f.named("on")->folder, f.in("saved/runs/on"));
    }

    // Runs whose project was given up are in no project's list, and are found when they are asked for; of one that is
    // under way it is told.
    void whatWasGivenUpIsFound() {
        Fixture f;
        makeRun(f.in("home/given up"), "unsaved:1");
        makeRun(f.in("home/mine"), "unsaved:2");
        makeRun(f.in("home/saved"), f.in("net.tlm"));
        makeRun(f.in("home/on"), "unsaved:3");
        const RunLock lock(f.in("home/on").toStdString());
        f.library.setHome(f.in("home"));
        QSignalSpy strayed(&f.library, &RunLibrary::strayed), added(&f.library, &RunLibrary::straysAdded);
        QVERIFY(f.open("unsaved:2"));
        QCOMPARE(f.runs.runs().size(), size_t{1});
        QCOMPARE(strayed.count(), 1);
        QCOMPARE(strayed.front().front().toStringList(), QStringList{f.in("home/on")});
        f.library.addStrays();
        QVERIFY(f.idle());
        QCOMPARE(added.front().front().toInt(), 2);
        QCOMPARE(f.runs.runs().size(), size_t{3});
        QVERIFY(f.named("given up") && f.named("on")->elsewhere);
        // They stay whose they are.
        f.library.projectSaved(f.in("saved/net.tlm"));
        QVERIFY(f.idle());
        QVERIFY(QFile::exists(f.in("home/given up/run.json")) && QFile::exists(f.in("saved/runs/mine/run.json")));
    }

    // A folder that is listed is so once, also by a link to it.
    void aFolderIsListedOnce() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"));
        QVERIFY(f.open(f.in("net.tlm")));
        QVERIFY(QFile::link(f.in("runs"), f.in("link")));
        for (const char* path : {"runs/mine", "link/mine", "runs/../runs/mine"}) f.library.add({f.in(path)});
        QVERIFY(f.idle());
        QCOMPARE(f.runs.runs().size(), size_t{1});
        makeRun(f.in("elsewhere/other"), f.in("elsewhere/net.tlm"));
        QVERIFY(QFile::link(f.in("elsewhere"), f.in("by")));
        QSignalSpy failed(&f.library, &RunLibrary::failed);
        f.library.add({f.in("elsewhere/other"), f.in("elsewhere/none"), f.in("by/other")});  // and at once
        QVERIFY(f.idle());
        QCOMPARE(f.runs.runs().size(), size_t{2});
        QCOMPARE(failed.count(), 1);
        QVERIFY2(failed[0][0].toString().contains(QStringLiteral("elsewhere/none")),
                 qPrintable(failed[0][0].toString()));
    }

    // A run has its number as long as it is there, whatever becomes of the others. A folder of before there were any is
    // given one, and keeps what else it says; a person's name needs none.
    void runsKeepTheirNumbers() {
        Fixture f;
        const QString project = f.in("net.tlm");
        const auto folder = [&](const char* name) { return f.in(QStringLiteral("runs/") + QString::fromUtf8(name)); };
        const auto number = [&](const char* name) { return readRunInfo(folder(name).toStdString()).number; };
        for (const char* name : {"net · adam", "net · lion", "net · sgd", "mine"}) makeRun(folder(name), project);
        const std::string file = folder("net · lion").toStdString() + "/run.json";
        std::string json = readFile(file);
        json.replace(json.find("\"note\""), 0, "\"mood\": 3,\n  ");
        writeFileAtomically(file, json);
        QVERIFY(f.open(project));
        QVERIFY(f.idle());
        QCOMPARE(number("net · adam"), 1);
        QCOMPARE(number("net · lion"), 2);
        QCOMPARE(number("net · sgd"), 3);
        QCOMPARE(number("mine"), 0);
        QVERIFY(readFile(file).find("\"mood\": 3") != std::string::npos);
        const auto title = [&](const char* name) {
            return f.runs.titleOf(f.named(QString::fromUtf8(name))->id).text();
        };
        QCOMPARE(title("net · lion"), QStringLiteral("#2 lion"));
        QCOMPARE(title("mine"), QStringLiteral("mine"));
        QVERIFY(QDir(folder("net · adam")).removeRecursively());
        QVERIFY(f.open(project));
        QCOMPARE(title("net · lion"), QStringLiteral("#2 lion"));
        QCOMPARE(f.library.freshNumber(), 4);
        QCOMPARE(f.library.freshNumber(), 5);
    }

    // What is written when another project is open by then is no step of that one's list.
    void editsAreOfTheirOwnList() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"));
        QVERIFY(f.open(f.in("net.tlm")));
        QSignalSpy edited(&f.library, &RunLibrary::edited);
        f.library.rename(f.named("mine")->id, QStringLiteral("yours"));
        f.library.open(f.in("else/other.tlm"));
        QVERIFY(f.idle());
        QCOMPARE(readRunInfo(f.in("runs/mine").toStdString()).name, std::string("yours"));
        QCOMPARE(edited.count(), 0);
    }

    // The weights of a run that ended long ago, as a file of its own.
    void weightsAreExported() {
        Fixture f;
        makeRun(f.in("runs/mine"), f.in("net.tlm"));
        QVERIFY(f.open(f.in("net.tlm")));
        const int run = f.named("mine")->id;
        QSignalSpy failed(&f.library, &RunLibrary::failed), exported(&f.library, &RunLibrary::exported);
        f.library.exportWeights(run, f.in("none.safetensors"));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!QFile::exists(f.in("none.safetensors")));
        Snapshot kept;
        kept.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        kept.dataShape = {1, 28, 28};
        for (int i = 0; i < 10; ++i) kept.classNames.push_back(std::to_string(i));
        kept.position.step = 7;
        saveCheckpoint(kept, f.in("runs/mine/checkpoint.safetensors").toStdString());
        f.library.exportWeights(run, f.in("all.safetensors"));
        QTRY_COMPARE(exported.count(), 1);
        QVERIFY(exported[0][0].toString().contains(f.in("all.safetensors")));
        QCOMPARE(loadCheckpoint(f.in("all.safetensors").toStdString()).position.step, int64_t{7});
        // The best, which an evaluation takes too, and which says so; not where the test split chose it.
        kept.position.step = 5;
        saveCheckpoint(kept, f.in("runs/mine/best.safetensors").toStdString());
        f.library.exportWeights(run, f.in("best.safetensors"));
        QTRY_COMPARE(exported.count(), 2);
        QVERIFY(exported[1][0].toString().contains(QStringLiteral("The best weights")));
        QCOMPARE(loadCheckpoint(f.in("best.safetensors").toStdString()).position.step, int64_t{5});
        const std::string folder = f.in("runs/mine").toStdString();
        QCOMPARE(modelOf(folder), folder + "/best.safetensors");
        RunInfo info = readRunInfo(folder);
        info.validation = "test";
        writeRunInfo(info, folder);
        QCOMPARE(modelOf(folder), folder);
        // The network's own tensors alone, unless the whole is asked for.
        kept.state["dense_1/kernel/adam_m"] = Tensor(Shape{4}, DType::Float32);
        saveCheckpoint(kept, f.in("runs/mine/checkpoint.safetensors").toStdString());
        for (const bool whole : {false, true}) {
            const QString file = f.in(whole ? "whole.safetensors" : "alone.safetensors");
            f.library.exportWeights(run, file, whole);
            QTRY_COMPARE(exported.count(), whole ? 4 : 3);
            QCOMPARE(loadCheckpoint(file.toStdString()).state.size(), size_t{whole ? 1U : 0U});
        }
        f.library.exportWeights(run, f.in("no/such/folder.safetensors"));
        QTRY_COMPARE(failed.count(), 2);
    }
};

QTEST_GUILESS_MAIN(TestRunLibrary)

}  // namespace test_run_library

#include "test_run_library.moc"
