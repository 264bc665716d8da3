// Regularisers of weights and results, constraints of weights, and the rows that a layer shows for them, in Keras's
// names. A constraint acts on the weights that lead to one output: the norm is that of a unit's or a filter's incoming
// weights (axis 0 of our kernels, which Keras writes as axis=0 for Dense and axis=[0, 1, 2] for Conv2D), and of a
// vector as a whole.
#include "engine/layers/weights.h"

namespace tl {
namespace layers {
namespace {

std::vector<Entry> regularizerEntries(const Message& sizes, const Message& squares) {
    const Property l1 = floatProperty("l1", 0.01, 0, 1e6, sizes), l2 = floatProperty("l2", 0.01, 0, 1e6, squares);
    return {{"none"}, {"l1", {l1}}, {"l2", {l2}}, {"l1_l2", {l1, l2}}};
}

std::vector<Entry> constraintEntries() {
    const Property largest = floatProperty("max_value", 2, 0, 1e6, "The largest norm of one output's weights.");
    return {
        {"none"},
        {"max_norm", {largest}},
        {"min_max_norm",
         {floatProperty("min_value", 0, 0, 1e6, "The smallest norm of one output's weights."), largest,
          floatProperty("rate", 1, 0, 1, "The part of the way to that norm that each update goes; 1 is all of it.")}},
        {"non_neg"},
        {"unit_norm"}};
}

void addRows(LayerType& type, const std::string& key, const std::string& value, const std::vector<Entry>& entries,
             const Message& help) {
    const auto rows = choiceOf(advanced(choiceProperty(key, value, {}, help)), entries, key + "_");
    type.properties.insert(type.properties.end(), rows.begin(), rows.end());
}

void addRowsOfWeight(LayerType& type, const std::string& weight, const std::string& initializer,
                     const std::vector<Entry>& initializers, const std::string& it) {
    addRows(type, weight + "_initializer", initializer, initializers, Message("How the {weight} starts.", it));
    addRows(type, weight + "_regularizer", "none",
            regularizerEntries("The loss gets this much of the sum of the weights' sizes.",
                               "The loss gets this much of the sum of the weights' squares."),
            Message("What the loss gets for large values of the {weight}.", it));
    addRows(type, weight + "_constraint", "none", constraintEntries(),
            Message("What the {weight} is made to keep to after each update.", it));
}

}  // namespace

void addWeight(LayerType& type, const std::string& weight, const std::string& initializer, const std::string& words) {
    addRowsOfWeight(type, weight, initializer, initializerEntries(), words.empty() ? weight : words);
}

void addBias(LayerType& type) { addRowsOfWeight(type, "bias", "zeros", vectorInitializerEntries(), "bias"); }

void addActivityRegularizer(LayerType& type) {
    addRows(type, "activity_regularizer", "none",
            regularizerEntries("The loss gets this much of the sum of the outputs' sizes.",
                               "The loss gets this much of the sum of the outputs' squares."),
            "What the loss gets for large outputs of the layer: of all in a batch, divided by its samples.");
}

void addKernelAndBias(LayerType& type) {
    addWeight(type, "kernel", "glorot_uniform");
    addBias(type);
    addActivityRegularizer(type);
    type.properties.push_back(trainableProperty());
}

std::string rowOf(const PropertyReader& properties, const std::string& weight, const std::string& what) {
    const size_t cut = weight.rfind('_');
    const std::string last = cut == std::string::npos ? weight : weight.substr(cut + 1);
    for (const std::string& owner : {weight, weight.substr(0, cut), last})
        if (properties.has(owner + "_" + what)) return owner + "_" + what;
    return {};
}

}  // namespace layers

WeightRules rulesOf(const PropertyReader& properties, const std::string& weight) {
    WeightRules rules;
    if (const std::string key = layers::rowOf(properties, weight, "regularizer"); !key.empty()) {
        const std::string& kind = properties.text(key);
        if (kind == "l1" || kind == "l1_l2") rules.l1 = properties.number(key + "_l1");
        if (kind == "l2" || kind == "l1_l2") rules.l2 = properties.number(key + "_l2");
    }
    if (const std::string key = layers::rowOf(properties, weight, "constraint"); !key.empty()) {
        const std::string& kind = properties.text(key);
        if (kind != "none") rules.constraint = {{"kind", kind}};
        if (kind == "max_norm" || kind == "min_max_norm")
            rules.constraint.set("max_value", properties.number(key + "_max_value"));
        if (kind == "min_max_norm")
            for (const std::string number : {"min_value", "rate"})
                rules.constraint.set(number, properties.number(key + "_" + number));
    }
    return rules;
}

}  // namespace tl
