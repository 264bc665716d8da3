// GraphDef in the wire format, alone or in a SavedModel, by the numbers of TensorFlow's published .proto files.
#include "engine/io/graphs/graph_def.h"

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/io/events/wire_reader.h"
#include "engine/io/graphs/foreign_graph.h"

namespace tl {
namespace {

constexpr int kReference = 100;  // types of references are so much higher

using Bytes = std::span<const uint8_t>;

struct TypeName {
    const char* name;
    double bytes;
};
constexpr TypeName kTypes[] = {{"", 0},         {"float32", 4}, {"float64", 8}, {"int32", 4},       {"uint8", 1},
                               {"int16", 2},    {"int8", 1},    {"string", 0},  {"complex64", 8},   {"int64", 8},
                               {"bool", 1},     {"qint8", 1},   {"quint8", 1},  {"qint32", 4},      {"bfloat16", 2},
                               {"qint16", 2},   {"quint16", 2}, {"uint16", 2},  {"complex128", 16}, {"float16", 2},
                               {"resource", 0}, {"variant", 0}, {"uint32", 4},  {"uint64", 8}};

std::string tensorText(Bytes bytes) {
    WireReader wire(bytes);
    std::string type;
    ForeignShape shape;
    while (wire.next()) {
        if (wire.field() == 1 && wire.isVarint()) type = tensorflowType(wire.varint());
        if (wire.field() == 2 && wire.isBytes()) shape = tensorflowShape(wire.bytes());
    }
    return type + " " + shape.shown();
}

std::string numberText(double number) { return withDigits(number, 6); }

class GraphDefReader {
public:
    GraphDefReader(const std::string& name, size_t bytes, const std::stop_token& stop)
        : name_(name), stop_(stop), maker_(name, bytes) {}

    void readGraph(Bytes bytes) {
        WireReader wire(bytes);
        std::vector<Bytes> libraries;
        while (wire.next() && !stop_.stop_requested()) {
            if (wire.field() == 1 && wire.isBytes())
                readNode(wire.bytes(), 0);
            else if (wire.field() == 2 && wire.isBytes())
                libraries.push_back(wire.bytes());
        }
        if (!wire.ok()) damaged();
        for (Bytes library : libraries) readLibrary(library);
    }
    GraphView finish(const Message& title) { return maker_.finish(title); }
    int nodes() const { return nodes_; }

private:
    [[noreturn]] void damaged() const {
        throw Error(Message(name_), "a TensorFlow graph", "a file that is cut or damaged");
    }

    void readLibrary(Bytes bytes) {
        WireReader library(bytes);
        while (library.next() && !stop_.stop_requested()) {
            if (library.field() != 1 || !library.isBytes()) continue;
            WireReader function(library.bytes());
            std::string name;
            std::vector<std::string> arguments;
            std::vector<Bytes> nodes;
            while (function.next()) {
                if (!function.isBytes()) continue;
                if (function.field() == 3) nodes.push_back(function.bytes());
                if (function.field() == 1) readSignature(function.bytes(), name, arguments);
            }
            if (!function.ok()) damaged();
            const int scope = maker_.beginFunction(name);
            for (const std::string& argument : arguments) maker_.add(scope, {argument, "_Arg", {}, {}, {}, {}, {}});
            for (Bytes node : nodes) readNode(node, scope);
        }
        if (!library.ok()) damaged();
    }

    void readSignature(Bytes bytes, std::string& name, std::vector<std::string>& arguments) const {
        WireReader wire(bytes);
        while (wire.next()) {
            if (!wire.isBytes()) continue;
            if (wire.field() == 1) name = shortened(wire.text());
            if (wire.field() != 2) continue;
            WireReader argument(wire.bytes());
            while (argument.next())
                if (argument.field() == 1 && argument.isBytes()) arguments.emplace_back(argument.text());
        }
        if (!wire.ok()) damaged();
    }

    void readNode(Bytes bytes, int scope) {
        WireReader wire(bytes);
        DefNode node;
        while (wire.next()) {
            if (!wire.isBytes()) continue;
            switch (wire.field()) {
            case 1: node.name = wire.text(); break;
            case 2: node.op = wire.text(); break;
            case 3: node.inputs.emplace_back(wire.text()); break;
            case 4: node.device = shortened(wire.text()); break;
            case 5: readAttribute(wire.bytes(), node); break;
            default: break;
            }
        }
        if (!wire.ok()) damaged();
        if (node.name.empty() || node.op.empty())
            throw Error(Message(name_), "nodes with a name and an op", "one that lacks them");
        ++nodes_;
        maker_.add(scope, node);
    }

    void readAttribute(Bytes bytes, DefNode& node) const {
        WireReader wire(bytes);
        std::string_view key;
        Bytes value;
        while (wire.next()) {
            if (wire.field() == 1 && wire.isBytes()) key = wire.text();
            if (wire.field() == 2 && wire.isBytes()) value = wire.bytes();
        }
        if (!wire.ok()) damaged();
        std::string text;
        std::vector<ForeignShape> shapes;
        WireReader read(value);
        while (read.next()) one(read, text, shapes, true);
        if (!read.ok()) damaged();
        if (key == "_output_shapes") {
            node.outputShapes = std::move(shapes);
            return;
        }
        if (key == "shape" && node.outputShapes.empty() && !shapes.empty()) node.outputShapes = {shapes[0]};
        if (key == "dtype" || (key == "T" && node.type.empty())) node.type = text;
        node.attributes.emplace_back(shortened(key), std::move(text));
    }

    // One field of an AttrValue, or of the list in one, whose numbers are the same but for the list itself.
    static void one(WireReader& wire, std::string& text, std::vector<ForeignShape>& shapes, bool mayList) {
        const auto add = [&text](const std::string& more) {
            if (text.size() < 160) text += (text.empty() ? "" : ", ") + more;
        };
        switch (wire.field()) {
        case 1: {
            if (!mayList || !wire.isBytes()) return;
            WireReader list(wire.bytes());
            while (list.next()) one(list, text, shapes, false);
            return;
        }
        case 2:
            if (wire.isBytes()) add(shortened(wire.text()));
            return;
        case 3:
            if (wire.isVarint())
                add(std::to_string(static_cast<int64_t>(wire.varint())));
            else if (wire.isBytes())
                WireReader::packed(wire.bytes(), [&](uint64_t x) { add(std::to_string(static_cast<int64_t>(x))); });
            return;
        case 4:
            if (wire.isFixed32()) add(numberText(static_cast<double>(wire.fixedFloat())));
            return;
        case 5:
            if (wire.isVarint())
                add(wire.varint() ? "true" : "false");
            else if (wire.isBytes())
                WireReader::packed(wire.bytes(), [&](uint64_t x) { add(x ? "true" : "false"); });
            return;
        case 6:
            if (wire.isVarint())
                add(tensorflowType(wire.varint()));
            else if (wire.isBytes())
                WireReader::packed(wire.bytes(), [&](uint64_t x) { add(tensorflowType(x)); });
            return;
        case 7:
            if (wire.isBytes()) {
                shapes.push_back(tensorflowShape(wire.bytes()));
                add(shapes.back().shown());
            }
            return;
        case 8:
            if (wire.isBytes()) {
                const Bytes tensor = wire.bytes();
                add(tensorText(tensor));
            }
            return;
        case 9:
        case 10:
            if (wire.isBytes()) {
                WireReader function(wire.bytes());
                while (function.next())
                    if (function.field() == 1 && function.isBytes()) add(shortened(function.text()));
            }
            return;
        default: return;
        }
    }

    const std::string& name_;
    const std::stop_token& stop_;
    GraphDefMaker maker_;
    int nodes_ = 0;
};

}  // namespace

ForeignShape tensorflowShape(Bytes bytes, bool* known) {
    WireReader wire(bytes);
    ForeignShape shape;
    while (wire.next()) {
        if (wire.field() == 3 && wire.isVarint() && wire.varint() != 0) shape.text = "?", shape.elements = 0;
        if (wire.field() != 2 || !wire.isBytes()) continue;
        WireReader dim(wire.bytes());
        int64_t extent = 0;
        while (dim.next())
            if (dim.field() == 1 && dim.isVarint()) extent = static_cast<int64_t>(dim.varint());
        shape.add(extent);
    }
    if (known) *known = wire.ok();
    return shape;
}

std::string tensorflowType(uint64_t number) {
    if (number > kReference) number -= kReference;
    return number < std::size(kTypes) ? kTypes[number].name : "";
}

double tensorflowBytes(const std::string& type) {
    for (const TypeName& one : kTypes)
        if (type == one.name) return one.bytes;
    return 0;
}

int GraphDefMaker::beginFunction(const std::string& name) {
    functions_.push_back(maker_.group(-1, name.empty() ? "function" : name));
    return static_cast<int>(functions_.size());
}

void GraphDefMaker::add(int scope, const DefNode& def) {
    const int node = maker_.node(def.name, def.op, scope > 0 ? functions_[static_cast<size_t>(scope) - 1] : -1);
    for (const auto& [key, value] : def.attributes) maker_.attribute(node, key, value);
    if (!def.device.empty()) maker_.attribute(node, "device", def.device);
    maker_.at(node).device = def.device;
    const size_t outputs = std::max<size_t>(def.outputShapes.size(), 1);
    for (size_t i = 0; i < outputs; ++i) {
        const int tensor = maker_.tensor(scope, i == 0 ? def.name : def.name + ":" + std::to_string(i));
        GraphTensor& told = maker_.tensorAt(tensor);
        told.type = def.type;
        if (i < def.outputShapes.size()) {
            told.shape = def.outputShapes[i].shown();
            told.bytes = def.outputShapes[i].elements * tensorflowBytes(def.type);
        }
        maker_.makes(node, tensor);
    }
    for (const std::string& input : def.inputs) reads_.push_back({node, scope, input});
}

GraphView GraphDefMaker::finish(Message title) {
    for (const Reads& one : reads_) {
        std::string name = one.input;
        if (!name.empty() && name[0] == '^') name.erase(0, 1);
        // "node", "node:1"; within functions "node:output:0".
        const size_t colon = name.find(':'), last = name.rfind(':');
        const std::string port = last == std::string::npos ? "" : name.substr(last + 1);
        if (colon != std::string::npos) name.resize(colon);
        int tensor = maker_.tensor(one.scope, port.empty() || port == "0" ? name : name + ":" + port);
        if (maker_.producerOf(tensor) < 0) {  // an output whose shape nobody told
            const int from = maker_.producerOf(maker_.tensor(one.scope, name));
            if (from >= 0) maker_.makes(from, tensor);
        }
        maker_.reads(one.node, tensor);
    }
    return maker_.finish(std::move(title));
}

GraphView graphOfGraphDef(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop) {
    GraphDefReader reader(name, bytes.size(), stop);
    reader.readGraph(bytes);
    if (reader.nodes() == 0) throw Error(Message(name), "a TensorFlow graph", "a file without nodes");
    return reader.finish("TensorFlow graph");
}

GraphView graphOfSavedModel(std::span<const uint8_t> bytes, const std::string& name, const std::stop_token& stop) {
    GraphDefReader reader(name, bytes.size(), stop);
    WireReader model(bytes);
    while (model.next()) {
        if (model.field() != 2 || !model.isBytes()) continue;
        WireReader meta(model.bytes());
        while (meta.next())
            if (meta.field() == 2 && meta.isBytes()) reader.readGraph(meta.bytes());
        if (!meta.ok()) throw Error(Message(name), "a SavedModel", "a file that is cut or damaged");
        break;  // the first one; others are the same for other uses
    }
    if (!model.ok()) throw Error(Message(name), "a SavedModel", "a file that is cut or damaged");
    if (reader.nodes() == 0) throw Error(Message(name), "a SavedModel", "a file without a graph");
    return reader.finish("SavedModel");
}

}  // namespace tl
