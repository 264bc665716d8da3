// The transpose of a convolution: what Conv2D does to gradients, done to images, so that strides enlarge. Sizes are
// Keras's, and the padding is that of the Conv2D which leads back. The kernel is [channels, filters, height, width].
#include "engine/layers/convolution.h"

namespace tl::layers {
namespace {

using List = std::vector<int64_t>;

List enlarged(const PropertyReader& properties, const Window& window, const List& extents) {
    const List& extra = properties.list("output_padding");
    List result;
    for (size_t a = 0; a < extents.size(); ++a) {
        const int64_t reach = window.reach(static_cast<int>(a)), stride = window.strides[a];
        if (extra.empty())
            result.push_back(extents[a] * stride + (window.same ? 0 : std::max<int64_t>(reach - stride, 0)));
        else
            result.push_back((extents[a] - 1) * stride + reach - (window.same ? reach / 2 * 2 : 0) + extra[a]);
    }
    return result;
}

ShapeResult conv2dTransposeShape(const ShapeContext& context) {
    ShapeResult image = wantsImage("Conv2DTranspose", context);
    if (!image.diagnostics.empty()) return image;
    const PropertyReader& properties = context.properties;
    const Window window = readWindow(properties, "kernel_size", true);
    const Field input(image.output);
    const Repair none = setProperty("Let output_padding follow", "output_padding", List{});
    const size_t given = properties.list("output_padding").size();
    if (given != 0 && given != 2)
        return ShapeResult::wrong("output_padding wants two numbers, or none for the size that follows", {none});
    const Field result(properties.integer("filters"), enlarged(properties, window, input.extents));
    // A Conv2D with these properties must lead back from the result to the input.
    if (result.extents[0] < 1 || result.extents[1] < 1 || window.output(result.extents) != input.extents)
        return ShapeResult::wrong(
            Message(
                "output_padding does not fit: it must leave {size} places for the window, and be less than the strides",
                times(input.extents)),
            {none});
    return ShapeResult::of(result.shape());
}

void buildConv2dTranspose(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId x = context.inputs()[0];
    const Window window = readWindow(properties, "kernel_size", true);
    const Field input(context.shape(x).withoutBatch());
    const Field result(properties.integer("filters"), enlarged(properties, window, input.extents));
    const ValueId kernel = context.parameter("kernel", kernelShape(input.channels, result.channels, window.size));
    std::vector<ValueId> inputs{context.emit("Conv2DInputGrad", {x, kernel},
                                             {{"strides", window.strides},
                                              {"pads", window.pads(result.extents)},
                                              {"dilations", window.dilations},
                                              {"group", int64_t{1}},
                                              {"input_shape", result.shape().withBatch(context.batch()).dims()}})[0]};
    addBias(context, inputs, result.channels);
    const ValueId y = inputs.size() > 1 ? context.emit("BiasAdd", inputs)[0] : inputs[0];
    context.setOutput(emitActivation(context, y, properties.text("activation")));
}

}  // namespace

LayerType conv2d_transpose() {
    LayerType type;
    type.id = type.title = "Conv2DTranspose";
    type.category = Category::Conv;
    type.icon = "arrows-fullscreen";
    type.idStem = "conv";
    type.help = "Enlarges an image with learned filters: with stride 2 the output is twice as wide and high. Decoders "
                "and generators are made of it.";
    Property padding = paddingProperty();
    padding.help = "same makes the output as large as the input times the stride; valid adds what the filter reaches "
                   "beyond that.";
    type.properties = {
        intProperty("filters", 32, 1, 1 << 16, "Number of output channels."),
        kernelSizeProperty(2),
        stridesProperty(2),
        padding,
        activationProperty(),
        useBiasProperty(),
        advanced(withUnit(listProperty("output_padding", {}, 0, 0, 254,
                                       "Rows and columns more than the least size; empty follows from the padding."),
                          "px")),
        dilationProperty(2),
    };
    addKernelAndBias(type);
    type.shape = conv2dTransposeShape;
    type.build = buildConv2dTranspose;
    type.summary = [](const PropertyReader& properties) {
        return convolutionSummary(std::to_string(properties.integer("filters")), properties);
    };
    const auto count = [](int64_t filters) { return PropertyValue(filters); };
    const std::string same = "same";
    type.cases = {
        {"default", {{2, 4, 5}}, {}},
        {"doubles the size, relu",
         {{3, 4, 3}},
         {{"filters", count(4)}, {"strides", List{2, 2}}, {"padding", same}, {"activation", std::string("relu")}}},
        {"stride larger than kernel",
         {{2, 3, 4}},
         {{"filters", count(3)}, {"kernel_size", List{2, 1}}, {"strides", List{3, 2}}}},
        {"output_padding",
         {{2, 4, 3}},
         {{"filters", count(3)}, {"strides", List{2, 3}}, {"output_padding", List{1, 2}}, {"padding", same}}},
        {"dilated, without bias",
         {{2, 5, 4}},
         {{"filters", count(3)}, {"dilation_rate", List{2, 1}}, {"use_bias", false}}},
    };
    return type;
}

}  // namespace tl::layers
