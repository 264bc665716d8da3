// The cache of compiled steps: one plan for each signature, found again, and all on one state.
#include <QtTest>

#include "engine/train/step_plan.h"
#include "small_run.h"

using namespace tl;

class TestStepPlans : public QObject {
    Q_OBJECT
private slots:
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
        // A fifth takes the place of the one that was not asked for longest.
        StepPlanOptions floats = forward;
        floats.dataType = DType::Float32;
        plans.get(32, floats);
        plans.get(32);
        QCOMPARE(plans.compiled(), int64_t{5});
        plans.get(32, small);
        QCOMPARE(plans.compiled(), int64_t{6});
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
        QVERIFY(differs([](StepPlanOptions& o) { o.compile.taps = {"conv_1/output"}; }));
    }
};

QTEST_GUILESS_MAIN(TestStepPlans)
#include "test_step_plans.moc"
