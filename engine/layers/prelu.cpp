// A relu whose slope for negative values is learned (He et al., ICCV 2015).
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// The slopes' extents: the input's, and 1 along the axes that share them.
Shape slopes(const Shape& input, const std::vector<int64_t>& shared) {
    Shape shape = input;
    for (int64_t axis : shared) shape[static_cast<int>(axis) - 1] = 1;
    return shape;
}

ShapeResult preluShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    for (int64_t axis : context.properties.list("shared_axes"))
        if (axis > input.rank())
            return ShapeResult::wrong(Message("PReLU cannot share along axis {axis} of {input}", axis,
                                              from(input.toString(), context.producer(0))),
                                      {setProperty("Share nothing", "shared_axes", std::vector<int64_t>{})},
                                      "Axes count from 1: channels, height and width of an image are 1, 2 and 3.");
    return ShapeResult::of(input);
}

}  // namespace

LayerType prelu() {
    LayerType type;
    type.id = type.title = "PReLU";
    type.category = Category::Act;
    type.icon = "graph-up-arrow";
    type.idStem = "prelu";
    type.help = "Passes positive values and multiplies negative ones by a learned slope.";
    type.properties = {listProperty("shared_axes", {}, 0, 1, 8,
                                    "Axes along which one slope serves, counted from 1; 2 and 3 give an image one "
                                    "slope a channel.")};
    addWeight(type, "alpha", "zeros");
    type.properties.push_back(trainableProperty());
    type.shape = preluShape;
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const Shape shape = slopes(context.shape(x).withoutBatch(), context.properties().list("shared_axes"));
        context.setOutput(context.emit("PRelu", {x, context.parameter("alpha", shape)})[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        const auto& shared = properties.list("shared_axes");
        return shared.empty() ? Message("a slope for each value")
                              : Message("shared along {axes}", toString(PropertyValue(shared)));
    };
    const auto shared = [](std::vector<int64_t> axes) { return Properties{{"shared_axes", std::move(axes)}}; };
    type.cases = {{"vector", {{7}}, {}},
                  {"by channel", {{3, 4, 5}}, shared({2, 3})},
                  {"each its own", {{2, 3, 4}}, {}},
                  {"sequence", {{3, 5}}, shared({1})}};
    return type;
}

}  // namespace tl::layers
