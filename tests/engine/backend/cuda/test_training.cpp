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
#include "tests/engine/train/small_run.h"

using namespace tl;
using namespace tl::cuda;

namespace {

struct Outcome {
    std::vector<double> losses, validation;
    Message failure;
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
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) outcome.failure = state->message;
    }
    if (outcome.failure.empty()) outcome.weights = session.snapshot().state;
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
    void oneWaitAStep();
    void unreadResults();
    void stateComesHome();
    void hashesAreOfTheDevicesWeights();
    void outOfMemory();
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

// Loss, metrics and whether the gradients are finite come to the host in one wait a step, and that one is not for all
// the work that was asked for.
void TestCudaTraining::oneWaitAStep() {
    std::vector<size_t> waits, steps;
    for (const int epochs : {1, 3}) {
        const CheckingDevice stand({.seed = 5, .checkMarks = false});
        SessionOptions options = denseRun("adam", 1);
        options.data.validation = nullptr;
        options.training.epochs = epochs;
        steps.push_back(train(CheckingDevice::kId, options).losses.size());
        waits.push_back(stand.driver().waits());
    }
    QVERIFY(steps[1] > steps[0]);
    QCOMPARE(waits[1] - waits[0], steps[1] - steps[0]);
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

void TestCudaTraining::outOfMemory() {
    const CheckingDevice stand({1, 4096});
    const Outcome found = train("cuda:check", denseRun("adam", 1));
    QVERIFY2(QString::fromStdString(found.failure.english()).contains("GPU memory"), found.failure.english().c_str());
}

// `verify`, through passes, plans and recordings: whatever has all its kernels is right.
void TestCudaTraining::opsThroughPlans() {
    const CheckingDevice stand({.seed = 1, .checkMarks = false});  // marks are checked with each kernel (test_ops)
    int right = 0;
    for (const std::string& op : kernelsOf("cuda:check").ops())
        for (const VerifyResult& result : verifyDevice("cuda:check", op)) {
            right += result.ok();
            const QString message = QString::fromStdString(result.message.english());
            if (result.ok() || message.contains("a kernel for it on this device")) continue;
            QFAIL(qPrintable(QString("%1, %2, %3: error %4 %5")
                                 .arg(op.c_str(), result.example.c_str(), result.what.c_str())
                                 .arg(result.error)
                                 .arg(message)));
        }
    QVERIFY2(right > 300, qPrintable(QString::number(right)));
}

QTEST_GUILESS_MAIN(TestCudaTraining)
#include "test_training.moc"
