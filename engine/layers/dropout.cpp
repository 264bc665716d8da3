// Dropout (Srivastava et al., JMLR 2014), scaled up in training so that prediction needs nothing. The draw is
// keyed by the node's name, the run's seed and the step, so that it can be made again.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType dropout() {
    LayerType type;
    type.id = type.title = "Dropout";
    type.category = Category::Reg;
    type.icon = "shuffle";
    type.idStem = "dropout";
    type.help = "Sets a random share of the values to zero while training, against overfitting. Prediction passes "
                "everything through.";
    type.properties = {floatProperty("rate", 0.5, 0, 0.99, "Share of the values that is dropped, 0 to 0.99.")};
    type.shape = [](const ShapeContext& context) { return ShapeResult::of(context.inputs[0]); };
    type.build = [](BuildContext& context) { buildDropout(context, false); };
    type.summary = [](const PropertyReader& properties) {
        return Message("rate {value}", shortNumber(properties.number("rate")));
    };
    type.cases = {{"image", {{3, 4, 4}}, {}}, {"vector", {{8}}, {{"rate", 0.25}}}, {"none", {{8}}, {{"rate", 0.0}}}};
    return type;
}

}  // namespace tl::layers
