// Every loss against Keras on the same numbers (tests/reference/losses.py): value and gradient, with smoothing and
// class weights; and that raw scores are found behind a softmax or sigmoid.
#include <QtTest>
#include <cstring>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/plan.h"
#include "engine/graph/reference.h"
#include "engine/layers/loss_type.h"
#include "engine/model/network_builder.h"
#include "tests/support/reference_file.h"

namespace test_losses {

using namespace tl;

namespace {

constexpr double kTolerance = 1e-5;

const nlohmann::json& cases() {
    static const nlohmann::json all = referenceFile("losses").at("cases");
    return all;
}

Properties propertiesOf(const nlohmann::json& example) {
    Properties properties{{"loss", example.at("loss").get<std::string>()}, {"metrics", std::string("none")}};
    for (const auto& [key, value] : example.at("properties").items())
        properties[key] = value.is_boolean()  ? PropertyValue(value.get<bool>())
                          : value.is_string() ? PropertyValue(value.get<std::string>())
                                              : PropertyValue(value.get<double>());
    return properties;
}

struct Found {
    double value = 0;
    std::vector<double> gradient, prediction;
};

// The Output's loss of given scores, behind an activation where there is one.
Found run(const Properties& properties, const std::vector<double>& scores, const std::vector<int>& labels,
          const std::string& activation = {}, bool training = true) {
    const auto rows = static_cast<int64_t>(labels.size()), width = static_cast<int64_t>(scores.size()) / rows;
    NetworkBuilder builder(rows, training, {}, DType::Float32);
    const ValueId x = builder.graph().addInput("x", {rows, width}, DType::Float32);
    ValueId given = x;
    if (activation == "softmax") given = builder.graph().addNode("Softmax", "softmax", {x})[0];
    if (activation == "sigmoid")
        given = builder.graph().addNode("Activation", "sigmoid", {x}, {{"kind", activation}})[0];
    builder.add(*findLayer("Output"), "output", properties, {given});
    BuiltNetwork built = builder.result();
    CompileOptions options;
    options.outputs = {built.loss, built.prediction};
    if (training) options.outputs.push_back(addGradient(built.graph, built.loss, {x})[0]);
    ModelState state;
    Plan plan(built.graph, state, options);
    auto* data = static_cast<float*>(plan.input("x"));
    for (size_t i = 0; i < scores.size(); ++i) data[i] = static_cast<float>(scores[i]);
    std::memcpy(plan.input("labels"), labels.data(), labels.size() * sizeof(int));
    plan.runAll({});
    Found found;
    found.value = static_cast<double>(plan.readScalar(built.loss));
    found.prediction = toReference(plan.read(built.prediction)).values;
    if (training) found.gradient = toReference(plan.read(options.outputs[2])).values;
    return found;
}

}  // namespace

class TestLosses : public QObject {
    Q_OBJECT
private slots:
    void asKeras_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < cases().size(); ++i)
            QTest::addRow("%zu %s %s", i, cases()[i].at("loss").get<std::string>().c_str(),
                          cases()[i].at("properties").dump().c_str())
                << static_cast<int>(i);
    }
    void asKeras() {
        QFETCH(int, index);
        const auto& example = cases()[static_cast<size_t>(index)];
        const Found found =
            run(propertiesOf(example), flattened(example.at("scores")), example.at("labels").get<std::vector<int>>());
        const double value = relativeDifference({found.value}, {example.at("value").get<double>()});
        const double gradient = relativeDifference(found.gradient, flattened(example.at("gradient")));
        QVERIFY2(value < kTolerance, qPrintable(QString::number(value)));
        QVERIFY2(gradient < kTolerance, qPrintable(QString::number(gradient)));
    }

    // No loss without a comparison.
    void allCompared() {
        std::set<std::string> seen;
        for (const auto& example : cases()) seen.insert(example.at("loss").get<std::string>());
        for (const LossType& loss : allLosses()) QVERIFY2(seen.count(loss.id), loss.id.c_str());
    }

    // A network that ends with its own softmax or sigmoid has the same loss, from the scores before it.
    void looksThroughActivations_data() {
        QTest::addColumn<QString>("loss");
        QTest::addColumn<QString>("activation");
        QTest::newRow("softmax") << "sparse_categorical_crossentropy"
                                 << "softmax";
        QTest::newRow("focal") << "categorical_focal_crossentropy"
                               << "softmax";
        QTest::newRow("sigmoid") << "binary_crossentropy"
                                 << "sigmoid";
        QTest::newRow("binary focal") << "binary_focal_crossentropy"
                                      << "sigmoid";
    }
    void looksThroughActivations() {
        QFETCH(QString, loss);
        QFETCH(QString, activation);
        const Properties properties{{"loss", loss.toStdString()}};
        // Scores at which probabilities are 0 and 1 in float32.
        const std::vector<double> scores{-120, 40, 3, 1, -2, 0.5, 90, -1};
        const std::vector<int> labels{0, 3};
        const Found raw = run(properties, scores, labels),
                    behind = run(properties, scores, labels, activation.toStdString());
        QVERIFY(std::isfinite(raw.value) && raw.value > 1);
        QCOMPARE(behind.value, raw.value);
        QCOMPARE(behind.gradient, raw.gradient);
        QCOMPARE(behind.prediction, raw.prediction);
    }

    // Weights are for training; a validation counts every image alike, as Keras's does.
    void weightsAreForTraining() {
        const Properties weighted{{"class_weight", std::string("1, 0, 5")}};
        const std::vector<double> scores{1, 2, 3, 3, 1, 0};
        QVERIFY(run(weighted, scores, {1, 2}).value != run({}, scores, {1, 2}).value);
        QCOMPARE(run(weighted, scores, {1, 2}, {}, false).value, run({}, scores, {1, 2}, {}, false).value);
    }

    // They are looked up once.
    void weightsAreOneNode() {
        NetworkBuilder builder(2, true, {}, DType::Float32);
        const ValueId scores = builder.graph().addInput("x", {2, 3}, DType::Float32);
        builder.add(*findLayer("Output"), "output", {{"class_weight", std::string("1, 0, 5")}}, {scores});
        const BuiltNetwork& built = builder.result();
        QCOMPARE(std::ranges::count(built.graph.nodes, std::string("ClassWeights"), &Node::op), 1);
    }

    void classWeights() {
        using Weights = std::vector<double>;
        QCOMPARE(parseClassWeights("", 3, {}), Weights());
        QCOMPARE(parseClassWeights("1, 2.5,0", 3, {}), Weights({1, 2.5, 0}));
        QVERIFY_EXCEPTION_THROWN(parseClassWeights("1, 2", 3, {}), Error);
        QVERIFY_EXCEPTION_THROWN(parseClassWeights("1, 2, -3", 3, {}), Error);
        QVERIFY_EXCEPTION_THROWN(parseClassWeights("much", 3, {}), Error);
        // images / (classes * images of the class): 20 / (3 * 5), 20 / (3 * 15), and nothing for none.
        const std::vector<int64_t> counts{5, 15, 0};
        const Weights balanced = parseClassWeights("balanced", 3, counts);
        QCOMPARE(balanced, Weights({20.0 / 15, 20.0 / 45, 0}));
        QCOMPARE(parseClassWeights("balanced", 3, {}), Weights());
    }
};

QTEST_GUILESS_MAIN(TestLosses)

}  // namespace test_losses

#include "test_losses.moc"
