// A convolution over images. The kernel is [filters, channels / groups, height, width], ONNX's order.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult shape(const ShapeContext& context) {
    ShapeResult image = wantsImage("Conv2D", context);
    if (!image.diagnostics.empty()) return image;
    const int64_t filters = context.properties.integer("filters"), groups = context.properties.integer("groups");
    const int64_t channels = image.output[0];
    if (channels % groups != 0 || filters % groups != 0) {
        const bool input = channels % groups != 0;
        return ShapeResult::wrong(std::to_string(input ? channels : filters) +
                                      (input ? " input channels" : " filters") + " cannot be split into " +
                                      std::to_string(groups) + " equal groups",
                                  {setProperty("Set groups to 1", "groups", int64_t{1})});
    }
    return slide("Conv2D", context, readWindow(context.properties, "kernel_size", true), filters, "kernel_size");
}

void build(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId x = context.inputs()[0];
    const Shape& input = context.shape(x);
    const int64_t filters = properties.integer("filters"), groups = properties.integer("groups");
    const Window window = readWindow(properties, "kernel_size", true);
    const Attributes attributes = {{"strides", std::vector<int64_t>{window.strides[0], window.strides[1]}},
                                   {"pads", window.pads(input[2], input[3])},
                                   {"dilations", std::vector<int64_t>{window.dilations[0], window.dilations[1]}},
                                   {"group", groups}};
    std::vector<ValueId> inputs = {
        x, context.parameter("kernel", {filters, input[1] / groups, window.size[0], window.size[1]})};
    if (properties.boolean("use_bias")) inputs.push_back(context.parameter("bias", {filters}));
    const ValueId y = context.emit("Conv2D", inputs, attributes)[0];
    context.setOutput(emitActivation(context, y, properties.text("activation")));
}

std::string summary(const PropertyReader& properties) {
    const std::string& activation = properties.text("activation");
    const std::string stride = strideText(properties.list("strides"));
    return dots({std::to_string(properties.integer("filters")), times(properties.list("kernel_size")),
                 stride.empty() && properties.text("padding") == "same" ? "same" : stride,
                 activation == "linear" ? "" : activation});
}

}  // namespace

LayerType conv2d() {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = "Conv2D";
    type.category = Category::Conv;
    type.icon = "grid-3x3";
    type.idStem = "conv";
    type.help = "Slides a set of learned filters over the image. With stride 2 the output is half as wide "
                "and half as "
                "high.";
    type.properties = {
        intProperty("filters", 32, 1, 1 << 16, "Number of learned filters, and of output channels."),
        withUnit(listProperty("kernel_size", {3, 3}, 2, 1, 255, "Height and width of a filter."), "px"),
        withUnit(listProperty("strides", {1, 1}, 2, 1, 255, "Step of the filter, down and across."), "px"),
        paddingProperty(),
        activationProperty(),
        boolProperty("use_bias", true, "Adds a learned number to each filter; not needed before a normalisation."),
        advanced(withUnit(
            listProperty("dilation_rate", {1, 1}, 2, 1, 255, "Spacing of the filter's points; 1 is none."), "px")),
        advanced(intProperty("groups", 1, 1, 1 << 16,
                             "Splits the channels into groups that are filtered apart from each other.")),
    };
    addKernelAndBias(type);
    type.shape = shape;
    type.build = build;
    type.summary = summary;
    const auto size = [](int64_t filters) { return PropertyValue(filters); };
    type.cases = {
        {"default", {{2, 6, 5}}, {}},
        {"same relu",
         {{2, 5, 6}},
         {{"filters", size(4)}, {"padding", std::string("same")}, {"activation", std::string("relu")}}},
        {"strided same",
         {{3, 7, 6}},
         {{"filters", size(4)}, {"strides", List{2, 2}}, {"padding", std::string("same")}}},
        {"even kernel, stride 3",
         {{1, 9, 8}},
         {{"filters", size(2)},
          {"kernel_size", List{4, 2}},
          {"strides", List{3, 1}},
          {"padding", std::string("same")}}},
        {"dilated", {{2, 8, 9}}, {{"filters", size(3)}, {"dilation_rate", List{2, 3}}}},
        {"groups without bias",
         {{4, 5, 5}},
         {{"filters", size(6)}, {"groups", int64_t{2}}, {"use_bias", false}, {"padding", std::string("same")}}},
    };
    return type;
}

}  // namespace tl::layers
