// The cache of compiled steps: one plan for each signature, found again, and all on one state.
#include <QtTest>
#include <algorithm>
#include <cstring>

#include "engine/model/templates.h"
#include "engine/train/optimizer.h"
#include "engine/train/step_plan.h"
#include "small_run.h"

namespace test_step_plans {

using namespace tl;

class TestStepPlans : public QObject {
    Q_OBJECT
private slots:
    void costGrowsWithTheBatch() {
        const DataFacts digits{{1, 28, 28}, 10};
        const auto flops = [&](int64_t batch) {
            return stepCost(findTemplate("lenet").make(digits), digits, batch, {}).flops;
        };
        QVERIFY(flops(32) > 1.9 * flops(16) && flops(32) < 2.1 * flops(16));
    }

    void onePlanForEachSignature() {
        ModelState state;
        const DataFacts facts{Shape{1, 8, 8}, 4};
        initialize(test::smallNetwork(), facts, 1, state);
        StepPlanOptions training;
        StepPlans plans(test::smallNetwork(), facts, training, state);
        StepPlan& first = plans.get(32);
        QCOMPARE(&plans.get(32), &first);
        QCOMPARE(plans.compiled(), int64_t{1});
        StepPlan& last = plans.get(7);
        QVERIFY(&last != &first);
        QCOMPARE(&plans.get(32), &first);

        StepPlanOptions forward = training;
        forward.training = false;
        StepPlan& inference = plans.get(32, forward);
        QVERIFY(&inference != &first && !inference.training());
        StepPlanOptions small = forward;
        small.precision = DType::BFloat16;
        QVERIFY(&plans.get(32, small) != &inference);
        QCOMPARE(plans.compiled(), int64_t{4});
        // Every one is still there.
        QCOMPARE(&plans.get(32), &first);
        QCOMPARE(&plans.get(7), &last);
        QCOMPARE(&plans.get(32, forward), &inference);
        QCOMPARE(plans.compiled(), int64_t{4});
        // So are those of the sizes that images which do not decode leave batches, epoch for epoch.
        for (int epoch = 0; epoch < 2; ++epoch)
            for (int64_t batch = 20; batch < 32; ++batch) plans.get(batch);
        QCOMPARE(plans.compiled(), int64_t{16});
        // One more takes the place of the one that was not asked for longest.
        QCOMPARE(&plans.get(32), &first);
        plans.get(19);
        QCOMPARE(plans.compiled(), int64_t{17});
        QCOMPARE(&plans.get(32), &first);
        plans.get(32, small);
        QCOMPARE(plans.compiled(), int64_t{18});
    }

    // A product and its update in one kernel leave the same weights as one after the other, bit for bit.
    void productAndUpdateInOne_data() {
        QTest::addColumn<QString>("optimizer");
        for (const OptimizerType& type : allOptimizers())
            QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void productAndUpdateInOne() {
        QFETCH(QString, optimizer);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkSpec network = findTemplate("mlp").make(facts);
        const auto trained = [&](const std::vector<std::string>& skipped, size_t& fused) {
            ModelState state;
            initialize(network, facts, 1, state);
            StepPlanOptions options;
            options.optimizer.type = optimizer.toStdString();
            options.compile.skipPasses = skipped;
            StepPlan plan(network, facts, 20, options, state);
            const auto& steps = plan.plan().steps();
            fused = static_cast<size_t>(std::ranges::count(steps, std::string("MatMulUpdate"), &PlanStep::op));
            Tensor data(facts.shape.withBatch(20), DType::UInt8), labels(Shape{20}, DType::Int32);
            for (size_t i = 0; i < data.as<uint8_t>().size(); ++i) data.as<uint8_t>()[i] = static_cast<uint8_t>(i * 37);
            for (size_t i = 0; i < 20; ++i) labels.as<int32_t>()[i] = static_cast<int32_t>(i % 10);
            StepContext context;
            context.learningRate = 0.01f;
            for (; context.step < 4; ++context.step) {
                plan.setInputs(data, labels);
                plan.step(context);
            }
            return state;
        };
        size_t fused = 0, apart = 0;
        const ModelState one = trained({}, fused), two = trained({"fuse_product_update"}, apart);
        QCOMPARE(apart, size_t{0});
        // Muon's update wants the whole gradient.
        QCOMPARE(fused, size_t{optimizer == "muon" ? 0u : 1u});
        for (const auto& [name, tensor] : one)
            QVERIFY2(std::memcmp(tensor.data(), two.at(name).data(), tensor.bytes()) == 0, name.c_str());
    }

    void everyOptionCounts() {
        const StepPlanOptions base;
        const auto differs = [&](auto change) {
            StepPlanOptions other = base;
            change(other);
            return !(other == base);
        };
        QVERIFY(differs([](StepPlanOptions& o) { o.device = "cuda:0"; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.threads = 3; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.training = false; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.dataType = DType::Float32; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.precision = DType::Float16; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.optimizer.properties["momentum"] = 0.9; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.compile.fuse = false; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.compile.memoryLimit = 1; }));
        QVERIFY(differs([](StepPlanOptions& o) { o.compile.chooser = std::make_shared<KernelChooser>(); }));
        QVERIFY(differs([](StepPlanOptions& o) { o.compile.taps = {"conv_1/output"}; }));
    }
};

QTEST_GUILESS_MAIN(TestStepPlans)

}  // namespace test_step_plans

#include "test_step_plans.moc"
