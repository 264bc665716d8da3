// Transposes on oneDNN's reorder, which takes any strides: the input is described in the output's order of axes.
#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {

void transpose(KernelTable& table) {
    const auto factory = [](const KernelRequest& request) {
        const auto& perm = request.attributes.list("perm");
        const Shape &from = request.inputs[0].shape, &to = request.outputs[0].shape;
        dnnl::memory::dims plain(perm.size()), strides(perm.size());
        int64_t stride = 1;
        for (size_t axis = plain.size(); axis-- > 0; stride *= from[static_cast<int>(axis)]) plain[axis] = stride;
        for (size_t i = 0; i < perm.size(); ++i) strides[i] = plain[static_cast<size_t>(perm[i])];
        const DType type = request.inputs[0].dtype;
        const dnnl::memory::desc source(to.dims(), toType(type), strides), target = toDesc(to, {}, type);
        return reordered(plainKernel(request), source, target);
    };
    table.add("Transpose", factory, {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
