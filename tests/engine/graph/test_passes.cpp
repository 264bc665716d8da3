// What each pass rewrites and, as important, what it leaves alone. That results stay the same is in test_plan.
#include <QtTest>

#include <cmath>

#include "engine/graph/passes/pass.h"
#include "engine/graph/reference.h"
#include "tests/support/sample_graphs.h"

namespace test_passes {

using namespace tl;

namespace {

size_t countOf(const Graph& graph, const std::string& op, const std::string& activation = "") {
    size_t count = 0;
    for (const Node& node : graph.nodes)
        count += node.op == op && (activation.empty() || node.attributes.text("activation", "linear") == activation);
    return count;
}

// Producers and outputs agree, and every input is made before it is read.
bool consistent(const Graph& graph) {
    std::vector<bool> made(graph.values.size());
    for (size_t i = 0; i < made.size(); ++i) made[i] = graph.values[i].kind != ValueKind::Computed;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        for (ValueId input : graph.nodes[i].inputs)
            if (!made[static_cast<size_t>(input)]) return false;
        for (ValueId output : graph.nodes[i].outputs) {
            if (graph.value(output).producer != static_cast<int>(i)) return false;
            made[static_cast<size_t>(output)] = true;
        }
    }
    return true;
}

Graph afterAll(Graph graph, const std::set<ValueId>& kept) {
    for (const Pass& pass : allPasses()) {
        pass.run(graph, {kept});
        if (!consistent(graph)) qFatal("%s left an inconsistent graph", pass.name.c_str());
    }
    return graph;
}

}  // namespace

class TestPasses : public QObject {
    Q_OBJECT
private slots:
    void fusesATrainingStep();
    void fusesInference();
    void keptValuesStay();
    void sharedValuesStay();
    void deadCode();
    void commonSubexpressions();
    void batchNormWithoutGradient();
    void foldsConstants();
    void foldsNormsOfFixedWeights();
    void fusesAResidualBlock();
    void fusesElementwiseChains();
    void fusesOneBranchOfASum();
    void leavesElementwiseAlone();
    void fusesUpdates();
    void updatesThatAreReadStay();
    void fusesProductAndUpdate();
    void productsReadBytes();
    void poolBeforeRelu();
    void allReducesStartInTheirOrder();
};

// Where a pass had the value of the first one made last: the devices would wait for different sums.
void TestPasses::allReducesStartInTheirOrder() {
    Graph graph;
    const ValueId x = graph.addInput("x", {4}, DType::Float32);
    const auto make = [&](const char* name) {
        return graph.addNode("Activation", name, {x}, {{"kind", "relu"}}, "", Phase::Backward)[0];
    };
    const ValueId early = make("early"), late = make("late"), other = make("other");
    std::vector<ValueId> started;
    for (const ValueId each : {late, early})
        started.push_back(graph.addNode("AllReduceStart", "start", {each}, {{"share", 1.0}}, "", Phase::Backward)[0]);
    started.push_back(other);
    const auto done = graph.addNode("AllReduceDone", "done", started, {}, "", Phase::Backward);
    const auto pass = std::ranges::find(allPasses(), "start_early", &Pass::name);
    pass->run(graph, {{done.begin(), done.end()}});
    QVERIFY(consistent(graph));
    std::vector<ValueId> order;
    for (const Node& node : graph.nodes)
        if (node.op == "AllReduceStart") order.push_back(node.inputs[0]);
    QCOMPARE(order, (std::vector<ValueId>{late, early}));
    QCOMPARE(graph.nodes[2].op, std::string("AllReduceStart"));  // behind "late", before "other"
}

void TestPasses::fusesATrainingStep() {
    const auto net = test::sampleNetwork();
    const Graph fused = afterAll(net.graph, {net.loss});
    QCOMPARE(countOf(fused, "BiasAdd"), size_t{0});
    QCOMPARE(countOf(fused, "Conv2D", "relu"), size_t{1});
    QCOMPARE(countOf(fused, "Conv2D", "elu"), size_t{1});
    QCOMPARE(countOf(fused, "Add", "relu"), size_t{1});
    QCOMPARE(countOf(fused, "BatchNorm", "relu"), size_t{1});
    QCOMPARE(countOf(fused, "BatchNormGrad", "relu"), size_t{1});
    // gelu's gradient reads its input, and tanh follows dropout: both stay, and so do relu's, elu's and theirs.
    QCOMPARE(countOf(fused, "Activation"), size_t{2});
    QCOMPARE(countOf(fused, "ActivationGrad"), size_t{5});
    QCOMPARE(countOf(fused, "Conv2DKernelGrad"), size_t{1});
    QCOMPARE(countOf(fused, "Conv2DKernelBiasGrad"), size_t{3});
    QCOMPARE(countOf(fused, "CountCorrect"), size_t{0});
    for (const Node& node : fused.nodes)
        if (node.op == "ActivationGrad" && node.attributes.text("kind", "") == "elu")
            QCOMPARE(node.inputs[0], node.inputs[1]);
}

void TestPasses::fusesInference() {
    const auto net = test::sampleNetwork(false);
    const Graph fused = afterAll(net.graph, {net.prediction});
    // Without dropout between them tanh follows gelu, which is in the MatMul already.
    QCOMPARE(countOf(fused, "MatMul", "gelu"), size_t{1});
    QCOMPARE(countOf(fused, "Activation"), size_t{1});
}

void TestPasses::keptValuesStay() {
    const auto net = test::sampleNetwork(false);
    for (const Node& node : net.graph.nodes) {
        const Graph fused = afterAll(net.graph, {net.loss, node.outputs[0]});
        QVERIFY2(fused.value(node.outputs[0]).producer >= 0, node.name.c_str());
    }
}

// A normalisation after a convolution goes into its weights, where they stay as they are and nobody else reads between.
void TestPasses::foldsNormsOfFixedWeights() {
    Graph graph;
    const ValueId x = graph.addInput("x", {2, 3, 5, 5}, DType::Float32), w = graph.addParameter("w", {4, 3, 3, 3});
    const ValueId bias = graph.addParameter("bias", {4});
    using List = std::vector<int64_t>;
    const ValueId y = graph.addNode(
        "Conv2D", "conv", {x, w, bias},
        {{"strides", List{1, 1}}, {"pads", List{1, 1, 1, 1}}, {"dilations", List{1, 1}}, {"group", int64_t{1}}})[0];
    const auto channels = [&](const char* name) { return graph.addState(name, {4}); };
    const ValueId z = graph.addNode("BatchNormInference", "norm",
                                    {y, channels("gamma"), channels("beta"), channels("mean"), channels("variance")},
                                    {{"epsilon", 1e-3}})[0];
    const ValueId a = graph.addNode("Activation", "relu", {z}, {{"kind", "relu"}})[0];
    const auto convAfter = [&](const PassContext& context) {
        Graph made = graph;
        for (const Pass& pass : allPasses()) {
            pass.run(made, context);
            if (!consistent(made)) qFatal("%s left an inconsistent graph", pass.name.c_str());
        }
        return made;
    };
    const Graph folded = convAfter({.kept = {a}, .fixedState = true});
    QCOMPARE(folded.nodes.back().op, std::string("Conv2D"));  // and nothing after it
    QCOMPARE(folded.nodes.back().outputs[0], a);
    QCOMPARE(folded.nodes.back().attributes.text("activation", ""), std::string("relu"));
    QCOMPARE(countOf(folded, "BatchNormInference"), size_t{2});  // of the weights and the bias
    QCOMPARE(countOf(convAfter({.kept = {a}}), "BatchNormInference"), size_t{1});
    QCOMPARE(convAfter({.kept = {a}}).nodes.back().op, std::string("BatchNormInference"));
    const Graph watched = convAfter({.kept = {a, y}, .fixedState = true});
    QCOMPARE(countOf(watched, "BatchNormInference"), size_t{1});
    QVERIFY(watched.value(y).producer >= 0);
}

void TestPasses::sharedValuesStay() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4}, DType::Float32), w = graph.addParameter("w", {4, 5});
    const ValueId b = graph.addParameter("b", {5});
    const ValueId y = graph.addNode("MatMul", "dense", {x, w})[0];
    const ValueId z = graph.addNode("BiasAdd", "bias", {y, b})[0];
    const ValueId a = graph.addNode("Activation", "relu", {z}, {{"kind", "relu"}})[0];
    const ValueId sum = graph.addNode("Add", "sum", {a, z})[0];  // reads z as well
    Graph fused = afterAll(graph, {sum});
    QCOMPARE(countOf(fused, "MatMul", "linear"), size_t{1});
    QCOMPARE(countOf(fused, "BiasAdd"), size_t{0});
    // relu and the sum become one, which reads z twice.
    QCOMPARE(fused.nodes.back().op, std::string("FusedElementwise"));
    QCOMPARE(fused.nodes.back().inputs, (std::vector<ValueId>{z, z}));
    const ValueId other = graph.addNode("Add", "other", {sum, y})[0];  // and y
    fused = afterAll(graph, {other});
    QCOMPARE(countOf(fused, "BiasAdd"), size_t{1});
}

void TestPasses::deadCode() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4}, DType::Float32), w = graph.addParameter("w", {3, 4});
    const ValueId kept = graph.addNode("Softmax", "kept", {x})[0];
    graph.addNode("Softmax", "dead end", {graph.addNode("Add", "dead", {x, kept})[0]});
    graph.addNode("SgdUpdate", "update", {w, kept}, {}, "", Phase::Update);
    passes::eliminateDeadCode().run(graph, {});
    QCOMPARE(graph.nodes.size(), size_t{2});
    QVERIFY(consistent(graph));
}

void TestPasses::commonSubexpressions() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4}, DType::Float32);
    const auto drop = [&](int64_t stream) {
        return graph.addNode("Dropout", "drop", {x}, {{"rate", 0.5}, {"stream", stream}})[0];
    };
    const ValueId a = drop(1), b = drop(1), c = drop(2);
    const ValueId zero = graph.addConstant(0, {3, 4}), again = graph.addConstant(0, {3, 4});
    const ValueId d = graph.addNode("Add", "d", {a, zero})[0], e = graph.addNode("Add", "e", {b, again})[0];
    const ValueId sum = graph.addNode("Add", "sum", {d, e, c})[0];
    passes::eliminateCommonSubexpressions().run(graph, {{sum}});
    QCOMPARE(countOf(graph, "Dropout"), size_t{2});
    QCOMPARE(graph.nodes.back().inputs, (std::vector<ValueId>{d, d, c}));
    QCOMPARE(graph.nodes.size(), size_t{4});
    QVERIFY(consistent(graph));
}

void TestPasses::batchNormWithoutGradient() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4, 2, 2}, DType::Float32);
    const ValueId gamma = graph.addParameter("gamma", {4}), beta = graph.addParameter("beta", {4});
    const ValueId y = graph.addNode("BatchNorm", "norm", {x, gamma, beta}, {{"epsilon", 1e-3}})[0];
    const ValueId z = graph.addNode("Activation", "relu", {y}, {{"kind", "relu"}})[0];
    const Graph fused = afterAll(graph, {z});
    QCOMPARE(fused.nodes.size(), size_t{1});
    QCOMPARE(countOf(fused, "BatchNorm", "relu"), size_t{1});
    QCOMPARE(countOf(afterAll(graph, {z, y}), "Activation"), size_t{1});
}

namespace {

// The graph through the interpreter before and after a pass: same numbers for all that is kept.
void checkSameNumbers(const Graph& before, const Graph& after, const std::vector<ValueId>& kept) {
    QVERIFY(consistent(after));
    const auto feeds = test::feedsFor(before);
    const auto expected = evaluateReference(before, feeds, {1, 2, 0.1f}),
               found = evaluateReference(after, feeds, {1, 2, 0.1f});
    for (ValueId id : kept)
        QVERIFY2(relativeDifference(found[static_cast<size_t>(id)].values, expected[static_cast<size_t>(id)].values) <
                     1e-12,
                 before.value(id).name.c_str());
}

}  // namespace

void TestPasses::foldsConstants() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4}, DType::Float32);
    const ValueId three = graph.addConstant(3, {3, 4}), two = graph.addConstant(2, {3, 4});
    const ValueId five = graph.addNode("Add", "five", {three, two})[0];
    const ValueId eleven = graph.addNode("Rescale", "eleven", {five}, {{"scale", 2.0}, {"offset", 1.0}})[0];
    const ValueId same = graph.addNode("Activation", "same", {x}, {{"kind", "linear"}})[0];
    const ValueId kept = graph.addNode("Rescale", "kept", {same}, {{"scale", 1.0}, {"offset", 0.0}})[0];
    const ValueId undropped = graph.addNode("Dropout", "none", {same}, {{"rate", 0.0}, {"stream", int64_t{1}}})[0];
    const ValueId dropped = graph.addNode("Dropout", "some", {eleven}, {{"rate", 0.5}, {"stream", int64_t{1}}})[0];
    const ValueId sum = graph.addNode("Add", "sum", {undropped, eleven, dropped})[0];
    Graph folded = graph;
    passes::foldConstants().run(folded, {{sum, kept}});
    QCOMPARE(folded.value(eleven).kind, ValueKind::Constant);
    QCOMPARE(folded.value(eleven).constant, 11.0);
    QCOMPARE(folded.nodes.size(), size_t{3});  // kept, the dropout that draws, the sum
    QCOMPARE(folded.nodes.back().inputs, (std::vector<ValueId>{x, eleven, dropped}));
    checkSameNumbers(graph, folded, {sum, kept});
}

void TestPasses::fusesAResidualBlock() {
    Graph graph;
    const ValueId x = graph.addInput("x", {3, 4, 2, 2}, DType::Float32);
    const ValueId shortcut = graph.addInput("shortcut", {3, 4, 2, 2}, DType::Float32);
    const ValueId gamma = graph.addParameter("gamma", {4}), beta = graph.addParameter("beta", {4});
    const auto norm = graph.addNode("BatchNorm", "norm", {x, gamma, beta}, {{"epsilon", 1e-3}});
    graph.addNode("MovingAverage", "mean", {graph.addState("moving", {4}), norm[1]}, {{"momentum", 0.9}}, "",
                  Phase::Update);
    const ValueId other = graph.addNode("BatchNorm", "other", {shortcut, gamma, beta}, {{"epsilon", 1e-3}})[0];
    const ValueId sum = graph.addNode("Add", "sum", {norm[0], other})[0];
    const ValueId y = graph.addNode("Activation", "relu", {sum}, {{"kind", "relu"}})[0];
    const ValueId flat = graph.addNode("Reshape", "flat", {y}, {{"shape", std::vector<int64_t>{3, 16}}})[0];
    const ValueId labels = graph.addInput("labels", {3}, DType::Int32);
    const ValueId loss = graph.addNode("SparseCrossEntropy", "loss", {flat, labels})[0];
    std::vector<ValueId> kept = addGradient(graph, loss, {gamma, beta});
    kept.push_back(y);
    const Graph fused = afterAll(graph, {kept.begin(), kept.end()});
    QCOMPARE(countOf(fused, "Add"), size_t{2});  // of the gradients of gamma and beta, which both norms have
    QCOMPARE(countOf(fused, "BatchNorm", "relu"), size_t{1});
    QCOMPARE(countOf(fused, "BatchNorm", "linear"), size_t{1});
    checkSameNumbers(graph, fused, kept);
    // A sum that somebody else reads stays.
    Graph shared = graph;
    passes::fuseBatchNormAdd().run(shared, {{norm[0], other}});
    QCOMPARE(shared.nodes.size(), graph.nodes.size());
}

void TestPasses::fusesElementwiseChains() {
    Graph graph;
    const ValueId x = graph.addInput("x", {5, 6}, DType::Float32), z = graph.addInput("z", {5, 6}, DType::Float32);
    const ValueId a = graph.addNode("Rescale", "a", {x}, {{"scale", 2.0}, {"offset", 0.5}})[0];
    const ValueId b = graph.addNode("Activation", "b", {a}, {{"kind", "tanh"}})[0];
    const ValueId c = graph.addNode("Add", "c", {z, b}, {{"activation", "relu"}})[0];
    const ValueId d = graph.addNode("Activation", "d", {c}, {{"kind", "elu"}, {"alpha", 0.3}})[0];
    const ValueId y = graph.addNode("Softmax", "y", {d})[0];
    const ValueId e = graph.addNode("Add", "e", {y, x})[0];
    const ValueId f = graph.addNode("Activation", "f", {e}, {{"kind", "gelu"}})[0];
    Graph fused = graph;
    passes::fuseElementwise().run(fused, {{f}});
    QCOMPARE(countOf(fused, "FusedElementwise"), size_t{2});
    QCOMPARE(fused.nodes.size(), size_t{3});
    QCOMPARE(fused.nodes[0].inputs, (std::vector<ValueId>{x, z}));
    QCOMPARE(fused.nodes[0].outputs, (std::vector<ValueId>{d}));
    checkSameNumbers(graph, fused, {f});
    // On the device, too.
    CompileOptions options;
    options.outputs = {f};
    const auto feeds = test::feedsFor(graph);
    const auto expected = evaluateReference(graph, feeds);
    QVERIFY(relativeDifference(evaluatePlan(graph, feeds, options)[0].values, expected[static_cast<size_t>(f)].values) <
            1e-5);
}

// Both branches could take the sum in: one does, the other becomes its operand.
void TestPasses::fusesOneBranchOfASum() {
    Graph graph;
    const ValueId r = graph.addInput("r", {5, 6}, DType::Float32);
    const ValueId a = graph.addNode("Activation", "a", {r}, {{"kind", "tanh"}})[0];
    const ValueId b = graph.addNode("Activation", "b", {r}, {{"kind", "sigmoid"}})[0];
    const ValueId c = graph.addNode("Add", "c", {a, b})[0];
    const ValueId d = graph.addNode("Activation", "d", {c}, {{"kind", "elu"}})[0];
    Graph fused = graph;
    passes::fuseElementwise().run(fused, {{d}});
    QCOMPARE(fused.nodes.size(), size_t{2});
    QCOMPARE(fused.nodes.back().inputs, (std::vector<ValueId>{r, b}));
    checkSameNumbers(graph, fused, {d});
    CompileOptions options;
    options.outputs = {d};
    const auto feeds = test::feedsFor(graph);
    const ReferenceTensor whole = evaluatePlan(graph, feeds, options)[0];
    options.skipPasses = {"fuse_elementwise"};
    QVERIFY(relativeDifference(whole.values, evaluatePlan(graph, feeds, options)[0].values) < 1e-5);
}

void TestPasses::leavesElementwiseAlone() {
    Graph graph;
    const ValueId x = graph.addInput("x", {5, 6}, DType::Float32);
    const ValueId a = graph.addNode("Activation", "a", {x}, {{"kind", "tanh"}})[0];
    const ValueId b = graph.addNode("Activation", "b", {a}, {{"kind", "gelu"}})[0];
    const ValueId c = graph.addNode("Activation", "c", {b}, {{"kind", "relu"}})[0];
    // The value between is kept, or read twice.
    Graph kept = graph;
    passes::fuseElementwise().run(kept, {{a, b, c}});
    QCOMPARE(kept.nodes.size(), size_t{3});
    Graph twice = graph;
    const ValueId sum = twice.addNode("Add", "sum", {a, c})[0];
    const Graph before = twice;
    passes::fuseElementwise().run(twice, {{sum}});
    QCOMPARE(countOf(twice, "FusedElementwise"), size_t{1});
    QCOMPARE(countOf(twice, "Activation"), size_t{1});
    checkSameNumbers(before, twice, {sum});
}

void TestPasses::fusesUpdates() {
    auto net = test::sampleNetwork();
    Graph fused = net.graph;
    passes::fuseUpdates().run(fused, {});
    QCOMPARE(countOf(fused, "SgdUpdate"), size_t{1});
    for (const Node& node : fused.nodes)
        if (node.op == "SgdUpdate") {
            QCOMPARE(node.attributes.integer("tensors"), static_cast<int64_t>(net.parameters.size()));
            QCOMPARE(node.outputs.size(), 2 * net.parameters.size());
            QCOMPARE(fused.rootOf(node.outputs[4]), net.parameters[2]);
        }
    checkSameNumbers(net.graph, fused, net.outputs);
}

void TestPasses::updatesThatAreReadStay() {
    Graph graph;
    std::vector<ValueId> updated;
    for (const char* name : {"a", "b", "c"}) {
        const ValueId p = graph.addParameter(name, {3}),
                      g = graph.addInput(std::string("g") + name, {3}, DType::Float32);
        updated.push_back(graph.addNode("SgdUpdate", std::string(name) + "/update", {p, g}, {}, "", Phase::Update)[0]);
    }
    const ValueId big = graph.addParameter("big", {40000}), g = graph.addInput("gbig", {40000}, DType::Float32);
    graph.addNode("SgdUpdate", "big/update", {big, g}, {}, "", Phase::Update);
    graph.addNode("MovingAverage", "average", {graph.addState("average", {3}), updated[0]}, {{"momentum", 0.9}}, "",
                  Phase::Update);
    passes::fuseUpdates().run(graph, {});
    QCOMPARE(countOf(graph, "SgdUpdate"), size_t{3});  // a, which is read; big; b and c together
    QVERIFY(consistent(graph));
}

void TestPasses::fusesProductAndUpdate() {
    Graph graph;
    const ValueId x = graph.addInput("x", {7, 200}, DType::Float32),
                  dy = graph.addInput("dy", {7, 100}, DType::Float32);
    const ValueId weight = graph.addParameter("weight", {200, 100});
    const ValueId velocity = graph.addState("velocity", {200, 100});
    const ValueId gradient =
        graph.addNode("MatMul", "product", {x, dy}, {{"transpose_a", int64_t{1}}}, "", Phase::Backward)[0];
    graph.addNode("SgdUpdate", "update", {weight, gradient, velocity}, {{"momentum", 0.9}}, "", Phase::Update);
    Graph fused = graph, tapped = graph, read = graph, half = graph;
    passes::fuseProductUpdate().run(fused, {});
    QCOMPARE(fused.nodes.size(), size_t{1});
    QCOMPARE(fused.nodes[0].op, std::string("MatMulUpdate"));
    QVERIFY(fused.nodes[0].phase == Phase::Update);
    QCOMPARE(fused.rootOf(fused.nodes[0].outputs[1]), velocity);
    QVERIFY(consistent(fused));
    checkSameNumbers(graph, fused, {weight, velocity});
    // A gradient that somebody looks at stays, and so does one in 16 bits.
    passes::fuseProductUpdate().run(tapped, {{gradient}});
    QCOMPARE(countOf(tapped, "MatMulUpdate"), size_t{0});
    read.addNode("GlobalNorm", "norm", {gradient}, {}, "", Phase::Update);
    passes::fuseProductUpdate().run(read, {});
    QCOMPARE(countOf(read, "MatMulUpdate"), size_t{0});
    passes::fuseProductUpdate().run(half, {{}, DType::BFloat16});
    QCOMPARE(countOf(half, "MatMulUpdate"), size_t{0});
}

void TestPasses::productsReadBytes() {
    Graph graph;
    const ValueId x = graph.addInput("x", {6, 1, 4, 5}, DType::UInt8),
                  dy = graph.addInput("dy", {6, 30}, DType::Float32);
    const ValueId scaled = graph.addNode("Rescale", "scaled", {x}, {{"scale", 0.5}, {"offset", -1.0}})[0];
    const ValueId flat = graph.addNode("Reshape", "flat", {scaled}, {{"shape", std::vector<int64_t>{6, 20}}})[0];
    const ValueId weight = graph.addParameter("weight", {30, 20});
    const ValueId y = graph.addNode("MatMul", "y", {flat, weight}, {{"transpose_b", int64_t{1}}})[0];
    const ValueId dw = graph.addNode("MatMul", "dw", {dy, flat}, {{"transpose_a", int64_t{1}}})[0];
    Graph fused = graph, tapped = graph, read = graph;
    passes::fuseRescale().run(fused, {{y, dw}});
    QCOMPARE(countOf(fused, "Rescale"), size_t{0});
    QCOMPARE(fused.nodes[1].attributes.integer("bytes_input"), int64_t{0});
    QCOMPARE(fused.nodes[2].attributes.integer("bytes_input"), int64_t{1});
    QVERIFY(consistent(fused));
    checkSameNumbers(graph, fused, {y, dw});
    // The floats stay where somebody else wants them.
    passes::fuseRescale().run(tapped, {{y, dw, flat}});
    QCOMPARE(countOf(tapped, "Rescale"), size_t{1});
    const ValueId other = read.addNode("Activation", "other", {scaled}, {{"kind", "relu"}})[0];
    passes::fuseRescale().run(read, {{y, dw, other}});
    QCOMPARE(countOf(read, "Rescale"), size_t{1});
    // So do those of a product whose two factors both come of them.
    Graph twice = graph;
    const ValueId turned = twice.addNode("Reshape", "turned", {scaled}, {{"shape", std::vector<int64_t>{20, 6}}})[0];
    const ValueId square = twice.addNode("MatMul", "square", {flat, turned})[0];
    passes::fuseRescale().run(twice, {{y, dw, square}});
    QCOMPARE(countOf(twice, "Rescale"), size_t{1});
}

void TestPasses::poolBeforeRelu() {
    Graph graph;
    const Shape wide{2, 3, 7, 8}, narrow{2, 3, 4, 4};
    const ValueId x = graph.addInput("x", wide, DType::Float32), dz = graph.addInput("dz", narrow, DType::Float32);
    const ValueId active = graph.addNode("Activation", "relu", {x}, {{"kind", "relu"}})[0];
    const std::vector<int64_t> three{3, 3}, two{2, 2}, ones{1, 1, 1, 1};
    const Attributes window{{"kernel_shape", three}, {"strides", two}, {"pads", ones}};
    const ValueId pooled = graph.addNode("MaxPool2D", "pool", {active}, window)[0];
    const ValueId dx = addGradient(graph, {{pooled, dz}}, {x})[0];

    ReferenceFeeds feeds;
    feeds["x"] = {wide, {}}, feeds["dz"] = {narrow, {}};
    for (int i = 0; i < 336; ++i) feeds["x"].values.push_back(std::sin(i * 1.7) - 0.6);
    for (int i = 0; i < 96; ++i) feeds["dz"].values.push_back(std::cos(i * 0.9));
    const auto before = evaluateReference(graph, feeds);
    passes::poolBeforeRelu().run(graph, {{pooled, dx}});
    QVERIFY(consistent(graph));
    QCOMPARE(graph.nodes[0].op, std::string("MaxPool2D"));
    QCOMPARE(graph.nodes[1].op, std::string("Activation"));
    QVERIFY(graph.value(graph.nodes[1].outputs[0]).shape == narrow);
    const auto after = evaluateReference(graph, feeds);
    for (ValueId id : {pooled, dx})
        QVERIFY(before[static_cast<size_t>(id)].values == after[static_cast<size_t>(id)].values);

    // A value that somebody wants to see stays.
    Graph seen;
    const ValueId input = seen.addInput("x", wide, DType::Float32);
    const ValueId kept = seen.addNode("Activation", "relu", {input}, {{"kind", "relu"}})[0];
    seen.addNode("MaxPool2D", "pool", {kept}, window);
    passes::poolBeforeRelu().run(seen, {{kept}});
    QCOMPARE(seen.nodes[0].op, std::string("Activation"));
}

QTEST_GUILESS_MAIN(TestPasses)

}  // namespace test_passes

#include "test_passes.moc"
