// With x's row i, tap r and stride s, dy's row o meets i + before = o s + r. So all rows with the same rest p of
// i + before by s meet the taps p, p + s, ..., and over q = (i + before) / s the gradient is a convolution with them.
#include "engine/backend/cpu/turned_conv.h"

#include <cstring>
#include <optional>

#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

using dnnl::memory;
using Forward = dnnl::convolution_forward;

// Of one axis: what the pixels with one rest meet.
struct Rest {
    int64_t tap = 0, taps = 0;      // the first, and how many
    int64_t first = 0, count = 0;   // of x's pixels with it
    int64_t before = 0, after = 0;  // dy's border
    bool possible() const { return taps == 0 || count == 0 || (before >= 0 && after >= 0); }
};

Rest restOf(int64_t rest, int64_t stride, int64_t pad, int64_t kernel, int64_t pixels, int64_t results) {
    const auto least = [&](int64_t at) { return std::max<int64_t>((at - rest + stride - 1) / stride, 0); };
    Rest found;
    found.tap = rest;
    found.taps = std::max<int64_t>((kernel - rest + stride - 1) / stride, 0);
    const int64_t from = least(pad), to = least(pixels + pad);  // q, in [from, to)
    found.first = from * stride + rest - pad;
    found.count = to - from;
    found.before = found.taps - 1 - from;
    found.after = to - results;
    return found;
}

struct Phase {
    Rest rows, columns;
    bool empty() const { return rows.count == 0 || columns.count == 0; }
    bool zero() const { return rows.taps == 0 || columns.taps == 0; }
    bool single() const { return rows.taps == 1 && columns.taps == 1; }
};

struct Case {
    Shape x, w, y;
    DType type;
    int64_t stride;
    std::vector<Phase> phases;  // whose gradient is not all zeros
    bool possible = true;       // none would need a border of less than nothing

    Case(const KernelRequest& request, const Shape& x_, const Shape& w_, const Shape& y_, DType type_)
        : x(x_), w(w_), y(y_), type(type_) {
        const Attributes& a = request.attributes;
        stride = a.has("strides") ? a.list("strides").front() : 1;
        const auto pads = a.has("pads") ? a.list("pads") : std::vector<int64_t>(4, 0);
        for (int64_t row = 0; row < stride; ++row)
            for (int64_t column = 0; column < stride; ++column) {
                const Phase phase{restOf(row, stride, pads[0], w[2], x[2], y[2]),
                                  restOf(column, stride, pads[1], w[3], x[3], y[3])};
                if (phase.empty() || phase.zero()) continue;
                possible = possible && phase.rows.possible() && phase.columns.possible();
                phases.push_back(phase);
            }
    }

    Shape weights(const Phase& p) const { return {w[1], w[0], p.rows.taps, p.columns.taps}; }
    // As they lie in w [out, in, ...], or once they are reversed.
    memory::desc weightsIn(const Phase& p, int64_t taps) const {
        return {weights(p).dims(), toType(type), memory::dims{taps, w[1] * taps, p.columns.taps, 1}};
    }
    Shape pixels(const Phase& p) const { return {x[0], x[1], p.rows.count, p.columns.count}; }
    size_t bytes(const Shape& shape) const { return static_cast<size_t>(shape.elements()) * sizeOf(type); }
};

// The library's first for channels last that is neither plain loops nor one that writes where it must not.
std::optional<Forward::primitive_desc> describe(const Case& c, const Phase& p) {
    const Shape pixels = c.pixels(p);
    try {
        const Forward::desc desc(dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct,
                                 toDesc(c.y, channelsLast(c.y), c.type), anyDesc(c.weights(p), c.type),
                                 toDesc(pixels, channelsLast(pixels), c.type), {1, 1},
                                 {p.rows.before, p.columns.before}, {p.rows.after, p.columns.after});
        Forward::primitive_desc pd(desc, scratchAttr(), dnnlEngine());
        do {
            const std::string name = pd.impl_info_str();
            if (name.find("ref") == std::string::npos && name.find("gemm") == std::string::npos && soundKernel(name))
                return pd;
        } while (pd.next_impl());
    } catch (const dnnl::error&) {
    }
    return {};
}

// A phase's taps of all weights, in reverse.
template <typename T>
void reverse(const Case& c, const Phase& p, int threads, const void* from, void* to) {
    const int64_t width = c.w[3], all = c.w[2] * width, kernels = c.w[0] * c.w[1];
    std::vector<int64_t> taps;
    for (int64_t r = p.rows.taps; r-- > 0;)
        for (int64_t k = p.columns.taps; k-- > 0;)
            taps.push_back((p.rows.tap + r * c.stride) * width + p.columns.tap + k * c.stride);
    const auto count = static_cast<int64_t>(taps.size());
    const int parts = partsFor(threads, kernels * count);
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(kernels, parts, part);
        for (int64_t kernel = begin; kernel < end; ++kernel) {
            const T* w = static_cast<const T*>(from) + kernel * all;
            T* reversed = static_cast<T*>(to) + kernel * count;
            for (int64_t t = 0; t < count; ++t) reversed[t] = w[taps[static_cast<size_t>(t)]];
        }
    });
}

// Channels of a phase's pixels to where they belong in dx.
void spread(const Case& c, const Phase& p, int threads, const std::byte* from, std::byte* dx) {
    const size_t pixel = static_cast<size_t>(c.x[1]) * sizeOf(c.type);
    const int64_t lines = c.x[0] * p.rows.count;
    const int parts = partsFor(threads, c.pixels(p).elements());
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(lines, parts, part);
        for (int64_t line = begin; line < end; ++line) {
            const int64_t image = line / p.rows.count, row = p.rows.first + line % p.rows.count * c.stride;
            std::byte* to = dx + static_cast<size_t>((image * c.x[2] + row) * c.x[3] + p.columns.first) * pixel;
            const std::byte* source = from + static_cast<size_t>(line * p.columns.count) * pixel;
            for (int64_t column = 0; column < p.columns.count; ++column)
                std::memcpy(to + static_cast<size_t>(column * c.stride) * pixel,
                            source + static_cast<size_t>(column) * pixel, pixel);
        }
    });
}

void clear(int threads, size_t bytes, std::byte* dx) {
    const auto size = static_cast<int64_t>(bytes);
    const int parts = partsFor(threads, size / 4);
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(size, parts, part, 64);
        std::memset(dx + begin, 0, static_cast<size_t>(end - begin));
    });
}

}  // namespace

bool canTurn(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    const Attributes& a = request.attributes;
    const auto all = [&](const char* list, int64_t value) {
        return !a.has(list) || std::ranges::all_of(a.list(list), [=](int64_t number) { return number == value; });
    };
    const int64_t stride = a.has("strides") ? a.list("strides").front() : 1;
    return request.blocked && x.shape.rank() == 4 && x.dtype == y.dtype && w.dtype == y.dtype &&
           (x.dtype == DType::Float32 || x.dtype == DType::BFloat16) && a.integer("group", 1) == 1 &&
           all("dilations", 1) && all("strides", stride) && stride <= 2 &&
           Case(request, x.shape, w.shape, y.shape, x.dtype).possible;
}

bool suitsTurned(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    constexpr int64_t kPixels = 4096;  // for weights to be reversed anew at every step
    constexpr int64_t kChannels = 32;  // for pixels to be put one by one where they belong
    const Case c(request, x.shape, w.shape, y.shape, x.dtype);
    if (c.stride > 1) return x.shape[1] >= kChannels;
    return std::ranges::all_of(c.phases, &Phase::single) || x.shape[0] * x.shape[2] * x.shape[3] >= kPixels;
}

void offerTurned(const KernelRequest& request, const KernelTaker& take) {
    const TensorDesc &y = request.inputs[0], &w = request.inputs[1], &x = request.outputs[0];
    const Case c(request, x.shape, w.shape, y.shape, x.dtype);
    std::vector<Forward::primitive_desc> descriptions;
    for (const Phase& phase : c.phases) {
        auto found = describe(c, phase);
        if (!found) return;
        descriptions.push_back(std::move(*found));
    }
    if (descriptions.empty()) return;
    const std::string name = std::string("turned:onednn:") + descriptions.front().impl_info_str();
    take(name, [&] {
        Kernel kernel = plainKernel(request);
        kernel.implementation = name;
        kernel.inputs[0] = channelsLast(c.y);
        kernel.outputs[0] = channelsLast(c.x);
        // One phase after the other in the same memory: the library's own, weights reversed and as it wants them,
        // pixels.
        size_t own = 0, plain = 0, weights = 0, pixels = 0;
        for (size_t i = 0; i < c.phases.size(); ++i) {
            own = std::max(own, aligned(descriptions[i].scratchpad_desc().get_size()));
            if (!c.phases[i].single()) plain = std::max(plain, aligned(c.bytes(c.weights(c.phases[i]))));
            weights = std::max(weights, aligned(descriptions[i].weights_desc().get_size()));
            if (c.stride > 1) pixels = std::max(pixels, aligned(c.bytes(c.pixels(c.phases[i]))));
        }
        kernel.scratchBytes = own + plain + weights + pixels;
        std::vector<Forward> primitives(descriptions.begin(), descriptions.end());
        kernel.bind = [=, threads = request.threads](const KernelBuffers& b) -> std::function<void()> {
            std::byte *reversed = at(b.scratch, own), *wanted = reversed + plain, *apart = wanted + weights,
                      *dx = static_cast<std::byte*>(b.outputs[0]);
            std::vector<std::function<void()>> steps;
            // Where a rest meets no tap the gradient is zero.
            if (c.stride > 1 && static_cast<int64_t>(c.phases.size()) < c.stride * c.stride)
                steps.emplace_back([=] { clear(threads, c.bytes(c.x), dx); });
            for (size_t i = 0; i < c.phases.size(); ++i) {
                const Phase& p = c.phases[i];
                const auto& pd = descriptions[i];
                BoundPrimitive conv(primitives[i]);
                conv.bind(DNNL_ARG_SRC, pd.src_desc(), b.inputs[0]);
                conv.bind(DNNL_ARG_WEIGHTS, pd.weights_desc(), wanted);
                conv.bind(DNNL_ARG_DST, pd.dst_desc(), c.stride > 1 ? apart : dx);
                conv.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
                const int64_t taps = c.w[2] * c.w[3];
                const memory::desc from = c.weightsIn(p, p.single() ? taps : p.rows.taps * p.columns.taps),
                                   to = pd.weights_desc();
                const auto* w = static_cast<const std::byte*>(b.inputs[1]);
                const std::byte* tap = w + static_cast<size_t>(p.rows.tap * c.w[3] + p.columns.tap) * sizeOf(c.type);
                BoundPrimitive reorder{
                    dnnl::reorder(dnnl::reorder::primitive_desc(dnnlEngine(), from, dnnlEngine(), to))};
                reorder.bind(DNNL_ARG_FROM, from, p.single() ? const_cast<std::byte*>(tap) : reversed);
                reorder.bind(DNNL_ARG_TO, to, wanted);
                steps.emplace_back([=] {
                    if (!p.single())
                        c.type == DType::BFloat16 ? reverse<uint16_t>(c, p, threads, w, reversed)
                                                  : reverse<float>(c, p, threads, w, reversed);
                    reorder.run();
                    conv.run();
                    if (c.stride > 1) spread(c, p, threads, apart, dx);
                });
            }
            return [steps] {
                for (const auto& step : steps) step();
            };
        };
        return kernel;
    });
}

}  // namespace tl::cpu
