// Kernels are selected once for each op, attributes and types, and kept, as a plan is by its signature; then an op
// costs a look-up and the binding to its arrays.
#include "engine/eager/apply.h"

#include <map>
#include <mutex>

#include "engine/backend/device.h"
#include "engine/backend/threads.h"
#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/eager/tape.h"
#include "engine/ops/op.h"

namespace tl::eager {
namespace {

constexpr size_t kKernelsKept = 1024;

std::string textOf(const Attribute& attribute) {
    struct Text {
        std::string operator()(int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return shortest(value); }
        std::string operator()(const std::string& value) const { return value; }
        std::string operator()(const std::vector<int64_t>& list) const { return Shape(list).toString(); }
        std::string operator()(const std::vector<double>& list) const {
            std::string text;
            for (double value : list) text += (*this)(value) + ",";
            return text;
        }
    };
    return std::visit(Text(), attribute);
}

std::string signatureOf(const KernelRequest& request) {
    std::string text = request.op;
    for (const auto& [key, value] : request.attributes.values()) text += ";" + key + "=" + textOf(value);
    for (const TensorDesc& desc : request.inputs)
        text += "|" + std::string(nameOf(desc.dtype)) + desc.shape.toString() + "/" +
                std::to_string(desc.layout.opaqueBytes);
    return text + "|" + std::to_string(request.threads);
}

Kernel kernelFor(const KernelRequest& request) {
    static std::mutex mutex;
    static std::map<std::string, Kernel> known;
    const std::string signature = signatureOf(request);
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(signature); found != known.end()) return found->second;
    if (known.size() >= kKernelsKept) known.clear();
    return known[signature] = kernelsOf("cpu").select(request);
}

}  // namespace

std::vector<Array> apply(const std::string& op, const std::vector<Array>& inputs, const Attributes& attributes,
                         const StepContext& context) {
    static const int threads = findDevice("cpu").threads;
    std::vector<ValueType> types;
    std::vector<TensorDesc> in, out;
    for (const Array& input : inputs) {
        if (!input.defined()) throw Error(Message("an input of {op}", op), "an array", "an empty one");
        // A workspace has the type of a scalar in the graph; its bytes are its layout's.
        const bool opaque = input.layout().opaqueBytes != 0;
        types.push_back({opaque ? Shape{} : input.shape(), input.dtype()});
        in.push_back({types.back().shape, types.back().dtype, input.layout()});
    }
    for (const ValueType& type : findOp(op).infer(types, attributes)) out.push_back({type.shape, type.dtype, {}});
    const Kernel kernel = kernelFor({op, attributes, in, out, threads, false});

    KernelBuffers buffers;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const bool read = kernel.reads.empty() || kernel.reads[i];
        if (read && !(kernel.inputs[i] == in[i].layout))
            throw Error(op, "a kernel for plain layouts", kernel.implementation);
        buffers.inputs.push_back(const_cast<void*>(inputs[i].tensor().data()));
    }
    std::vector<Array> results;
    for (size_t i = 0; i < out.size(); ++i) {
        const size_t opaque = kernel.outputs[i].opaqueBytes;
        Tensor tensor =
            opaque ? Tensor(Shape{static_cast<int64_t>(opaque)}, DType::UInt8) : Tensor(out[i].shape, out[i].dtype);
        buffers.outputs.push_back(tensor.data());
        results.push_back(opaque ? Array::workspace(std::move(tensor), kernel.outputs[i]) : Array(std::move(tensor)));
    }
    Tensor scratch(Shape{static_cast<int64_t>(kernel.scratchBytes)}, DType::UInt8);
    buffers.scratch = scratch.data();
    buffers.partStride = (kernel.partScratchBytes + 63) / 64 * 64;
    Tensor ofParts(Shape{static_cast<int64_t>(buffers.partStride) * threads}, DType::UInt8);
    buffers.partScratch = ofParts.data();
    buffers.context = &context;
    const ThreadScope scope(threads);
    kernel.bind(buffers)();
    GradientTape::recordOnAll(op, inputs, attributes, context, results);
    return results;
}

}  // namespace tl::eager
