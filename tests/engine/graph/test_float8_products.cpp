// Products in 8 bits as a rewrite and as numbers: which become so and in which format, results against the float64
// interpreter of the same rewritten graph, and how far 8 bits may be from the product as it is.
#include <QtTest>

#include <cmath>

#include "engine/backend/device.h"
#include "engine/core/error.h"
#include "engine/core/float8.h"
#include "engine/graph/compiled_graph.h"
#include "engine/graph/view/op_graph_view.h"
#include "tests/support/sample_graphs.h"

namespace test_float8_products {

using namespace tl;

namespace {

const StepContext kStep{11, 4, 0.05f};
const Attributes kTransposedB{{"transpose_a", int64_t{0}}, {"transpose_b", int64_t{1}}};

// Two Dense layers with their gradients, batch, inputs, hidden units and classes as given.
struct Net {
    Graph graph;
    ValueId x, w1, w2, hidden, loss;
    std::vector<ValueId> gradients;

    explicit Net(int64_t batch = 32, int64_t inputs = 48, int64_t units = 64, int64_t classes = 16) {
        x = graph.addInput("x", {batch, inputs}, DType::Float32);
        w1 = graph.addParameter("w1", {units, inputs}), w2 = graph.addParameter("w2", {classes, units});
        const ValueId bias = graph.addParameter("bias", {units});
        const ValueId y = graph.addNode("MatMul", "dense_1", {x, w1}, kTransposedB)[0];
        const ValueId sum = graph.addNode("BiasAdd", "bias_1", {y, bias})[0];
        hidden = graph.addNode("Activation", "relu", {sum}, {{"kind", "relu"}})[0];
        const ValueId scores = graph.addNode("MatMul", "dense_2", {hidden, w2}, kTransposedB)[0];
        const ValueId labels = graph.addInput("labels", {batch}, DType::Int32);
        loss = graph.addNode("SparseCrossEntropy", "loss", {scores, labels})[0];
        gradients = addGradient(graph, loss, {w1, bias, w2});
    }
};

std::vector<const Node*> nodesOf(const Graph& graph, const std::string& op) {
    std::vector<const Node*> found;
    for (const Node& node : graph.nodes)
        if (node.op == op) found.push_back(&node);
    return found;
}

PassContext inFloat8() {
    PassContext context;
    context.precision = DType::BFloat16;
    context.float8 = true;
    context.accepts = [](const Graph&, const Node&, DType) { return true; };
    return context;
}

}  // namespace

class TestFloat8Products : public QObject {
    Q_OBJECT
private slots:
    void forwardAndBack();
    void sizesThatDoNotFit();
    void onlyWhereAsked();
    void asTheInterpreter_data();
    void asTheInterpreter();
    void withinTheFormat();
    void whatIsNotFiniteStaysSo();
    void seenInTheGraph();
    void olderCards();
};

void TestFloat8Products::forwardAndBack() {
    Net net;
    passes::float8Products().run(net.graph, inFloat8());
    const auto products = nodesOf(net.graph, "Float8MatMul");
    QCOMPARE(products.size(), size_t{5});  // two layers, their kernels' gradients, the hidden units' gradient
    QVERIFY(nodesOf(net.graph, "MatMul").empty());
    for (const Node* product : products) {
        const bool back = product->phase == Phase::Backward;
        int wide = 0;
        for (const size_t i : {0u, 1u}) {
            const ValueId factor = product->inputs[i];
            const bool gradient = back && factor != net.x && factor != net.w2 && factor != net.hidden;
            QCOMPARE(product->attributes.text(i == 0 ? "a_format" : "b_format", ""),
                     std::string(gradient ? "e5m2" : "e4m3"));
            wide += gradient;
            const Node& largest =
                net.graph.nodes[static_cast<size_t>(net.graph.value(product->inputs[i + 2]).producer)];
            QCOMPARE(largest.op, std::string("AbsMax"));
            QCOMPARE(largest.inputs[0], factor);
        }
        QCOMPARE(wide, back ? 1 : 0);
    }
    // x, w1, hidden, w2, and the gradients of the scores and of the hidden units' sums: each once.
    QCOMPARE(nodesOf(net.graph, "AbsMax").size(), size_t{6});
    passes::mixedPrecision().run(net.graph, inFloat8());
    for (const Node* product : nodesOf(net.graph, "Float8MatMul"))
        for (const size_t i : {0u, 1u}) {
            QCOMPARE(net.graph.value(product->inputs[i]).dtype, DType::BFloat16);
            QCOMPARE(net.graph.value(product->inputs[i + 2]).dtype, DType::Float32);
        }
    for (const ValueId gradient : net.gradients) QCOMPARE(net.graph.value(gradient).dtype, DType::Float32);
    // What its largest number is asked of is what is multiplied, or what that was rounded from.
    for (const Node* largest : nodesOf(net.graph, "AbsMax")) {
        const Value& of = net.graph.value(largest->inputs[0]);
        QVERIFY(of.dtype == DType::BFloat16 || of.kind != ValueKind::Computed || of.dtype == DType::Float32);
    }
}

void TestFloat8Products::sizesThatDoNotFit() {
    Net net(32, 48, 64, 10);  // ten classes: the second layer and what goes back through it stay as they are
    passes::float8Products().run(net.graph, inFloat8());
    QCOMPARE(nodesOf(net.graph, "Float8MatMul").size(), size_t{2});
    QCOMPARE(nodesOf(net.graph, "MatMul").size(), size_t{3});
    Net odd(31);
    passes::float8Products().run(odd.graph, inFloat8());
    QVERIFY(nodesOf(odd.graph, "Float8MatMul").empty() && nodesOf(odd.graph, "AbsMax").empty());
    Graph many;  // as attention has them
    const ValueId a = many.addInput("a", {2, 16, 16}, DType::Float32),
                  b = many.addInput("b", {2, 16, 16}, DType::Float32);
    many.addNode("MatMul", "scores", {a, b}, kTransposedB);
    passes::float8Products().run(many, inFloat8());
    QCOMPARE(many.nodes.size(), size_t{1});
    QCOMPARE(many.nodes[0].op, std::string("MatMul"));
}

void TestFloat8Products::onlyWhereAsked() {
    Net net;
    const size_t nodes = net.graph.nodes.size();
    passes::float8Products().run(net.graph, {{}, DType::BFloat16});
    QCOMPARE(net.graph.nodes.size(), nodes);
    CompileOptions options;
    options.outputs = {net.loss};
    options.precision = DType::BFloat16;
    QVERIFY(nodesOf(compileGraph(net.graph, options).graph, "Float8MatMul").empty());
    options.float8 = true;
    QCOMPARE(nodesOf(compileGraph(net.graph, options).graph, "Float8MatMul").size(), size_t{2});  // the loss wants two
}

void TestFloat8Products::asTheInterpreter_data() {
    QTest::addColumn<int>("threads");
    QTest::newRow("one thread") << 1;
    QTest::newRow("two threads") << 2;
}

// The CPU's plan against the float64 interpreter of the graph that it compiled: both round to the same 8 bits, but
// where a sum's own rounding brings a hidden number to the other side of a tie.
void TestFloat8Products::asTheInterpreter() {
    QFETCH(int, threads);
    const Net net;
    CompileOptions options;
    options.outputs = net.gradients;
    options.outputs.push_back(net.loss);
    options.precision = DType::BFloat16;
    options.float8 = true;
    options.threads = threads;
    const ReferenceFeeds feeds = test::feedsFor(net.graph, 16);
    const auto found = evaluatePlan(net.graph, feeds, options, kStep);
    const auto expected = evaluateReference(compileGraph(net.graph, options).graph, feeds, kStep);
    const auto wide = evaluateReference(net.graph, feeds, kStep);
    for (size_t i = 0; i < found.size(); ++i) {
        const auto at = static_cast<size_t>(options.outputs[i]);
        const double error = relativeDifference(found[i].values, expected[at].values),
                     rounding = relativeDifference(expected[at].values, wide[at].values);
        const QString what =
            QString("%1: %2, rounding %3").arg(net.graph.values[at].name.c_str()).arg(error).arg(rounding);
        QVERIFY2(error < 4e-3, qPrintable(what));
        if (options.outputs[i] != net.loss) QVERIFY2(rounding > 5e-3 && rounding < 0.2, qPrintable(what));
    }
}

// A factor is off by half a unit of its format at most: 2^-4 of itself in e4m3, or half the smallest number there is.
void TestFloat8Products::withinTheFormat() {
    constexpr int64_t m = 32, k = 64, n = 16;
    Graph graph;
    const ValueId x = graph.addInput("x", {m, k}, DType::Float32), w = graph.addParameter("w", {n, k});
    const ValueId y = graph.addNode("MatMul", "dense", {x, w}, kTransposedB)[0];
    ReferenceFeeds feeds{{"x", {{m, k}, {}}}, {"w", {{n, k}, {}}}};
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (auto& [name, tensor] : feeds)  // over many powers of two
        for (int64_t i = 0; i < tensor.shape.elements(); ++i)
            tensor.values.push_back(double(float(normal(random) * std::exp2(static_cast<double>(random() % 24) - 18))));
    CompileOptions options;
    options.outputs = {y};
    options.precision = DType::BFloat16;
    const auto half = evaluatePlan(graph, feeds, options, kStep)[0];
    options.float8 = true;
    const auto found = evaluatePlan(graph, feeds, options, kStep)[0];
    const auto &a = feeds.at("x").values, &b = feeds.at("w").values;
    const auto off = [](const std::vector<double>& numbers) {
        double largest = 0;
        for (const double each : numbers) largest = std::max(largest, std::abs(each));
        const double least = std::exp2(-10) / static_cast<double>(scaleOf(Float8::E4M3, static_cast<float>(largest)));
        return
            [=](double each) { return std::abs(each) * std::exp2(-9) + std::max(std::abs(each) * 1.01 / 16, least); };
    };
    const auto offA = off(a), offB = off(b);
    double worst = 0, eight = 0, sixteen = 0;
    for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
            double exact = 0, bound = 0;
            for (int64_t p = 0; p < k; ++p) {
                const double left = a[static_cast<size_t>(i * k + p)], right = b[static_cast<size_t>(j * k + p)];
                exact += left * right;
                bound += std::abs(left) * offB(right) + std::abs(right) * offA(left) + offA(left) * offB(right) +
                         std::abs(left * right) * k * std::exp2(-23);
            }
            const auto at = static_cast<size_t>(i * n + j);
            const double error = std::abs(found.values[at] - exact);
            QVERIFY2(error <= bound, qPrintable(QString("%1 of %2").arg(error).arg(bound)));
            worst = std::max(worst, error / bound);
            eight += error * error, sixteen += (half.values[at] - exact) * (half.values[at] - exact);
        }
    QVERIFY2(worst > 0.1, qPrintable(QString::number(worst)));  // the bound says something
    QVERIFY2(eight > 64 * sixteen, qPrintable(QString("%1, %2").arg(eight).arg(sixteen)));
}

// A single infinity or NaN is not hidden by a conversion that saturates.
void TestFloat8Products::whatIsNotFiniteStaysSo() {
    for (const double one : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        const Net net;
        ReferenceFeeds feeds = test::feedsFor(net.graph, 16);
        feeds.at("x").values[77] = one;
        CompileOptions options;
        options.outputs = {net.loss};
        options.precision = DType::BFloat16;
        options.float8 = true;
        QVERIFY(!std::isfinite(evaluatePlan(net.graph, feeds, options, kStep)[0].values[0]));
    }
}

// A person's view of the plan says which products they are, and which ops of the step they do.
void TestFloat8Products::seenInTheGraph() {
    const Net net;
    CompileOptions options;
    options.outputs = net.gradients;
    options.precision = DType::BFloat16;
    options.float8 = true;
    PassNotes notes;
    const CompiledGraph compiled = compileGraph(net.graph, options, notes.observer());
    const GraphView view = compiledView(net.graph, compiled, {}, notes.notes(compiled));
    int eight = 0;
    for (const GraphNode& node : view.nodes)
        if (node.precision == "fp8") {
            ++eight;
            QVERIFY2(!node.ops.empty(), node.title.english().c_str());
        }
    QCOMPARE(eight, 5);
    QVERIFY(std::ranges::any_of(view.notes,
                                [](const GraphNote& note) { return note.text.english() == "5 products in 8 bits"; }));
}

// Before anything is compiled for them.
void TestFloat8Products::olderCards() {
    class Card : public Device {
    public:
        Card() { info_.id = "cuda:older", info_.name = "NVIDIA A100", info_.capability = "8.0"; }
        const DeviceInfo& info() const override { return info_; }
        const KernelTable& kernels() const override { return deviceOf("cpu").kernels(); }

    private:
        DeviceInfo info_;
    };
    const Card card;
    const AddedDevice added(card);
    const Net net;
    CompileOptions options;
    options.device = "cuda:older";
    options.outputs = {net.loss};
    options.precision = DType::BFloat16;
    compileGraph(net.graph, options);
    options.float8 = true;
    try {
        compileGraph(net.graph, options);
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(
            error.message().english(),
            std::string("Training in 8 bits on cuda:older (NVIDIA A100): expected a card of compute capability 8.9 "
                        "or more, found 8.0. Choose the precision bfloat16."));
    }
    DeviceInfo newer = card.info();
    newer.capability = "8.9", newer.float8 = true;
    requireFloat8(newer);
}

QTEST_GUILESS_MAIN(TestFloat8Products)

}  // namespace test_float8_products

#include "test_float8_products.moc"
