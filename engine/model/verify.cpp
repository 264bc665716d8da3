// The checks behind `tensorloom verify`. An example becomes a small graph with random feeds; its outputs and gradients
// on the device are held against the float64 interpreter, and the gradients against central differences as well, so
// that a wrong gradient rule cannot hide behind a kernel that follows it.
#include "engine/model/verify.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/core/rng.h"
#include "engine/graph/reference.h"
#include "engine/layers/layer_type.h"
#include "engine/model/network_builder.h"

namespace tl {
namespace {

const StepContext kStep{20240607, 3, 0.01f, 0.004f};
constexpr int64_t kBatch = 3;
// Float32 sums of some thousand terms stay well below this.
constexpr double kTolerance = 1e-5;

struct Example {
    std::string kind, name, example;
    double tolerance = kTolerance;
    Graph graph;
    std::vector<ValueId> outputs;  // compared
    ValueId differentiated = kNoValue;
    std::vector<ValueId> targets;  // of the gradient
    ReferenceFeeds feeds;
};

double norm(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += value * value;
    return std::sqrt(sum);
}

// Uniform in [low, high), rounded to what the device will get.
ReferenceTensor randomValues(const Shape& shape, DType type, double low, double high, Rng& rng) {
    ReferenceTensor tensor{shape, std::vector<double>(static_cast<size_t>(shape.elements()))};
    for (double& value : tensor.values) {
        value = low + (high - low) * rng.uniform();
        value = isFloat(type) ? static_cast<double>(roundedTo(type, static_cast<float>(value))) : std::floor(value);
    }
    return tensor;
}

class Verifier {
public:
    Verifier(std::string device, std::function<void(const VerifyResult&)> report)
        : device_(std::move(device)), report_(std::move(report)) {}

    // Whatever goes wrong in `check` becomes a result of its own.
    void guard(const Example& example, const std::string& what, const std::function<void()>& check) {
        try {
            check();
        } catch (const std::exception& error) {
            add(example, what, 0, messageOf(error));
        }
    }

    void add(const Example& example, const std::string& what, double error, Message message = {}) {
        results.push_back(
            {example.kind, example.name, example.example, what, error, example.tolerance, std::move(message)});
        if (report_) report_(results.back());
    }

    void check(const Example& example) {
        guard(example, "forward", [&] { checkForward(example); });
        if (example.differentiated != kNoValue && !example.targets.empty())
            guard(example, "gradient", [&] { checkGradient(example); });
    }

    std::vector<VerifyResult> results;

private:
    std::vector<ReferenceTensor> onDevice(const Graph& graph, const ReferenceFeeds& feeds,
                                          std::vector<ValueId> outputs) const {
        CompileOptions options;
        options.device = device_;
        options.outputs = std::move(outputs);
        return evaluatePlan(graph, feeds, options, kStep);
    }

    void checkForward(const Example& example) {
        const auto expected = evaluateReference(example.graph, example.feeds, kStep);
        const auto found = onDevice(example.graph, example.feeds, example.outputs);
        for (size_t i = 0; i < found.size(); ++i)
            add(example, example.outputs.size() == 1 ? "forward" : "forward, output " + std::to_string(i),
                relativeDifference(found[i].values, expected[static_cast<size_t>(example.outputs[i])].values));
    }

    void checkGradient(const Example& example);
    std::vector<double> differences(const Example& example, const ReferenceFeeds& feeds, ValueId target,
                                    const std::vector<std::vector<double>>& directions) const;

    std::string device_;
    std::function<void(const VerifyResult&)> report_;
};

// d/dt of sum(weights * y) where the target moves along each direction, by central differences in float64.
std::vector<double> Verifier::differences(const Example& example, const ReferenceFeeds& feeds, ValueId target,
                                          const std::vector<std::vector<double>>& directions) const {
    constexpr double step = 1e-6;
    const std::string& name = example.graph.value(target).name;
    ReferenceFeeds moved = feeds;
    const auto sum = [&](const std::vector<double>& direction, double distance) {
        const auto& from = feeds.at(name).values;
        for (size_t i = 0; i < from.size(); ++i) moved[name].values[i] = from[i] + distance * direction[i];
        const auto contents = evaluateReference(example.graph, moved, kStep);
        const auto& y = contents[static_cast<size_t>(example.differentiated)].values;
        const auto& weights = feeds.at("weights").values;
        double total = 0;
        for (size_t i = 0; i < y.size(); ++i) total += weights[i] * y[i];
        return total;
    };
    std::vector<double> slopes;
    slopes.reserve(directions.size());
    for (const auto& direction : directions)
        slopes.push_back((sum(direction, step) - sum(direction, -step)) / (2 * step));
    return slopes;
}

void Verifier::checkGradient(const Example& example) {
    Graph graph = example.graph;
    ReferenceFeeds feeds = example.feeds;
    Rng rng(7, streamId(example.name + example.example));
    const Shape shape = graph.value(example.differentiated).shape;
    const ValueId weights = graph.addInput("weights", shape, DType::Float32);
    feeds["weights"] = randomValues(shape, DType::Float32, -1, 1, rng);
    const auto gradients = addGradient(graph, {{example.differentiated, weights}}, example.targets);
    const auto expected = evaluateReference(graph, feeds, kStep);
    const auto found = onDevice(graph, feeds, gradients);
    double largest = 0;
    for (ValueId gradient : gradients)
        largest = std::max(largest, norm(expected[static_cast<size_t>(gradient)].values));
    for (size_t k = 0; k < found.size(); ++k) {
        const Value& target = graph.value(example.targets[k]);
        const auto& values = found[k].values;
        const auto& exact = expected[static_cast<size_t>(gradients[k])].values;
        // A gradient that is zero but for rounding (attention's key bias) has no scale of its own.
        if (norm(exact) < 1e-10 * largest) {
            add(example, "gradient of " + target.name, norm(values) / largest);
            continue;
        }
        add(example, "gradient of " + target.name, relativeDifference(values, exact));
        // A few elements one by one, and all of them together along random signs.
        std::vector<std::vector<double>> directions;
        std::vector<double> slopes;
        for (size_t i = 0; i < std::min<size_t>(values.size(), 16); ++i) {
            directions.emplace_back(values.size(), 0.0);
            directions.back()[values.size() <= 16 ? i : rng.below(values.size())] = 1;
        }
        for (int i = 0; i < 3; ++i) {
            directions.emplace_back();
            for (size_t n = 0; n < values.size(); ++n) directions.back().push_back(rng.bits() & 1 ? 1 : -1);
        }
        for (const auto& direction : directions) {
            slopes.push_back(0);
            for (size_t n = 0; n < values.size(); ++n) slopes.back() += direction[n] * values[n];
        }
        add(example, "differences of " + target.name,
            relativeDifference(slopes, differences(example, feeds, example.targets[k], directions)));
    }
}

Example exampleOf(const OpType& op, const OpCase& test) {
    Example example{"op", op.name, test.name, test.tolerance, {}, {}, kNoValue, {}, {}};
    Rng rng(1, streamId(op.name + test.name));
    std::vector<ValueId> inputs;
    const std::vector<int> updates = updatesOf(op, test.attributes, op.infer(test.inputs, test.attributes).size());
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        const ValueType& type = test.inputs[i];
        const std::string name = "input " + std::to_string(i);
        const bool updated = std::find(updates.begin(), updates.end(), static_cast<int>(i)) != updates.end();
        inputs.push_back(updated ? example.graph.addState(name, type.shape)
                                 : example.graph.addInput(name, type.shape, type.dtype));
        const auto [low, high] = i < test.ranges.size() ? test.ranges[i] : std::pair{-1.0, 1.0};
        example.feeds[name] = randomValues(type.shape, type.dtype, low, high, rng);
        const auto& reached = op.differentiable;
        if (type.dtype == DType::Float32 &&
            (reached.empty() || std::find(reached.begin(), reached.end(), static_cast<int>(i)) != reached.end()))
            example.targets.push_back(inputs.back());
    }
    const auto outputs = example.graph.addNode(op.name, "node", inputs, test.attributes);
    for (size_t i = 0; i < outputs.size(); ++i)
        if (std::find(op.opaqueOutputs.begin(), op.opaqueOutputs.end(), static_cast<int>(i)) == op.opaqueOutputs.end())
            example.outputs.push_back(outputs[i]);
    // An activation or a sum is fused after the gradient; only BatchNormGrad knows of the activation.
    const bool fused = (test.attributes.text("activation", "linear") != "linear" && op.name != "BatchNorm") ||
                       (op.name == "BatchNorm" && test.inputs.size() > 3);
    if (op.gradient && !fused) example.differentiated = outputs[0];
    return example;
}

// A layer by itself, its inputs fed directly. Labels are classes of the first input.
Example exampleOf(const LayerType& layer, const LayerCase& test, bool training) {
    Example example{"layer", layer.id, test.name + (training ? "" : ", inference"), kTolerance, {}, {}, kNoValue,
                    {},      {}};
    const std::string node = layer.idStem + "_1";
    const PropertyReader properties(layer.properties, test.properties, node);
    const ShapeResult rule = layer.shape({node, test.inputs, properties, {}, 0, {}});
    NetworkBuilder builder(kBatch, training, rule.output, DType::Float32);
    std::vector<ValueId> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i)
        inputs.push_back(
            builder.graph().addInput("input " + std::to_string(i), test.inputs[i].withBatch(kBatch), DType::Float32));
    builder.add(layer, node, test.properties, inputs);
    const BuiltNetwork& built = builder.result();
    example.graph = built.graph;
    if (layer.hasOutput) {
        example.differentiated = built.outputs.at(node);
        example.outputs.push_back(example.differentiated);
        const Shape executed = example.graph.value(example.differentiated).shape.withoutBatch();
        if (executed != rule.output)
            throw Error(Message("shape rule of {name}", layer.id), executed.toString(), rule.output.toString());
    } else {
        example.differentiated = built.loss;
        example.outputs.push_back(built.loss);
        if (built.prediction != kNoValue) example.outputs.push_back(built.prediction);
        for (const auto& metric : built.metrics) example.outputs.push_back(metric.sums);
        if (built.confusion != kNoValue) example.outputs.push_back(built.confusion);
    }
    Rng rng(2, streamId(layer.id + test.name));
    for (size_t i = 0; i < example.graph.values.size(); ++i) {
        const Value& value = example.graph.values[i];
        if (value.kind == ValueKind::Computed || value.kind == ValueKind::Constant) continue;
        const bool labels = value.dtype != DType::Float32, state = value.kind == ValueKind::State;
        const double classes = test.inputs.empty() ? 2 : std::max(2.0, static_cast<double>(test.inputs[0][0]));
        const bool indices = test.indices > 0 && value.kind == ValueKind::Input && !labels;
        example.feeds[value.name] =
            indices  ? randomValues(value.shape, DType::Int32, 0, static_cast<double>(test.indices), rng)
            : labels ? randomValues(value.shape, value.dtype, 0, classes, rng)
            : state  ? randomValues(value.shape, value.dtype, 0.5, 1.5, rng)
                     : randomValues(value.shape, value.dtype, test.low, 1, rng);
        if (training && value.kind == ValueKind::Input && !labels && !indices)
            example.targets.push_back(static_cast<ValueId>(i));
    }
    if (training)
        for (const BuiltParameter& parameter : built.parameters)
            if (parameter.trainable) example.targets.push_back(parameter.value);
    return example;
}

}  // namespace

std::vector<VerifyResult> verifyDevice(const std::string& device, const std::string& name,
                                       const std::function<void(const VerifyResult&)>& report) {
    Verifier verifier(device, report);
    for (const OpType& op : allOps())
        for (const OpCase& test : op.cases)
            if (name.empty() || name == op.name) {
                const Example failed{"op", op.name, test.name, kTolerance, {}, {}, kNoValue, {}, {}};
                verifier.guard(failed, "build", [&] { verifier.check(exampleOf(op, test)); });
            }
    for (const LayerType& layer : allLayers())
        for (const LayerCase& test : layer.cases)
            for (bool training : {true, false})
                if (name.empty() || name == layer.id) {
                    const Example failed{"layer", layer.id, test.name, kTolerance, {}, {}, kNoValue, {}, {}};
                    verifier.guard(failed, "shape rule", [&] {
                        const Example example = exampleOf(layer, test, training);
                        if (training) verifier.add(example, "shape rule", 0);
                        verifier.check(example);
                    });
                }
    return std::move(verifier.results);
}

}  // namespace tl
