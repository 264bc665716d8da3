// Its inputs one behind the other along the features: the channels of images, the last axis of all else.
#include "engine/layers/merge.h"

namespace tl::layers {
namespace {

ShapeResult concatenateShape(const ShapeContext& context) {
    Shape joined = context.inputs[0];
    const int features = featureAxis(joined.withBatch(1)) - 1;
    for (size_t i = 1; i < context.inputs.size(); ++i) {
        const Shape& other = context.inputs[i];
        bool fits = other.rank() == joined.rank();
        for (int axis = 0; fits && axis < joined.rank(); ++axis) fits = axis == features || other[axis] == joined[axis];
        if (!fits) {
            ShapeResult result = ShapeResult::wrong(
                Message("Concatenate wants inputs of one size, and gets {shape} and {other}",
                        from(context.inputs[0].toString(), context.producer(0)),
                        from(other.toString(), context.producer(i))),
                evenSizes(context, 0, i),
                "The number of channels or features may differ, all else may not; vectors go with vectors only.");
            result.diagnostics[0].inputPort = static_cast<int>(i);
            return result;
        }
        joined[features] += other[features];
    }
    return ShapeResult::of(joined);
}

}  // namespace

LayerType concatenate() {
    LayerType type;
    type.id = type.title = "Concatenate";
    type.category = Category::Merge;
    type.icon = "union";
    type.idStem = "concat";
    type.help = "Puts the channels of its inputs one behind the other, in the order of its ports; images "
                "must have the "
                "same height and width.";
    type.minInputs = 2;
    type.maxInputs = -1;
    type.shape = concatenateShape;
    type.build = [](BuildContext& context) {
        const std::span<const ValueId> inputs = context.inputs();
        const int64_t axis = featureAxis(context.shape(inputs[0]));
        context.setOutput(context.emit("Concat", {inputs.begin(), inputs.end()}, {{"axis", axis}})[0]);
    };
    type.summary = [](const PropertyReader&) { return Message("by channel"); };
    type.cases = {{"images", {{2, 3, 4}, {1, 3, 4}, {3, 3, 4}}, {}},
                  {"vectors", {{5}, {2}}, {}},
                  {"sequences", {{3, 5}, {3, 2}}, {}}};
    return type;
}

}  // namespace tl::layers
