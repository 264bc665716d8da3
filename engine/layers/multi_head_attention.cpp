// Attention with several heads (Vaswani et al., "Attention Is All You Need", 2017): each place of the query looks at
// all places of the value. Made of MatMul, Transpose and Softmax, so that a tap can show who looks at whom. Inputs are
// query, value and key, in Keras's order; a key that is absent is the value, and a value that is absent the query.
// Kernels are [heads * size, features], and [features, heads * size] for the output.
#include <cmath>

#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

int64_t valueDim(const PropertyReader& properties) {
    const int64_t value = properties.integer("value_dim");
    return value > 0 ? value : properties.integer("key_dim");
}

ShapeResult multiHeadAttentionShape(const ShapeContext& context) {
    for (size_t i = 0; i < context.inputs.size(); ++i) {
        if (context.inputs[i].rank() == 2) continue;
        const Message role = i == 0 ? Message("query") : i == 1 ? Message("value") : Message("key");
        const Producer* producer = context.producer(i);
        const ShapeContext one{context.node, context.inputs.subspan(i, 1), context.properties, {}, 0, {&producer, 1}};
        ShapeResult wrong = wantsField(context.inputs.size() == 1 ? Message("MultiHeadAttention")
                                                                  : Message("MultiHeadAttention's {input}", role),
                                       one, 1);
        wrong.diagnostics[0].inputPort = static_cast<int>(i);
        for (Repair& repair : wrong.diagnostics[0].repairs) repair.port = static_cast<int>(i);
        return wrong;
    }
    if (context.inputs.size() == 3 && context.inputs[1][0] != context.inputs[2][0]) {
        ShapeResult wrong =
            ShapeResult::wrong(Message("MultiHeadAttention wants as many keys as values, and gets {keys} for {values}",
                                       from(Message("{count}", context.inputs[2][0]), context.producer(2)),
                                       from(Message("{count}", context.inputs[1][0]), context.producer(1))));
        wrong.diagnostics[0].inputPort = 2;
        return wrong;
    }
    return ShapeResult::of(context.inputs[0]);
}

struct Heads {
    BuildContext& context;
    int64_t count;

    ValueId project(const std::string& name, ValueId x, int64_t rows, int64_t in, int64_t out) const {
        std::vector<ValueId> inputs{emitReshape(context, x, {rows, in}),
                                    context.parameter(name + "_kernel", {out, in})};
        if (context.properties().boolean("use_bias")) inputs.push_back(context.parameter(name + "_bias", {out}));
        return context.emit("MatMul", inputs, {{"transpose_a", int64_t{0}}, {"transpose_b", int64_t{1}}})[0];
    }
    // [N, heads, T, size] of a sequence.
    ValueId split(const std::string& name, ValueId x, int64_t size) const {
        const Shape shape = context.shape(x);
        const ValueId all = project(name, x, shape[0] * shape[1], shape[2], count * size);
        return emitTranspose(context, emitReshape(context, all, {shape[0], shape[1], count, size}), {0, 2, 1, 3});
    }
};

void buildMultiHeadAttention(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const auto inputs = context.inputs();
    const ValueId query = inputs[0], value = inputs.size() > 1 ? inputs[1] : query,
                  key = inputs.size() > 2 ? inputs[2] : value;
    const Shape shape = context.shape(query);
    const int64_t keyDim = properties.integer("key_dim"), valueSize = valueDim(properties);
    const Heads heads{context, properties.integer("num_heads")};
    const auto product = [&](ValueId a, ValueId b, int64_t transposeB) {
        return context.emit("MatMul", {a, b}, {{"transpose_a", int64_t{0}}, {"transpose_b", transposeB}})[0];
    };
    ValueId q = heads.split("query", query, keyDim);
    q = context.emit("Rescale", {q}, {{"scale", 1 / std::sqrt(static_cast<double>(keyDim))}, {"offset", 0.0}})[0];
    const ValueId k = heads.split("key", key, keyDim), v = heads.split("value", value, valueSize);
    ValueId scores = context.emit("Softmax", {product(q, k, 1)})[0];
    if (const double rate = properties.number("dropout"); context.training() && rate > 0)
        scores = context.emit("Dropout", {scores}, {{"rate", rate}, {"stream", streamOf(context)}})[0];
    const ValueId mixed = emitTranspose(context, product(scores, v, 0), {0, 2, 1, 3});
    const ValueId y = heads.project("output", mixed, shape[0] * shape[1], heads.count * valueSize, shape[2]);
    context.setOutput(emitReshape(context, y, shape));
}

}  // namespace

LayerType multi_head_attention() {
    LayerType type;
    type.id = type.title = "MultiHeadAttention";
    type.category = Category::Sequence;
    type.icon = "eye";
    type.idStem = "attention";
    type.help = "Every step looks at all steps and takes what it needs from them, with several heads at once. With one "
                "input it looks at itself; further inputs are the value and the key to look at.";
    type.maxInputs = 3;
    type.properties = {
        intProperty("num_heads", 4, 1, 1 << 10, "How many ways of looking there are, side by side."),
        intProperty("key_dim", 16, 1, 1 << 14, "Size of each head's query and key."),
        advanced(intProperty("value_dim", 0, 0, 1 << 14, "Size of each head's value; 0 is as key_dim.")),
        floatProperty("dropout", 0, 0, 0.99, "Share of the looks that is dropped in training."),
        boolProperty("use_bias", true, "Adds learned numbers to queries, keys, values and results."),
    };
    addKernelAndBias(type);
    type.shape = multiHeadAttentionShape;
    type.build = buildMultiHeadAttention;
    type.summary = [](const PropertyReader& properties) {
        const int64_t heads = properties.integer("num_heads");
        return Message("{count} {count|head|heads} × {size}", heads, properties.integer("key_dim"));
    };
    const PropertyValue two = int64_t{2}, three = int64_t{3};
    type.cases = {
        {"self", {{5, 6}}, {}},
        {"value", {{4, 6}, {5, 3}}, {{"num_heads", two}, {"key_dim", three}}},
        {"value and key",
         {{4, 6}, {5, 3}, {5, 4}},
         {{"num_heads", two}, {"key_dim", three}, {"value_dim", int64_t{5}}, {"use_bias", false}}},
        {"dropout", {{4, 8}}, {{"num_heads", two}, {"dropout", 0.25}}},
    };
    return type;
}

}  // namespace tl::layers
