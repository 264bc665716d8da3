// The axes in another order, as Keras's Permute: counted from 1, the batch stays in front.
#include <algorithm>

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult permuteShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const auto& dims = context.properties.list("dims");
    std::vector<int64_t> sorted = dims, all;
    std::sort(sorted.begin(), sorted.end());
    for (int axis = 1; axis <= input.rank(); ++axis) all.push_back(axis);
    if (sorted != all) {
        std::vector<int64_t> turned(all.rbegin(), all.rend());
        return ShapeResult::wrong(Message("Permute wants each of the {rank} axes of {input} once, and dims is {value}",
                                          input.rank(), from(input.toString(), context.producer(0)),
                                          toString(PropertyValue(dims))),
                                  {setProperty("Turn the order round", "dims", turned)},
                                  "Axes count from 1: channels, height and width of an image are 1, 2 and 3.");
    }
    Shape output = input;
    for (size_t i = 0; i < dims.size(); ++i) output[static_cast<int>(i)] = input[static_cast<int>(dims[i]) - 1];
    return ShapeResult::of(output);
}

}  // namespace

LayerType permute() {
    LayerType type;
    type.id = type.title = "Permute";
    type.category = Category::Core;
    type.icon = "arrow-left-right";
    type.idStem = "permute";
    type.help = "Puts the axes into another order. 1, 3, 2 swaps an image's rows and columns.";
    type.properties = {listProperty("dims", {1, 3, 2}, 0, 1, 8, "The axes in their new order, counted from 1.")};
    type.shape = permuteShape;
    type.build = [](BuildContext& context) {
        std::vector<int64_t> order = context.properties().list("dims");
        order.insert(order.begin(), 0);
        context.setOutput(emitTranspose(context, context.inputs()[0], order));
    };
    type.summary = [](const PropertyReader& properties) {
        std::string text;
        for (int64_t axis : properties.list("dims")) text += (text.empty() ? "" : ", ") + std::to_string(axis);
        return Message("to {size}", text);
    };
    const auto dims = [](std::vector<int64_t> order) { return Properties{{"dims", std::move(order)}}; };
    type.cases = {{"image", {{2, 3, 4}}, {}},
                  {"channels last", {{2, 3, 4}}, dims({2, 3, 1})},
                  {"sequence", {{3, 5}}, dims({2, 1})},
                  {"as it is", {{3, 5}}, dims({1, 2})}};
    return type;
}

}  // namespace tl::layers
