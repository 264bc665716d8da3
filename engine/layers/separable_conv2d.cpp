// A depthwise convolution, then a 1×1 convolution that mixes the channels (Chollet, "Xception", CVPR 2017); the bias
// and the activation come after the second.
#include "engine/layers/convolution.h"

namespace tl::layers {
namespace {

ShapeResult separableConv2dShape(const ShapeContext& context) {
    ShapeResult image = wantsImage("SeparableConv2D", context);
    if (!image.diagnostics.empty()) return image;
    return slide("SeparableConv2D", context, readWindow(context.properties, "kernel_size", true),
                 context.properties.integer("filters"), "kernel_size");
}

void buildSeparableConv2d(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId between = filterDepthwise(context);
    const int64_t filters = properties.integer("filters");
    std::vector<ValueId> inputs{between,
                                context.parameter("pointwise_kernel", {filters, context.shape(between)[1], 1, 1})};
    addBias(context, inputs, filters);
    const std::vector<int64_t> ones{1, 1};
    const ValueId y = context.emit(
        "Conv2D", inputs,
        {{"strides", ones}, {"pads", std::vector<int64_t>{0, 0, 0, 0}}, {"dilations", ones}, {"group", int64_t{1}}})[0];
    context.setOutput(emitActivation(context, y, properties.text("activation")));
}

}  // namespace

LayerType separable_conv2d() {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = "SeparableConv2D";
    type.category = Category::Conv;
    type.icon = "layers-half";
    type.idStem = "conv";
    type.help = "Filters each channel by itself and then mixes the channels: nearly what Conv2D does, with a fraction "
                "of its weights and work.";
    type.properties = {
        intProperty("filters", 32, 1, 1 << 16, "Number of output channels."),
        kernelSizeProperty(2),
        stridesProperty(2),
        paddingProperty(),
        depthMultiplierProperty(),
        activationProperty(),
        useBiasProperty(),
        dilationProperty(2),
    };
    addWeight(type, "depthwise", "glorot_uniform", "depthwise kernel");
    addWeight(type, "pointwise", "glorot_uniform", "pointwise kernel");
    addBias(type);
    addActivityRegularizer(type);
    type.properties.push_back(trainableProperty());
    type.shape = separableConv2dShape;
    type.build = buildSeparableConv2d;
    type.summary = [](const PropertyReader& properties) {
        return convolutionSummary(std::to_string(properties.integer("filters")), properties);
    };
    type.cases = {
        {"default", {{3, 6, 5}}, {}},
        {"multiplier, same, relu",
         {{2, 5, 6}},
         {{"filters", int64_t{5}},
          {"depth_multiplier", int64_t{2}},
          {"padding", std::string("same")},
          {"activation", std::string("relu")}}},
        {"strided, without bias", {{4, 7, 7}}, {{"filters", int64_t{3}}, {"strides", List{2, 2}}, {"use_bias", false}}},
    };
    return type;
}

}  // namespace tl::layers
