// Conversions between our layouts and oneDNN's descriptors.
#include "engine/backend/cpu/onednn.h"

#include "engine/core/error.h"

namespace tl::cpu {

const dnnl::engine& dnnlEngine() {
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

dnnl::stream& dnnlStream() {
    thread_local dnnl::stream stream(dnnlEngine());
    return stream;
}

dnnl::memory::data_type toType(DType type) {
    return isHalf(type) ? dnnl::memory::data_type::bf16 : dnnl::memory::data_type::f32;
}

dnnl::memory::desc toDesc(const Shape& shape, const Layout& layout, DType type) {
    dnnl::memory::dims dims = shape.dims();
    if (dims.empty()) dims = {1};
    if (layout.plain()) {
        dnnl::memory::dims strides(dims.size());
        int64_t stride = 1;
        for (size_t axis = dims.size(); axis-- > 0;) {
            strides[axis] = stride;
            stride *= dims[axis];
        }
        return {dims, toType(type), strides};
    }
    // Filled field by field: the constructors know no padding with strides.
    dnnl_memory_desc_t raw{};
    raw.ndims = static_cast<int>(dims.size());
    raw.data_type = dnnl::memory::convert_to_c(toType(type));
    raw.format_kind = dnnl_blocked;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
        raw.dims[axis] = dims[axis];
        raw.padded_dims[axis] = layout.paddedDims[axis];
        raw.format_desc.blocking.strides[axis] = layout.strides[axis];
    }
    raw.format_desc.blocking.inner_nblks = static_cast<int>(layout.blocks.size());
    for (size_t i = 0; i < layout.blocks.size(); ++i) {
        raw.format_desc.blocking.inner_blks[i] = layout.blocks[i];
        raw.format_desc.blocking.inner_idxs[i] = layout.blockAxes[i];
    }
    return dnnl::memory::desc(raw);
}

dnnl::memory::desc anyDesc(const Shape& shape, DType type) {
    return {shape.dims(), toType(type), dnnl::memory::format_tag::any};
}

bool representable(const dnnl::memory::desc& desc) {
    const dnnl_memory_desc_t& raw = desc.data;
    if (raw.format_kind != dnnl_blocked || raw.extra.flags != dnnl_memory_extra_flag_none || raw.offset0 != 0)
        return false;
    for (int axis = 0; axis < raw.ndims; ++axis) {
        if (raw.padded_offsets[axis] != 0) return false;
    }
    return true;
}

Layout fromDesc(const dnnl::memory::desc& desc) {
    const dnnl_memory_desc_t& raw = desc.data;
    if (!representable(desc)) throw Error("oneDNN layout", "a blocked one", "another kind");
    const auto& blocking = raw.format_desc.blocking;
    if (blocking.inner_nblks == 0) {
        bool plain = true;
        int64_t stride = 1;
        for (int axis = raw.ndims - 1; axis >= 0; --axis) {
            plain &= raw.dims[axis] == 1 || blocking.strides[axis] == stride;
            stride *= raw.dims[axis];
        }
        if (plain) return {};
    }
    Layout layout;
    layout.paddedDims.assign(raw.padded_dims, raw.padded_dims + raw.ndims);
    layout.strides.assign(blocking.strides, blocking.strides + raw.ndims);
    layout.blocks.assign(blocking.inner_blks, blocking.inner_blks + blocking.inner_nblks);
    layout.blockAxes.assign(blocking.inner_idxs, blocking.inner_idxs + blocking.inner_nblks);
    return layout;
}

bool soundKernel(const std::string& implementation) {
    // That of 2.6.3 writes behind its output where the pixels are not whole tiles.
    return implementation != "jit_1x1:avx512_core_amx_bf16";
}

dnnl::primitive_attr scratchAttr() {
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attr;
}

void BoundPrimitive::bind(int argument, const dnnl::memory::desc& desc, void* address) {
    if (desc.get_size() == 0) return;
    memories_.emplace_back(desc, dnnlEngine(), address);
    arguments_.push_back({argument, memories_.back().get()});
}

void BoundPrimitive::run() const {
    const dnnl_status_t status = dnnl_primitive_execute(primitive_.get(), dnnlStream().get(),
                                                        static_cast<int>(arguments_.size()), arguments_.data());
    if (status != dnnl_success)
        throw Error("oneDNN", "the primitive to run", Message("status {status}", static_cast<int>(status)));
}

Kernel reordered(Kernel kernel, const dnnl::memory::desc& source, const dnnl::memory::desc& target) {
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
}

}  // namespace tl::cpu
