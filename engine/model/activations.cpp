// See the header. Only nodes whose shape is known are looked at: of the others something else is said already.
#include "engine/model/activations.h"

#include <algorithm>
#include <set>

#include "engine/layers/layer_type.h"
#include "engine/layers/loss_type.h"
#include "engine/layers/metric_type.h"

namespace tl {
namespace {

std::string textOf(const NodeSpec& node, const std::string& key) {
    const LayerType* type = findLayer(node.type);
    if (!type) return {};
    for (const Property& property : type->properties) {
        if (property.key != key) continue;
        const auto set = node.properties.find(key);
        const PropertyValue& value = set == node.properties.end() ? property.defaultValue : set->second;
        const auto* text = std::get_if<std::string>(&value);
        return text ? *text : std::string();
    }
    return {};
}

// What its result went through last: an Activation's function, or what a layer applies to its own; "" = none.
std::string activationOf(const NodeSpec& node) {
    const std::string name = textOf(node, "activation");
    return name == "linear" ? std::string() : name;
}

bool onlyPassesOn(const NodeSpec& node) {
    return node.type == "Dropout" || node.type == "Flatten" || node.type == "Reshape";
}

class Looker {
public:
    Looker(const NetworkSpec& network, const Links& links, const DataFacts& data, Check& check)
        : network_(network), links_(links), data_(data), check_(check) {}

    void look() {
        for (const int index : links_.order) {
            const NodeSpec& node = network_.nodes[static_cast<size_t>(index)];
            if (node.type == "Activation" && known(node)) lookAtTwice(node, producer(index));
        }
        if (check_.output < 0) return;
        const NodeSpec& output = network_.nodes[static_cast<size_t>(check_.output)];
        lookAtLoss(output);
        lookAtMetrics(output);
    }

private:
    bool known(const NodeSpec& node) const {
        const auto found = check_.report.nodes.find(node.id);
        return found != check_.report.nodes.end() && found->second.outputKnown;
    }

    const NodeSpec* producer(int index) const {
        const auto& in = links_.in[static_cast<size_t>(index)];
        return in.empty() ? nullptr : &network_.nodes[static_cast<size_t>(in.front().node)];
    }

    void warn(const NodeSpec& node, Message message, Message detail, std::vector<Repair> repairs) {
        Diagnostic diagnostic;
        diagnostic.severity = Diagnostic::Severity::Warning;
        diagnostic.node = node.id;
        diagnostic.message = std::move(message);
        diagnostic.detail = std::move(detail);
        diagnostic.repairs = std::move(repairs);
        check_.report.diagnostics.push_back(std::move(diagnostic));
    }

    static Repair set(const NodeSpec& node, const std::string& key, const std::string& value) {
        Message label("Set {property} of {layer} to {value}", key, node.id, value);
        return {Repair::Kind::SetProperty, std::move(label), {}, 0, key, value, node.id};
    }

    // Takes the activation away where it stands.
    static Repair drop(const NodeSpec& node) {
        if (node.type == "Activation")
            return {Repair::Kind::Remove, Message("Remove {layer}", node.id), {}, 0, {}, {}, node.id};
        return set(node, "activation", "linear");
    }

    void lookAtTwice(const NodeSpec& node, const NodeSpec* before) {
        const std::string name = activationOf(node);
        if (!before || name.empty() || activationOf(*before) != name) return;
        static const std::set<std::string> harmless = {"relu", "relu6"};  // twice is as once
        warn(node, Message("The result of “{layer}” went through {activation} already", before->id, name),
             harmless.count(name) ? "The second one changes nothing."
                                  : "Twice in a row it flattens the values, and little is learned.",
             {drop(node), drop(*before)});
    }

    bool labelsAreClasses() const { return data_.classes > 0 && !data_.labels.numbers; }

    // Metrics of numbers alone say nothing of how many classes were right.
    void lookAtMetrics(const NodeSpec& output) {
        const std::vector<std::string> names = chosen(textOf(output, "metrics"));
        const auto ofNumbers = [](const std::string& name) {
            return std::ranges::any_of(allMetrics(), [&](const MetricType& m) { return m.id == name && m.numbers; });
        };
        if (!labelsAreClasses() || names.empty() || !std::ranges::all_of(names, ofNumbers)) return;
        warn(output, Message("The data set's labels are classes, and the metric {name} is of numbers", names.front()),
             "Nothing tells how many samples are given their class.", {set(output, "metrics", "accuracy")});
    }

    void lookAtLoss(const NodeSpec& output) {
        const NodeSpec* last = producer(check_.output);
        while (last && onlyPassesOn(*last)) last = producer(links_.index.at(last->id));
        if (!last || !known(*last)) return;
        const std::string loss = textOf(output, "loss"), name = activationOf(*last);
        const auto& losses = allLosses();
        const auto type = std::ranges::find(losses, loss, &LossType::id);
        if (type == losses.end()) return;
        static const std::set<std::string> squashing = {"softmax", "sparsemax", "sigmoid", "hard_sigmoid"};
        static const std::set<std::string> cutting = {"relu", "relu6"};
        const Shape& scores = check_.report.nodes.at(last->id).output;
        const bool one = scores.rank() == 1 && scores[0] == 1;
        // The squared error of probabilities is the Brier score, which somebody may well mean.
        if (labelsAreClasses() && type->numbers && !squashing.count(name))
            warn(output, Message("The data set's labels are classes, and {name} is a loss for numbers", loss),
                 "It trains all the same, but a cross-entropy learns classes better.",
                 {set(output, "loss",
                      one && data_.classes == 2 ? "binary_crossentropy" : "sparse_categorical_crossentropy")});
        if (type->numbers && one && name == "softmax")
            warn(output, Message("The numbers to learn come from a {activation}, “{layer}”", name, last->id),
                 "A softmax of one score is always 1, so nothing is learned.", {drop(*last)});
        const bool cuts = cutting.count(name) > 0;
        if (type->activation.empty() || name == type->activation || !(cuts || squashing.count(name))) return;
        std::vector<Repair> repairs = {set(*last, "activation", type->activation), drop(*last)};
        if (!one && name == "softmax") repairs.push_back(set(output, "loss", "sparse_categorical_crossentropy"));
        if (name == "sigmoid" && type->activation == "softmax")
            repairs.push_back(set(output, "loss", "binary_crossentropy"));
        warn(output,
             Message("{loss} takes raw scores or a {fitting}, and gets a {activation} from “{layer}”", loss,
                     type->activation, name, last->id),
             cuts                       ? "Scores below zero are lost, and less is learned."
             : name == "softmax" && one ? "A softmax of one score is always 1, so nothing is learned."
                                        : "The scores would be squeezed twice, and little is learned.",
             std::move(repairs));
    }

    const NetworkSpec& network_;
    const Links& links_;
    const DataFacts& data_;
    Check& check_;
};

}  // namespace

void checkActivations(const NetworkSpec& network, const Links& links, const DataFacts& data, Check& check) {
    Looker(network, links, data, check).look();
}

}  // namespace tl
