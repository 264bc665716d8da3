// Batch normalisation (Ioffe & Szegedy, ICML 2015) per channel. Training uses the batch's own mean and
// variance and keeps moving averages of them, which prediction uses; a frozen layer uses the averages in
// training too, as in Keras.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

void build(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    ValueId x = context.inputs()[0];
    const Shape given = context.shape(x);
    const int64_t channels = given[1];
    if (given.rank() == 2)  // a vector is an image of one pixel
        x = emitReshape(context, x, {given[0], channels, 1, 1});

    const ValueId gamma = properties.boolean("scale") ? context.parameter("gamma", {channels})
                                                      : context.graph().addConstant(1, {channels});
    const ValueId beta = properties.boolean("center") ? context.parameter("beta", {channels})
                                                      : context.graph().addConstant(0, {channels});
    const ValueId mean = context.state("moving_mean", {channels}, 0);
    const ValueId variance = context.state("moving_variance", {channels}, 1);
    const Attributes attributes = {{"epsilon", properties.number("epsilon")}};

    ValueId y;
    if (context.training() && properties.boolean("trainable")) {
        const auto outputs = context.emit("BatchNorm", {x, gamma, beta}, attributes);
        y = outputs[0];
        const Attributes momentum = {{"momentum", properties.number("momentum")}};
        context.emit("MovingAverage", {mean, outputs[1]}, momentum, Phase::Update);
        context.emit("MovingAverage", {variance, outputs[2]}, momentum, Phase::Update);
    } else {
        y = context.emit("BatchNormInference", {x, gamma, beta, mean, variance}, attributes)[0];
    }
    if (given.rank() == 2) y = emitReshape(context, y, given);
    context.setOutput(y);
}

}  // namespace

LayerType batch_normalization() {
    LayerType type;
    type.id = type.title = "BatchNormalization";
    type.category = Category::Norm;
    type.icon = "sliders";
    type.idStem = "norm";
    type.help = "Brings each channel to mean 0 and deviation 1 over the batch, then scales and shifts it as learned. "
                "Networks with it train faster and bear higher learning rates.";
    type.properties = {
        floatProperty("momentum", 0.99, 0, 1, "Weight of the past in the moving averages that prediction uses."),
        floatProperty("epsilon", 1e-3, 1e-12, 1, "Added to the variance, against division by zero."),
        boolProperty("center", true, "Adds a learned shift, beta."),
        boolProperty("scale", true, "Multiplies by a learned factor, gamma."),
    };
    addWeight(type, "gamma", "ones");
    addWeight(type, "beta", "zeros");
    type.properties.push_back(trainableProperty());
    type.shape = [](const ShapeContext& context) {
        const Shape& input = context.inputs[0];
        if (input.rank() == 3 || input.rank() == 1) return ShapeResult::of(input);
        return ShapeResult::wrong("BatchNormalization wants an image or a vector, and gets " + input.toString());
    };
    type.build = build;
    type.summary = [](const PropertyReader& properties) {
        return "momentum " + shortNumber(properties.number("momentum"));
    };
    type.cases = {
        {"image", {{3, 4, 5}}, {}},
        {"vector", {{6}}, {}},
        {"no scale, no shift", {{2, 3, 3}}, {{"scale", false}, {"center", false}, {"momentum", 0.9}}},
        {"frozen", {{2, 3, 3}}, {{"trainable", false}}},
    };
    return type;
}

}  // namespace tl::layers
