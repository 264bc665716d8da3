// The contract between a compiled plan and a device's kernels. A backend is a table from op name to a
// KernelFactory. Compiling a plan asks the factory once per node (select: which layouts, how much scratch),
// then binds it to fixed addresses once; a step only calls the bound functions.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/layout.h"
#include "engine/backend/step_context.h"
#include "engine/core/attributes.h"

namespace tl {

struct KernelRequest {
    const std::string& op;
    const Attributes& attributes;
    std::span<const TensorDesc> inputs;   // layouts as the producers wrote them
    std::span<const TensorDesc> outputs;  // shapes and types; layouts are the kernel's to choose (Reorder's is given)
    int threads = 1;
    bool blocked = true;  // false: choose plain layouts only (CompileOptions::blockedLayout)
    bool tf32 = false;    // factors of products and convolutions may be rounded to TF32's 10 bits
    // What is made of the model's state alone is made once (CompileOptions::fixedState): a layout of weights that takes
    // long to make costs nothing.
    bool fixedState = false;
};

// Addresses of one node's values, valid for the life of the plan. An output that shares an input's
// memory (in place) has the same address.
struct KernelBuffers {
    std::vector<void*> inputs;
    std::vector<void*> outputs;
    void* scratch = nullptr;  // scratchBytes, aligned to 64
    const StepContext* context = nullptr;
    void* partScratch = nullptr;  // of part 0; that of part p lies p * partStride bytes further on
    size_t partStride = 0;        // partScratchBytes or more, a multiple of 64
    int part = 0;                 // of KernelBlocks: the part that the blocks are of
};

struct TimedKernel {
    std::string implementation;
    double seconds = 0;  // of one run with the reorders that it wants: timeKernels()
    friend bool operator==(const TimedKernel&, const TimedKernel&) = default;
};

// Work that falls into blocks of samples which know nothing of each other, so that a plan can take a block through
// several kernels before it begins with the next one (graph/chains.h). Each block has its piece of the divided values:
// all pieces of a value are alike and lie one behind the other.
struct KernelBlocks {
    int64_t count = 0;                    // 0: the work is not of that kind
    std::vector<size_t> inputs, outputs;  // bytes of a piece; 0 or absent: each block reads all, or adds to sums
    // So many blocks, one behind the other, of the part that the buffers name; they begin with the first one's pieces.
    std::function<std::function<void()>(const KernelBuffers&, int64_t blocks)> bind;
    // Of sums: makes a part's nothing, before its first block; adds up those of all parts, of which there are as many
    // as threads, or as blocks where those are fewer.
    std::function<std::function<void()>(const KernelBuffers&)> begin, end;

    bool sums() const { return end != nullptr; }
    // As a kernel is bound to all of its blocks, what it is bound to from block `first` on.
    KernelBuffers from(int64_t first, int part, KernelBuffers all) const;
};

struct Kernel {
    std::vector<Layout> inputs;   // wanted; the compiler puts a reorder where the producer's differs
    std::vector<Layout> outputs;  // written
    std::vector<bool> reads;      // input i is read at all (empty = all are): an unread input is not kept alive
    std::vector<int> inPlace;     // output i may share the memory of input inPlace[i]; -1 or absent = it may not
    size_t scratchBytes = 0;
    // Of each part that the work is divided into, `threads` at most. All kernels of a plan get the same memory, so it
    // stays in the cache of the core that works on the part: what lies there must not be looked for by another one.
    size_t partScratchBytes = 0;
    std::string implementation;      // what runs: "onednn:brgconv:avx512_core", "eigen", "own:avx512"
    std::vector<TimedKernel> times;  // where it was chosen by time: it and those it was chosen among, fastest first
    std::function<std::function<void()>(const KernelBuffers&)> bind;
    KernelBlocks blocks;
};

using KernelFactory = std::function<Kernel(const KernelRequest&)>;

// Where several kernels can do an op: gives `take` one after the other, by its implementation and made only when it is
// asked for, until that returns false. First the one that the family's cost model prefers; no name comes twice.
using KernelTaker = std::function<bool(const std::string& implementation, const std::function<Kernel()>& make)>;
using KernelFamily = std::function<void(const KernelRequest&, const KernelTaker& take)>;
using KernelTest = std::function<bool(const KernelRequest&)>;

class KernelTable {
public:
    // halves: the 16-bit types that the kernel reads and writes beside float32. wide: where float32 kernels are so much
    // quicker that 16-bit values are better widened for them; asked with all in float32.
    void add(const std::string& op, KernelFactory factory, std::vector<DType> halves = {});
    void addFamily(const std::string& op, KernelFamily family, std::vector<DType> halves = {}, KernelTest wide = {});
    bool has(const std::string& op) const { return factories_.count(op) != 0; }
    bool accepts(const std::string& op, DType half) const;
    bool accepts(const KernelRequest& request, DType half) const;  // and is none of the wide ones
    // The cost model's. Throws Error naming the op where the device has no kernel for it.
    Kernel select(const KernelRequest& request) const;
    bool hasFamily(const std::string& op) const { return families_.count(op) != 0; }
    // All that can do it, of an op with a family.
    void offer(const KernelRequest& request, const KernelTaker& take) const;
    std::vector<std::string> ops() const;

private:
    std::map<std::string, KernelFactory> factories_;
    std::map<std::string, KernelFamily> families_;
    std::map<std::string, std::vector<DType>> halves_;
    std::map<std::string, KernelTest> wide_;
};

// The kernels of a device ("cpu"). Built once; any thread, since a GPU's holds its driver's guard() while it chooses.
// Throws Error for an unknown device.
const KernelTable& kernelsOf(const std::string& deviceId);

}  // namespace tl
