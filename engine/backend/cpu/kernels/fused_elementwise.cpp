// A chain of elementwise ops, piece by piece: 1024 elements go through all steps before the next are read.
#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

// From x and the second operand (null where there is none) to y, which may be x.
using Step = std::function<void(int64_t n, const float* x, const float* other, float* y)>;

// moves: the step turns 0 into something else, so that a layout's padding would not stay zero.
struct Chain {
    std::vector<Step> steps;
    std::vector<bool> pairs;
    bool moves = false;
};

Step stepOf(const Attributes& own, bool& moves) {
    const std::string op = own.text("op", "");
    if (op == "Activation") {
        const Act act = actFrom(own.text("kind", "linear"));
        const float alpha = alphaOf(act, own);
        moves |= act == Act::Sigmoid;
        return [=](int64_t n, const float* x, const float*, float* y) { vec().activation(act, alpha, n, x, y); };
    }
    if (op == "Rescale") {
        const auto scale = static_cast<float>(own.number("scale")), offset = static_cast<float>(own.number("offset"));
        moves |= offset != 0;
        return [=](int64_t n, const float* x, const float*, float* y) { vec().rescale(n, x, y, scale, offset); };
    }
    if (op == "Add") {
        const bool relu = own.text("activation", "linear") == "relu";
        return [=](int64_t n, const float* x, const float* other, float* y) {
            const float* both[] = {x, other};
            vec().add(n, 2, both, 0, y, relu);
        };
    }
    throw Error("FusedElementwise's step", "Activation, Rescale or Add", op);
}

Chain chainOf(const Attributes& attributes) {
    Chain chain;
    for (int64_t i = 0; i < attributes.integer("steps"); ++i) {
        const Attributes own = attributes.withPrefix(std::to_string(i) + ":");
        chain.steps.push_back(stepOf(own, chain.moves));
        chain.pairs.push_back(own.integer("operands", 0) != 0);
    }
    return chain;
}

}  // namespace

void fused_elementwise(KernelTable& table) {
    table.add("FusedElementwise", [](const KernelRequest& request) {
        const Chain chain = chainOf(request.attributes);
        TensorDesc desc = request.inputs[0];
        for (const TensorDesc& input : request.inputs)
            if (desc.layout.plain()) desc.layout = input.layout;
        if (!request.blocked || (chain.moves && padded(desc))) desc.layout = {};
        const int64_t size = elementsIn(desc);
        const int parts = partsFor(request.threads, size * static_cast<int64_t>(chain.steps.size()));
        Kernel kernel = plainKernel(request);
        for (Layout& layout : kernel.inputs) layout = desc.layout;
        kernel.outputs[0] = desc.layout;
        kernel.inPlace = {0};
        kernel.bind = [=](const KernelBuffers& b) {
            std::vector<const float*> inputs;
            for (size_t i = 0; i < b.inputs.size(); ++i) inputs.push_back(in<float>(b, i));
            return [=, y = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(size, parts, part, 16);
                    constexpr int64_t kPiece = 1024;
                    for (int64_t at = begin; at < end; at += kPiece) {
                        const int64_t n = std::min(kPiece, end - at);
                        const float* from = inputs[0] + at;
                        size_t next = 1;
                        for (size_t s = 0; s < chain.steps.size(); ++s) {
                            chain.steps[s](n, from, chain.pairs[s] ? inputs[next++] + at : nullptr, y + at);
                            from = y + at;
                        }
                    }
                });
            };
        };
        return kernel;
    });
}

}  // namespace tl::cpu
