// Batch normalisation (Ioffe & Szegedy, ICML 2015) per channel. Training uses the batch's own mean and
// variance and keeps moving averages of them, which prediction uses; a frozen layer uses the averages in
// training too, as in Keras.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

void buildBatchNormalization(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    ValueId x = context.inputs()[0];
    const Shape given = context.shape(x);
    const int64_t channels = given[featureAxis(given)];
    const bool image = given.rank() >= 4;
    if (!image)  // a vector, and each step of a sequence, is an image of one pixel
        x = emitReshape(context, x, {given.elements() / channels, channels, 1, 1});

    const auto [gamma, beta] = emitAffine(context, {channels});
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
    context.setOutput(image ? y : emitReshape(context, y, given));
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
    };
    addAffine(type);
    type.shape = [](const ShapeContext& context) { return ShapeResult::of(context.inputs[0]); };
    type.build = buildBatchNormalization;
    type.summary = [](const PropertyReader& properties) {
        return Message("momentum {value}", shortNumber(properties.number("momentum")));
    };
    type.cases = {
        {"image", {{3, 4, 5}}, {}},
        {"vector", {{6}}, {}},
        {"sequence", {{3, 4}}, {}},
        {"no scale, no shift", {{2, 3, 3}}, {{"scale", false}, {"center", false}, {"momentum", 0.9}}},
        {"frozen", {{2, 3, 3}}, {{"trainable", false}}},
    };
    return type;
}

}  // namespace tl::layers
