// A learned vector for each whole number: words, tokens, or the bytes of an image. Numbers come as floats and are
// rounded; one outside of the table stops the step with a sentence that names it.
#include "engine/layers/support.h"

namespace tl::layers {

LayerType embedding() {
    LayerType type;
    type.id = type.title = "Embedding";
    type.category = Category::Sequence;
    type.icon = "book";
    type.idStem = "embedding";
    type.help = "Gives each whole number a learned vector, as words get meanings. Inputs are rounded, so bytes of an "
                "image or class numbers of a file can be fed to it without a Rescaling.";
    type.properties = {
        intProperty("input_dim", 256, 1, 1 << 22, "How many numbers there are: one more than the largest."),
        intProperty("output_dim", 32, 1, 1 << 14, "Length of each vector."),
    };
    addWeight(type, "embeddings", "random_uniform");
    type.properties.push_back(trainableProperty());
    type.shape = [](const ShapeContext& context) {
        std::vector<int64_t> dims = context.inputs[0].dims();
        dims.push_back(context.properties.integer("output_dim"));
        if (dims.size() <= 3) return ShapeResult::of(Shape(dims));
        Repair flatten = insertBefore("Flatten");
        flatten.label = "Read it as one sequence (insert Flatten)";
        return ShapeResult::wrong(Message("Embedding wants a sequence of numbers, and gets {shape}",
                                          from(context.inputs[0].toString(), context.producer(0))),
                                  {flatten}, "One vector for each number would make a value with too many axes.");
    };
    type.build = [](BuildContext& context) {
        const PropertyReader& properties = context.properties();
        const ValueId table =
            context.parameter("embeddings", {properties.integer("input_dim"), properties.integer("output_dim")});
        context.setOutput(context.emit("Embedding", {context.inputs()[0], table})[0]);
    };
    type.summary = [](const PropertyReader& properties) {
        return std::to_string(properties.integer("input_dim")) + " → " +
               std::to_string(properties.integer("output_dim"));
    };
    const auto example = [](std::string name, Shape input, int64_t numbers, int64_t length) {
        const Properties properties{{"input_dim", numbers}, {"output_dim", length}};
        LayerCase made{std::move(name), {std::move(input)}, properties};
        made.indices = numbers;
        return made;
    };
    type.cases = {example("bytes", {5}, 256, 32), example("small", {4}, 7, 3), example("table", {2, 3}, 5, 4)};
    return type;
}

}  // namespace tl::layers
