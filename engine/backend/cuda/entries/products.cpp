// Matrix products by a library, and what is fused with them: an activation is a chain over the result, bytes become
// float32 first, and a product that is a gradient goes straight into the update.
#include "engine/backend/cuda/entries/product_call.h"
#include "engine/backend/cuda/entries/steps.h"
#include "engine/backend/cuda/entries/updates.h"

namespace tl::cuda {
namespace {

// op(a) op(b) of the inputs `first` and the one behind it, one of which may be bytes (attribute bytes_input): those
// become float32 in the scratch memory.
class Multiply {
public:
    Multiply(const Lane& lane, const KernelRequest& request, size_t first, bool bias, DType result) : first_(first) {
        const Attributes& attributes = request.attributes;
        TensorDesc given[2] = {request.inputs[first], request.inputs[first + 1]};
        for (size_t i = 0; i < 2; ++i) {
            if (given[i].dtype != DType::UInt8) continue;
            bytes_ = static_cast<int>(i);
            given[i].dtype = DType::Float32;
            count_ = countOf(request, given[i].shape.elements());
        }
        rescale_ = {ChainOp::Rescale,
                    {},
                    static_cast<float>(attributes.number("bytes_scale", 1)),
                    static_cast<float>(attributes.number("bytes_offset", 0))};
        Product product;
        product.transposeA = attributes.integer("transpose_a", 0) != 0;
        product.transposeB = attributes.integer("transpose_b", 0) != 0;
        const Shape &a = given[0].shape, &b = given[1].shape;
        product.m = product.transposeA ? a[-1] : a[-2];
        product.k = product.transposeA ? a[-2] : a[-1];
        product.n = product.transposeB ? b[-2] : b[-1];
        product.products = a.elements() / (product.m * product.k);
        product.bias = bias;
        product.a = given[0].dtype, product.b = given[1].dtype, product.y = result;
        call_ = ProductCall(lane, product);
        if (bytes_ >= 0) widened_ = given[bytes_].bytes();
    }
    const std::string& implementation() const { return call_.implementation(); }
    size_t resultBytes() const { return call_.resultBytes(); }
    size_t scratchBytes() const { return aligned(widened_) + call_.workspaceBytes(); }

    void add(Launches& all, const KernelBuffers& b, const float* bias, void* y, void* scratch) const {
        const void* factor[2] = {b.inputs[first_], b.inputs[first_ + 1]};
        if (bytes_ >= 0) {
            const auto which = static_cast<size_t>(bytes_);
            all.add("chain", {blocksFor(count_, kChainEach)}, kBlock,
                    oneStep({factor[which], Element::UInt8}, scratch, Element::Float32, count_, rescale_))
                .reads(factor[which], count_)
                .writes(scratch, widened_);
            factor[which] = scratch;
        }
        call_.add(all, factor[0], factor[1], bias, y, static_cast<std::byte*>(scratch) + aligned(widened_));
    }

private:
    size_t first_;
    int bytes_ = -1;  // which of the two
    size_t widened_ = 0;
    uint32_t count_ = 0;
    ChainStep rescale_;
    ProductCall call_;
};

Kernel matMul(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const bool bias = request.inputs.size() > 2;
    const TensorDesc& y = request.outputs[0];
    const Multiply multiply(lane, request, 0, bias, y.dtype);
    kernel.implementation = multiply.implementation();
    kernel.scratchBytes = multiply.scratchBytes();
    const ChainStep activation = activationOf(request);
    const uint32_t count = countOf(request, y.shape.elements());
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, type = elementOf(y.dtype)](const KernelBuffers& b) {
        Launches all = launches;
        multiply.add(all, b, bias ? in<float>(b, 2) : nullptr, b.outputs[0], b.scratch);
        addActivation(all, b, type, count, activation);
        return std::move(all).bound();
    };
    return kernel;
}

// param, a, b, slots, count: the product is the parameter's gradient.
Kernel matMulUpdate(const Lane& lane, const KernelRequest& request) {
    const std::string op = request.attributes.text("update", "");
    const UpdateSettings settings = settingsOf(op, request.attributes);
    const auto slots = static_cast<size_t>(slotCount(op, request.attributes));
    const bool counted = request.inputs.size() > 3 + slots;
    Kernel kernel = plainKernel(request);
    const Multiply multiply(lane, request, 1, false, DType::Float32);
    const uint32_t count = countOf(request, request.inputs[0].shape.elements());
    kernel.implementation = multiply.implementation();
    kernel.scratchBytes = aligned(multiply.resultBytes()) + multiply.scratchBytes();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        auto* gradient = static_cast<float*>(b.scratch);
        multiply.add(all, b, nullptr, gradient, static_cast<std::byte*>(b.scratch) + aligned(multiply.resultBytes()));
        UpdateTensor tensor{in<float>(b, 0), gradient, {}, out<float>(b, 0), {}, count, 0};
        for (size_t s = 0; s < slots; ++s) {
            tensor.slot[s] = in<float>(b, 3 + s);
            tensor.slotOut[s] = out<float>(b, 1 + s);
        }
        addUpdate(all, settings, static_cast<int>(slots), {tensor}, b.context,
                  counted ? in<float>(b, 3 + slots) : nullptr);
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void products(KernelTable& table, const Lane& lane) {
    if (!lane.libraries) return;
    table.add("MatMul", with(lane, matMul), {DType::BFloat16, DType::Float16});
    table.add("BytesMatMul", with(lane, matMul));
    table.add("MatMulUpdate", with(lane, matMulUpdate));
}

}  // namespace tl::cuda
