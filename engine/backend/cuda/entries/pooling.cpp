// Pooling, channels innermost. The workspace of max pooling is a byte for each y: which element of its window it is.
#include "engine/backend/cuda/kernels/pooling.h"

#include "engine/backend/cuda/entries/support.h"

namespace tl::cuda {
namespace {

Pool geometry(const KernelRequest& request, const Shape& x, const Shape& y) {
    const auto number = [](int64_t value) { return static_cast<int>(value); };
    const auto& window = request.attributes.list("kernel_shape");
    const auto& strides = request.attributes.list("strides");
    const auto& pads = request.attributes.list("pads");
    Pool pool{};
    pool.channels = number(x[1]), pool.h = number(x[2]), pool.w = number(x[3]);
    pool.oh = number(y[2]), pool.ow = number(y[3]);
    pool.kh = number(window[0]), pool.kw = number(window[1]);
    pool.strideH = number(strides[0]), pool.strideW = number(strides[1]);
    pool.top = number(pads[0]), pool.left = number(pads[1]);
    countOf(request, x.elements());
    return pool;
}

Kernel pooled(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const Shape& y = request.outputs[0].shape;
    Pool numbers = geometry(request, request.inputs[0].shape, y);
    numbers.type = elementOf(request.inputs[0].dtype);
    numbers.average = request.op == "AveragePool2D";
    numbers.count = countOf(request, y.elements());
    if (!numbers.average) {
        if (numbers.kh * numbers.kw > 256)
            throw Error("MaxPool2D", "a window of at most 256 elements on a GPU",
                        std::to_string(numbers.kh) + " x " + std::to_string(numbers.kw));
        kernel.outputs[1].opaqueBytes = numbers.count;
    }
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Pool arguments = numbers;
        arguments.x = b.inputs[0];
        arguments.y = b.outputs[0];
        if (!numbers.average) arguments.largest = out<uint8_t>(b, 1);
        all.add("pool", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {0}).writes(b, {0});
        if (!numbers.average) all.writes(b, {1});
        return std::move(all).bound();
    };
    return kernel;
}

// Max: x, dy, workspace. Average: dy alone.
Kernel pooledGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const bool average = request.op == "AveragePool2DGrad";
    const size_t dy = average ? 0 : 1;
    if (!average) {
        kernel.reads = {false, true, true};
        kernel.inputs[2].opaqueBytes = static_cast<size_t>(request.inputs[1].shape.elements());
    }
    Pool numbers = geometry(request, request.outputs[0].shape, request.inputs[dy].shape);
    numbers.type = elementOf(request.inputs[dy].dtype);
    numbers.average = average;
    numbers.count = countOf(request, request.outputs[0].shape.elements());
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Pool arguments = numbers;
        arguments.dy = b.inputs[dy];
        arguments.y = b.outputs[0];
        if (!average) arguments.largest = static_cast<uint8_t*>(b.inputs[2]);
        all.add("poolGrad", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {dy}).writes(b, {0});
        if (!average) all.reads(b, {2});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel global(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const Shape& x = request.inputs[0].shape;
    countOf(request, x.elements());
    if (x[0] > 65535)
        throw Error(Message("op {op}", request.op), Message("at most {count} images on a GPU", 65535),
                    std::to_string(x[0]));
    const Launches launches(lane, request, kernel);
    const GlobalPool numbers{nullptr, nullptr, elementOf(request.inputs[0].dtype), static_cast<int>(x[1]),
                             static_cast<int>(x[2] * x[3])};
    kernel.bind = [=, images = static_cast<unsigned>(x[0])](const KernelBuffers& b) {
        Launches all = launches;
        GlobalPool arguments = numbers;
        arguments.x = b.inputs[0];
        arguments.y = b.outputs[0];
        all.add("globalPool", {(static_cast<unsigned>(numbers.channels) + 31) / 32, images}, kBlock, arguments)
            .reads(b, {0})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel globalGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const Shape& x = request.outputs[0].shape;
    const GlobalPoolGrad numbers{nullptr,
                                 nullptr,
                                 elementOf(request.inputs[0].dtype),
                                 countOf(request, x.elements()),
                                 static_cast<int>(x[1]),
                                 static_cast<int>(x[2] * x[3])};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        GlobalPoolGrad arguments = numbers;
        arguments.dy = b.inputs[0];
        arguments.dx = b.outputs[0];
        all.add("globalPoolGrad", {blocksFor(numbers.count, 1)}, kBlock, arguments).reads(b, {0}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void pooling(KernelTable& table, const Lane& lane) {
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    for (const char* op : {"MaxPool2D", "AveragePool2D"}) table.add(op, with(lane, pooled), halves);
    for (const char* op : {"MaxPool2DGrad", "AveragePool2DGrad"}) table.add(op, with(lane, pooledGrad), halves);
    table.add("GlobalAveragePool2D", with(lane, global), halves);
    table.add("GlobalAveragePool2DGrad", with(lane, globalGrad), halves);
}

}  // namespace tl::cuda
