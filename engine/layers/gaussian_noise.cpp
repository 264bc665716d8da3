// Normal noise while training, a smooth cousin of Dropout. The draw is keyed by the node's name, the run's seed and the
// step, so that it can be made again.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType gaussian_noise() {
    LayerType type;
    type.id = type.title = "GaussianNoise";
    type.category = Category::Reg;
    type.icon = "soundwave";
    type.idStem = "noise";
    type.help = "Adds random noise to every value while training, against overfitting. Prediction passes everything "
                "through.";
    type.properties = {
        floatProperty("stddev", 0.1, 0, 1e6, "Deviation of the noise; values of the data should be larger.")};
    type.shape = [](const ShapeContext& context) { return ShapeResult::of(context.inputs[0]); };
    type.build = [](BuildContext& context) {
        const double deviation = context.properties().number("stddev");
        const ValueId x = context.inputs()[0];
        if (!context.training() || deviation == 0) return context.setOutput(x);
        context.setOutput(
            context.emit("GaussianNoise", {x}, {{"stddev", deviation}, {"stream", streamOf(context)}})[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        return Message("deviation {value}", shortNumber(properties.number("stddev")));
    };
    type.cases = {{"image", {{3, 4, 4}}, {}}, {"vector", {{8}}, {{"stddev", 0.5}}}, {"none", {{8}}, {{"stddev", 0.0}}}};
    return type;
}

}  // namespace tl::layers
