// One mean per channel over the whole image. With keepdims it stays an image of one pixel.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType global_average_pooling2d() {
    LayerType type;
    type.id = type.title = "GlobalAveragePooling2D";
    type.category = Category::Pool;
    type.icon = "arrows-angle-contract";
    type.idStem = "pool";
    type.help = "Takes the mean of each channel over the whole image, so that a vector with one number per "
                "channel is "
                "left, whatever the image's size.";
    type.properties = {advanced(boolProperty("keepdims", false, "Keeps an image of one pixel instead of a vector."))};
    type.shape = [](const ShapeContext& context) {
        ShapeResult image = wantsImage("GlobalAveragePooling2D", context);
        if (!image.diagnostics.empty()) return image;
        const int64_t channels = image.output[0];
        return ShapeResult::of(context.properties.boolean("keepdims") ? Shape{channels, 1, 1} : Shape{channels});
    };
    type.build = [](BuildContext& context) {
        ValueId y = context.emit("GlobalAveragePool2D", {context.inputs()[0]})[0];
        if (context.properties().boolean("keepdims"))
            y = emitReshape(context, y, {context.batch(), context.shape(y)[1], 1, 1});
        context.setOutput(y);
    };
    type.summary = [](const PropertyReader& properties) {
        return std::string(properties.boolean("keepdims") ? "global average · keepdims" : "global average");
    };
    type.cases = {{"default", {{3, 4, 5}}, {}}, {"keepdims", {{2, 3, 3}}, {{"keepdims", true}}}};
    return type;
}

}  // namespace tl::layers
