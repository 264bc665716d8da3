// One rule for ZeroPadding2D and Cropping2D: they differ in the sign.
#include "engine/layers/padding.h"

#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

// Pad2D's top, left, bottom, right; empty where the numbers are not one, two or four.
std::vector<int64_t> padsOf(const std::vector<int64_t>& numbers, int sign) {
    std::vector<int64_t> pads;
    if (numbers.size() == 1) pads = {numbers[0], numbers[0], numbers[0], numbers[0]};
    if (numbers.size() == 2) pads = {numbers[0], numbers[1], numbers[0], numbers[1]};
    if (numbers.size() == 4) pads = {numbers[0], numbers[2], numbers[1], numbers[3]};
    for (int64_t& pad : pads) pad *= sign;
    return pads;
}

ShapeResult paddingShape(const ShapeContext& context, const std::string& title, const std::string& key, int sign) {
    ShapeResult image = wantsImage(title, context);
    if (!image.diagnostics.empty()) return image;
    const auto& numbers = context.properties.list(key);
    const auto pads = padsOf(numbers, sign);
    if (pads.empty())
        return ShapeResult::wrong(
            Message("{key} wants one number, two or four, and has {count}", key, numbers.size()),
            {setProperty(Message("Set {property} to {value}", key, 1), key, std::vector<int64_t>{1, 1})},
            "One is for all sides, two for rows and columns, four for top, bottom, left and "
            "right.");
    const int64_t height = image.output[1] + pads[0] + pads[2], width = image.output[2] + pads[1] + pads[3];
    if (height > 0 && width > 0) return ShapeResult::of({image.output[0], height, width});
    return ShapeResult::wrong(Message("{title} leaves nothing of {size}", title,
                                      from(times({image.output[1], image.output[2]}), context.producer(0))),
                              {setProperty("Cut nothing", key, std::vector<int64_t>{0, 0})});
}

}  // namespace

LayerType borderLayer(const std::string& title, const std::string& key, std::vector<int64_t> value, int sign) {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = title;
    type.category = Category::Conv;
    type.icon = sign > 0 ? "bounding-box" : "crop";
    type.idStem = sign > 0 ? "pad" : "crop";
    type.help = sign > 0 ? "Puts rows and columns of zeros round an image."
                         : "Cuts rows and columns off the sides of an image.";
    type.properties = {withUnit(listProperty(key, std::move(value), 0, 0, 4096,
                                             "One number for all sides, two for rows and columns, or four: top, "
                                             "bottom, left, right."),
                                "px")};
    type.shape = [=](const ShapeContext& context) { return paddingShape(context, title, key, sign); };
    type.build = [=](BuildContext& context) {
        const auto pads = padsOf(context.properties().list(key), sign);
        context.setOutput(context.emit("Pad2D", {context.inputs()[0]}, {{"pads", pads}})[0]);
    };
    type.summary = [=](const PropertyReader& properties) { return Message("{size} px", times(properties.list(key))); };
    type.cases = {{"default", {{2, 5, 6}}, {}},
                  {"all sides", {{2, 5, 6}}, {{key, List{2}}}},
                  {"rows and columns", {{2, 5, 6}}, {{key, List{1, 2}}}},
                  {"each side", {{3, 6, 7}}, {{key, List{1, 2, 3, 0}}}}};
    return type;
}

}  // namespace tl::layers
