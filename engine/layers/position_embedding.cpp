// Adds a learned vector for each place of a sequence, so that attention knows where a token was (KerasHub's layer of
// this name gives the vectors only, and leaves the sum to an Add).
#include "engine/layers/windows.h"

namespace tl::layers {

LayerType position_embedding() {
    LayerType type;
    type.id = type.title = "PositionEmbedding";
    type.category = Category::Sequence;
    type.icon = "geo-alt";
    type.idStem = "positions";
    type.help = "Adds a learned vector to each step of a sequence, its place. Attention sees a set of tokens without "
                "it, in no order.";
    addWeight(type, "embeddings", "random_normal");
    type.properties.push_back(trainableProperty());
    type.shape = [](const ShapeContext& context) { return wantsField("PositionEmbedding", context, 1); };
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const Shape shape = context.shape(x);
        const int64_t size = shape[1] * shape[2];
        const ValueId places = context.parameter("embeddings", {shape[1], shape[2]});
        const ValueId y = context.emit(
            "BiasAdd", {emitReshape(context, x, {shape[0], size}), emitReshape(context, places, {size})})[0];
        context.setOutput(emitReshape(context, y, shape));
    };
    type.summary = [](const PropertyReader&) { return Message("learned places"); };
    type.cases = {{"default", {{5, 3}}, {}}, {"one step", {{1, 4}}, {}}};
    return type;
}

}  // namespace tl::layers
