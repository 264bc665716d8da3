// Layer normalisation (Ba, Kiros & Hinton, 2016): each sample - of a sequence each step, of an image each pixel - over
// its features. It is group normalisation with one group, once the normalised axes are last.
#include <algorithm>

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// The normalised axes, batch included, in order; empty where one of them is not there.
std::vector<int64_t> axesOf(const std::vector<int64_t>& given, const Shape& batched) {
    if (given.empty()) return {featureAxis(batched)};
    std::vector<int64_t> axes;
    for (int64_t axis : given) {
        const int64_t front = axis < 0 ? axis + batched.rank() : axis;
        if (front < 1 || front >= batched.rank()) return {};
        axes.push_back(front);
    }
    std::sort(axes.begin(), axes.end());
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    return axes;
}

ShapeResult layerNormalizationShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    if (!axesOf(context.properties.list("axis"), input.withBatch(1)).empty()) return ShapeResult::of(input);
    return ShapeResult::wrong(Message("LayerNormalization's axis {axis} is not one of {input}",
                                      toString(PropertyValue(context.properties.list("axis"))),
                                      from(input.toString(), context.producer(0))),
                              {setProperty("Take the features", "axis", std::vector<int64_t>{})},
                              "Axes count from 1, the batch is 0: channels, height and width of an image are 1, 2 and "
                              "3.");
}

void buildLayerNormalization(BuildContext& context) {
    const ValueId x = context.inputs()[0];
    const Shape& shape = context.shape(x);
    const auto axes = axesOf(context.properties().list("axis"), shape);
    std::vector<int64_t> order, extents;
    for (int64_t axis = 0; axis < shape.rank(); ++axis)
        if (std::find(axes.begin(), axes.end(), axis) == axes.end()) order.push_back(axis);
    for (int64_t axis : axes) order.push_back(axis), extents.push_back(shape[static_cast<int>(axis)]);
    std::vector<int64_t> back(order.size());
    for (size_t i = 0; i < order.size(); ++i) back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);

    const Shape normalised(extents), row{normalised.elements()};
    const auto affine = emitAffine(context, normalised);
    // A constant is made in the shape that is wanted; a parameter keeps its own.
    const auto asRow = [&](ValueId value) {
        return context.shape(value) == row ? value : emitReshape(context, value, row);
    };
    const ValueId turned = emitTranspose(context, x, order);
    const Shape turnedShape = context.shape(turned);
    const ValueId rows = emitReshape(context, turned, {turnedShape.elements() / row[0], row[0]});
    const ValueId y =
        context.emit("GroupNorm", {rows, asRow(affine.gamma), asRow(affine.beta)},
                     {{"num_groups", int64_t{1}}, {"epsilon", context.properties().number("epsilon")}})[0];
    context.setOutput(emitTranspose(context, emitReshape(context, y, turnedShape), back));
}

}  // namespace

LayerType layer_normalization() {
    LayerType type;
    type.id = type.title = "LayerNormalization";
    type.category = Category::Norm;
    type.icon = "distribute-horizontal";
    type.idStem = "norm";
    type.help = "Brings the features of each step, or of each pixel, to mean 0 and deviation 1, then scales and shifts "
                "them as learned. Transformers use it.";
    type.properties = {
        floatProperty("epsilon", 1e-3, 1e-12, 1, "Added to the variance, against division by zero."),
        listProperty("axis", {}, 0, -8, 8,
                     "Axes that are normalised together, the batch being 0; empty takes the features: the channels of "
                     "an image, the last axis of all else."),
    };
    addAffine(type);
    type.shape = layerNormalizationShape;
    type.build = buildLayerNormalization;
    type.summary = [](const PropertyReader& properties) {
        const auto& axis = properties.list("axis");
        return axis.empty() ? Message("features") : Message("axis {axes}", toString(PropertyValue(axis)));
    };
    using List = std::vector<int64_t>;
    type.cases = {{"sequence", {{4, 6}}, {}},
                  {"vector", {{7}}, {{"epsilon", 1e-5}}},
                  {"channels of an image", {{5, 2, 3}}, {}},
                  {"whole image", {{2, 3, 4}}, {{"axis", List{1, 2, 3}}}},
                  {"last axis, no scale", {{2, 3, 4}}, {{"axis", List{-1}}, {"scale", false}}}};
    return type;
}

}  // namespace tl::layers
