// An image as one long vector, channel by channel. It only renames the axes; no value moves in plain layout.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType flatten() {
    LayerType type;
    type.id = type.title = "Flatten";
    type.category = Category::Core;
    type.icon = "arrows-collapse";
    type.idStem = "flatten";
    type.help = "Lays an image out as one vector, as a Dense layer wants it.";
    type.shape = [](const ShapeContext& context) { return ShapeResult::of({context.inputs[0].elements()}); };
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const int64_t size = context.shape(x).withoutBatch().elements();
        context.setOutput(emitReshape(context, x, {context.batch(), size}));
    };
    type.summary = [](const PropertyReader&) { return Message("to a vector"); };
    type.cases = {{"image", {{3, 4, 5}}, {}}, {"vector", {{7}}, {}}};
    return type;
}

}  // namespace tl::layers
