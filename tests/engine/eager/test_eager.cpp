// The eager API: every op's cases give what the graph gives, forward and through the tape, bit for bit where layouts
// are the same; arithmetic broadcasts; tapes nest; mistakes are told.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/eager/ops.h"
#include "engine/eager/tape.h"
#include "engine/graph/reference.h"

namespace test_eager {

using namespace tl;
using eager::Array;
using eager::GradientTape;

namespace {

const StepContext kStep{7, 3, 0.05f};

ReferenceTensor drawn(const OpType& op, const OpCase& example, size_t i) {
    Rng rng(1, streamId(op.name + example.name), i);
    const auto [low, high] = i < example.ranges.size() ? example.ranges[i] : std::pair{-1.0, 1.0};
    ReferenceTensor tensor{example.inputs[i].shape, {}};
    for (int64_t k = 0; k < tensor.shape.elements(); ++k) {
        const double value = low + (high - low) * rng.uniform();
        tensor.values.push_back(isFloat(example.inputs[i].dtype) ? static_cast<double>(static_cast<float>(value))
                                                                 : std::floor(value));
    }
    return tensor;
}

bool near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
    return relativeDifference(found, expected) <= tolerance;
}

QString messageOf(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return "no error";
}

std::vector<double> doubles(const Array& array) {
    const auto values = array.values();
    return {values.begin(), values.end()};
}

}  // namespace

class TestEager : public QObject {
    Q_OBJECT
private slots:
    void everyOp_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("index");
        for (const OpType& op : allOps())
            for (size_t i = 0; i < op.cases.size(); ++i)
                QTest::addRow("%s/%s", op.name.c_str(), op.cases[i].name.c_str())
                    << QString::fromStdString(op.name) << static_cast<int>(i);
    }
    // The same inputs through a graph's plan and, op by op, through arrays; then both gradients along random weights.
    void everyOp() {
        QFETCH(QString, op);
        QFETCH(int, index);
        const OpType& type = findOp(op.toStdString());
        const OpCase& example = type.cases[static_cast<size_t>(index)];
        if (op == "Reorder") return;  // between layouts, of which arrays have one

        Graph graph;
        ReferenceFeeds feeds;
        std::vector<ValueId> inputs, targets;
        std::vector<Array> arrays, sources;
        GradientTape tape;
        for (size_t i = 0; i < example.inputs.size(); ++i) {
            const ValueType& input = example.inputs[i];
            const std::string name = "x" + std::to_string(i);
            feeds[name] = drawn(type, example, i);
            const bool state = !type.updates.empty() && input.dtype == DType::Float32;
            inputs.push_back(state ? graph.addState(name, input.shape)
                                   : graph.addInput(name, input.shape, input.dtype));
            arrays.emplace_back(toTensor(feeds[name], input.dtype));
            tape.watch(arrays.back());
        }
        const auto outputs = graph.addNode(op.toStdString(), "node", inputs, example.attributes);
        const auto results = eager::apply(op.toStdString(), arrays, example.attributes, kStep);
        QCOMPARE(results.size(), outputs.size());
        CompileOptions options;
        std::vector<Array> shown;
        for (size_t i = 0; i < outputs.size(); ++i) {
            if (std::ranges::count(type.opaqueOutputs, static_cast<int>(i))) continue;
            options.outputs.push_back(outputs[i]);
            shown.push_back(results[i]);
        }
        const auto planned = evaluatePlan(graph, feeds, options, kStep);
        for (size_t i = 0; i < planned.size(); ++i)
            QVERIFY2(near(doubles(shown[i]), planned[i].values, 2e-6), "forward");

        const bool fused = example.attributes.text("activation", "linear") != "linear" || op == "FusedElementwise";
        if (!type.gradient || fused || !type.updates.empty()) return;
        for (size_t i = 0; i < inputs.size(); ++i) {
            const auto& reached = type.differentiable;
            if (example.inputs[i].dtype == DType::Float32 &&
                (reached.empty() || std::ranges::count(reached, static_cast<int>(i)))) {
                targets.push_back(inputs[i]);
                sources.push_back(arrays[i]);
            }
        }
        if (targets.empty()) return;
        std::vector<ValueId> wanted;
        try {
            const ValueId one = graph.addConstant(1, graph.value(outputs[0]).shape);
            wanted = addGradient(graph, {{outputs[0], one}}, targets);
        } catch (const Error& error) {
            const QString same = QString::fromStdString(error.message().english());
            QVERIFY2(messageOf([&] { tape.gradient(results[0], sources); }) != "no error", qPrintable(same));
            return;
        }
        options.outputs = wanted;
        const auto expected = evaluatePlan(graph, feeds, options, kStep);
        const auto found = tape.gradient(results[0], sources);
        for (size_t i = 0; i < found.size(); ++i)
            QVERIFY2(near(doubles(found[i]), expected[i].values, 5e-6), "gradient");
    }

    void arithmeticBroadcasts() {
        const Array matrix = Array::matrix({{1, 2, 3}, {4, 5, 6}}), row({3}, {10, 20, 30}), column({2, 1}, {100, 200});
        QCOMPARE((matrix + row).values(), (std::vector<float>{11, 22, 33, 14, 25, 36}));
        QCOMPARE((matrix - column).values(), (std::vector<float>{-99, -98, -97, -196, -195, -194}));
        QCOMPARE((row * column).shape(), (Shape{2, 3}));
        QCOMPARE((2 * matrix).values(), (std::vector<float>{2, 4, 6, 8, 10, 12}));
        QCOMPARE((matrix / 2).values(), (std::vector<float>{0.5f, 1, 1.5f, 2, 2.5f, 3}));
        QCOMPARE((-row).values(), (std::vector<float>{-10, -20, -30}));
        QCOMPARE(eager::sum(matrix).item(), 21.0f);
        QCOMPARE(eager::mean(matrix).item(), 3.5f);
        QCOMPARE(eager::sum(matrix, {0}).values(), (std::vector<float>{5, 7, 9}));
        QCOMPARE(eager::sum(matrix, {1}, true).shape(), (Shape{2, 1}));
    }

    void gradientsOfBroadcasts() {
        const Array matrix = Array::matrix({{1, 2, 3}, {4, 5, 6}}), row({3}, {10, 20, 30});
        const Array number = 3.0f;
        GradientTape tape;
        for (const Array& array : {matrix, row, number}) tape.watch(array);
        const Array loss = eager::sum(matrix * row / number);
        const auto gradients = tape.gradient(loss, {matrix, row, number});
        QVERIFY(near(doubles(gradients[0]), {10 / 3., 20 / 3., 10, 10 / 3., 20 / 3., 10}, 1e-6));
        QVERIFY(near(doubles(gradients[1]), {5 / 3., 7 / 3., 3}, 1e-6));
        QCOMPARE(gradients[2].shape(), Shape());
        QVERIFY(near(doubles(gradients[2]), {-(10 + 40 + 90 + 40 + 100 + 180) / 9.}, 1e-6));
    }

    void tapesNest() {
        // y = x³: its slope is 3x², and that one's 6x.
        const Array x = 2.0f;
        GradientTape outer;
        outer.watch(x);
        Array slope;
        {
            GradientTape inner;
            inner.watch(x);
            slope = inner.gradient(x * x * x, {x})[0];
        }
        QCOMPARE(slope.item(), 12.0f);
        QCOMPARE(outer.gradient(slope, {x})[0].item(), 12.0f);
    }

    void arraysStayAsTheyAre() {
        const Array weight({3}, {1, 2, 3}), gradient({3}, {1, 1, 1});
        StepContext context;
        context.learningRate = 0.5f;
        const Array moved = eager::apply("SgdUpdate", {weight, gradient}, {}, context)[0];
        QCOMPARE(moved.values(), (std::vector<float>{0.5f, 1.5f, 2.5f}));
        QCOMPARE(weight.values(), (std::vector<float>{1, 2, 3}));
        const Array half = eager::cast(weight, DType::BFloat16);
        QCOMPARE(half.dtype(), DType::BFloat16);
        QCOMPARE(half.values(), weight.values());
    }

    void mistakesAreTold() {
        const Array a({2}, {1, 2}), b({3}, {1, 2, 3});
        QVERIFY(messageOf([&] { a + b; }).contains("broadcast"));
        QVERIFY(messageOf([&] { a.item(); }).contains("one number"));
        QVERIFY(messageOf([&] { eager::solve(Array::matrix({{1, 2}}), Array::matrix({{1}})); }).contains("square"));
        QVERIFY(messageOf([&] { Array::matrix({{1, 2}, {3}}); }).contains("2 numbers"));
        QVERIFY(messageOf([&] { eager::apply("Add", {a, Array()}); }).contains("empty"));
        GradientTape tape;
        const Array y = a * 2;  // before it was watched
        tape.watch(a);
        QVERIFY(messageOf([&] { tape.gradient(y, {a}); }).contains("watch"));
        const Array z = a * 2;
        QVERIFY(messageOf([&] { tape.gradient(z, {b}); }).contains("watch"));
    }
};

QTEST_GUILESS_MAIN(TestEager)

}  // namespace test_eager

#include "test_eager.moc"
