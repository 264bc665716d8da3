// Batch normalisation in the layout that the value comes in. One sweep for the moments (differences from the channel's
// first value, so that a large mean costs nothing), one for the result. The gradient finds out again where the fused
// ReLU let a value through from the same expression, so no mask is stored and the workspace stays unused.
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/core/activation.h"

namespace tl::cpu {
namespace {

bool fusedRelu(const KernelRequest& request) { return request.attributes.text("activation", "linear") == "relu"; }

constexpr int64_t kStretch = 8192;  // numbers

// Planes of one block of channels, and how `outer` is divided.
struct Sweep {
    ImageView v;
    int64_t channels = 0, width = 0;  // width: channels rounded up to whole blocks
    int64_t count = 0;                // values of one channel
    int parts = 1;

    Sweep(const KernelRequest& request, const Shape& shape, const Layout& layout) : v(*imageView(shape, layout)) {
        channels = shape[1];
        width = v.blocks * v.channelsPerBlock();
        count = shape.elements() / channels;
        parts = static_cast<int>(std::min<int64_t>(partsFor(request.threads, v.elements(), 16384), units()));
    }
    bool lanesAreChannels() const { return v.kind == ImageView::Lanes::Channels; }
    // What is divided among the parts: outer planes, or rows where all channels lie side by side.
    int64_t units() const { return v.blocks == 1 && lanesAreChannels() ? v.outer * v.space : v.outer; }
    // Calls plane(offset, rows, lanes, first channel) for each stretch of a part, short enough for the first cache.
    template <typename Plane>
    void each(int part, const Plane& plane) const {
        const auto [begin, end] = share(units(), parts, part);
        if (v.blocks == 1 && lanesAreChannels()) {
            const int64_t rows = std::max<int64_t>(kStretch / v.lanes, 16);
            for (int64_t at = begin; at < end; at += rows)
                plane(at * v.lanes, std::min(rows, end - at), v.lanes, int64_t{0});
            return;
        }
        const int64_t size = v.space * v.lanes;
        for (int64_t o = begin; o < end; ++o) {
            for (int64_t b = 0; b < v.blocks; ++b) {
                const int64_t offset = (o * v.blocks + b) * size;
                if (lanesAreChannels()) {
                    plane(offset, v.space, v.lanes, b * v.lanes);
                } else {
                    plane(offset, size, int64_t{1}, b);
                }
            }
        }
    }
    size_t floats(int count) const { return static_cast<size_t>(count) * static_cast<size_t>(width) * sizeof(float); }
    size_t sums() const { return static_cast<size_t>(parts) * 2 * static_cast<size_t>(width) * sizeof(double); }
};

float toFloat(float value) { return value; }
float toFloat(uint16_t bfloat16) { return std::bit_cast<float>(static_cast<uint32_t>(bfloat16) << 16); }

// A channel's value padded to whole blocks.
void padTo(int64_t width, int64_t channels, const float* from, float* to) {
    std::copy(from, from + channels, to);
    std::fill(to + channels, to + width, 0.0f);
}

// y += added from element `offset` on, then relu if asked.
void addInto(int64_t n, float* y, const float* added, int64_t offset, bool relu) {
    const float* both[] = {y, added};
    vec().add(n, 2, both, offset, y, relu);
}
void addInto(int64_t n, uint16_t* y, const uint16_t* added, int64_t offset, bool relu) {
    const uint16_t* both[] = {y, added};
    vec().addBf16(n, 2, both, offset, y, relu);
}

template <typename T>
Kernel forward(const KernelRequest& request) {
    const Layout layout = imageLayout(request, request.inputs[0]);
    const Sweep s(request, request.inputs[0].shape, layout);
    const bool relu = fusedRelu(request);
    const double epsilon = request.attributes.number("epsilon", 1e-3);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = layout;
    const bool sum = request.inputs.size() > 3;
    if (sum) kernel.inputs[3] = layout;
    if (kernel.outputs.size() > 3) kernel.outputs[3].opaqueBytes = 64;
    kernel.scratchBytes = s.sums() + s.floats(4);
    kernel.bind = [=](const KernelBuffers& b) {
        auto* sums = static_cast<double*>(b.scratch);
        auto* shift = reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + s.sums());
        float *mean = shift + s.width, *scale = mean + s.width, *beta = scale + s.width;
        const T* added = sum ? in<T>(b, 3) : nullptr;
        return [=, x = in<T>(b, 0), gamma = in<float>(b, 1), betaIn = in<float>(b, 2), y = out<T>(b, 0),
                meanOut = out<float>(b, 1), varianceOut = out<float>(b, 2)] {
            for (int64_t c = 0; c < s.width; ++c) {
                const int64_t block = s.lanesAreChannels() ? c / s.v.lanes : c,
                              lane = s.lanesAreChannels() ? c % s.v.lanes : 0;
                shift[c] = toFloat(x[block * s.v.space * s.v.lanes + lane]);
            }
            forParts(s.parts, [&](int part) {
                double *total = sums + static_cast<int64_t>(part) * 2 * s.width, *square = total + s.width;
                std::fill(total, total + 2 * s.width, 0.0);
                s.each(part, [&](int64_t offset, int64_t rows, int64_t lanes, int64_t channel) {
                    vec().norm<T>().moments(rows, lanes, x + offset, shift + channel, total + channel,
                                            square + channel);
                });
            });
            const double n = static_cast<double>(s.count);
            padTo(s.width, s.channels, betaIn, beta);
            for (int64_t c = 0; c < s.width; ++c) {
                if (c >= s.channels) {
                    mean[c] = scale[c] = 0;
                    continue;
                }
                double total = 0, square = 0;
                for (int part = 0; part < s.parts; ++part) {
                    total += sums[part * 2 * s.width + c];
                    square += sums[(part * 2 + 1) * s.width + c];
                }
                const double difference = total / n;
                const double spread = square / n - difference * difference;
                const double variance = spread < 0 ? 0.0 : spread;
                mean[c] = meanOut[c] = static_cast<float>(shift[c] + difference);
                varianceOut[c] = static_cast<float>(variance);
                scale[c] = static_cast<float>(gamma[c] / std::sqrt(static_cast<double>(varianceOut[c]) + epsilon));
            }
            forParts(s.parts, [&](int part) {
                s.each(part, [&](int64_t offset, int64_t rows, int64_t lanes, int64_t channel) {
                    vec().norm<T>().scaleShift(rows, lanes, x + offset, mean + channel, scale + channel, beta + channel,
                                               y + offset, relu && !added);
                    // The stretch is still in the cache.
                    if (added) addInto(rows * lanes, y, added, offset, relu);
                });
            });
        };
    };
    return kernel;
}

template <typename T>
Kernel gradient(const KernelRequest& request) {
    // x's layout is the one that the forward pass left; a plain one gives way to the gradient's.
    Layout layout = imageLayout(request, request.inputs[0]);
    if (layout.plain()) layout = imageLayout(request, request.inputs[1]);
    const Sweep s(request, request.inputs[0].shape, layout);
    const bool relu = fusedRelu(request);
    const double epsilon = request.attributes.number("epsilon", 1e-3);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.inputs[1] = kernel.outputs[0] = layout;
    if (kernel.inputs.size() > 6) {
        kernel.inputs[6] = request.inputs[6].layout;
        kernel.reads = {true, true, true, relu, true, true, false};
    }
    kernel.inPlace = {1};
    kernel.scratchBytes = s.sums() + s.floats(5);
    kernel.bind = [=](const KernelBuffers& b) {
        auto* sums = static_cast<double*>(b.scratch);
        auto* mean = reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + s.sums());
        float *scale = mean + s.width, *beta = scale + s.width, *first = beta + s.width, *second = first + s.width;
        return [=, x = in<T>(b, 0), dy = in<T>(b, 1), gamma = in<float>(b, 2), betaIn = in<float>(b, 3),
                meanIn = in<float>(b, 4), variance = in<float>(b, 5), dx = out<T>(b, 0), dgamma = out<float>(b, 1),
                dbeta = out<float>(b, 2)] {
            padTo(s.width, s.channels, meanIn, mean);
            if (relu)
                padTo(s.width, s.channels, betaIn, beta);
            else
                std::fill(beta, beta + s.width, 0.0f);
            for (int64_t c = 0; c < s.width; ++c) {
                scale[c] = c < s.channels
                               ? static_cast<float>(gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon))
                               : 0.0f;
            }
            forParts(s.parts, [&](int part) {
                double *total = sums + static_cast<int64_t>(part) * 2 * s.width, *product = total + s.width;
                std::fill(total, total + 2 * s.width, 0.0);
                s.each(part, [&](int64_t offset, int64_t rows, int64_t lanes, int64_t channel) {
                    vec().norm<T>().gradSums(rows, lanes, x + offset, dy + offset, mean + channel, scale + channel,
                                             beta + channel, relu, total + channel, product + channel);
                });
            });
            const double n = static_cast<double>(s.count);
            for (int64_t c = 0; c < s.width; ++c) {
                first[c] = second[c] = 0;
                if (c >= s.channels) continue;
                double total = 0, product = 0;
                for (int part = 0; part < s.parts; ++part) {
                    total += sums[part * 2 * s.width + c];
                    product += sums[(part * 2 + 1) * s.width + c];
                }
                const double inverse = 1.0 / std::sqrt(static_cast<double>(variance[c]) + epsilon);
                dbeta[c] = static_cast<float>(total);
                dgamma[c] = static_cast<float>(product * inverse);
                first[c] = static_cast<float>(scale[c] * total / n);
                second[c] = static_cast<float>(scale[c] * product * inverse * inverse / n);
            }
            forParts(s.parts, [&](int part) {
                s.each(part, [&](int64_t offset, int64_t rows, int64_t lanes, int64_t channel) {
                    vec().norm<T>().grad(rows, lanes, x + offset, dy + offset, mean + channel, scale + channel,
                                         beta + channel, first + channel, second + channel, relu, dx + offset);
                });
            });
        };
    };
    return kernel;
}

Kernel inference(const KernelRequest& request) {
    const Act act = actFrom(request.attributes.text("activation", "linear"));
    Layout layout = imageLayout(request, request.inputs[0]);
    // Padding would not stay zero.
    if (!activationKind(request.attributes.text("activation", "linear")).zeroAtZero && padded(request.inputs[0]))
        layout = {};
    const Sweep s(request, request.inputs[0].shape, layout);
    const float alpha = alphaOf(act, request.attributes);
    const double epsilon = request.attributes.number("epsilon", 1e-3);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = layout;
    kernel.inPlace = {0};
    kernel.scratchBytes = s.floats(3);
    kernel.bind = [=](const KernelBuffers& b) {
        auto* mean = static_cast<float*>(b.scratch);
        float *scale = mean + s.width, *beta = scale + s.width;
        return [=, x = in<float>(b, 0), gamma = in<float>(b, 1), betaIn = in<float>(b, 2), meanIn = in<float>(b, 3),
                variance = in<float>(b, 4), y = out<float>(b, 0)] {
            padTo(s.width, s.channels, meanIn, mean);
            padTo(s.width, s.channels, betaIn, beta);
            for (int64_t c = 0; c < s.width; ++c) {
                scale[c] = c < s.channels
                               ? static_cast<float>(gamma[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon))
                               : 0.0f;
            }
            forParts(s.parts, [&](int part) {
                s.each(part, [&](int64_t offset, int64_t rows, int64_t lanes, int64_t channel) {
                    vec().norm<float>().scaleShift(rows, lanes, x + offset, mean + channel, scale + channel,
                                                   beta + channel, y + offset, act == Act::Relu);
                    if (act != Act::Linear && act != Act::Relu) {
                        vec().activation(act, alpha, rows * lanes, y + offset, y + offset);
                    }
                });
            });
        };
    };
    return kernel;
}

}  // namespace

void batch_norm(KernelTable& table) {
    const auto half = [](const KernelRequest& request) { return request.inputs[0].dtype == DType::BFloat16; };
    table.add("BatchNorm", [=](const auto& r) { return half(r) ? forward<uint16_t>(r) : forward<float>(r); },
              {DType::BFloat16});
    table.add("BatchNormGrad", [=](const auto& r) { return half(r) ? gradient<uint16_t>(r) : gradient<float>(r); },
              {DType::BFloat16});
    table.add("BatchNormInference", inference);
}

}  // namespace tl::cpu
