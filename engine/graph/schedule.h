// The compiler's middle: from a rewritten graph to steps in order, each with its kernel, its layouts and the blocks of
// memory it reads and writes. It binds nothing and allocates nothing, so that estimateCost can use it without a device.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/graph/chains.h"
#include "engine/graph/graph.h"
#include "engine/graph/memory_plan.h"
#include "engine/graph/passes/pass.h"
#include "engine/graph/plan.h"

namespace tl {

// Runs the passes that the options allow; a value in `kept` keeps its content. `observer` is told after each what it
// was given and what it made of it.
void optimise(Graph& graph, const PassContext& context, bool fuse, const std::vector<std::string>& skip = {},
              const std::function<void(const Pass& pass, const Graph& before, const Graph& after)>& observer = {});

struct ScheduledBuffer {
    enum class Home { Arena, State, Constant };
    Home home = Home::Arena;
    ValueId value = kNoValue;  // whose content it holds first; the Parameter, State or Constant elsewhere
    size_t bytes = 0;
    int first = 0, last = -1;  // alive, as step indices; last < first = nobody reads it
    bool pinned = false;       // alive for the whole run: inputs, outputs and taps
    int shares = -1;           // the buffer whose memory it has taken over in place
};

struct ScheduledStep {
    Node node;
    Kernel kernel;
    std::vector<int> inputs, outputs;  // buffers
    int scratch = -1;                  // block index in Schedule::memory
    bool once = false;                 // depends on state alone, which stays as it is: its results outlive a run
};

struct Schedule {
    std::vector<ScheduledStep> steps;  // phases in order
    std::vector<ScheduledBuffer> buffers;
    std::vector<int> bufferOf;     // by ValueId: as its producer wrote it; -1 where it has none
    std::vector<Layout> layoutOf;  // by ValueId, of that buffer
    std::vector<int> blockOf;      // by buffer: index into memory.offsets; -1 outside the arena
    MemoryPlan memory;
    int partScratch = -1;   // block index: the kernels' partScratch, for all threads
    size_t partStride = 0;  // of one thread
    std::vector<ScheduledChain> chains;
    int near = -1;          // block index: what chains keep near, for all threads
    size_t nearStride = 0;  // of one thread
    PlanCost cost;

    int home(int buffer) const;  // follows `shares`
    // Whether no run but one kernel by kernel leaves the buffer's content in the arena.
    bool isNear(int buffer) const;
    // Plan::holds()
    bool holds(const Graph& graph, ValueId value, Phase after) const;
};

struct ScheduleOptions {
    std::set<ValueId> kept;
    int threads = 1;
    bool blocked = true;
    bool planMemory = true;
    bool fixedState = false;
    bool tf32 = false;
    bool chains = true;
};

using KernelSelector = std::function<Kernel(const KernelRequest&)>;

// The same selector, which asks only once for each request: for comparing schedules of much the same graph.
KernelSelector remembering(KernelSelector select);

// Throws Error where a node reads what comes later, or a kernel writes a parameter in a layout that is not plain.
Schedule makeSchedule(const Graph& graph, const ScheduleOptions& options, const KernelSelector& select);

}  // namespace tl
