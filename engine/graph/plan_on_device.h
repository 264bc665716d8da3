// What a plan has beside the schedule where its device's memory is not the host's: blocks there, the host's side of
// inputs, the model's state on the device, and a recording of each phase.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/backend/device_copy.h"
#include "engine/backend/step_context.h"
#include "engine/graph/graph.h"

namespace tl {

class PlanOnDevice {
public:
    explicit PlanOnDevice(DeviceMemory& memory);
    ~PlanOnDevice();
    PlanOnDevice(const PlanOnDevice&) = delete;
    PlanOnDevice& operator=(const PlanOnDevice&) = delete;

    // Device memory that goes with the plan.
    std::byte* allocate(size_t bytes);
    void write(void* to, const Tensor& from) { memory_.write(to, from.data(), from.bytes()); }
    Tensor read(const void* from, size_t bytes) const;  // uint8
    // The device's address of a tensor of the state; `written`: a kernel of that phase writes it.
    void* state(Tensor& tensor);
    void written(void* state, Phase phase);
    // Where the host writes what goes to `address` before each forward phase.
    void* input(void* address, size_t bytes);
    const StepContext* context() const { return static_cast<const StepContext*>(context_); }

    // Ahead of a phase's kernels: inputs, state and context, as far as they are new.
    void prepare(Phase phase, const StepContext& context);
    // `work`, by recording and replay.
    void run(Phase phase, const std::function<void()>& work);
    void finish(Phase phase);

private:
    struct Input {
        void* address;
        Tensor host;
    };
    DeviceMemory& memory_;
    std::vector<void*> blocks_;
    void* context_;
    std::optional<StepContext> given_;
    std::vector<Input> inputs_;
    std::vector<std::shared_ptr<DeviceCopy>> states_;
    std::array<std::vector<DeviceCopy*>, kPhases.size()> written_;
    std::array<std::optional<int>, kPhases.size()> recordings_;
};

}  // namespace tl
