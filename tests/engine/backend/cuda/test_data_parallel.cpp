// One network on several checking devices: a step over the whole batch is that of one device within rounding, in every
// legal order, with weights that are the same to the bit on all. No GPU takes part.
#include <QRegularExpression>
#include <QtTest>

#include <cmath>
#include <cstring>

#include "engine/backend/cuda/host/device.h"
#include "engine/model/build.h"
#include "engine/train/step_plan.h"
#include "engine/train/verify_training.h"
#include "tests/engine/train/small_run.h"

namespace test_data_parallel {

using namespace tl;
using namespace tl::cuda;

namespace {

CheckingDriver::Options orderOf(uint64_t seed, int leftOut = -1) {
    return {.seed = 100 * seed, .checkMarks = false, .leftOut = leftOut};
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size() || a.empty()) return INFINITY;
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double apart = std::abs(a[i] - b[i]) / (1 + std::abs(b[i]));
        largest = apart <= largest ? largest : apart;  // NaN stays
    }
    return largest;
}

double largestDifference(const Tensor& a, const Tensor& b) {
    const auto x = a.as<float>(), y = b.as<float>();
    return largestDifference(std::vector<double>(x.begin(), x.end()), std::vector<double>(y.begin(), y.end()));
}

bool sameBits(const ModelState& a, const ModelState& b, QString* which) {
    for (const auto& [name, tensor] : a) {
        const Tensor& other = b.at(name);
        *which = QString::fromStdString(name);
        if (tensor.bytes() != other.bytes() || std::memcmp(tensor.data(), other.data(), tensor.bytes()) != 0)
            return false;
    }
    return a.size() == b.size();
}

Trial trialOf(const std::string& name) {
    for (Trial& trial : networkTrials())
        if (trial.name == name) return trial;
    throw Error(Message("no such trial"));
}

// With dropout and none of the layers that look at a whole batch.
NetworkSpec droppingNetwork() {
    return test::chain(
        {test::node("input_1", "Input"), test::node("rescaling_1", "Rescaling"),
         test::node("noise_1", "GaussianNoise", {{"stddev", 0.1}}),
         test::node("conv_1", "Conv2D", {{"filters", int64_t{4}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
         test::node("spatial_1", "SpatialDropout2D", {{"rate", 0.2}}), test::node("flatten_1", "Flatten"),
         test::node("dropout_1", "Dropout", {{"rate", 0.3}}), test::node("dense_1", "Dense", {{"units", int64_t{4}}}),
         test::node("output_1", "Output")});
}

// Some steps of a network on pictures, each with a batch of its own size.
struct Steps {
    NetworkSpec network = droppingNetwork();
    StepPlanOptions options;
    std::vector<int64_t> batches = {8, 8, 8};
    std::vector<double> losses = {};
    std::vector<MetricSums> sums = {};
    ModelState state = {};
    std::function<void(int step, StepPlan& plan)> after = {};

    void run(const std::string& device) {
        const DataSet data = test::pictureData(64, 0);
        TrainingSpec training;
        const DataFacts facts = factsOf(data, training);
        initialize(network, facts, 1, state);
        options.device = device;
        StepPlans plans(network, facts, options, state);
        int64_t next = 0;
        for (size_t step = 0; step < batches.size(); ++step) {
            const int64_t count = batches[step];
            Tensor images(facts.shape.withBatch(count), DType::UInt8), labels({count}, DType::Int32);
            for (int64_t i = 0; i < count; ++i, ++next) {
                std::memcpy(images.as<uint8_t>().data() + i * 64, data.train->planar(next), 64);
                labels.as<int32_t>()[static_cast<size_t>(i)] = data.train->label(next);
            }
            StepPlan& plan = plans.get(count);
            plan.setInputs(images, labels);
            plan.step({5, step, 0.05f});
            losses.push_back(static_cast<double>(plan.loss()));
            sums.push_back(plan.sums());
            if (after) after(static_cast<int>(step), plan);
        }
        for (auto& [name, tensor] : state) tensor = tensor.clone();  // home, before the devices go
    }
};

struct Ran {
    std::vector<double> losses;
    std::vector<std::string> notes;
    Message failure;
    Snapshot end;
    bool noted(const std::string& text) const {
        return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(text) != note.npos; });
    }
};

Ran train(SessionOptions run, const std::string& device) {
    run.training.device = device;
    TrainingSession session(std::move(run));
    session.start();
    session.wait();
    Ran ran;
    for (const tl::Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) ran.losses.push_back(static_cast<double>(step->loss));
        if (const auto* note = std::get_if<NoteRecord>(&event)) ran.notes.push_back(note->message.english());
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) ran.failure = state->message;
    }
    if (ran.failure.empty()) ran.end = session.snapshot();
    return ran;
}

}  // namespace

class TestDataParallel : public QObject {
    Q_OBJECT
private slots:
    void asOneDevice_data();
    void asOneDevice();
    void drawsAreOfTheWholeBatch();
    void unevenBatches();
    void sameStateEverywhere();
    void normalisationIsEachOnesOwn();
    void inFloat8();
    void aDeepNetworkInSomeOrders();
    void aHostsChangeReachesAll();
    void bucketsInOrder();
    void aMissingWaitIsFound_data();
    void aMissingWaitIsFound();
    void nonFiniteIsFoundWhereItIs();
    void onePartStopsAll_data();
    void onePartStopsAll();
    void nobodyWaitsInAStep();
    void imagesLieOnEach();
    void outOfMemory();
    void goesOnElsewhere();
    void breakpointsSayWhyNot();
};

void TestDataParallel::asOneDevice_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("orders");
    QTest::newRow("MLP, 2") << "mlp" << 2 << 10;
    QTest::newRow("MLP, 4") << "mlp" << 4 << 5;
    QTest::newRow("LeNet, 2") << "lenet" << 2 << 3;
    QTest::newRow("LeNet, 4") << "lenet" << 4 << 2;
}

void TestDataParallel::asOneDevice() {
    QFETCH(QString, network);
    QFETCH(int, devices);
    QFETCH(int, orders);
    const Trial trial = trialOf(network.toStdString());
    const TrialRun expected = runTrial(trial, "cpu");
    TrialRun first;
    for (int order = 1; order <= orders; ++order) {
        const CheckingDevices stand(devices, orderOf(static_cast<uint64_t>(order)));
        TrialRun found = runTrial(trial, stand.ids());
        QCOMPARE(stand.world().sums(), expected.losses.size());  // one bucket a step
        const double difference = largestDifference(found.losses, expected.losses);
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
        if (order == 1) {
            first = std::move(found);
            for (const auto& [name, tensor] : expected.weights)
                QVERIFY2(largestDifference(first.weights.at(name), tensor) < 1e-4, name.c_str());
        } else {
            QCOMPARE(found.losses, first.losses);
            QString which;
            QVERIFY2(sameBits(found.weights, first.weights, &which), qPrintable(which));
        }
    }
}

void TestDataParallel::drawsAreOfTheWholeBatch() {
    Steps expected;
    expected.run("cpu");
    for (const int devices : {2, 4}) {
        const CheckingDevices stand(devices, orderOf(1));
        Steps found;
        found.run(stand.ids());
        const double difference = largestDifference(found.losses, expected.losses);
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    }
}

// Parts of a batch that are not equal weigh by their samples; a device that there is no sample for counts for nothing.
void TestDataParallel::unevenBatches() {
    Steps expected, found;
    expected.batches = found.batches = {8, 7, 3, 1, 5, 8};
    expected.run("cpu");
    const CheckingDevices stand(4, orderOf(2));
    found.run(stand.ids());
    const double difference = largestDifference(found.losses, expected.losses);
    QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    for (size_t i = 0; i < expected.sums.size(); ++i) {
        QCOMPARE(found.sums[i].size(), expected.sums[i].size());
        for (const auto& [name, values] : expected.sums[i])
            QVERIFY2(largestDifference(found.sums[i].at(name), values) < 1e-5, name.c_str());
    }
}

// Weights, slots and moving averages, to the bit, after each step.
void TestDataParallel::sameStateEverywhere() {
    for (const char* optimizer : {"sgd", "adam", "adamw", "rmsprop"}) {
        const CheckingDevices stand(4, orderOf(3));
        Steps steps;
        steps.network = test::smallNetwork();  // with batch normalisation
        steps.options.optimizer = {optimizer, {}};
        steps.options.optimizerOptions = {{"use_ema", true}, {"global_clipnorm", 1.0}};
        int compared = 0;
        QString which;
        steps.after = [&](int, StepPlan& plan) {
            for (int rank = 1; rank < 4; ++rank)
                compared += sameBits(steps.state, plan.replicas()->state(rank), &which);
        };
        steps.run(stand.ids());
        QVERIFY2(compared == 9, qPrintable(which));
        QVERIFY(steps.state.count("norm_1/moving_variance"));
    }
}

// Each device normalises by its own part's statistics: as one device does with parts whose gradients it gathers. The
// moving averages go towards the mean of the parts' statistics, which of the mean is the whole batch's.
void TestDataParallel::normalisationIsEachOnesOwn() {
    for (const int devices : {2, 4}) {
        Trial trial = trialOf("resnet20");
        trial.options.training.batch = 4;
        const CheckingDevices stand(devices, orderOf(4));
        const TrialRun found = runTrial(trial, stand.ids());
        trial.options.training.batch = 4 / devices;
        trial.options.training.optimizerOptions["gradient_accumulation_steps"] = int64_t{devices};
        const TrialRun parts = runTrial(trial, "cpu");
        std::vector<double> expected(parts.losses.size() / static_cast<size_t>(devices), 0);
        for (size_t i = 0; i < parts.losses.size(); ++i)
            expected[i / static_cast<size_t>(devices)] += parts.losses[i] / devices;
        const double difference = largestDifference(found.losses, expected);
        QVERIFY2(difference < 2e-4, qPrintable(QString::number(difference)));
        QVERIFY(expected.size() > 1 && std::abs(expected[0] - expected[1]) > 1e-3);
    }
    Steps whole, shared;
    whole.network = shared.network = test::smallNetwork();
    whole.batches = shared.batches = {8};
    whole.run("cpu");
    const CheckingDevices stand(2, orderOf(5));
    shared.run(stand.ids());
    QVERIFY(largestDifference(shared.state.at("norm_1/moving_mean"), whole.state.at("norm_1/moving_mean")) < 1e-6);
    QVERIFY(largestDifference(shared.state.at("norm_1/moving_mean"), Tensor({4}, DType::Float32)) > 1e-5);
}

// Each device rounds its part of a batch by that part's scales: as one does with parts whose gradients it gathers. Its
// products are in 8 bits where its part's size allows it.
void TestDataParallel::inFloat8() {
    SessionOptions run = test::smallRun(2);
    run.network = test::networkForFloat8();
    run.data = test::pictureData(96, 0);
    run.training.batch = 32;
    const auto meanOfPairs = [&](const char* precision) {
        SessionOptions parts = run;
        parts.training.batch = 16;
        parts.training.precision = precision;
        parts.training.optimizerOptions["gradient_accumulation_steps"] = int64_t{2};
        const Ran ran = train(parts, "cpu");
        std::vector<double> losses(ran.losses.size() / 2, 0);
        for (size_t i = 0; i < ran.losses.size(); ++i) losses[i / 2] += ran.losses[i] / 2;
        return losses;
    };
    const std::vector<double> expected = meanOfPairs("fp8"), half = meanOfPairs("bfloat16");
    QCOMPARE(expected.size(), size_t{6});
    run.training.precision = "fp8";
    Ran first;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        const CheckingDevices stand(2, orderOf(14 + seed));
        Ran found = train(run, stand.ids());
        QVERIFY2(found.failure.empty(), found.failure.english().c_str());
        QVERIFY(found.noted("5 of 8 products of matrices are in 8 bits"));
        const double apart = largestDifference(found.losses, expected), rounding = largestDifference(half, expected);
        QVERIFY2(apart < 4e-3 && apart < rounding,
                 qPrintable(QString("%1, from bfloat16 %2").arg(apart).arg(rounding)));
        if (seed == 1) {
            qInfo("losses differ by %.1e, from bfloat16 by %.1e", apart, rounding);
            first = std::move(found);
        } else {
            QCOMPARE(found.losses, first.losses);
            QString which;
            QVERIFY2(sameBits(found.end.state, first.end.state, &which), qPrintable(which));
        }
    }
    // The same weights on both, after each step, the last of which one device does in 8 bits and the other does not.
    Steps steps;
    steps.network = run.network;
    steps.options.precision = DType::BFloat16;
    steps.options.float8 = true;
    steps.batches = {32, 23};
    steps.after = [&](int, StepPlan& plan) {
        QString which;
        QVERIFY2(sameBits(steps.state, plan.replicas()->state(1), &which), qPrintable(which));
    };
    const CheckingDevices stand(2, orderOf(18));
    steps.run(stand.ids());
    QCOMPARE(steps.losses.size(), size_t{2});
    // No part of 8 is multiplied in 8 bits: it is bfloat16 to the last bit.
    run.training.batch = 16;
    const Ran small = train(run, stand.ids());
    run.training.precision = "bfloat16";
    const Ran wide = train(run, stand.ids());
    QVERIFY(small.noted("0 of 8 products"));
    QCOMPARE(small.losses, wide.losses);
}

// As `verify --device cuda` has it in 200: losses and weights of the processor, the same bits in each order.
void TestDataParallel::aDeepNetworkInSomeOrders() {
    for (const int devices : {2, 4}) {
        const auto made = [&](uint64_t seed) { return std::make_shared<CheckingDevices>(devices, orderOf(seed)); };
        const auto results = verifyNetworks(made(1)->ids(), 2, made, "resnet20");
        QCOMPARE(results.size(), size_t{3});  // losses, weights, bits
        for (const VerifyResult& result : results)
            QVERIFY2(result.ok(), qPrintable(QString("%1 devices, %2: %3 %4")
                                                 .arg(devices)
                                                 .arg(result.what.c_str())
                                                 .arg(result.error)
                                                 .arg(result.message.english().c_str())));
    }
}

// As a callback may do between two steps, after an evaluation on the first device has read them.
void TestDataParallel::aHostsChangeReachesAll() {
    const auto change = [](Steps& steps) {
        steps.after = [&](int step, StepPlan&) {
            if (step == 0)
                for (float& value : steps.state.at("dense_1/kernel").as<float>()) value *= -0.5f;
        };
    };
    Steps expected, found;
    change(expected), change(found);
    expected.run("cpu");
    const CheckingDevices stand(2, orderOf(6));
    found.run(stand.ids());
    QVERIFY(largestDifference(found.losses, expected.losses) < 1e-5);
}

// Buckets are filled in the order in which the backward pass makes gradients, and start while it goes on.
void TestDataParallel::bucketsInOrder() {
    Steps expected;
    expected.run("cpu");
    size_t last = 0;
    for (const int64_t bytes : {int64_t{25} << 20, int64_t{400}, int64_t{1}}) {
        const CheckingDevices stand(2, orderOf(7));
        Steps steps;
        steps.options.bucketBytes = bytes;
        size_t starts = 0, backwardAfterFirst = 0;
        steps.after = [&](int, StepPlan& plan) {
            starts = backwardAfterFirst = 0;
            for (const PlanStep& step : plan.plan().steps()) {
                if (step.op == "AllReduceStart")
                    ++starts;
                else if (starts > 0 && step.phase == Phase::Backward && !step.layer.empty())
                    ++backwardAfterFirst;
            }
        };
        steps.run(stand.ids());
        QCOMPARE(stand.world().sums(), starts * steps.batches.size());
        QVERIFY(starts > last);
        QCOMPARE(starts == 1, bytes > 400);
        QCOMPARE(backwardAfterFirst > 0, starts > 1);
        const double difference = largestDifference(steps.losses, expected.losses);
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
        last = starts;
    }
    QCOMPARE(last, size_t{4});  // kernels and biases of two layers
}

void TestDataParallel::aMissingWaitIsFound_data() {
    QTest::addColumn<int>("wait");
    QTest::addColumn<bool>("found");
    QTest::newRow("none") << -1 << false;
    QTest::newRow("the sum's, for the gradients") << 0 << true;
    QTest::newRow("the second sum's") << 1 << true;
    QTest::newRow("the update's, for the sums") << 4 << true;
    QTest::newRow("there is no such wait") << 5 << false;
}

// Whatever order the queues happen to take: the recording does not say it.
void TestDataParallel::aMissingWaitIsFound() {
    QFETCH(int, wait);
    QFETCH(bool, found);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        const CheckingDevices stand(2, orderOf(seed, wait));
        Steps steps;
        steps.options.bucketBytes = 1;
        QString text = "nothing";
        try {
            steps.run(stand.ids());
        } catch (const Error& error) {
            text = QString::fromStdString(error.message().english());
        }
        QVERIFY2(text.contains("expected an order with all that touches the same memory") == found, qPrintable(text));
        if (found) QVERIFY2(text.contains("all-reduce"), qPrintable(text));
    }
}

// What several devices have begun one goes on with, and the other way round: to the losses of a run that never moved.
void TestDataParallel::goesOnElsewhere() {
    SessionOptions run = test::smallRun(2);
    run.network = droppingNetwork();
    run.data = test::pictureData(52, 20);
    run.training.optimizer = {"adam", {}};
    const Ran straight = train(run, "cpu");
    const CheckingDevices stand(2, orderOf(9));
    for (const auto& [from, to] : {std::pair(stand.ids(), std::string("cpu")), {"cpu", stand.ids()}}) {
        SessionOptions half = run;
        half.training.epochs = 1;
        Ran first = train(half, from);
        QVERIFY2(first.failure.empty(), first.failure.english().c_str());
        SessionOptions rest = run;
        rest.resume = std::move(first.end);
        const Ran second = train(rest, to);
        QVERIFY2(second.failure.empty(), second.failure.english().c_str());
        std::vector<double> losses = first.losses;
        losses.insert(losses.end(), second.losses.begin(), second.losses.end());
        QCOMPARE(losses.size(), size_t{8});
        const double difference = largestDifference(losses, straight.losses);
        QVERIFY2(difference < 2e-5, qPrintable(QString::number(difference)));
    }
}

void TestDataParallel::breakpointsSayWhyNot() {
    const CheckingDevices stand(2, orderOf(10));
    SessionOptions run = test::smallRun(1);
    run.network = test::denseNetwork();
    run.data = test::pictureData(32, 0);
    Breakpoint point;
    point.step = 1;
    run.breakpoints = {point};
    const Ran ran = train(run, stand.ids());
    QVERIFY2(ran.failure.empty(), ran.failure.english().c_str());
    QCOMPARE(ran.losses.size(), size_t{2});
    QVERIFY(ran.noted("It is shared by several devices"));
}

void TestDataParallel::nonFiniteIsFoundWhereItIs() {
    const CheckingDevices stand(2, orderOf(8));
    SessionOptions run = test::smallRun(1);
    run.network = test::denseNetwork();
    run.training.device = stand.ids();
    run.training.optimizer = {"sgd", {}};
    run.training.learningRate = 1e30;
    TrainingSession session(run);
    session.start();
    session.wait();
    QString failure;
    for (const tl::Event& event : session.events().drain())
        if (const auto* state = std::get_if<StateRecord>(&event))
            failure = QString::fromStdString(state->message.english());
    QVERIFY2(session.state() == RunState::Failed && failure.contains("Training stopped at step") &&
                 (failure.contains("inputs") || failure.contains("was already")),
             qPrintable(failure));
}

void TestDataParallel::onePartStopsAll_data() {
    QTest::addColumn<QString>("precision");
    QTest::newRow("float32") << "float32";
    QTest::newRow("float16, whose scale could come down") << "float16";
}

// What is not finite in one device's part of a batch keeps all from moving, in that step and in those behind it.
void TestDataParallel::onePartStopsAll() {
    QFETCH(QString, precision);
    const DataSet data = test::pictureData(8, 0);
    const NetworkSpec network = test::chain(  // with moving averages, and a ReLU behind the NaN
        {test::node("input_1", "Input"),
         test::node("conv_1", "Conv2D", {{"filters", int64_t{4}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
         test::node("norm_1", "BatchNormalization"),
         test::node("relu_1", "Activation", {{"activation", std::string("relu")}}), test::node("flatten_1", "Flatten"),
         test::node("dense_1", "Dense", {{"units", int64_t{4}}}), test::node("output_1", "Output")});
    const DataFacts facts = factsOf(data, {});
    Tensor good(facts.shape.withBatch(8), DType::Float32), labels({8}, DType::Int32);
    for (size_t i = 0; i < good.as<float>().size(); ++i) good.as<float>()[i] = static_cast<float>(i % 7);
    for (const size_t row : {size_t{0}, size_t{7}}) {
        Tensor bad = good.clone();
        bad.as<float>()[row * 64] = INFINITY;
        ModelState once, thrice;
        std::vector<StepPlan::Results> results;
        for (ModelState* state : {&once, &thrice}) {
            const CheckingDevices stand(2, orderOf(11));
            initialize(network, facts, 1, *state);
            (*state)["loss_scale"] = Tensor::scalar(16);
            StepPlanOptions options;
            options.device = stand.ids();
            options.dataType = DType::Float32;
            options.precision = precisionNamed(precision.toStdString()).values;
            StepPlan plan(network, facts, 8, options, *state);
            QVERIFY(plan.goesAlone());
            plan.setInputs(good, labels);
            plan.start({1, 0, 0.1f});
            if (state == &thrice) {
                plan.setInputs(bad, labels);
                plan.start({1, 1, 0.1f});
                results.push_back(plan.results(true));
                plan.setInputs(good, labels);
                plan.start({1, 2, 0.1f});
                results.push_back(plan.results(true));
            }
            results.push_back(plan.results());
            QString which;
            QVERIFY2(sameBits(*state, plan.replicas()->state(1), &which), qPrintable(which));
            for (auto& [name, tensor] : *state) tensor = tensor.clone();
        }
        QCOMPARE(results.size(), size_t{4});
        for (const size_t step : {size_t{0}, size_t{1}})
            QVERIFY(!results[step].stopped && results[step].finite && std::isfinite(results[step].loss));
        QCOMPARE(results[1].loss, results[0].loss);
        QVERIFY(!std::isfinite(results[2].loss) && results[2].stopped);
        QVERIFY(std::isfinite(results[3].loss) && results[3].stopped);
        QString which;
        QVERIFY2(sameBits(thrice, once, &which), qPrintable(which));
    }
}

// Neither device is left without work by a host that waits: more steps make no more such moments.
void TestDataParallel::nobodyWaitsInAStep() {
    std::vector<size_t> stalls, steps;
    for (const int batch : {16, 4}) {
        const CheckingDevices stand(2, orderOf(12));
        SessionOptions run = test::smallRun(2);
        run.network = test::denseNetwork();
        run.data = test::pictureData(64, 0);
        run.training.batch = batch;
        const Ran ran = train(run, stand.ids());
        QVERIFY2(ran.failure.empty(), ran.failure.english().c_str());
        steps.push_back(ran.losses.size());
        for (const int device : {0, 1}) stalls.push_back(stand.driver(device).stalls());
    }
    QCOMPARE(steps[1], 4 * steps[0]);
    QCOMPARE(stalls[2], stalls[0]);
    QCOMPARE(stalls[3], stalls[1]);
}

// Each device has the whole set and puts its part of a batch together, with the crops of that batch's place: to the
// bits of a run whose images are sent, in the last, smaller batch too.
void TestDataParallel::imagesLieOnEach() {
    SessionOptions run = test::smallRun(2);
    run.network = droppingNetwork();
    run.data = test::pictureData(52, 20);
    run.training.batch = 16;
    run.training.augmentation = {{"RandomCrop", {{"padding", int64_t{1}}}}, {"RandomFlip", {}}};
    for (const int devices : {2, 3}) {
        Ran sent, there;
        for (Ran* ran : {&sent, &there}) {
            const CheckingDevices stand(devices, orderOf(13));
            run.imagesShare = ran == &sent ? 0 : 0.5;
            *ran = train(run, stand.ids());
            QVERIFY2(ran->failure.empty(), ran->failure.english().c_str());
        }
        QVERIFY(sent.noted("batch by batch: they take"));
        QVERIFY(there.noted("52 training images lie on the device cuda:check0,cuda:check1"));
        QCOMPARE(there.losses.size(), size_t{8});
        QCOMPARE(there.losses, sent.losses);
        QString which;
        QVERIFY2(sameBits(there.end.state, sent.end.state, &which), qPrintable(which));
    }
}

// The batch that is advised is the whole one, and fits.
void TestDataParallel::outOfMemory() {
    SessionOptions run = test::smallRun(1);
    run.network = test::smallNetwork();
    run.data = test::pictureData(200, 0);
    run.training.batch = 200;
    CheckingDriver::Options little = orderOf(14);
    little.memoryBytes = 80 << 10;
    const auto ended = [&] {
        const CheckingDevices stand(2, little);
        return QString::fromStdString(train(run, stand.ids()).failure.english());
    };
    const QString why = ended();
    const QRegularExpressionMatch advice = QRegularExpression("Choose a batch of (\\d+) or fewer").match(why);
    QVERIFY2(why.contains("on the device cuda:check0") && advice.hasMatch(), qPrintable(why));
    run.training.batch = advice.captured(1).toInt();
    QVERIFY2(run.training.batch > 1 && ended().isEmpty(), qPrintable(why + " then " + ended()));
    run.training.batch = std::min(2 * run.training.batch + 2, 200);
    QVERIFY2(ended().contains("Choose a batch of"), qPrintable(ended()));
}

QTEST_GUILESS_MAIN(TestDataParallel)

}  // namespace test_data_parallel

#include "test_data_parallel.moc"
