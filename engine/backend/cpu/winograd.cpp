// Tiles of all images are divided among threads. Weights are plain outside and transformed anew at each step, which is
// under a hundredth of the work, but for predictions, whose weights stay: there it would be most of it. Weight
// gradients are summed for each thread apart and then in the threads' order.
#include "engine/backend/cpu/winograd.h"

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

constexpr int64_t kPoints = 36;
// Tiles at a time. Weights' gradients sum over them; elsewhere they make four rows of register tiles.
constexpr int64_t kSummedTiles = 48;
int64_t mostTiles() { return 3 * channelBlock(); }
// Up to so many channels transformed weights stay in the cache, whatever the number of tiles.
constexpr int64_t kFewChannels = 128;
// And up to so many they are worth their transform from a number of tiles on: more where the library has no Winograd.
int64_t mostChannels() { return bestIsa() == Isa::Avx512 ? 256 : 512; }
constexpr int64_t kWorthWeights = 64;
// Where they are transformed once, all that remains is to read four times as much as there is of plain ones.
constexpr int64_t kWorthReading = 12;
// And above this all that it works in is too large to be worth a try.
constexpr int64_t kTooManyChannels = 512;

// A convolution of `from` to `to`: x to y, or for the input's gradient dy to dx.
struct WinogradCase {
    WinogradShape shape{};
    int64_t in = 0, out = 0, tiles = 0;
    int parts = 1;

    WinogradCase(const KernelRequest& request, const Shape& from, const Shape& to, bool flipped, int64_t most) {
        const Attributes& a = request.attributes;
        const auto pads = a.has("pads") ? a.list("pads") : std::vector<int64_t>{0, 0, 0, 0};
        in = from[1], out = to[1];
        shape = {from[2],
                 from[3],
                 to[2],
                 to[3],
                 flipped ? 2 - pads[0] : pads[0],
                 flipped ? 2 - pads[1] : pads[1],
                 in / channelBlock(),
                 out / channelBlock(),
                 0};
        tiles = from[0] * ((to[2] + 3) / 4) * ((to[3] + 3) / 4);
        parts = static_cast<int>(std::min<int64_t>(std::max(request.threads, 1), tiles));
        shape.chunk = std::min(most, (tiles + parts - 1) / parts);
    }
    int64_t weights() const { return kPoints * in * out; }
    int64_t space() const { return kPoints * ((shape.chunk + 1) * (in + out) + 32); }
};

// In the type of the values, since products in bfloat16 take half the time.
template <typename T>
std::string implementation() {
    return ownName() + (sizeof(T) == 2 ? ":winograd_bf16" : ":winograd");
}

size_t floats(int64_t count) { return static_cast<size_t>(count) * sizeof(float); }

// The transformed weights of a convolution as a layout. No other has as many bytes for a shape: 36 numbers of T for 9.
template <typename T>
Layout transformed(const Shape& weights) {
    Layout layout;
    layout.opaqueBytes = static_cast<size_t>(kPoints * weights[0] * weights[1]) * sizeof(T);
    return layout;
}

// Plain weights, in float32 or bfloat16, to transformed ones.
template <typename T>
class Transform {
public:
    Transform(const TensorDesc& weights, int parts, bool flipped)
        : in_(weights.shape[flipped ? 0 : 1]), out_(weights.shape[flipped ? 1 : 0]),
          narrow_(weights.dtype == DType::BFloat16 ? weights.shape.elements() : 0), parts_(parts), flipped_(flipped) {}

    size_t scratchBytes() const { return floats(narrow_); }  // bfloat16 is widened first
    void run(const void* given, float* wide, T* u) const {
        if (narrow_) vec().widen(Half::BFloat16, narrow_, static_cast<const uint16_t*>(given), wide);
        const float* w = narrow_ ? wide : static_cast<const float*>(given);
        forParts(parts_, [&](int part) {
            const auto [begin, end] = share(in_, parts_, part, 2);
            vec().winograd<T>().weights(in_, out_, begin, end, w, flipped_, u);
        });
    }

private:
    int64_t in_, out_, narrow_;
    int parts_;
    bool flipped_;
};

template <typename T>
Kernel convolve(const KernelRequest& request, bool flipped) {
    const WinogradCase c(request, request.inputs[0].shape, request.outputs[0].shape, flipped, mostTiles());
    const bool bias = request.inputs.size() > 2,
               outside = request.fixedState && !flipped && request.inputs[1].layout.plain();
    const Act act = actFrom(request.attributes.text("activation", "linear"));
    const float alpha = alphaOf(act, request.attributes);
    const int64_t size = request.outputs[0].shape.elements();
    const bool half = sizeof(T) == 2;
    const Transform<T> transform(request.inputs[1], c.parts, flipped);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = channelBlocks(request.inputs[0].shape);
    kernel.outputs[0] = channelBlocks(request.outputs[0].shape);
    if (outside)
        kernel.inputs[1] = transformed<T>(request.inputs[1].shape);
    else
        kernel.scratchBytes = floats(c.weights()) + transform.scratchBytes();
    kernel.partScratchBytes = floats(c.space());
    kernel.implementation = implementation<T>();
    kernel.bind = [=](const KernelBuffers& b) {
        float* wide = outside ? nullptr : static_cast<float*>(b.scratch) + c.weights();
        T* u = static_cast<T*>(outside ? b.inputs[1] : b.scratch);
        return [=, x = in<T>(b, 0), given = b.inputs[1], bias = bias ? in<float>(b, 2) : nullptr, y = out<T>(b, 0),
                own = PartScratch(b)] {
            if (!outside) transform.run(given, wide, u);
            forParts(c.parts, [&](int part) {
                const auto [begin, end] = share(c.tiles, c.parts, part);
                vec().winograd<T>().convolve(c.shape, begin, end - begin, x, u, bias, act == Act::Relu, y,
                                             own.of(part));
            });
            if (act == Act::Linear || act == Act::Relu) return;
            forParts(c.parts, [&](int part) {
                const auto [begin, end] = share(size, c.parts, part, 16);
                activate(half, act, alpha, begin, end, y);
            });
        };
    };
    return kernel;
}

template <typename T>
Kernel weightsReorder(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Transform<T> transform(request.inputs[0], std::max(request.threads, 1), false);
    kernel.outputs[0] = request.outputs[0].layout;
    kernel.scratchBytes = transform.scratchBytes();
    kernel.implementation = implementation<T>();
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, w = b.inputs[0], wide = static_cast<float*>(b.scratch), u = out<T>(b, 0)] {
            transform.run(w, wide, u);
        };
    };
    return kernel;
}

}  // namespace

bool canWinograd(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    const Attributes& a = request.attributes;
    const auto within = [&](const char* key, int64_t least, int64_t most) {
        return !a.has(key) ||
               std::ranges::all_of(a.list(key), [=](int64_t value) { return value >= least && value <= most; });
    };
    for (const TensorDesc* desc : {&x, &w, &y})
        if ((desc->dtype != DType::Float32 && desc->dtype != DType::BFloat16) || desc->shape.rank() != 4) return false;
    if (x.dtype != y.dtype) return false;
    const Shape &weights = w.shape, &result = y.shape;
    return request.blocked && bestIsa() != Isa::Baseline && a.integer("group", 1) == 1 && weights[2] == 3 &&
           weights[3] == 3 && within("strides", 1, 1) && within("dilations", 1, 1) && within("pads", 0, 2) &&
           weights[0] % channelBlock() == 0 && weights[1] % channelBlock() == 0 &&
           std::max(weights[0], weights[1]) <= kTooManyChannels && result[2] >= 4 && result[3] >= 4;
}

bool suitsWinograd(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    const int64_t channels = std::max(w.shape[0], w.shape[1]);
    const int64_t tiles = y.shape[0] * ((y.shape[2] + 3) / 4) * ((y.shape[3] + 3) / 4);
    return canWinograd(request, x, w, y) &&
           (channels <= kFewChannels ||
            (channels <= mostChannels() && tiles >= (request.fixedState ? kWorthReading : kWorthWeights)));
}

namespace {

bool inHalf(const KernelRequest& request) { return request.inputs[0].dtype == DType::BFloat16; }

template <typename T>
Kernel kernelGrad(const KernelRequest& request) {
    const WinogradCase c(request, request.inputs[0].shape, request.inputs[1].shape, false, kSummedTiles);
    const bool bias = request.outputs.size() > 1;
    Kernel kernel = plainKernel(request);
    for (size_t i : {0, 1}) kernel.inputs[i] = channelBlocks(request.inputs[i].shape);
    const int64_t sumSpace = (c.weights() + c.out + 15) / 16 * 16;  // each part's gradients of weights and bias
    kernel.scratchBytes = floats(sumSpace * c.parts);
    kernel.partScratchBytes = floats(c.space());
    kernel.implementation = implementation<T>();
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<T>(b, 0), dy = in<T>(b, 1), dw = out<float>(b, 0), db = bias ? out<float>(b, 1) : nullptr,
                scratch = static_cast<float*>(b.scratch), own = PartScratch(b)] {
            forParts(c.parts, [&](int part) {
                float *du = scratch + part * sumSpace, *sums = du + c.weights();
                const auto [begin, end] = share(c.tiles, c.parts, part);
                if (db) std::fill(sums, sums + c.out, 0.0f);
                vec().winograd<T>().grad(c.shape, begin, end - begin, x, dy, du, db ? sums : nullptr, own.of(part));
            });
            forParts(c.parts, [&](int part) {
                const auto [begin, end] = share(c.out, c.parts, part);
                for (int other = 1; other < c.parts; ++other)
                    for (int64_t point = 0; point < kPoints; ++point) {
                        const int64_t at = (point * c.out + begin) * c.in;
                        vec().accumulate((end - begin) * c.in, scratch + other * sumSpace + at, scratch + at);
                    }
                vec().winogradWeightGrad(c.out, c.in, begin, end, scratch, dw);
                for (int64_t channel = begin; db && channel < end; ++channel) {
                    db[channel] = 0;
                    for (int other = 0; other < c.parts; ++other)
                        db[channel] += scratch[other * sumSpace + c.weights() + channel];
                }
            });
        };
    };
    return kernel;
}

}  // namespace

Kernel winogradForward(const KernelRequest& request) {
    return inHalf(request) ? convolve<uint16_t>(request, false) : convolve<float>(request, false);
}
Kernel winogradInputGrad(const KernelRequest& request) {
    return inHalf(request) ? convolve<uint16_t>(request, true) : convolve<float>(request, true);
}
Kernel winogradKernelGrad(const KernelRequest& request) {
    return inHalf(request) ? kernelGrad<uint16_t>(request) : kernelGrad<float>(request);
}

std::optional<Kernel> winogradReorder(const KernelRequest& request) {
    const TensorDesc &from = request.inputs[0], &to = request.outputs[0];
    if (from.shape.rank() != 4 || !from.layout.plain()) return std::nullopt;
    if (to.layout == transformed<float>(from.shape)) return weightsReorder<float>(request);
    if (to.layout == transformed<uint16_t>(from.shape)) return weightsReorder<uint16_t>(request);
    return std::nullopt;
}

}  // namespace tl::cpu
