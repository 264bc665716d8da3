// The gradient transform: sums over several uses, work that is skipped, names, and a whole network against central
// differences.
#include <QtTest>
#include <set>

#include "engine/core/error.h"
#include "tests/support/sample_graphs.h"

namespace test_gradient {

using namespace tl;

namespace {

size_t countOf(const Graph& graph, const std::string& op) {
    size_t count = 0;
    for (const Node& node : graph.nodes) count += node.op == op;
    return count;
}

}  // namespace

class TestGradient : public QObject {
    Q_OBJECT
private slots:
    void sumsOverUses();
    void skipsWhatNobodyAsksFor();
    void throughProbabilities();
    void names();
    void namesOfProducts();
    void wholeNetwork();
    void errors();
};

void TestGradient::sumsOverUses() {
    // y = x + x, z = y * 3 + 1, loss = mean((z - x)^2): dz/dx = 6, so dloss/dx = 2 (5x + 1) 5 / n.
    Graph graph;
    const ValueId x = graph.addInput("x", {2, 2}, DType::Float32);
    const ValueId y = graph.addNode("Add", "y", {x, x})[0];
    const ValueId z = graph.addNode("Rescale", "z", {y}, {{"scale", 3.0}, {"offset", 1.0}})[0];
    const ValueId loss = graph.addNode("ElementwiseLoss", "loss", {z, x}, {{"kind", "mean_squared_error"}})[0];
    const ValueId gradient = addGradient(graph, loss, {x})[0];
    const ReferenceFeeds feeds{{"x", {{2, 2}, {1, -2, 0.5, 0}}}};
    const auto contents = evaluateReference(graph, feeds);
    const auto& found = contents[static_cast<size_t>(gradient)].values;
    for (size_t i = 0; i < 4; ++i) QCOMPARE(found[i], 2 * (5 * feeds.at("x").values[i] + 1) * 5 / 4);
}

void TestGradient::skipsWhatNobodyAsksFor() {
    const auto net = test::sampleNetwork();
    // Four convolutions; the first reads the images, whose gradient nobody wants.
    QCOMPARE(countOf(net.graph, "Conv2DInputGrad"), size_t{3});
    QCOMPARE(countOf(net.graph, "Conv2DKernelGrad"), size_t{4});
    Graph graph = test::sampleNetwork(false).graph;
    const size_t forward = graph.nodes.size();
    addGradient(graph, graph.find("output/output"), {graph.find("dense_2/bias")});
    QCOMPARE(graph.nodes.size(), forward + 2);  // the loss's and the bias's
    for (size_t i = forward; i < graph.nodes.size(); ++i) QCOMPARE(graph.nodes[i].phase, Phase::Backward);
}

void TestGradient::throughProbabilities() {
    Graph graph;
    const ValueId logits = graph.addInput("logits", {3, 4}, DType::Float32);
    const ValueId labels = graph.addInput("labels", {3}, DType::Int32);
    const ValueId target = graph.addInput("target", {3, 4}, DType::Float32);
    const auto losses = graph.addNode("SparseCrossEntropy", "entropy", {logits, labels});
    const ValueId distance =
        graph.addNode("ElementwiseLoss", "distance", {losses[1], target}, {{"kind", "mean_squared_error"}})[0];
    const ValueId total = graph.addNode("Add", "total", {losses[0], distance})[0];
    const Graph plain = graph;
    const ValueId gradient = addGradient(graph, total, {logits})[0];
    ReferenceFeeds feeds = test::feedsFor(graph, 4);
    const auto found = evaluateReference(graph, feeds)[static_cast<size_t>(gradient)].values;
    for (size_t i = 0; i < found.size(); ++i) {
        const double before = feeds["logits"].values[i];
        double loss[2];
        for (int side : {0, 1}) {
            feeds["logits"].values[i] = before + (side ? 1e-5 : -1e-5);
            loss[side] = evaluateReference(plain, feeds)[static_cast<size_t>(total)].values[0];
        }
        feeds["logits"].values[i] = before;
        QVERIFY(std::abs((loss[1] - loss[0]) / 2e-5 - found[i]) < 1e-8);
    }
}

void TestGradient::names() {
    const auto net = test::sampleNetwork();
    for (size_t i = 0; i < net.parameters.size(); ++i)
        QCOMPARE(net.graph.value(net.gradients[i]).name, net.graph.value(net.parameters[i]).name + "/gradient");
    for (const Node& node : net.graph.nodes)
        if (node.phase == Phase::Backward) QVERIFY2(!node.layer.empty(), node.name.c_str());
}

// Two products of a layer are told apart: the weight's is called after the weight.
void TestGradient::namesOfProducts() {
    const auto net = test::sampleNetwork();
    std::set<std::string> products;
    for (const Node& node : net.graph.nodes)
        if (node.op == "MatMul" && node.phase == Phase::Backward)
            QVERIFY2(products.insert(node.name).second, node.name.c_str());
    QVERIFY(products.contains("dense_2/gradient") && products.contains("dense_2/kernel/gradient"));
}

void TestGradient::wholeNetwork() {
    const auto net = test::sampleNetwork();
    ReferenceFeeds feeds = test::feedsFor(net.graph);
    const StepContext step{5, 2, 0};
    const auto contents = evaluateReference(net.graph, feeds, step);
    const Graph forward = test::sampleNetwork().graph;
    Rng rng(1, 2);
    for (size_t p = 0; p < net.parameters.size(); ++p) {
        // Along one random direction over all elements of the parameter.
        const std::string& name = net.graph.value(net.parameters[p]).name;
        const auto before = feeds[name].values;
        std::vector<double> direction;
        double expected = 0, loss[2];
        for (size_t i = 0; i < before.size(); ++i) {
            direction.push_back(2 * rng.uniform() - 1);
            expected += direction[i] * contents[static_cast<size_t>(net.gradients[p])].values[i];
        }
        for (int side : {0, 1}) {
            for (size_t i = 0; i < before.size(); ++i)
                feeds[name].values[i] = before[i] + (side ? 1e-6 : -1e-6) * direction[i];
            loss[side] = evaluateReference(forward, feeds, step)[static_cast<size_t>(net.loss)].values[0];
        }
        feeds[name].values = before;
        const double found = (loss[1] - loss[0]) / 2e-6;
        QVERIFY2(std::abs(found - expected) < 1e-6 * std::max(1.0, std::abs(expected)),
                 qPrintable(QString("%1: %2 and %3").arg(name.c_str()).arg(found).arg(expected)));
    }
}

void TestGradient::errors() {
    Graph graph;
    const ValueId x = graph.addInput("x", {2, 2}, DType::Float32);
    const ValueId other = graph.addParameter("other", {2});
    const ValueId loss = graph.addNode("ElementwiseLoss", "loss", {x, x}, {{"kind", "mean_squared_error"}})[0];
    QVERIFY_EXCEPTION_THROWN(addGradient(graph, loss, {other}), Error);
    QVERIFY_EXCEPTION_THROWN(addGradient(graph, x, {x}), Error);
    // Counting has no slope.
    Graph counting;
    const ValueId scores = counting.addInput("scores", {2, 3}, DType::Float32);
    const ValueId labels = counting.addInput("labels", {2}, DType::Int32);
    const ValueId correct = counting.addNode("CountCorrect", "correct", {scores, labels})[0];
    QVERIFY_EXCEPTION_THROWN(addGradient(counting, correct, {scores}), Error);
}

QTEST_GUILESS_MAIN(TestGradient)

}  // namespace test_gradient

#include "test_gradient.moc"
