// What the CPU's kernels share: dividing work among the team, and seeing a value's memory as planes of rows
// whatever its layout. Work is divided by the part's number, never by which thread comes first, so that results repeat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/team.h"
#include "engine/backend/cpu/vec/table.h"
#include "engine/backend/kernel.h"

namespace tl::cpu {

// Runs body(part) for every part in [0, parts); parts must not wait for one another. See runParts().
template <typename Body>
void forParts(int parts, const Body& body) {
    if (parts <= 1)
        body(0);
    else
        runParts(
            parts, [](const void* argument, int part) { (*static_cast<const Body*>(argument))(part); }, &body);
}

// For tests, whose values are small and are to be divided all the same: no part need be larger.
inline int64_t largestGrain = INT64_MAX;

// How many parts `work` elements (of about a quarter nanosecond each) are worth.
inline int partsFor(int threads, int64_t work, int64_t grain = 16384) {
    return static_cast<int>(std::clamp<int64_t>(work / std::min(grain, largestGrain), 1, std::max(threads, 1)));
}

// The part's share of n, cut at multiples of `quantum`.
inline std::pair<int64_t, int64_t> share(int64_t n, int parts, int part, int64_t quantum = 1) {
    const int64_t units = (n + quantum - 1) / quantum;
    const int64_t begin = units * part / parts * quantum, end = units * (part + 1) / parts * quantum;
    return {std::min(begin, n), std::min(end, n)};
}

// An image value's memory: element ((o * blocks + b) * space + s) * lanes + l.
struct ImageView {
    int64_t outer = 0, blocks = 0, space = 0, lanes = 1;
    enum class Lanes { None, Channels, Images } kind = Lanes::None;
    int64_t elements() const { return outer * blocks * space * lanes; }
    // Channels of one block; with Lanes::Channels and blocks, the last may reach over the end.
    int64_t channelsPerBlock() const { return kind == Lanes::Channels ? lanes : 1; }
};

// How [N, C, ...] lies under `layout`; nothing where it is none of the forms that the kernels know.
std::optional<ImageView> imageView(const Shape& shape, const Layout& layout);
// As many channels lie side by side where convolutions work in blocks: a register of floats, as the library's do.
int64_t channelBlock();
// [N, C/block, H, W, block channels]; the channels must be whole blocks.
Layout channelBlocks(const Shape& shape, int64_t block = channelBlock());
// [N/16, C, H, W, 16 images]; the batch must be a multiple of 16.
Layout imageLanes(const Shape& shape);

// The value's own layout where imageView knows it, else plain.
Layout imageLayout(const KernelRequest& request, const TensorDesc& desc);
// The layout of a value with another height and width that lies in memory in the same way.
Layout resizedLayout(const Layout& layout, const Shape& from, const Shape& to);

inline int64_t elementsIn(const TensorDesc& desc) { return static_cast<int64_t>(desc.bytes() / sizeOf(desc.dtype)); }
// Padding exists: more elements in memory than in the shape.
inline bool padded(const TensorDesc& desc) { return elementsIn(desc) != desc.shape.elements(); }

Act actFrom(const std::string& name);                  // throws Error for an unknown name
float alphaOf(Act act, const Attributes& attributes);  // the op's alpha or the kind's default
// An activation of elements [begin, end) of a float32 or bfloat16 value, in place.
void activate(bool half, Act act, float alpha, int64_t begin, int64_t end, void* values);
// For KernelTable::add: bfloat16, or no 16-bit type.
std::vector<DType> bf16Where(bool supported);
// The first layout among these inputs (none named: all) that is not plain; plain where there is none, or where the
// request wants it so.
Layout commonLayout(const KernelRequest& request, std::vector<size_t> inputs = {});
std::string ownName();  // "own:avx512"

// A kernel with plain inputs and outputs.
Kernel plainKernel(const KernelRequest& request);

template <typename T>
const T* in(const KernelBuffers& buffers, size_t index) {
    return static_cast<const T*>(buffers.inputs[index]);
}
template <typename T>
T* out(const KernelBuffers& buffers, size_t index) {
    return static_cast<T*>(buffers.outputs[index]);
}

// Some of the units that a kernel's work consists of.
using Units = std::function<void(int64_t begin, int64_t end)>;
using BindUnits = std::function<Units(const KernelBuffers&)>;
// Binds a kernel whose units know nothing of each other: they are shared by `parts`, or taken by blocks of what the
// outermost axis of its values counts in memory, which is the same for all of them.
void bindUnits(Kernel& kernel, const KernelRequest& request, int64_t units, int parts, int64_t quantum,
               const BindUnits& bind);
// Binds a kernel that tells its blocks: parts share them.
void bindBlocks(Kernel& kernel, int threads);

// What part p of a kernel's work has for itself (Kernel::partScratchBytes).
class PartScratch {
public:
    explicit PartScratch(const KernelBuffers& buffers)
        : first_(static_cast<std::byte*>(buffers.partScratch)), stride_(buffers.partStride) {}
    float* of(int part) const { return reinterpret_cast<float*>(first_ + stride_ * static_cast<size_t>(part)); }

private:
    std::byte* first_;
    size_t stride_;
};

}  // namespace tl::cpu
