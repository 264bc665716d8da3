// Appends layers to a network, each below the last.
#include "engine/model/templates/support.h"

#include <algorithm>
#include <utility>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"

namespace tl::templates {

std::string Sketch::add(const std::string& type, Properties properties, std::vector<std::string> inputs) {
    const LayerType* layer = findLayer(type);
    if (!layer) throw Error(Message("A template asks for the layer \"{type}\", which is not there.", type));
    NodeSpec node;
    node.id = next_.empty() ? network_.freshId(layer->idStem) : std::exchange(next_, {});
    node.type = type;
    node.version = layer->version;
    for (const Property& property : layer->properties)  // what is the default anyway is not written
        if (const auto set = properties.find(property.key);
            set != properties.end() && set->second == property.defaultValue)
            properties.erase(set);
    node.properties = std::move(properties);
    if (inputs.empty() && !last_.empty()) inputs = {last_};
    for (size_t port = 0; port < inputs.size(); ++port)
        network_.links.push_back({inputs[port], node.id, static_cast<int>(port)});
    last_ = node.id;
    network_.nodes.push_back(std::move(node));
    return last_;
}

Sketch& Sketch::named(std::string id) {
    next_ = std::move(id);
    return *this;
}

void Sketch::begin(double scale, double offset) {
    add("Input");
    if (data_.shape.rank() == 1) return;  // columns of numbers are not pixels
    add("Rescaling", {{"scale", scale}, {"offset", offset}});
}

NetworkSpec Sketch::finish(Properties dense, double scale, Properties loss) {
    const bool numbers = data_.labels.numbers;
    dense["units"] = int64_t{numbers ? 1 : data_.classes > 0 ? data_.classes : 10};
    add("Dense", std::move(dense));
    if (scale != 1) add("Rescaling", {{"scale", scale}});
    if (numbers)
        add("Output", {{"loss", std::string("mean_squared_error")}, {"metrics", std::string("mean_absolute_error")}});
    else
        add("Output", std::move(loss));
    autoLayout(network_);
    return std::move(network_);
}

}  // namespace tl::templates
