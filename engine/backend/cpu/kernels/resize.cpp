// Images in another size: resampling and its gradient, which is the same with the taps transposed, and padding. Planes
// are worked on in the layout that they come in.
#include <cstring>
#include <memory>

#include "engine/backend/cpu/support.h"
#include "engine/core/resample.h"

namespace tl::cpu {
namespace {

// Taps laid out one after the other, as the vector code reads them.
struct FlatTaps {
    std::vector<int32_t> begin{0}, from;
    std::vector<float> weight;

    explicit FlatTaps(const Taps& taps) {
        for (const auto& result : taps) {
            for (const tl::Tap& tap : result) {
                from.push_back(static_cast<int32_t>(tap.from));
                weight.push_back(static_cast<float>(tap.weight));
            }
            begin.push_back(static_cast<int32_t>(from.size()));
        }
    }
    Resampling view() const {
        return {static_cast<int64_t>(begin.size()) - 1, begin.data(), from.data(), weight.data()};
    }
};

Kernel resample(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const bool gradient = request.attributes.has("input_shape");
    const auto taps = [&](int axis) {
        return std::make_shared<FlatTaps>(
            gradient ? transposedTaps(resampleTaps(request.attributes, y[axis], x[axis]), y[axis])
                     : resampleTaps(request.attributes, x[axis], y[axis]));
    };
    const auto rows = taps(2), columns = taps(3);
    const Layout layout = imageLayout(request, request.inputs[0]);
    const ImageView v = *imageView(x, layout);
    // A one-pixel image in plain layout is seen as one row of channels; here each is a plane of its own.
    const int64_t lanes = layout.plain() ? 1 : v.lanes, planes = layout.plain() ? x[0] * x[1] : v.outer * v.blocks;
    const int64_t inPlane = x[2] * x[3] * lanes, outPlane = y[2] * y[3] * lanes, row = x[3] * lanes;
    const int parts = partsFor(request.threads, planes * 2 * (inPlane + outPlane));
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resizedLayout(layout, x, y);
    kernel.scratchBytes = static_cast<size_t>(parts * row) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0), scratch = static_cast<float*>(b.scratch)] {
            const ResampleShape shape{row / lanes, lanes, rows->view(), columns->view()};
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(planes, parts, part);
                for (int64_t p = begin; p < end; ++p)
                    vec().resample(shape, from + p * inPlane, to + p * outPlane, scratch + part * row);
            });
        };
    };
    return kernel;
}

Kernel pad(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const int64_t top = request.attributes.list("pads")[0], left = request.attributes.list("pads")[1];
    const Layout layout = imageLayout(request, request.inputs[0]);
    const ImageView v = *imageView(x, layout);
    const int64_t lanes = layout.plain() ? 1 : v.lanes, planes = layout.plain() ? x[0] * x[1] : v.outer * v.blocks;
    const int64_t inRow = x[3] * lanes, outRow = y[3] * lanes;
    // Columns [first, last) of a row of the result come from the image.
    const int64_t first = std::max<int64_t>(left, 0), last = std::min(left + x[3], y[3]);
    const int parts = partsFor(request.threads, planes * y[2] * outRow);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resizedLayout(layout, x, y);
    const int64_t height = x[2], outHeight = y[2];
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(planes * outHeight, parts, part);
                for (int64_t r = begin; r < end; ++r) {
                    float* row = to + r * outRow;
                    const int64_t source = r % outHeight - top;
                    if (source < 0 || source >= height) {
                        std::fill(row, row + outRow, 0.0f);
                        continue;
                    }
                    std::fill(row, row + first * lanes, 0.0f);
                    std::memcpy(row + first * lanes,
                                from + (r / outHeight * height + source) * inRow + (first - left) * lanes,
                                static_cast<size_t>((last - first) * lanes) * sizeof(float));
                    std::fill(row + last * lanes, row + outRow, 0.0f);
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void resize(KernelTable& table) {
    table.add("Resize", resample);
    table.add("ResizeGrad", resample);
    table.add("Pad2D", pad);
}

}  // namespace tl::cpu
