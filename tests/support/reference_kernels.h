// A device made of the ops' float64 references, so that the compiler can be tested without a real backend. It reads and
// writes any layout, likes 16-channel blocks for images (so that reorders happen), and works in place where it may.
#pragma once

#include <algorithm>
#include <map>
#include <set>

#include "engine/backend/kernel.h"
#include "engine/core/half.h"
#include "engine/graph/reference.h"
#include "engine/ops/op.h"

namespace tl::test {

// Position in memory of a row-major element.
inline size_t offsetOf(const TensorDesc& desc, size_t element) {
    if (desc.layout.paddedDims.empty()) return element;
    std::vector<int64_t> at(static_cast<size_t>(desc.shape.rank()));
    auto rest = static_cast<int64_t>(element);
    for (int axis = desc.shape.rank() - 1; axis >= 0; --axis) {
        at[static_cast<size_t>(axis)] = rest % desc.shape[axis];
        rest /= desc.shape[axis];
    }
    int64_t offset = 0, inner = 1;
    for (size_t b = desc.layout.blocks.size(); b-- > 0;) {
        int64_t& index = at[static_cast<size_t>(desc.layout.blockAxes[b])];
        offset += index % desc.layout.blocks[b] * inner;
        index /= desc.layout.blocks[b];
        inner *= desc.layout.blocks[b];
    }
    for (size_t axis = 0; axis < at.size(); ++axis) offset += at[axis] * desc.layout.strides[axis];
    return static_cast<size_t>(offset);
}

inline Layout blocked16(const Shape& shape) {
    Layout layout;
    const int64_t channels = (shape[1] + 15) / 16 * 16;
    layout.paddedDims = {shape[0], channels, shape[2], shape[3]};
    layout.strides = {channels * shape[2] * shape[3], shape[2] * shape[3] * 16, shape[3] * 16, 16};
    layout.blocks = {16};
    layout.blockAxes = {1};
    return layout;
}

inline ReferenceTensor loadFrom(const TensorDesc& desc, const void* memory) {
    ReferenceTensor tensor{desc.shape, std::vector<double>(static_cast<size_t>(desc.shape.elements()))};
    for (size_t i = 0; i < tensor.values.size(); ++i) {
        const size_t at = offsetOf(desc, i);
        switch (desc.dtype) {
        case DType::Float32: tensor.values[i] = static_cast<double>(static_cast<const float*>(memory)[at]); break;
        case DType::BFloat16:
            tensor.values[i] = static_cast<double>(static_cast<float>(static_cast<const BFloat16*>(memory)[at]));
            break;
        case DType::Float16:
            tensor.values[i] = static_cast<double>(static_cast<float>(static_cast<const Float16*>(memory)[at]));
            break;
        case DType::Int32: tensor.values[i] = static_cast<const int32_t*>(memory)[at]; break;
        default: tensor.values[i] = static_cast<const uint8_t*>(memory)[at];
        }
    }
    return tensor;
}

inline void storeTo(const TensorDesc& desc, const ReferenceTensor& tensor, void* memory) {
    const auto store = [&]<typename T>(T* to) {
        std::fill(to, to + desc.bytes() / sizeof(T), T(0.0f));
        for (size_t i = 0; i < tensor.values.size(); ++i)
            to[offsetOf(desc, i)] = T(static_cast<float>(tensor.values[i]));
    };
    if (desc.dtype == DType::BFloat16)
        store(static_cast<BFloat16*>(memory));
    else if (desc.dtype == DType::Float16)
        store(static_cast<Float16*>(memory));
    else
        store(static_cast<float*>(memory));
}

inline Kernel referenceKernel(const KernelRequest& request) {
    static const std::map<std::string, int> overwrites{
        {"Activation", 0}, {"ActivationGrad", 2}, {"BiasAdd", 0},           {"Dropout", 0},
        {"Add", 0},        {"Softmax", 0},        {"BatchNormInference", 0}};
    static const std::set<std::string> blocking{"Conv2D",        "Conv2DInputGrad", "Conv2DKernelGrad", "MaxPool2D",
                                                "MaxPool2DGrad", "BatchNorm",       "BatchNormGrad"};
    const OpType& op = findOp(request.op);
    std::vector<TensorDesc> in(request.inputs.begin(), request.inputs.end());
    std::vector<TensorDesc> out(request.outputs.begin(), request.outputs.end());
    Kernel kernel;
    kernel.implementation = "reference";
    kernel.reads.assign(in.size(), true);
    if (request.op == "ActivationGrad") kernel.reads[request.attributes.text("kind", "") == "gelu" ? 1 : 0] = false;
    if (const auto found = overwrites.find(request.op); found != overwrites.end()) kernel.inPlace = {found->second};
    if (request.op != "Reorder") {
        for (TensorDesc& desc : in) desc.layout = {};
        const bool block = request.blocked && blocking.count(request.op);
        for (auto* side : {&in, &out})
            for (TensorDesc& desc : *side)
                if (block && desc.shape.rank() == 4 && desc.dtype == DType::Float32)
                    desc.layout = blocked16(desc.shape);
        // These follow their neighbours.
        if (request.blocked && (request.op == "Activation" || request.op == "Dropout"))
            in[0].layout = out[0].layout = request.inputs[0].layout;
        for (int i : op.opaqueOutputs) out[static_cast<size_t>(i)].layout.opaqueBytes = 100;
    }
    for (const TensorDesc& desc : in) kernel.inputs.push_back(desc.layout);
    for (const TensorDesc& desc : out) kernel.outputs.push_back(desc.layout);
    kernel.scratchBytes = 96;
    const Attributes attributes = request.attributes;
    kernel.bind = [=, reads = kernel.reads](const KernelBuffers& buffers) {
        return [=]() {
            std::vector<ReferenceTensor> inputs;
            for (size_t i = 0; i < in.size(); ++i)
                inputs.push_back(
                    reads[i] && in[i].layout.opaqueBytes == 0
                        ? loadFrom(in[i], buffers.inputs[i])
                        : ReferenceTensor{in[i].shape,
                                          std::vector<double>(static_cast<size_t>(in[i].shape.elements()), 0.0)});
            const auto outputs = findOp(op.name).reference(inputs, attributes, *buffers.context);
            for (size_t i = 0; i < 24; ++i) static_cast<float*>(buffers.scratch)[i] = -1e30f;
            for (size_t i = 0; i < out.size(); ++i) {
                if (out[i].layout.opaqueBytes)
                    for (size_t b = 0; b < 100; ++b) static_cast<uint8_t*>(buffers.outputs[i])[b] = 0x7f;
                else
                    storeTo(out[i], outputs[i], buffers.outputs[i]);
            }
        };
    };
    return kernel;
}

inline const KernelTable& referenceKernels() {
    static const KernelTable table = [] {
        KernelTable kernels;
        for (const OpType& op : allOps()) kernels.add(op.name, referenceKernel);
        return kernels;
    }();
    return table;
}

}  // namespace tl::test
