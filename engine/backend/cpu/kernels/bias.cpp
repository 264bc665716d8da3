// Adding a bias along axis 1 and its gradient, in every layout that imageView() knows.
#include <utility>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// Rows that are summed in float32 before they join the total: a million of them would lose what each one adds.
constexpr int64_t kStretch = 1024;

// The layout to work in: as given where it is known and unpadded (a bias would fill the padding), else plain.
Layout unpadded(const KernelRequest& request) {
    return padded(request.inputs[0]) ? Layout{} : imageLayout(request, request.inputs[0]);
}

Kernel biasAdd(const KernelRequest& request) {
    const Layout layout = unpadded(request);
    const ImageView v = *imageView(request.inputs[0].shape, layout);
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = layout;
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), bias = in<float>(b, 1), y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(v.outer * v.blocks, parts, part);
                for (int64_t plane = begin; plane < end; ++plane) {
                    const int64_t block = plane % v.blocks, size = v.space * v.lanes;
                    if (v.kind != ImageView::Lanes::Channels) {
                        vec().addValue(size, x + plane * size, bias[block], y + plane * size);
                        continue;
                    }
                    for (int64_t s = 0; s < v.space; ++s) {
                        const int64_t at = plane * size + s * v.lanes;
                        vec().addRow(v.lanes, x + at, bias + block * v.lanes, y + at);
                    }
                }
            });
        };
    };
    return kernel;
}

Kernel biasGrad(const KernelRequest& request) {
    const Layout layout = unpadded(request);
    const ImageView v = *imageView(request.inputs[0].shape, layout);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    const int64_t channels = request.outputs[0].shape.elements();
    const int parts = static_cast<int>(std::min<int64_t>(partsFor(request.threads, v.elements()), v.outer));
    kernel.scratchBytes = static_cast<size_t>(parts * channels) * (sizeof(double) + sizeof(float));
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), db = out<float>(b, 0), totals = static_cast<double*>(b.scratch)] {
            forParts(parts, [&](int part) {
                double* total = totals + part * channels;
                float* sums = reinterpret_cast<float*>(totals + parts * channels) + part * channels;
                std::fill(total, total + channels, 0.0);
                std::fill(sums, sums + channels, 0.0f);
                int64_t added = 0;
                const auto close = [&] {
                    for (int64_t c = 0; c < channels; ++c)
                        total[c] += static_cast<double>(std::exchange(sums[c], 0.0f));
                };
                const auto [begin, end] = share(v.outer, parts, part);
                const int64_t size = v.space * v.lanes;
                for (int64_t plane = begin * v.blocks; plane < end * v.blocks; ++plane) {
                    const int64_t block = plane % v.blocks;
                    if (v.kind != ImageView::Lanes::Channels) {
                        total[block] += vec().sum(size, dy + plane * size);
                        continue;
                    }
                    for (int64_t s = 0; s < v.space; ++s) {
                        vec().accumulate(v.lanes, dy + plane * size + s * v.lanes, sums + block * v.lanes);
                        if (++added % kStretch == 0) close();
                    }
                }
                close();
            });
            for (int64_t c = 0; c < channels; ++c) {
                double total = 0;
                for (int part = 0; part < parts; ++part) total += totals[part * channels + c];
                db[c] = static_cast<float>(total);
            }
        };
    };
    return kernel;
}

}  // namespace

void bias(KernelTable& table) {
    table.add("BiasAdd", biasAdd);
    table.add("BiasGrad", biasGrad);
}

}  // namespace tl::cpu
