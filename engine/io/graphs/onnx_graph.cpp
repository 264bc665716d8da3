// ONNX, by the numbers of onnx.proto3: a model, its graph, nodes with attributes, initialisers and the shapes of
// values. What tensors hold is passed over.
#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/io/events/wire_reader.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/graphs/graph_maker.h"

namespace tl {
namespace {

constexpr int kDeepestGraph = 12;

struct ElementType {
    const char* name;
    double bytes;
};

ElementType elementType(uint64_t number) {
    static constexpr ElementType all[] = {{"", 0},
                                          {"float32", 4},
                                          {"uint8", 1},
                                          {"int8", 1},
                                          {"uint16", 2},
                                          {"int16", 2},
                                          {"int32", 4},
                                          {"int64", 8},
                                          {"string", 0},
                                          {"bool", 1},
                                          {"float16", 2},
                                          {"float64", 8},
                                          {"uint32", 4},
                                          {"uint64", 8},
                                          {"complex64", 8},
                                          {"complex128", 16},
                                          {"bfloat16", 2},
                                          {"float8e4m3fn", 1},
                                          {"float8e4m3fnuz", 1},
                                          {"float8e5m2", 1},
                                          {"float8e5m2fnuz", 1},
                                          {"uint4", 0.5},
                                          {"int4", 0.5}};
    return number < std::size(all) ? all[number] : all[0];
}

class OnnxReader {
public:
    OnnxReader(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop)
        : name_(name), stop_(stop), maker_(name, bytes.size()) {
        std::span<const uint8_t> graph;
        WireReader wire(bytes);
        std::string producer;
        while (wire.next()) {
            if (wire.field() == 7 && wire.isBytes())
                graph = wire.bytes();
            else if (wire.field() == 2 && wire.isBytes())
                producer = shortened(wire.text());
        }
        if (!wire.ok()) throw Error(Message(name), "an ONNX model", "a file that is cut or damaged");
        if (graph.empty()) throw Error(Message(name), "an ONNX model", "a file without a graph");
        readGraph(graph, -1, -1, 0);
        view_ = maker_.finish(producer.empty() ? Message("ONNX") : Message("ONNX, written by {program}", producer));
    }
    GraphView take() { return std::move(view_); }

private:
    [[noreturn]] void damaged() const { throw Error(Message(name_), "an ONNX graph", "a file that is cut or damaged"); }

    // The value of that name in the scope or in those around it: bodies of If and Loop read what was made outside.
    int value(int scope, std::string_view name) {
        for (int each = scope; each >= 0; each = around_[static_cast<size_t>(each)])
            if (const int known = maker_.known(each, name); known >= 0) return known;
        return maker_.tensor(scope, name);
    }

    // `around`: the scope that it stands in, or -1.
    void readGraph(std::span<const uint8_t> bytes, int around, int group, int depth) {
        const int scope = static_cast<int>(around_.size());
        around_.push_back(around);
        WireReader wire(bytes);
        std::vector<std::span<const uint8_t>> nodes;
        std::vector<std::string_view> inputs;
        while (wire.next()) {
            if (!wire.isBytes()) continue;
            switch (wire.field()) {
            case 1: nodes.push_back(wire.bytes()); break;
            case 5: readInitialiser(wire.bytes(), scope); break;
            case 11: inputs.push_back(readValue(wire.bytes(), scope)); break;
            case 12:
            case 13: readValue(wire.bytes(), scope); break;
            default: break;
            }
        }
        if (!wire.ok()) damaged();
        for (std::string_view input : inputs) {
            const int tensor = maker_.tensor(scope, input);
            if (maker_.tensorAt(tensor).weights) continue;  // older files list initialisers as inputs too
            maker_.makes(maker_.node(std::string(input), "Input", group), tensor);
        }
        for (const auto& node : nodes) {
            if (stop_.stop_requested()) return;
            readNode(node, scope, group, depth);
        }
    }

    void readInitialiser(std::span<const uint8_t> bytes, int scope) {
        const TensorHead head = tensorHead(bytes);
        if (!head.whole) damaged();
        GraphTensor& tensor = maker_.tensorAt(maker_.tensor(scope, head.name));
        tensor.weights = true;
        tensor.shape = head.shape.shown();
        tensor.type = head.type.name;
        tensor.bytes = head.shape.elements * head.type.bytes;
    }

    static void addPacked(std::span<const uint8_t> bytes, ForeignShape& shape) {
        WireReader::packed(bytes, [&](uint64_t extent) { shape.add(static_cast<int64_t>(extent)); });
    }

    // What a tensor says of itself; its numbers are passed over.
    struct TensorHead {
        std::string_view name;
        ForeignShape shape;
        ElementType type{"", 0};
        bool whole = true;
    };
    static TensorHead tensorHead(std::span<const uint8_t> bytes) {
        TensorHead head;
        WireReader wire(bytes);
        while (wire.next()) {
            if (wire.field() == 1 && wire.isVarint())
                head.shape.add(static_cast<int64_t>(wire.varint()));
            else if (wire.field() == 1 && wire.isBytes())
                addPacked(wire.bytes(), head.shape);
            else if (wire.field() == 2 && wire.isVarint())
                head.type = elementType(wire.varint());
            else if (wire.field() == 8 && wire.isBytes())
                head.name = wire.text();
        }
        head.whole = wire.ok();
        return head;
    }

    // A value's name, with its type and shape where they are told.
    std::string_view readValue(std::span<const uint8_t> bytes, int scope) {
        WireReader wire(bytes);
        std::string_view name;
        std::span<const uint8_t> type;
        while (wire.next()) {
            if (wire.field() == 1 && wire.isBytes())
                name = wire.text();
            else if (wire.field() == 2 && wire.isBytes())
                type = wire.bytes();
        }
        if (!wire.ok()) damaged();
        GraphTensor& tensor = maker_.tensorAt(maker_.tensor(scope, name));
        WireReader types(type);
        while (types.next()) {
            if (types.field() != 1 || !types.isBytes()) continue;
            WireReader tensorType(types.bytes());
            ElementType element{"", 0};
            ForeignShape shape;
            bool known = false;
            while (tensorType.next()) {
                if (tensorType.field() == 1 && tensorType.isVarint()) element = elementType(tensorType.varint());
                if (tensorType.field() != 2 || !tensorType.isBytes()) continue;
                known = true;
                WireReader dims(tensorType.bytes());
                while (dims.next())
                    if (dims.field() == 1 && dims.isBytes()) readDim(dims.bytes(), shape);
            }
            if (!tensor.weights) {
                tensor.type = element.name;
                tensor.shape = known ? shape.shown() : std::string();
                tensor.bytes = known ? shape.elements * element.bytes : 0;
            }
        }
        return name;
    }

    static void readDim(std::span<const uint8_t> bytes, ForeignShape& shape) {
        WireReader wire(bytes);
        int64_t extent = -1;
        std::string_view name;
        while (wire.next()) {
            if (wire.field() == 1 && wire.isVarint())
                extent = static_cast<int64_t>(wire.varint());
            else if (wire.field() == 2 && wire.isBytes())
                name = wire.text();
        }
        shape.add(extent, name);
    }

    void readNode(std::span<const uint8_t> bytes, int scope, int group, int depth) {
        WireReader wire(bytes);
        std::vector<std::string_view> inputs, outputs;
        std::vector<std::span<const uint8_t>> attributes;
        std::string_view name, op, domain;
        while (wire.next()) {
            if (!wire.isBytes()) continue;
            switch (wire.field()) {
            case 1: inputs.push_back(wire.text()); break;
            case 2: outputs.push_back(wire.text()); break;
            case 3: name = wire.text(); break;
            case 4: op = wire.text(); break;
            case 5: attributes.push_back(wire.bytes()); break;
            case 7: domain = wire.text(); break;
            default: break;
            }
        }
        if (!wire.ok()) damaged();
        if (op.empty()) throw Error(Message(name_), "nodes that say which op they are", "one that does not");
        const std::string own = name.empty() ? std::string(op) + "_" + std::to_string(unnamed_++) : std::string(name);
        const int node = maker_.node(own, std::string(op), group);
        if (!domain.empty()) maker_.attribute(node, "domain", shortened(domain));
        for (std::string_view input : inputs)
            if (!input.empty()) maker_.reads(node, value(scope, input));
        for (std::string_view output : outputs)
            if (!output.empty()) maker_.makes(node, maker_.tensor(scope, output));
        for (const auto& attribute : attributes) readAttribute(attribute, node, scope, depth);
    }

    void readAttribute(std::span<const uint8_t> bytes, int node, int scope, int depth) {
        WireReader wire(bytes);
        std::string_view name;
        std::string value;
        const auto add = [&](const std::string& text) {
            if (value.size() < 160) value += (value.empty() ? "" : ", ") + text;
        };
        std::vector<std::span<const uint8_t>> graphs;
        while (wire.next()) {
            switch (wire.field()) {
            case 1:
                if (wire.isBytes()) name = wire.text();
                break;
            case 2:
                if (wire.isFixed32()) add(numberText(wire.fixedFloat()));
                break;
            case 3:
                if (wire.isVarint()) add(std::to_string(static_cast<int64_t>(wire.varint())));
                break;
            case 4:
            case 9:
                if (wire.isBytes()) add(shortened(wire.text()));
                break;
            case 5:
            case 10:
                if (wire.isBytes()) add(tensorText(wire.bytes()));
                break;
            case 6:
            case 11:
                if (wire.isBytes()) graphs.push_back(wire.bytes());
                break;
            case 7:
                if (wire.isFixed32())
                    add(numberText(wire.fixedFloat()));
                else if (wire.isBytes())
                    add(Message("{count} numbers", wire.bytes().size() / 4).english());
                break;
            case 8:
                if (wire.isVarint())
                    add(std::to_string(static_cast<int64_t>(wire.varint())));
                else if (wire.isBytes())
                    add(integers(wire.bytes()));
                break;
            default: break;
            }
        }
        if (!wire.ok()) damaged();
        if (!value.empty()) maker_.attribute(node, name, std::move(value));
        if (depth >= kDeepestGraph) return;
        for (const auto& graph : graphs) {
            const GraphNode& owner = maker_.at(node);
            const int group = maker_.group(owner.group, owner.title.english() + " " + shortened(name));
            readGraph(graph, scope, group, depth + 1);
        }
    }

    static std::string numberText(float number) { return withDigits(static_cast<double>(number), 6); }

    static std::string integers(std::span<const uint8_t> bytes) {
        ForeignShape list;
        addPacked(bytes, list);
        return list.text;
    }

    std::string tensorText(std::span<const uint8_t> bytes) {
        const TensorHead head = tensorHead(bytes);
        return std::string(head.type.name) + " " + head.shape.shown();
    }

    const std::string& name_;
    const std::stop_token& stop_;
    GraphMaker maker_;
    GraphView view_;
    std::vector<int> around_;  // of each scope
    int unnamed_ = 0;
};

}  // namespace

GraphView graphOfOnnx(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop) {
    return OnnxReader(bytes, name, stop).take();
}

}  // namespace tl
