// Transposes on oneDNN's reorder, which takes any strides: the input is described in the output's order of axes.
#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {

void transpose(KernelTable& table) {
    table.add("Transpose", [](const KernelRequest& request) {
        const auto& perm = request.attributes.list("perm");
        const Shape &from = request.inputs[0].shape, &to = request.outputs[0].shape;
        dnnl::memory::dims plain(perm.size()), strides(perm.size());
        int64_t stride = 1;
        for (size_t axis = plain.size(); axis-- > 0; stride *= from[static_cast<int>(axis)]) plain[axis] = stride;
        for (size_t i = 0; i < perm.size(); ++i) strides[i] = plain[static_cast<size_t>(perm[i])];
        const dnnl::memory::desc source(to.dims(), dnnl::memory::data_type::f32, strides), target = toDesc(to);
        const dnnl::reorder::primitive_desc pd(dnnlEngine(), source, dnnlEngine(), target, scratchAttr());
        const dnnl::reorder primitive(pd);
        Kernel kernel = plainKernel(request);
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
    });
}

}  // namespace tl::cpu
