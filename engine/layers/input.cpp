// Where the batch comes in. Its shape is the data set's unless it is set, so that a template fits any data.
#include "engine/layers/network_ends.h"
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult inputShape(const ShapeContext& context) {
    const auto& wanted = context.properties.list("shape");
    const bool data = context.dataShape.rank() > 0;
    if (wanted.empty() && !data) {
        ShapeResult result = ShapeResult::wrong("The input's shape is not known yet", {},
                                                "Open a data set, or set shape to channels, height and width.");
        result.diagnostics[0].inputPort = -1;
        result.diagnostics[0].repairs = repairsOfData();
        return result;
    }
    if (wanted.empty()) return ShapeResult::of(context.dataShape);
    if ((data && Shape(wanted) != context.dataShape) || wanted.size() != 3) {
        ShapeResult result =
            wanted.size() != 3
                ? ShapeResult::wrong(Message("Input is set to {size}, and an image has three extents", times(wanted)),
                                     {}, "Give channels, height and width, or nothing to take them from the data set.")
                : ShapeResult::wrong(Message("Input is set to {size}, and the data set has {shape}", times(wanted),
                                             context.dataShape.toString()));
        result.diagnostics[0].inputPort = -1;
        result.diagnostics[0].repairs = {setProperty("Take the data set's shape", "shape", std::vector<int64_t>{})};
        return result;
    }
    return ShapeResult::of(Shape(wanted));
}

}  // namespace

LayerType input() {
    LayerType type;
    type.id = type.title = "Input";
    type.category = Category::Io;
    type.icon = "box-arrow-in-down";
    type.idStem = "input";
    type.help = "The samples of the data set enter here, a batch at a time.";
    type.minInputs = type.maxInputs = 0;
    type.properties = {
        listProperty("shape", {}, 0, 1, 65536, "Channels, height and width; empty takes them from the data set.")};
    type.shape = inputShape;
    type.build = [](BuildContext& context) { context.setOutput(context.ends().dataInput()); };
    type.summary = [](const PropertyReader& properties) {
        const auto& wanted = properties.list("shape");
        return wanted.empty() ? Message("from the data set") : Message(times(wanted));
    };
    type.cases = {{"grey", {}, {{"shape", std::vector<int64_t>{1, 5, 4}}}},
                  {"colour", {}, {{"shape", std::vector<int64_t>{3, 4, 4}}}}};
    return type;
}

}  // namespace tl::layers
