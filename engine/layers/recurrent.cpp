// The products of all steps with the input weights are one MatMul; the LSTM or GRU op goes through the steps with the
// rest. Kernels are [gates * units, inputs], gates in Keras's order.
#include "engine/layers/recurrent.h"

#include "engine/core/activation.h"
#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

// Keras's dropout of a recurrent layer's input: one draw for a sample, the same at every step. (Beside
// recurrent_dropout Keras makes it one draw for each gate, for which the input's products would have to be apart.)
ValueId dropped(BuildContext& context, ValueId x) {
    const double rate = context.properties().number("dropout");
    if (!context.training() || rate == 0) return x;
    const Attributes attributes{{"rate", rate}, {"stream", streamOf(context)}, {"spatial", int64_t{1}}};
    x = context.emit("Dropout", {emitTranspose(context, x, {0, 2, 1})}, attributes)[0];
    return emitTranspose(context, x, {0, 2, 1});
}

// Keras's recurrent_dropout: what each gate sees of the state, [N, gates * units], one draw for a sample. kNoValue
// where nothing is dropped.
ValueId recurrentMask(BuildContext& context, int64_t width) {
    const double rate = context.properties().number("recurrent_dropout");
    if (!context.training() || rate == 0) return kNoValue;
    const ValueId ones = context.graph().addConstant(1, {context.batch(), width});
    return context.emit("Dropout", {ones}, {{"rate", rate}, {"stream", streamOf(context, "/recurrent")}})[0];
}

// Zeros, and ones for the forget gate where unit_forget_bias asks for them (Jozefowicz et al., ICML 2015).
ValueId lstmBias(BuildContext& context, int64_t units) {
    if (!context.properties().boolean("unit_forget_bias")) return context.parameter("bias", {4 * units});
    const Initializer rest = initializerOf(context.properties(), "bias", {4 * units});
    return context.parameter("bias", {4 * units}, [=](std::span<float> values, const Shape& shape, Rng& rng) {
        rest(values, shape, rng);
        for (int64_t u = units; u < 2 * units; ++u) values[static_cast<size_t>(u)] = 1;
    });
}

// One half of GRU's [2, 3 * units] biases.
ValueId biasRow(BuildContext& context, ValueId both, int64_t row) {
    const ValueId one = context.emit("Slice", {both}, {{"axis", int64_t{0}}, {"begin", row}, {"end", row + 1}})[0];
    return emitReshape(context, one, {context.shape(both)[1]});
}

void buildRecurrent(Cell cell, BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const Field input(context.shape(context.inputs()[0]).withoutBatch());
    const int64_t units = properties.integer("units"), gates = cell == Cell::Lstm ? 4 : 3;
    const int64_t batch = context.batch(), steps = input.extents[0];
    const bool resetAfter = cell == Cell::Gru && properties.boolean("reset_after");

    const ValueId x = emitReshape(context, dropped(context, context.inputs()[0]), {batch * steps, input.channels});
    std::vector<ValueId> projection{x, context.parameter("kernel", {gates * units, input.channels})};
    std::vector<ValueId> rest{kNoValue, context.parameter("recurrent_kernel", {gates * units, units})};
    if (properties.boolean("use_bias")) {
        if (cell == Cell::Lstm) {
            projection.push_back(lstmBias(context, units));
        } else if (resetAfter) {
            const ValueId both = context.parameter("bias", {2, gates * units});
            projection.push_back(biasRow(context, both, 0));
            rest.push_back(biasRow(context, both, 1));
        } else {
            projection.push_back(context.parameter("bias", {gates * units}));
        }
    }
    const ValueId projected =
        context.emit("MatMul", projection, {{"transpose_a", int64_t{0}}, {"transpose_b", int64_t{1}}})[0];
    rest[0] = emitReshape(context, projected, {batch, steps, gates * units});
    Attributes attributes{{"cell_activation", properties.text("activation")},
                          {"recurrent_activation", properties.text("recurrent_activation")},
                          {"go_backwards", int64_t{properties.boolean("go_backwards")}}};
    if (const ValueId mask = recurrentMask(context, gates * units); mask != kNoValue) {
        rest.push_back(mask);
        attributes.set("recurrent_mask", int64_t{1});
    }
    if (cell == Cell::Gru) attributes.set("linear_before_reset", int64_t{resetAfter});
    ValueId y = context.emit(cell == Cell::Lstm ? "LSTM" : "GRU", rest, attributes)[0];
    if (!properties.boolean("return_sequences")) {
        if (steps > 1) y = context.emit("Slice", {y}, {{"axis", int64_t{1}}, {"begin", steps - 1}, {"end", steps}})[0];
        y = emitReshape(context, y, {batch, units});
    }
    context.setOutput(y);
}

Property gateActivation(const std::string& key, const std::string& value, const std::string& help) {
    std::vector<std::string> choices;
    for (const ActivationKind& kind : activationKinds())
        if (kind.act != Act::Threshold) choices.push_back(kind.name);
    return advanced(choiceProperty(key, value, choices, help));
}

}  // namespace

LayerType recurrentLayer(Cell cell) {
    const bool lstm = cell == Cell::Lstm;
    LayerType type;
    type.id = type.title = lstm ? "LSTM" : "GRU";
    type.category = Category::Sequence;
    type.icon = lstm ? "arrow-repeat" : "arrow-clockwise";
    type.idStem = lstm ? "lstm" : "gru";
    type.help = lstm ? "Reads a sequence step by step and keeps what matters in cells that gates open and close. Its "
                       "result is what it knows after the last step, or after each."
                     : "Reads a sequence step by step with one memory and two gates: a leaner LSTM. Its result is what "
                       "it knows after the last step, or after each.";
    type.properties = {
        intProperty("units", 32, 1, 1 << 14, "Number of cells, and of outputs."),
        boolProperty("return_sequences", false,
                     "On gives the result of every step, as another recurrent layer wants it; off only the last."),
        boolProperty("go_backwards", false, "Reads the sequence from its end to its start."),
        floatProperty("dropout", 0, 0, 0.99,
                      "Share of the inputs that is dropped in training, the same ones at every step."),
        floatProperty("recurrent_dropout", 0, 0, 0.99,
                      "Share of the state that each gate does not see in training, the same at every step."),
        gateActivation("activation", "tanh", "Function of what goes into the memory, and of what comes out."),
        gateActivation("recurrent_activation", "sigmoid", "Function of the gates."),
        boolProperty("use_bias", true, "Adds learned numbers to the gates."),
    };
    type.properties.push_back(
        advanced(lstm ? boolProperty("unit_forget_bias", true,
                                     "Starts the forget gate's bias at 1, so that it remembers at first.")
                      : boolProperty("reset_after", true,
                                     "The reset gate acts after the product with the state (on) or before it (off).")));
    addWeight(type, "kernel", "glorot_uniform");
    addWeight(type, "recurrent", "orthogonal", "recurrent kernel");
    addWeight(type, "bias", "zeros");
    addActivityRegularizer(type);
    type.properties.push_back(trainableProperty());

    const std::string layer = type.title;
    type.shape = [=](const ShapeContext& context) {
        ShapeResult sequence = wantsField(layer, context, 1);
        if (!sequence.diagnostics.empty()) return sequence;
        const int64_t units = context.properties.integer("units");
        return ShapeResult::of(context.properties.boolean("return_sequences") ? Shape{sequence.output[0], units}
                                                                              : Shape{units});
    };
    type.build = [=](BuildContext& context) { buildRecurrent(cell, context); };
    type.summary = [](const PropertyReader& properties) {
        return dots({Message("{count} {count|unit|units}", properties.integer("units")),
                     properties.boolean("return_sequences") ? "every step" : "",
                     properties.boolean("go_backwards") ? Message("backwards") : Message()});
    };
    const PropertyValue four = int64_t{4};
    type.cases = {
        {"default", {{5, 3}}, {}},
        {"every step", {{4, 3}}, {{"units", four}, {"return_sequences", true}}},
        {"backwards, without bias", {{4, 3}}, {{"units", four}, {"go_backwards", true}, {"use_bias", false}}},
        {"dropout", {{4, 6}}, {{"units", four}, {"dropout", 0.25}, {"return_sequences", true}}},
        {"recurrent dropout", {{4, 3}}, {{"units", four}, {"recurrent_dropout", 0.4}, {"return_sequences", true}}},
        {"other activations",
         {{4, 3}},
         {{"units", four}, {"activation", std::string("leaky_relu")}, {"recurrent_activation", std::string("silu")}}},
        {"one step", {{1, 3}}, {{"units", four}}},
        {lstm ? "no unit_forget_bias" : "reset before",
         {{4, 3}},
         {{"units", four}, {lstm ? "unit_forget_bias" : "reset_after", false}}},
        {lstm ? "recurrent dropout, without bias" : "reset before, recurrent dropout",
         {{4, 3}},
         {{"units", four}, {"recurrent_dropout", 0.4}, {lstm ? "use_bias" : "reset_after", false}}},
    };
    return type;
}

}  // namespace tl::layers
