// Elementwise ops: each becomes steps of one chain, a fused one as many as it has. What is longer than a kernel's
// argument is several launches over the output.
#include "engine/backend/cuda/kernels/chain.h"

#include <map>

#include "engine/backend/cuda/entries/support.h"
#include "engine/core/activation.h"

namespace tl::cuda {
namespace {

// A step and the inputs that it takes (-1: none), numbered as the node's.
struct Planned {
    ChainStep step;
    int input = -1, second = -1;
};

float numberOf(const Attributes& attributes, const char* key, double fallback = 0) {
    return static_cast<float>(attributes.number(key, fallback));
}

ChainStep activation(ChainOp op, const Attributes& own, const std::string& key) {
    const ActivationKind& kind = activationKind(own.text(key, "linear"));
    return {op, kind.act, numberOf(own, "alpha", kind.alpha), numberOf(own, "value")};
}

ChainOp pairwise(const std::string& op) {
    static const std::map<std::string, ChainOp> all{{"Add", ChainOp::Add}, {"Sub", ChainOp::Sub},
                                                    {"Mul", ChainOp::Mul}, {"Div", ChainOp::Div},
                                                    {"Max", ChainOp::Max}, {"Min", ChainOp::Min}};
    return all.at(op);
}

// The steps of an op whose further inputs begin at `next`.
std::vector<Planned> stepsOf(const std::string& op, const Attributes& own, int next, int inputs) {
    if (op == "Activation") return {{activation(ChainOp::Activate, own, "kind")}};
    if (op == "Rescale") return {{{ChainOp::Rescale, {}, numberOf(own, "scale"), numberOf(own, "offset")}}};
    if (op == "ClipByValue") return {{{ChainOp::Clip, {}, numberOf(own, "clip_value"), 0}}};
    std::vector<Planned> steps;
    for (int i = next; i < next + inputs; ++i) steps.push_back({{pairwise(op)}, i});
    if (own.has("activation")) steps.push_back({activation(ChainOp::Activate, own, "activation")});
    return steps;
}

std::vector<Planned> fusedSteps(const Attributes& attributes) {
    std::vector<Planned> all;
    int next = 1;
    for (int64_t i = 0; i < attributes.integer("steps"); ++i) {
        const Attributes own = attributes.withPrefix(std::to_string(i) + ":");
        const int inputs = own.integer("operands", 0) != 0;
        for (const Planned& step : stepsOf(own.text("op", ""), own, next, inputs)) all.push_back(step);
        next += inputs;
    }
    return all;
}

// `flow` is the input that goes through the steps.
Kernel chainKernel(const Lane& lane, const KernelRequest& request, const std::vector<Planned>& steps, size_t flow = 0) {
    std::vector<size_t> read{flow};
    for (const Planned& each : steps)
        for (int input : {each.input, each.second})
            if (input >= 0) read.push_back(static_cast<size_t>(input));
    Kernel kernel = alikeKernel(request, read);
    kernel.reads.assign(request.inputs.size(), false);
    for (size_t i : read) kernel.reads[i] = true;
    const TensorDesc& output = request.outputs[0];
    if (sizeOf(request.inputs[flow].dtype) == sizeOf(output.dtype)) kernel.inPlace = {static_cast<int>(flow)};
    std::vector<ChainOperand> operands;  // by input, without the address
    for (const TensorDesc& input : request.inputs)
        operands.push_back({nullptr, elementOf(input.dtype), input.shape != output.shape});
    const uint32_t count = countOf(request, output.shape.elements());
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, yType = elementOf(output.dtype)](const KernelBuffers& b) {
        Launches all = launches;
        const auto operandOf = [&](size_t input) {
            ChainOperand operand = operands[input];
            operand.data = b.inputs[input];
            return operand;
        };
        size_t next = 0;
        do {
            Chain chain;
            chain.x = next == 0 ? operandOf(flow) : ChainOperand{b.outputs[0], yType};
            chain.y = b.outputs[0];
            chain.yType = yType;
            chain.count = count;
            std::vector<size_t> taken;
            int used = 0;
            const auto place = [&](int input) {
                if (input < 0) return -1;
                taken.push_back(static_cast<size_t>(input));
                chain.operand[used] = operandOf(taken.back());
                return used++;
            };
            while (next < steps.size() && chain.steps < Chain::kSteps && used + 2 <= Chain::kOperands) {
                ChainStep& step = chain.step[chain.steps++] = steps[next].step;
                step.operand = place(steps[next].input);
                step.second = place(steps[next].second);
                ++next;
            }
            all.add("chain", {blocksFor(count, kChainEach)}, kBlock, chain).writes(b, {0});
            if (chain.x.data != chain.y) all.reads(b, {flow});
            for (size_t input : taken) all.reads(b, {input});
        } while (next < steps.size());
        return std::move(all).bound();
    };
    return kernel;
}

// Ops whose steps stepsOf() knows; those of several operands take all further inputs.
Kernel elementwise(const Lane& lane, const KernelRequest& request) {
    return chainKernel(lane, request,
                       stepsOf(request.op, request.attributes, 1, static_cast<int>(request.inputs.size()) - 1));
}

Kernel fused(const Lane& lane, const KernelRequest& request) {
    return chainKernel(lane, request, fusedSteps(request.attributes));
}

Kernel cast(const Lane& lane, const KernelRequest& request) { return chainKernel(lane, request, {}); }

Kernel activationGrad(const Lane& lane, const KernelRequest& request) {
    const ChainStep slope = activation(ChainOp::Slope, request.attributes, "kind");
    if (slope.act == Act::Linear) return chainKernel(lane, request, {}, 2);
    return chainKernel(lane, request, {{slope, activationKind(request.attributes.text("kind", "")).fromResult}}, 2);
}

Kernel clipByNorm(const Lane& lane, const KernelRequest& request) {
    return chainKernel(lane, request, {{{ChainOp::ClipNorm, {}, numberOf(request.attributes, "clip_norm")}, 1}});
}

Kernel unscale(const Lane& lane, const KernelRequest& request) {
    return chainKernel(lane, request, {{{ChainOp::Div}, 1}});
}

// What the model keeps from step to step lies plain, however the gradient comes.
Kernel stateKernel(const Lane& lane, KernelRequest request, const std::vector<Planned>& steps) {
    request.blocked = false;
    return chainKernel(lane, request, steps);
}

Kernel accumulate(const Lane& lane, const KernelRequest& request) {
    return stateKernel(lane, request, {{{ChainOp::Add}, 1}});
}

Kernel increment(const Lane& lane, const KernelRequest& request) {
    const float most = static_cast<float>(request.attributes.integer("most", 0));
    const float back = static_cast<float>(request.attributes.integer("back", 0));
    if (back > 0) return stateKernel(lane, request, {{{ChainOp::Count, {}, most, back}}});
    return stateKernel(lane, request, {{{ChainOp::Rescale, {}, 1, 1}}});
}

Kernel movingAverage(const Lane& lane, const KernelRequest& request) {
    const double momentum = request.attributes.number("momentum");
    const ChainStep mix{ChainOp::Mix, {}, static_cast<float>(momentum), static_cast<float>(1 - momentum)};
    return stateKernel(lane, request, {{mix, 1}});
}

Kernel weightPenaltyGrad(const Lane& lane, const KernelRequest& request) {
    const ChainStep penalty{
        ChainOp::Penalty, {}, numberOf(request.attributes, "l1"), numberOf(request.attributes, "l2")};
    return chainKernel(lane, request, {{penalty, 1}});
}

Kernel weightAverage(const Lane& lane, const KernelRequest& request) {
    const auto rest = static_cast<float>(1 - request.attributes.number("momentum"));
    return stateKernel(lane, request, {{{ChainOp::Average, {}, rest}, 1, 2}});
}

Kernel overwriteWeights(const Lane& lane, const KernelRequest& request) {
    const auto frequency = static_cast<float>(request.attributes.integer("frequency"));
    return stateKernel(lane, request, {{{ChainOp::Overwrite, {}, frequency}, 1, 2}});
}

Kernel maxGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = alikeKernel(request);
    kernel.inPlace = {2};
    const uint32_t count = countOf(request, request.outputs[0].shape.elements());
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        const MaxGrad arguments{in<float>(b, 0),  in<float>(b, 1),  in<float>(b, 2),
                                out<float>(b, 0), out<float>(b, 1), count};
        Launches all = launches;
        all.add("maxGrad", {blocksFor(count, 1)}, kBlock, arguments).reads(b, {0, 1, 2}).writes(b, {0, 1});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel biasAdd(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = alikeKernel(request, {0});
    kernel.inPlace = {0};
    const Shape& shape = request.inputs[0].shape;
    const int64_t channels = shape[1], inner = shape.elements() / (shape[0] * channels);
    const ChannelAdd numbers{nullptr,
                             nullptr,
                             nullptr,
                             elementOf(request.inputs[0].dtype),
                             countOf(request, shape.elements()),
                             static_cast<uint32_t>(channels),
                             kernel.inputs[0].plain() ? static_cast<uint32_t>(inner) : 1};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        ChannelAdd arguments = numbers;
        arguments.x = b.inputs[0], arguments.bias = in<float>(b, 1), arguments.y = b.outputs[0];
        Launches all = launches;
        all.add("channelAdd", {blocksFor(arguments.count, kChainEach)}, kBlock, arguments)
            .reads(b, {0, 1})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void chain(KernelTable& table, const Lane& lane) {
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    for (const char* op : {"Add", "Activation", "Rescale"}) table.add(op, with(lane, elementwise), halves);
    for (const char* op : {"Sub", "Mul", "Div", "Max", "Min", "ClipByValue"}) table.add(op, with(lane, elementwise));
    table.add("Cast", with(lane, cast), halves);
    table.add("BiasAdd", with(lane, biasAdd), halves);
    table.add("ActivationGrad", with(lane, activationGrad), halves);
    table.add("FusedElementwise", with(lane, fused));
    table.add("ClipByNorm", with(lane, clipByNorm));
    table.add("Unscale", with(lane, unscale));
    table.add("AccumulateGradient", with(lane, accumulate));
    table.add("Increment", with(lane, increment));
    table.add("MovingAverage", with(lane, movingAverage));
    table.add("WeightPenaltyGrad", with(lane, weightPenaltyGrad));
    table.add("WeightAverage", with(lane, weightAverage));
    table.add("OverwriteWeights", with(lane, overwriteWeights));
    table.add("MaxGrad", with(lane, maxGrad));
}

}  // namespace tl::cuda
