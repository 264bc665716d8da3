// A chain of elementwise ops as one: the fusing pass makes it, and a kernel carries each piece of memory through all
// steps while it is in the first cache. Step i's op and attributes have the prefix "i:"; each takes the result of the
// one before first, and a step of two operands takes the next input as its second.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

// Calls visit(op, attributes, operands) for each step; `visit` says how many of the inputs are its own.
template <typename Visit>
void eachStep(const Attributes& attributes, const Visit& visit) {
    for (int64_t i = 0; i < attributes.integer("steps"); ++i) {
        const Attributes own = attributes.withPrefix(std::to_string(i) + ":");
        visit(findOp(own.text("op", "")), own, own.integer("operands", 0) != 0);
    }
}

}  // namespace

OpType fused_elementwise() {
    OpType op;
    op.name = "FusedElementwise";
    op.help = "Several elementwise ops in one pass over memory.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("FusedElementwise", inputs, 1, 1000);
        ValueType flow = inputs[0];
        size_t next = 1;
        eachStep(attributes, [&](const OpType& step, const Attributes& own, bool pair) {
            if (!step.chains) throw Error("FusedElementwise's step", "an elementwise op", step.name);
            std::vector<ValueType> types{flow};
            if (pair && next >= inputs.size())
                throw Error("FusedElementwise", Message("an operand for {name}", step.name), "none");
            if (pair) types.push_back(inputs[next++]);
            flow = step.infer(types, own)[0];
        });
        if (next != inputs.size())
            throw Error("FusedElementwise", Message("{next} inputs", next), std::to_string(inputs.size()));
        return {flow};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        std::vector<ReferenceTensor> flow{in[0]};
        size_t next = 1;
        eachStep(attributes, [&](const OpType& step, const Attributes& own, bool pair) {
            std::vector<ReferenceTensor> inputs{std::move(flow[0])};
            if (pair) inputs.push_back(in[next++]);
            flow = step.reference(inputs, own, context);
        });
        return flow;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        double sum = 0;
        eachStep(attributes, [&](const OpType& step, const Attributes& own, bool pair) {
            const std::vector<ValueType> types(pair ? 2 : 1, ValueType{inputs[0].shape, DType::Float32});
            sum += step.flops(types, own);
        });
        return sum;
    };
    const ValueType images{{2, 17, 5, 7}};
    op.cases = {{"scale, gelu, add",
                 {images, images},
                 {{"steps", int64_t{3}},
                  {"0:op", "Rescale"},
                  {"0:scale", 0.5},
                  {"0:offset", 0.25},
                  {"1:op", "Activation"},
                  {"1:kind", "gelu"},
                  {"2:op", "Add"},
                  {"2:operands", int64_t{1}}}},
                {"sum, relu, tanh",
                 {{{3, 1500}}, {{3, 1500}}},
                 {{"steps", int64_t{2}},
                  {"0:op", "Add"},
                  {"0:operands", int64_t{1}},
                  {"0:activation", "relu"},
                  {"1:op", "Activation"},
                  {"1:kind", "tanh"}}}};
    return op;
}

}  // namespace tl::ops
