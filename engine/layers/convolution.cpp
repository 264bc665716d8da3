// Kernels are [filters, channels / groups, ...], ONNX's order. A sequence [steps, features] is turned into an image of
// height 1 for the convolution, and back.
#include "engine/layers/convolution.h"

namespace tl::layers {
namespace {

using List = std::vector<int64_t>;

ShapeResult shapeOf(const std::string& layer, int rank, const ShapeContext& context) {
    ShapeResult field = wantsField(layer, context, rank);
    if (!field.diagnostics.empty()) return field;
    const int64_t filters = context.properties.integer("filters"), groups = context.properties.integer("groups");
    const int64_t channels = Field(field.output).channels;
    if (channels % groups != 0 || filters % groups != 0) {
        const bool input = channels % groups != 0;
        return ShapeResult::wrong(
            input ? Message("{count} input channels cannot be split into {groups} equal groups", channels, groups)
                  : Message("{count} filters cannot be split into {groups} equal groups", filters, groups),
            {setProperty(Message("Set {property} to {value}", std::string("groups"), 1), "groups", int64_t{1})});
    }
    return slide(layer, context, readWindow(context.properties, "kernel_size", true), filters, "kernel_size");
}

List withHeightOne(List list) {
    list.insert(list.begin(), 1);
    return list;
}

void buildConvolution(int rank, BuildContext& context) {
    const PropertyReader& properties = context.properties();
    ValueId x = context.inputs()[0];
    const Field input(context.shape(x).withoutBatch());
    const int64_t filters = properties.integer("filters"), groups = properties.integer("groups");
    Window window = readWindow(properties, "kernel_size", true);
    const Field result(filters, window.output(input.extents));

    ValueId kernel = context.parameter("kernel", kernelShape(filters, input.channels / groups, window.size));
    List pads = window.pads(input.extents);
    if (rank == 2) x = withoutBorder(context, x, pads);
    if (rank == 1) {
        x = emitTranspose(context, x, {0, 2, 1});
        x = reshaped(context, x, {input.channels, 1, input.extents[0]});
        const Shape image = kernelShape(filters, input.channels / groups, withHeightOne(window.size));
        kernel = context.emit("Reshape", {kernel}, {{"shape", image.dims()}})[0];
        window.strides = withHeightOne(window.strides);
        window.dilations = withHeightOne(window.dilations);
        pads = {0, pads[0], 0, pads[1]};
    }
    std::vector<ValueId> inputs = {x, kernel};
    addBias(context, inputs, filters);
    ValueId y = context.emit(
        rank == 3 ? "Conv3D" : "Conv2D", inputs,
        {{"strides", window.strides}, {"pads", pads}, {"dilations", window.dilations}, {"group", groups}})[0];
    y = emitActivation(context, y, properties.text("activation"));
    if (rank == 1) {
        y = reshaped(context, y, {filters, result.extents[0]});
        y = emitTranspose(context, y, {0, 2, 1});
    }
    context.setOutput(y);
}

const char* helpOf(int rank) {
    if (rank == 1)
        return "Slides a set of learned filters along a sequence of steps, over all features at once. With stride 2 "
               "the output is half as long.";
    if (rank == 2)
        return "Slides a set of learned filters over the image. With stride 2 the output is half as wide and half as "
               "high.";
    return "Slides a set of learned filters through a volume, such as the frames of a film or the slices of a scan.";
}

}  // namespace

Shape kernelShape(int64_t out, int64_t in, const List& size) {
    List dims{out, in};
    dims.insert(dims.end(), size.begin(), size.end());
    return Shape(dims);
}

void addBias(BuildContext& context, std::vector<ValueId>& inputs, int64_t count) {
    if (context.properties().boolean("use_bias")) inputs.push_back(context.parameter("bias", {count}));
}

ValueId filterDepthwise(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId x = context.inputs()[0];
    const Field input(context.shape(x).withoutBatch());
    const Window window = readWindow(properties, "kernel_size", true);
    const int64_t filters = input.channels * properties.integer("depth_multiplier");
    const ValueId kernel = context.parameter("depthwise_kernel", kernelShape(filters, 1, window.size));
    List pads = window.pads(input.extents);
    const ValueId image = withoutBorder(context, x, pads);
    return context.emit(
        "Conv2D", {image, kernel},
        {{"strides", window.strides}, {"pads", pads}, {"dilations", window.dilations}, {"group", input.channels}})[0];
}

Property kernelSizeProperty(int rank) { return sizeProperty("kernel_size", rank, 3, "a filter"); }

Property stridesProperty(int rank) {
    const char* axes[] = {"along the steps", "down and across", "in depth, down and across"};
    Property property = listProperty("strides", List(static_cast<size_t>(rank), 1), rank, 1, 255,
                                     Message("Step of the filter, {axes}.", axes[rank - 1]));
    return rank == 1 ? property : withUnit(property, "px");
}

Property dilationProperty(int rank) {
    Property property = listProperty("dilation_rate", List(static_cast<size_t>(rank), 1), rank, 1, 255,
                                     "Spacing of the filter's points; 1 is none.");
    return advanced(rank == 1 ? property : withUnit(property, "px"));
}

Property useBiasProperty() {
    return boolProperty("use_bias", true, "Adds a learned number to each filter; not needed before a normalisation.");
}

Property depthMultiplierProperty() {
    return intProperty("depth_multiplier", 1, 1, 1 << 10, "Number of filters for each input channel.");
}

Message convolutionSummary(const std::string& count, const PropertyReader& properties) {
    const std::string& activation = properties.text("activation");
    const std::string& padding = properties.text("padding");
    const Message stride = strideText(properties.list("strides"));
    return dots({count, times(properties.list("kernel_size")),
                 stride.empty() && padding != "valid" ? Message(padding) : stride,
                 activation == "linear" ? Message() : Message(activation)});
}

LayerType convolutionLayer(int rank) {
    LayerType type;
    type.id = type.title = "Conv" + std::to_string(rank) + "D";
    type.category = Category::Conv;
    type.icon = rank == 1 ? "distribute-horizontal" : rank == 2 ? "grid-3x3" : "boxes";
    type.idStem = "conv";
    type.help = helpOf(rank);
    Property padding = paddingProperty();
    if (rank == 1) {
        padding.choices.push_back("causal");
        padding.help = "valid keeps the window inside the sequence; same pads with zeros so that the output is as long "
                       "as the input, divided by the stride; causal pads in front only, so that no step sees a later "
                       "one.";
    }
    type.properties = {
        intProperty("filters", 32, 1, 1 << 16, "Number of learned filters, and of output channels."),
        kernelSizeProperty(rank),
        stridesProperty(rank),
        padding,
        activationProperty(),
        useBiasProperty(),
        dilationProperty(rank),
        advanced(intProperty("groups", 1, 1, 1 << 16,
                             "Splits the channels into groups that are filtered apart from each other.")),
    };
    addKernelAndBias(type);
    const std::string layer = type.title;
    type.shape = [=](const ShapeContext& context) { return shapeOf(layer, rank, context); };
    type.build = [=](BuildContext& context) { buildConvolution(rank, context); };
    type.summary = [](const PropertyReader& properties) {
        return convolutionSummary(std::to_string(properties.integer("filters")), properties);
    };
    const auto count = [](int64_t filters) { return PropertyValue(filters); };
    const auto field = [&](int64_t channels, List extents) {
        extents.resize(static_cast<size_t>(rank));
        return Field(channels, extents).shape();
    };
    const auto list = [&](List values) {
        values.resize(static_cast<size_t>(rank));
        return PropertyValue(values);
    };
    const std::string same = "same";
    type.cases = {
        {"default", {field(2, {6, 5, 4})}, {}},
        {"same relu",
         {field(2, {5, 6, 3})},
         {{"filters", count(4)}, {"padding", same}, {"activation", std::string("relu")}}},
        {"strided same",
         {field(3, {7, 6, 5})},
         {{"filters", count(4)}, {"strides", list({2, 2, 2})}, {"padding", same}}},
        {"even kernel, stride 3",
         {field(1, {9, 8, 4})},
         {{"filters", count(2)}, {"kernel_size", list({4, 2, 3})}, {"strides", list({3, 1, 2})}, {"padding", same}}},
        {"dilated", {field(2, {8, 9, 5})}, {{"filters", count(3)}, {"dilation_rate", list({2, 3, 2})}}},
        {"groups without bias",
         {field(4, {5, 5, 5})},
         {{"filters", count(6)}, {"groups", count(2)}, {"use_bias", false}, {"padding", same}}},
    };
    if (rank == 1)
        type.cases.push_back({"causal",
                              {{9, 2}},
                              {{"filters", count(3)}, {"padding", std::string("causal")}, {"dilation_rate", List{2}}}});
    return type;
}

}  // namespace tl::layers
