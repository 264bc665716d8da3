// Optimizers and schedules against numbers that PyTorch 2 gave for the same weights, gradients and settings.
#include <QtTest>
#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_spec.h"

using namespace tl;

namespace {

using Numbers = std::vector<double>;
constexpr float kGradients[4][3] = {
    {0.1f, -0.2f, 0.3f}, {-0.4f, 0.25f, 0.05f}, {0.0f, 1.5f, -0.75f}, {2.0f, -0.01f, 0.125f}};

// Four steps at rate 0.1 from the same three weights.
std::vector<float> trained(const std::string& id, const Properties& values) {
    const OptimizerType& optimizer = findOptimizer(id);
    const PropertyReader properties(optimizer.properties, values, id);
    Graph graph;
    const ValueId weight = graph.addParameter("layer/w", {3});
    const ValueId gradient = graph.addInput("gradient", {3}, DType::Float32);
    if (optimizer.begin) optimizer.begin(graph, properties);
    optimizer.update(graph, weight, gradient, properties);
    ModelState state;
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::State) state[value.name] = Tensor(value.shape, DType::Float32);
    state["layer/w"] = Tensor::fromFloats({3}, std::vector<float>{0.5f, -1.25f, 2.0f});
    CompileOptions options;
    options.threads = 1;
    Plan plan(graph, state, options);
    StepContext context;
    context.learningRate = 0.1f;
    for (const auto& row : kGradients) {
        std::memcpy(plan.input("gradient"), row, sizeof row);
        plan.runAll(context);
        ++context.step;
    }
    const auto result = state.at("layer/w").as<float>();
    return {result.begin(), result.end()};
}

}  // namespace

Q_DECLARE_METATYPE(tl::Properties)
Q_DECLARE_METATYPE(std::vector<double>)

class TestOptimizers : public QObject {
    Q_OBJECT
private slots:
    void updates_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<Properties>("properties");
        QTest::addColumn<Numbers>("expected");
        QTest::newRow("sgd") << "sgd" << Properties{} << Numbers{0.330000043, -1.40399992, 2.02749991};
        QTest::newRow("sgd, decay") << "sgd" << Properties{{"weight_decay", 0.05}}
                                    << Numbers{0.319825023, -1.37848604, 1.98792183};
        QTest::newRow("sgd, momentum") << "sgd" << Properties{{"momentum", 0.9}}
                                       << Numbers{0.374009997, -1.53296995, 2.01328015};
        QTest::newRow("sgd, momentum, decay") << "sgd" << Properties{{"momentum", 0.9}, {"weight_decay", 0.05}}
                                              << Numbers{0.351251096, -1.47652066, 1.92455006};
        QTest::newRow("sgd, nesterov") << "sgd"
                                       << Properties{{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 0.01}}
                                       << Numbers{0.210346267, -1.64314473, 2.01562476};
        QTest::newRow("adam") << "adam" << Properties{} << Numbers{0.449427933, -1.28431928, 1.87878811};
        QTest::newRow("adam, all set")
            << "adam" << Properties{{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.05}}
            << Numbers{0.4303056, -1.26323724, 1.84143531};
    }
    void updates() {
        QFETCH(QString, id);
        QFETCH(Properties, properties);
        QFETCH(Numbers, expected);
        const auto found = trained(id.toStdString(), properties);
        for (size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(
                std::abs(static_cast<double>(found[i]) - expected[i]) < 2e-6,
                qPrintable(QString("%1: %2, expected %3").arg(i).arg(static_cast<double>(found[i])).arg(expected[i])));
    }

    void oneCycle_data() {
        QTest::addColumn<Properties>("properties");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<std::vector<double>>("steps");
        QTest::addColumn<std::vector<double>>("expected");
        const Numbers ten{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        QTest::newRow("10 steps")
            << Properties{} << qint64{10} << ten
            << Numbers{0.008,          0.104,           0.2,           0.190096926403,   0.16234913079,
                       0.122252404387, 0.0777483956127, 0.03765166921, 0.00990387359731, 8e-07};
        QTest::newRow("7 steps, other settings")
            << Properties{{"pct_start", 0.25}, {"div_factor", 10.0}, {"final_div_factor", 100.0}} << qint64{7}
            << Numbers{0, 1, 2, 3, 4, 5, 6}
            << Numbers{0.02, 0.19888419954, 0.173331881996, 0.122329841302, 0.0636024316658, 0.0175587464458, 0.0002};
        QTest::newRow("1173 steps") << Properties{} << qint64{1173}
                                    << Numbers{0, 1, 175, 350, 351, 352, 700, 1171, 1172}
                                    << Numbers{0.008,          0.00800384743548,  0.103613233299,
                                               0.199996883573, 0.199999992681,    0.199999114353,
                                               0.123295545395, 1.53193982606e-06, 8e-07};
    }
    void oneCycle() {
        QFETCH(Properties, properties);
        QFETCH(qint64, total);
        QFETCH(std::vector<double>, steps);
        QFETCH(std::vector<double>, expected);
        TrainingSpec training;
        training.learningRate = 0.2;
        training.schedule = {"one_cycle", properties};
        for (size_t i = 0; i < steps.size(); ++i) {
            const double rate = scheduledRate(training, static_cast<int64_t>(steps[i]), total);
            QVERIFY2(std::abs(rate - expected[i]) < 1e-10, qPrintable(QString("step %1: %2").arg(steps[i]).arg(rate)));
        }
        QCOMPARE(scheduledRate(training, total + 5, total), scheduledRate(training, total - 1, total));
    }

    void shortCyclesStayFinite() {
        TrainingSpec training;
        training.schedule = {"one_cycle", {}};
        for (int64_t total = 1; total < 8; ++total)
            for (int64_t step = 0; step < total; ++step) {
                const double rate = scheduledRate(training, step, total);
                QVERIFY(std::isfinite(rate) && rate >= 0 && rate <= training.learningRate);
            }
    }

    void registry() {
        QVERIFY(allOptimizers().size() >= 2 && allSchedules().size() >= 2);
        QVERIFY_EXCEPTION_THROWN(findOptimizer("nothing"), Error);
        for (const OptimizerType& type : allOptimizers()) {
            QVERIFY(!type.title.empty() && !type.help.empty() && type.defaultLearningRate > 0);
            for (const Property& property : type.properties)
                QVERIFY2(checkProperty(property, property.defaultValue).empty(), property.key.c_str());
        }
    }

    void settingsAreChecked_data() {
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("which");
        const char* says[] = {"epochs",         "batch size",
                              "rate",           "larger than the training set of 100 images",
                              "no property",    "optimizer",
                              "momentum",       "no augmentation",
                              "exclude_layers", "exclude_from_weight_decay"};
        for (int i = 0; i < 10; ++i) QTest::newRow(says[i]) << says[i] << i;
    }
    void settingsAreChecked() {
        QFETCH(QString, says);
        QFETCH(int, which);
        TrainingSpec t;
        checkTraining(t, 100);
        switch (which) {
        case 0: t.epochs = 0; break;
        case 1: t.batch = 0; break;
        case 2: t.learningRate = std::nan(""); break;
        case 3: t.batch = 101; break;
        case 4: t.optimizer = {"adam", {{"momentum", 0.5}}}; break;
        case 5: t.optimizer.type = "none"; break;
        case 6: t.optimizer = {"sgd", {{"momentum", 7.0}}}; break;
        case 7: t.augmentation = {{"Sparkle", {}}}; break;
        case 8: t.optimizer = {"muon", {{"exclude_layers", std::string("dense, (conv")}}}; break;
        case 9: t.optimizerOptions = {{"exclude_from_weight_decay", std::string("[bias")}}; break;
        }
        try {
            checkTraining(t, 100);
            QFAIL("passed");
        } catch (const Error& error) {
            QVERIFY2(QString::fromStdString(error.message()).contains(says), error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "test_optimizers.moc"
