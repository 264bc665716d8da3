// Group normalisation with batch normalisation's vector code: a group is a row of channels, whose mean and scale stand
// in one number a channel. In a blocked layout a group must be whole blocks; else it is turned around before. Layer
// normalisation, which is one group on [rows, features], has code of its own.
#include <cmath>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

struct Groups {
    Layout layout;
    ImageView v;
    int64_t channels, groups, width;  // width: channels of a group
    double count;                     // values of a group
    double epsilon;
    int parts;

    Groups(const KernelRequest& request, std::vector<size_t> values)
        : layout(commonLayout(request, std::move(values))) {
        const Shape& x = request.inputs[0].shape;
        channels = x[1], groups = request.attributes.integer("num_groups"), width = channels / groups;
        const auto view = imageView(x, layout);
        if (!view || view->kind == ImageView::Lanes::Images || width % view->channelsPerBlock() != 0) layout = {};
        v = *imageView(x, layout);
        // A plain [rows, features] is seen as lanes; with more groups than one each channel is a block of its own.
        if (width % v.channelsPerBlock() != 0) v = {x[0], channels, v.space, 1, ImageView::Lanes::None};
        const int64_t space = x.elements() / (x[0] * channels);
        count = static_cast<double>(width * space);
        epsilon = request.attributes.number("epsilon");
        parts = static_cast<int>(std::min<int64_t>(partsFor(request.threads, x.elements() * 2), x[0] * groups));
    }
    // Calls stretch(offset, first channel) for each block of a group.
    template <typename Stretch>
    void each(int64_t sample, int64_t group, const Stretch& stretch) const {
        const int64_t blocks = width / v.channelsPerBlock();
        for (int64_t b = group * blocks; b < (group + 1) * blocks; ++b)
            stretch((sample * v.blocks + b) * v.space * v.lanes, b * v.channelsPerBlock());
    }
    size_t bytes(int floats, int doubles) const {
        return static_cast<size_t>(parts) * static_cast<size_t>(channels) *
               (static_cast<size_t>(floats) * sizeof(float) + static_cast<size_t>(doubles) * sizeof(double));
    }
};

// Whether it is layer normalisation: one group, nothing but features in a row.
bool byRows(const KernelRequest& request) {
    return request.inputs[0].shape.rank() == 2 && request.attributes.integer("num_groups") == 1;
}

struct Rows {
    int64_t count, width;
    int parts;

    explicit Rows(const KernelRequest& request)
        : count(request.inputs[0].shape[0]), width(request.inputs[0].shape[1]),
          parts(static_cast<int>(std::min(int64_t{partsFor(request.threads, count * width * 2)}, count))) {}
};

Kernel rowForward(const KernelRequest& request) {
    const Rows rows(request);
    Kernel kernel = plainKernel(request);
    const double epsilon = request.attributes.number("epsilon");
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), gamma = in<float>(b, 1), beta = in<float>(b, 2), y = out<float>(b, 0),
                means = out<float>(b, 1), inverses = out<float>(b, 2)] {
            forParts(rows.parts, [&](int part) {
                const auto [begin, end] = share(rows.count, rows.parts, part);
                const int64_t at = begin * rows.width;
                vec().layerNorm(end - begin, rows.width, x + at, gamma, beta, epsilon, y + at, means + begin,
                                inverses + begin);
            });
        };
    };
    return kernel;
}

Kernel rowGradient(const KernelRequest& request) {
    constexpr int64_t kTogether = 64;  // rows whose gradients of gamma and beta are added up in float
    const Rows rows(request);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {1};
    const int64_t each = 2 * rows.width;  // gamma's and beta's
    kernel.scratchBytes = static_cast<size_t>(rows.parts * each) * (sizeof(double) + sizeof(float));
    kernel.bind = [=](const KernelBuffers& b) {
        auto* sums = static_cast<double*>(b.scratch);
        auto* floats = reinterpret_cast<float*>(sums + rows.parts * each);
        return
            [=, x = in<float>(b, 0), dy = in<float>(b, 1), gamma = in<float>(b, 2), means = in<float>(b, 3),
             inverses = in<float>(b, 4), dx = out<float>(b, 0), dgamma = out<float>(b, 1), dbeta = out<float>(b, 2)] {
                forParts(rows.parts, [&](int part) {
                    double* total = sums + part * each;
                    float* some = floats + part * each;
                    std::fill(total, total + each, 0.0);
                    const auto [begin, end] = share(rows.count, rows.parts, part);
                    for (int64_t row = begin; row < end; row += kTogether) {
                        const int64_t at = row * rows.width;
                        std::fill(some, some + each, 0.0f);
                        vec().layerNormGrad(std::min(kTogether, end - row), rows.width, x + at, dy + at, gamma,
                                            means + row, inverses + row, dx + at, some, some + rows.width);
                        for (int64_t i = 0; i < each; ++i) total[i] += static_cast<double>(some[i]);
                    }
                });
                const auto ofAll = [&](int64_t i) {
                    double total = 0;
                    for (int part = 0; part < rows.parts; ++part) total += sums[part * each + i];
                    return static_cast<float>(total);
                };
                for (int64_t i = 0; i < rows.width; ++i) {
                    dgamma[i] = ofAll(i);
                    dbeta[i] = ofAll(rows.width + i);
                }
            };
    };
    return kernel;
}

Kernel forward(const KernelRequest& request) {
    if (byRows(request)) return rowForward(request);
    const Groups g(request, {0});
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = g.layout;
    kernel.scratchBytes = g.bytes(2, 2);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), gamma = in<float>(b, 1), beta = in<float>(b, 2), y = out<float>(b, 0),
                means = out<float>(b, 1), inverses = out<float>(b, 2), scratch = b.scratch] {
            forParts(g.parts, [&](int part) {
                auto* sums = static_cast<double*>(scratch) + part * 2 * g.channels;
                double* squares = sums + g.channels;
                auto* mean = reinterpret_cast<float*>(static_cast<double*>(scratch) + g.parts * 2 * g.channels) +
                             part * 2 * g.channels;
                float* scale = mean + g.channels;
                const auto [begin, end] = share(g.v.outer * g.groups, g.parts, part);
                for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t n = unit / g.groups, group = unit % g.groups;
                    const int64_t first = group * g.width, last = first + g.width;
                    std::fill(sums + first, sums + last, 0.0), std::fill(squares + first, squares + last, 0.0);
                    // Differences from one of the values, so that a large mean costs nothing.
                    float shift = 0;
                    g.each(n, group, [&](int64_t offset, int64_t c) {
                        if (c == first) shift = x[offset];
                        std::fill(mean + c, mean + c + g.v.channelsPerBlock(), shift);
                        vec().norm<float>().moments(g.v.space, g.v.lanes, x + offset, mean + c, sums + c, squares + c);
                    });
                    double total = 0, square = 0;
                    for (int64_t c = first; c < last; ++c) total += sums[c], square += squares[c];
                    const double difference = total / g.count;
                    const double variance = std::max(square / g.count - difference * difference, 0.0);
                    const double inverse = 1 / std::sqrt(variance + g.epsilon);
                    means[n * g.groups + group] = static_cast<float>(static_cast<double>(shift) + difference);
                    inverses[n * g.groups + group] = static_cast<float>(inverse);
                    for (int64_t c = first; c < last; ++c) {
                        mean[c] = means[n * g.groups + group];
                        scale[c] = static_cast<float>(inverse * static_cast<double>(gamma[c]));
                    }
                    g.each(n, group, [&](int64_t offset, int64_t c) {
                        vec().norm<float>().scaleShift(g.v.space, g.v.lanes, x + offset, mean + c, scale + c, beta + c,
                                                       y + offset, false);
                    });
                }
            });
        };
    };
    return kernel;
}

Kernel gradient(const KernelRequest& request) {
    if (byRows(request)) return rowGradient(request);
    const Groups g(request, {0, 1});
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.inputs[1] = kernel.outputs[0] = g.layout;
    kernel.inPlace = {1};
    kernel.scratchBytes = g.bytes(5, 4);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), dy = in<float>(b, 1), gamma = in<float>(b, 2), means = in<float>(b, 3),
                inverses = in<float>(b, 4), dx = out<float>(b, 0), dgamma = out<float>(b, 1), dbeta = out<float>(b, 2),
                scratch = b.scratch] {
            auto* all = static_cast<double*>(scratch);
            forParts(g.parts, [&](int part) {
                double* sums = all + part * 4 * g.channels;
                double *products = sums + g.channels, *gammas = products + g.channels, *betas = gammas + g.channels;
                auto* mean = reinterpret_cast<float*>(all + g.parts * 4 * g.channels) + part * 5 * g.channels;
                float *scale = mean + g.channels, *zero = scale + g.channels, *a = zero + g.channels,
                      *slope = a + g.channels;
                std::fill(zero, zero + g.channels, 0.0f);
                std::fill(gammas, gammas + 2 * g.channels, 0.0);
                const auto [begin, end] = share(g.v.outer * g.groups, g.parts, part);
                for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t n = unit / g.groups, group = unit % g.groups;
                    const int64_t first = group * g.width, last = first + g.width;
                    const float middle = means[n * g.groups + group];
                    const auto inverse = static_cast<double>(inverses[n * g.groups + group]);
                    std::fill(sums + first, sums + last, 0.0), std::fill(products + first, products + last, 0.0);
                    std::fill(mean + first, mean + last, middle);
                    g.each(n, group, [&](int64_t offset, int64_t c) {
                        vec().norm<float>().gradSums(g.v.space, g.v.lanes, x + offset, dy + offset, mean + c, zero + c,
                                                     zero + c, false, sums + c, products + c);
                    });
                    double total = 0, product = 0;
                    for (int64_t c = first; c < last; ++c) {
                        total += sums[c] * static_cast<double>(gamma[c]);
                        product += products[c] * static_cast<double>(gamma[c]);
                        gammas[c] += products[c] * inverse;
                        betas[c] += sums[c];
                    }
                    for (int64_t c = first; c < last; ++c) {
                        scale[c] = static_cast<float>(inverse * static_cast<double>(gamma[c]));
                        a[c] = static_cast<float>(inverse * total / g.count);
                        slope[c] = static_cast<float>(inverse * inverse * inverse * product / g.count);
                    }
                    g.each(n, group, [&](int64_t offset, int64_t c) {
                        vec().norm<float>().grad(g.v.space, g.v.lanes, x + offset, dy + offset, mean + c, scale + c,
                                                 zero + c, a + c, slope + c, false, dx + offset);
                    });
                }
            });
            for (int64_t c = 0; c < g.channels; ++c) {
                double forGamma = 0, forBeta = 0;
                for (int part = 0; part < g.parts; ++part) {
                    forGamma += all[(part * 4 + 2) * g.channels + c];
                    forBeta += all[(part * 4 + 3) * g.channels + c];
                }
                dgamma[c] = static_cast<float>(forGamma);
                dbeta[c] = static_cast<float>(forBeta);
            }
        };
    };
    return kernel;
}

}  // namespace

void group_norm(KernelTable& table) {
    table.add("GroupNorm", forward);
    table.add("GroupNormGrad", gradient);
}

}  // namespace tl::cpu
