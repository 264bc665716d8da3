// Copies around a phase, and its recording.
#include "engine/graph/plan_on_device.h"

#include <algorithm>
#include <cstring>

namespace tl {

PlanOnDevice::PlanOnDevice(DeviceMemory& memory) : memory_(memory), context_(allocate(sizeof(StepContext))) {}

PlanOnDevice::~PlanOnDevice() {
    for (const Kept& kept : kept_)
        if (kept.fetch) memory_.dropFetch(kept.fetch);
    for (void* block : blocks_) memory_.free(block);
}

std::byte* PlanOnDevice::allocate(size_t bytes) {
    blocks_.push_back(memory_.allocate(std::max<size_t>(bytes, 1)));
    return static_cast<std::byte*>(blocks_.back());
}

void PlanOnDevice::keep(const void* address, size_t bytes, Phase phase) {
    kept_[static_cast<size_t>(phase)].pieces.push_back({address, bytes});
}

Tensor PlanOnDevice::read(const void* from, size_t bytes) const {
    Tensor copy(Shape{static_cast<int64_t>(bytes)}, DType::UInt8);
    for (const Kept& kept : kept_) {
        if (!kept.valid) continue;
        size_t offset = 0;
        for (const DeviceMemory::Piece& piece : kept.pieces) {
            if (piece.from == from && piece.bytes == bytes) {
                std::memcpy(copy.data(), memory_.fetched(kept.fetch) + offset, bytes);
                return copy;
            }
            offset += piece.bytes;
        }
    }
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
    for (size_t later = static_cast<size_t>(phase); later < kept_.size(); ++later) kept_[later].valid = false;
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
    Kept& kept = kept_[static_cast<size_t>(phase)];
    if (kept.pieces.empty()) return;
    if (!kept.fetch) kept.fetch = memory_.makeFetch(kept.pieces);
    memory_.fetch(kept.fetch);
    kept.valid = true;
}

void PlanOnDevice::finish(Phase phase) {
    for (DeviceCopy* copy : written_[static_cast<size_t>(phase)]) copy->afterDeviceWrote();
}

}  // namespace tl
