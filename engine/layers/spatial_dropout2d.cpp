// Dropout of whole channels (Tompson et al., CVPR 2015): neighbouring pixels say nearly the same, so dropping single
// ones would take little away.
#include "engine/layers/windows.h"

namespace tl::layers {

LayerType spatial_dropout2d() {
    LayerType type;
    type.id = type.title = "SpatialDropout2D";
    type.category = Category::Reg;
    type.icon = "layers-half";
    type.idStem = "dropout";
    type.help = "Sets a random share of an image's channels to zero while training, against overfitting. Prediction "
                "passes everything through.";
    type.properties = {floatProperty("rate", 0.5, 0, 0.99, "Share of the channels that is dropped, 0 to 0.99.")};
    type.shape = [](const ShapeContext& context) { return wantsImage("SpatialDropout2D", context); };
    type.build = [](BuildContext& context) { buildDropout(context, true); };
    type.summary = [](const PropertyReader& properties) {
        return Message("rate {value}", shortNumber(properties.number("rate")));
    };
    type.cases = {{"default", {{5, 4, 3}}, {}}, {"none", {{2, 3, 3}}, {{"rate", 0.0}}}};
    return type;
}

}  // namespace tl::layers
