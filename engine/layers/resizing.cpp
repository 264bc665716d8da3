// An image of any size brought to one size, as Keras's layer of that name. What happens to all images alike is better
// said of the data set (engine/data/image_settings.h), which does it once and not for each batch.
#include <algorithm>

#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

const std::vector<std::pair<std::string, std::string>> kModes = {{"bilinear", "linear"},
                                                                 {"nearest", "nearest"},
                                                                 {"bicubic", "cubic"},
                                                                 {"lanczos3", "lanczos3"},
                                                                 {"lanczos5", "lanczos5"}};

struct Target {
    int64_t height, width;
    bool crop, pad;
};

Target targetOf(const PropertyReader& properties) {
    return {properties.integer("height"), properties.integer("width"), properties.boolean("crop_to_aspect_ratio"),
            properties.boolean("pad_to_aspect_ratio")};
}

// Pad2D's top, left, bottom, right that give the image the target's proportions, in whole numbers as Keras takes them;
// all 0 where they are the target's. Cut off where negative.
std::vector<int64_t> padsOf(const Target& target, int64_t height, int64_t width) {
    if (!target.crop && !target.pad) return {0, 0, 0, 0};
    const int64_t fitHeight = width * target.height / target.width, fitWidth = height * target.width / target.height;
    if (target.pad) {
        const int64_t rows = (std::max(height, fitHeight) - height) / 2,
                      columns = (std::max(width, fitWidth) - width) / 2;
        return {rows, columns, rows, columns};
    }
    const int64_t rows = height - std::clamp<int64_t>(fitHeight, 1, height),
                  columns = width - std::clamp<int64_t>(fitWidth, 1, width);
    return {-(rows / 2), -(columns / 2), rows / 2 - rows, columns / 2 - columns};
}

ShapeResult shape(const ShapeContext& context) {
    ShapeResult image = wantsImage("Resizing", context);
    if (!image.diagnostics.empty()) return image;
    const Target target = targetOf(context.properties);
    if (target.crop && target.pad)
        return ShapeResult::wrong("Resizing cannot both cut the image and pad it",
                                  {setProperty("Only cut", "pad_to_aspect_ratio", false),
                                   setProperty("Only pad", "crop_to_aspect_ratio", false)},
                                  "crop_to_aspect_ratio and pad_to_aspect_ratio exclude each other.");
    return ShapeResult::of({image.output[0], target.height, target.width});
}

void build(BuildContext& context) {
    ValueId x = context.inputs()[0];
    const PropertyReader& properties = context.properties();
    const Target target = targetOf(properties);
    const auto pads = padsOf(target, context.shape(x)[2], context.shape(x)[3]);
    if (std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad != 0; })) {
        const Shape image = context.shape(x);
        x = context.emit("Pad2D", {x}, {{"pads", pads}})[0];
        // Pad2D puts zeros round the image: added to them is the value less as much of it within, which leaves the
        // image's numbers as they are.
        if (const double value = target.pad ? properties.number("fill_value") : 0; value != 0) {
            ValueId bars = context.graph().addConstant(1, {1, 1, image[2], image[3]});
            bars = context.emit("Pad2D", {bars}, {{"pads", pads}})[0];
            bars = context.emit("Rescale", {bars}, {{"scale", -value}, {"offset", value}})[0];
            bars = context.emit("Expand", {bars}, {{"shape", context.shape(x).dims()}})[0];
            x = context.emit("Add", {x, bars})[0];
        }
    }
    const auto mode = std::find_if(kModes.begin(), kModes.end(),
                                   [&](const auto& each) { return each.first == properties.text("interpolation"); });
    Attributes attributes{{"mode", mode->second}, {"size", std::vector<int64_t>{target.height, target.width}}};
    if (properties.boolean("antialias") && mode->second != "nearest") attributes.set("antialias", int64_t{1});
    context.setOutput(context.emit("Resize", {x}, attributes)[0]);
}

}  // namespace

LayerType resizing() {
    std::vector<std::string> interpolations;
    interpolations.reserve(kModes.size());
    for (const auto& [name, mode] : kModes) interpolations.push_back(name);
    LayerType type;
    type.id = type.title = "Resizing";
    type.category = Category::Core;
    type.icon = "aspect-ratio";
    type.idStem = "resizing";
    type.help = "Brings an image to a height and width, whatever it had.";
    type.properties = {
        withUnit(intProperty("height", 32, 1, 16384, "Rows of the result."), "px"),
        withUnit(intProperty("width", 32, 1, 16384, "Columns of the result."), "px"),
        choiceProperty("interpolation", "bilinear", interpolations, "How pixels are made from others."),
        boolProperty("crop_to_aspect_ratio", false, "Keeps the proportions: cuts off what is too much, at both sides."),
        boolProperty("pad_to_aspect_ratio", false, "Keeps the proportions: adds bars at both sides."),
        shownWhen(floatProperty("fill_value", 0, -1e9, 1e9, "The value of the bars."), "pad_to_aspect_ratio", "true"),
        advanced(
            boolProperty("antialias", false,
                         "Takes more pixels into account where the image gets smaller, so that nothing flickers.")),
    };
    type.shape = shape;
    type.build = build;
    type.summary = [](const PropertyReader& properties) {
        const Target target = targetOf(properties);
        return dots({times({target.height, target.width}), properties.text("interpolation"),
                     target.crop  ? "crop"
                     : target.pad ? "pad"
                                  : ""});
    };
    using namespace std::string_literals;
    const auto to = [](int64_t height, int64_t width, Properties more) {
        more["height"] = height;
        more["width"] = width;
        return more;
    };
    type.cases = {{"larger", {{2, 3, 4}}, to(5, 7, {})},
                  {"smaller, nearest", {{2, 5, 7}}, to(3, 4, {{"interpolation", "nearest"s}})},
                  {"smaller, smooth", {{1, 8, 7}}, to(3, 3, {{"antialias", true}})},
                  {"bicubic", {{2, 4, 4}}, to(8, 2, {{"interpolation", "bicubic"s}})},
                  {"lanczos5", {{1, 4, 6}}, to(6, 5, {{"interpolation", "lanczos5"s}})},
                  {"cut", {{2, 4, 9}}, to(3, 4, {{"crop_to_aspect_ratio", true}})},
                  {"padded with ones", {{2, 4, 9}}, to(4, 4, {{"pad_to_aspect_ratio", true}, {"fill_value", 1.0}})}};
    return type;
}

}  // namespace tl::layers
