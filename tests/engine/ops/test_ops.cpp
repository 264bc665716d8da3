// The ops' references and gradient rules against numbers from PyTorch 2 in float64, the shape rules' refusals, and the
// table in docs/ops.md. Inputs are x[i] = sin(0.7 i + k) for the k-th input; a result is one number, its sum over
// cos(0.3 i + 0.1) y[i].
#include <QtTest>

#include <cmath>
#include <fstream>
#include <regex>
#include <set>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/graph/reference.h"

namespace test_ops {

using namespace tl;

namespace {

using List = std::vector<int64_t>;

ReferenceTensor wave(double phase, const Shape& shape) {
    ReferenceTensor tensor{shape, {}};
    for (int64_t i = 0; i < shape.elements(); ++i)
        tensor.values.push_back(std::sin(0.7 * static_cast<double>(i) + phase));
    return tensor;
}

double digest(const ReferenceTensor& tensor) {
    double sum = 0;
    for (size_t i = 0; i < tensor.values.size(); ++i)
        sum += std::cos(0.3 * static_cast<double>(i) + 0.1) * tensor.values[i];
    return sum;
}

Attributes conv(List strides, List pads, List dilations, int64_t group) {
    return {{"strides", strides}, {"pads", pads}, {"dilations", dilations}, {"group", group}};
}

Attributes pool(List kernel, List strides, List pads) {
    return {{"kernel_shape", kernel}, {"strides", strides}, {"pads", pads}};
}

struct Peer {
    const char* name;
    const char* op;
    std::vector<Shape> inputs;
    Attributes attributes;
    std::vector<double> expected;  // y, then the gradients of the inputs
};

const std::vector<Peer>& peers() {
    static const std::vector<Peer> all{
        {"conv stride pads",
         "Conv2D",
         {{2, 3, 8, 9}, {4, 3, 3, 2}, {4}},
         conv({2, 3}, {0, 2, 1, 1}, {1, 1}, 1),
         {-4.135347683677212, -3.879252611323301, -1.122049312068062, -1.7821105189765134}},
        {"conv dilated groups",
         "Conv2D",
         {{2, 4, 9, 10}, {6, 2, 3, 2}, {6}},
         conv({1, 2}, {2, 1, 1, 2}, {2, 3}, 2),
         {0.032619456790373036, -27.81300950345743, -13.500952710838167, 0.41197572231373814}},
        {"max pool",
         "MaxPool2D",
         {{2, 3, 7, 7}},
         pool({3, 2}, {2, 2}, {1, 1, 1, 0}),
         {-1.5832812419848412, 2.3012652458826026}},
        {"average pool",
         "AveragePool2D",
         {{2, 3, 7, 6}},
         pool({3, 2}, {2, 1}, {1, 1, 1, 1}),
         {-0.11221714874240796, -5.409606226205171}},
        {"batch norm",
         "BatchNorm",
         {{3, 4, 5, 2}, {4}, {4}},
         {{"epsilon", 1e-3}},
         {14.741947752333008, 0.22678212359798577, -61.36682988479405, -0.4207104197932895}},
        {"softmax", "Softmax", {{5, 7}}, {}, {0.14549715154338602, -0.43552099322771426}},
        {"elu", "Activation", {{5, 7}}, {{"kind", "elu"}, {"alpha", 0.5}}, {0.39813182887406995, 0.21079631539649885}},
        {"gelu", "Activation", {{5, 7}}, {{"kind", "gelu"}}, {0.20953624777981292, 0.6436395023145154}},
        {"leaky_relu",
         "Activation",
         {{5, 7}},
         {{"kind", "leaky_relu"}, {"alpha", 0.3}},
         {0.3172929473541995, -0.014794140921135512}},
    };
    return all;
}

double near(double a, double b) { return std::abs(a - b) / std::max(1.0, std::abs(b)); }

}  // namespace

class TestOps : public QObject {
    Q_OBJECT
private slots:
    void againstPyTorch_data();
    void againstPyTorch();
    void crossEntropy();
    void optimizers_data();
    void optimizers();
    void dropoutMask();
    void ties();
    void largestOfANan();
    void refusals_data();
    void refusals();
    void documented();
};

void TestOps::againstPyTorch_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < peers().size(); ++i) QTest::newRow(peers()[i].name) << static_cast<int>(i);
}

void TestOps::againstPyTorch() {
    QFETCH(int, index);
    const Peer& peer = peers()[static_cast<size_t>(index)];
    Graph graph;
    ReferenceFeeds feeds;
    std::vector<ValueId> inputs;
    for (const Shape& shape : peer.inputs) {
        const std::string name = "x" + std::to_string(inputs.size());
        feeds[name] = wave(static_cast<double>(inputs.size()), shape);
        inputs.push_back(graph.addInput(name, shape, DType::Float32));
    }
    const ValueId y = graph.addNode(peer.op, "node", inputs, peer.attributes)[0];
    feeds["dy"] = wave(9, graph.value(y).shape);
    const ValueId dy = graph.addInput("dy", graph.value(y).shape, DType::Float32);
    std::vector<ValueId> results{y};
    for (ValueId gradient : addGradient(graph, {{y, dy}}, inputs)) results.push_back(gradient);
    const auto contents = evaluateReference(graph, feeds);
    for (size_t i = 0; i < results.size(); ++i) {
        const double found = digest(contents[static_cast<size_t>(results[i])]);
        QVERIFY2(
            near(found, peer.expected[i]) < 1e-10,
            qPrintable(
                QString("result %1: %2, PyTorch %3").arg(i).arg(found, 0, 'g', 15).arg(peer.expected[i], 0, 'g', 15)));
    }
}

void TestOps::crossEntropy() {
    Graph graph;
    const ValueId logits = graph.addInput("logits", {6, 5}, DType::Float32);
    const ValueId labels = graph.addInput("labels", {6}, DType::Int32);
    const ValueId loss = graph.addNode("SparseCrossEntropy", "loss", {logits, labels})[0];
    const ValueId gradient = addGradient(graph, loss, {logits})[0];
    const auto contents =
        evaluateReference(graph, {{"logits", wave(0, {6, 5})}, {"labels", {{6}, {0, 4, 2, 2, 1, 3}}}});
    QVERIFY(near(digest(contents[static_cast<size_t>(loss)]), 1.5153610870872918) < 1e-12);
    QVERIFY(near(digest(contents[static_cast<size_t>(gradient)]), 0.03446053044023077) < 1e-12);
}

void TestOps::optimizers_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("slots_");
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("expected");
    QTest::newRow("sgd nesterov") << "nesterov" << 1 << 0.1 << 0.7376349851896002;
    QTest::newRow("sgd momentum") << "momentum" << 1 << 0.1 << 0.767756964745667;
    QTest::newRow("adam") << "adam" << 2 << 0.01 << 0.8581256843322007;
}

void TestOps::optimizers() {
    QFETCH(QString, op);
    QFETCH(double, rate);
    QFETCH(double, expected);
    Graph graph;
    const Shape shape{3, 5};
    const ValueId p = graph.addParameter("p", shape), g = graph.addInput("g", shape, DType::Float32);
    const ValueId a = graph.addState("a", shape), b = graph.addState("b", shape), count = graph.addState("count", {});
    if (op == "adam") {
        const ValueId next = graph.addNode("Increment", "count", {count}, {}, "", Phase::Update)[0];
        graph.addNode("AdamUpdate", "update", {p, g, a, b, next},
                      {{"beta_1", 0.9}, {"beta_2", 0.99}, {"epsilon", 0.0}, {"eps", 1e-7}, {"weight_decay", 0.05}}, "",
                      Phase::Update);
    } else {
        const bool nesterov = op == "nesterov";
        graph.addNode("SgdUpdate", "update", {p, g, a},
                      {{"momentum", nesterov ? 0.9 : 0.8},
                       {"nesterov", int64_t{nesterov}},
                       {"weight_decay", nesterov ? 0.05 : 0.0}},
                      "", Phase::Update);
    }
    ReferenceFeeds feeds{{"p", wave(0, shape)},
                         {"a", {shape, std::vector<double>(15)}},
                         {"b", {shape, std::vector<double>(15)}},
                         {"count", {{}, {0}}}};
    for (int step = 0; step < 3; ++step) {
        feeds["g"] = wave(step + 1.0, shape);
        const auto contents = evaluateReference(graph, feeds, {0, 0, static_cast<float>(rate)});
        for (ValueId id : {p, a, b, count}) feeds[graph.value(id).name] = contents[static_cast<size_t>(id)];
    }
    // The rate is a float32: its rounding is all that may differ.
    QVERIFY2(near(digest(feeds["p"]), expected) < 1e-7, qPrintable(QString::number(digest(feeds["p"]), 'g', 15)));
}

void TestOps::dropoutMask() {
    size_t kept = 0;
    bool otherStep = false, otherStream = false;
    for (uint64_t i = 0; i < 40000; ++i) {
        const bool here = dropoutKeeps(1, 2, 3, i, 0.3);
        kept += here;
        otherStep |= here != dropoutKeeps(1, 2, 4, i, 0.3);
        otherStream |= here != dropoutKeeps(1, 3, 3, i, 0.3);
        QVERIFY(dropoutKeeps(1, 2, 3, i, 0.0));
    }
    QVERIFY(otherStep && otherStream);
    // Binomial: 28000 with a deviation of 92.
    QVERIFY2(std::abs(static_cast<double>(kept) - 28000) < 4 * 92, qPrintable(QString::number(kept)));
}

void TestOps::ties() {
    const OpType& count = findOp("CountCorrect");
    const std::vector<ReferenceTensor> scores{{{3, 3}, {1, 1, 0, 0, 2, 2, 5, 5, 5}}, {{3}, {0, 2, 0}}};
    QCOMPARE(count.reference(scores, {}, {})[0].values[0], 2.0);
    const std::vector<ReferenceTensor> pooled{{{1, 1, 2, 2}, {3, 3, 3, 3}}, {{1, 1, 1, 1}, {7}}, {}};
    const auto gradient = findOp("MaxPool2DGrad").reference(pooled, pool({2, 2}, {2, 2}, {0, 0, 0, 0}), {});
    QCOMPARE(gradient[0].values, (std::vector<double>{7, 0, 0, 0}));
}

// Wherever it stands: a factor of 8-bit numbers made without it would hide it.
void TestOps::largestOfANan() {
    for (const size_t at : {size_t{0}, size_t{18}, size_t{36}}) {
        ReferenceTensor x = wave(0, {37});
        x.values[at] = NAN;
        Graph graph;
        const ValueId largest = graph.addNode("AbsMax", "node", {graph.addInput("x", {37}, DType::Float32)})[0];
        QVERIFY(std::isnan(evaluateReference(graph, {{"x", x}})[static_cast<size_t>(largest)].values[0]));
        CompileOptions options;
        options.outputs = {largest};
        QVERIFY(std::isnan(evaluatePlan(graph, {{"x", x}}, options)[0].values[0]));
    }
}

void TestOps::refusals_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("says");
    QTest::newRow("kernel too large") << "Conv2D" << 0 << "larger image";
    QTest::newRow("channels differ") << "Conv2D" << 1 << "3 channels in a group";
    QTest::newRow("groups do not divide") << "Conv2D" << 2 << "divisor";
    QTest::newRow("pads as large as the window") << "MaxPool2D" << 3 << "less than its kernel";
    QTest::newRow("shapes differ") << "Add" << 4 << "2×3";
    QTest::newRow("elements differ") << "Reshape" << 5 << "6 elements";
    QTest::newRow("unknown activation") << "Activation" << 6 << "relu";
    QTest::newRow("everything dropped") << "Dropout" << 7 << "less than 1";
    QTest::newRow("float labels") << "SparseCrossEntropy" << 8 << "int32";
    QTest::newRow("range outside") << "Slice" << 9 << "0 to 3";
    QTest::newRow("attribute missing") << "Rescale" << 10 << "scale";
    QTest::newRow("an input missing") << "MatMul" << 11 << "2 to 3 inputs";
}

void TestOps::refusals() {
    QFETCH(QString, op);
    QFETCH(int, index);
    QFETCH(QString, says);
    const ValueType matrix{{2, 3}};
    const std::vector<std::pair<std::vector<ValueType>, Attributes>> calls{
        {{{{1, 3, 2, 2}}, {{4, 3, 5, 5}}}, conv({1, 1}, {0, 0, 0, 0}, {1, 1}, 1)},
        {{{{1, 3, 8, 8}}, {{4, 2, 3, 3}}}, conv({1, 1}, {0, 0, 0, 0}, {1, 1}, 1)},
        {{{{1, 3, 8, 8}}, {{4, 1, 3, 3}}}, conv({1, 1}, {0, 0, 0, 0}, {1, 1}, 3)},
        {{{{1, 3, 8, 8}}}, pool({2, 2}, {2, 2}, {2, 0, 0, 0})},
        {{matrix, {{3, 2}}}, {}},
        {{matrix}, {{"shape", List{4, 2}}}},
        {{matrix}, {{"kind", "cosine"}}},
        {{matrix}, {{"rate", 1.0}, {"stream", int64_t{1}}}},
        {{matrix, {{2}}}, {}},
        {{matrix}, {{"axis", int64_t{1}}, {"begin", int64_t{1}}, {"end", int64_t{4}}}},
        {{matrix}, {{"offset", 0.0}}},
        {{matrix}, {}},
    };
    const auto& [inputs, attributes] = calls[static_cast<size_t>(index)];
    try {
        findOp(op.toStdString()).infer(inputs, attributes);
        QFAIL("accepted");
    } catch (const Error& error) {
        const QString message = QString::fromStdString(error.message().english());
        QVERIFY2(message.contains(says), qPrintable(message));
    }
}

void TestOps::documented() {
    std::ifstream file(TENSORLOOM_SOURCE_DIR "/docs/ops.md");
    QVERIFY(file.good());
    std::set<std::string> rows, ops;
    for (std::string line; std::getline(file, line);) {
        std::smatch match;
        if (std::regex_search(line, match, std::regex("^\\| ([A-Z][A-Za-z0-9]+) \\|"))) rows.insert(match[1]);
    }
    for (const OpType& op : allOps()) {
        ops.insert(op.name);
        QVERIFY2(op.infer && op.reference && op.flops && !op.help.empty(), op.name.c_str());
    }
    QCOMPARE(ops, rows);
}

QTEST_GUILESS_MAIN(TestOps)

}  // namespace test_ops

#include "test_ops.moc"
