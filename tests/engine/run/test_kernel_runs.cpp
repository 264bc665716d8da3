// A run keeps the kernels it began with: stopped, resumed or run again it ends in the same bits, whatever the choices
// on the disk have become meanwhile.
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "../train/small_run.h"
#include "engine/io/checkpoint.h"
#include "engine/io/kernel_choices.h"
#include "engine/model/templates.h"
#include "engine/run/run_again.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "tests/support/kernels_on_disk.h"

namespace test_kernel_runs {

using namespace tl;
using namespace tl::test;

namespace {

struct Cache : KernelCache {
    KernelChoices kept;
    explicit Cache(KernelChoices choices = {}) : kept(std::move(choices)) {}
    KernelChoices read() override { return kept; }
    void add(const KernelChoices& choices) override { kept.insert(choices.begin(), choices.end()); }
};

SessionOptions timedRun(std::shared_ptr<KernelCache> cache) {
    SessionOptions options = smallRun(2);
    options.training.kernelChoice = "timed";
    options.kernelCache = std::move(cache);
    return options;
}

SessionOptions sampleRun(const std::string& choice) {
    SessionOptions options;
    options.data = openDataSet("sample");
    options.network = findTemplate("lenet").make(factsOf(options.data, options.training));
    options.training.epochs = 1;
    options.training.batch = 512;
    options.training.threads = 1;
    options.training.kernelChoice = choice;
    return options;
}

Snapshot finished(SessionOptions options) {
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    if (session.state() != RunState::Finished) qWarning("the run did not finish");
    return session.snapshot();
}

bool sameBits(const ModelState& a, const ModelState& b) {
    if (a.size() != b.size()) return false;
    return std::ranges::all_of(a, [&](const auto& one) {
        const auto other = b.find(one.first);
        return other != b.end() && std::memcmp(one.second.data(), other->second.data(), one.second.bytes()) == 0;
    });
}

// Of all that were tried, the one behind the cost model's.
KernelChoices others(KernelChoices choices) {
    for (auto& [key, choice] : choices) {
        for (const TimedKernel& each : choice.times)
            if (each.implementation != choice.preferred) choice.implementation = each.implementation;
        choice.times.clear();
    }
    return choices;
}

KernelChoices preferred(KernelChoices choices) {
    for (auto& [key, choice] : choices) choice.implementation = choice.preferred, choice.times.clear();
    return choices;
}

// So that nothing is left to be timed: a kernel decides the layout that the next op is asked for in, so other choices
// ask for kernels that the first trial never saw.
KernelChoices settled(KernelChoices choices, KernelChoices (*choose)(KernelChoices)) {
    for (size_t before = 0; choices.size() > before;) {
        before = choices.size();
        const KernelChoices more = finished(timedRun(std::make_shared<Cache>(choose(choices)))).kernels;
        choices.insert(more.begin(), more.end());
    }
    return choose(choices);
}

}  // namespace

class TestKernelRuns : public QObject {
    Q_OBJECT
    QTemporaryDir place_;
    KernelsOnDisk disk_;
    KernelChoices found_;               // what the trial finds for this network
    KernelChoices preferred_, others_;  // the cost model's, and none of those

private slots:
    void initTestCase() {
        const auto cache = std::make_shared<Cache>();
        found_ = finished(timedRun(cache)).kernels;
        QVERIFY(!found_.empty());
        QCOMPARE(cache->kept, found_);
        preferred_ = settled(found_, preferred);
        others_ = settled(found_, others);
    }

    void whoDoesNotAskHasNone() {
        const auto cache = std::make_shared<Cache>();
        SessionOptions options = timedRun(cache);
        options.training.kernelChoice = "model";
        QVERIFY(finished(options).kernels.empty());
        QVERIFY(cache->kept.empty());
    }

    void theCostModelsKernelsAreTheBitsOfBefore() {
        SessionOptions plain = smallRun(2);
        QVERIFY(sameBits(finished(timedRun(std::make_shared<Cache>(preferred_))).state, finished(plain).state));
    }

    // What the rest of this suite stands on: other kernels, other bits.
    void otherKernelsAreOtherBits() {
        const Snapshot a = finished(timedRun(std::make_shared<Cache>(preferred_)));
        const Snapshot b = finished(timedRun(std::make_shared<Cache>(others_)));
        QVERIFY(!sameBits(a.state, b.state));
        QVERIFY(a.kernels != b.kernels);
    }

    void aResumedRunKeepsItsKernels() {
        const Snapshot whole = finished(timedRun(std::make_shared<Cache>(preferred_)));
        const std::string path = place_.filePath("resumed").toStdString();
        SessionOptions options = timedRun(std::make_shared<Cache>(preferred_));
        options.store = inDirectory(path);
        {
            SessionOptions first = options;
            first.startPaused = true;
            TrainingSession session(first);
            session.start();
            for (int i = 0; i < 9; ++i) session.step();
            size_t done = 0;
            const auto allDone = [&] {
                for (const Event& event : session.events().drain()) done += std::holds_alternative<StepRecord>(event);
                return done >= 9;
            };
            QTRY_VERIFY(allDone());
            session.stop();
            session.wait();
        }
        Snapshot stopped = loadCheckpoint(path);
        QCOMPARE(stopped.position.step, int64_t{9});
        QCOMPARE(stopped.kernels, whole.kernels);
        options.kernelCache = std::make_shared<Cache>(others_);  // which another run has made meanwhile
        options.store = {};
        options.resume = stopped;
        QVERIFY(sameBits(finished(options).state, whole.state));
        // As it would be without them.
        options.resume = stopped;
        options.resume->kernels.clear();
        QVERIFY(!sameBits(finished(options).state, whole.state));
    }

    void aRunDoneAgainHasItsKernels() {
        const std::string path = place_.filePath("whole").toStdString(), again = place_.filePath("again").toStdString(),
                          bare = place_.filePath("bare").toStdString();
        SessionOptions options = sampleRun("timed");
        options.kernelCache = std::make_shared<Cache>();
        options.store = inDirectory(path);
        const Snapshot whole = finished(options);
        QVERIFY(!whole.kernels.empty());
        disk_.become(otherKernels(whole.kernels));

        SessionOptions once = runAgain({.folder = path, .to = again});
        QCOMPARE(once.kernels, whole.kernels);
        QVERIFY(sameBits(finished(std::move(once)).state, whole.state));
        const RunComparison found = compareRuns(path, again);
        QVERIFY2(found.same(), found.verdict().english().c_str());
        // As it would be without the journal's.
        SessionOptions without = runAgain({.folder = path, .to = bare});
        without.kernels.clear();
        QVERIFY(!sameBits(finished(std::move(without)).state, whole.state));
    }

    // The run that it went on from had none, or others: its journal's are what it had.
    void aForkDoneAgainHasItsKernels_data() {
        QTest::addColumn<QString>("parent");
        QTest::newRow("of a run that asked for none") << "model";
        QTest::newRow("of a run that had others") << "timed";
    }
    void aForkDoneAgainHasItsKernels() {
        QFETCH(QString, parent);
        const auto folder = [&](const char* name) { return place_.filePath(parent + name).toStdString(); };
        const std::string begun = folder("-parent"), path = folder("-fork"), again = folder("-fork-again");
        SessionOptions first = sampleRun(parent.toStdString());
        first.kernelCache = std::make_shared<Cache>();
        first.store = inDirectory(begun);
        finished(first);
        SessionOptions fork = sampleRun("timed");
        fork.training.epochs = 2;
        fork.resume = loadCheckpoint(begun);
        for (auto& [key, choice] : fork.resume->kernels) choice.implementation = choice.preferred;
        fork.kernelCache = std::make_shared<Cache>();
        RunFolderOptions of;
        of.parent = {readRunInfo(begun).id, "parent", begun, fork.resume->position.step, false};
        fork.store = inDirectory(path, of);
        const Snapshot whole = finished(fork);
        QVERIFY(!whole.kernels.empty());
        QCOMPARE(kernelsOfRun(path), whole.kernels);
        disk_.become(otherKernels(whole.kernels));

        SessionOptions once = runAgain({.folder = path, .to = again});
        const Snapshot same = finished(std::move(once));
        QCOMPARE(same.kernels, whole.kernels);
        QVERIFY(sameBits(same.state, whole.state));
    }

    // A batch that nobody foresaw tries nothing in the middle of a run.
    void laterShapesTakeTheCostModels() {
        const auto cache = std::make_shared<Cache>();
        SessionOptions options = timedRun(cache);
        const Snapshot whole = finished(options);
        for (const auto& [key, choice] : whole.kernels)  // batches of 16, and of the 11 that are left of 203
            QVERIFY2(key.find("[16,") != std::string::npos || key.find("[11,") != std::string::npos, key.c_str());
    }
};

QTEST_GUILESS_MAIN(TestKernelRuns)

}  // namespace test_kernel_runs

#include "test_kernel_runs.moc"
