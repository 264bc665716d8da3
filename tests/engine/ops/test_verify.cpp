// Every op and layer on the CPU against the reference and central differences, and a check that no op is left out.
#include <QtTest>

#include <set>

#include "engine/graph/graph.h"
#include "engine/model/verify.h"
#include "engine/ops/op.h"

namespace test_verify {

using namespace tl;

class TestVerify : public QObject {
    Q_OBJECT
private slots:
    void cpu();
    void oneByName();
    void everyOpIsRun();
};

void TestVerify::cpu() {
    size_t ops = 0, layers = 0;
    const auto results = verifyDevice("cpu", "", [&](const VerifyResult& result) {
        (result.kind == "op" ? ops : layers) += 1;
        if (!result.ok())
            qWarning("%s %s, %s, %s: error %g, tolerance %g %s", result.kind.c_str(), result.name.c_str(),
                     result.example.c_str(), result.what.c_str(), result.error, result.tolerance,
                     result.message.english().c_str());
    });
    for (const VerifyResult& result : results) QVERIFY(result.ok());
    QCOMPARE(ops + layers, results.size());
    QVERIFY2(ops > 300 && layers > 200, qPrintable(QString("%1 and %2").arg(ops).arg(layers)));
}

void TestVerify::oneByName() {
    const auto softmax = verifyDevice("cpu", "Softmax");
    QVERIFY(!softmax.empty());
    for (const VerifyResult& result : softmax) QCOMPARE(result.name, std::string("Softmax"));
    QVERIFY(verifyDevice("cpu", "Nonsense").empty());
}

void TestVerify::everyOpIsRun() {
    std::set<std::string> run;
    for (const OpType& op : allOps())
        for (const OpCase& test : op.cases) {
            run.insert(op.name);
            if (!op.gradient || test.attributes.has("activation")) continue;
            Graph graph;
            std::vector<ValueId> inputs, targets;
            for (const ValueType& type : test.inputs) {
                inputs.push_back(graph.addInput("x" + std::to_string(inputs.size()), type.shape, type.dtype));
                if (type.dtype == DType::Float32) targets.push_back(inputs.back());
            }
            if (!op.differentiable.empty()) {
                targets.clear();
                for (int i : op.differentiable)  // some of them may be left out
                    if (static_cast<size_t>(i) < inputs.size()) targets.push_back(inputs[static_cast<size_t>(i)]);
            }
            if (targets.empty()) continue;
            const ValueId y = graph.addNode(op.name, "node", inputs, test.attributes)[0];
            const ValueId dy = graph.addInput("dy", graph.value(y).shape, DType::Float32);
            addGradient(graph, {{y, dy}}, targets);
            for (const Node& node : graph.nodes) run.insert(node.op);
        }
    for (const OpType& op : allOps()) QVERIFY2(run.count(op.name), op.name.c_str());
}

QTEST_GUILESS_MAIN(TestVerify)

}  // namespace test_verify

#include "test_verify.moc"
