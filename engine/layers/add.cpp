// The sum of its inputs, the merge of residual networks (He et al., CVPR 2016). Unlike NumPy it does not
// broadcast: a shape that differs is nearly always a mistake here.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult shape(const ShapeContext& context) {
    for (size_t i = 1; i < context.inputs.size(); ++i) {
        if (context.inputs[i] == context.inputs[0]) continue;
        const Shape &first = context.inputs[0], &other = context.inputs[i];
        std::string detail;
        if (first.rank() == 3 && other.rank() == 3)
            detail = first[0] == other[0]
                         ? "The images differ in size; strides, pooling or padding on one way do it."
                         : "A Conv2D with kernel 1×1 on one of the ways brings both to the same number of "
                           "channels.";
        ShapeResult result =
            ShapeResult::wrong("Add wants equal shapes, and gets " + first.toString() + from(context.producer(0)) +
                                   " and " + other.toString() + from(context.producer(i)),
                               {}, detail);
        result.diagnostics[0].inputPort = static_cast<int>(i);
        return result;
    }
    return ShapeResult::of(context.inputs[0]);
}

}  // namespace

LayerType add() {
    LayerType type;
    type.id = type.title = "Add";
    type.category = Category::Merge;
    type.icon = "plus-lg";
    type.idStem = "add";
    type.help = "Adds its inputs value by value; all must have the same shape. Residual networks join their "
                "ways with it.";
    type.minInputs = 2;
    type.maxInputs = -1;
    type.shape = shape;
    type.build = [](BuildContext& context) {
        context.setOutput(context.emit("Add", {context.inputs().begin(), context.inputs().end()})[0]);
    };
    type.summary = [](const PropertyReader&) { return std::string("sum"); };
    type.cases = {{"two images", {{2, 3, 4}, {2, 3, 4}}, {}}, {"three vectors", {{5}, {5}, {5}}, {}}};
    return type;
}

}  // namespace tl::layers
