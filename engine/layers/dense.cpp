// A fully connected layer. The kernel is kept as [units, inputs], so that its first axis is the output as in
// Conv2D.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

ShapeResult denseShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const int64_t units = context.properties.integer("units");
    if (input.rank() == 1) return ShapeResult::of({units});
    if (input.rank() == 2) return ShapeResult::of({input[0], units});
    const Producer* producer = context.producer(0);
    std::vector<Repair> repairs = {insertBefore("Flatten")};
    if (input.rank() == 3) repairs.push_back(insertBefore("GlobalAveragePooling2D"));
    return ShapeResult::wrong(Message("Dense wants a vector, and gets {input}", input.toString()), repairs,
                              producer ? Message("{layer} keeps the spatial size.", quoted(producer->node))
                                       : Message());
}

void buildDense(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    ValueId x = context.inputs()[0];
    Shape shape = context.shape(x);
    const int64_t units = properties.integer("units"), width = shape[-1];
    const bool sequence = shape.rank() == 3;  // every step by itself: a batch of all steps
    if (sequence) x = emitReshape(context, x, {shape[0] * shape[1], width});
    std::vector<ValueId> inputs = {x, context.parameter("kernel", {units, width})};
    if (properties.boolean("use_bias")) inputs.push_back(context.parameter("bias", {units}));
    ValueId y = context.emit("MatMul", inputs, {{"transpose_a", int64_t{0}}, {"transpose_b", int64_t{1}}})[0];
    y = emitActivation(context, y, properties.text("activation"));
    shape[-1] = units;
    context.setOutput(sequence ? emitReshape(context, y, shape) : y);
}

}  // namespace

LayerType dense() {
    LayerType type;
    type.id = type.title = "Dense";
    type.category = Category::Core;
    type.icon = "diagram-3";
    type.idStem = "dense";
    type.help = "Connects every input with every output: each unit is a weighted sum of the whole vector; of a "
                "sequence, each step's by itself. The last one of a classifier has one unit per class.";
    type.properties = {
        intProperty("units", 32, 1, 1 << 20, "Number of outputs."),
        activationProperty(),
        boolProperty("use_bias", true, "Adds a learned number to each unit."),
    };
    addKernelAndBias(type);
    type.shape = denseShape;
    type.build = buildDense;
    type.summary = [](const PropertyReader& properties) {
        const int64_t units = properties.integer("units");
        const std::string& activation = properties.text("activation");
        return dots(
            {Message("{count} {count|unit|units}", units), activation == "linear" ? Message() : Message(activation)});
    };
    type.cases = {
        {"default", {{6}}, {}},
        {"relu", {{5}}, {{"units", int64_t{3}}, {"activation", std::string("relu")}}},
        {"sequence", {{4, 5}}, {{"units", int64_t{3}}, {"activation", std::string("tanh")}}},
        {"softmax without bias",
         {{4}},
         {{"units", int64_t{5}}, {"activation", std::string("softmax")}, {"use_bias", false}}},
    };
    return type;
}

}  // namespace tl::layers
