// PReLU and its gradient in any layout in which samples lie one after the other: the slopes are laid out once a step as
// a sample's values are, so that the loops know nothing of shared axes.
#include <memory>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// Which slope each value of a sample has, in the order in which it lies in memory; -1 in the padding.
std::vector<int32_t> slopePlaces(const Shape& x, const Shape& slope, const ImageView& v) {
    std::vector<int32_t> places;
    for (int64_t block = 0; block < v.blocks; ++block)
        for (int64_t s = 0; s < v.space; ++s)
            for (int64_t lane = 0; lane < v.lanes; ++lane) {
                const int64_t channel = block * v.channelsPerBlock() + lane;
                if (channel >= x[1]) {
                    places.push_back(-1);
                    continue;
                }
                int64_t rest = s, place = 0, stride = 1;
                for (int axis = slope.rank() - 1; axis >= 1; --axis) {
                    if (slope[axis] > 1) place += rest % x[axis + 1] * stride;
                    rest /= x[axis + 1];
                    stride *= slope[axis];
                }
                places.push_back(static_cast<int32_t>(slope[0] > 1 ? place + channel * stride : place));
            }
    return places;
}

struct Samples {
    Layout layout;
    std::shared_ptr<const std::vector<int32_t>> places;
    int64_t count, size;  // samples, values of each
    int parts;

    explicit Samples(const KernelRequest& request) : layout(commonLayout(request, {0, request.inputs.size() - 1})) {
        const Shape& x = request.inputs[0].shape;
        const auto view = imageView(x, layout);
        if (!view || view->kind == ImageView::Lanes::Images) layout = {};
        const ImageView v = *imageView(x, layout);
        count = x[0], size = v.blocks * v.space * v.lanes;
        places = std::make_shared<std::vector<int32_t>>(slopePlaces(x, request.inputs[1].shape, v));
        parts = static_cast<int>(std::min<int64_t>(partsFor(request.threads, count * size), count));
    }
    void spread(const float* slope, float* sample) const {
        for (int64_t i = 0; i < size; ++i) {
            const int32_t place = (*places)[static_cast<size_t>(i)];
            sample[i] = place < 0 ? 0.0f : slope[place];
        }
    }
};

Kernel forward(const KernelRequest& request) {
    const Samples s(request);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = s.layout;
    kernel.inPlace = {0};
    kernel.scratchBytes = static_cast<size_t>(s.size) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), slope = in<float>(b, 1), y = out<float>(b, 0),
                spread = static_cast<float*>(b.scratch)] {
            s.spread(slope, spread);
            forParts(s.parts, [&](int part) {
                const auto [begin, end] = share(s.count, s.parts, part);
                for (int64_t n = begin; n < end; ++n) vec().prelu(s.size, x + n * s.size, spread, y + n * s.size);
            });
        };
    };
    return kernel;
}

Kernel gradient(const KernelRequest& request) {
    const Samples s(request);
    const int64_t slopes = request.inputs[1].shape.elements();
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.inputs[2] = kernel.outputs[0] = s.layout;
    kernel.inPlace = {2};
    kernel.scratchBytes = static_cast<size_t>(s.size * (1 + s.parts)) * sizeof(float) + static_cast<size_t>(slopes) * 8;
    kernel.bind = [=](const KernelBuffers& b) {
        auto* totals = static_cast<double*>(b.scratch);
        auto* spread = reinterpret_cast<float*>(totals + slopes);
        return [=, x = in<float>(b, 0), slope = in<float>(b, 1), dy = in<float>(b, 2), dx = out<float>(b, 0),
                dslope = out<float>(b, 1)] {
            s.spread(slope, spread);
            float* sums = spread + s.size;  // of each part
            std::fill(sums, sums + s.parts * s.size, 0.0f);
            forParts(s.parts, [&](int part) {
                const auto [begin, end] = share(s.count, s.parts, part);
                for (int64_t n = begin; n < end; ++n)
                    vec().preluGrad(s.size, x + n * s.size, spread, dy + n * s.size, dx + n * s.size,
                                    sums + part * s.size);
            });
            std::fill(totals, totals + slopes, 0.0);
            for (int part = 0; part < s.parts; ++part)
                for (int64_t i = 0; i < s.size; ++i)
                    if (const int32_t place = (*s.places)[static_cast<size_t>(i)]; place >= 0)
                        totals[place] += static_cast<double>(sums[part * s.size + i]);
            for (int64_t i = 0; i < slopes; ++i) dslope[i] = static_cast<float>(totals[i]);
        };
    };
    return kernel;
}

}  // namespace

void prelu(KernelTable& table) {
    table.add("PRelu", forward);
    table.add("PReluGrad", gradient);
}

}  // namespace tl::cpu
