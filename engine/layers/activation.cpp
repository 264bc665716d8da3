// An activation as a node of its own, for where it does not directly follow a layer that has one, and for the functions
// that have numbers to set. Defaults are Keras's.
#include "engine/core/activation.h"

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// The property that holds the op's alpha, of the functions that have one.
const char* alphaKey(const std::string& activation) {
    if (activation == "leaky_relu") return "negative_slope";
    if (activation == "elu" || activation == "celu") return "alpha";
    if (activation == "hard_shrink" || activation == "soft_shrink" || activation == "threshold") return "threshold";
    return activation == "squareplus" ? "b" : nullptr;
}

ShapeResult activationShape(const ShapeContext& context) {
    Shape output = context.inputs[0];
    if (context.properties.text("activation") != "glu") return ShapeResult::of(output);
    int64_t& features = output[featureAxis(output.withBatch(1)) - 1];
    if (features % 2 != 0)
        return ShapeResult::wrong(Message("glu halves the features, and gets {features}",
                                          from(Message("{count}", features), context.producer(0))),
                                  {setProperty("Use relu instead", "activation", std::string("relu"))});
    features /= 2;
    return ShapeResult::of(output);
}

// The first half of the features, each multiplied by the logistic function of its partner in the second half.
ValueId emitGlu(BuildContext& context, ValueId x) {
    const int64_t axis = featureAxis(context.shape(x)), half = context.shape(x)[static_cast<int>(axis)] / 2;
    const auto part = [&](int64_t begin) {
        return context.emit("Slice", {x}, {{"axis", axis}, {"begin", begin}, {"end", begin + half}})[0];
    };
    const ValueId values = part(0), gates = emitActivation(context, part(half), "sigmoid");
    return context.emit("Mul", {values, gates})[0];
}

void buildActivation(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId x = context.inputs()[0];
    const std::string& name = properties.text("activation");
    Attributes attributes;
    if (const char* key = alphaKey(name)) attributes.set("alpha", properties.number(key));
    if (name == "threshold") attributes.set("value", properties.number("default_value"));
    context.setOutput(name == "glu" ? emitGlu(context, x) : emitActivation(context, x, name, attributes));
}

}  // namespace

LayerType activation() {
    LayerType type;
    type.id = type.title = "Activation";
    type.category = Category::Act;
    type.icon = "graph-up";
    type.idStem = "act";
    type.help = "Applies a function to every value; without one between them, two layers are no more than one. softmax "
                "turns class scores into probabilities.";
    Property function = activationProperty();
    function.defaultValue = std::string("relu");
    function.help = "The function; relu is a good first choice.";
    function.choices.push_back("threshold");
    function.choices.push_back("glu");
    type.properties = {
        function,
        shownWhen(floatProperty("negative_slope", 0.2, 0, 1, "Slope for values below zero."), "activation",
                  "leaky_relu"),
        shownWhen(floatProperty("alpha", 1, 1e-3, 10, "What large negative values tend to, times −1."), "activation",
                  "elu|celu"),
        shownWhen(floatProperty("threshold", 0.5, 0, 1e6, "Values that do not reach it are put away."), "activation",
                  "hard_shrink|soft_shrink|threshold"),
        shownWhen(floatProperty("default_value", 0, -1e6, 1e6, "Stands for the values put away."), "activation",
                  "threshold"),
        shownWhen(floatProperty("b", 4, 1e-6, 1e6, "How round the bend at zero is."), "activation", "squareplus"),
    };
    addActivityRegularizer(type);
    type.shape = activationShape;
    type.build = buildActivation;
    type.summary = [](const PropertyReader& properties) { return properties.text("activation"); };
    for (const std::string& name : function.choices)
        type.cases.push_back({name, {name == "softmax" ? Shape{7} : Shape{2, 3, 4}}, {{"activation", name}}});
    type.cases.push_back(
        {"leaky_relu 0.3", {{5}}, {{"activation", std::string("leaky_relu")}, {"negative_slope", 0.3}}});
    type.cases.push_back({"activity_regularizer", {{5}}, {{"activity_regularizer", std::string("l1_l2")}}});
    type.cases.push_back({"softmax of channels", {{3, 2, 4}}, {{"activation", std::string("softmax")}}});
    return type;
}

}  // namespace tl::layers
