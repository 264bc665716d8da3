// Kernels of a plan by blocks of samples: the same bits as one kernel after the other, with any number of threads, and
// each kernel seen at work on the threads that do it.
#include <QtTest>

#include <algorithm>
#include <cstring>

#include "engine/graph/compiled_graph.h"
#include "engine/graph/plan.h"
#include "engine/graph/view/op_graph_view.h"
#include "engine/profile/spans.h"
#include "tests/support/sample_graphs.h"

namespace test_chains {

using namespace tl;

namespace {

using List = std::vector<int64_t>;

// Convolutions of few channels with pooling, as LeNet-5 has them: with 16 images in a register's lanes.
struct Digits {
    Graph graph;
    ValueId loss = kNoValue;
    std::vector<ValueId> parameters;
};

Digits digits(int64_t images) {
    Digits net;
    Graph& g = net.graph;
    const auto weights = [&](const std::string& name, Shape shape) {
        net.parameters.push_back(g.addParameter(name, std::move(shape)));
        return net.parameters.back();
    };
    const auto stage = [&](const std::string& name, ValueId x, int64_t filters, int64_t pad, const char* pool) {
        const ValueId w = weights(name + "/kernel", {filters, g.value(x).shape[1], 5, 5});
        const ValueId y = g.addNode("Conv2D", name, {x, w},
                                    {{"strides", List{1, 1}},
                                     {"pads", List{pad, pad, pad, pad}},
                                     {"dilations", List{1, 1}},
                                     {"group", int64_t{1}}},
                                    name)[0];
        const ValueId z =
            g.addNode("BiasAdd", name + "/bias_add", {y, weights(name + "/bias", {filters})}, {}, name)[0];
        const ValueId a = g.addNode("Activation", name + "/relu", {z}, {{"kind", "relu"}}, name)[0];
        return g.addNode(pool, name + "/pool", {a},
                         {{"kernel_shape", List{2, 2}}, {"strides", List{2, 2}}, {"pads", List{0, 0, 0, 0}}}, name)[0];
    };
    const ValueId data = g.addInput("data", {images, 1, 28, 28}, DType::UInt8);
    const ValueId labels = g.addInput("labels", {images}, DType::Int32);
    const ValueId x = g.addNode("Rescale", "rescale", {data}, {{"scale", 1 / 127.5}, {"offset", -1.0}}, "input")[0];
    const ValueId last = stage("conv_2", stage("conv_1", x, 6, 2, "MaxPool2D"), 16, 0, "AveragePool2D");
    const ValueId flat = g.addNode("Reshape", "flatten", {last}, {{"shape", List{images, 400}}}, "flatten")[0];
    const ValueId scores =
        g.addNode("MatMul", "dense", {flat, weights("dense/kernel", {5, 400})}, {{"transpose_b", int64_t{1}}})[0];
    net.loss = g.addNode("SparseCrossEntropy", "output", {scores, labels})[0];
    const std::vector<ValueId> gradients = addGradient(g, net.loss, net.parameters);
    for (size_t i = 0; i < gradients.size(); ++i)
        g.addNode("SgdUpdate", g.value(net.parameters[i]).name + "/update", {net.parameters[i], gradients[i]}, {}, "",
                  Phase::Update);
    return net;
}

CompileOptions optionsFor(const Digits& net, int threads, bool chains) {
    CompileOptions options;
    options.outputs = {net.loss};
    options.threads = threads;
    options.chains = chains;
    return options;
}

ModelState stateOf(const Graph& graph, const ReferenceFeeds& feeds) {
    ModelState state;
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Parameter) state[value.name] = toTensor(feeds.at(value.name), DType::Float32);
    return state;
}

void feed(Plan& plan, const Graph& graph, const ReferenceFeeds& feeds) {
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Input) {
            const Tensor content = toTensor(feeds.at(value.name), value.dtype);
            std::memcpy(plan.input(value.name), content.data(), content.bytes());
        }
}

// Losses and weights of some steps, to the bit.
QByteArray bitsOf(const Digits& net, const CompileOptions& options, const std::function<void(Plan&)>& prepare = {}) {
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, options);
    if (prepare) prepare(plan);
    QByteArray bits;
    feed(plan, net.graph, feeds);
    for (uint64_t step = 0; step < 3; ++step) {
        plan.runAll({1, step, 0.01f});
        const float loss = plan.readScalar(net.loss);
        bits.append(reinterpret_cast<const char*>(&loss), sizeof(loss));
    }
    for (const auto& [name, tensor] : state)
        bits.append(static_cast<const char*>(tensor.data()), static_cast<qsizetype>(tensor.bytes()));
    return bits;
}

QString opsOf(const CompiledGraph& compiled, const ScheduledChain& chain) {
    QStringList ops;
    for (int s = chain.first; s <= chain.last; ++s)
        ops.append(QString::fromStdString(compiled.schedule.steps[static_cast<size_t>(s)].node.op));
    return ops.join(' ');
}

}  // namespace

class TestChains : public QObject {
    Q_OBJECT
private slots:
    void sameBits_data();
    void sameBits();
    void whatIsTakenTogether();
    void aViewShowsTheirMemory();
    void whatSomebodyReadsStays();
    void notWhereBlocksAreFewOrMemoryShort();
    void kernelsAreSeenOnTheirThreads();
    void oneByOneForAnObserver();
    void findsNonFinite();
};

void TestChains::sameBits_data() {
    QTest::addColumn<int>("images");
    QTest::addColumn<int>("threads");
    for (const int images : {48, 128})
        for (const int threads : {1, 2, 3})
            QTest::addRow("%d images, %d threads", images, threads) << images << threads;
}

void TestChains::sameBits() {
    QFETCH(int, images);
    QFETCH(int, threads);
    const Digits net = digits(images);
    QVERIFY(compileGraph(net.graph, optionsFor(net, threads, true)).schedule.chains.size() >= 2);
    QVERIFY(compileGraph(net.graph, optionsFor(net, threads, false)).schedule.chains.empty());
    const QByteArray expected = bitsOf(net, optionsFor(net, threads, false));
    QVERIFY(bitsOf(net, optionsFor(net, threads, true)) == expected);
}

void TestChains::whatIsTakenTogether() {
    const Digits net = digits(128);
    const CompiledGraph compiled = compileGraph(net.graph, optionsFor(net, 2, true));
    const auto& chains = compiled.schedule.chains;
    QCOMPARE(chains.size(), size_t{2});
    QCOMPARE(opsOf(compiled, chains[0]),
             QString("Rescale Reorder Conv2D MaxPool2D Activation Conv2D AveragePool2D Reorder"));
    QCOMPARE(opsOf(compiled, chains[1]),
             QString("AveragePool2DGrad Reorder ActivationGrad Conv2DKernelBiasGrad Conv2DInputGrad "
                     "ActivationGrad MaxPool2DGrad Conv2DKernelBiasGrad"));
    for (const ScheduledChain& chain : chains) {
        QCOMPARE(chain.blocks, 8);
        QCOMPARE(chain.parts, 2);
        QVERIFY(!chain.near.empty());
        // An eighth of what the first convolution makes or gets, and some more.
        QVERIFY(chain.nearBytes >= size_t{16 * 6 * 28 * 28 * 4});
        QVERIFY(chain.nearBytes < size_t{2 * 16 * 6 * 28 * 28 * 4});
    }
}

// A view's blocks are what the plan's cost counts, the pieces that are near and scratch of a whole chain among it.
void TestChains::aViewShowsTheirMemory() {
    const Digits net = digits(128);
    const CompiledGraph compiled = compileGraph(net.graph, optionsFor(net, 2, true));
    const Schedule& schedule = compiled.schedule;
    const GraphView view = compiledView(net.graph, compiled, {});
    QVERIFY(schedule.near >= 0);
    const auto near = std::ranges::find_if(view.blocks, [&](const GraphBlock& block) {
        return block.tensor < 0 && block.offset == double(schedule.memory.offsets[size_t(schedule.near)]);
    });
    QVERIFY(near != view.blocks.end());
    QCOMPARE(near->bytes, double(2 * schedule.nearStride));
    size_t peak = 0;
    for (int step = 0; step < view.steps; ++step) {
        size_t alive = 0;
        for (const PlanHolding& holding : schedule.cost.holdings)
            if (holding.first <= step && step <= holding.last) alive += holding.bytes;
        peak = std::max(peak, alive);
    }
    QCOMPARE(view.peakBytes, double(peak));
    QVERIFY(view.peakBytes <= view.arenaBytes);
}

void TestChains::whatSomebodyReadsStays() {
    const Digits net = digits(64);
    const auto feeds = test::feedsFor(net.graph);
    const ValueId convolved = net.graph.find("conv_1/bias_add/output");
    const auto run = [&](bool tapped, bool chains) {
        CompileOptions options = optionsFor(net, 2, chains);
        options.fuse = false;
        if (tapped) options.taps = {net.graph.value(convolved).name};
        ModelState state = stateOf(net.graph, feeds);
        Plan plan(net.graph, state, options);
        feed(plan, net.graph, feeds);
        plan.runAll({1, 0, 0.01f});
        return plan.holds(convolved, Phase::Forward) ? toReference(plan.readHeld(convolved, Phase::Forward)).values
                                                     : std::vector<double>();
    };
    QVERIFY(run(false, true).empty());
    QVERIFY(!run(true, true).empty());
    QVERIFY(run(true, true) == run(true, false));
}

void TestChains::notWhereBlocksAreFewOrMemoryShort() {
    const Digits few = digits(2), net = digits(64);
    QVERIFY(compileGraph(few.graph, optionsFor(few, 3, true)).schedule.chains.empty());
    CompileOptions options = optionsFor(net, 2, true);
    QVERIFY(!compileGraph(net.graph, options).schedule.chains.empty());
    options.memoryLimit = size_t{1} << 30;
    QVERIFY(compileGraph(net.graph, options).schedule.chains.empty());
}

// A span for each block, the caller's first with the step's number, so that ops are counted and not their blocks; what
// they say of the work adds up to all of it.
void TestChains::kernelsAreSeenOnTheirThreads() {
    const Digits net = digits(128);
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, optionsFor(net, 2, true));
    feed(plan, net.graph, feeds);
    SpanCollector collector(SpanCollector::Start::Now);
    plan.runAll({1, 6, 0.01f});
    double flops = 0;
    int blocks = 0, ofCaller = 0;
    for (const ThreadSpans& thread : collector.collect())
        for (const SpanRecord& span : thread.spans) {
            const SpanInfo info = spanInfo(span.name);
            QVERIFY(!info.name.empty());
            if (info.name != "MaxPool2D") continue;
            ++blocks;
            ofCaller += span.number == 7;
            flops += info.flops;
        }
    QCOMPARE(blocks, 8);
    QCOMPARE(ofCaller, 1);  // whether it takes over the other part or not
    double whole = 0;
    for (const StepCost& step : plan.cost().steps) whole += step.op == "MaxPool2D" ? step.flops : 0;
    QVERIFY(whole > 0);
    QCOMPARE(flops, 2 * whole);  // a block's is told as what both threads do meanwhile
}

void TestChains::oneByOneForAnObserver() {
    const Digits net = digits(64);
    std::vector<int> begun, ended;
    const QByteArray watched = bitsOf(net, optionsFor(net, 2, true), [&](Plan& plan) {
        plan.observer = [&](int step, bool begin) { (begin ? begun : ended).push_back(step); };
    });
    QCOMPARE(begun, ended);
    QCOMPARE(begun.size(), 3 * compileGraph(net.graph, optionsFor(net, 2, true)).schedule.steps.size());
    QVERIFY(watched == bitsOf(net, optionsFor(net, 2, true)));
}

void TestChains::findsNonFinite() {
    const Digits net = digits(64);
    const auto feeds = test::feedsFor(net.graph);
    ModelState state = stateOf(net.graph, feeds);
    Plan plan(net.graph, state, optionsFor(net, 2, true));
    feed(plan, net.graph, feeds);
    plan.run(Phase::Forward, {});
    std::ranges::fill(state["conv_2/kernel"].as<float>(), 3e38f);
    QCOMPARE(QString::fromStdString(plan.findNonFinite(Phase::Forward, {}).english()),
             QString("conv_2 (Conv2D) made infinity from finite inputs"));
}

QTEST_GUILESS_MAIN(TestChains)

}  // namespace test_chains

#include "test_chains.moc"
