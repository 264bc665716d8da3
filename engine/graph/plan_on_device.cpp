// Copies around a phase, and its recording.
#include "engine/graph/plan_on_device.h"

#include <algorithm>

namespace tl {

PlanOnDevice::PlanOnDevice(DeviceMemory& memory) : memory_(memory), context_(allocate(sizeof(StepContext))) {}

PlanOnDevice::~PlanOnDevice() {
    for (void* block : blocks_) memory_.free(block);
}

std::byte* PlanOnDevice::allocate(size_t bytes) {
    blocks_.push_back(memory_.allocate(std::max<size_t>(bytes, 1)));
    return static_cast<std::byte*>(blocks_.back());
}

Tensor PlanOnDevice::read(const void* from, size_t bytes) const {
    Tensor copy(Shape{static_cast<int64_t>(bytes)}, DType::UInt8);
    memory_.read(copy.data(), from, bytes);
    return copy;
}

void* PlanOnDevice::state(Tensor& tensor) {
    states_.push_back(DeviceCopy::of(tensor, memory_));
    return states_.back()->address();
}

void PlanOnDevice::written(void* state, Phase phase) {
    for (const auto& copy : states_)
        if (copy->address() == state) written_[static_cast<size_t>(phase)].push_back(copy.get());
}

void* PlanOnDevice::input(void* address, size_t bytes) {
    for (Input& input : inputs_)
        if (input.address == address) return input.host.data();
    inputs_.push_back({address, Tensor(Shape{static_cast<int64_t>(bytes)}, DType::UInt8)});
    return inputs_.back().host.data();
}

void PlanOnDevice::prepare(Phase phase, const StepContext& context) {
    if (phase == Phase::Forward)
        for (const Input& input : inputs_) write(input.address, input.host);
    for (const auto& state : states_) state->beforeDevice();
    if (given_ != context) {
        memory_.write(context_, &context, sizeof(context));
        given_ = context;
    }
}

void PlanOnDevice::run(Phase phase, const std::function<void()>& work) {
    auto& recording = recordings_[static_cast<size_t>(phase)];
    if (!recording) recording = memory_.record(work);
    memory_.replay(*recording);
}

void PlanOnDevice::finish(Phase phase) {
    for (DeviceCopy* copy : written_[static_cast<size_t>(phase)]) copy->afterDeviceWrote();
}

}  // namespace tl
