// Images in another size: rows first, then columns. The gradient is the same with the taps transposed, so that each
// element is gathered by one thread. Taps are found on the host and lie on the device as constants.
#include "engine/backend/cuda/kernels/resize.h"

#include "engine/backend/cuda/entries/support.h"
#include "engine/core/resample.h"

namespace tl::cuda {
namespace {

// Taps of an axis on the device: where each place's begin, where they come from, and their weights.
struct Axis {
    std::shared_ptr<const std::byte> memory;
    size_t bytes = 0, from = 0, weight = 0;  // offsets

    Axis(const Lane& lane, const Taps& taps) {
        std::vector<int32_t> begin{0}, sources;
        std::vector<float> weights;
        for (const auto& place : taps) {
            for (const Tap& tap : place) {
                sources.push_back(static_cast<int32_t>(tap.from));
                weights.push_back(static_cast<float>(tap.weight));
            }
            begin.push_back(static_cast<int32_t>(sources.size()));
        }
        std::vector<std::byte> all;
        const auto put = [&](const auto& list) {
            const auto part = std::as_bytes(std::span(list));
            all.insert(all.end(), part.begin(), part.end());
            return all.size() - part.size();
        };
        put(begin);
        from = put(sources);
        weight = put(weights);
        bytes = all.size();
        memory = constant(lane, all);
    }
    void add(Launches& all, Resample numbers, const float* x, size_t xBytes, float* y) const {
        numbers.x = x, numbers.y = y;
        numbers.begin = reinterpret_cast<const int*>(memory.get());
        numbers.from = reinterpret_cast<const int*>(memory.get() + from);
        numbers.weight = reinterpret_cast<const float*>(memory.get() + weight);
        all.add("resample", {blocksFor(numbers.count, 1)}, kBlock, numbers)
            .reads(x, xBytes)
            .reads(memory.get(), bytes)
            .writes(y, numbers.count * sizeof(float));
    }
};

Kernel resize(const Lane& lane, const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const bool gradient = request.attributes.has("input_shape");
    const auto tapsOf = [&](int axis) {
        return gradient ? transposedTaps(resampleTaps(request.attributes, y[axis], x[axis]), y[axis])
                        : resampleTaps(request.attributes, x[axis], y[axis]);
    };
    Kernel kernel = request.blocked ? channelsLastKernel(request) : plainKernel(request);
    // Elements that lie together at each place of the image.
    const int64_t lanes = request.blocked ? x[1] : 1, planes = x[0] * x[1] / lanes;
    const auto number = [](int64_t value) { return static_cast<uint32_t>(value); };
    const Resample rows{nullptr,      nullptr,      nullptr,
                        nullptr,      nullptr,      countOf(request, planes * y[2] * x[3] * lanes),
                        number(y[2]), number(x[2]), number(x[3] * lanes)};
    const Resample columns{nullptr,      nullptr,      nullptr,      nullptr, nullptr, countOf(request, y.elements()),
                           number(y[3]), number(x[3]), number(lanes)};
    countOf(request, x.elements());
    kernel.scratchBytes = rows.count * sizeof(float);
    const Launches launches(lane, request, kernel);
    const Axis high(lane, tapsOf(2)), wide(lane, tapsOf(3));
    kernel.bind = [=, bytes = request.inputs[0].shape.elements() * sizeof(float)](const KernelBuffers& b) {
        Launches all = launches;
        auto* between = static_cast<float*>(b.scratch);
        high.add(all, rows, in<float>(b, 0), bytes, between);
        wide.add(all, columns, between, rows.count * sizeof(float), out<float>(b, 0));
        return [held = std::pair(high.memory, wide.memory), run = std::move(all).bound()] { run(); };
    };
    return kernel;
}

}  // namespace

void resize(KernelTable& table, const Lane& lane) {
    table.add("Resize", with(lane, resize));
    table.add("ResizeGrad", with(lane, resize));
}

}  // namespace tl::cuda
