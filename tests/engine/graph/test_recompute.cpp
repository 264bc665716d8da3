// A memory limit: what a plan takes falls under it, results stay the same bit for bit, and a limit that nothing meets
// is refused with what is needed.
#include <QtTest>

#include <cstring>

#include "engine/core/error.h"
#include "engine/graph/plan.h"
#include "engine/graph/recompute.h"
#include "tests/support/sample_graphs.h"

namespace test_recompute {

using namespace tl;

namespace {

using List = std::vector<int64_t>;

constexpr int64_t kImages = 16;  // so that values, and not what kernels write beside them, take most of the memory

struct Deep {
    Graph graph;
    std::vector<ValueId> outputs;  // the loss and every weight's gradient
};

// Convolutions with batch norm, relu and dropout, as deep as residual networks are.
Deep deepNetwork(int depth) {
    Deep net;
    Graph& g = net.graph;
    const int64_t channels = 16;
    ValueId x = g.addInput("x", {kImages, channels, 16, 16}, DType::Float32);
    std::vector<ValueId> weights;
    for (int i = 0; i < depth; ++i) {
        const std::string name = "layer_" + std::to_string(i);
        weights.push_back(g.addParameter(name + "/kernel", {channels, channels, 3, 3}));
        const ValueId y = g.addNode(
            "Conv2D", name, {x, weights.back()},
            {{"strides", List{1, 1}}, {"pads", List{1, 1, 1, 1}}, {"dilations", List{1, 1}}, {"group", int64_t{1}}})[0];
        weights.push_back(g.addParameter(name + "/gamma", {channels}));
        const ValueId gamma = weights.back();
        weights.push_back(g.addParameter(name + "/beta", {channels}));
        const ValueId z = g.addNode("BatchNorm", name + "/norm", {y, gamma, weights.back()}, {{"epsilon", 1e-3}})[0];
        x = g.addNode("Activation", name + "/relu", {z}, {{"kind", "relu"}})[0];
        if (i % 3 == 2) x = g.addNode("Dropout", name + "/dropout", {x}, {{"rate", 0.2}, {"stream", int64_t{i}}})[0];
    }
    const ValueId scores = g.addNode("GlobalAveragePool2D", "average", {x})[0];
    net.outputs = {g.addNode("SparseCrossEntropy", "loss", {scores, g.addInput("labels", {kImages}, DType::Int32)})[0]};
    for (ValueId gradient : addGradient(g, net.outputs[0], weights)) net.outputs.push_back(gradient);
    return net;
}

struct Result {
    size_t peak = 0;
    double flops = 0;
    std::vector<std::vector<float>> values;
};

Result run(const Deep& net, size_t limit, DType precision = DType::Float32) {
    const auto feeds = test::feedsFor(net.graph);
    ModelState state;
    for (const Value& value : net.graph.values)
        if (value.kind == ValueKind::Parameter) state[value.name] = toTensor(feeds.at(value.name), DType::Float32);
    CompileOptions options;
    options.outputs = net.outputs;
    options.threads = 2;
    options.memoryLimit = limit;
    options.precision = precision;
    Plan plan(net.graph, state, options);
    for (const Value& value : net.graph.values)
        if (value.kind == ValueKind::Input) {
            const Tensor content = toTensor(feeds.at(value.name), value.dtype);
            std::memcpy(plan.input(value.name), content.data(), content.bytes());
        }
    plan.runAll({3, 7, 0.1f});
    Result result{plan.cost().peakBytes(), plan.cost().flops, {}};
    for (ValueId id : net.outputs) {
        const Tensor copy = plan.read(id);
        result.values.emplace_back(copy.as<float>().begin(), copy.as<float>().end());
    }
    return result;
}

}  // namespace

class TestRecompute : public QObject {
    Q_OBJECT
private slots:
    void staysUnderTheLimit_data() {
        QTest::addColumn<double>("share");
        QTest::newRow("nine tenths") << 0.9;
        QTest::newRow("three quarters") << 0.75;
        QTest::newRow("half") << 0.5;
    }
    void staysUnderTheLimit() {
        QFETCH(double, share);
        const Deep net = deepNetwork(12);
        const Result whole = run(net, 0);
        const auto limit = static_cast<size_t>(share * static_cast<double>(whole.peak));
        const Result small = run(net, limit);
        QVERIFY2(small.peak <= limit, qPrintable(QString("%1 of %2").arg(small.peak).arg(whole.peak)));
        QVERIFY(small.flops > whole.flops);
        QVERIFY2(small.flops < 1.6 * whole.flops, qPrintable(QString::number(small.flops / whole.flops)));
        QVERIFY(small.values == whole.values);  // bit for bit
    }

    void nothingChangesWhereThereIsRoom() {
        const Deep net = deepNetwork(4);
        const Result whole = run(net, 0), roomy = run(net, whole.peak);
        QCOMPARE(roomy.flops, whole.flops);
        QCOMPARE(roomy.peak, whole.peak);
    }

    void inSixteenBits() {
        const Deep net = deepNetwork(9);
        const Result whole = run(net, 0, DType::BFloat16);
        const auto limit = static_cast<size_t>(0.75 * static_cast<double>(whole.peak));
        const Result small = run(net, limit, DType::BFloat16);
        QVERIFY(small.peak <= limit);
        QVERIFY(small.values == whole.values);
    }

    void refusesWhatCannotBe() {
        const Deep net = deepNetwork(6);
        try {
            run(net, size_t{1} << 20);
            QFAIL("accepted");
        } catch (const Error& error) {
            const QString message = QString::fromStdString(error.message().english());
            QVERIFY2(message.contains("MiB or more") && message.contains("smaller batch"), qPrintable(message));
        }
    }
};

QTEST_GUILESS_MAIN(TestRecompute)

}  // namespace test_recompute

#include "test_recompute.moc"
