// What a plan says that it takes, against what the process grows by: the arena, the state and oneDNN's scratch, all of
// which the plan owns.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <malloc.h>

#include <cmath>
#include <fstream>

#include "engine/backend/memory.h"
#include "engine/model/templates.h"
#include "engine/profile/counters.h"
#include "engine/run/run_directory.h"
#include "engine/train/callback.h"
#include "engine/train/memory_need.h"
#include "engine/train/session.h"
#include "engine/train/step_plan.h"
#include "small_run.h"
#include "tests/support/sanitized.h"

namespace test_plan_memory {

using namespace tl;

namespace {

// Bytes that the process grows by from nothing to a few steps trained, and what the plan says.
std::pair<double, double> measure(const std::string& name, const DataFacts& facts, int64_t batch, DType precision) {
    const NetworkSpec network = findTemplate(name).make(facts);
    StepPlanOptions options;
    options.optimizer = {"adam", {}};
    options.precision = precision;
    malloc_trim(0);  // what an earlier one has freed
    const double before = residentBytes();
    ModelState state;
    initialize(network, facts, 1, state);
    StepPlan plan(network, facts, batch, options, state);
    for (uint64_t step = 0; step < 3; ++step) plan.step({1, step, 0.001f});
    return {residentBytes() - before, static_cast<double>(plan.plan().cost().peakBytes())};
}

SessionOptions runOf(std::vector<NodeSpec> layers) {
    SessionOptions options = test::smallRun(1);
    options.training.batch = 200;
    std::vector<NodeSpec> nodes{test::node("input_1", "Input"), test::node("rescaling_1", "Rescaling")};
    nodes.insert(nodes.end(), layers.begin(), layers.end());
    nodes.push_back(test::node("dense_9", "Dense", {{"units", int64_t{4}}}));
    nodes.push_back(test::node("output_1", "Output"));
    options.network = test::chain(nodes);
    return options;
}

std::shared_ptr<const Source> digits(int64_t count, const std::string& split) {
    const auto size = static_cast<size_t>(count);
    return std::make_shared<MemorySource>("digits", split, Shape{1, 28, 28}, std::vector<std::string>(10, "digit"),
                                          std::make_shared<std::vector<uint8_t>>(size * 784, uint8_t{7}),
                                          std::vector<uint8_t>(size, uint8_t{1}));
}

// The most that this process has held since `forgetPeak`, in bytes.
void forgetPeak() { std::ofstream("/proc/self/clear_refs") << 5; }
double peakBytes() {
    std::ifstream status("/proc/self/status");
    double kilobytes = 0;
    for (std::string word; status >> word;)
        if (word == "VmHWM:") status >> kilobytes;
    return kilobytes * 1024;
}

// How a run ends that is not to be had.
QString endOf(const SessionOptions& options) {
    TrainingSession session(options);
    session.start();
    session.wait();
    QString said;
    for (const auto& event : session.events().drain())
        if (const auto* state = std::get_if<StateRecord>(&event); state && state->state == RunState::Failed)
            said = QString::fromStdString(state->message.english());
    return said;
}

}  // namespace

class TestPlanMemory : public QObject {
    Q_OBJECT
private slots:
    // More than any machine has: refused before anything is allocated, with what would fit.
    void tooLargeIsRefused() {
        const NodeSpec wide = test::node("dense_1", "Dense", {{"units", int64_t{1} << 20}});
        NodeSpec wider = wide;
        wider.id = "dense_2";
        wider.properties["units"] = int64_t{1} << 17;
        const QString weights = endOf(runOf({test::node("flatten_1", "Flatten"), wide, wider}));
        QVERIFY2(weights.contains("of memory"), qPrintable(weights));
        QVERIFY2(weights.contains("Not even a batch of 1 fits"), qPrintable(weights));

        // Some 6 GiB an image: the batch that is named fits, and one more does not.
        const SessionOptions options = runOf(
            {test::node("up_1", "UpSampling2D", {{"size", std::vector<int64_t>{64, 64}}}),
             test::node("up_2", "UpSampling2D", {{"size", std::vector<int64_t>{16, 16}}}),
             test::node("conv_1", "Conv2D", {{"filters", int64_t{4}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
             test::node("pool_1", "GlobalAveragePooling2D")});
        const QString values = endOf(options);
        const auto available = QRegularExpression("and ([0-9.]+) GB can be had on this machine").match(values);
        QVERIFY2(available.hasMatch(), qPrintable(values));
        const auto named = QRegularExpression("Choose a batch of (\\d+) or fewer \\(it was 200\\)").match(values);
        QVERIFY2(named.hasMatch() || values.contains("Not even a batch of 1 fits"), qPrintable(values));
        const auto gigabytes = [&](int64_t batch) {
            TrainingSpec training = options.training;
            training.batch = static_cast<int>(batch);
            const MemoryNeed run = memoryNeed(options.network, factsOf(options.data, options.training), training,
                                              runData(options.data), {}, false);
            return static_cast<double>(run.total()) / 1e9;
        };
        const double had = available.captured(1).toDouble();
        const int batch = named.hasMatch() ? named.captured(1).toInt() : 0;
        QVERIFY2(batch == 0 || gigabytes(batch) < had * 1.03, qPrintable(values));  // it is told in few digits
        QVERIFY2(gigabytes(batch + 1) > had * 0.97, qPrintable(values));
        qInfo("%s", qPrintable(values));
    }

    // What a run has taken is the system's again when it is over, the plan of its validation too, though the session is
    // there still and can be asked for the weights.
    void aRunThatIsOverHoldsItsWeightsAlone() {
        if (test::kSanitized) QSKIP("a sanitizer takes memory of its own");
        SessionOptions options = runOf(
            {test::node("up_1", "UpSampling2D", {{"size", std::vector<int64_t>{8, 8}}}),
             test::node("conv_1", "Conv2D", {{"filters", int64_t{16}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
             test::node("pool_1", "GlobalAveragePooling2D")});
        options.data = test::pictureData(400, 200);
        malloc_trim(0);
        const double before = residentBytes();
        double most = 0;
        TrainingSession session(std::move(options));
        session.start();
        while (!isOver(session.state())) {
            most = std::max(most, residentBytes());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        session.wait();
        QCOMPARE(session.state(), RunState::Finished);
        const double held = residentBytes() - before;
        qInfo("%.0f MB at the most, %.0f MB when it is over", (most - before) / 1e6, held / 1e6);
        QVERIFY(most - before > 50e6);
        QVERIFY(held < 0.1 * (most - before));
        QVERIFY(!session.snapshot().state.empty());
    }

    // Whole batches, the last one and the validation take turns in one block, which is as large as the largest needs.
    void plansOfARunShareTheirMemory_data() {
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("grows");
        QTest::newRow("a step takes most") << 200 << false;
        QTest::newRow("the validation takes most") << 8 << true;
    }
    void plansOfARunShareTheirMemory() {
        QFETCH(int, batch);
        QFETCH(bool, grows);
        SessionOptions options = runOf(
            {test::node("up_1", "UpSampling2D", {{"size", std::vector<int64_t>{4, 4}}}),
             test::node("conv_1", "Conv2D", {{"filters", int64_t{8}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
             test::node("pool_1", "GlobalAveragePooling2D")});
        options.data = test::pictureData(300, 270);
        options.training.batch = batch;
        options.training.epochs = 2;
        const DataFacts facts = factsOf(options.data, options.training);
        StepPlanOptions plan = trainingPlan(options.training, DType::UInt8);
        size_t needed = stepCost(options.network, facts, batch, plan).activationBytes;
        plan.training = false;
        plan.compile.fixedState = true;
        const size_t validation = stepCost(options.network, facts, 256, plan).activationBytes;
        QCOMPARE(validation > needed, grows);
        needed = std::max(needed, validation);
        const size_t before = planBytesHeld();
        size_t most = 0;
        auto look = std::make_shared<LambdaCallback>();
        look->epochEnd = [&](RunControl&, const EpochRecord&) { most = std::max(most, planBytesHeld() - before); };
        options.callbacks = {look};
        QCOMPARE(endOf(options), QString());
        QCOMPARE(most, needed);
        QCOMPARE(planBytesHeld(), before);
    }

    // What is told before a run starts holds all plans that it makes, its watches' among them.
    void whatIsToldCountsTheWatches() {
        SessionOptions options =
            runOf({test::node("up_1", "UpSampling2D", {{"size", std::vector<int64_t>{4, 4}}}),
                   test::node("conv_1", "Conv2D",
                              {{"filters", int64_t{8}},
                               {"kernel_size", std::vector<int64_t>{3, 3}},
                               {"activation", std::string("relu")}}),
                   test::node("max_pool_1", "MaxPooling2D"), test::node("pool_1", "GlobalAveragePooling2D")});
        options.data = test::pictureData(300, 100);
        options.defaultWatches = true;
        const DataFacts facts = factsOf(options.data, options.training);
        const MemoryNeed told =
            memoryNeed(options.network, facts, options.training, runData(options.data), {}, options.defaultWatches);
        QVERIFY(told.watching > told.plans / 2);
        QVERIFY(told.data >= size_t{400 * 64});
        size_t most = 0;
        const size_t before = planBytesHeld();
        auto look = std::make_shared<LambdaCallback>();
        look->epochEnd = [&](RunControl&, const EpochRecord&) { most = std::max(most, planBytesHeld() - before); };
        options.callbacks = {look};
        QCOMPARE(endOf(options), QString());
        QVERIFY2(most > told.plans, qPrintable(QString("%1 of %2").arg(most).arg(told.plans)));
        QVERIFY2(most <= told.plans + told.watching, qPrintable(QString("%1").arg(most)));
        QVERIFY2(most > told.plans + told.watching / 2, qPrintable(QString("%1").arg(most)));
    }

    // What is told before a run starts is what the process grows by, watches and all.
    void toldIsTaken_data() {
        QTest::addColumn<bool>("watched");
        QTest::newRow("watched") << true;
        QTest::newRow("unwatched") << false;
    }
    void toldIsTaken() {
        if (test::kSanitized) QSKIP("a sanitizer takes memory of its own");
        QFETCH(bool, watched);
        SessionOptions options;
        options.training.batch = 6000;
        options.training.epochs = 2;
        options.data.name = "digits";
        malloc_trim(0);
        const double before = residentBytes();
        options.data.train = digits(15000, "train");
        options.data.validation = digits(3000, "validation");
        options.defaultWatches = watched;
        const DataFacts facts = factsOf(options.data, options.training);
        options.network = findTemplate("lenet").make(facts);
        const MemoryNeed run = memoryNeed(options.network, facts, options.training, runData(options.data), {}, watched);
        forgetPeak();
        QCOMPARE(endOf(options), QString());
        const double told = static_cast<double>(run.total()), taken = peakBytes() - before;
        const QString found = QString("told %1 MB (plans %2, watches %3), taken %4 MB")
                                  .arg(told / 1e6, 0, 'f', 1)
                                  .arg(static_cast<double>(run.plans) / 1e6, 0, 'f', 1)
                                  .arg(static_cast<double>(run.watching) / 1e6, 0, 'f', 1)
                                  .arg(taken / 1e6, 0, 'f', 1);
        qInfo("%s", qPrintable(found));
        QVERIFY2(std::abs(taken / told - 1) < 0.15, qPrintable(found));
    }

    // A checkpoint is made of a copy of the weights, and its file in memory; the best weights are kept beside them.
    void checkpointsAreTold_data() {
        QTest::addColumn<bool>("best");
        QTest::newRow("the last weights") << false;
        QTest::newRow("the best ones too") << true;
    }
    void checkpointsAreTold() {
        if (test::kSanitized) QSKIP("a sanitizer takes memory of its own");
        QFETCH(bool, best);
        QTemporaryDir folder;
        SessionOptions options =
            runOf({test::node("flatten_1", "Flatten"), test::node("dense_1", "Dense", {{"units", int64_t{1} << 17}})});
        options.training.device = "cpu";
        options.training.batch = 8;
        options.training.learningRate = 1e-7;  // so many units diverge soon
        options.store = inDirectory(folder.path().toStdString());
        const auto need = [&] {
            return memoryNeed(options.network, factsOf(options.data, options.training), options.training,
                              runData(options.data), {}, false);
        };
        const MemoryNeed without = need();
        if (best)
            options.training.callbacks = {
                {"early_stopping", {{"monitor", std::string("loss")}, {"restore_best_weights", true}}}};
        const MemoryNeed run = need();
        // The state, its copy and the file, and a copy more of what is brought back at the end: Adam has two slots for
        // each weight, which are not kept.
        QVERIFY(std::abs(static_cast<double>(run.weights) / static_cast<double>(without.weights) -
                         (best ? 4.0 / 3 * 4 / 3 : 1.0)) < 0.01);
        malloc_trim(0);
        const double before = residentBytes();
        forgetPeak();
        QCOMPARE(endOf(options), QString());
        const double told = static_cast<double>(run.total()), taken = peakBytes() - before;
        const QString found = QString("told %1 MB, taken %2 MB").arg(told / 1e6, 0, 'f', 1).arg(taken / 1e6, 0, 'f', 1);
        qInfo("%s", qPrintable(found));
        QVERIFY2(taken < 1.1 * told, qPrintable(found));
    }

    void predictedIsMeasured_data() {
        QTest::addColumn<QString>("network");
        QTest::addColumn<bool>("photos");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("precision");
        // Large enough that the program's own growth (the graph) is no part of it.
        QTest::newRow("mlp") << "mlp" << false << 16384 << static_cast<int>(DType::Float32);
        QTest::newRow("lenet") << "lenet" << false << 2048 << static_cast<int>(DType::Float32);
        QTest::newRow("resnet20") << "resnet20" << true << 128 << static_cast<int>(DType::Float32);
        QTest::newRow("resnet20, bfloat16") << "resnet20" << true << 128 << static_cast<int>(DType::BFloat16);
    }
    void predictedIsMeasured() {
        if (test::kSanitized) QSKIP("a sanitizer takes memory of its own");
        QFETCH(QString, network);
        QFETCH(bool, photos);
        QFETCH(int, batch);
        QFETCH(int, precision);
        const DataFacts facts{photos ? Shape{3, 32, 32} : Shape{1, 28, 28}, 10};
        // The first of each kind brings the library's own tables and the code of its kernels (of a matrix unit, some
        // MB); they are not the plan's.
        measure(network.toStdString(), facts, batch, static_cast<DType>(precision));
        const auto [measured, predicted] = measure(network.toStdString(), facts, batch, static_cast<DType>(precision));
        const QString found = QString("%1: predicted %2 MB, measured %3 MB (%4 %)")
                                  .arg(network)
                                  .arg(predicted / 1e6, 0, 'f', 1)
                                  .arg(measured / 1e6, 0, 'f', 1)
                                  .arg(100 * (measured / predicted - 1), 0, 'f', 1);
        qInfo("%s", qPrintable(found));
        QVERIFY2(std::abs(measured / predicted - 1) < 0.03, qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(TestPlanMemory)

}  // namespace test_plan_memory

#include "test_plan_memory.moc"
