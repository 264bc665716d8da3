// `tensorloom train` is killed with SIGKILL at twenty drawn moments: while its folder is made, between steps, while it
// validates, as it ends, and in a long epoch. Each time its folder is found, tells the curve up to a second before, and
// goes on from a checkpoint to the same bits as a run that nobody killed.
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <csignal>
#include <functional>

#include "cli.h"
#include "engine/core/rng.h"
#include "engine/io/checkpoint.h"
#include "engine/io/events/event_tree.h"
#include "engine/run/run_list.h"
#include "tests/support/sanitized.h"

namespace test_kill {

using namespace tl;
using namespace tl::test;

namespace {

constexpr int kKillsOfEach = kSanitized ? 1 : 4, kPatienceMs = 120000;

QStringList arguments(const QString& out) {
    return {"train",
            "--template",
            "mlp",
            "--data",
            "sample",
            "--epochs",
            "4",
            "--seed",
            "5",
            "--json",
            "--log-every",
            "1",
            "--checkpoint-seconds",
            "0.1",
            "--threads",
            "1",
            "--out",
            out};
}

std::vector<StepRecord> stepsOf(const RunOnDisk& run) {
    std::vector<StepRecord> steps;
    for (const Event& event : run.events) {
        if (const auto* step = std::get_if<StepRecord>(&event)) steps.push_back(*step);
        if (const auto* resumed = std::get_if<ResumedRecord>(&event))
            std::erase_if(steps, [&](const StepRecord& step) { return step.step > resumed->step; });
    }
    return steps;
}

std::vector<EventPoint> eventsOf(const QString& folder) {
    EventTree tree(folder.toStdString() + "/events");
    (void)tree.poll();
    for (const auto& run : tree.runs())
        if (run->name() == "train" && run->find("loss")) return run->find("loss")->points;
    return {};
}

// A run under way, as another process sees it: what its standard output told so far.
class Victim {
public:
    explicit Victim(const QStringList& arguments) {
        process_.start(TENSORLOOM_CLI, arguments);
        (void)process_.waitForStarted();
    }
    ~Victim() { kill(); }

    // Reads until a line that is wanted; false where the run ends without.
    bool reads(const std::function<bool(const nlohmann::json&)>& wanted) {
        do {
            while (process_.canReadLine()) {
                const auto object = nlohmann::json::parse(process_.readLine().toStdString(), nullptr, false);
                if (object.value("event", "") == "step") {
                    told_.push_back(object.at("step"));
                    times_.push_back(object.at("wall_time"));
                }
                if (wanted(object)) return true;
            }
        } while (process_.waitForReadyRead(kPatienceMs));
        return false;
    }
    void kill() {
        if (process_.state() == QProcess::NotRunning) return;
        ::kill(static_cast<pid_t>(process_.processId()), SIGKILL);
        (void)process_.waitForFinished(kPatienceMs);
    }
    int64_t step() const { return told_.empty() ? 0 : told_.back(); }
    // By the run's own clock: from its first step to the last one told; and the last step of a second before that.
    double seconds() const { return times_.empty() ? 0 : times_.back() - times_.front(); }
    int64_t stepOfASecondBefore() const {
        for (size_t i = times_.size(); i > 0; --i)
            if (times_[i - 1] <= times_.back() - 1) return told_[i - 1];
        return 0;
    }

private:
    QProcess process_;
    std::vector<int64_t> told_;
    std::vector<double> times_;
};

}  // namespace

class TestKill : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    nlohmann::json expected_;  // how the run ends that nobody kills
    std::vector<StepRecord> whole_;
    Rng rng_{20, streamId("kill")};

    int64_t drawn(int64_t below) { return static_cast<int64_t>(rng_.below(static_cast<uint32_t>(below))); }
    int64_t total() const { return expected_.at("step"); }

    // The curve in journal and event files: without a gap, and not shorter than what is owed.
    void tellsTheCurve(const QString& out, int64_t owed) {
        const RunOnDisk left = readRun(out.toStdString());
        QVERIFY2(left.problems.empty(), left.problems.empty() ? "" : left.problems[0].english().c_str());
        QVERIFY(!left.live);
        QVERIFY(!left.info.id.empty());
        QVERIFY(left.hasCheckpoint);
        const auto steps = stepsOf(left);
        QVERIFY2(static_cast<int64_t>(steps.size()) >= owed,
                 qPrintable(QStringLiteral("%1 of %2").arg(steps.size()).arg(owed)));
        QVERIFY(static_cast<int64_t>(eventsOf(out).size()) >= owed);
        for (size_t i = 0; i < steps.size(); ++i) QCOMPARE(steps[i].step, static_cast<int64_t>(i) + 1);
    }

    // Goes on from its checkpoint, or begins again where it had not come to one, and ends in the same bits.
    void goesOn(const QString& out) {
        if (!leftCheckpoint(out.toStdString())) {
            const Ran again = run(arguments(out));
            QVERIFY2(again.code == 0, qPrintable(again.err));
            QCOMPARE(again.last("end").at("weights_sha256"), expected_.at("weights_sha256"));
            return;
        }
        const auto before = stepsOf(readRun(out.toStdString()));
        for (size_t i = 0; i < before.size(); ++i) QCOMPARE(before[i].loss, whole_[i].loss);
        const Snapshot checkpoint = loadCheckpoint(out.toStdString());
        const Ran rest = run({"train", "--resume", out, "--json", "--log-every", "0"});
        if (checkpoint.position.epoch == 4) {
            QCOMPARE(rest.code, 2);  // it had already finished
            QCOMPARE(weightsSha256(checkpoint), expected_.at("weights_sha256").get<std::string>());
            return;
        }
        QVERIFY2(rest.code == 0, qPrintable(rest.err));
        QCOMPARE(rest.last("end").at("weights_sha256"), expected_.at("weights_sha256"));
        const auto after = stepsOf(readRun(out.toStdString()));
        const auto curve = eventsOf(out);
        QCOMPARE(after.size(), whole_.size());
        QCOMPARE(curve.size(), whole_.size());
        for (size_t i = 0; i < after.size(); ++i) {
            QCOMPARE(after[i].step, whole_[i].step);
            QCOMPARE(after[i].loss, whole_[i].loss);
            QCOMPARE(curve[i].step, whole_[i].step);
            QCOMPARE(static_cast<float>(curve[i].value), whole_[i].loss);
        }
    }

private slots:
    void initTestCase() {
        const QString out = folder_.filePath("whole");
        const Ran ran = run(arguments(out));
        QCOMPARE(ran.code, 0);
        expected_ = ran.last("end");
        whole_ = stepsOf(readRun(out.toStdString()));
        QCOMPARE(static_cast<int64_t>(whole_.size()), total());
    }

    // Folder, project, run.json and the first checkpoint are in the making.
    void whileItBegins() {
        for (int kill = 0; kill < kKillsOfEach; ++kill) {
            const QString out = folder_.filePath(QStringLiteral("begins-%1").arg(kill));
            Victim victim(arguments(out));
            for (const QDeadlineTimer end(kPatienceMs); !QFile::exists(out) && !end.hasExpired();) QThread::usleep(100);
            QThread::usleep(static_cast<unsigned long>(drawn(4000) * (kill % 2 == 0 ? 1 : 4)));
            victim.kill();
            goesOn(out);
            if (QTest::currentTestFailed()) return;
        }
    }

    void betweenSteps() {
        for (int kill = 0; kill < kKillsOfEach; ++kill) {
            const QString out = folder_.filePath(QStringLiteral("steps-%1").arg(kill));
            const int64_t at = drawn(total()) + 1;
            Victim victim(arguments(out));
            QVERIFY(victim.reads([&](const auto&) { return victim.step() >= at; }));
            victim.kill();
            tellsTheCurve(out, 0);
            goesOn(out);
            if (QTest::currentTestFailed()) return;
        }
    }

    // Of a validation and of the end the first word is told, and some drawn microseconds later it is dead.
    void whileItValidatesAndEnds_data() {
        QTest::addColumn<int>("validations");
        QTest::newRow("validates") << 0;
        QTest::newRow("ends") << 4;
    }
    void whileItValidatesAndEnds() {
        QFETCH(int, validations);
        for (int kill = 0; kill < kKillsOfEach; ++kill) {
            const QString out = folder_.filePath(QStringLiteral("%1-%2").arg(QTest::currentDataTag()).arg(kill));
            int64_t left = validations > 0 ? validations : 1 + drawn(3);
            Victim victim(arguments(out));
            QVERIFY(victim.reads([&](const nlohmann::json& told) {
                return told.value("event", "") == "state" && told.value("state", "") == "validating" && --left == 0;
            }));
            QThread::usleep(static_cast<unsigned long>(drawn(20000)));
            victim.kill();
            tellsTheCurve(out, 0);
            goesOn(out);
            if (QTest::currentTestFailed()) return;
        }
    }

    // An epoch of 10,000 steps: what was told a second before the kill is on the disk, and a checkpoint of between two
    // epochs has come to hold what was trained at a drawn step, less than a minute of the run later.
    void inALongEpoch() {
        for (int kill = 0; kill < kKillsOfEach; ++kill) {
            const QString out = folder_.filePath(QStringLiteral("long-%1").arg(kill));
            QStringList of = arguments(out);
            of[of.indexOf("--epochs") + 1] = "100000";
            of << "--batch"
               << "1";
            Victim victim(of);
            const double least = 1.2 + static_cast<double>(drawn(500)) / 1000;
            QVERIFY(victim.reads([&](const auto&) { return victim.seconds() >= least; }));
            const int64_t at = victim.step();
            const double then = victim.seconds();
            RunPosition rolled;
            QVERIFY(victim.reads([&](const auto&) {
                if (victim.step() % 500 == 0) rolled = loadCheckpoint(out.toStdString()).position;
                return rolled.step >= at && rolled.batchInEpoch > 0;
            }));
            QVERIFY2(victim.seconds() - then < 60, qPrintable(QString::number(victim.seconds() - then)));
            const int64_t owed = victim.stepOfASecondBefore();
            QVERIFY(owed > 0);
            victim.kill();
            tellsTheCurve(out, owed);
            QVERIFY(loadCheckpoint(out.toStdString()).position.step >= rolled.step);
            if (QTest::currentTestFailed()) return;
        }
    }
};

QTEST_GUILESS_MAIN(TestKill)

}  // namespace test_kill

#include "test_kill.moc"
