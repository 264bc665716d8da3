// What the entries of the kernel table share. An entry chooses layouts as those of any backend do; what it binds is a
// list of launches, made once, each with the memory it reads and writes.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <variant>
#include <vector>

#include "engine/backend/cuda/kernels.h"
#include "engine/backend/cuda/kernels/element.h"

namespace tl::cuda {

Element elementOf(DType type);  // throws Error for one that no kernel reads

// Plain inputs and outputs; own implementation.
Kernel plainKernel(const KernelRequest& request);
// All inputs and outputs of the first input's shape have one layout: the first that is not plain among those of
// `from` (none named: all), or plain.
Kernel alikeKernel(const KernelRequest& request, std::vector<size_t> from = {});
// Inputs and outputs of rank 4 (images) and 5 (volumes) lie with channels innermost.
Kernel channelsLastKernel(const KernelRequest& request);

// The launches of one node: made where the kernel is chosen, copied and filled where it is bound.
class Launches {
public:
    Launches(const Lane& lane, const KernelRequest& request, const Kernel& kernel);

    // A kernel whose argument is `arguments`. The memory it touches follows with reads() and writes().
    template <typename Arguments>
    Launches& add(const char* kernel, Dim3 grid, unsigned threads, const Arguments& arguments) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&arguments);
        list_.push_back(Launch{kernel, grid, {threads}, {bytes, bytes + sizeof(Arguments)}, {}});
        return *this;
    }
    Launches& add(LibraryCall call);
    Launches& reads(const void* address, size_t bytes);
    Launches& writes(const void* address, size_t bytes);
    // By number, whole.
    Launches& reads(const KernelBuffers& buffers, std::initializer_list<size_t> inputs);
    Launches& writes(const KernelBuffers& buffers, std::initializer_list<size_t> outputs);

    // What a plan calls in each step.
    std::function<void()> bound() &&;

private:
    Lane lane_;
    std::vector<size_t> inputBytes_, outputBytes_;
    std::vector<std::variant<Launch, LibraryCall>> list_;
    std::vector<Access>& accesses();  // of the last
};

// Blocks for `count` threads' work of `each` elements.
unsigned blocksFor(int64_t count, int64_t each);
// Element counts that kernels hold in 32 bits, with a sign; throws Error naming the op where one is more.
uint32_t countOf(const KernelRequest& request, int64_t elements);

// How many there are of a grid in y; throws Error naming the op where a card has no such grid.
unsigned downGrid(const KernelRequest& request, int64_t count);

template <typename T>
const T* in(const KernelBuffers& buffers, size_t index) {
    return static_cast<const T*>(buffers.inputs[index]);
}
template <typename T>
T* out(const KernelBuffers& buffers, size_t index) {
    return static_cast<T*>(buffers.outputs[index]);
}

// What kernels read and nobody changes: copied to the device at once, and there for as long as the value is held.
std::shared_ptr<const std::byte> constant(const Lane& lane, std::span<const std::byte> bytes);

// For as long as the value is held.
std::shared_ptr<const Event> heldEvent(const Lane& lane);

using Entry = Kernel (*)(const Lane& lane, const KernelRequest& request);
inline KernelFactory with(const Lane& lane, Entry entry) {
    return [lane, entry](const KernelRequest& request) {
        const std::lock_guard lock(lane.driver->guard());
        return entry(lane, request);
    };
}

}  // namespace tl::cuda
