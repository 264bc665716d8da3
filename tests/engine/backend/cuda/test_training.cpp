// Networks train on the checking driver as they do on the CPU: whole sessions through recordings, copies and the
// model's state on the device, in random legal orders, with the CPU's losses within rounding. No GPU takes part.
#include <QtTest>

#include <cmath>

#include "engine/backend/cuda/host/device.h"
#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"
#include "engine/run/weight_trace.h"
#include "engine/train/optimizer.h"
#include "engine/train/step_plan.h"
#include "engine/train/verify_training.h"
#include "engine/train/verify_updates.h"
#include "tests/engine/train/small_run.h"
#include "tests/support/sanitized.h"

namespace test_training {

using namespace tl;
using namespace tl::cuda;

namespace {

struct Outcome {
    std::vector<double> losses, validation;
    Message failure;
    QStringList notes;
    ModelState weights;
};

Outcome train(const std::string& device, SessionOptions options) {
    options.training.device = device;
    TrainingSession session(options);
    session.start();
    session.wait();
    Outcome outcome;
    for (const tl::Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event))
            outcome.losses.push_back(static_cast<double>(step->loss));
        if (const auto* epoch = std::get_if<EpochRecord>(&event))
            if (const auto loss = epoch->values.find("val_loss"); loss != epoch->values.end())
                outcome.validation.push_back(static_cast<double>(loss->second));
        if (const auto* note = std::get_if<NoteRecord>(&event))
            outcome.notes << QString::fromStdString(note->message.english());
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) outcome.failure = state->message;
    }
    outcome.weights = session.snapshot().state;  // of a run that failed too
    return outcome;
}

SessionOptions denseRun(const std::string& optimizer, uint64_t seed) {
    SessionOptions options = test::smallRun(2);
    options.network = test::denseNetwork();
    options.training.optimizer = {optimizer, {}};
    options.training.seed = seed;
    return options;
}

// A template on noise with a bright corner that tells the class.
SessionOptions templateRun(const std::string& id, const Shape& shape, int64_t count) {
    constexpr int kClasses = 4;
    const int64_t each = shape.elements(), width = shape[2];
    Rng rng(11, streamId("noise"));
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(count * each));
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
        const auto label = labels[static_cast<size_t>(i)] = static_cast<uint8_t>(rng.below(kClasses));
        for (int64_t p = 0; p < each; ++p) {
            const int64_t x = p % width, y = p / width % shape[1];
            const bool bright = (y * 2 / shape[1]) * 2 + x * 2 / width == label;
            (*pixels)[static_cast<size_t>(i * each + p)] = static_cast<uint8_t>(rng.below(150) + (bright ? 80 : 0));
        }
    }
    SessionOptions options = test::smallRun(2);
    const std::vector<std::string> names{"one", "two", "three", "four"};
    options.data = {};
    options.data.spec = options.data.name = "noise";
    options.data.train = options.data.validation =
        std::make_shared<MemorySource>("noise", "train", shape, names, pixels, labels);
    options.training.batch = 8;
    options.training.optimizer = {"sgd", {{"momentum", 0.9}}};
    options.network = findTemplate(id).make(factsOf(options.data, options.training));
    return options;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size() || a.empty()) return INFINITY;
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]) / (1 + std::abs(b[i])));
    return largest;
}

}  // namespace

class TestCudaTraining : public QObject {
    Q_OBJECT
private slots:
    void asOnTheCpu_data();
    void asOnTheCpu();
    void networksOfImages_data();
    void networksOfImages();
    void inManyOrders();
    void everyOptimizer();
    void everyPropertyOfOptimizers();
    void halfWithItsScale();
    void inTf32();
    void inFloat8_data();
    void inFloat8();
    void nobodyWaitsInAStep();
    void whatIsNotFiniteEndsTheRun_data();
    void whatIsNotFiniteEndsTheRun();
    void callbacksSeeTheirSteps();
    void unreadResults();
    void stateComesHome();
    void hashesAreOfTheDevicesWeights();
    void outOfMemory_data();
    void outOfMemory();
    void farTooLittleMemory();
    void theMemoryLimitIsKept();
    void opsThroughPlans();
};

void TestCudaTraining::asOnTheCpu_data() {
    QTest::addColumn<QString>("optimizer");
    for (const char* name : {"sgd", "adam", "adamw", "rmsprop", "lion"}) QTest::newRow(name) << name;
}

void TestCudaTraining::asOnTheCpu() {
    QFETCH(QString, optimizer);
    const SessionOptions options = denseRun(optimizer.toStdString(), 1);
    const Outcome expected = train("cpu", options);
    const CheckingDevice stand({1});
    const Outcome found = train("cuda:check", options);
    QVERIFY2(found.failure.empty(), found.failure.english().c_str());
    QCOMPARE(found.losses.size(), expected.losses.size());
    QVERIFY(stand.driver().operations() > 100);
    const double steps = largestDifference(found.losses, expected.losses);
    const double epochs = largestDifference(found.validation, expected.validation);
    QVERIFY2(steps < 1e-5 && epochs < 1e-5, qPrintable(QString("%1 and %2").arg(steps).arg(epochs)));
    QVERIFY(expected.losses.back() < expected.losses.front());
}

void TestCudaTraining::networksOfImages_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("size");
    QTest::newRow("LeNet") << "lenet" << 16;
    QTest::newRow("ResNet-20") << "resnet20" << 8;
}

// Convolutions, pooling, normalisation and skips, forwards and back, over two epochs.
void TestCudaTraining::networksOfImages() {
    QFETCH(QString, network);
    QFETCH(int, size);
    const SessionOptions options = templateRun(network.toStdString(), {network == "lenet" ? 1 : 3, size, size}, 32);
    const Outcome expected = train("cpu", options);
    QVERIFY2(expected.failure.empty(), expected.failure.english().c_str());
    QCOMPARE(expected.losses.size(), size_t{8});
    const CheckingDevice stand({1});
    const Outcome found = train("cuda:check", options);
    QVERIFY2(found.failure.empty(), found.failure.english().c_str());
    const double difference = largestDifference(found.losses, expected.losses);
    QVERIFY2(difference < 2e-4, qPrintable(QString::number(difference)));
}

// The order of the device's work must not show: the same bits each time, and nothing that no stream or event orders.
// `tensorloom verify --device cuda` has 200 orders of each network.
void TestCudaTraining::inManyOrders() {
    const auto make = [](uint64_t seed) {
        return std::make_shared<CheckingDevice>(CheckingDriver::Options{.seed = seed, .checkMarks = false});
    };
    for (const auto& [network, orders] : {std::pair{"mlp", 30}, {"lenet", 10}, {"resnet20", 4}}) {
        const auto results = verifyNetworks(CheckingDevice::kId, orders, make, network);
        QCOMPARE(results.size(), size_t{3});
        for (const VerifyResult& result : results)
            QVERIFY2(result.ok(), qPrintable(QString("%1, %2, %3: %4 %5")
                                                 .arg(network, result.example.c_str(), result.what.c_str())
                                                 .arg(result.error)
                                                 .arg(result.message.english().c_str())));
    }
}

void TestCudaTraining::everyOptimizer() {
    const CheckingDevice stand({.seed = 3, .checkMarks = false});
    const auto results = verifyOptimizers(CheckingDevice::kId);
    QCOMPARE(results.size(), 2 * allOptimizers().size());
    for (const VerifyResult& result : results)
        QVERIFY2(result.ok(), qPrintable(QString("%1, %2: %3 %4")
                                             .arg(result.name.c_str(), result.what.c_str())
                                             .arg(result.error)
                                             .arg(result.message.english().c_str())));
}

void TestCudaTraining::everyPropertyOfOptimizers() {
    const CheckingDevice stand({.seed = 4, .checkMarks = false});
    const auto results = verifyUpdates(CheckingDevice::kId);
    QCOMPARE(results.size(), updateTrials().size());
    for (const VerifyResult& result : results)
        QVERIFY2(result.ok(), qPrintable(QString("%1, %2: %3 %4")
                                             .arg(result.name.c_str(), result.example.c_str())
                                             .arg(result.error)
                                             .arg(result.message.english().c_str())));
}

// Steps that overflow the loss scale are passed over on the device, and the scale comes down as on the processor.
void TestCudaTraining::halfWithItsScale() {
    SessionOptions options = denseRun("sgd", 1);
    options.training.precision = "float16";
    options.resume.emplace();
    options.resume->state["loss_scale"] = Tensor::scalar(16777216);
    const Outcome expected = train("cpu", options);
    QVERIFY2(expected.failure.empty(), expected.failure.english().c_str());
    const float scale = expected.weights.at("loss_scale").as<float>()[0];
    QVERIFY2(scale < 16777216, qPrintable(QString::number(static_cast<double>(scale))));
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        const CheckingDevice stand({.seed = seed, .checkMarks = false});
        const Outcome found = train(CheckingDevice::kId, options);
        QVERIFY2(found.failure.empty(), found.failure.english().c_str());
        QCOMPARE(found.weights.at("loss_scale").as<float>()[0], scale);
        QCOMPARE(found.weights.at("loss_scale/good_steps").as<float>()[0],
                 expected.weights.at("loss_scale/good_steps").as<float>()[0]);
        const double difference = largestDifference(found.losses, expected.losses);
        QVERIFY2(difference < 5e-3, qPrintable(QString::number(difference)));
    }
}

// Products and convolutions in TF32 come close to the processor's float32, and are not the same numbers as float32's.
void TestCudaTraining::inTf32() {
    for (SessionOptions options : {denseRun("sgd", 1), templateRun("lenet", {1, 16, 16}, 32)}) {
        const CheckingDevice stand({.seed = 1, .checkMarks = false});
        const Outcome expected = train("cpu", options), whole = train(CheckingDevice::kId, options);
        options.training.precision = "tf32";
        const Outcome found = train(CheckingDevice::kId, options), same = train("cpu", options);
        QVERIFY2(found.failure.empty(), found.failure.english().c_str());
        const double difference = largestDifference(found.losses, expected.losses);
        QVERIFY2(difference < 1e-2, qPrintable(QString::number(difference)));
        QVERIFY(largestDifference(whole.losses, expected.losses) < difference / 10);
        QCOMPARE(same.losses, expected.losses);  // the processor has none, and says so
        QVERIFY(same.notes.contains("The device cpu has no TF32: it multiplies in float32."));
        QVERIFY(!found.notes.join("\n").contains("TF32"));
    }
    QVERIFY(precisionNamed("tf32") == (RunPrecision{DType::Float32, true}));
}

void TestCudaTraining::inFloat8_data() {
    QTest::addColumn<QString>("network");
    for (const char* name : {"Dense layers", "attention", "LSTM"}) QTest::newRow(name) << name;
}

// The GPU's own kernels round what the CPU's emulation rounds, and the library scales it back: the same losses but for
// what bfloat16's rounding of differently ordered sums does, and the same bits in each order of the work.
void TestCudaTraining::inFloat8() {
    QFETCH(QString, network);
    SessionOptions options = denseRun("sgd", 1);
    options.network = test::networkForFloat8();
    using List = std::vector<int64_t>;
    const auto between = [&](std::vector<NodeSpec> middle) {
        std::vector<NodeSpec> all{test::node("input_1", "Input"), test::node("rescaling_1", "Rescaling")};
        all.insert(all.end(), middle.begin(), middle.end());
        all.push_back(test::node("dense_1", "Dense", {{"units", int64_t{4}}}));
        all.push_back(test::node("output_1", "Output"));
        options.network = test::chain(all);
        options.data = test::pictureData(64, 0);
    };
    if (network == "attention")
        between({test::node("patches", "PatchEmbedding", {{"patch_size", List{2, 2}}, {"embed_dim", int64_t{16}}}),
                 test::node("attention", "MultiHeadAttention", {{"num_heads", int64_t{2}}, {"key_dim", int64_t{8}}}),
                 test::node("mean", "GlobalAveragePooling1D")});
    if (network == "LSTM")
        between({test::node("rows", "Reshape", {{"target_shape", List{4, 16}}}),
                 test::node("lstm", "LSTM", {{"units", int64_t{16}}})});
    options.training.precision = "bfloat16";
    const Outcome half = train("cpu", options);
    options.training.precision = "fp8";
    const Outcome expected = train("cpu", options);
    QVERIFY2(expected.failure.empty(), expected.failure.english().c_str());
    const auto counts = [](const Outcome& outcome) {
        return outcome.notes.filter("products of matrices are in 8 bits");
    };
    std::vector<double> losses;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        const CheckingDevice stand({.seed = seed});
        const Outcome found = train(CheckingDevice::kId, options);
        QVERIFY2(found.failure.empty(), found.failure.english().c_str());
        QCOMPARE(counts(found), counts(expected));
        QVERIFY2(counts(found).size() == 1 && !counts(found)[0].startsWith("0 of"), qPrintable(counts(found).join("")));
        const double difference = largestDifference(found.losses, expected.losses),
                     rounding = largestDifference(half.losses, expected.losses);
        const QString what = QString("%1, from bfloat16 %2").arg(difference).arg(rounding);
        if (seed == 1) qInfo() << "losses differ by" << qPrintable(what);
        QVERIFY2(difference < 4e-3 && rounding > difference, qPrintable(what));
        if (seed > 1) QCOMPARE(found.losses, losses);
        losses = found.losses;
    }
}

// The host reads what a step came to while the next one is worked on: however many steps an epoch has, the device is
// never left without work by a host that waits, but at the epoch's end.
void TestCudaTraining::nobodyWaitsInAStep() {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        std::vector<size_t> stalls, waits, steps;
        for (const int batch : {16, 3}) {
            const CheckingDevice stand({.seed = seed, .checkMarks = false});
            SessionOptions options = denseRun("adam", 1);
            options.data.validation = nullptr;
            options.training.batch = batch;
            steps.push_back(train(CheckingDevice::kId, options).losses.size());
            stalls.push_back(stand.driver().stalls());
            waits.push_back(stand.driver().waits());
        }
        QVERIFY(steps[1] >= 4 * steps[0]);
        QCOMPARE(stalls[1], stalls[0]);
        QCOMPARE(waits[1] - waits[0], steps[1] - steps[0]);  // each for the step before the one on its way
    }
}

void TestCudaTraining::whatIsNotFiniteEndsTheRun_data() {
    QTest::addColumn<bool>("images");
    QTest::newRow("MLP") << false;
    QTest::newRow("LeNet, whose kernels are brought into another order") << true;
}

// Though the next step is on its way by then: the message names the step that did it, and weights and slots are those
// of the step before.
void TestCudaTraining::whatIsNotFiniteEndsTheRun() {
    QFETCH(bool, images);
    SessionOptions options = images ? templateRun("lenet", {1, 16, 16}, 32) : denseRun("sgd", 1);
    options.training.learningRate = images ? 1e37 : 1e20;
    options.training.epochs = 8;
    const Outcome expected = train("cpu", options);
    const QString why = QString::fromStdString(expected.failure.english());
    QVERIFY2(why.startsWith("Training stopped at step "), qPrintable(why));
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        const CheckingDevice stand({.seed = seed, .checkMarks = false});
        const Outcome found = train(CheckingDevice::kId, options);
        const auto culprit = [](const QString& text) { return text.section(" from finite inputs", 0, 0); };
        QCOMPARE(culprit(QString::fromStdString(found.failure.english())), culprit(why));
        QVERIFY(QString::fromStdString(found.failure.english()).contains("The weights are those of the step before"));
        QCOMPARE(found.losses.size(), expected.losses.size());
        QCOMPARE(found.weights.size(), expected.weights.size());
        for (const auto& [name, tensor] : expected.weights) {
            const auto a = tensor.as<float>(), b = found.weights.at(name).as<float>();
            for (size_t i = 0; i < a.size(); ++i)
                QVERIFY2(std::abs(b[i] - a[i]) <= (images ? 5e-2f : 1e-4f) * (std::abs(a[i]) + 1) || a[i] == b[i],
                         qPrintable(QString("%1: %2 and %3").arg(name.c_str()).arg(b[i]).arg(a[i])));
        }
    }
}

// A callback that wants some steps has the weights of just those before it, and the others need not wait for it.
void TestCudaTraining::callbacksSeeTheirSteps() {
    struct Some : Callback {
        bool wants(int64_t step) const override { return step % 3 == 0; }
        void onBatchBegin(RunControl& run) override { begun.push_back(run.position().step); }
        void onBatchEnd(RunControl& run, const StepRecord& record) override {
            ended.push_back(record.step);
            positions.push_back(run.position().step);
            const Tensor weights = run.state().begin()->second.clone();
            sums.push_back(0);
            for (const float each : weights.as<float>()) sums.back() += static_cast<double>(each);
        }
        std::vector<int64_t> begun, ended, positions;
        std::vector<double> sums;
    };
    SessionOptions options = denseRun("sgd", 1);
    const auto here = std::make_shared<Some>(), there = std::make_shared<Some>();
    options.callbacks = {here};
    train("cpu", options);
    const CheckingDevice stand({.seed = 3, .checkMarks = false});
    options.callbacks = {there};
    const Outcome found = train(CheckingDevice::kId, options);
    QVERIFY2(found.failure.empty(), found.failure.english().c_str());
    QVERIFY(here->ended.size() > 2);
    QCOMPARE(there->ended, here->ended);
    QCOMPARE(there->positions, there->ended);
    QVERIFY(largestDifference(there->sums, here->sums) < 1e-5);
    QVERIFY(there->begun.size() < found.losses.size());
    for (const int64_t step : there->begun) QCOMPARE((step + 1) % 3, int64_t{0});
}

// What is on its way to the host is not written over by a later step, though nobody waits for it.
void TestCudaTraining::unreadResults() {
    const SessionOptions run = denseRun("sgd", 1);
    const DataFacts facts = factsOf(run.data, run.training);
    const auto lossOf = [&](const std::string& device) {
        ModelState state;
        initialize(run.network, facts, 1, state);
        StepPlanOptions options;
        options.device = device;
        StepPlan plan(run.network, facts, 4, options, state);
        const Tensor data(facts.shape.withBatch(4), DType::UInt8), labels({4}, DType::Int32);
        plan.setInputs(data, labels);
        for (uint64_t step = 0; step < 4; ++step) plan.forward({1, step, 0.1f});
        return plan.loss();
    };
    const float expected = lossOf("cpu");
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        const CheckingDevice stand({.seed = seed, .checkMarks = false});
        QVERIFY(std::abs(lossOf(CheckingDevice::kId) - expected) < 1e-5f);
    }
}

// A snapshot holds what the device has made of the weights.
void TestCudaTraining::stateComesHome() {
    const SessionOptions options = denseRun("adam", 1);
    const Outcome expected = train("cpu", options);
    const CheckingDevice stand({7});
    const Outcome found = train("cuda:check", options);
    QCOMPARE(found.weights.size(), expected.weights.size());
    for (const auto& [name, tensor] : expected.weights) {
        const auto a = tensor.as<float>(), b = found.weights.at(name).as<float>();
        const double difference = largestDifference({b.begin(), b.end()}, {a.begin(), a.end()});
        QVERIFY2(difference < 1e-5, qPrintable(QString("%1: %2").arg(name.c_str()).arg(difference)));
    }
}

// What `compare` reads: each step's hashes are of the weights that this step has left on the device.
void TestCudaTraining::hashesAreOfTheDevicesWeights() {
    const QTemporaryDir folder;
    const CheckingDevice stand({.seed = 9, .checkMarks = false});
    SessionOptions options = denseRun("adam", 1);
    options.callbacks.push_back(weightTrace(folder.path().toStdString(), 1));
    const Outcome found = train(CheckingDevice::kId, options);
    QVERIFY2(found.failure.empty(), found.failure.english().c_str());
    const WeightTraceRows rows = readWeightTrace(folder.path().toStdString());
    QCOMPARE(rows.steps.size(), found.losses.size());
    std::set<std::vector<uint64_t>> different;
    for (const auto& [step, hashes] : rows.steps) different.insert(hashes);
    QCOMPARE(different.size(), rows.steps.size());
    QVERIFY(!rows.names.empty());
    for (size_t i = 0; i < rows.names.size(); ++i) {
        const Tensor& weights = found.weights.at(rows.names[i]);
        QCOMPARE(rows.steps.rbegin()->second[i], hashOf(weights.data(), weights.bytes()));
    }
}

void TestCudaTraining::outOfMemory_data() {
    QTest::addColumn<int>("kilobytes");
    for (const int kilobytes : {24, 40, 80}) QTest::addRow("%d KiB", kilobytes) << kilobytes;
}

// What needs how much is said, and the batch that is named can be trained there, while a much larger one cannot.
void TestCudaTraining::outOfMemory() {
    QFETCH(int, kilobytes);
    const CheckingDriver::Options memory{
        .seed = 1, .memoryBytes = static_cast<size_t>(kilobytes) << 10, .checkMarks = false};
    SessionOptions options = denseRun("adam", 1);
    options.data.validation = nullptr;
    options.training.batch = 200;
    const auto endOf = [&] {
        const CheckingDevice stand(memory);
        return QString::fromStdString(train(CheckingDevice::kId, options).failure.english());
    };
    const QString said = endOf();
    const auto found =
        QRegularExpression("This network's plan takes [0-9.]+ kB of memory, and ([0-9.]+) kB can be had "
                           "on the device cuda:check. Choose a batch of (\\d+) or fewer \\(it was 200\\)")
            .match(said);
    QVERIFY2(found.hasMatch(), qPrintable(said));
    const int batch = found.captured(2).toInt();
    options.training.batch = batch;
    QCOMPARE(endOf(), QString());
    options.training.batch = std::min(2 * batch + 2, 203);  // one more than was named has at most as many left over
    QVERIFY2(endOf().contains("Choose a batch of "), qPrintable(endOf()));
}

// Not even the weights have room, or not even one image.
void TestCudaTraining::farTooLittleMemory() {
    const CheckingDevice stand({.seed = 1, .memoryBytes = 2048, .checkMarks = false});
    const Outcome found = train(CheckingDevice::kId, denseRun("adam", 1));
    QVERIFY2(QString::fromStdString(found.failure.english()).contains("Not even a batch of 1 fits"),
             found.failure.english().c_str());
}

// The limit of the settings holds there too: values are made again instead of being kept, and losses stay.
void TestCudaTraining::theMemoryLimitIsKept() {
    SessionOptions options = templateRun("lenet", {1, 16, 16}, 32);
    options.training.batch = 32;
    const StepPlanOptions whole = trainingPlan(options.training, DType::UInt8);
    const DataFacts facts = factsOf(options.data, options.training);
    const CheckingDevice stand({.seed = 1, .checkMarks = false});
    StepPlanOptions there = whole;
    there.device = CheckingDevice::kId;
    const size_t needed = stepCost(options.network, facts, 32, there).peakBytes();
    there.compile.memoryLimit = needed * 19 / 20;
    const size_t kept = stepCost(options.network, facts, 32, there).peakBytes();
    QVERIFY2(kept <= there.compile.memoryLimit, qPrintable(QString("%1 of %2").arg(kept).arg(needed)));
    std::vector<float> losses;
    for (const bool limited : {false, true}) {
        ModelState state;
        initialize(options.network, facts, 1, state);
        StepPlanOptions plan = there;
        if (!limited) plan.compile.memoryLimit = 0;
        StepPlan step(options.network, facts, 32, plan, state);
        Pipeline pipeline(options.data.train);
        auto batches = pipeline.batch(32).iterate();
        Batch batch;
        QVERIFY(batches.next(batch));
        for (uint64_t i = 0; i < 3; ++i) {
            step.setInputs(batch);
            step.start({1, i, 0.01f});
            losses.push_back(step.results().loss);
        }
    }
    for (size_t i = 0; i < 3; ++i) QCOMPARE(losses[i], losses[i + 3]);
}

// `verify`, through passes, plans and recordings: whatever has all its kernels is right.
void TestCudaTraining::opsThroughPlans() {
    const CheckingDevice stand({.seed = 1, .checkMarks = false});  // marks are checked with each kernel (test_ops)
    int right = 0, ops = 0;
    for (const std::string& op : kernelsOf("cuda:check").ops()) {
        if (test::kSanitized && ops++ % 4 != 0)
            continue;  // each kernel has been under the sanitizer by itself (test_ops)
        for (const VerifyResult& result : verifyDevice("cuda:check", op)) {
            right += result.ok();
            const QString message = QString::fromStdString(result.message.english());
            if (result.ok() || message.contains("a kernel for it on this device")) continue;
            QFAIL(qPrintable(QString("%1, %2, %3: error %4 %5")
                                 .arg(op.c_str(), result.example.c_str(), result.what.c_str())
                                 .arg(result.error)
                                 .arg(message)));
        }
    }
    QVERIFY2(right > (test::kSanitized ? 75 : 300), qPrintable(QString::number(right)));
}

QTEST_GUILESS_MAIN(TestCudaTraining)

}  // namespace test_training

#include "test_training.moc"
