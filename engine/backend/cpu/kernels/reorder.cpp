// Turns a value from one layout into another; the compiler puts it between kernels that differ.
#include <cstring>

#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {

void reorder(KernelTable& table) {
    const auto factory = [](const KernelRequest& request) {
        const TensorDesc &from = request.inputs[0], &to = request.outputs[0];
        Kernel kernel;
        kernel.inputs = {from.layout};
        kernel.outputs = {to.layout};
        if (from.layout == to.layout) {
            kernel.implementation = "copy";
            kernel.bind = [bytes = to.bytes()](const KernelBuffers& b) {
                return [=, x = b.inputs[0], y = b.outputs[0]] { std::memcpy(y, x, bytes); };
            };
            return kernel;
        }
        if (!isFloat(from.dtype) || from.dtype == DType::Float64 || to.dtype != from.dtype) {
            throw Error("Reorder", "float32, bfloat16 or float16 values", std::string(nameOf(from.dtype)));
        }
        const dnnl::memory::desc source = toDesc(from), target = toDesc(to);
        const dnnl::reorder::primitive_desc pd(dnnlEngine(), source, dnnlEngine(), target, scratchAttr());
        const dnnl::reorder primitive(pd);
        kernel.scratchBytes = pd.scratchpad_desc().get_size();
        kernel.implementation = std::string("onednn:") + pd.impl_info_str();
        kernel.bind = [=](const KernelBuffers& b) {
            BoundPrimitive bound(primitive);
            bound.bind(DNNL_ARG_FROM, source, b.inputs[0]);
            bound.bind(DNNL_ARG_TO, target, b.outputs[0]);
            bound.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
            return [bound] { bound.run(); };
        };
        return kernel;
    };
    table.add("Reorder", factory, {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
