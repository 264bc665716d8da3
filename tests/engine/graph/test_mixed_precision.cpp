// Mixed precision as a rewrite and as numbers: what is in 16 bits and what must not be, on a device whose kernels know
// the type and on one whose kernels do not, against the float64 interpreter.
#include <QtTest>

#include "engine/backend/device.h"
#include "engine/graph/passes/pass.h"
#include "tests/support/reference_kernels.h"
#include "tests/support/sample_graphs.h"

namespace test_mixed_precision {

using namespace tl;

namespace {

const StepContext kStep{11, 4, 0.05f};

bool everyKernel(const Graph&, const Node&, DType) { return true; }

const Node& nodeNamed(const Graph& graph, const std::string& op, const std::string& name) {
    for (const Node& node : graph.nodes)
        if (node.op == op && node.name == name) return node;
    throw std::runtime_error("no " + op + " " + name);
}

DType typeOf(const Graph& graph, const std::string& value) { return graph.value(graph.find(value)).dtype; }

}  // namespace

class TestMixedPrecision : public QObject {
    Q_OBJECT
private slots:
    // Of few channels the processor's own kernels in float32 are quicker than the library's in
    // 16 bits.
    void whereFloatIsQuicker() {
        const KernelTable& kernels = kernelsOf("cpu");
        if (!kernels.accepts("Conv2D", DType::BFloat16)) QSKIP("this processor multiplies no bfloat16");
        const auto accepts = [&](const std::string& op, const std::vector<Shape>& from, const Shape& to) {
            std::vector<TensorDesc> inputs;
            for (const Shape& shape : from) inputs.push_back({shape, DType::Float32, {}});
            const std::vector<TensorDesc> outputs{{to, DType::Float32, {}}};
            return kernels.accepts({op, {}, inputs, outputs, 2}, DType::BFloat16);
        };
        const Shape few{32, 1, 28, 28}, fewTo{32, 6, 24, 24}, many{32, 64, 28, 28}, manyTo{32, 64, 24, 24};
        const Shape fewWeights{6, 1, 5, 5}, manyWeights{64, 64, 5, 5};
        QVERIFY(!accepts("Conv2D", {few, fewWeights}, fewTo));
        QVERIFY(!accepts("Conv2DInputGrad", {fewTo, fewWeights}, few));
        QVERIFY(!accepts("Conv2DKernelGrad", {few, fewTo}, fewWeights));
        QVERIFY(accepts("Conv2D", {many, manyWeights}, manyTo));
        QVERIFY(accepts("Conv2DInputGrad", {manyTo, manyWeights}, many));
        QVERIFY(accepts("Conv2DKernelGrad", {many, manyTo}, manyWeights));
    }

    void leavesFloat32Alone() {
        auto net = test::sampleNetwork();
        const size_t nodes = net.graph.nodes.size();
        passes::mixedPrecision().run(net.graph, {});
        QCOMPARE(net.graph.nodes.size(), nodes);
    }

    void nativeKernels() {
        auto net = test::sampleNetwork();
        Graph& graph = net.graph;
        passes::mixedPrecision().run(graph, {{}, DType::BFloat16, everyKernel});
        // Between two convolutions everything is short; at the ends nothing is.
        for (const char* name : {"rescale/output", "conv_1/output", "relu_1/output", "norm_1/output", "add_1/output",
                                 "pool_1/output", "flatten_1/output", "dense_1/output", "dropout_1/output"})
            QCOMPARE(typeOf(graph, name), DType::BFloat16);
        for (const char* name : {"dense_2/bias_add/output", "output/output", "norm_1/output_1", "norm_1/output_2",
                                 "conv_1/kernel", "conv_1/kernel/gradient", "dense_1/kernel/gradient",
                                 "norm_1/gamma/gradient", "conv_1/bias/gradient", "norm_1/moving_mean"})
            QCOMPARE(typeOf(graph, name), DType::Float32);
        // One short copy of a weight serves both directions.
        int copies = 0;
        for (const Node& node : graph.nodes)
            copies += node.op == "Cast" && node.inputs[0] == graph.find("conv_2/kernel");
        QCOMPARE(copies, 1);
        const ValueId copy = graph.find("conv_2/kernel/bfloat16");
        QVERIFY(copy != kNoValue);
        QCOMPARE(nodeNamed(graph, "Conv2D", "conv_2").inputs[1], copy);
        QCOMPARE(nodeNamed(graph, "Conv2DInputGrad", "conv_2/gradient").inputs[1], copy);
        // No op mixes types but where its table says so.
        for (const Node& node : graph.nodes) {
            const OpType& op = findOp(node.op);
            for (size_t i = 0; i < node.inputs.size(); ++i) {
                if (op.precision == Precision::Full && node.op != "Cast")
                    QVERIFY2(graph.value(node.inputs[i]).dtype != DType::BFloat16, node.name.c_str());
                if (op.precision == Precision::Compute && std::ranges::count(op.fullInputs, static_cast<int>(i)) == 0)
                    QCOMPARE(graph.value(node.inputs[i]).dtype, DType::BFloat16);
            }
        }
    }

    void withoutKernels() {
        auto net = test::sampleNetwork();
        Graph& graph = net.graph;
        passes::mixedPrecision().run(graph, {{}, DType::Float16, {}});
        // Every op computes in float32; what a convolution reads has been through 16 bits.
        for (const Node& node : graph.nodes) {
            if (node.op == "Cast") continue;
            for (ValueId input : node.inputs) QVERIFY(graph.value(input).dtype != DType::Float16);
            for (ValueId output : node.outputs) QVERIFY(graph.value(output).dtype != DType::Float16);
        }
        const Node& conv = nodeNamed(graph, "Conv2D", "conv_2");
        for (ValueId input : {conv.inputs[0], conv.inputs[1]}) {
            const Node& widening = graph.nodes[static_cast<size_t>(graph.value(input).producer)];
            QCOMPARE(widening.op, std::string("Cast"));
            QCOMPARE(graph.value(widening.inputs[0]).dtype, DType::Float16);
        }
    }

    void numbers_data() {
        QTest::addColumn<bool>("reference");
        QTest::addColumn<int>("precision");
        QTest::addColumn<double>("exact");
        QTest::addColumn<double>("rounded");
        // Units in the last place: 2^-8 and 2^-11.
        for (const bool reference : {true, false}) {
            QTest::addRow("bfloat16 %s", reference ? "without kernels" : "on the cpu")
                << reference << static_cast<int>(DType::BFloat16) << 2e-2 << 3e-2;
            QTest::addRow("float16 %s", reference ? "without kernels" : "on the cpu")
                << reference << static_cast<int>(DType::Float16) << 2e-3 << 4e-3;
        }
    }
    // The forward pass against exact numbers; everything against the interpreter on the same rewritten graph, since a
    // rounding that moves a value across a ReLU's edge changes a gradient by more than its own size.
    void numbers() {
        QFETCH(bool, reference);
        QFETCH(int, precision);
        QFETCH(double, exact);
        QFETCH(double, rounded);
        const auto net = test::sampleNetwork();
        const auto feeds = test::feedsFor(net.graph);
        CompileOptions options;
        options.outputs = net.outputs;
        options.precision = static_cast<DType>(precision);
        options.fuse = false;
        options.threads = 2;
        const KernelTable& kernels = reference ? test::referenceKernels() : kernelsOf("cpu");
        if (reference) options.kernels = &kernels;
        Graph rewritten = net.graph;
        passes::mixedPrecision().run(rewritten,
                                     {{}, options.precision, [&](const Graph&, const Node& node, DType half) {
                                          return kernels.accepts(node.op, half);
                                      }});
        const auto expected = evaluateReference(net.graph, feeds, kStep);
        const auto same = evaluateReference(rewritten, feeds, kStep);
        const auto found = evaluatePlan(net.graph, feeds, options, kStep);
        double most = 0;
        for (size_t i = 0; i < found.size(); ++i) {
            const auto id = static_cast<size_t>(net.outputs[i]);
            const QString name = QString::fromStdString(net.graph.value(net.outputs[i]).name);
            const double error = relativeDifference(found[i].values, same[id].values);
            QVERIFY2(error < rounded, qPrintable(QString("%1: %2").arg(name).arg(error)));
            if (i >= 3) continue;
            const double whole = relativeDifference(found[i].values, expected[id].values);
            QVERIFY2(whole < exact, qPrintable(QString("%1: %2").arg(name).arg(whole)));
            most = std::max(most, whole);
        }
        QVERIFY2(most > 1e-5, "nothing was rounded");
    }

    void tapsAreFloat32() {
        const auto net = test::sampleNetwork(false);
        const auto feeds = test::feedsFor(net.graph);
        CompileOptions options;
        options.outputs = {net.prediction, net.graph.find("conv_2/output")};
        options.precision = DType::BFloat16;
        const auto expected = evaluateReference(net.graph, feeds);
        const auto found = evaluatePlan(net.graph, feeds, options);
        for (size_t i = 0; i < found.size(); ++i)
            QVERIFY(relativeDifference(found[i].values, expected[static_cast<size_t>(options.outputs[i])].values) <
                    2e-2);
    }

    // Activations that wait for the backward pass take half.
    void halvesMemory() {
        if (!findDevice("cpu").bfloat16) QSKIP("this processor keeps wide copies next to the short ones");
        Graph graph;
        ValueId x = graph.addInput("x", {32, 32, 32, 32}, DType::Float32);
        std::vector<ValueId> weights;
        for (int i = 0; i < 6; ++i) {
            const std::string name = "conv_" + std::to_string(i);
            weights.push_back(graph.addParameter(name + "/kernel", {32, 32, 3, 3}));
            using List = std::vector<int64_t>;
            x = graph.addNode("Conv2D", name, {x, weights.back()},
                              {{"strides", List{1, 1}},
                               {"pads", List{1, 1, 1, 1}},
                               {"dilations", List{1, 1}},
                               {"group", int64_t{1}}})[0];
        }
        const ValueId scores = graph.addNode("GlobalAveragePool2D", "average", {x})[0];
        const ValueId labels = graph.addInput("labels", {32}, DType::Int32);
        const ValueId loss = graph.addNode("SparseCrossEntropy", "loss", {scores, labels})[0];
        CompileOptions options;
        options.outputs = addGradient(graph, loss, weights);
        ModelState state;
        for (ValueId weight : weights)
            state[graph.value(weight).name] = Tensor(graph.value(weight).shape, DType::Float32);
        const size_t wide = Plan(graph, state, options).cost().activationBytes;
        options.precision = DType::BFloat16;
        const size_t small = Plan(graph, state, options).cost().activationBytes;
        // The input stays in float32.
        const size_t inputs = size_t{32} * 32 * 32 * 32 * sizeof(float);
        QVERIFY2(small - inputs < 0.62 * static_cast<double>(wide - inputs),
                 qPrintable(QString("%1 of %2").arg(small).arg(wide)));
    }
};

QTEST_GUILESS_MAIN(TestMixedPrecision)

}  // namespace test_mixed_precision

#include "test_mixed_precision.moc"
