// The float64 interpreter of graphs. Nodes run in the order of their phases, as they do in a plan.
#include "engine/graph/reference.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/core/error.h"
#include "engine/core/half.h"

namespace tl {
namespace {

const ReferenceTensor& feedOf(const Value& value, const ReferenceFeeds& feeds) {
    const auto found = feeds.find(value.name);
    if (found == feeds.end()) throw Error(Message("value {name}", value.name), "a feed", "none");
    if (found->second.shape != value.shape)
        throw Error(Message("feed of {name}", value.name), value.shape.toString(), found->second.shape.toString());
    return found->second;
}

void roundAll(DType type, ReferenceTensor& tensor) {
    for (double& value : tensor.values) value = static_cast<double>(roundedTo(type, static_cast<float>(value)));
}

ReferenceTensor sourceOf(const Value& value, const ReferenceFeeds& feeds) {
    if (value.kind != ValueKind::Constant) {
        ReferenceTensor content = feedOf(value, feeds);
        if (isHalf(value.dtype)) roundAll(value.dtype, content);
        return content;
    }
    return {value.shape, std::vector<double>(static_cast<size_t>(value.shape.elements()), value.constant)};
}

template <typename T>
void store(Tensor& tensor, const std::vector<double>& values) {
    const auto to = tensor.as<T>();
    for (size_t i = 0; i < to.size(); ++i) {
        if constexpr (std::is_arithmetic_v<T>)
            to[i] = static_cast<T>(values[i]);
        else
            to[i] = T(static_cast<float>(values[i]));
    }
}

template <typename T>
std::vector<double> load(const Tensor& tensor) {
    const auto from = tensor.as<T>();
    return {from.begin(), from.end()};
}

}  // namespace

std::vector<ReferenceTensor> evaluateReference(const Graph& graph, const ReferenceFeeds& feeds,
                                               const StepContext& context) {
    std::vector<ReferenceTensor> contents(graph.values.size());
    for (size_t i = 0; i < graph.values.size(); ++i)
        if (graph.values[i].kind != ValueKind::Computed) contents[i] = sourceOf(graph.values[i], feeds);
    for (Phase phase : kPhases)
        for (const Node& node : graph.nodes) {
            if (node.phase != phase) continue;
            const OpType& op = findOp(node.op);
            std::vector<ReferenceTensor> inputs;
            for (ValueId id : node.inputs) inputs.push_back(contents[static_cast<size_t>(id)]);
            auto outputs = op.reference(inputs, node.attributes, context);
            const std::vector<int> updates = updatesOf(op, node.attributes, outputs.size());
            for (size_t i = 0; i < outputs.size(); ++i) {
                const DType type = graph.value(node.outputs[i]).dtype;
                if (isHalf(type)) roundAll(type, outputs[i]);
                contents[static_cast<size_t>(node.outputs[i])] = outputs[i];
                if (i >= updates.size()) continue;
                contents[static_cast<size_t>(node.inputs[static_cast<size_t>(updates[i])])] = outputs[i];
                contents[static_cast<size_t>(graph.rootOf(node.outputs[i]))] = outputs[i];
            }
        }
    return contents;
}

std::vector<ReferenceTensor> evaluatePlan(const Graph& graph, const ReferenceFeeds& feeds,
                                          const CompileOptions& options, const StepContext& context) {
    ModelState state;
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
            state[value.name] = toTensor(feedOf(value, feeds), value.dtype);
    Plan plan(graph, state, options);
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::Input) {
            const Tensor content = toTensor(feedOf(value, feeds), value.dtype);
            std::memcpy(plan.input(value.name), content.data(), content.bytes());
        }
    plan.runAll(context);
    std::vector<ReferenceTensor> results;
    for (ValueId id : options.outputs) results.push_back(toReference(plan.read(id)));
    return results;
}

Tensor toTensor(const ReferenceTensor& reference, DType type) {
    Tensor tensor(reference.shape, type);
    switch (type) {
    case DType::Float32: store<float>(tensor, reference.values); break;
    case DType::Float64: store<double>(tensor, reference.values); break;
    case DType::Int32: store<int32_t>(tensor, reference.values); break;
    case DType::Int64: store<int64_t>(tensor, reference.values); break;
    case DType::UInt8: store<uint8_t>(tensor, reference.values); break;
    case DType::BFloat16: store<BFloat16>(tensor, reference.values); break;
    case DType::Float16: store<Float16>(tensor, reference.values); break;
    }
    return tensor;
}

ReferenceTensor toReference(const Tensor& tensor) {
    switch (tensor.dtype()) {
    case DType::Float32: return {tensor.shape(), load<float>(tensor)};
    case DType::Float64: return {tensor.shape(), load<double>(tensor)};
    case DType::Int32: return {tensor.shape(), load<int32_t>(tensor)};
    case DType::Int64: return {tensor.shape(), load<int64_t>(tensor)};
    case DType::UInt8: return {tensor.shape(), load<uint8_t>(tensor)};
    case DType::BFloat16:
    case DType::Float16: return {tensor.shape(), load<float>(toFloat32(tensor))};
    }
    return {};
}

double relativeDifference(const std::vector<double>& found, const std::vector<double>& expected) {
    if (found.size() != expected.size()) return std::numeric_limits<double>::infinity();
    double difference = 0, size = 0;
    for (size_t i = 0; i < found.size(); ++i) {
        difference += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
    }
    const double error = std::sqrt(size > 0 ? difference / size : difference);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace tl
