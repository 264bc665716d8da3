// Watching: what patterns find, that what is watched is what the float64 interpreter makes of the same step, that no
// watch of any kind changes a bit of the weights, and that watching by itself stays below its limit.
#include <QtTest>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/reference.h"
#include "engine/model/build.h"
#include "engine/train/look_interval.h"
#include "engine/train/session.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_pipeline.h"
#include "small_run.h"

namespace test_watch {

using namespace tl;
using namespace tl::test;

namespace {

NetworkSpec residualNetwork() {
    NetworkSpec network = chain(
        {node("input_1", "Input"), node("rescaling_1", "Rescaling"),
         node("conv_1", "Conv2D",
              {{"filters", int64_t{8}}, {"kernel_size", std::vector<int64_t>{3, 3}}, {"padding", std::string("same")}}),
         node("norm_1", "BatchNormalization"), node("relu_1", "Activation", {{"activation", std::string("relu")}}),
         node("conv_2", "Conv2D",
              {{"filters", int64_t{8}}, {"kernel_size", std::vector<int64_t>{3, 3}}, {"padding", std::string("same")}}),
         node("norm_2", "BatchNormalization"), node("add_1", "Add"),
         node("relu_2", "Activation", {{"activation", std::string("relu")}}), node("pool_1", "MaxPooling2D"),
         node("flatten_1", "Flatten"), node("dropout_1", "Dropout", {{"rate", 0.3}}),
         node("dense_1", "Dense", {{"units", int64_t{16}}, {"activation", std::string("relu")}}),
         node("dense_2", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
    network.links.push_back({"relu_1", "add_1", 1});
    return network;
}

SessionOptions run(const NetworkSpec& network, int threads) {
    SessionOptions options = smallRun(2);
    options.network = network;
    options.training.threads = threads;
    return options;
}

struct Told {
    std::vector<WatchedRecord> watched;
    std::vector<WatchesRecord> watches;
    std::vector<std::string> notes;
    int64_t steps = 0;
    Snapshot end;

    const WatchedRecord* find(int64_t step, const std::string& name, size_t kind) const {
        for (const WatchedRecord& record : watched)
            if (record.step == step && record.name == name && record.content.index() == kind) return &record;
        return nullptr;
    }
};

constexpr size_t kStatistics = 0, kRatio = 1, kHistogram = 2, kPictures = 3;

void take(TrainingSession& session, Told& told) {
    for (const Event& event : session.events().drain()) {
        if (const auto* watched = std::get_if<WatchedRecord>(&event)) told.watched.push_back(*watched);
        if (const auto* watches = std::get_if<WatchesRecord>(&event)) told.watches.push_back(*watches);
        if (const auto* note = std::get_if<NoteRecord>(&event); note && !isAboutImages(note->message.english()))
            told.notes.push_back(note->message.english());
        told.steps += std::holds_alternative<StepRecord>(event);
    }
}

Told train(SessionOptions options) {
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    Told told;
    take(session, told);
    told.end = session.snapshot();
    return told;
}

// The names of the tensors whose bits differ.
QStringList differing(const ModelState& a, const ModelState& b) {
    QStringList names;
    if (a.size() != b.size()) names << "(another number of tensors)";
    for (const auto& [name, tensor] : a)
        if (!b.count(name) || std::memcmp(tensor.data(), b.at(name).data(), tensor.bytes()) != 0)
            names << QString::fromStdString(name);
    return names;
}

std::vector<std::string> namesOf(const std::vector<WatchableValue>& values) {
    std::vector<std::string> names;
    for (const WatchableValue& value : values) names.push_back(value.name);
    return names;
}

StepPlan planOf(const SessionOptions& options, ModelState& state) {
    const DataFacts facts = factsOf(options.data, options.training);
    initialize(options.network, facts, options.training.seed, state);
    return {options.network, facts, options.training.batch,
            trainingPlan(options.training, options.data.train->dataType()), state};
}

}  // namespace

class TestWatch : public QObject {
    Q_OBJECT
private slots:
    void patterns() {
        const SessionOptions options = run(residualNetwork(), 1);
        ModelState state;
        const StepPlan plan = planOf(options, state);
        const auto values = watchableValues(plan);
        using Names = std::vector<std::string>;
        QCOMPARE(namesOf(matching(values, "conv_*/kernel")), (Names{"conv_1/kernel", "conv_2/kernel"}));
        QCOMPARE(namesOf(matching(values, "conv_1/output")), (Names{"conv_1/output"}));
        QCOMPARE(namesOf(matching(values, "input")), (Names{"input"}));
        QCOMPARE(matching(values, "gradients").size(), size_t{12});
        QCOMPARE(namesOf(matching(values, "*/gradient")), namesOf(matching(values, "gradients")));
        QCOMPARE(matching(values, "weights").size(), size_t{12});
        QCOMPARE(namesOf(matching(values, "norm_*/weights")),
                 (Names{"norm_1/gamma", "norm_1/beta", "norm_2/gamma", "norm_2/beta"}));
        QCOMPARE(namesOf(matching(values, "conv_2/gradients")),
                 (Names{"conv_2/bias/gradient", "conv_2/kernel/gradient"}));
        QCOMPARE(namesOf(matching(values, "dense_2/*")),
                 (Names{"dense_2/kernel", "dense_2/bias", "dense_2/bias/gradient", "dense_2/kernel/gradient",
                        "dense_2/output"}));
        QCOMPARE(namesOf(matching(values, "conv_2/bias, norm_?/gamma")),
                 (Names{"conv_2/bias", "norm_1/gamma", "norm_2/gamma"}));
        // Values of the op graph that no layer hands out.
        QCOMPARE(namesOf(matching(values, "norm_1/moving_mean")), (Names{"norm_1/moving_mean"}));
        QVERIFY(!matching(values, "relu_1/output/gradient").empty());
        QVERIFY(!matching(values, "*/moving_*").empty());
        try {
            (void)matching(values, "conv_1/kernal");
            QFAIL("a pattern that finds nothing");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("conv_1/kernel"), error.what());
            QVERIFY2(QString(error.what()).contains("conv_1/kernal"), error.what());
        }
    }

    void words() {
        QCOMPARE(toText(watchFrom("conv_*/kernel:histogram:50")), std::string("conv_*/kernel:histogram:50"));
        QCOMPARE(toText(watchFrom("weights")), std::string("weights:histogram:auto"));
        QCOMPARE(watchFrom("a:update_ratio:auto"), (Watch{"a", WatchKind::UpdateRatio, 0}));
        for (const char* wrong : {"", "a:tensor", "a:all:0", "a:all:-3", "a:all:ten", "a:all:5:6"})
            QVERIFY_EXCEPTION_THROWN((void)watchFrom(wrong), Error);
    }

    void runsEndInTheSameBits_data() {
        QTest::addColumn<bool>("residual");
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("precision");
        for (const bool residual : {false, true})
            for (const int threads : {1, 2, 3})
                QTest::addRow("%s, %d threads", residual ? "residual" : "dense", threads)
                    << residual << threads << "float32";
        QTest::addRow("residual, bfloat16") << true << 2 << "bfloat16";
        QTest::addRow("residual, float16") << true << 2 << "float16";
        QTest::addRow("dense, fp8") << false << 2 << "fp8";
    }

    // Every kind, of every value there is, those among them that have to be made again; at every step and at some.
    void runsEndInTheSameBits() {
        QFETCH(const bool, residual);
        QFETCH(const int, threads);
        QFETCH(const QString, precision);
        SessionOptions options = run(residual             ? residualNetwork()
                                     : precision == "fp8" ? networkForFloat8()
                                                          : denseNetwork(),
                                     threads);
        options.training.precision = precision.toStdString();
        options.training.optimizer = {"adam", {}};
        const Told plain = train(options);
        QVERIFY(plain.watched.empty());
        for (const WatchKind kind : allWatchKinds()) {
            SessionOptions watching = options;
            const bool ratio = kind == WatchKind::UpdateRatio;
            watching.watches = {{ratio ? "weights" : "weights,gradients,outputs,input", kind, 1}};
            if (!ratio) watching.watches.push_back({"*/output/gradient", kind, 3});
            const Told told = train(watching);
            QVERIFY2(told.notes.size() == plain.notes.size(), told.notes.empty() ? "" : told.notes.back().c_str());
            QVERIFY(static_cast<int64_t>(told.watched.size()) > told.steps);
            if (!ratio) QVERIFY(told.watches.back().watches[0].again);
            const QStringList names = differing(plain.end.state, told.end.state);
            QVERIFY2(names.isEmpty(), qPrintable(QString(nameOf(kind)) + " changed " + names.join(", ")));
        }
    }

    // The first step, in the interpreter: same weights, batch, seed and step.
    void valuesAreTheReferences_data() {
        QTest::addColumn<bool>("residual");
        QTest::newRow("dense") << false;
        QTest::newRow("residual") << true;
    }
    void valuesAreTheReferences() {
        QFETCH(const bool, residual);
        SessionOptions options = run(residual ? residualNetwork() : denseNetwork(), 2);
        options.training.epochs = 1;
        // The first batch, as a session of the same settings sees it.
        ModelState state;
        StepPlan plan = planOf(options, state);
        std::string pattern;
        const Graph& graph = plan.graph();
        std::map<std::string, ValueId> ids;
        for (const WatchableValue& value : watchableValues(plan)) {
            const Value& known = graph.value(value.value);
            if (known.kind == ValueKind::Constant || known.dtype != DType::Float32) continue;
            // What the optimizer makes of updated values cannot be made again.
            const Phase phase = known.producer < 0 ? Phase::Forward : graph.nodes[size_t(known.producer)].phase;
            if (known.kind == ValueKind::Computed && phase > Phase::Backward) continue;
            ids[value.name] = value.value;
            pattern += (pattern.empty() ? "" : ",") + value.name;
        }
        options.watches = {{pattern, WatchKind::All, 1}, {"input", WatchKind::Histogram, 1}};
        // One session's first batch, and the state after it.
        struct FirstBatch : Callback {
            ModelState after;
            void onBatchEnd(RunControl& control, const StepRecord& record) override {
                if (record.step != 1) return;
                for (const auto& [name, tensor] : control.state()) after[name] = tensor.clone();
            }
        };
        const auto first = std::make_shared<FirstBatch>();
        options.callbacks = {first};
        const Told told = train(options);
        QVERIFY2(told.notes.empty(), told.notes.empty() ? "" : told.notes.front().c_str());

        Pipeline pipeline =
            trainingPipeline(options.training, options.data.train, factsOf(options.data, options.training).shape);
        auto iterator = pipeline.iterate(0);
        Batch batch;
        QVERIFY(iterator.next(batch));
        ReferenceFeeds feeds;
        for (const Value& value : graph.values) {
            if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
                feeds[value.name] = toReference(state.at(value.name));
            else if (value.kind == ValueKind::Input)
                feeds[value.name] = toReference(value.name == "data" ? batch.data : batch.labels);
        }
        StepContext context;
        context.seed = options.training.seed;
        context.learningRate = float(options.training.learningRate);
        const auto before = evaluateBackward(graph, feeds, context);
        for (const auto& [name, id] : ids) {
            const Value& value = graph.value(id);
            std::vector<double> expected = before[size_t(id)].values;
            if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
                expected = toReference(first->after.at(value.name)).values;
            const WatchedRecord* statistics = told.find(1, name, kStatistics);
            const WatchedRecord* histogram = told.find(1, name, kHistogram);
            QVERIFY2(statistics && histogram, name.c_str());
            const auto& found = std::get<Measured>(statistics->content).statistics;
            const auto& counts = *std::get<std::shared_ptr<const Histogram>>(histogram->content);
            double sum = 0, squares = 0, low = INFINITY, high = -INFINITY;
            for (const double x : expected) {
                sum += x, squares += x * x;
                low = std::min(low, x), high = std::max(high, x);
            }
            const double norm = std::sqrt(squares), n = double(expected.size());
            const double close = 2e-4 * norm + 1e-5;  // a bias before a normalisation has a gradient of 0
            const auto tell = [&, name = name](const char* what, double is, double should) {
                return QString("%1 of %2: %3, not %4").arg(what, name.c_str()).arg(is).arg(should).toUtf8();
            };
            QCOMPARE(found.count, int64_t(expected.size()));
            QCOMPARE(counts.count, n);
            QVERIFY2(std::abs(found.norm() - norm) < close, tell("norm", found.norm(), norm));
            QVERIFY2(std::abs(found.mean() - sum / n) < close, tell("mean", found.mean(), sum / n));
            QVERIFY2(std::abs(found.min - low) < close, tell("min", found.min, low));
            QVERIFY2(std::abs(found.max - high) < close, tell("max", found.max, high));
            QCOMPARE(counts.sum, found.sum);
            QCOMPARE(counts.sumOfSquares, found.sumOfSquares);
            QCOMPARE(std::accumulate(counts.counts.begin(), counts.counts.end(), 0.0), n);
            QVERIFY(std::ranges::is_sorted(counts.edges));
        }
        // The update ratio, of the weights before and after.
        for (const WatchableValue& value : matching(watchableValues(plan), "weights")) {
            const auto was = state.at(value.name).as<float>(), is = first->after.at(value.name).as<float>();
            double change = 0, size = 0;
            for (size_t i = 0; i < was.size(); ++i) {
                change += std::pow(double(is[i]) - double(was[i]), 2);
                size += std::pow(double(was[i]), 2);
            }
            const WatchedRecord* record = told.find(1, value.name, kRatio);
            QVERIFY(record);
            const double expected = size > 0 ? std::sqrt(change / size) : 0;
            QVERIFY(std::abs(std::get<WatchedRecord::UpdateRatio>(record->content).ratio - expected) <=
                    1e-9 + 1e-6 * expected);
        }
        // Pictures: the batch's images as they are.
        const WatchedRecord* images = told.find(1, "input", kPictures);
        if (!images) {  // bytes are watched by their own name only
            SessionOptions again = options;
            again.watches = {{"input", WatchKind::Pictures, 1}};
            const Told seen = train(again);
            images = seen.find(1, "input", kPictures);
            QVERIFY(images);
            const auto& pictures = *std::get<std::shared_ptr<const Pictures>>(images->content);
            QCOMPARE(pictures.width, 8);
            QCOMPARE(pictures.count, 16);
            const auto bytes = batch.data.as<uint8_t>();
            QVERIFY(std::equal(pictures.pixels.begin(), pictures.pixels.end(), bytes.begin()));
        }
    }

    void whatAPlanHoldsIsTheReferences_data() {
        QTest::addColumn<bool>("residual");
        QTest::newRow("dense") << false;
        QTest::newRow("residual") << true;
    }
    // Every value that the training plan claims to hold after a phase is what the interpreter makes of it.
    void whatAPlanHoldsIsTheReferences() {
        QFETCH(const bool, residual);
        const SessionOptions options = run(residual ? residualNetwork() : denseNetwork(), 2);
        ModelState state;
        StepPlan plan = planOf(options, state);
        const Graph& graph = plan.graph();
        Pipeline pipeline =
            trainingPipeline(options.training, options.data.train, factsOf(options.data, options.training).shape);
        auto iterator = pipeline.iterate(0);
        Batch batch;
        QVERIFY(iterator.next(batch));
        ReferenceFeeds feeds;
        for (const Value& value : graph.values) {
            if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
                feeds[value.name] = toReference(state.at(value.name));
            else if (value.kind == ValueKind::Input)
                feeds[value.name] = toReference(value.name == "data" ? batch.data : batch.labels);
        }
        StepContext context;
        context.seed = 3;
        const auto expected = evaluateBackward(graph, feeds, context);
        plan.setInputs(batch);
        int held = 0;
        for (const Phase phase : {Phase::Forward, Phase::Backward}) {
            plan.plan().run(phase, context);
            for (size_t i = 0; i < graph.values.size(); ++i) {
                const auto id = static_cast<ValueId>(i);
                if (graph.values[i].kind != ValueKind::Computed || !plan.plan().holds(id, phase)) continue;
                ++held;
                const auto found = toReference(plan.plan().readHeld(id, phase)).values;
                double apart = 0, size = 1e-2;
                QCOMPARE(found.size(), expected[i].values.size());
                for (size_t k = 0; k < found.size(); ++k) {
                    apart += std::pow(found[k] - expected[i].values[k], 2);
                    size += std::pow(expected[i].values[k], 2);
                }
                apart = std::sqrt(apart / size);
                QVERIFY2(apart < 1e-3, qPrintable(QString("%1: %2").arg(graph.values[i].name.c_str()).arg(apart)));
            }
        }
        QVERIFY2(held > 8, "next to nothing is held");
    }

    void addedAndRemovedWhileItRuns() {
        SessionOptions options = run(denseNetwork(), 1);
        options.training.epochs = 1000000;
        TrainingSession session(options);
        session.start();
        Told told;
        const auto until = [&](const auto& condition) {
            return QTest::qWaitFor([&] { return take(session, told), condition(); }, 120000);
        };
        QVERIFY(until([&] { return told.steps > 3; }));
        QVERIFY(told.watched.empty());
        session.watch({"dense_1/output", WatchKind::Statistics, 2});
        QVERIFY(until([&] { return told.watched.size() > 3; }));
        for (const WatchedRecord& record : told.watched) {
            QCOMPARE(record.name, std::string("dense_1/output"));
            QCOMPARE(record.step % 2, 0);
        }
        session.watch({"dense_7/kernel", WatchKind::Histogram, 2});
        QVERIFY(until([&] { return !told.notes.empty(); }));
        QVERIFY2(QString::fromStdString(told.notes[0]).contains("dense_1/kernel"), told.notes[0].c_str());
        session.unwatch({"dense_1/output", WatchKind::Statistics});
        QVERIFY(until([&] { return !told.watches.empty() && told.watches.back().watches.size() == 1; }));
        QVERIFY(!told.watches.back().watches[0].problem.empty());
        told.watched.clear();
        const int64_t steps = told.steps;
        QVERIFY(until([&] { return told.steps > steps + 20; }));
        QVERIFY(told.watched.empty());
        session.stop();
        session.wait();
    }

    // While it is paused too: what is asked then is answered at once.
    void askedWhilePaused() {
        SessionOptions options = run(denseNetwork(), 1);
        options.startPaused = true;
        TrainingSession session(options);
        session.start();
        Told told;
        QVERIFY(QTest::qWaitFor([&] { return session.state() == RunState::Paused; }, 120000));
        session.watch({"weights", WatchKind::Histogram, 1});
        QVERIFY(QTest::qWaitFor([&] { return take(session, told), !told.watches.empty(); }, 120000));
        QCOMPARE(told.watches.back().watches[0].values, 4);
        session.step();
        QVERIFY(QTest::qWaitFor([&] { return take(session, told), told.watched.size() == 4; }, 120000));
        session.stop();
        session.wait();
    }

    // A run on a clock of its own: whatever a look costs, all of them take less than their share.
    void looksArePaidFor_data() {
        QTest::addColumn<double>("look");
        QTest::addColumn<double>("share");
        QTest::newRow("cheap") << 0.001 << 0.02;
        QTest::newRow("as long as ten steps") << 0.05 << 0.02;
        QTest::newRow("much longer than a step") << 2.0 << 0.05;
    }
    void looksArePaidFor() {
        QFETCH(const double, look);
        QFETCH(const double, share);
        constexpr double kStep = 0.005;
        LookCost cost{0, 0, look};
        int64_t next = 1, looks = 0;
        constexpr int64_t kSteps = 100'000;
        for (int64_t step = 1; step <= kSteps; ++step) {
            cost.elapsed += kStep;
            if (step < next) continue;
            cost.elapsed += look;
            cost.spent += look;
            ++looks;
            const int64_t interval = lookInterval(cost, share, kStep, kSteps);
            next = (step / interval + 1) * interval;
        }
        QVERIFY2(cost.spent <= share * cost.elapsed, qPrintable(QString::number(cost.spent / cost.elapsed)));
        QVERIFY2(looks >= std::min(100., 0.15 * share * cost.elapsed / look), qPrintable(QString::number(looks)));
        QCOMPARE(lookInterval(cost, 0, kStep, kSteps), int64_t{1'000'000'000'000'000});
    }

    // What watching took, by its own account, is below the limit; and the account says of what.
    void automaticIntervalsKeepToTheLimit() {
        SessionOptions options = run(residualNetwork(), 1);
        options.training.epochs = 60;
        options.watchLimit = 0.05;
        options.watches = {{"weights,gradients", WatchKind::Histogram}, {"outputs", WatchKind::Statistics}};
        const Told told = train(options);
        QVERIFY(told.watches.size() > 1);
        const WatchesRecord& last = told.watches.back();
        QCOMPARE(last.limit, 0.05);
        QCOMPARE(last.step, told.steps);  // what it came to in all
        QCOMPARE(last.watches.size(), size_t{2});
        for (const WatchState& state : last.watches) {
            QVERIFY(state.looks >= 1 && state.seconds > 0 && state.interval > 1);
            QVERIFY(state.values >= 12);
        }
        QVERIFY(last.watches[1].again);
        std::map<std::string, std::set<int64_t>> looks;
        for (const WatchedRecord& record : told.watched) looks[record.name].insert(record.step);
        QVERIFY(looks["conv_1/kernel"].count(1));
        QVERIFY(looks["conv_1/output"].count(1));
        QVERIFY(static_cast<int64_t>(looks["conv_1/kernel"].size()) < told.steps / 4);
    }

    void anIntervalIsKept() {
        SessionOptions options = run(denseNetwork(), 2);
        options.watches = {{"dense_1/kernel", WatchKind::Histogram, 5}};
        const Told told = train(options);
        std::vector<int64_t> steps;
        for (const WatchedRecord& record : told.watched) steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{5, 10, 15, 20, 25}));
    }

    void theDefaults() {
        SessionOptions options = run(residualNetwork(), 1);
        options.defaultWatches = true;
        const Told told = train(options);
        std::set<std::string> kinds;
        for (const WatchState& state : told.watches.back().watches)
            kinds.insert(state.watch.pattern + ":" + nameOf(state.watch.kind));
        QCOMPARE(kinds, (std::set<std::string>{"weights:histogram", "gradients:histogram", "weights:update_ratio",
                                               "conv_1/output:pictures"}));
        QVERIFY(told.find(1, "conv_1/kernel", kHistogram));
        QVERIFY(told.find(1, "conv_1/kernel/gradient", kHistogram));
        QVERIFY(told.find(1, "conv_1/kernel", kRatio));
        const WatchedRecord* maps = told.find(1, "conv_1/output", kPictures);
        QVERIFY(maps);
        QCOMPARE(std::get<std::shared_ptr<const Pictures>>(maps->content)->count, 8);
    }

    // The steps that are looked at are those of a run that was never stopped.
    void aRunThatGoesOnKeepsItsSteps() {
        SessionOptions options = run(denseNetwork(), 1);
        options.training.epochs = 1;
        options.resume = train(options).end;  // of step 13
        options.training.epochs = 2;
        options.watches = {watchFrom("weights:statistics:5")};
        std::set<int64_t> looked;
        for (const WatchedRecord& record : train(options).watched) looked.insert(record.step);
        QCOMPARE(looked, (std::set<int64_t>{15, 20, 25}));
    }

private:
    // After the backward pass: updates have not moved anything yet.
    static std::vector<ReferenceTensor> evaluateBackward(const Graph& graph, const ReferenceFeeds& feeds,
                                                         const StepContext& context) {
        Graph before = graph;
        std::erase_if(before.nodes, [](const Node& node) { return node.phase > Phase::Backward; });
        return evaluateReference(before, feeds, context);
    }
};

QTEST_GUILESS_MAIN(TestWatch)

}  // namespace test_watch

#include "test_watch.moc"
