// Products in 8 bits, emulated: the factors' numbers become those that 8 bits have, in the type that they come in, and
// MatMul's kernels multiply them. Both types hold all such numbers exactly, so nothing but the order of the sums
// differs from what a GPU does. It shows what 8 bits do to a training; it is no faster than bfloat16, but slower.
#include "engine/core/float8.h"

#include <array>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

constexpr int64_t kPiece = 1024;

// Calls body(begin, numbers, count) with pieces of [begin, end), widened where they are of 16 bits.
template <typename Body>
void forPieces(DType type, const void* x, int64_t begin, int64_t end, const Body& body) {
    std::array<float, kPiece> piece;
    for (int64_t at = begin; at < end; at += kPiece) {
        const int64_t count = std::min(kPiece, end - at);
        if (type == DType::Float32)
            body(at, static_cast<const float*>(x) + at, count);
        else {
            vec().widen(Half::BFloat16, count, static_cast<const uint16_t*>(x) + at, piece.data());
            body(at, piece.data(), count);
        }
    }
}

Kernel absMax(const KernelRequest& request) {
    const DType type = request.inputs[0].dtype;
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size, 1 << 16);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(parts) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<void>(b, 0), y = out<float>(b, 0), found = static_cast<float*>(b.scratch)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, kPiece);
                std::array<float, 2> most{};
                forPieces(type, x, begin, end, [&](int64_t, const float* numbers, int64_t count) {
                    most[1] = vec().largest(count, numbers);
                    most[0] = vec().largest(2, most.data());
                });
                found[part] = most[0];
            });
            *y = vec().largest(parts, found);
        };
    };
    return kernel;
}

struct Factor {
    DType type;
    int64_t size;
    Float8 format;
    int parts;

    Factor(const KernelRequest& request, size_t input, const char* key)
        : type(request.inputs[input].dtype), size(request.inputs[input].shape.elements()),
          format(float8Named(request.attributes.text(key, ""))), parts(partsFor(request.threads, size)) {}

    size_t bytes() const { return (static_cast<size_t>(size) * sizeOf(type) + 63) / 64 * 64; }
    void round(const void* x, float largest, void* y) const {
        const float scale = scaleOf(format, largest), inverse = 1 / scale;
        forParts(parts, [&](int part) {
            const auto [begin, end] = share(size, parts, part, kPiece);
            forPieces(type, x, begin, end, [&](int64_t at, const float* numbers, int64_t count) {
                std::array<float, kPiece> rounded;
                float* to = type == DType::Float32 ? static_cast<float*>(y) + at : rounded.data();
                for (int64_t i = 0; i < count; ++i) to[i] = roundedTo(format, numbers[i] * scale) * inverse;
                if (type != DType::Float32) vec().narrow(Half::BFloat16, count, to, static_cast<uint16_t*>(y) + at);
            });
        });
    }
};

}  // namespace

void float8(KernelTable& table) {
    table.add("AbsMax", absMax, {DType::BFloat16});
    table.add(
        "Float8MatMul",
        [&table](const KernelRequest& request) {
            const Factor a(request, 0, "a_format"), b(request, 1, "b_format");
            std::vector<TensorDesc> inputs{request.inputs[0], request.inputs[1]};
            const bool bias = request.inputs.size() > 4;
            if (bias) inputs.push_back(request.inputs[4]);
            for (TensorDesc& input : inputs) input.layout = {};
            const std::string op = "MatMul";
            const Kernel product =
                table.select({op, request.attributes, inputs, request.outputs, request.threads, request.blocked});
            Kernel kernel = plainKernel(request);
            kernel.implementation = "float8:" + product.implementation;
            kernel.outputs = product.outputs;
            kernel.partScratchBytes = product.partScratchBytes;
            kernel.scratchBytes = a.bytes() + b.bytes() + product.scratchBytes;
            kernel.bind = [=](const KernelBuffers& given) -> std::function<void()> {
                auto* const left = static_cast<std::byte*>(given.scratch);
                auto* const right = left + a.bytes();
                KernelBuffers buffers = given;
                buffers.inputs = {left, right};
                if (bias) buffers.inputs.push_back(given.inputs[4]);
                buffers.scratch = right + b.bytes();
                return [=, multiply = product.bind(buffers), x = in<void>(given, 0), y = in<void>(given, 1),
                        largestX = in<float>(given, 2), largestY = in<float>(given, 3)] {
                    a.round(x, *largestX, left);
                    b.round(y, *largestY, right);
                    multiply();
                };
            };
            return kernel;
        },
        bf16Where(multipliesBf16()));
}

}  // namespace tl::cpu
