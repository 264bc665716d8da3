// Compiled plans against the float64 interpreter: every pass, layout and memory option gives the same numbers, on a
// device made of the references and on the CPU.
#include <QtTest>

#include <cstring>
#include <limits>

#include "engine/core/error.h"
#include "tests/support/reference_kernels.h"
#include "tests/support/sample_graphs.h"

namespace test_plan {

using namespace tl;

namespace {

const StepContext kStep{11, 4, 0.05f};

QString messageOf(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return "no error";
}

ModelState stateOf(const Graph& graph, const ReferenceFeeds& feeds) {
    ModelState state;
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
            state[value.name] = toTensor(feeds.at(value.name), DType::Float32);
    return state;
}

void feed(Plan& plan, const Graph& graph, const ReferenceFeeds& feeds) {
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Input) {
            const Tensor content = toTensor(feeds.at(value.name), value.dtype);
            std::memcpy(plan.input(value.name), content.data(), content.bytes());
        }
}

CompileOptions onReference(std::vector<ValueId> outputs) {
    CompileOptions options;
    options.outputs = std::move(outputs);
    options.kernels = &test::referenceKernels();
    return options;
}

}  // namespace

class TestPlan : public QObject {
    Q_OBJECT
private slots:
    void matchesInterpreter_data();
    void matchesInterpreter();
    void severalSteps();
    void inference();
    void tapsKeepTheirValue();
    void runsAgain();
    void fixedStateIsReadOnce_data();
    void fixedStateIsReadOnce();
    void phasesRunAlone();
    void sharedStateIsWrittenInPlace();
    void memoryIsShared();
    void estimate();
    void costIsKnownBefore();
    void findsNonFinite();
    void observerSeesEveryKernel();
    void errors();
};

void TestPlan::matchesInterpreter_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("fuse");
    QTest::addColumn<bool>("blocked");
    QTest::addColumn<bool>("planMemory");
    QTest::addColumn<QString>("skip");
    for (const char* device : {"reference", "cpu"}) {
        for (int bits = 0; bits < 8; ++bits)
            QTest::newRow(qPrintable(
                QString("%1%2%3%4")
                    .arg(device, bits & 1 ? " fused" : "", bits & 2 ? " blocked" : "", bits & 4 ? " planned" : "")))
                << device << bool(bits & 1) << bool(bits & 2) << bool(bits & 4) << "";
        for (const char* pass :
             {"eliminate_dead_code", "eliminate_common_subexpressions", "fuse_batch_norm_relu", "fuse_bias",
              "fuse_activation", "fuse_kernel_bias_grad", "fold_constants", "fuse_batch_norm_add", "fuse_elementwise",
              "fuse_updates", "fuse_product_update", "fuse_rescale"})
            QTest::newRow(qPrintable(QString("%1 without %2").arg(device, pass)))
                << device << true << true << true << pass;
    }
}

void TestPlan::matchesInterpreter() {
    QFETCH(QString, device);
    QFETCH(bool, fuse);
    QFETCH(bool, blocked);
    QFETCH(bool, planMemory);
    QFETCH(QString, skip);
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    CompileOptions options = onReference(net.outputs);
    if (device == "cpu") options.kernels = nullptr;
    options.threads = 2;
    options.fuse = fuse;
    options.blockedLayout = blocked;
    options.planMemory = planMemory;
    options.skipPasses = {skip.toStdString()};
    const auto expected = evaluateReference(net.graph, feeds, kStep);
    const auto found = evaluatePlan(net.graph, feeds, options, kStep);
    for (size_t i = 0; i < found.size(); ++i) {
        const double error = relativeDifference(found[i].values, expected[static_cast<size_t>(net.outputs[i])].values);
        // Float32 errors of thirty ops add up; a wrong number is far above this.
        QVERIFY2(
            error < 1e-4,
            qPrintable(QString("%1: %2").arg(QString::fromStdString(net.graph.value(net.outputs[i]).name)).arg(error)));
    }
}

void TestPlan::severalSteps() {
    const auto net = test::sampleNetwork();
    auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, onReference({net.loss}));
    for (uint64_t step = 0; step < 4; ++step) {
        const auto fresh = test::feedsFor(net.graph, 5, step);
        for (const char* name : {"data", "labels"}) feeds[name] = fresh.at(name);
        const StepContext context{3, step, 0.02f};
        feed(plan, net.graph, feeds);
        plan.runAll(context);
        const auto expected = evaluateReference(net.graph, feeds, context);
        QVERIFY(std::abs(static_cast<double>(plan.readScalar(net.loss)) -
                         expected[static_cast<size_t>(net.loss)].values[0]) < 1e-4);
        for (size_t i = 0; i < net.graph.values.size(); ++i) {
            const Value& value = net.graph.values[i];
            if (value.kind != ValueKind::Parameter && value.kind != ValueKind::State) continue;
            QVERIFY(relativeDifference(toReference(state.at(value.name)).values, expected[i].values) < 1e-4);
            feeds[value.name] = expected[i];
        }
    }
}

void TestPlan::inference() {
    const auto net = test::sampleNetwork(false);
    const auto feeds = test::feedsFor(net.graph);
    const auto expected = evaluateReference(net.graph, feeds);
    const auto found = evaluatePlan(net.graph, feeds, onReference({net.prediction}));
    QVERIFY(relativeDifference(found[0].values, expected[static_cast<size_t>(net.prediction)].values) < 1e-5);
}

void TestPlan::tapsKeepTheirValue() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    const auto expected = evaluateReference(net.graph, feeds, kStep);
    // Each lies where a pass would fuse it away, and the first is blocked in memory.
    for (const char* name :
         {"conv_1/output", "conv_1/bias_add/output", "norm_1/output", "add_1/output", "dense_1/bias_add/output",
          "conv_2/kernel/gradient", "flatten_1/output", "conv_1/kernel"}) {
        const ValueId id = net.graph.find(name);
        QVERIFY2(id != kNoValue, name);
        for (const KernelTable* kernels : {&test::referenceKernels(), static_cast<const KernelTable*>(nullptr)}) {
            ModelState state = stateOf(net.graph, feeds);
            CompileOptions options = onReference({net.loss});
            options.kernels = kernels;
            options.taps = {name};
            Plan plan(net.graph, state, options);
            feed(plan, net.graph, feeds);
            plan.runAll(kStep);
            const double error =
                relativeDifference(toReference(plan.read(id)).values, expected[static_cast<size_t>(id)].values);
            QVERIFY2(error < 1e-4, qPrintable(QString("%1: %2").arg(name).arg(error)));
        }
    }
}

void TestPlan::runsAgain() {
    auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, onReference({net.loss, net.gradients[0]}));
    feed(plan, net.graph, feeds);
    plan.run(Phase::Forward, kStep);
    plan.run(Phase::Backward, kStep);
    const float loss = plan.readScalar(net.loss);
    const auto gradient = toReference(plan.read(net.gradients[0])).values;
    plan.run(Phase::Forward, kStep);
    plan.run(Phase::Backward, kStep);
    QCOMPARE(plan.readScalar(net.loss), loss);
    QCOMPARE(toReference(plan.read(net.gradients[0])).values, gradient);
    QVERIFY(plan.findNonFinite(Phase::Forward, kStep).empty());
    QCOMPARE(plan.readScalar(net.loss), loss);
    // Another step draws another mask.
    plan.run(Phase::Forward, {11, 5, 0.05f});
    QVERIFY(plan.readScalar(net.loss) != loss);
}

void TestPlan::fixedStateIsReadOnce_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("planMemory");
    QTest::addColumn<int>("channels");  // so many that the CPU wants its weights in blocks
    QTest::addColumn<double>("tolerance");
    QTest::newRow("reference") << "reference" << true << 5 << 1e-5;
    QTest::newRow("cpu") << "cpu" << true << 32 << 1e-5;
    QTest::newRow("cpu, everything its own memory") << "cpu" << false << 32 << 1e-5;
    QTest::newRow("cpu, few channels") << "cpu" << true << 5 << 1e-5;
    QTest::newRow("cpu, bfloat16") << "cpu" << true << 32 << 2e-2;
}

// What is made of weights alone is made in the first run and again when somebody says that they changed; it keeps its
// memory whatever else runs.
void TestPlan::fixedStateIsReadOnce() {
    QFETCH(QString, device);
    QFETCH(bool, planMemory);
    QFETCH(int, channels);
    QFETCH(double, tolerance);
    Graph g;
    using List = std::vector<int64_t>;
    ValueId x = g.addInput("data", {2, 3, 9, 9}, DType::Float32);
    for (int i = 0; i < 4; ++i) {
        const std::string name = "conv_" + std::to_string(i);
        const int64_t size = i % 2 == 0 ? 3 : 1, pad = size / 2;
        const Shape all{channels};
        std::vector<ValueId> inputs{x, g.addParameter(name + "/kernel", {channels, g.value(x).shape[1], size, size})};
        if (i == 1) inputs.push_back(g.addParameter(name + "/bias", all));
        const ValueId y = g.addNode("Conv2D", name, inputs,
                                    {{"strides", List{1, 1}},
                                     {"pads", List{pad, pad, pad, pad}},
                                     {"dilations", List{1, 1}},
                                     {"group", int64_t{1}}})[0];
        const ValueId z = g.addNode("BatchNormInference", name + "/norm",
                                    {y, g.addParameter(name + "/gamma", all), g.addParameter(name + "/beta", all),
                                     g.addState(name + "/mean", all), g.addState(name + "/variance", all)},
                                    {{"epsilon", 1e-3}})[0];
        x = g.addNode("Activation", name + "/relu", {z}, {{"kind", "relu"}})[0];
    }
    auto feeds = test::feedsFor(g);
    ModelState state = stateOf(g, feeds);
    CompileOptions options = onReference({x});
    if (device == "cpu") options.kernels = nullptr;
    options.planMemory = planMemory;
    options.fixedState = true;
    if (tolerance > 1e-3) options.precision = DType::BFloat16;
    Plan plan(g, state, options);
    std::vector<std::string> ran;
    plan.observer = [&](int step, bool begin) {
        const PlanStep& each = plan.steps()[static_cast<size_t>(step)];
        if (begin) ran.push_back(each.op + " " + each.name);
    };
    const auto error = [&] {
        ran.clear();
        feed(plan, g, feeds);
        plan.run(Phase::Forward, kStep);
        return relativeDifference(toReference(plan.read(x)).values,
                                  evaluateReference(g, feeds)[static_cast<size_t>(x)].values);
    };
    QVERIFY(error() < tolerance);
    const auto first = ran;
    QCOMPARE(std::ranges::count_if(first, [](const std::string& op) { return op.starts_with("BatchNorm"); }), 8);
    for (double& value : feeds.at("data").values) value = 1 - value;
    QVERIFY(error() < tolerance);
    const auto later = ran;
    QVERIFY(later.size() + 8 <= first.size());
    for (const std::string& op : later)
        QVERIFY2(!op.starts_with("BatchNorm") && op.find("kernel") == std::string::npos, op.c_str());

    // New weights: the old ones' results stay until the plan is told.
    auto weights = state.at("conv_2/kernel").as<float>();
    auto& given = feeds.at("conv_2/kernel").values;
    for (size_t i = 0; i < given.size(); ++i) given[i] = weights[i] = -2 * weights[i];
    QVERIFY(error() > 0.1);
    plan.stateChanged();
    QVERIFY(error() < tolerance);
    QVERIFY(ran == first);
    QVERIFY(error() < tolerance);
    QVERIFY(ran == later);
}

void TestPlan::phasesRunAlone() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, onReference({net.loss}));
    feed(plan, net.graph, feeds);
    plan.run(Phase::Forward, kStep);
    plan.run(Phase::Backward, kStep);
    for (const auto& [name, tensor] : state) QCOMPARE(toReference(tensor).values, feeds.at(name).values);
    plan.run(Phase::Update, kStep);
    for (const auto& [name, tensor] : state) QVERIFY(toReference(tensor).values != feeds.at(name).values);
}

void TestPlan::sharedStateIsWrittenInPlace() {
    Graph graph;
    const ValueId w = graph.addParameter("w", {3});
    const ValueId count = graph.addState("count", {});
    const ValueId g = graph.addInput("g", {3}, DType::Float32);
    graph.addNode("Increment", "count", {count}, {}, "", Phase::Update);
    graph.addNode("SgdUpdate", "w/update", {w, g}, {}, "", Phase::Update);
    ModelState state{{"w", Tensor({3}, DType::Float32)}, {"count", Tensor({}, DType::Float32)}};
    const float* address = state["w"].as<float>().data();
    Plan first(graph, state, onReference({})), second(graph, state, onReference({}));
    for (Plan* plan : {&first, &second}) {
        const float gradient[] = {1, 2, 3};
        std::memcpy(plan->input("g"), gradient, sizeof gradient);
        plan->runAll({0, 0, 0.5f});
    }
    QCOMPARE(state["w"].as<float>().data(), address);
    QCOMPARE(address[2], -3.0f);
    QCOMPARE(state["count"].as<float>()[0], 2.0f);
    QCOMPARE(first.read(w).as<float>()[0], -1.0f);
}

void TestPlan::memoryIsShared() {
    const auto net = test::sampleNetwork();
    auto state = stateOf(net.graph, test::feedsFor(net.graph));
    CompileOptions options = onReference({net.loss});
    const Plan shared(net.graph, state, options);
    options.planMemory = false;
    const Plan apart(net.graph, state, options);
    QVERIFY(shared.cost().activationBytes * 2 < apart.cost().activationBytes);
    size_t bytes = 0;
    for (const auto& [name, tensor] : state) bytes += tensor.bytes();
    QCOMPARE(shared.cost().parameterBytes, bytes);
    // 2 * 4 images * 64 pixels * 9 taps * channels in * channels out, and BiasAdd's one an element, fused or not.
    QCOMPARE(shared.cost().flopsByLayer.at("conv_1"), 2.0 * 4 * 64 * 9 * 3 * 6);
    QVERIFY(shared.cost().flops > 2 * shared.cost().flopsByLayer.at("conv_1"));
    QVERIFY(shared.cost().bytes > 0);
}

void TestPlan::estimate() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    const PlanCost cost = estimateCost(net.graph, {net.loss});
    ModelState state = stateOf(net.graph, feeds);
    CompileOptions options = onReference({net.loss});
    options.blockedLayout = false;
    const Plan plan(net.graph, state, options);
    QCOMPARE(cost.flops, plan.cost().flops);
    QCOMPARE(cost.parameterBytes, plan.cost().parameterBytes);
    const double ratio = static_cast<double>(cost.activationBytes) / static_cast<double>(plan.cost().activationBytes);
    QVERIFY2(ratio > 0.8 && ratio < 1.2, qPrintable(QString::number(ratio)));
}

void TestPlan::costIsKnownBefore() {
    const auto net = test::sampleNetwork();
    ModelState state = stateOf(net.graph, test::feedsFor(net.graph));
    CompileOptions options;
    options.outputs = {net.loss};
    const PlanCost before = planCost(net.graph, options);
    const Plan plan(net.graph, state, options);
    QCOMPARE(before.peakBytes(), plan.cost().peakBytes());
    QCOMPARE(before.flops, plan.cost().flops);
    QCOMPARE(before.steps.size(), plan.steps().size());
    for (size_t i = 0; i < before.steps.size(); ++i) {
        QCOMPARE(before.steps[i].op, plan.steps()[i].op);
        QCOMPARE(before.steps[i].layer, plan.steps()[i].layer);
        QCOMPARE(before.steps[i].phase, plan.steps()[i].phase);
    }
    // What a kernel makes is held as its layer's, of its phase.
    for (const PlanHolding& holding : before.holdings) {
        if (holding.layer.empty()) continue;
        QVERIFY(std::ranges::any_of(before.steps, [&](const StepCost& step) {
            return step.layer == holding.layer && step.phase == holding.phase;
        }));
    }
    QVERIFY(std::ranges::any_of(before.holdings, [](const PlanHolding& holding) {
        return holding.layer == "conv_1" && holding.phase == Phase::Forward && !holding.name.empty();
    }));
}

void TestPlan::findsNonFinite() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, onReference({net.loss}));
    feed(plan, net.graph, feeds);
    QCOMPARE(QString::fromStdString(plan.findNonFinite(Phase::Forward, kStep).english()), QString());
    state["dense_1/kernel"].as<float>()[7] = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(QString::fromStdString(plan.findNonFinite(Phase::Forward, kStep).english()),
             QString("parameter dense_1/kernel was already nan"));
    std::ranges::fill(state["dense_1/kernel"].as<float>(), 0.0f);
    std::ranges::fill(state["conv_3/kernel"].as<float>(), 3e38f);
    QCOMPARE(QString::fromStdString(plan.findNonFinite(Phase::Forward, kStep).english()),
             QString("conv_3 (Conv2D) made infinity from finite inputs"));
}

void TestPlan::observerSeesEveryKernel() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, onReference({net.loss}));
    feed(plan, net.graph, feeds);
    std::vector<int> begun, ended;
    plan.observer = [&](int step, bool begin) { (begin ? begun : ended).push_back(step); };
    plan.runAll(kStep);
    QCOMPARE(begun, ended);
    QCOMPARE(begun.size(), plan.steps().size());
    for (size_t i = 0; i < begun.size(); ++i) {
        QCOMPARE(begun[i], static_cast<int>(i));
        QVERIFY(i == 0 || plan.steps()[i - 1].phase <= plan.steps()[i].phase);
        QVERIFY(!plan.steps()[i].name.empty() && !plan.steps()[i].implementation.empty());
    }
}

void TestPlan::errors() {
    const auto net = test::sampleNetwork();
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds), lacking = state;
    lacking.erase("conv_1/kernel");
    QVERIFY(messageOf([&] { Plan plan(net.graph, lacking, onReference({})); }).contains("conv_1/kernel"));
    lacking["conv_1/kernel"] = Tensor({1, 2}, DType::Float32);
    QVERIFY(messageOf([&] { Plan plan(net.graph, lacking, onReference({})); }).contains("expected 6×3×3×3 float32"));
    Plan plan(net.graph, state, onReference({net.loss}));
    QVERIFY(messageOf([&] { plan.input("pictures"); }).contains("pictures"));
    QVERIFY(messageOf([&] { plan.read(net.graph.find("conv_2/output")); }).contains("conv_2/output"));
    QVERIFY(messageOf([&] { plan.readScalar(net.parameters[0]); }).contains("single float32"));
    CompileOptions options = onReference({});
    options.taps = {"nowhere"};
    QVERIFY(messageOf([&] { Plan other(net.graph, state, options); }).contains("nowhere"));
    const KernelTable empty;
    options = onReference({net.loss});
    options.kernels = &empty;
    QVERIFY(messageOf([&] { Plan other(net.graph, state, options); }).contains("Rescale"));
}

QTEST_GUILESS_MAIN(TestPlan)

}  // namespace test_plan

#include "test_plan.moc"
