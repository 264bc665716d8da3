// Brings pixel values from 0..255 to the range in which networks train well. Takes bytes or floats, always
// gives floats.
#include <cmath>

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

std::string summary(const PropertyReader& properties) {
    const double scale = properties.number("scale"), offset = properties.number("offset");
    const double divisor = 1 / scale;
    std::string text = scale != 0 && std::abs(divisor) >= 2 && std::abs(divisor - std::round(divisor)) < 1e-6 * divisor
                           ? "÷ " + shortNumber(std::round(divisor))
                           : "× " + shortNumber(scale);
    if (offset != 0) text += (offset < 0 ? " − " : " + ") + shortNumber(std::abs(offset));
    return text;
}

}  // namespace

LayerType rescaling() {
    LayerType type;
    type.id = type.title = "Rescaling";
    type.category = Category::Core;
    type.icon = "sliders2";
    type.idStem = "rescaling";
    type.help = "Multiplies every value by scale and adds offset. Use it first, to bring pixels from 0..255 to a "
                "range around 0 to 1.";
    type.properties = {
        floatProperty("scale", 1.0 / 255, -1e9, 1e9, "Factor; 1/255 brings bytes to 0..1."),
        floatProperty("offset", 0, -1e9, 1e9, "Added after the factor; −0.5 centres values of 0..1."),
    };
    type.shape = [](const ShapeContext& context) { return ShapeResult::of(context.inputs[0]); };
    type.build = [](BuildContext& context) {
        const PropertyReader& properties = context.properties();
        context.setOutput(
            context.emit("Rescale", {context.inputs()[0]},
                         {{"scale", properties.number("scale")}, {"offset", properties.number("offset")}})[0]);
    };
    type.summary = summary;
    type.cases = {{"default", {{3, 4, 4}}, {}}, {"offset", {{1, 5, 3}}, {{"scale", 0.5}, {"offset", -0.25}}}};
    return type;
}

}  // namespace tl::layers
