// oneDNN's side of the layouts: our Layout is its blocking descriptor as a value, so the two convert field by field.
// Primitives are made when a plan is compiled and run with a prepared argument list.
#pragma once

#include <dnnl.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "engine/backend/kernel.h"

namespace tl::cpu {

const dnnl::engine& dnnlEngine();
dnnl::stream& dnnlStream();  // of the calling thread

// Its name for float32 and bfloat16; float16 passes for bfloat16, which is good for moving it only.
dnnl::memory::data_type toType(DType type);
dnnl::memory::desc toDesc(const Shape& shape, const Layout& layout = {}, DType type = DType::Float32);
inline dnnl::memory::desc toDesc(const TensorDesc& desc) { return toDesc(desc.shape, desc.layout, desc.dtype); }
dnnl::memory::desc anyDesc(const Shape& shape, DType type = DType::Float32);
// Whether a Layout can say it: blocked, dense, no hidden extras.
bool representable(const dnnl::memory::desc& desc);
// Plain row-major becomes the empty Layout.
Layout fromDesc(const dnnl::memory::desc& desc);

// Whether one of the library's implementations does only what it should.
bool soundKernel(const std::string& implementation);

// Places in a kernel's scratch, one behind the other in whole lines of the cache.
inline size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }
inline std::byte* at(void* base, size_t offset) { return static_cast<std::byte*>(base) + offset; }

// User scratchpad: the plan owns all memory.
dnnl::primitive_attr scratchAttr();

// A primitive bound to addresses. Copyable.
class BoundPrimitive {
public:
    BoundPrimitive() = default;
    explicit BoundPrimitive(const dnnl::primitive& primitive) : primitive_(primitive) {}
    void bind(int argument, const dnnl::memory::desc& desc, void* address);
    void run() const;

private:
    dnnl::primitive primitive_;
    std::vector<dnnl::memory> memories_;
    std::vector<dnnl_exec_arg_t> arguments_;
};

// The kernel, its layouts chosen, with oneDNN's reorder from its first input to its first output as what it does.
Kernel reordered(Kernel kernel, const dnnl::memory::desc& source, const dnnl::memory::desc& target);

}  // namespace tl::cpu
