// Matrix products by a library, and what is fused with them: an activation is a chain over the result, bytes become
// float32 first, and a product that is a gradient goes straight into the update.
#include "engine/backend/cuda/entries/product_call.h"
#include "engine/backend/cuda/entries/steps.h"
#include "engine/backend/cuda/entries/updates.h"

namespace tl::cuda {
namespace {

// Of the inputs `first` and the one behind it, one of which may be bytes (attribute bytes_input): those become float32.
Product productOfInputs(const KernelRequest& request, size_t first, DType result) {
    const Attributes& attributes = request.attributes;
    const TensorDesc *given = &request.inputs[first], *second = &request.inputs[first + 1];
    const auto type = [](const TensorDesc& of) { return of.dtype == DType::UInt8 ? DType::Float32 : of.dtype; };
    Product product;
    product.transposeA = attributes.integer("transpose_a", 0) != 0;
    product.transposeB = attributes.integer("transpose_b", 0) != 0;
    const Shape &a = given->shape, &b = second->shape;
    product.m = product.transposeA ? a[-1] : a[-2];
    product.k = product.transposeA ? a[-2] : a[-1];
    product.n = product.transposeB ? b[-2] : b[-1];
    product.products = a.elements() / (product.m * product.k);
    product.a = type(*given), product.b = type(*second), product.y = result;
    product.tf32 = request.tf32;
    return product;
}

// The call for it; bytes are widened in the scratch memory.
class Multiply {
public:
    Multiply(const KernelRequest& request, size_t first, const Product& product, const Libraries::Call& call)
        : first_(first), call_(product, call) {
        const Attributes& attributes = request.attributes;
        for (size_t i = 0; i < 2; ++i) {
            const TensorDesc& given = request.inputs[first + i];
            if (given.dtype != DType::UInt8) continue;
            bytes_ = static_cast<int>(i);
            count_ = countOf(request, given.shape.elements());
            widened_ = count_ * sizeof(float);
        }
        rescale_ = {ChainOp::Rescale,
                    {},
                    static_cast<float>(attributes.number("bytes_scale", 1)),
                    static_cast<float>(attributes.number("bytes_offset", 0))};
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
        call_.add(all, {factor[0], factor[1], bias, y, static_cast<std::byte*>(scratch) + aligned(widened_)});
    }

private:
    size_t first_ = 0;
    int bytes_ = -1;  // which of the two
    size_t widened_ = 0;
    uint32_t count_ = 0;
    ChainStep rescale_;
    ProductCall call_;
};

Product ofMatMul(const KernelRequest& request) {
    Product product = productOfInputs(request, 0, request.outputs[0].dtype);
    product.bias = request.inputs.size() > 2;
    product.relu = activationOf(request).act == Act::Relu;
    return product;
}

Kernel matMul(const Lane& lane, const KernelRequest& request, const Product& product, const Libraries::Call& call) {
    Kernel kernel = plainKernel(request);
    const bool bias = request.inputs.size() > 2;
    const TensorDesc& y = request.outputs[0];
    const Multiply multiply(request, 0, product, call);
    kernel.implementation = multiply.implementation();
    kernel.scratchBytes = multiply.scratchBytes();
    const ChainStep activation = activationOf(request);
    const uint32_t count = countOf(request, y.shape.elements()), columns = static_cast<uint32_t>(product.n);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, type = elementOf(y.dtype)](const KernelBuffers& b) {
        Launches all = launches;
        const float* added = bias ? in<float>(b, 2) : nullptr;
        multiply.add(all, b, added, b.outputs[0], b.scratch);
        addRest(all, b, call, added, type, count, columns, activation);
        return std::move(all).bound();
    };
    return kernel;
}

// param, a, b, slots, count: the product is the parameter's gradient.
Product ofMatMulUpdate(const KernelRequest& request) { return productOfInputs(request, 1, DType::Float32); }

Kernel matMulUpdate(const Lane& lane, const KernelRequest& request, const Product& product,
                    const Libraries::Call& call) {
    const std::string op = request.attributes.text("update", "");
    const UpdateSettings settings = settingsOf(op, request.attributes);
    const auto slots = static_cast<size_t>(slotCount(op, request.attributes));
    const bool counted = request.inputs.size() > 3 + slots;
    Kernel kernel = plainKernel(request);
    const Multiply multiply(request, 1, product, call);
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

// A kernel for each call that the library has.
KernelFamily family(const Lane& lane, Product (*asked)(const KernelRequest&),
                    Kernel (*make)(const Lane&, const KernelRequest&, const Product&, const Libraries::Call&)) {
    return [=](const KernelRequest& request, const KernelTaker& take) {
        const Product product = asked(request);
        const std::lock_guard lock(lane.driver->guard());
        lane.libraries->products(product, [&](const Libraries::Call& call) {
            return take(call.implementation, [&] { return make(lane, request, product, call); });
        });
    };
}

}  // namespace

void products(KernelTable& table, const Lane& lane) {
    if (!lane.libraries) return;
    table.addFamily("MatMul", family(lane, ofMatMul, matMul), {DType::BFloat16, DType::Float16});
    table.addFamily("BytesMatMul", family(lane, ofMatMul, matMul));
    table.addFamily("MatMulUpdate", family(lane, ofMatMulUpdate, matMulUpdate));
}

}  // namespace tl::cuda
