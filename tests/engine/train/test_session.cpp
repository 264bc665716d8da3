// The training session: what it reports, how it is controlled, that it fails with a sentence, and that a run stopped
// and resumed at any step ends bit for bit as one never stopped.
#include <QtTest>
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/backend/cpu/support.h"
#include "engine/backend/device.h"
#include "engine/backend/kernel.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/project.h"
#include "engine/run/run_directory.h"
#include "engine/train/evaluate.h"
#include "small_run.h"
#include "tests/support/generated_source.h"

namespace test_session {

using namespace tl;
using namespace tl::test;

namespace {

struct Log {
    std::vector<StepRecord> steps;
    std::vector<EpochRecord> epochs;
    std::vector<StateRecord> states;  // changes only
    std::vector<LearningRateRecord> rates;
    std::vector<CheckpointRecord> checkpoints;
    std::vector<std::string> notes;
    std::vector<BrokenItem> broken;

    void take(TrainingSession& session) {
        for (const Event& event : session.events().drain()) {
            if (const auto* step = std::get_if<StepRecord>(&event)) steps.push_back(*step);
            if (const auto* epoch = std::get_if<EpochRecord>(&event)) epochs.push_back(*epoch);
            if (const auto* rate = std::get_if<LearningRateRecord>(&event)) rates.push_back(*rate);
            if (const auto* saved = std::get_if<CheckpointRecord>(&event)) checkpoints.push_back(*saved);
            if (const auto* note = std::get_if<NoteRecord>(&event)) notes.push_back(note->message.english());
            if (const auto* items = std::get_if<BrokenRecord>(&event))
                broken.insert(broken.end(), items->items.begin(), items->items.end());
            if (const auto* state = std::get_if<StateRecord>(&event))
                if (states.empty() || states.back().state != state->state) states.push_back(*state);
        }
    }
    std::vector<RunState> path() const {
        std::vector<RunState> result;
        for (const StateRecord& record : states) result.push_back(record.state);
        return result;
    }
};

Log run(TrainingSession& session) {
    session.start();
    session.wait();
    Log log;
    log.take(session);
    return log;
}

bool same(const ModelState& a, const ModelState& b) {
    if (a.size() != b.size()) return false;
    for (const auto& [name, tensor] : a) {
        const auto other = b.find(name);
        if (other == b.end() || other->second.shape() != tensor.shape()) return false;
        if (std::memcmp(tensor.data(), other->second.data(), tensor.bytes()) != 0) return false;
    }
    return true;
}

template <typename F>
bool eventually(F&& condition) {
    return QTest::qWaitFor(std::forward<F>(condition), 120000);
}

// Runs paused from the start, for exactly this many steps, then stops.
Snapshot stoppedAfter(SessionOptions options, int64_t steps) {
    options.startPaused = true;
    TrainingSession session(std::move(options));
    session.start();
    Log log;
    for (int64_t i = 0; i < steps; ++i) session.step();
    eventually([&] {
        log.take(session);
        return static_cast<int64_t>(log.steps.size()) >= steps;
    });
    session.stop();
    session.wait();
    return session.snapshot();
}

// The processor, but that its convolutions fail in the third step.
class BrittleCpu : public Device {
public:
    BrittleCpu() {
        info_ = deviceOf("cpu").info();
        info_.id = "brittle";
        kernels_ = deviceOf("cpu").kernels();
        kernels_.add("Conv2D", [](const KernelRequest& request) {
            Kernel kernel = deviceOf("cpu").kernels().select(request);
            kernel.blocks = {};
            kernel.bind = [bind = kernel.bind](const KernelBuffers& buffers) {
                return [work = bind(buffers), runs = 0]() mutable {
                    work();
                    if (++runs < 3) return;
                    cpu::forParts(4, [](int part) {
                        if (part == 2) throw Error("The third part failed.");
                    });
                };
            };
            return kernel;
        });
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return kernels_; }

private:
    DeviceInfo info_;
    KernelTable kernels_;
};

}  // namespace

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void reportsARun() {
        TrainingSession session(smallRun(3));
        QCOMPARE(session.state(), RunState::Idle);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Finished);
        QCOMPARE(log.steps.size(), size_t{3 * 13});  // 203 images in batches of 16: 12 whole ones and one of 11
        for (size_t i = 0; i < log.steps.size(); ++i) {
            const StepRecord& step = log.steps[i];
            QCOMPARE(step.step, static_cast<int64_t>(i + 1));
            QCOMPARE(step.epoch, static_cast<int64_t>(i / 13));
            QCOMPARE(step.stepInEpoch, static_cast<int64_t>(i % 13 + 1));
            QCOMPARE(step.stepsPerEpoch, int64_t{13});
            QVERIFY(std::isfinite(step.loss) && step.metrics.at("accuracy") >= 0 && step.metrics.at("accuracy") <= 1);
            QCOMPARE(step.learningRate, 0.01);
            QVERIFY(step.imagesPerSecond > 0 && step.dataWaitShare >= 0 && step.dataWaitShare <= 1);
        }
        QCOMPARE(log.epochs.size(), size_t{3});
        for (const char* name : {"loss", "accuracy", "val_loss", "val_accuracy"})
            QVERIFY(log.epochs[2].values.count(name));
        QVERIFY(log.epochs[2].values.at("loss") < log.epochs[0].values.at("loss"));
        QVERIFY(log.epochs[2].values.at("val_accuracy") > 0.7f);
        using S = RunState;
        const std::vector<S> expected{S::Starting,   S::Running, S::Validating, S::Running,
                                      S::Validating, S::Running, S::Validating, S::Finished};
        QVERIFY(log.path() == expected);

        // The epoch's mean is the mean over images, so the last, smaller batch counts for less.
        double sum = 0;
        for (size_t i = 0; i < 13; ++i) sum += static_cast<double>(log.steps[i].loss) * (i == 12 ? 11 : 16);
        QVERIFY(std::abs(sum / 203 - static_cast<double>(log.epochs[0].values.at("loss"))) < 1e-5);
    }

    void validationIsEvaluate() {
        TrainingSession session(smallRun(1));
        const Log log = run(session);
        const Evaluation result = evaluate(session.snapshot(), *pictureData().validation, 7, 1);
        QCOMPARE(result.images, int64_t{61});
        QVERIFY(std::abs(result.values.at("loss") - static_cast<double>(log.epochs[0].values.at("val_loss"))) < 1e-4);
        QVERIFY(std::abs(result.values.at("accuracy") - static_cast<double>(log.epochs[0].values.at("val_accuracy"))) <
                1e-6);
    }

    void withoutValidation() {
        SessionOptions options = smallRun(1);
        options.data.validation = nullptr;
        TrainingSession session(std::move(options));
        const Log log = run(session);
        QVERIFY(!log.epochs[0].values.count("val_loss"));
        QCOMPARE(log.path(), (std::vector<RunState>{RunState::Starting, RunState::Running, RunState::Finished}));
    }

    void seedsDecide() {
        const auto weights = [](uint64_t seed) {
            SessionOptions options = smallRun(2);
            options.training.seed = seed;
            options.training.augmentation = {{"RandomCrop", {{"padding", int64_t{1}}}}, {"RandomFlip", {}}};
            TrainingSession session(std::move(options));
            run(session);
            return session.snapshot();
        };
        const Snapshot first = weights(1), again = weights(1), other = weights(2);
        QVERIFY(same(first.state, again.state));
        QCOMPARE(weightsSha256(first), weightsSha256(again));
        QVERIFY(weightsSha256(first) != weightsSha256(other));
    }

    void workersDoNotChangeTheOutcome() {
        SessionOptions options = smallRun(2);
        options.training.augmentation = {{"RandomCrop", {{"padding", int64_t{1}}}}};
        TrainingSession plain(options);
        options.training.workers = 2;
        TrainingSession threaded(options);
        run(plain), run(threaded);
        QVERIFY(same(plain.snapshot().state, threaded.snapshot().state));
    }

    // Stopped inside an epoch, at its end (before validation is known) and at the first step of the next.
    void resumesBitForBit_data() {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<int>("steps");
        for (const char* optimizer : {"adam", "sgd"})
            for (int steps : {0, 1, 7, 13, 14, 25, 26})
                QTest::addRow("%s, %d", qPrintable(QString(optimizer)), steps) << optimizer << steps;
    }
    void resumesBitForBit() {
        QFETCH(QString, optimizer);
        QFETCH(int, steps);
        SessionOptions options = smallRun(3);
        options.training.optimizer.type = optimizer.toStdString();
        if (optimizer == "sgd") options.training.optimizer.properties = {{"momentum", 0.9}, {"weight_decay", 1e-4}};
        options.training.schedule.type = "one_cycle";
        options.training.augmentation = {{"RandomFlip", {}}};
        TrainingSession whole(options);
        const Log expected = run(whole);

        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        options.store = inDirectory(path);
        stoppedAfter(options, steps);
        SessionOptions second = options;
        second.resume = loadCheckpoint(path);
        QCOMPARE(second.resume->position.step, int64_t{steps});
        TrainingSession rest(second);
        const Log found = run(rest);
        QCOMPARE(rest.state(), RunState::Finished);
        QVERIFY(same(whole.snapshot().state, rest.snapshot().state));
        QCOMPARE(found.steps.size(), expected.steps.size() - static_cast<size_t>(steps));
        for (size_t i = 0; i < found.steps.size(); ++i) {
            const StepRecord &a = found.steps[i], &b = expected.steps[i + static_cast<size_t>(steps)];
            QCOMPARE(a.step, b.step);
            QCOMPARE(a.loss, b.loss);
            QCOMPARE(a.learningRate, b.learningRate);
            QCOMPARE(a.metrics, b.metrics);
        }
        const size_t missing = expected.epochs.size() - found.epochs.size();
        for (size_t i = 0; i < found.epochs.size(); ++i) {
            QCOMPARE(found.epochs[i].epoch, expected.epochs[i + missing].epoch);
            QCOMPARE(found.epochs[i].values, expected.epochs[i + missing].values);
        }
    }

    void moreEpochsGoOn() {
        SessionOptions options = smallRun(2);
        TrainingSession first(options);
        run(first);
        options.training.epochs = 3;
        TrainingSession whole(options);
        run(whole);
        options.resume = first.snapshot();
        TrainingSession rest(options);
        QCOMPARE(run(rest).epochs.size(), size_t{1});
        QVERIFY(same(whole.snapshot().state, rest.snapshot().state));
    }

    void weightsOnlyBeginsAnew() {
        SessionOptions options = smallRun(1);
        TrainingSession first(options);
        run(first);
        options.resume = first.snapshot();
        options.weightsOnly = true;
        options.startPaused = true;
        TrainingSession second(options);
        const Snapshot begun = second.snapshot();  // of a session that has not started
        QCOMPARE(begun.position.step, int64_t{0});
        QCOMPARE(weightsSha256(begun), weightsSha256(first.snapshot()));
        for (const auto& [name, tensor] : begun.state) QVERIFY2(name.find("adam") == std::string::npos, name.c_str());
    }

    void pauseStepResumeStop() {
        SessionOptions options = smallRun(1000);
        TrainingSession session(options);
        Log log;
        session.start();
        QVERIFY(eventually([&] {
            log.take(session);
            return log.steps.size() > 3;
        }));
        session.pause();
        QVERIFY(eventually([&] { return session.state() == RunState::Paused; }));
        log.take(session);
        const size_t paused = log.steps.size();
        for (size_t i = 1; i <= 30; ++i) {  // over at least two ends of epochs
            session.step();
            QVERIFY(eventually([&] {
                log.take(session);
                return log.steps.size() == paused + i;
            }));
            QVERIFY(eventually([&] { return session.state() == RunState::Paused; }));
        }
        log.take(session);
        QCOMPARE(log.steps.size(), paused + 30);
        session.resume();
        QVERIFY(eventually([&] {
            log.take(session);
            return log.steps.size() > paused + 40;
        }));
        session.step();  // means nothing while running
        session.stop();
        session.wait();
        QCOMPARE(session.state(), RunState::Stopped);
        log.take(session);
        QVERIFY(log.states.back().message.english().find("Stopped after step") != std::string::npos);
        session.start();  // a run that ended stays ended
        session.resume();
        QCOMPARE(session.state(), RunState::Stopped);
    }

    // Whenever its owner lets go of it, a run has ended by then, behind a whole step, and has said so.
    void endsWhereverItIs() {
        for (int i = 0; i < 40; ++i) {
            SessionOptions options = smallRun(10'000);  // more than it gets to
            options.startPaused = i % 4 == 0;
            std::unique_ptr<EventReader> reader;
            {
                TrainingSession session(options);
                reader = session.log()->reader(EventLog::From::Oldest);
                if (i % 5 != 0) {  // the others are never started
                    session.start();
                    if (i % 3 == 0) session.pause();
                    std::this_thread::sleep_for(std::chrono::microseconds(i * 300));
                    if (i % 2 == 0) session.requestSnapshot();
                }
            }
            const EventBatch said = reader->drain();
            if (i % 5 == 0) {
                QVERIFY(said.empty());
                continue;
            }
            int64_t steps = 0;
            std::vector<StateRecord> states;
            for (const Event& event : said) {
                if (const auto* step = std::get_if<StepRecord>(&event)) QCOMPARE(step->step, ++steps);
                if (const auto* state = std::get_if<StateRecord>(&event)) states.push_back(*state);
            }
            QVERIFY(std::holds_alternative<StateRecord>(said.back()));
            QCOMPARE(states.back().state, RunState::Stopped);
            const QString last = QString::fromStdString(states.back().message.english());
            QVERIFY2(last.contains(QString("Stopped after step %1.").arg(steps)), qPrintable(last));
            if (options.startPaused) QCOMPARE(steps, int64_t{0});
        }
    }

    // A stop does not wait for the rest of the validation images: reading them goes on only after it was asked for.
    void stopsDuringValidation() {
        std::atomic<bool> asked = false;
        std::atomic<int64_t> reads = 0;
        constexpr int64_t kImages = 200'000;
        SessionOptions options = smallRun(1);
        options.data = pictureData(32, 0);
        options.data.validation = generatedSource(
            {"held", kImages, Shape{1, 8, 8}, {"one", "two", "three", "four"}, [&](int64_t, Image* image) {
                 if (!image) return 0;
                 if (++reads > 1000)
                     while (!asked) std::this_thread::yield();
                 *image = {8, 8, 1, std::vector<uint8_t>(64)};
                 return 0;
             }});
        TrainingSession session(options);
        session.start();
        QVERIFY(eventually([&] { return session.state() == RunState::Validating; }));
        session.requestSnapshot();
        session.stop();
        asked = true;
        session.wait();
        QCOMPARE(session.state(), RunState::Stopped);
        QCOMPARE(session.snapshot().position.batchInEpoch, int64_t{2});
        QVERIFY2(reads < kImages / 2, qPrintable(QString::number(reads)));
    }

    void learningRateChangesLive() {
        SessionOptions options = smallRun(2);
        options.training.schedule.type = "one_cycle";
        options.startPaused = true;
        TrainingSession session(options);
        session.start();
        Log log;
        for (int i = 0; i < 3; ++i) session.step();
        QVERIFY(eventually([&] {
            log.take(session);
            return log.steps.size() == 3;
        }));
        session.setLearningRate(0);  // with which nothing would be learned
        QVERIFY(eventually([&] {
            log.take(session);
            return !log.notes.empty() && log.notes.back().find("0 is no rate") != std::string::npos;
        }));
        session.setLearningRate(0.5);
        QVERIFY(eventually([&] {
            log.take(session);
            return log.rates.size() == 1;
        }));
        QCOMPARE(log.rates[0].step, int64_t{3});
        QCOMPARE(log.rates[0].to, 0.5);
        session.resume();
        session.wait();
        log.take(session);
        QCOMPARE(log.steps[3].learningRate, 0.5);
        // The schedule goes on, scaled to pass through it.
        TrainingSession plain(smallRun(2));
        const double total = 26;
        const auto planned = [&](int64_t step) {
            return scheduledRate(options.training, step, static_cast<int64_t>(total));
        };
        for (size_t i = 3; i < 26; ++i) {
            const double expected = planned(static_cast<int64_t>(i)) * 0.5 / planned(3);
            QVERIFY(std::abs(log.steps[i].learningRate - expected) < expected * 1e-12);
        }
    }

    void badRatesAreRefused() {
        SessionOptions options = smallRun(1);
        options.startPaused = true;
        TrainingSession session(options);
        session.start();
        Log log;
        session.setLearningRate(-1);
        QVERIFY(eventually([&] {
            log.take(session);
            return log.notes.size() == 1;
        }));
        session.setLearningRate(std::nan(""));
        QVERIFY(eventually([&] {
            log.take(session);
            return log.notes.size() == 2;
        }));
        QVERIFY(log.rates.empty());
    }

    void nanStopsAndNamesStepAndOp() {
        SessionOptions options = smallRun(5);
        options.network = denseNetwork();
        options.training.learningRate = 1e20;
        options.training.optimizer = {"sgd", {}};
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        options.store = inDirectory(path);
        TrainingSession session(options);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Failed);
        const std::string message = log.states.back().message.english();
        QVERIFY2(message.find("at step " + std::to_string(log.steps.size())) != std::string::npos, message.c_str());
        QVERIFY2(message.find("dense_") != std::string::npos || message.find("output_1") != std::string::npos,
                 message.c_str());
        // No weight is a NaN, and the state is the one before the step that failed.
        const Snapshot snapshot = session.snapshot();
        QCOMPARE(snapshot.position.step, static_cast<int64_t>(log.steps.size()) - 1);
        for (const auto& [name, tensor] : snapshot.state)
            for (float value : tensor.as<float>()) QVERIFY2(!std::isnan(value), name.c_str());
        // The curve ends in the loss that ended the run, here and in the files.
        for (size_t i = 0; i + 1 < log.steps.size(); ++i) QVERIFY(std::isfinite(log.steps[i].loss));
        QVERIFY(!std::isfinite(log.steps.back().loss));
        QCOMPARE(log.steps.back().step, static_cast<int64_t>(log.steps.size()));
        EventTree files(path + "/events");
        (void)files.poll();
        const EventTag* loss = nullptr;
        for (const auto& one : files.runs())
            if (one->name() == "train") loss = one->find("loss");
        QVERIFY(loss && loss->points.size() == log.steps.size());
        QVERIFY(!std::isfinite(loss->points.back().value));
        QCOMPARE(loss->points.back().step, log.steps.back().step);
    }

    // One part of a kernel throws on a thread of the team, in the third step: the run ends with its sentence.
    void aKernelsPartFails() {
        const BrittleCpu device;
        const AddedDevice added(device);
        SessionOptions options = smallRun(3);
        options.training.device = device.info().id;
        options.training.threads = 4;
        TrainingSession session(options);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Failed);
        QCOMPARE(log.steps.size(), size_t{2});
        const std::string message = log.states.back().message.english();
        QVERIFY2(message.find("The third part failed.") != message.npos, message.c_str());
        // Its team works on.
        TrainingSession next(smallRun(1));
        run(next);
        QCOMPARE(next.state(), RunState::Finished);
    }

    void failuresKeepTheLastGoodCheckpoint() {
        SessionOptions options = smallRun(1000000);
        options.network = denseNetwork();
        options.training.optimizer = {"sgd", {}};
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        options.store = inDirectory(path);
        TrainingSession session(options);
        session.start();
        Log log;
        QVERIFY(eventually([&] {
            log.take(session);
            return log.checkpoints.size() >= 2;
        }));
        session.setLearningRate(1e25);
        session.wait();
        log.take(session);
        QCOMPARE(session.state(), RunState::Failed);
        const Snapshot kept = loadCheckpoint(path);
        QCOMPARE(kept.position.step, log.checkpoints.back().step);
        for (const auto& [name, tensor] : kept.state)
            for (float value : tensor.as<float>()) QVERIFY(std::isfinite(value));
    }

    // And say which that is, after the first epoch and before its end.
    void failuresSayWhatIsLeft() {
        for (const bool epochs : {false, true}) {
            SessionOptions options = smallRun(3);
            options.network = denseNetwork();
            options.training.optimizer = {"sgd", {}};
            QTemporaryDir folder;
            const std::string path = folder.path().toStdString();
            options.store = inDirectory(path);
            const auto faster = std::make_shared<LambdaCallback>();
            if (epochs)
                faster->epochEnd = [](RunControl& control, const EpochRecord&) { control.setLearningRate(1e25); };
            else
                options.training.learningRate = 1e25;
            options.callbacks.push_back(faster);
            TrainingSession session(options);
            const Log log = run(session);
            QCOMPARE(session.state(), RunState::Failed);
            const int64_t step = loadCheckpoint(path).position.step;
            QCOMPARE(step, int64_t{epochs ? 13 : 0});
            const std::string said = log.states.back().message.english();
            const std::string left = epochs ? "which is of step 13." : "the only checkpoint is of the beginning.";
            QVERIFY2(said.find(left) != said.npos, said.c_str());
        }
    }

    void wrongSettingsFailWithASentence_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("says");
        QTest::newRow("batch too large") << 0 << "larger than the training set of 203 samples";
        QTest::newRow("wrong network") << 1 << "score";
        QTest::newRow("directory") << 2 << "cannot be made";
        QTest::newRow("device") << 3 << "cuda:9";
    }
    void wrongSettingsFailWithASentence() {
        QFETCH(int, which);
        QFETCH(QString, says);
        SessionOptions options = smallRun(1);
        if (which == 0) options.training.batch = 204;
        if (which == 1) options.network.find("dense_1")->properties["units"] = int64_t{7};
        if (which == 2) options.store = inDirectory("/proc/nothing/here");
        if (which == 3) options.training.device = "cuda:9";
        TrainingSession session(options);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Failed);
        QVERIFY2(QString::fromStdString(log.states.back().message.english()).contains(says),
                 log.states.back().message.english().c_str());
    }

    void snapshotsAreCopies() {
        SessionOptions options = smallRun(1000);
        TrainingSession session(options);
        session.start();
        const Snapshot first = session.snapshot();
        const std::string sum = weightsSha256(first);
        Log log;
        QVERIFY(eventually([&] {
            log.take(session);
            return static_cast<int64_t>(log.steps.size()) > first.position.step + 20;
        }));
        QCOMPARE(weightsSha256(first), sum);
        QVERIFY(weightsSha256(session.snapshot()) != sum);
        QVERIFY(!session.takeSnapshot());
        session.requestSnapshot();
        QVERIFY(eventually([&] { return session.takeSnapshot().has_value(); }));
    }

    // A finite loss whose gradient is none: weights of 0 between inputs near the end of float32 and large weights
    // behind. Nothing has moved, whichever way the update would have gone.
    void infiniteGradient_data() {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<qint64>("units");
        QTest::addColumn<int>("threads");
        for (const char* optimizer : {"sgd", "adam"})
            for (const qint64 units : {8, 512})  // the larger one's product and update are one kernel
                for (const int threads : {1, 2})
                    QTest::addRow("%s, %lld units, %d threads", optimizer, units, threads)
                        << optimizer << units << threads;
    }
    void infiniteGradient() {
        QFETCH(QString, optimizer);
        QFETCH(qint64, units);
        QFETCH(int, threads);
        SessionOptions options = smallRun();
        options.training.optimizer.type = optimizer.toStdString();
        options.training.threads = threads;
        options.network = chain(
            {node("input_1", "Input"), node("rescaling_1", "Rescaling", {{"scale", 1e9}}),
             node("rescaling_2", "Rescaling", {{"scale", 1e9}}), node("rescaling_3", "Rescaling", {{"scale", 1e9}}),
             node("rescaling_4", "Rescaling", {{"scale", 1e9}}), node("flatten_1", "Flatten"),
             node("dense_1", "Dense", {{"units", int64_t{units}}, {"kernel_initializer", std::string("zeros")}}),
             node("norm_1", "BatchNormalization"), node("dense_2", "Dense", {{"units", int64_t{4}}}),
             node("output_1", "Output")});
        TrainingSession untouched(options);
        const Snapshot before = untouched.snapshot();
        TrainingSession session(options);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Failed);
        const std::string said = log.states.back().message.english();
        for (const char* part : {"step 1:", "the loss is 1.", "gradient is not finite", "those of the step before",
                                 "Lower the learning rate"})
            QVERIFY2(said.find(part) != std::string::npos, said.c_str());
        QVERIFY(log.steps.empty());
        const Snapshot after = session.snapshot();
        for (const auto& [name, tensor] : before.state)
            QVERIFY2(std::memcmp(tensor.data(), after.state.at(name).data(), tensor.bytes()) == 0, name.c_str());
    }
    // Float16 skips such steps while its scale can be lowered, and then ends in the same way.
    void infiniteGradientInHalf() {
        SessionOptions options = smallRun(30);
        options.training.precision = "float16";
        options.network =
            chain({node("input_1", "Input"), node("rescaling_1", "Rescaling", {{"scale", 100.0}}),
                   node("flatten_1", "Flatten"),
                   node("dense_1", "Dense", {{"units", int64_t{8}}, {"kernel_initializer", std::string("zeros")}}),
                   node("norm_1", "BatchNormalization", {{"epsilon", 1e-12}}),
                   node("rescaling_2", "Rescaling", {{"scale", 1000.0}}),
                   node("dense_2", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
        TrainingSession session(options);
        const Log log = run(session);
        QCOMPARE(session.state(), RunState::Failed);
        QVERIFY(log.states.back().message.english().find("gradient is not finite") != std::string::npos);
        QCOMPARE(log.steps.size(), size_t{16});  // from 65536 to 1
    }

    void runDirectoryHoldsEverything() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        const std::string path = folder.filePath("new/run").toStdString();
        options.store = inDirectory(path);
        TrainingSession session(options);
        const Log log = run(session);
        // Epochs that end faster than the disk writes share a checkpoint; the last one is always written.
        QVERIFY(!log.checkpoints.empty() && log.checkpoints.size() <= 3);
        QCOMPARE(log.checkpoints.back().step, log.steps.back().step);
        QDir directory(QString::fromStdString(path));
        QCOMPARE(directory.entryList(QDir::Files | QDir::Hidden, QDir::Name),
                 (QStringList{"best.safetensors", "checkpoint.safetensors", "history.csv", "journal.bin", "project.tlm",
                              "run.json", "run.lock", "validation.predictions"}));
        QFile history(directory.filePath("history.csv"));
        QVERIFY(history.open(QIODevice::ReadOnly));
        const QStringList lines = QString(history.readAll()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QString("epoch,step,seconds,learning_rate,accuracy,loss,val_accuracy,val_loss"));
        // The best one is of the first epoch with the highest validation accuracy and, of equal ones, the lowest loss.
        size_t best = 0;
        const auto merit = [&](size_t i) {
            const auto& values = log.epochs[i].values;
            return std::pair(values.at("val_accuracy"), -values.at("val_loss"));
        };
        for (size_t i = 1; i < 3; ++i)
            if (merit(i) > merit(best)) best = i;
        QCOMPARE(loadCheckpoint(directory.filePath("best.safetensors").toStdString()).position.epoch,
                 static_cast<int64_t>(best + 1));
        QCOMPARE(weightsSha256(loadCheckpoint(path)), weightsSha256(session.snapshot()));
        QVERIFY(loadProject(directory.filePath("project.tlm").toStdString()).network == options.network);
    }

    // A project gets its file while the program that goes on with its run makes ready to.
    void whatIsSaidOfARunMeanwhileStays() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        const auto port = [] { return RunPort{EventLog::make(), [](const RunRequest&) {}}; };
        const SessionOptions options = smallRun(1);
        const Snapshot snapshot = TrainingSession(options).snapshot();
        RunDirectory(path, {.project = "unsaved:1"}, nullptr, port()).describe(snapshot, options.data);
        const RunPosition position;
        RunDirectory goesOn(path, {}, &position, port());
        RunInfo info = readRunInfo(path);
        QCOMPARE(info.project, std::string("unsaved:1"));
        info.project = "/saved/net.tlm";
        writeRunInfo(info, path);
        goesOn.describe(snapshot, options.data);
        QCOMPARE(readRunInfo(path).project, std::string("/saved/net.tlm"));
    }

    // An epoch whose loss is no number is never the best, whatever its accuracy; a later one that is worse on paper is.
    void nanIsNeverBest() {
        QTemporaryDir folder;
        RunDirectory store(folder.path().toStdString(), {}, nullptr, {EventLog::make(), [](const RunRequest&) {}});
        TrainingSession session(smallRun(1));
        Snapshot snapshot = session.snapshot();
        const auto epoch = [&](float accuracy, float loss) {
            ++snapshot.position.epoch;
            EpochRecord record;
            record.epoch = snapshot.position.epoch - 1;
            record.values = {{"val_accuracy", accuracy}, {"val_loss", loss}};
            store.writeEpoch(std::make_shared<const Snapshot>(snapshot), record, 0.1);
            QVERIFY(store.finish().empty());
        };
        const std::string best = folder.filePath("best.safetensors").toStdString();
        epoch(1, std::nanf(""));
        QVERIFY(!QFile::exists(QString::fromStdString(best)));
        epoch(std::nanf(""), 1);
        QVERIFY(!QFile::exists(QString::fromStdString(best)));
        epoch(0.5f, 2);
        QCOMPARE(loadCheckpoint(best).position.epoch, 3);
        epoch(0.75f, INFINITY);
        QCOMPARE(loadCheckpoint(best).position.epoch, 3);
        epoch(0.75f, 1);
        QCOMPARE(loadCheckpoint(best).position.epoch, 5);
    }
};

QTEST_GUILESS_MAIN(TestSession)

}  // namespace test_session

#include "test_session.moc"
