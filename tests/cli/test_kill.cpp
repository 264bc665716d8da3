// `tensorloom train` is killed with SIGKILL at twenty drawn steps, right up to its end: each time its folder is found,
// tells the curve up to a second before, and goes on from a checkpoint to the same bits as a run that nobody killed.
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

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

constexpr int kKills = kSanitized ? 4 : 20;

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

// How many steps both the journal and the event files hold.
int64_t onDisk(const QString& folder) {
    const size_t steps = stepsOf(readRun(folder.toStdString())).size();
    return static_cast<int64_t>(std::min(steps, eventsOf(folder).size()));
}

}  // namespace

class TestKill : public QObject {
    Q_OBJECT
private slots:
    void killedAnywhereNothingIsLost() {
        QTemporaryDir folder;
        const Ran whole = run(arguments(folder.filePath("whole")));
        QCOMPARE(whole.code, 0);
        const auto expected = whole.last("end");
        const int64_t total = expected.at("step");
        const auto wholeSteps = stepsOf(readRun(folder.filePath("whole").toStdString()));
        QCOMPARE(static_cast<int64_t>(wholeSteps.size()), total);

        Rng rng(20, streamId("kill"));
        for (int kill = 0; kill < kKills; ++kill) {
            const QString out = folder.filePath(QStringLiteral("run-%1").arg(kill));
            const auto at = static_cast<int64_t>(rng.below(static_cast<uint32_t>(total))) + 1;
            int64_t told = 0, owed = 0;
            {
                QProcess process;
                process.start(TENSORLOOM_CLI, arguments(out));
                QVERIFY(process.waitForStarted());
                while (told < at && process.waitForReadyRead(120000))
                    while (process.canReadLine() && told < at) {
                        const auto object = nlohmann::json::parse(process.readLine().toStdString(), nullptr, false);
                        if (object.value("event", "") != "step") continue;
                        told = object.at("step");
                    }
                QCOMPARE(told, at);
                // Each second time at once; else when what was told has come to the disk, for which no run has to end.
                if (kill % 2 == 1) {
                    QVERIFY(QTest::qWaitFor([&] { return onDisk(out) >= at; }, 120000));
                    owed = at;
                }
                ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
                QVERIFY(process.waitForFinished(60000));
            }
            const RunOnDisk left = readRun(out.toStdString());
            QVERIFY2(left.problems.empty(),
                     qPrintable(QString::fromStdString(left.problems.empty() ? "" : left.problems[0].english())));
            QVERIFY(!left.live);
            QVERIFY(!left.info.id.empty());
            QVERIFY(left.hasCheckpoint);
            const auto steps = stepsOf(left);
            QVERIFY2(static_cast<int64_t>(steps.size()) >= owed, qPrintable(QString::number(steps.size())));
            for (size_t i = 0; i < steps.size(); ++i) {
                QCOMPARE(steps[i].step, static_cast<int64_t>(i) + 1);
                QCOMPARE(steps[i].loss, wholeSteps[i].loss);
            }
            // The event files tell as much.
            QVERIFY(static_cast<int64_t>(eventsOf(out).size()) >= owed);
            const Snapshot checkpoint = loadCheckpoint(out.toStdString());
            QVERIFY(checkpoint.position.step <= total);

            const Ran rest = run({"train", "--resume", out, "--json", "--log-every", "0"});
            if (checkpoint.position.epoch == 4) {
                QCOMPARE(rest.code, 2);  // it had already finished
                QCOMPARE(weightsSha256(checkpoint), expected.at("weights_sha256").get<std::string>());
                continue;
            }
            QVERIFY2(rest.code == 0, qPrintable(rest.err));
            QCOMPARE(rest.last("end").at("weights_sha256"), expected.at("weights_sha256"));
            const auto after = stepsOf(readRun(out.toStdString()));
            QCOMPARE(after.size(), wholeSteps.size());
            const auto curve = eventsOf(out);
            QCOMPARE(curve.size(), wholeSteps.size());
            for (size_t i = 0; i < after.size(); ++i) {
                QCOMPARE(after[i].step, wholeSteps[i].step);
                QCOMPARE(after[i].loss, wholeSteps[i].loss);
                QCOMPARE(curve[i].step, wholeSteps[i].step);
                QCOMPARE(static_cast<float>(curve[i].value), wholeSteps[i].loss);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestKill)

}  // namespace test_kill

#include "test_kill.moc"
