// Embeddings, and activations with learned slopes.
#include "engine/backend/cuda/kernels/lookup.h"

#include <algorithm>

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/reduce.h"

namespace tl::cuda {
namespace {

bool whole(const TensorDesc& indices) { return indices.dtype == DType::Int32; }

Kernel embedding(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Shape& table = request.inputs[1].shape;
    const Embedding numbers{nullptr,
                            nullptr,
                            nullptr,
                            whole(request.inputs[0]),
                            countOf(request, request.outputs[0].shape.elements()),
                            static_cast<uint32_t>(table[1]),
                            static_cast<uint32_t>(table[0])};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Embedding arguments = numbers;
        arguments.indices = b.inputs[0], arguments.table = in<float>(b, 1), arguments.y = out<float>(b, 0);
        all.add("embedding", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {0, 1}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel embeddingGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Shape& table = request.outputs[0].shape;
    const EmbeddingGrad numbers{nullptr,
                                nullptr,
                                nullptr,
                                whole(request.inputs[0]),
                                countOf(request, request.inputs[0].shape.elements()),
                                static_cast<uint32_t>(table[1])};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, rows = static_cast<unsigned>(table[0])](const KernelBuffers& b) {
        Launches all = launches;
        EmbeddingGrad arguments = numbers;
        arguments.indices = b.inputs[0], arguments.dy = in<float>(b, 1), arguments.dtable = out<float>(b, 0);
        all.add("embeddingGrad", {rows}, kBlock, arguments).reads(b, {0, 1}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// Of x and slope, without addresses.
PRelu preluOf(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &slope = request.inputs[1].shape;
    PRelu numbers{};
    numbers.count = countOf(request, x.elements());
    numbers.rank = x.rank();
    if (x.rank() > PRelu::kRank)
        throw Error(Message("op {op}", request.op),
                    Message("at most {rank} axes on a GPU", static_cast<int>(PRelu::kRank)), std::to_string(x.rank()));
    uint32_t stride = 1;
    for (int axis = x.rank() - 1; axis >= 0; --axis) {
        numbers.extent[axis] = static_cast<uint32_t>(x[axis]);
        if (axis == 0) break;  // the batch
        numbers.stride[axis] = slope[axis - 1] > 1 ? stride : 0;
        stride *= static_cast<uint32_t>(slope[axis - 1]);
    }
    return numbers;
}

Kernel prelu(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const PRelu numbers = preluOf(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        PRelu arguments = numbers;
        arguments.x = in<float>(b, 0), arguments.slope = in<float>(b, 1), arguments.y = out<float>(b, 0);
        all.add("prelu", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {0, 1}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// x, slope, dy: what each element gives its slope goes to scratch memory and is summed over the axes that share one.
Kernel preluGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const PRelu numbers = preluOf(request);
    kernel.scratchBytes = numbers.count * sizeof(float);
    ReduceSum sum{};
    sum.outputs = sum.reduced = 1;
    uint32_t stride = numbers.count;
    for (int axis = 0; axis < numbers.rank; ++axis) {
        stride /= std::max(1u, numbers.extent[axis]);
        const bool shared = numbers.stride[axis] == 0;
        int& rank = shared ? sum.reducedRank : sum.keptRank;
        (shared ? sum.reducedExtent : sum.keptExtent)[rank] = numbers.extent[axis];
        (shared ? sum.reducedStride : sum.keptStride)[rank++] = stride;
        (shared ? sum.reduced : sum.outputs) *= numbers.extent[axis];
    }
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        PRelu arguments = numbers;
        arguments.x = in<float>(b, 0), arguments.slope = in<float>(b, 1), arguments.dy = in<float>(b, 2);
        arguments.y = out<float>(b, 0), arguments.product = static_cast<float*>(b.scratch);
        all.add("preluGrad", {blocksFor(numbers.count, 1)}, kBlock, arguments)
            .reads(b, {0, 1, 2})
            .writes(b, {0})
            .writes(b.scratch, bytes);
        ReduceSum slopes = sum;
        slopes.x = b.scratch, slopes.y = out<float>(b, 1);
        all.add("reduceSum", {sum.outputs}, sum.reduced > 64 ? kBlock : 32, slopes)
            .reads(b.scratch, bytes)
            .writes(b, {1});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void lookup(KernelTable& table, const Lane& lane) {
    table.add("Embedding", with(lane, embedding));
    table.add("EmbeddingGrad", with(lane, embeddingGrad));
    table.add("PRelu", with(lane, prelu));
    table.add("PReluGrad", with(lane, preluGrad));
}

}  // namespace tl::cuda
