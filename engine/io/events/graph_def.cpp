// Parameters, states, inputs and constants are nodes of their own there, as TensorFlow has them.
#include "engine/io/events/graph_def.h"

#include <map>
#include <set>

#include "events.pb.h"

namespace tl {
namespace {

constexpr int kDtFloat = 1, kInt32 = 3, kUInt8 = 4, kInt64 = 9, kBFloat16 = 14, kHalf = 19, kDouble = 2;

int typeOf(DType type) {
    switch (type) {
    case DType::Float32: return kDtFloat;
    case DType::Float64: return kDouble;
    case DType::Int32: return kInt32;
    case DType::Int64: return kInt64;
    case DType::UInt8: return kUInt8;
    case DType::BFloat16: return kBFloat16;
    case DType::Float16: return kHalf;
    }
    return kDtFloat;
}

void setShape(wire::TensorShapeProto& to, const Shape& shape) {
    for (const int64_t size : shape.dims()) to.add_dim()->set_size(size);
}

void setAttribute(wire::AttrValue& to, const Attribute& attribute) {
    if (const auto* integer = std::get_if<int64_t>(&attribute)) to.set_i(*integer);
    if (const auto* number = std::get_if<double>(&attribute)) to.set_f(static_cast<float>(*number));
    if (const auto* text = std::get_if<std::string>(&attribute)) to.set_s(*text);
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&attribute))
        for (const int64_t each : *integers) to.mutable_list()->add_i(each);
    if (const auto* numbers = std::get_if<std::vector<double>>(&attribute))
        for (const double each : *numbers) to.mutable_list()->add_f(static_cast<float>(each));
}

const char* opOf(ValueKind kind) {
    return kind == ValueKind::Input ? "Placeholder" : kind == ValueKind::Constant ? "Const" : "VariableV2";
}

}  // namespace

std::string graphDefOf(const Graph& graph) {
    wire::GraphDef def;
    def.mutable_versions()->set_producer(22);
    std::set<std::string> taken;
    std::map<std::string, int> again;                     // of how many the name was wanted
    std::vector<std::string> names(graph.values.size());  // how each value is read
    const auto unique = [&](const std::string& wanted) {
        std::string name = wanted;
        while (!taken.insert(name).second) name = wanted + "_" + std::to_string(++again[wanted]);
        return name;
    };
    for (size_t i = 0; i < graph.values.size(); ++i) {
        const Value& value = graph.values[i];
        if (value.kind == ValueKind::Computed) continue;
        auto& node = *def.add_node();
        node.set_name(names[i] = unique(value.name.empty() ? "constant" : value.name));
        node.set_op(opOf(value.kind));
        (*node.mutable_attr())["dtype"].set_type(typeOf(value.dtype));
        setShape(*(*node.mutable_attr())["_output_shapes"].mutable_list()->add_shape(), value.shape);
        setShape(*(*node.mutable_attr())["shape"].mutable_shape(), value.shape);
    }
    for (const Node& from : graph.nodes) {
        auto& node = *def.add_node();
        node.set_name(unique(from.outputs.empty() ? from.name : graph.value(from.outputs[0]).name));
        node.set_op(from.op);
        for (const ValueId input : from.inputs) node.add_input(names[static_cast<size_t>(input)]);
        for (const auto& [key, attribute] : from.attributes.values())
            setAttribute((*node.mutable_attr())[key], attribute);
        auto& shapes = *(*node.mutable_attr())["_output_shapes"].mutable_list();
        for (size_t i = 0; i < from.outputs.size(); ++i) {
            std::string& name = names[static_cast<size_t>(from.outputs[i])] = node.name();
            if (i > 0) (name += ':') += std::to_string(i);
            setShape(*shapes.add_shape(), graph.value(from.outputs[i]).shape);
        }
        if (!from.outputs.empty()) (*node.mutable_attr())["T"].set_type(typeOf(graph.value(from.outputs[0]).dtype));
    }
    return def.SerializeAsString();
}

}  // namespace tl
