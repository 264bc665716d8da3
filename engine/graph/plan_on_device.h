// What a plan has beside the schedule where its device's memory is not the host's: blocks there, inputs, the model's
// state on the device, recordings of phases, their small results on the way to the host, and the gate before what
// writes to the state.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/backend/device_copy.h"
#include "engine/backend/step_context.h"
#include "engine/graph/plan.h"

namespace tl {

class PlanOnDevice {
public:
    explicit PlanOnDevice(DeviceMemory& memory);
    ~PlanOnDevice();
    PlanOnDevice(const PlanOnDevice&) = delete;
    PlanOnDevice& operator=(const PlanOnDevice&) = delete;

    // Throws NotEnoughMemory where the plan cannot have all that it takes, of which `state` may be there.
    void require(const PlanCost& cost, const std::vector<const Tensor*>& state) const;
    // Device memory that goes with the plan.
    std::byte* allocate(size_t bytes);
    void write(void* to, const Tensor& from) { memory_.write(to, from.data(), from.bytes()); }
    // Small results of a phase, which are fetched behind each run of it.
    void keep(const void* address, size_t bytes, Phase phase);
    // uint8; of what was fetched since it was written without waiting for anything later. `before`: as it was after
    // the last run from Forward on but one, which is there for what is kept.
    Tensor read(const void* from, size_t bytes, bool before = false) const;
    // The device's address of a tensor of the state; `written`: a kernel of that phase writes it.
    void* state(Tensor& tensor);
    void written(void* state, Phase phase);
    bool isState(const void* address) const {
        return std::ranges::any_of(states_, [&](const auto& copy) { return copy->address() == address; });
    }
    // Puts an input to `address`, in the order of the work.
    void setInput(void* address, const void* from, size_t bytes);
    // Where the host finds what lies at `address`, and writes what goes there before each forward phase.
    void* input(void* address, size_t bytes);
    // The host no longer has a part in what lies at `address`.
    void leaveInput(void* address) {
        std::erase_if(inputs_, [&](const Input& input) { return input.address == address; });
    }
    const StepContext* context() const { return static_cast<const StepContext*>(context_); }
    StepGate* gate() const { return static_cast<StepGate*>(gate_); }
    // `kernel`, which does nothing where a word of the gate is set.
    std::function<void()> behind(const uint32_t* word, std::function<void()> kernel);

    // Ahead of kernels of phases from `first` on: inputs, state and context, as far as they are new.
    void prepare(Phase first, const StepContext& context);
    // `work`, which is those phases' kernels, by recording and replay.
    void run(Phase first, Phase last, const std::function<void()>& work);
    // Makes the recording ahead of the first run.
    void record(Phase first, Phase last, const std::function<void()>& work) { partOf(first, last, work); }
    void finish(Phase phase);

private:
    struct Input {
        void* address;
        Tensor host;
    };
    struct Kept {
        DeviceMemory::Piece piece;
        Phase phase;
    };
    // Phases that run as one.
    struct Part {
        int recording = 0, fetch = 0;
        std::vector<DeviceMemory::Piece> pieces;
        uint64_t copy = 0;  // of its results since it last ran; 0 = what they lie in may have been written over
    };
    struct Past {
        const Part* part = nullptr;
        uint64_t copy = 0;
    };
    Part& partOf(Phase first, Phase last, const std::function<void()>& work);
    // Of a part's results; null where it has none of that place.
    const std::byte* find(const Part& part, uint64_t copy, const void* from, size_t bytes) const;

    DeviceMemory& memory_;
    std::vector<std::shared_ptr<void>> blocks_;
    void *context_, *gate_;
    std::optional<StepContext> given_;
    std::vector<Input> inputs_;
    std::vector<std::shared_ptr<DeviceCopy>> states_;
    std::array<std::vector<DeviceCopy*>, kPhases.size()> written_;
    std::vector<Kept> kept_;
    std::map<std::pair<Phase, Phase>, Part> parts_;
    Past last_, before_;  // runs from Forward on
};

}  // namespace tl
