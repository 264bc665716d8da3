// Every optimizer and schedule against what PyTorch and Keras give for the same numbers
// (tests/reference/optimizers.py): several steps in a row, with a rate that changes between them.
#include <QtTest>
#include <cmath>
#include <cstring>
#include <set>

#include "engine/core/error.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_spec.h"
#include "optimizer_reference.h"

using namespace tl;

namespace {

using Numbers = std::vector<double>;

// Weights after each step. `copies` puts the same numbers behind one another, for parameters longer than a vector.
std::vector<Numbers> trained(const std::string& id, const Properties& values, int64_t copies = 1, int threads = 1) {
    const OptimizerType& optimizer = findOptimizer(id);
    const PropertyReader properties(optimizer.properties, values, id);
    const auto width = static_cast<int64_t>(reference::kWeights.size()), size = width * copies;
    const auto repeated = [&](const Numbers& numbers) {
        std::vector<float> all;
        for (int64_t i = 0; i < size; ++i) all.push_back(static_cast<float>(numbers[static_cast<size_t>(i % width)]));
        return all;
    };
    Graph graph;
    const ValueId weight = graph.addParameter("layer/w", {size});
    const ValueId gradient = graph.addInput("gradient", {size}, DType::Float32);
    if (optimizer.begin) optimizer.begin(graph, properties);
    optimizer.update(graph, weight, gradient, properties);
    ModelState state;
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::State) state[value.name] = Tensor(value.shape, DType::Float32);
    state["layer/w"] = Tensor::fromFloats({size}, repeated(reference::kWeights));
    CompileOptions options;
    options.threads = threads;
    Plan plan(graph, state, options);
    StepContext context;
    std::vector<Numbers> rows;
    for (size_t step = 0; step < reference::kGradients.size(); ++step) {
        const auto numbers = repeated(reference::kGradients[step]);
        std::memcpy(plan.input("gradient"), numbers.data(), numbers.size() * sizeof(float));
        context.learningRate = static_cast<float>(reference::kRates[step]);
        plan.runAll(context);
        ++context.step;
        const auto now = state.at("layer/w").as<float>();
        rows.emplace_back(now.begin(), now.end());
    }
    return rows;
}

double distance(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

}  // namespace

class TestUpdateRules : public QObject {
    Q_OBJECT
private slots:
    void weights_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < reference::kUpdates.size(); ++i)
            QTest::newRow(reference::kUpdates[i].name.c_str()) << static_cast<int>(i);
    }
    void weights() {
        QFETCH(int, index);
        const auto& [name, optimizer, properties, expected] = reference::kUpdates[static_cast<size_t>(index)];
        const auto found = trained(optimizer, properties);
        QCOMPARE(found.size(), expected.size());
        // Of the way gone, and what rounding a weight to float32 in each step makes of it.
        const Numbers none(expected[0].size(), 0.0);
        double worst = 0, worstWeights = 0;
        for (size_t step = 0; step < expected.size(); ++step) {
            const double way = distance(expected[step], reference::kWeights);
            const double error = distance(found[step], expected[step]);
            worst = std::max(worst, error / way);
            worstWeights = std::max(worstWeights, error / distance(expected[step], none));
            QVERIFY2(error < 1e-5 * way + 6e-8 * distance(expected[step], none),
                     qPrintable(QString("step %1: %2 of a way of %3").arg(step + 1).arg(error).arg(way)));
        }
        qInfo("largest relative error %.1e of the weights, %.1e of the way gone", worstWeights, worst);
    }

    void everyOptimizerAndScheduleIsCompared() {
        // These in test_optimizers.cpp and test_training_reference.cpp.
        std::set<std::string> optimizers{"muon"}, schedules{"constant", "one_cycle", "inverse_time"};
        for (const auto& each : reference::kUpdates) optimizers.insert(each.optimizer);
        for (const auto& each : reference::kSchedules) schedules.insert(each.schedule);
        for (const OptimizerType& type : allOptimizers()) QVERIFY2(optimizers.count(type.id), type.id.c_str());
        for (const ScheduleType& type : allSchedules()) QVERIFY2(schedules.count(type.id), type.id.c_str());
    }

    // The vector code's whole vectors, its rest and the threads' shares all give the same bits.
    void longParametersAndThreads_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < reference::kUpdates.size(); ++i)
            QTest::newRow(reference::kUpdates[i].name.c_str()) << static_cast<int>(i);
    }
    void longParametersAndThreads() {
        QFETCH(int, index);
        const auto& updates = reference::kUpdates[static_cast<size_t>(index)];
        constexpr int64_t kCopies = 8001;
        const auto one = trained(updates.optimizer, updates.properties, kCopies, 1).back();
        QCOMPARE(trained(updates.optimizer, updates.properties, kCopies, 3).back(), one);
        const auto& expected = updates.weights.back();
        for (size_t i = 0; i < one.size(); ++i)
            QVERIFY2(std::abs(one[i] - expected[i % expected.size()]) < 2e-6, qPrintable(QString::number(i)));
    }

    // A weight that has had no gradient stays where it is, and finite.
    void noGradient_data() {
        QTest::addColumn<QString>("id");
        for (const OptimizerType& type : allOptimizers())
            QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void noGradient() {
        QFETCH(QString, id);
        for (const bool thorough : {false, true}) {
            Properties properties;
            if (thorough && id == "rmsprop") properties = {{"centered", true}, {"momentum", 0.9}};
            if (thorough && id == "adamax") properties = {{"epsilon", 1e-30}};
            if (thorough && id == "adagrad") properties = {{"initial_accumulator_value", 0.0}};
            const auto rows = trained(id.toStdString(), properties);
            for (size_t step = 0; step < 2; ++step) QCOMPARE(rows[step][3], 0.0);  // of gradient 0 until then
            for (const Numbers& row : rows)
                for (double weight : row) QVERIFY(std::isfinite(weight));
        }
    }

    void rates_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < reference::kSchedules.size(); ++i)
            QTest::newRow(reference::kSchedules[i].name.c_str()) << static_cast<int>(i);
    }
    void rates() {
        QFETCH(int, index);
        const auto& [name, schedule, properties, expected] = reference::kSchedules[static_cast<size_t>(index)];
        TrainingSpec training;
        training.learningRate = 0.2;
        training.schedule = {schedule, properties};
        const auto total = static_cast<int64_t>(expected.size());
        for (int64_t step = 0; step < total; ++step) {
            const double rate = scheduledRate(training, step, total), wanted = expected[static_cast<size_t>(step)];
            QVERIFY2(std::abs(rate - wanted) < 1e-9 * wanted + 1e-12,
                     qPrintable(QString("step %1: %2, expected %3").arg(step).arg(rate).arg(wanted)));
        }
    }

    void everyRateIsFinite_data() {
        QTest::addColumn<QString>("id");
        for (const ScheduleType& type : allSchedules())
            QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void everyRateIsFinite() {
        QFETCH(QString, id);
        TrainingSpec training;
        training.schedule.type = id.toStdString();
        for (const Property& property : findSchedule(training.schedule.type).properties)
            QVERIFY2(checkProperty(property, property.defaultValue).empty(), property.key.c_str());
        for (const bool extreme : {false, true}) {
            if (extreme)  // every number at its least, every switch on
                for (const Property& property : findSchedule(training.schedule.type).properties) {
                    if (property.kind == PropertyKind::Float)
                        training.schedule.properties[property.key] = property.minimum;
                    if (property.kind == PropertyKind::Bool) training.schedule.properties[property.key] = true;
                }
            for (int64_t total : {1, 2, 3, 7, 100})
                for (int64_t step = 0; step < total + 2; ++step) {
                    const double rate = scheduledRate(training, step, total);
                    QVERIFY2(std::isfinite(rate) && rate >= 0 && rate <= training.learningRate * 1.000001,
                             qPrintable(QString("step %1 of %2: %3").arg(step).arg(total).arg(rate)));
                }
        }
    }

    void piecewiseIsChecked_data() {
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("says");
        QTest::newRow("too few") << "1 0.1"
                                 << "3 factors";
        QTest::newRow("too many") << "1 0.1 0.01 0.001"
                                  << "4";
        QTest::newRow("words") << "1 0.1 low"
                               << "such as 1 0.1 0.01";
        QTest::newRow("negative") << "1 -0.1 0.01"
                                  << "numbers from 0";
        QTest::newRow("not a number") << "1 nan 0.01"
                                      << "numbers from 0";
        QTest::newRow("empty") << ""
                               << "3 factors";
    }
    void piecewiseIsChecked() {
        QFETCH(QString, values);
        QFETCH(QString, says);
        TrainingSpec training;
        training.schedule = {"piecewise", {{"values", values.toStdString()}}};
        try {
            checkTraining(training, 100);
            QFAIL("passed");
        } catch (const Error& error) {
            QVERIFY2(QString::fromStdString(error.message()).contains(says), error.what());
        }
        training.schedule.properties = {{"boundaries", std::vector<int64_t>{75, 50}}};
        QVERIFY_THROWS_EXCEPTION(Error, checkTraining(training, 100));
    }
};

QTEST_GUILESS_MAIN(TestUpdateRules)
#include "test_update_rules.moc"
