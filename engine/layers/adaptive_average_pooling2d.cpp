// An image of a given size from one of any size, by means over windows as PyTorch's AdaptiveAvgPool2d lays them: from
// floor(i input / output) to ceil((i + 1) input / output), so that they overlap where the sizes do not divide.
#include "engine/layers/windows.h"

namespace tl::layers {

LayerType adaptive_average_pooling2d() {
    LayerType type;
    type.id = type.title = "AdaptiveAveragePooling2D";
    type.category = Category::Pool;
    type.icon = "aspect-ratio";
    type.idStem = "pool";
    type.help = "Takes means over as many windows as the output is to have, so that the output's size is the same "
                "whatever the image's.";
    type.properties = {
        withUnit(listProperty("output_size", {1, 1}, 2, 1, 4096, "Height and width of the output."), "px")};
    type.shape = [](const ShapeContext& context) {
        ShapeResult image = wantsImage("AdaptiveAveragePooling2D", context);
        if (!image.diagnostics.empty()) return image;
        const auto& size = context.properties.list("output_size");
        return ShapeResult::of({image.output[0], size[0], size[1]});
    };
    type.build = [](BuildContext& context) {
        context.setOutput(context.emit("Resize", {context.inputs()[0]},
                                       {{"mode", "average"}, {"size", context.properties().list("output_size")}})[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        return Message("to {size}", times(properties.list("output_size")));
    };
    const auto size = [](int64_t height, int64_t width) {
        return Properties{{"output_size", std::vector<int64_t>{height, width}}};
    };
    type.cases = {{"default", {{3, 4, 5}}, {}}, {"even", {{2, 6, 8}}, size(3, 2)}, {"uneven", {{2, 7, 5}}, size(3, 2)}};
    return type;
}

}  // namespace tl::layers
