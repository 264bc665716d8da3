// Batch and group normalisation. (cuDNN's, where it is faster, will stand beside these.)
#include "engine/backend/cuda/kernels/norm.h"

#include <algorithm>

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/reduce.h"
#include "engine/core/activation.h"

namespace tl::cuda {
namespace {

// Channels innermost for images and volumes, else as it is.
Kernel channelKernel(const KernelRequest& request) {
    return request.inputs[0].shape.rank() >= 4 && request.blocked ? channelsLastKernel(request) : plainKernel(request);
}

ChannelShape shapeOf(const KernelRequest& request, const Kernel& kernel) {
    const Shape& x = request.inputs[0].shape;
    const auto channels = static_cast<uint32_t>(x[1]);
    const uint32_t rows = countOf(request, x.elements()) / channels;
    const auto inner = kernel.inputs[0].plain() ? rows / static_cast<uint32_t>(x[0]) : 1;
    return {elementOf(request.inputs[0].dtype), rows, channels, inner};
}

struct Chunks {
    uint32_t count, rows;
    unsigned columns;  // blocks of 32 channels
    size_t bytes;      // of the partial sums
};

Chunks chunksOf(const ChannelShape& shape) {
    const uint32_t wanted = std::clamp(shape.rows / 64, 1u, 128u), rows = (shape.rows + wanted - 1) / wanted;
    const uint32_t count = (shape.rows + rows - 1) / rows;
    return {count, rows, (shape.channels + 31) / 32, size_t{count} * 2 * shape.channels * sizeof(float)};
}

unsigned elementBlocks(const ChannelShape& shape) { return blocksFor(int64_t{shape.rows} * shape.channels, 1); }

// Inputs x, gamma, beta, and the values of `mean` and `variance`, which are those of other inputs or of outputs.
Normalise normaliseOf(const KernelRequest& request, const ChannelShape& shape) {
    const ActivationKind& kind = activationKind(request.attributes.text("activation", "linear"));
    Normalise numbers{};
    numbers.shape = shape;
    numbers.epsilon = static_cast<float>(request.attributes.number("epsilon"));
    numbers.activation = static_cast<int>(kind.act);
    numbers.alpha = static_cast<float>(request.attributes.number("alpha", kind.alpha));
    return numbers;
}

Kernel batchNorm(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelKernel(request);
    const ChannelShape shape = shapeOf(request, kernel);
    const Chunks chunks = chunksOf(shape);
    const Normalise numbers = normaliseOf(request, shape);
    const bool sum = request.inputs.size() > 3;
    kernel.scratchBytes = chunks.bytes;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        auto* partial = static_cast<float*>(b.scratch);
        auto *mean = out<float>(b, 1), *variance = out<float>(b, 2);
        all.add("channelMoments", {chunks.columns, chunks.count}, kBlock,
                ChannelMoments{b.inputs[0], partial, shape, chunks.rows})
            .reads(b, {0})
            .writes(partial, chunks.bytes);
        all.add("momentsTotal", {blocksFor(shape.channels, 1)}, kBlock,
                MomentsTotal{partial, mean, variance, shape.rows, shape.channels, chunks.count, chunks.rows})
            .reads(partial, chunks.bytes)
            .writes(b, {1, 2});
        Normalise arguments = numbers;
        arguments.x = b.inputs[0], arguments.gamma = in<float>(b, 1), arguments.beta = in<float>(b, 2);
        arguments.mean = mean, arguments.variance = variance;
        arguments.sum = sum ? b.inputs[3] : nullptr;
        arguments.y = b.outputs[0];
        all.add("normalise", {elementBlocks(shape)}, kBlock, arguments).reads(b, {0, 1, 2}).writes(b, {0, 1, 2});
        if (sum) all.reads(b, {3});
        return std::move(all).bound();
    };
    return kernel;
}

// x, gamma, beta, mean, variance.
Kernel batchNormInference(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelKernel(request);
    kernel.inPlace = {0};
    const ChannelShape shape = shapeOf(request, kernel);
    const Normalise numbers = normaliseOf(request, shape);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Normalise arguments = numbers;
        arguments.x = b.inputs[0], arguments.gamma = in<float>(b, 1), arguments.beta = in<float>(b, 2);
        arguments.mean = in<float>(b, 3), arguments.variance = in<float>(b, 4);
        arguments.y = b.outputs[0];
        all.add("normalise", {elementBlocks(shape)}, kBlock, arguments).reads(b, {0, 1, 2, 3, 4}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// x, dy, gamma, beta, mean, variance; the workspace is not read.
Kernel batchNormGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelKernel(request);
    kernel.reads.assign(request.inputs.size(), true);
    kernel.reads.back() = false;
    const ChannelShape shape = shapeOf(request, kernel);
    const Chunks chunks = chunksOf(shape);
    const auto epsilon = static_cast<float>(request.attributes.number("epsilon"));
    const bool relu = request.attributes.text("activation", "linear") == "relu";
    kernel.scratchBytes = chunks.bytes + size_t{2} * shape.channels * sizeof(float);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        auto* partial = static_cast<float*>(b.scratch);
        const auto *gamma = in<float>(b, 2), *beta = in<float>(b, 3), *mean = in<float>(b, 4),
                   *variance = in<float>(b, 5);
        all.add("channelGradients", {chunks.columns, chunks.count}, kBlock,
                ChannelGradients{b.inputs[0], b.inputs[1], gamma, beta, mean, variance, partial, shape, chunks.rows,
                                 epsilon, relu})
            .reads(b, {0, 1, 2, 3, 4, 5})
            .writes(partial, chunks.bytes);
        // Over the chunks: dgamma from the first half of each row of sums, dbeta from the second.
        const uint32_t columns = shape.channels;
        const float* half[] = {partial, partial + columns};
        for (size_t i = 0; i < 2; ++i)
            all.add("columnSums", {chunks.columns}, kBlock,
                    ColumnSums{half[i], out<float>(b, 1 + i), Element::Float32, chunks.count, columns, chunks.count,
                               2 * columns})
                .reads(partial, chunks.bytes)
                .writes(b, {1 + i});
        all.add("normaliseGrad", {elementBlocks(shape)}, kBlock,
                NormaliseGrad{b.inputs[0], b.inputs[1], b.outputs[0], gamma, beta, mean, variance, out<float>(b, 1),
                              out<float>(b, 2), shape, epsilon, relu})
            .reads(b, {0, 1, 2, 3, 4, 5})
            .reads(b.outputs[1], columns * sizeof(float))
            .reads(b.outputs[2], columns * sizeof(float))
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

struct Groups {
    uint32_t rows, width, inner, channels, groups, images;
};

Groups groupsOf(const KernelRequest& request) {
    const Shape& x = request.inputs[0].shape;
    const auto images = static_cast<uint32_t>(x[0]), channels = static_cast<uint32_t>(x[1]);
    const auto groups = static_cast<uint32_t>(request.attributes.integer("num_groups"));
    const uint32_t count = countOf(request, x.elements());
    return {images * groups, count / (images * groups), count / (images * channels), channels, groups, images};
}

Kernel groupNorm(const Lane& lane, const KernelRequest& request) {
    const Kernel plain = plainKernel(request);
    Kernel kernel = plain;
    const Groups g = groupsOf(request);
    const auto epsilon = static_cast<float>(request.attributes.number("epsilon"));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("groupNorm", {g.rows}, kBlock,
                GroupNorm{in<float>(b, 0), in<float>(b, 1), in<float>(b, 2), out<float>(b, 0), out<float>(b, 1),
                          out<float>(b, 2), g.width, g.inner, g.channels, g.groups, epsilon})
            .reads(b, {0, 1, 2})
            .writes(b, {0, 1, 2});
        return std::move(all).bound();
    };
    return kernel;
}

// x, dy, gamma, mean, inverse.
Kernel groupNormGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Groups g = groupsOf(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("groupNormGrad", {g.rows}, kBlock,
                GroupNormGrad{in<float>(b, 0), in<float>(b, 1), in<float>(b, 2), in<float>(b, 3), in<float>(b, 4),
                              out<float>(b, 0), g.width, g.inner, g.channels, g.groups})
            .reads(b, {0, 1, 2, 3, 4})
            .writes(b, {0});
        all.add("groupNormWeights", {g.channels}, kBlock,
                GroupNormWeights{in<float>(b, 0), in<float>(b, 1), in<float>(b, 3), in<float>(b, 4), out<float>(b, 1),
                                 out<float>(b, 2), g.images, g.inner, g.channels, g.groups})
            .reads(b, {0, 1, 3, 4})
            .writes(b, {1, 2});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void norm(KernelTable& table, const Lane& lane) {
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    table.add("BatchNorm", with(lane, batchNorm), halves);
    table.add("BatchNormInference", with(lane, batchNormInference), halves);
    table.add("BatchNormGrad", with(lane, batchNormGrad), halves);
    table.add("GroupNorm", with(lane, groupNorm));
    table.add("GroupNormGrad", with(lane, groupNormGrad));
}

}  // namespace tl::cuda
