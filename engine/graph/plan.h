// A compiled plan: the graph with layouts chosen, reorders put in, memory planned and every kernel bound to its
// addresses. run() is what a training step costs. Not thread-safe: one thread runs a plan; plans may share state.
// A plan is of one device; splitting a graph over several means a plan each and copies between them, which would be
// steps like any other.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/backend/kernel_chooser.h"
#include "engine/core/message.h"
#include "engine/core/tensor.h"
#include "engine/graph/graph.h"

namespace tl {

// Parameters, moving averages and optimizer slots by stable name: "conv_1/kernel", "conv_1/kernel/adam_m".
// Plain layout, float32. Plans read and write it in place.
using ModelState = std::map<std::string, Tensor>;

struct CompileOptions {
    std::string device = "cpu";
    int threads = 0;                   // 0 = all of the device's
    std::vector<ValueId> outputs;      // values that can be read after a run
    std::vector<std::string> taps;     // further values by name, copied out when their observer wants them
    DType precision = DType::Float32;  // of values between ops: bfloat16 and float16 where an op allows it
    bool tf32 = false;                 // float32 is multiplied in TF32 where the device can
    bool float8 = false;               // with bfloat16: products of matrices round their factors to 8 bits
    // Bytes that the plan may take with its state; over them, forward values are made again in the backward pass
    // (recompute.h). 0 = no limit.
    size_t memoryLimit = 0;
    // Parameters and moving averages stay as they are until Plan::stateChanged(): what is made of them alone, such as
    // weights in a kernel's layout, is made in the first run and kept. For forward plans of a device in the host's
    // memory.
    bool fixedState = false;
    std::stop_token stop;  // looked at between passes, attempts to fit the limit and the schedule: Error
    bool fuse = true;      // passes, each switchable for tests
    bool blockedLayout = true;
    bool planMemory = true;                // false: every value its own block
    bool chains = true;                    // several kernels by blocks of samples (chains.h); not with a memory limit
    std::vector<std::string> skipPasses;   // single passes by name, for tests
    const KernelTable* kernels = nullptr;  // for tests: these, and one thread, instead of the device's
    // Takes the kernels of ops that several can do; null: the cost model's are taken.
    std::shared_ptr<KernelChooser> chooser;
    // Of a step: a device with memory of its own closes a gate before the phases behind Backward (and what writes to
    // state there) where the loss or `finite` says so, unless `scale` can come down. Then no step need wait for the
    // host to look. Elsewhere it is the caller who looks.
    struct Verdict {
        ValueId loss = kNoValue, finite = kNoValue, scale = kNoValue;
        friend bool operator==(const Verdict&, const Verdict&) = default;
    };
    Verdict verdict;
    friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

// What one step of a plan costs: a kernel, reorders included.
struct StepCost {
    std::string op, implementation;
    double flops = 0;
    double bytes = 0;  // read and written
    std::string layer = {};
    Phase phase = Phase::Forward;
};

// What takes a place in the arena, and during which kernels: indices into the plan's steps, both included.
struct PlanHolding {
    std::string name;  // the value's; empty: kernels' working memory
    size_t bytes = 0;
    int first = 0, last = 0;
    std::string layer = {};  // that makes it, in this phase; empty: none, or all
    Phase phase = Phase::Forward;
    size_t offset = 0;           // in the arena
    int buffer = -1, step = -1;  // of the schedule: whose content; who works in it. -1 and -1: all kernels, in turn
};

// What a plan costs, known before it runs.
struct PlanCost {
    std::vector<StepCost> steps;  // as in Plan::steps()
    size_t activationBytes = 0;   // the arena: inputs, values and scratch, after sharing
    size_t inputBytes = 0;        // of the arena's
    size_t parameterBytes = 0;    // parameters and their gradients' state (optimizer slots, moving averages)
    double flops = 0;             // one run, all phases
    double bytes = 0;             // memory touched by one run
    std::map<std::string, double> flopsByLayer;  // forward only
    std::vector<PlanHolding> holdings;  // before sharing: the arena is never smaller than what they need at once
    size_t peakBytes() const { return activationBytes + parameterBytes; }
    // Where the device has memory of its own: with what inputs pass through on their way.
    size_t peakBytesOnDevice() const { return peakBytes() + 2 * inputBytes; }
};

// One executed kernel, for observers and for finding the op that made a NaN.
struct PlanStep {
    std::string op, name, layer, implementation;
    Phase phase = Phase::Forward;
    std::vector<TimedKernel> times;  // Kernel::times
};

class PlanArena;

class Plan {
public:
    // Throws Error where a device lacks a kernel or the state lacks a tensor (or has one of another shape). `arena`: of
    // plans that never run at once, where the device's memory is the host's. What one holds is gone when another is
    // given inputs or runs. Null: its own.
    Plan(const Graph& graph, ModelState& state, const CompileOptions& options,
         std::shared_ptr<PlanArena> arena = nullptr);
    ~Plan();
    Plan(Plan&&) noexcept;

    // Where to write an input before run(): exactly the value's bytes, plain layout. Runs leave it as it is.
    void* input(const std::string& name);
    // Puts an input there instead: where the device has its own memory, without a detour and while it works.
    void setInput(ValueId input, const void* bytes);
    // Where it lies, for whoever makes it on the plan's device.
    void* inputOnDevice(ValueId input);
    // Plain copy of an output (or tapped value) after run(); what a plan keeps in 16 bits comes as float32.
    Tensor read(ValueId value) const;
    // Whether a value's content is still there when `after` has run and no later phase has: of outputs and taps it
    // always is, of others where nothing has taken their memory since, and of what passes have fused away never.
    bool holds(ValueId value, Phase after) const;
    // As read(), of a value that is held so.
    Tensor readHeld(ValueId value, Phase after) const;
    float readScalar(ValueId value) const;
    // As read(), of a small output as the last runThrough() but one left it: without waiting for the last one.
    Tensor readBefore(ValueId value) const;

    void run(Phase phase, const StepContext& context);
    // All phases up to and with `last`. Where the device's memory is its own it is one recording, and the call returns
    // before the work is done; a plan with a verdict lets nothing move the state there that should not.
    void runThrough(Phase last, const StepContext& context);
    // Where a device records: does that ahead of the first run of those phases, which then allocates nothing.
    void record(Phase first, Phase last);
    // Whether a verdict ended the run: in the last runThrough(), or in the one before it. Of a device as above.
    bool stopped(bool before = false) const;
    bool judges() const;  // has a verdict, and a device that heeds it
    // Of a plan with fixedState: the next run makes anew what depends on the state.
    void stateChanged();
    void runAll(const StepContext& context);
    // One kernel, an index into steps(): after all before it, and without a span.
    void runStep(size_t step, const StepContext& context);
    // As run() (before Backward or Update, run what comes before), checking each output for NaN and infinity; returns a
    // sentence that names the first op and value that has one ("conv_2 (Conv2D) made nan from finite inputs",
    // "parameter dense_1/kernel was already nan") or "".
    Message findNonFinite(Phase phase, const StepContext& context);

    // Called around every kernel when set: index into steps(), true before and false after. Kernels then run one after
    // the other, those of a chain too. Where the device's memory is its own the kernels of a phase are one recording,
    // and nobody is called.
    std::function<void(int step, bool begin)> observer;

    const std::vector<PlanStep>& steps() const;
    const PlanCost& cost() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// What a plan of these options costs, to the byte, with the device's own kernels: nothing is allocated and nothing
// runs. Takes the time of compiling. Throws as Plan does.
PlanCost planCost(const Graph& graph, const CompileOptions& options);

// Cost without a device's kernels or any allocation: plain layouts, the same memory planner. For editing.
PlanCost estimateCost(const Graph& graph, const std::vector<ValueId>& outputs);

}  // namespace tl
