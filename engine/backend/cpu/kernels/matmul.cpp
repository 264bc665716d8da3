// Matrix products on oneDNN, plain layouts, with bias and activation in the same pass.
#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

using dnnl::memory;

// A matrix, or several in one row: further axes in front are multiplied up.
memory::desc matrix(const TensorDesc& desc, bool transposed) {
    const Shape& shape = desc.shape;
    const int64_t rows = shape[-2], columns = shape[-1], size = rows * columns;
    memory::dims dims{rows, columns}, strides{columns, 1};
    if (transposed) dims = {columns, rows}, strides = {1, columns};
    if (shape.rank() > 2) {
        dims.insert(dims.begin(), shape.elements() / size);
        strides.insert(strides.begin(), size);
    }
    return {dims, toType(desc.dtype), strides};
}

Kernel product(const KernelRequest& request) {
    const Attributes& attributes = request.attributes;
    const bool bias = request.inputs.size() > 2;
    const auto a = matrix(request.inputs[0], attributes.integer("transpose_a", 0) != 0);
    const auto b = matrix(request.inputs[1], attributes.integer("transpose_b", 0) != 0);
    const auto y = matrix(request.outputs[0], false);
    const auto biasDesc =
        bias ? memory::desc({1, request.outputs[0].shape[1]}, memory::data_type::f32, memory::format_tag::ab)
             : memory::desc();
    const auto desc = bias ? dnnl::matmul::desc(a, b, biasDesc, y) : dnnl::matmul::desc(a, b, y);
    const dnnl::matmul::primitive_desc pd(desc, scratchAttr(), dnnlEngine());
    const dnnl::matmul primitive(pd);
    const Act act = actFrom(attributes.text("activation", "linear"));
    const float alpha = alphaOf(act, attributes);
    const bool half = isHalf(request.outputs[0].dtype);
    const int64_t size = request.outputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);

    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = pd.scratchpad_desc().get_size();
    kernel.implementation = std::string("onednn:") + pd.impl_info_str();
    kernel.bind = [=](const KernelBuffers& buffers) -> std::function<void()> {
        BoundPrimitive bound(primitive);
        bound.bind(DNNL_ARG_SRC, a, buffers.inputs[0]);
        bound.bind(DNNL_ARG_WEIGHTS, b, buffers.inputs[1]);
        if (bias) bound.bind(DNNL_ARG_BIAS, biasDesc, buffers.inputs[2]);
        bound.bind(DNNL_ARG_DST, y, buffers.outputs[0]);
        bound.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), buffers.scratch);
        if (act == Act::Linear) return [bound] { bound.run(); };
        return [=, result = buffers.outputs[0]] {
            bound.run();
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                activate(half, act, alpha, begin, end, result);
            });
        };
    };
    return kernel;
}

}  // namespace

void matmul(KernelTable& table) { table.add("MatMul", product, bf16Where(multipliesBf16())); }

}  // namespace tl::cpu
