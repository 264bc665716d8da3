// One or more filters for each channel, and no mixing between channels: a convolution with as many groups as channels
// (Howard et al., "MobileNets", 2017). The kernel is [channels * depth_multiplier, 1, height, width].
#include "engine/layers/convolution.h"

namespace tl::layers {
namespace {

ShapeResult depthwiseConv2dShape(const ShapeContext& context) {
    ShapeResult image = wantsImage("DepthwiseConv2D", context);
    if (!image.diagnostics.empty()) return image;
    const int64_t filters = image.output[0] * context.properties.integer("depth_multiplier");
    return slide("DepthwiseConv2D", context, readWindow(context.properties, "kernel_size", true), filters,
                 "kernel_size");
}

void buildDepthwiseConv2d(BuildContext& context) {
    std::vector<ValueId> inputs{filterDepthwise(context)};
    addBias(context, inputs, context.shape(inputs[0])[1]);
    const ValueId y = inputs.size() > 1 ? context.emit("BiasAdd", inputs)[0] : inputs[0];
    context.setOutput(emitActivation(context, y, context.properties().text("activation")));
}

}  // namespace

LayerType depthwise_conv2d() {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = "DepthwiseConv2D";
    type.category = Category::Conv;
    type.icon = "layers";
    type.idStem = "conv";
    type.help = "Filters each channel by itself: far fewer weights than Conv2D. A 1×1 Conv2D after it mixes the "
                "channels, as SeparableConv2D does in one.";
    type.properties = {
        kernelSizeProperty(2), stridesProperty(2), paddingProperty(),   depthMultiplierProperty(),
        activationProperty(),  useBiasProperty(),  dilationProperty(2),
    };
    addWeight(type, "depthwise", "glorot_uniform", "depthwise kernel");
    addBias(type);
    addActivityRegularizer(type);
    type.properties.push_back(trainableProperty());
    type.shape = depthwiseConv2dShape;
    type.build = buildDepthwiseConv2d;
    type.summary = [](const PropertyReader& properties) {
        const int64_t multiplier = properties.integer("depth_multiplier");
        return convolutionSummary(multiplier == 1 ? std::string() : "× " + std::to_string(multiplier), properties);
    };
    type.cases = {
        {"default", {{3, 6, 5}}, {}},
        {"multiplier, same, relu",
         {{2, 5, 6}},
         {{"depth_multiplier", int64_t{3}}, {"padding", std::string("same")}, {"activation", std::string("relu")}}},
        {"strided, without bias", {{16, 7, 7}}, {{"strides", List{2, 2}}, {"use_bias", false}}},
        {"dilated", {{2, 8, 9}}, {{"dilation_rate", List{2, 3}}, {"kernel_size", List{3, 2}}}},
    };
    return type;
}

}  // namespace tl::layers
