// An image made larger by whole factors, as decoders do. Nothing is learned; Conv2DTranspose is the layer that learns
// it.
#include "engine/layers/windows.h"

namespace tl::layers {

LayerType up_sampling2d() {
    LayerType type;
    type.id = type.title = "UpSampling2D";
    type.category = Category::Conv;
    type.icon = "arrows-angle-expand";
    type.idStem = "up";
    type.help = "Makes an image larger: each pixel is repeated, or values between pixels are interpolated.";
    type.properties = {
        listProperty("size", {2, 2}, 2, 1, 64, "How many times as high and as wide the image becomes."),
        choiceProperty("interpolation", "nearest", {"nearest", "bilinear"},
                       "nearest repeats pixels; bilinear goes smoothly from one to the next."),
    };
    type.shape = [](const ShapeContext& context) {
        ShapeResult image = wantsImage("UpSampling2D", context);
        if (!image.diagnostics.empty()) return image;
        const auto& size = context.properties.list("size");
        return ShapeResult::of({image.output[0], image.output[1] * size[0], image.output[2] * size[1]});
    };
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const Shape& shape = context.shape(x);
        const auto& size = context.properties().list("size");
        const bool nearest = context.properties().text("interpolation") == "nearest";
        context.setOutput(context.emit("Resize", {x},
                                       {{"mode", nearest ? "nearest" : "linear"},
                                        {"size", std::vector<int64_t>{shape[2] * size[0], shape[3] * size[1]}}})[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        return dots({times(properties.list("size")), properties.text("interpolation")});
    };
    const auto with = [](std::vector<int64_t> size, std::string interpolation) {
        return Properties{{"size", std::move(size)}, {"interpolation", std::move(interpolation)}};
    };
    type.cases = {{"default", {{3, 2, 4}}, {}},
                  {"bilinear", {{2, 3, 4}}, with({2, 2}, "bilinear")},
                  {"oblong", {{2, 3, 1}}, with({1, 3}, "bilinear")}};
    return type;
}

}  // namespace tl::layers
