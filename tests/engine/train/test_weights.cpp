// Regularisers and constraints through whole steps, against a Keras model with the same weights and images
// (tests/reference/weights.py): the loss as reported, and the weights after each step.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/graph/reference.h"
#include "engine/train/step_plan.h"
#include "small_run.h"
#include "tests/support/reference_file.h"

namespace test_weights {

using namespace tl;

namespace {

constexpr double kTolerance = 1e-5;

const nlohmann::json& reference() {
    static const nlohmann::json all = referenceFile("weights");
    return all;
}

Tensor tensorOf(const nlohmann::json& numbers, Shape shape) {
    const auto values = flattened(numbers);
    return Tensor::fromFloats(std::move(shape), std::vector<float>(values.begin(), values.end()));
}

// Images [2, 4, 4] to three scores, through the layer "w".
NetworkSpec networkOf(const nlohmann::json& example) {
    Properties properties{{example.at("layer") == "conv" ? "filters" : "units", int64_t{3}}};
    for (const auto& [key, value] : example.at("properties").items())
        properties[key] =
            value.is_string() ? PropertyValue(value.get<std::string>()) : PropertyValue(value.get<double>());
    const NodeSpec input = test::node("input", "Input"), output = test::node("output", "Output");
    if (example.at("layer") == "conv")
        return test::chain(
            {input, test::node("w", "Conv2D", properties), test::node("pool", "GlobalAveragePooling2D"), output});
    return test::chain({input, test::node("flat", "Flatten"), test::node("w", "Dense", properties), output});
}

}  // namespace

class TestWeights : public QObject {
    Q_OBJECT
private slots:
    void asKeras_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<bool>("averaged");  // by averages that replace no weight so soon: they change nothing
        for (size_t i = 0; i < reference().at("cases").size(); ++i)
            for (const bool averaged : {false, true}) {
                const auto name = reference().at("cases")[i].at("name").get<std::string>();
                QTest::newRow((name + (averaged ? ", averaged" : "")).c_str()) << static_cast<int>(i) << averaged;
            }
    }
    void asKeras() {
        QFETCH(int, index);
        QFETCH(bool, averaged);
        const auto& example = reference().at("cases")[static_cast<size_t>(index)];
        const Shape kernel = example.at("layer") == "conv" ? Shape{3, 2, 3, 3} : Shape{3, 32};
        ModelState state;
        state["w/kernel"] = tensorOf(example.at("kernel"), kernel);
        state["w/bias"] = tensorOf(example.at("bias"), {3});
        StepPlanOptions options;
        options.dataType = DType::Float32;
        options.threads = 1;
        if (averaged) options.optimizerOptions = {{"use_ema", true}, {"ema_overwrite_frequency", int64_t{100}}};
        StepPlan plan(networkOf(example), {{2, 4, 4}, 3}, 4, options, state);
        // Evaluation reports the same loss.
        options.training = false;
        StepPlan forward(networkOf(example), {{2, 4, 4}, 3}, 4, options, state);
        const Tensor images = tensorOf(reference().at("images"), {4, 2, 4, 4});
        Tensor labels({4}, DType::Int32);
        for (size_t i = 0; i < 4; ++i) labels.as<int32_t>()[i] = reference().at("labels")[i].get<int32_t>();
        StepContext context;
        context.learningRate = reference().at("rate").get<float>();
        for (const auto& step : example.at("steps")) {
            for (StepPlan* each : {&forward, &plan}) {
                each->setInputs(images, labels);
                each->forward(context);
                const double loss = relativeDifference({double(each->loss())}, {step.at("loss").get<double>()});
                QVERIFY2(loss < kTolerance, qPrintable(QString::number(loss)));
            }
            plan.backwardAndUpdate(context);
            for (const char* name : {"kernel", "bias"}) {
                const double weights = relativeDifference(toReference(state.at(std::string("w/") + name)).values,
                                                          flattened(step.at(name)));
                QVERIFY2(weights < kTolerance, qPrintable(QString("%1: %2").arg(name).arg(weights)));
            }
        }
    }

    // Also where averages have taken the weights' place, whose mean is shorter than each of them.
    void averagesKeepToTheConstraint() {
        const auto& cases = reference().at("cases");
        const auto example = std::find_if(cases.begin(), cases.end(), [](const nlohmann::json& one) {
            return one.at("name").get<std::string>() == "unit_norm, bias non_neg";
        });
        QVERIFY(example != cases.end());
        ModelState state;
        state["w/kernel"] = tensorOf(example->at("kernel"), {3, 32});
        state["w/bias"] = tensorOf(example->at("bias"), {3});
        StepPlanOptions options;
        options.dataType = DType::Float32;
        options.threads = 1;
        options.optimizerOptions = {{"use_ema", true}, {"ema_momentum", 0.5}, {"ema_overwrite_frequency", int64_t{2}}};
        StepPlan plan(networkOf(*example), {{2, 4, 4}, 3}, 4, options, state);
        Tensor labels({4}, DType::Int32);
        for (size_t i = 0; i < 4; ++i) labels.as<int32_t>()[i] = reference().at("labels")[i].get<int32_t>();
        StepContext context;
        context.learningRate = 1;
        for (int step = 1; step <= 4; ++step) {
            plan.setInputs(tensorOf(reference().at("images"), {4, 2, 4, 4}), labels);
            plan.forward(context);
            QVERIFY(plan.backwardAndUpdate(context));
            const auto norms = [&](const char* name) {
                std::vector<double> found(3);
                const auto values = std::as_const(state.at(name)).as<float>();
                for (size_t i = 0; i < values.size(); ++i) found[i / 32] += double(values[i]) * double(values[i]);
                for (double& norm : found) norm = std::sqrt(norm);
                return found;
            };
            for (const double norm : norms("w/kernel"))
                QVERIFY2(std::abs(norm - 1) < 1e-4, qPrintable(QString("step %1: %2").arg(step).arg(norm)));
            if (step == 2) QVERIFY(std::ranges::min(norms("w/kernel/average")) < 0.999);
        }
    }

    // A frozen layer is neither penalised nor constrained nor changed.
    void frozenIsLeftAlone() {
        auto example = reference().at("cases")[7];
        NetworkSpec network = networkOf(example);
        NodeSpec& layer = *network.find("w");
        layer.properties["trainable"] = false;
        NetworkSpec plain = network;
        plain.find("w")->properties = {{"filters", int64_t{3}}, {"trainable", false}};
        std::vector<float> losses;
        for (const NetworkSpec& one : {network, plain}) {
            ModelState state;
            state["w/kernel"] = tensorOf(example.at("kernel"), {3, 2, 3, 3});
            state["w/bias"] = tensorOf(example.at("bias"), {3});
            StepPlanOptions options;
            options.dataType = DType::Float32;
            options.training = false;
            StepPlan forward(one, {{2, 4, 4}, 3}, 4, options, state);
            Tensor labels({4}, DType::Int32);
            for (int32_t& label : labels.as<int32_t>()) label = 1;
            forward.setInputs(tensorOf(reference().at("images"), {4, 2, 4, 4}), labels);
            forward.forward({});
            losses.push_back(forward.loss());
        }
        QCOMPARE(losses[0], losses[1]);
    }
};

QTEST_GUILESS_MAIN(TestWeights)

}  // namespace test_weights

#include "test_weights.moc"
