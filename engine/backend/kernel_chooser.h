// Which of several kernels does an op: all that can are tried once on the op's own shapes, types, layouts and threads,
// and the fastest is taken. What was found is kept by key, so that whoever has the choices of before gets the same
// kernels, and with them the same bits. Until then, and for those who do not ask, the family's cost model decides.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/core/message.h"

namespace tl {

struct KernelChoice {
    std::string implementation;
    std::string preferred;           // by the cost model
    std::vector<TimedKernel> times;  // of all that were tried, fastest first
    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};

// By kernelKey().
using KernelChoices = std::map<std::string, KernelChoice>;

// All that a kernel's speed depends on beside the machine: op, attributes, types, shapes, layouts, threads.
std::string kernelKey(const KernelRequest& request);

// Choices that outlive a run: those of this processor, its libraries and this program's kernels.
class KernelCache {
public:
    virtual ~KernelCache() = default;
    virtual KernelChoices read() = 0;  // throws Error where what is there cannot be read
    // Beside those that are there, whose keys stay as they are. Throws Error where they cannot be kept.
    virtual void add(const KernelChoices& choices) = 0;
};

// Seconds of one run of each kernel, medians of the faster half of the turns that they take, since a disturbance only
// ever adds; those that are far behind get few turns. What a kernel wants reordered counts: its inputs from the
// request's layouts, its outputs to the layouts of the first. All on the calling thread's team. Throws Error where the
// memory for it is not there.
std::vector<double> timeKernels(const KernelTable& table, const KernelRequest& request,
                                const std::vector<Kernel>& kernels);

// One thread at a time.
class KernelChooser {
public:
    using Timer = decltype(std::function(timeKernels));

    // begun: choices that stay as they are.
    explicit KernelChooser(KernelChoices begun = {}, std::shared_ptr<KernelCache> cache = {},
                           Timer timer = timeKernels);

    // As KernelTable::select(). Of an op with a family: what was begun with, else what the cache has, else the fastest.
    Kernel select(const KernelTable& table, const KernelRequest& request);
    // From here on nothing is looked up or tried: ops that are not among the choices get the cost model's kernel. Keeps
    // what is new in the cache.
    void close();

    const KernelChoices& choices() const { return choices_; }  // begun with and made since
    int tried() const { return tried_; }                       // ops
    int others() const;                                        // choices that the cost model would not have made
    const Message& trouble() const { return trouble_; }        // with the cache, or in trying; empty: none

    std::function<bool()> goOn;  // asked before each op that would be tried; false closes

private:
    KernelChoices choices_, fresh_, cached_;
    std::shared_ptr<KernelCache> cache_;
    Timer timer_;
    bool cacheRead_ = false, closed_ = false;
    int tried_ = 0;
    Message trouble_;
};

}  // namespace tl
