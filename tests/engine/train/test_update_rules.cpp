// Every optimizer and schedule against what PyTorch and Keras give for the same numbers
// (tests/reference/optimizers.py): 50 steps in a row under a schedule.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <set>
#include <thread>

#include "engine/backend/cpu/updater.h"
#include "engine/core/error.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_spec.h"
#include "optimizer_reference.h"

namespace test_update_rules {

using namespace tl;

namespace {

using Numbers = std::vector<double>;

// Weights after the steps of kKept. `copies` puts the same numbers behind one another, for parameters longer than a
// vector.
std::vector<Numbers> trained(const std::string& id, const Properties& values, double rate, int64_t copies = 1,
                             int threads = 1) {
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
    for (int step = 0; step < static_cast<int>(reference::kGradients.size()); ++step) {
        const auto numbers = repeated(reference::kGradients[static_cast<size_t>(step)]);
        std::memcpy(plan.input("gradient"), numbers.data(), numbers.size() * sizeof(float));
        context.learningRate = static_cast<float>(rate * reference::kFactors[static_cast<size_t>(step)]);
        plan.runAll(context);
        ++context.step;
        if (std::ranges::find(reference::kKept, step + 1) == reference::kKept.end()) continue;
        const auto now = state.at("layer/w").as<float>();
        rows.emplace_back(now.begin(), now.end());
    }
    return rows;
}

// How far the worst weight is from where it should be, as a share of the farthest that it has been from its start,
// beyond what rounding it to float32 in every step makes of it.
double worstOf(const std::vector<Numbers>& found, const std::vector<Numbers>& expected) {
    double worst = 0;
    for (size_t i = 0; i < found[0].size(); ++i) {
        const size_t column = i % expected[0].size();
        const double start = reference::kWeights[column];
        double way = 0, size = std::abs(start);
        for (size_t row = 0; row < expected.size(); ++row) {
            const double wanted = expected[row][column];
            way = std::max(way, std::abs(wanted - start));
            size = std::max(size, std::abs(wanted));
            const double error = std::abs(found[row][i] - wanted) - 6e-8 * reference::kKept[row] * size;
            if (error > 0) worst = std::max(worst, way > 0 ? error / way : INFINITY);
        }
    }
    return worst;
}

constexpr double kTolerance = 2e-5;

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
        const auto& [name, optimizer, properties, rate, expected] = reference::kUpdates[static_cast<size_t>(index)];
        // A row without settings is Keras's optimizer as it comes, its rate included.
        if (properties.empty() && name.ends_with("Keras")) QCOMPARE(rate, findOptimizer(optimizer).defaultLearningRate);
        const double worst = worstOf(trained(optimizer, properties, rate), expected);
        qInfo("largest error %.1e of a weight's way", worst);
        QVERIFY2(worst < kTolerance, qPrintable(QString::number(worst)));
    }

    // The numbers tell one place of epsilon from the other, so that the comparison fails where it is wrong.
    void epsilonsPlaceShows_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < reference::kUpdates.size(); ++i) {
            const auto& row = reference::kUpdates[i];
            const auto& table = findOptimizer(row.optimizer).properties;
            const auto has = [&](const char* key) {
                return std::ranges::any_of(table, [&](const Property& each) { return each.key == key; });
            };
            // Adagrad's initial accumulator is a million times epsilon.
            if (row.name.ends_with("Keras") && has("eps") && !row.properties.count("epsilon") &&
                row.name != "adagrad, Keras")
                QTest::newRow(row.name.c_str()) << static_cast<int>(i);
        }
    }
    void epsilonsPlaceShows() {
        QFETCH(int, index);
        const auto& row = reference::kUpdates[static_cast<size_t>(index)];
        Properties other = row.properties;
        other["eps"] = 1e-7;
        const double worst = worstOf(trained(row.optimizer, other, row.rate), row.weights);
        QVERIFY2(worst > 10 * kTolerance, qPrintable(QString::number(worst)));
    }

    void everyOptimizerAndScheduleIsCompared() {
        std::set<std::string> optimizers, schedules{"constant"};
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
        const auto one = trained(updates.optimizer, updates.properties, updates.rate, kCopies, 1);
        QCOMPARE(trained(updates.optimizer, updates.properties, updates.rate, kCopies, 3), one);
        const double worst = worstOf(one, updates.weights);
        QVERIFY2(worst < kTolerance, qPrintable(QString::number(worst)));
    }

    // Nadam's numbers come from the step's count alone, whoever asks in which order and from however many threads: a
    // kernel is shared by all graphs that eager arrays make.
    void nadamsMomenta_data() {
        QTest::addColumn<double>("beta1");
        QTest::addColumn<double>("fading");
        for (const double beta1 : {0.0, 0.5, 0.9, 0.999999})
            for (const double fading : {0.0, 0.004, 1.0, 50.0})
                QTest::addRow("beta_1 %g, momentum_decay %g", beta1, fading) << beta1 << fading;
    }
    void nadamsMomenta() {
        QFETCH(double, beta1);
        QFETCH(double, fading);
        constexpr int kSteps = 3000;
        const Attributes attributes{
            {"beta_1", beta1}, {"beta_2", 0.999}, {"epsilon", 1e-7}, {"momentum_decay", fading}};
        const cpu::Updater updater = cpu::updaterOf("NadamUpdate", attributes);
        const auto momentum = [&](double step) { return beta1 * (1 - 0.5 * std::pow(0.96, step * fading)); };
        std::vector<double> ofMoment(1, 0), ofGradient(1, 0);
        double product = 1;
        for (int step = 1; step <= kSteps; ++step) {
            product *= momentum(step);
            ofMoment.push_back(momentum(step + 1) / (1 - product * momentum(step + 1)));
            ofGradient.push_back((1 - momentum(step)) / (1 - product));
        }
        StepContext context;
        context.learningRate = 1;
        std::atomic<int> wrong{0};
        const auto check = [&](int step) {
            const auto count = static_cast<float>(step);
            const cpu::UpdateNumbers found = updater.numbers(context, &count);
            const auto at = static_cast<size_t>(step);
            const auto near = [](float a, double b) {
                return std::abs(static_cast<double>(a) - b) <= 1e-6 * std::abs(b);
            };
            wrong += !near(found.ofMoment, ofMoment[at]) || !near(found.ofGradient, ofGradient[at]);
        };
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 3; ++thread)
            threads.emplace_back([&, thread] {
                for (int i = 0; i < kSteps; ++i) check(1 + (thread == 1 ? kSteps - 1 - i : i * (thread + 1) % kSteps));
            });
        threads.clear();
        QCOMPARE(wrong.load(), 0);
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
            if (thorough && id == "adamax") properties = {{"epsilon", 1e-30}, {"eps", 1e-30}};
            if (thorough && id == "adagrad") properties = {{"initial_accumulator_value", 0.0}};
            const auto rows = trained(id.toStdString(), properties, 0.125);
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
        training.epochs = std::max(1, static_cast<int>(total / 10));
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
            QVERIFY2(QString::fromStdString(error.message().english()).contains(says), error.what());
        }
        training.schedule.properties = {{"boundaries", std::vector<int64_t>{75, 50}}};
        QVERIFY_THROWS_EXCEPTION(Error, checkTraining(training, 100));
    }
};

QTEST_GUILESS_MAIN(TestUpdateRules)

}  // namespace test_update_rules

#include "test_update_rules.moc"
