// An activation as a node of its own, for where it does not directly follow a layer that has one. Slopes are
// Keras's.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult shape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    if (context.properties.text("activation") == "softmax" && input.rank() != 1)
        return ShapeResult::wrong(
            "softmax wants a vector of class scores, and gets " + input.toString() + from(context.producer(0)),
            {insertBefore("Flatten"), setProperty("Use relu instead", "activation", std::string("relu"))});
    return ShapeResult::of(input);
}

}  // namespace

LayerType activation() {
    LayerType type;
    type.id = type.title = "Activation";
    type.category = Category::Act;
    type.icon = "graph-up";
    type.idStem = "act";
    type.help = "Applies a function to every value; without one between them, two layers are no more than "
                "one. softmax "
                "turns class scores into probabilities.";
    Property function = activationProperty();
    function.defaultValue = std::string("relu");
    function.help = "The function; relu is a good first choice.";
    Property slope = floatProperty("negative_slope", kLeakySlope, 0, 1, "Slope for values below zero.");
    slope.visibleWhenKey = "activation";
    slope.visibleWhenValue = "leaky_relu";
    Property alpha = floatProperty("alpha", kEluAlpha, 0, 10, "What large negative values tend to, times −1.");
    alpha.visibleWhenKey = "activation";
    alpha.visibleWhenValue = "elu";
    type.properties = {function, slope, alpha};
    type.shape = shape;
    type.build = [](BuildContext& context) {
        const PropertyReader& properties = context.properties();
        const std::string& name = properties.text("activation");
        const double slope = properties.number(name == "leaky_relu" ? "negative_slope" : "alpha");
        context.setOutput(emitActivation(context, context.inputs()[0], name, slope));
    };
    type.summary = [](const PropertyReader& properties) { return properties.text("activation"); };
    for (const std::string& name : function.choices)
        type.cases.push_back({name, {name == "softmax" ? Shape{7} : Shape{2, 3, 4}}, {{"activation", name}}});
    type.cases.push_back(
        {"leaky_relu 0.3", {{5}}, {{"activation", std::string("leaky_relu")}, {"negative_slope", 0.3}}});
    return type;
}

}  // namespace tl::layers
