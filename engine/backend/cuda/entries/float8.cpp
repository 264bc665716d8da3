// Products in 8 bits: own kernels round the factors, each in the order in which the library wants it, and the library
// multiplies and scales back.
#include "engine/backend/cuda/kernels/float8.h"

#include "engine/backend/cuda/entries/product_call.h"
#include "engine/backend/cuda/entries/steps.h"

namespace tl::cuda {
namespace {

Kernel absMax(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Element type = elementOf(request.inputs[0].dtype);
    const uint32_t count = countOf(request, request.inputs[0].shape.elements());
    const uint32_t share = (count / std::clamp(count / 4096, 1u, 256u) + 15) / 16 * 16,
                   blocks = (count + share - 1) / share;
    kernel.scratchBytes = blocks > 1 ? blocks * sizeof(float) : 0;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        auto *y = out<float>(b, 0), *partial = static_cast<float*>(b.scratch);
        all.add("absMax", {blocks}, kBlock, AbsMax{b.inputs[0], blocks > 1 ? partial : y, type, count, share})
            .reads(b, {0});
        if (blocks == 1)
            all.writes(b, {0});
        else
            all.writes(partial, bytes)
                .add("absMax", {1}, kBlock, AbsMax{partial, y, Element::Float32, blocks, (blocks + 15) / 16 * 16})
                .reads(partial, bytes)
                .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// A factor on its way to 8 bits.
struct Factor {
    size_t input;  // its largest number is two inputs further on
    bool turned;
    Element type;
    Float8 format;
    uint32_t rows, columns;

    Factor(const KernelRequest& request, size_t which, bool turns)
        : input(which), turned(turns), type(elementOf(request.inputs[which].dtype)),
          format(float8Named(request.attributes.text(which == 0 ? "a_format" : "b_format", ""))),
          rows(countOf(request, request.inputs[which].shape[0])),
          columns(countOf(request, request.inputs[which].shape[1])) {
        countOf(request, request.inputs[which].shape.elements());
        if (turned) downGrid(request, tiles(rows));
    }
    static uint32_t tiles(uint32_t extent) { return (extent + kFloat8Tile - 1) / kFloat8Tile; }
    size_t bytes() const { return size_t{rows} * columns; }
    size_t scratchBytes() const { return aligned(bytes()) + aligned(sizeof(float)); }
    static float* inverseBehind(void* y, size_t bytes) {
        return reinterpret_cast<float*>(static_cast<std::byte*>(y) + aligned(bytes));
    }

    // Where its numbers and then the inverse of their scale go.
    void add(Launches& all, const KernelBuffers& b, void* y) const {
        const ToFloat8 arguments{b.inputs[input],
                                 in<float>(b, input + 2),
                                 static_cast<uint8_t*>(y),
                                 inverseBehind(y, bytes()),
                                 type,
                                 format,
                                 rows,
                                 columns};
        if (turned)
            all.add("toFloat8Turned", {tiles(columns), tiles(rows)}, kBlock, arguments);
        else
            all.add("toFloat8", {blocksFor(static_cast<int64_t>(bytes()), kFloat8Each)}, kBlock, arguments);
        all.reads(b, {input, input + 2}).writes(y, bytes()).writes(arguments.inverse, sizeof(float));
    }
};

Kernel product(const Lane& lane, const KernelRequest& request, const Factor& a, const Factor& b, const Product& asked,
               const Libraries::Call& call) {
    Kernel kernel = plainKernel(request);
    const TensorDesc& y = request.outputs[0];
    const bool bias = request.inputs.size() > 4;
    const ProductCall multiply(asked, call);
    kernel.implementation = multiply.implementation();
    kernel.scratchBytes = a.scratchBytes() + b.scratchBytes() + multiply.workspaceBytes();
    const ChainStep activation = activationOf(request);
    const uint32_t count = countOf(request, y.shape.elements()), columns = static_cast<uint32_t>(asked.n);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, type = elementOf(y.dtype)](const KernelBuffers& buffers) {
        Launches all = launches;
        auto* const left = static_cast<std::byte*>(buffers.scratch);
        auto* const right = left + a.scratchBytes();
        a.add(all, buffers, left);
        b.add(all, buffers, right);
        Operands operands{left, right, nullptr, buffers.outputs[0], right + b.scratchBytes()};
        operands.aScale = Factor::inverseBehind(left, a.bytes());
        operands.bScale = Factor::inverseBehind(right, b.bytes());
        multiply.add(all, operands);
        addRest(all, buffers, call, bias ? in<float>(buffers, 4) : nullptr, type, count, columns, activation);
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void float8(KernelTable& table, const Lane& lane) {
    table.add("AbsMax", with(lane, absMax), {DType::BFloat16});
    if (!lane.libraries) return;
    const auto family = [lane](const KernelRequest& request, const KernelTaker& take) {
        const bool transposeA = request.attributes.integer("transpose_a", 0) != 0,
                   transposeB = request.attributes.integer("transpose_b", 0) != 0;
        // As m x k and n x k.
        const Factor a(request, 0, transposeA), b(request, 1, !transposeB);
        Product asked;
        asked.m = request.outputs[0].shape[0], asked.n = request.outputs[0].shape[1];
        asked.k = request.inputs[0].shape[transposeA ? 0 : 1];
        asked.transposeB = true;
        asked.a = asked.b = DType::UInt8, asked.y = request.outputs[0].dtype;
        asked.aFloat8 = a.format, asked.bFloat8 = b.format;
        // Such products of cuBLASLt add no bias of float32, so what follows the bias is left, too.
        asked.relu = request.inputs.size() <= 4 && activationOf(request).act == Act::Relu;
        const std::lock_guard lock(lane.driver->guard());
        lane.libraries->products(asked, [&](const Libraries::Call& call) {
            return take(call.implementation, [&] { return product(lane, request, a, b, asked, call); });
        });
    };
    table.addFamily("Float8MatMul", family, {DType::BFloat16});
}

}  // namespace tl::cuda
