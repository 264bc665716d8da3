// Training in 16 bits: it learns, a stopped run goes on bit for bit, and float16's loss scale backs off from what is
// too large and leaves such a step out.
#include <QtTest>

#include <cmath>

#include "engine/core/error.h"
#include "engine/data/pipeline.h"
#include "engine/train/step_plan.h"
#include "small_run.h"

namespace test_precision {

using namespace tl;

namespace {

struct Fixture {
    NetworkSpec network = test::smallNetwork();
    DataSet data = test::pictureData(64, 0);
    DataFacts facts{Shape{1, 8, 8}, 4};
    ModelState state;
    StepPlanOptions options;
    Tensor pixels{Shape{32, 1, 8, 8}, DType::UInt8}, labels{Shape{32}, DType::Int32};

    explicit Fixture(DType precision) {
        initialize(network, facts, 1, state);
        options.precision = precision;
        options.optimizer = {"adam", {}};
        Pipeline pipeline(data.train);
        pipeline.batch(32).prefetch(0, 1);
        auto iterator = pipeline.iterate();
        Batch batch;
        if (!iterator.next(batch)) throw Error("no batch");
        pixels = batch.data.clone();
        labels = batch.labels.clone();
    }
};

std::map<std::string, std::vector<float>> copyOf(const ModelState& state) {
    std::map<std::string, std::vector<float>> copy;
    for (const auto& [name, tensor] : state) copy[name] = {tensor.as<float>().begin(), tensor.as<float>().end()};
    return copy;
}

}  // namespace

class TestPrecision : public QObject {
    Q_OBJECT
private slots:
    void learns_data() {
        QTest::addColumn<int>("precision");
        for (const DType type : {DType::Float32, DType::BFloat16, DType::Float16})
            QTest::newRow(std::string(nameOf(type)).c_str()) << static_cast<int>(type);
    }
    void learns() {
        QFETCH(int, precision);
        Fixture f(static_cast<DType>(precision));
        StepPlan plan(f.network, f.facts, 32, f.options, f.state);
        plan.setInputs(f.pixels, f.labels);
        StepContext context{1, 0, 0.01f};
        plan.forward(context);
        const float before = plan.loss();
        for (; context.step < 60; ++context.step) plan.step(context);
        plan.forward(context);
        QVERIFY2(plan.loss() < 0.3f * before, qPrintable(QString("%1 from %2").arg(plan.loss()).arg(before)));
        for (const auto& [name, tensor] : f.state) QCOMPARE(tensor.dtype(), DType::Float32);
    }

    void lossScaleBacksOff() {
        Fixture f(DType::Float16);
        StepPlan plan(f.network, f.facts, 32, f.options, f.state);
        plan.setInputs(f.pixels, f.labels);
        QCOMPARE(f.state.at("loss_scale").as<float>()[0], 65536.0f);
        StepContext context{1, 0, 0.01f};
        plan.step(context);
        const float good = f.state.at("loss_scale/good_steps").as<float>()[0];
        // float16 ends at 65504: with such a scale no gradient survives.
        f.state.at("loss_scale").as<float>()[0] = 0x1p120f;
        const auto before = copyOf(f.state);
        plan.step(context);
        auto after = copyOf(f.state);
        QCOMPARE(after.at("loss_scale")[0], 0x1p119f);
        QCOMPARE(after.at("loss_scale/good_steps")[0], 0.0f);
        QVERIFY(good == 1.0f || good == 0.0f);
        for (const auto& [name, values] : before) {
            if (name.rfind("loss_scale", 0) == 0) continue;
            QVERIFY2(after.at(name) == values, name.c_str());
        }
        // It goes on backing off until a step can be taken.
        int steps = 0;
        for (; steps < 200 && copyOf(f.state).at("loss_scale/good_steps")[0] == 0; ++steps) plan.step(context);
        QVERIFY2(steps > 90 && steps < 130, qPrintable(QString::number(steps)));
        QVERIFY(copyOf(f.state).at("conv_1/kernel") != before.at("conv_1/kernel"));
    }

    // A power of two changes no bit of a gradient that stays within range.
    void scaleLeavesNoTrace() {
        std::map<std::string, std::vector<float>> states[2];
        for (int i = 0; i < 2; ++i) {
            Fixture f(DType::Float16);
            f.options.optimizer = {"sgd", {}};
            StepPlan plan(f.network, f.facts, 32, f.options, f.state);
            f.state.at("loss_scale").as<float>()[0] = i == 0 ? 1024.0f : 4096.0f;
            plan.setInputs(f.pixels, f.labels);
            plan.step({1, 0, 0.1f});
            states[i] = copyOf(f.state);
        }
        for (const auto& [name, values] : states[0]) {
            if (name.rfind("loss_scale", 0) == 0) continue;
            double difference = 0, size = 0;
            for (size_t k = 0; k < values.size(); ++k) {
                const double d = static_cast<double>(values[k]) - static_cast<double>(states[1].at(name)[k]);
                difference += d * d;
                size += static_cast<double>(values[k]) * static_cast<double>(values[k]);
            }
            // Subnormal float16 gradients keep fewer digits; they are the smallest of all.
            QVERIFY2(difference <= 1e-12 * size, name.c_str());
        }
    }

    void resumesBitForBit_data() { learns_data(); }
    void resumesBitForBit() {
        QFETCH(int, precision);
        const auto run = [&](int epochs, const std::optional<Snapshot>& from) {
            SessionOptions options;
            options.network = test::smallNetwork();
            options.training.epochs = epochs;
            options.training.batch = 20;
            options.training.precision = std::string(nameOf(static_cast<DType>(precision)));
            options.data = test::pictureData();
            options.resume = from;
            TrainingSession session(std::move(options));
            session.start();
            session.wait();
            return session.snapshot();
        };
        const Snapshot whole = run(3, std::nullopt);
        const Snapshot half = run(1, std::nullopt);
        const Snapshot resumed = run(3, half);
        QCOMPARE(resumed.position.step, whole.position.step);
        QVERIFY(copyOf(resumed.state) == copyOf(whole.state));
    }

    void unknownPrecision() {
        TrainingSpec training;
        training.precision = "float8";
        try {
            checkTraining(training, 1000);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY(QString::fromStdString(error.message().english()).contains("bfloat16"));
        }
    }
};

QTEST_GUILESS_MAIN(TestPrecision)

}  // namespace test_precision

#include "test_precision.moc"
