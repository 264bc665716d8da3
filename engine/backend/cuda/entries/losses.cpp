// Losses of single elements and encodings of labels.
#include "engine/backend/cuda/kernels/losses.h"

#include <algorithm>
#include <map>

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {
namespace {

LossKind kindOf(const Attributes& attributes) {
    static const std::map<std::string, LossKind> all{{"mean_squared_error", LossKind::MeanSquaredError},
                                                     {"mean_absolute_error", LossKind::MeanAbsoluteError},
                                                     {"huber", LossKind::Huber},
                                                     {"log_cosh", LossKind::LogCosh},
                                                     {"poisson", LossKind::Poisson},
                                                     {"kl_divergence", LossKind::KlDivergence},
                                                     {"hinge", LossKind::Hinge},
                                                     {"squared_hinge", LossKind::SquaredHinge},
                                                     {"binary_crossentropy", LossKind::BinaryCrossentropy},
                                                     {"binary_focal_crossentropy", LossKind::BinaryFocalCrossentropy}};
    return all.at(attributes.text("kind", ""));
}

// Without addresses; the weights are input `weights`, where there is one.
ElementLoss numbersOf(const KernelRequest& request, size_t weights) {
    const Shape& shape = request.inputs[0].shape;
    const Attributes& attributes = request.attributes;
    ElementLoss loss{};
    loss.kind = kindOf(attributes);
    loss.count = countOf(request, shape.elements());
    loss.perWeight = request.inputs.size() > weights
                         ? loss.count / static_cast<uint32_t>(request.inputs[weights].shape.elements())
                         : 1;
    loss.delta = static_cast<float>(attributes.number("delta", 1));
    loss.gamma = static_cast<float>(attributes.number("gamma", 2));
    loss.alpha = static_cast<float>(attributes.number("alpha", -1));
    const auto along = loss.kind == LossKind::KlDivergence ? shape[-1] : 1;
    loss.scale = static_cast<float>(along) / static_cast<float>(loss.count);
    return loss;
}

Kernel forward(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    ElementLoss numbers = numbersOf(request, 2);
    const uint32_t blocks = std::clamp(numbers.count / 4096, 1u, 256u);
    numbers.share = (numbers.count + blocks - 1) / blocks;
    kernel.scratchBytes = blocks * sizeof(float);
    const bool weighted = request.inputs.size() > 2;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        ElementLoss arguments = numbers;
        arguments.y = in<float>(b, 0);
        arguments.target = in<float>(b, 1);
        arguments.out = static_cast<float*>(b.scratch);
        if (weighted) arguments.weights = in<float>(b, 2);
        all.add("elementLoss", {blocks}, kBlock, arguments).reads(b, {0, 1}).writes(b.scratch, bytes);
        if (weighted) all.reads(b, {2});
        all.add("total", {1}, kBlock,
                Total{arguments.out, out<float>(b, 0), static_cast<int>(blocks), static_cast<int>(blocks),
                      numbers.scale, false})
            .reads(b.scratch, bytes)
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// y, target, dloss, weights.
Kernel gradient(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const ElementLoss numbers = numbersOf(request, 3);
    const bool weighted = request.inputs.size() > 3;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        ElementLoss arguments = numbers;
        arguments.y = in<float>(b, 0);
        arguments.target = in<float>(b, 1);
        arguments.dloss = in<float>(b, 2);
        arguments.out = out<float>(b, 0);
        if (weighted) arguments.weights = in<float>(b, 3);
        all.add("elementLossGrad", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {0, 1, 2}).writes(b, {0});
        if (weighted) all.reads(b, {3});
        return std::move(all).bound();
    };
    return kernel;
}

// y, target, and for the gradient dloss.
Kernel dice(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const bool gradient = request.op == "DiceGrad";
    Dice numbers{};
    numbers.count = countOf(request, request.inputs[0].shape.elements());
    numbers.blocks = std::clamp(numbers.count / 4096, 1u, static_cast<unsigned>(kBlock));
    numbers.share = (numbers.count + numbers.blocks - 1) / numbers.blocks;
    kernel.scratchBytes = (size_t{numbers.blocks} + 1) * 2 * sizeof(float);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Dice sums = numbers;
        sums.y = in<float>(b, 0), sums.target = in<float>(b, 1);
        sums.totals = static_cast<float*>(b.scratch);
        sums.partial = sums.totals + 2;
        const size_t totalBytes = 2 * sizeof(float), partialBytes = numbers.blocks * totalBytes;
        all.add("diceSums", {numbers.blocks}, kBlock, sums).reads(b, {0, 1}).writes(sums.partial, partialBytes);
        Dice totals = sums;
        if (!gradient) totals.out = out<float>(b, 0);
        all.add("diceTotals", {1}, kBlock, totals).reads(sums.partial, partialBytes).writes(sums.totals, totalBytes);
        if (!gradient) {
            all.writes(b, {0});
            return std::move(all).bound();
        }
        Dice flow = sums;
        flow.dloss = in<float>(b, 2), flow.out = out<float>(b, 0);
        all.add("diceGrad", {blocksFor(numbers.count, 1)}, kBlock, flow)
            .reads(b, {1, 2})
            .reads(sums.totals, totalBytes)
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// Inputs: labels, or labels, others and shares.
OfLabels labelsOf(const KernelBuffers& b, const OfLabels& numbers) {
    OfLabels arguments = numbers;
    arguments.labels = in<int>(b, 0);
    if (b.inputs.size() > 2) {
        arguments.others = in<int>(b, 1);
        arguments.shares = in<float>(b, 2);
    }
    arguments.y = out<float>(b, 0);
    return arguments;
}

void add(Launches& all, const char* name, const KernelBuffers& b, const OfLabels& arguments) {
    all.add(name, {blocksFor(arguments.count, 1)}, kBlock, arguments).reads(b, {0}).writes(b, {0});
    if (b.inputs.size() > 2) all.reads(b, {1, 2});
}

Kernel oneHot(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    OfLabels numbers{};
    numbers.count = countOf(request, request.outputs[0].shape.elements());
    numbers.depth = static_cast<uint32_t>(request.attributes.integer("depth"));
    numbers.on = static_cast<float>(request.attributes.number("on_value", 1));
    numbers.off = static_cast<float>(request.attributes.number("off_value", 0));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        add(all, "oneHot", b, labelsOf(b, numbers));
        return std::move(all).bound();
    };
    return kernel;
}

Kernel classWeights(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    OfLabels numbers{};
    numbers.count = countOf(request, request.outputs[0].shape.elements());
    const std::vector<double> weights = request.attributes.numbers("weights");
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        OfLabels arguments = labelsOf(b, numbers);
        for (size_t first = 0; first == 0 || first < weights.size(); first += OfLabels::kTable) {
            arguments.first = static_cast<int>(first);
            arguments.weights = static_cast<int>(std::min<size_t>(weights.size() - first, OfLabels::kTable));
            for (int i = 0; i < arguments.weights; ++i)
                arguments.table[i] = static_cast<float>(weights[first + static_cast<size_t>(i)]);
            add(all, "classWeights", b, arguments);
        }
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void losses(KernelTable& table, const Lane& lane) {
    table.add("ElementwiseLoss", with(lane, forward));
    table.add("ElementwiseLossGrad", with(lane, gradient));
    for (const char* op : {"Dice", "DiceGrad"}) table.add(op, with(lane, dice));
    table.add("OneHot", with(lane, oneHot));
    table.add("ClassWeights", with(lane, classWeights));
}

}  // namespace tl::cuda
