// Building graphs: names, shapes by the ops' rules, updates of state, and errors that name the node.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/graph/graph.h"

namespace test_graph {

using namespace tl;

class TestGraph : public QObject {
    Q_OBJECT
private slots:
    void namesAndShapes();
    void updates();
    void errors();
    void copies();
};

void TestGraph::namesAndShapes() {
    Graph graph;
    const ValueId x = graph.addInput("x", {2, 3}, DType::Float32), w = graph.addParameter("w", {3, 4});
    const auto out = graph.addNode("MatMul", "dense", {x, w, kNoValue}, {}, "layer", Phase::Forward);
    QCOMPARE(graph.nodes[0].inputs.size(), size_t{2});
    QCOMPARE(graph.value(out[0]).shape, (Shape{2, 4}));
    QCOMPARE(graph.find("dense/output"), out[0]);
    QCOMPARE(graph.find("nothing"), kNoValue);
    QCOMPARE(graph.value(out[0]).producer, 0);
    const ValueId labels = graph.addInput("labels", {2}, DType::Int32);
    const auto loss = graph.addNode("SparseCrossEntropy", "loss", {out[0], labels});
    QCOMPARE(graph.value(loss[1]).name, std::string("loss/output_1"));
    QCOMPARE(graph.value(loss[0]).shape, Shape());
}

void TestGraph::updates() {
    Graph graph;
    const ValueId w = graph.addParameter("w", {3}), v = graph.addState("w/velocity", {3});
    const ValueId g = graph.addInput("g", {3}, DType::Float32);
    const auto out = graph.addNode("SgdUpdate", "update", {w, g, v}, {{"momentum", 0.9}}, "", Phase::Update);
    QCOMPARE(graph.value(out[0]).name, std::string("w"));
    QCOMPARE(graph.value(out[1]).name, std::string("w/velocity"));
    QCOMPARE(graph.find("w"), w);
    QCOMPARE(graph.rootOf(out[0]), w);
    QCOMPARE(graph.rootOf(out[1]), v);
    QCOMPARE(graph.rootOf(g), kNoValue);
    const auto twice = graph.addNode("SgdUpdate", "again", {out[0], g, out[1]}, {{"momentum", 0.9}}, "", Phase::Update);
    QCOMPARE(graph.rootOf(twice[1]), v);
    QVERIFY_EXCEPTION_THROWN(graph.addNode("SgdUpdate", "wrong", {g, g}), Error);
}

void TestGraph::errors() {
    Graph graph;
    const ValueId x = graph.addInput("x", {2, 3}, DType::Float32);
    try {
        graph.addNode("MatMul", "dense_7", {x, x});
        QFAIL("no error");
    } catch (const Error& error) {
        const QString message = QString::fromStdString(error.message().english());
        QVERIFY2(message.startsWith("dense_7 (MatMul): MatMul's input b: expected 3 rows"), qPrintable(message));
    }
    QVERIFY(graph.nodes.empty());
    QVERIFY_EXCEPTION_THROWN(graph.addNode("Nonsense", "n", {x}), Error);
    QVERIFY_EXCEPTION_THROWN(graph.addNode("Softmax", "s", {17}), Error);
}

void TestGraph::copies() {
    Graph graph;
    graph.addInput("x", {2}, DType::Float32);
    Graph copy = graph;
    copy.addNode("Softmax", "s", {0});
    QCOMPARE(graph.nodes.size(), size_t{0});
    QCOMPARE(graph.values.size(), size_t{1});
}

QTEST_GUILESS_MAIN(TestGraph)

}  // namespace test_graph

#include "test_graph.moc"
