// What a plan has beside the schedule where its device's memory is not the host's: blocks there, the host's side of
// inputs, the model's state on the device, a recording of each phase, and its small results on their way to the host.
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
    // Small results of a phase, which are fetched behind each run of it.
    void keep(const void* address, size_t bytes, Phase phase);
    // uint8; of what was fetched since it was written without waiting for anything later.
    Tensor read(const void* from, size_t bytes) const;
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
    // What is kept of a phase.
    struct Kept {
        std::vector<DeviceMemory::Piece> pieces;
        int fetch = 0;
        bool valid = false;  // fetched since the phase last ran
    };
    DeviceMemory& memory_;
    std::vector<void*> blocks_;
    void* context_;
    std::optional<StepContext> given_;
    std::vector<Input> inputs_;
    std::vector<std::shared_ptr<DeviceCopy>> states_;
    std::array<std::vector<DeviceCopy*>, kPhases.size()> written_;
    std::array<std::optional<int>, kPhases.size()> recordings_;
    std::array<Kept, kPhases.size()> kept_;
};

}  // namespace tl
