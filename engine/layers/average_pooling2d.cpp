// The mean of each window. As in Keras, padding does not count: at a border the mean is of the pixels there
// are.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType average_pooling2d() {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = "AveragePooling2D";
    type.category = Category::Pool;
    type.icon = "intersect";
    type.idStem = "pool";
    type.help = "Takes the mean of each window, channel by channel, which makes the image smaller and smoother.";
    type.properties = {
        withUnit(listProperty("pool_size", {2, 2}, 2, 1, 255, "Height and width of the window."), "px"),
        withUnit(listProperty("strides", {}, 0, 1, 255, "Step of the window, down and across; empty is as pool_size."),
                 "px"),
        paddingProperty(),
    };
    type.shape = [](const ShapeContext& context) { return poolShape("AveragePooling2D", context); };
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const Window window = readWindow(context.properties(), "pool_size", false);
        context.setOutput(context.emit("AveragePool2D", {x}, windowAttributes(window, context.shape(x)))[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        const auto& strides = properties.list("strides");
        return dots({times(properties.list("pool_size")),
                     strides == properties.list("pool_size") ? "" : strideText(strides),
                     properties.text("padding") == "same" ? "same" : ""});
    };
    type.cases = {
        {"default", {{2, 6, 4}}, {}},
        {"odd size is cut", {{3, 7, 5}}, {}},
        {"overlapping", {{2, 7, 7}}, {{"pool_size", List{3, 3}}, {"strides", List{2, 2}}}},
        {"same", {{2, 7, 6}}, {{"pool_size", List{3, 3}}, {"strides", List{2, 2}}, {"padding", std::string("same")}}},
        {"oblong", {{1, 6, 9}}, {{"pool_size", List{2, 3}}}},
    };
    return type;
}

}  // namespace tl::layers
