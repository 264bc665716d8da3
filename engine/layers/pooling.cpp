// All of them run on the planar pooling ops. A sequence [steps, features] is a plane that the window crosses in one
// direction; a volume is pooled in its planes and then along its depth, which gives the same maxima (ties go to the
// same place) and, since counts of padded windows are products too, the same means.
#include "engine/layers/pooling.h"

#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

using List = std::vector<int64_t>;

ShapeResult pooledShape(const std::string& layer, const ShapeContext& context, int rank) {
    ShapeResult field = wantsField(layer, context, rank);
    if (!field.diagnostics.empty()) return field;
    const size_t strides = context.properties.list("strides").size();
    if (strides != 0 && strides != static_cast<size_t>(rank)) {
        const char* numbers[] = {"one number", "two numbers", "three numbers"};
        return ShapeResult::wrong(Message("strides wants {numbers}, or none to move by pool_size", numbers[rank - 1]),
                                  {setProperty("Move by pool_size", "strides", List{})});
    }
    return slide(layer, context, readWindow(context.properties, "pool_size", false), Field(field.output).channels,
                 "pool_size");
}

struct Planar {  // a window on a plane
    List kernel, strides, pads;
};

// Pools x, seen as `planes` images of height × width.
ValueId pool(BuildContext& context, Pooling kind, ValueId x, const Shape& image, const Planar& window) {
    const Attributes attributes{{"kernel_shape", window.kernel}, {"strides", window.strides}, {"pads", window.pads}};
    if (context.shape(x).withoutBatch() != image) x = reshaped(context, x, image);
    return context.emit(kind == Pooling::Max ? "MaxPool2D" : "AveragePool2D", {x}, attributes)[0];
}

bool neverNegative(const Graph& graph, ValueId x) {
    const int producer = graph.value(x).producer;
    if (producer < 0) return false;
    const Node& node = graph.nodes[static_cast<size_t>(producer)];
    return node.op == "Activation" && node.attributes.text("kind", "") == "relu";
}

ValueId pooled(BuildContext& context, Pooling kind, const Window& window, ValueId x) {
    const Field field(context.shape(x).withoutBatch());
    const List &size = window.size, &strides = window.strides, pads = window.pads(field.extents);
    const int64_t c = field.channels;
    const List& in = field.extents;
    if (field.rank() == 2) {
        List wider = pads;
        const ValueId image = kind == Pooling::Max ? withoutBorder(context, x, wider) : x;
        // A border that lies outside the window's image never counts, and zeros count as little where nothing is below.
        if (image != x && neverNegative(context.graph(), image) && wider[0] < size[0] && wider[1] < size[1] &&
            wider[2] < size[0] && wider[3] < size[1])
            return pool(context, kind, image, context.shape(image).withoutBatch(), {size, strides, wider});
        return pool(context, kind, x, field.shape(), {size, strides, pads});
    }
    const Field result(c, window.output(in));
    if (field.rank() == 1) {
        x = pool(context, kind, x, {1, in[0], c}, {{size[0], 1}, {strides[0], 1}, {pads[0], 0, pads[1], 0}});
    } else {
        const List& out = result.extents;
        x = pool(context, kind, x, {c * in[0], in[1], in[2]},
                 {{size[1], size[2]}, {strides[1], strides[2]}, {pads[1], pads[2], pads[4], pads[5]}});
        x = pool(context, kind, x, {c, in[0], out[1] * out[2]},
                 {{size[0], 1}, {strides[0], 1}, {pads[0], 0, pads[3], 0}});
    }
    return reshaped(context, x, result.shape());
}

// [N, channels].
ValueId pooledToOne(BuildContext& context, Pooling kind, ValueId x) {
    const Field field(context.shape(x).withoutBatch());
    const int64_t c = field.channels;
    if (kind == Pooling::Average && field.rank() > 1) {
        if (field.rank() == 3) x = reshaped(context, x, {c, field.extents[0] * field.extents[1], field.extents[2]});
        return context.emit("GlobalAveragePool2D", {x})[0];
    }
    const Window whole{field.extents, field.extents, {}};
    return reshaped(context, pooled(context, kind, whole, x), {c});
}

}  // namespace

LayerType poolingLayer(Pooling kind, int rank) {
    const bool max = kind == Pooling::Max;
    LayerType type;
    type.id = type.title = (max ? "MaxPooling" : "AveragePooling") + std::to_string(rank) + "D";
    type.category = Category::Pool;
    type.icon = max ? "fullscreen-exit" : "intersect";
    type.idStem = "pool";
    if (rank == 1)
        type.help = max ? "Keeps the largest value of each window, feature by feature. It makes the sequence shorter "
                          "and a little indifferent to where things are."
                        : "Takes the mean of each window, feature by feature, which makes the sequence shorter and "
                          "smoother. Padding does not count.";
    else if (rank == 2)
        type.help = max ? "Keeps the largest value of each window, channel by channel. It makes the image smaller and "
                          "a little indifferent to where things are."
                        : "Takes the mean of each window, channel by channel, which makes the image smaller and "
                          "smoother. Padding does not count.";
    else
        type.help = max ? "Keeps the largest value of each window, channel by channel. It makes the volume smaller "
                          "and a little indifferent to where things are."
                        : "Takes the mean of each window, channel by channel, which makes the volume smaller and "
                          "smoother. Padding does not count.";
    Property strides = listProperty("strides", {}, 0, 1, rank == 1 ? 65536 : 255,
                                    "Step of the window along each axis; empty is as pool_size.");
    type.properties = {sizeProperty("pool_size", rank, 2, "the window"), rank == 1 ? strides : withUnit(strides, "px"),
                       paddingProperty()};
    const std::string layer = type.title;
    type.shape = [=](const ShapeContext& context) { return pooledShape(layer, context, rank); };
    type.build = [=](BuildContext& context) {
        const Window window = readWindow(context.properties(), "pool_size", false);
        context.setOutput(pooled(context, kind, window, context.inputs()[0]));
    };
    type.summary = [](const PropertyReader& properties) {
        const auto& strides = properties.list("strides");
        return dots({times(properties.list("pool_size")),
                     strides == properties.list("pool_size") ? Message() : strideText(strides),
                     properties.text("padding") == "same" ? "same" : ""});
    };
    const auto shape = [&](int64_t channels, List extents) {
        extents.resize(static_cast<size_t>(rank));
        return Field(channels, extents).shape();
    };
    const auto list = [&](List values) {
        values.resize(static_cast<size_t>(rank));
        return PropertyValue(values);
    };
    type.cases = {
        {"default", {shape(2, {6, 4, 5})}, {}},
        {"odd size is cut", {shape(3, {7, 5, 4})}, {}},
        {"overlapping", {shape(2, {7, 7, 5})}, {{"pool_size", list({3, 3, 3})}, {"strides", list({2, 2, 1})}}},
        {"same",
         {shape(2, {7, 6, 5})},
         {{"pool_size", list({3, 3, 2})}, {"strides", list({2, 2, 2})}, {"padding", std::string("same")}}},
        {"oblong", {shape(1, {6, 9, 4})}, {{"pool_size", list({2, 3, 4})}}},
    };
    return type;
}

LayerType globalPoolingLayer(Pooling kind, int rank) {
    const bool max = kind == Pooling::Max;
    LayerType type;
    type.id = type.title = (max ? "GlobalMaxPooling" : "GlobalAveragePooling") + std::to_string(rank) + "D";
    type.category = Category::Pool;
    type.icon = max ? "chevron-bar-contract" : "arrows-angle-contract";
    type.idStem = "pool";
    if (rank == 1)
        type.help = max ? "Takes the largest value of each feature over the whole sequence, so that a vector with one "
                          "number per feature is left, whatever the sequence's size."
                        : "Takes the mean of each feature over the whole sequence, so that a vector with one number "
                          "per feature is left, whatever the sequence's size.";
    else if (rank == 2)
        type.help = max ? "Takes the largest value of each channel over the whole image, so that a vector with one "
                          "number per channel is left, whatever the image's size."
                        : "Takes the mean of each channel over the whole image, so that a vector with one number per "
                          "channel is left, whatever the image's size.";
    else
        type.help = max ? "Takes the largest value of each channel over the whole volume, so that a vector with one "
                          "number per channel is left, whatever the volume's size."
                        : "Takes the mean of each channel over the whole volume, so that a vector with one number per "
                          "channel is left, whatever the volume's size.";
    const std::string layer = type.title;
    const Message mode = max ? "global maximum" : "global average";
    type.properties = {advanced(boolProperty("keepdims", false,
                                             rank == 1   ? "Keeps a sequence of one step instead of a vector."
                                             : rank == 2 ? "Keeps an image of one pixel instead of a vector."
                                                         : "Keeps a volume of one place instead of a vector."))};
    const auto single = [=](int64_t channels) { return Field(channels, List(static_cast<size_t>(rank), 1)).shape(); };
    type.shape = [=](const ShapeContext& context) {
        ShapeResult field = wantsField(layer, context, rank);
        if (!field.diagnostics.empty()) return field;
        const int64_t channels = Field(field.output).channels;
        return ShapeResult::of(context.properties.boolean("keepdims") ? single(channels) : Shape{channels});
    };
    type.build = [=](BuildContext& context) {
        const ValueId y = pooledToOne(context, kind, context.inputs()[0]);
        context.setOutput(context.properties().boolean("keepdims") ? reshaped(context, y, single(context.shape(y)[1]))
                                                                   : y);
    };
    type.summary = [=](const PropertyReader& properties) {
        return dots({mode, properties.boolean("keepdims") ? "keepdims" : ""});
    };
    List extents{4, 5, 2};
    extents.resize(static_cast<size_t>(rank));
    const Shape example = Field(3, extents).shape();
    type.cases = {{"default", {example}, {}}, {"keepdims", {example}, {{"keepdims", true}}}};
    return type;
}

}  // namespace tl::layers
