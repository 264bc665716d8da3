// A Keras model's configuration (Model.to_json, of Keras 2 and 3), as its TensorBoard callback leaves it under the tag
// "keras": layers, models within models, and which layer is called on which (keras/src/models/functional.py).
#include <map>

#include "engine/core/error.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/graphs/graph_maker.h"
#include "engine/io/json.h"
#include "engine/io/json_text.h"

namespace tl {
namespace {

using nlohmann::json;

constexpr int kDeepestModel = 32;
const json kNothing;

const json& at(const json& object, const char* key) {
    if (!object.is_object()) return kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

std::string text(const json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

// "128", "[3, 3]", "GlorotUniform": what a layer's property is, in a few letters.
std::string shown(const json& value) {
    if (value.is_object()) return text(at(value, "class_name"));
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

ForeignShape shapeOf(const json& dims) {
    ForeignShape shape;
    if (!dims.is_array()) return shape;
    for (const json& extent : dims) shape.add(extent.is_number_integer() ? extent.get<int64_t>() : -1);
    return shape;
}

class KerasReader {
public:
    KerasReader(std::string_view bytes, const std::string& name, const std::stop_token& stop)
        : name_(name), stop_(stop), maker_(name, bytes.size()) {
        const json model = nestedTooDeep(std::string(bytes)) ? json() : json::parse(bytes, nullptr, false);
        if (!at(at(model, "config"), "layers").is_array() && !at(model, "config").is_array())
            throw Error(Message(name), "a Keras model's layers", "none");
        (void)readModel(model, modelName(model), -1, {}, 0);
        view_ = maker_.finish(Message("Keras, {model}", shortened(modelName(model))));
    }
    GraphView take() { return std::move(view_); }

private:
    // What is called by a layer's name: what it passes on.
    using Made = std::vector<int>;  // tensors

    static std::string modelName(const json& model) {
        const std::string own = text(at(model, "name")), configured = text(at(at(model, "config"), "name"));
        return !own.empty() ? own : !configured.empty() ? configured : text(at(model, "class_name"));
    }

    // Layers called on others tell which: an object with "keras_history", of Keras 2 a list: a layer, the how-manieth
    // call of it, the how-manieth of its outputs.
    struct Source {
        std::string layer;
        size_t output = 0;
        const json* shape = &kNothing;
    };
    static Source sourceOf(const json& history, const json& shape) {
        const bool counted = history.size() >= 3 && history[2].is_number_unsigned();
        return {text(history[0]), counted ? history[2].get<size_t>() : 0, &shape};
    }
    void sources(const json& value, std::vector<Source>& found, int depth) const {
        if (depth > kDeepestModel) return;
        if (value.is_object()) {
            const json& history = at(at(value, "config"), "keras_history");
            if (history.is_array() && !history.empty()) {
                found.push_back(sourceOf(history, at(at(value, "config"), "shape")));
                return;
            }
            for (const auto& [key, inner] : value.items()) sources(inner, found, depth + 1);
        } else if (value.is_array()) {
            if (value.size() >= 3 && value[0].is_string() && value[1].is_number() && value[2].is_number())
                found.push_back(sourceOf(value, kNothing));
            else
                for (const json& inner : value) sources(inner, found, depth + 1);
        }
    }

    Made readModel(const json& model, const std::string& scope, int group, const Made& inputs, int depth) {
        if (depth > kDeepestModel) throw Error(Message(name_), "models within each other", "too many of them");
        const json& config = at(model, "config");
        const json& layers = config.is_array() ? config : at(config, "layers");
        const bool chain = text(at(model, "class_name")) == "Sequential";
        std::map<std::string, Made> made;
        Made last = inputs;
        size_t nextInput = 0;
        for (const json& layer : layers) {
            if (stop_.stop_requested()) break;
            const std::string name = modelName(layer);
            std::vector<Source> called;
            sources(at(layer, "inbound_nodes"), called, 0);
            Made from = chain ? last : Made{};
            for (const Source& source : called) take(made[source.layer], source, from);
            if (text(at(layer, "class_name")) == "InputLayer" && !chain && nextInput < inputs.size())
                from.push_back(inputs[nextInput++]);
            last = made[name] = readLayer(layer, scope + "/" + name, group, from, depth);
        }
        std::vector<Source> outputs;
        sources(at(config, "output_layers"), outputs, 0);
        if (chain || outputs.empty()) return last;
        Made all;
        for (const Source& output : outputs) take(made[output.layer], output, all);
        return all;
    }

    void take(const Made& made, const Source& source, Made& into) {
        if (source.output >= made.size()) return;
        setShape(made[source.output], *source.shape);
        into.push_back(made[source.output]);
    }

    Made readLayer(const json& layer, const std::string& path, int group, const Made& inputs, int depth) {
        if (at(at(layer, "config"), "layers").is_array()) return readModel(layer, path, group, inputs, depth + 1);
        const int node = maker_.node(path, text(at(layer, "class_name")), group);
        for (const auto& [key, value] : at(layer, "config").items())
            if (key != "name" && !value.is_null()) maker_.attribute(node, key, shortened(shown(value)));
        for (const int tensor : inputs) maker_.reads(node, tensor);
        if (inputs.size() == 1) setShape(inputs[0], at(at(layer, "build_config"), "input_shape"));
        const int output = maker_.tensor(0, path);
        maker_.makes(node, output);
        const json& own = at(at(layer, "config"), "batch_shape");
        setShape(output, own.is_array() ? own : at(at(layer, "config"), "batch_input_shape"));
        return {output};
    }

    void setShape(int tensor, const json& dims) {
        GraphTensor& told = maker_.tensorAt(tensor);
        if (dims.is_array() && told.shape.empty()) told.shape = shapeOf(dims).shown();
    }

    const std::string& name_;
    const std::stop_token& stop_;
    GraphMaker maker_;
    GraphView view_;
};

}  // namespace

GraphView graphOfKeras(std::string_view json, const std::string& name, const std::stop_token& stop) {
    return KerasReader(json, name, stop).take();
}

}  // namespace tl
