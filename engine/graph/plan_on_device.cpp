// Copies around phases, and their recordings.
#include "engine/graph/plan_on_device.h"

#include <algorithm>
#include <cstring>

#include "engine/core/error.h"

namespace tl {

PlanOnDevice::PlanOnDevice(DeviceMemory& memory)
    : memory_(memory), context_(allocate(sizeof(StepContext))), gate_(allocate(sizeof(StepGate))) {
    const StepGate open;
    memory_.write(gate_, &open, sizeof(open));
    given_ = StepContext();
    memory_.feed(context_, &*given_, sizeof(*given_));  // what that takes is there before the first step
}

PlanOnDevice::~PlanOnDevice() {
    for (const auto& [phases, part] : parts_) {
        memory_.dropRecording(part.recording);
        try {
            if (part.fetch) memory_.dropFetch(part.fetch);
        } catch (const Error&) {  // what went wrong on the device is told to whoever waits for its results
        }
    }
}

void PlanOnDevice::require(const PlanCost& cost, const std::vector<const Tensor*>& state) const {
    size_t there = 0;
    for (const Tensor* tensor : state)
        if (DeviceCopy::isOn(*tensor, memory_)) there += tensor->bytes();
    memory_.require("This network's plan", cost.peakBytesOnDevice(), there);
}

std::byte* PlanOnDevice::allocate(size_t bytes) {
    blocks_.push_back(held(memory_, std::max<size_t>(bytes, 1)));
    return static_cast<std::byte*>(blocks_.back().get());
}

void PlanOnDevice::keep(const void* address, size_t bytes, Phase phase) { kept_.push_back({{address, bytes}, phase}); }

const std::byte* PlanOnDevice::find(const Part& part, uint64_t copy, const void* from, size_t bytes) const {
    if (copy == 0) return nullptr;
    size_t offset = 0;
    for (const DeviceMemory::Piece& piece : part.pieces) {
        if (piece.from == from && piece.bytes == bytes) return memory_.fetched(part.fetch, copy) + offset;
        offset += piece.bytes;
    }
    return nullptr;
}

Tensor PlanOnDevice::read(const void* from, size_t bytes, bool before) const {
    Tensor result(Shape{static_cast<int64_t>(bytes)}, DType::UInt8);
    const std::byte* found = before && before_.part ? find(*before_.part, before_.copy, from, bytes) : nullptr;
    for (const auto& [phases, part] : parts_)
        if (!before && !found) found = find(part, part.copy, from, bytes);
    if (before && !found) throw Error("A value of the step before the last", "one that is fetched", "another one");
    if (found)
        std::memcpy(result.data(), found, bytes);
    else
        memory_.read(result.data(), from, bytes);
    return result;
}

void* PlanOnDevice::state(Tensor& tensor) {
    states_.push_back(DeviceCopy::of(tensor, memory_));
    return states_.back()->address();
}

void PlanOnDevice::written(void* state, Phase phase) {
    for (const auto& copy : states_)
        if (copy->address() == state) written_[static_cast<size_t>(phase)].push_back(copy.get());
}

void PlanOnDevice::setInput(void* address, const void* from, size_t bytes) {
    for (Input& input : inputs_)
        if (input.address == address) {
            std::memcpy(input.host.data(), from, bytes);
            return;
        }
    memory_.feed(address, from, bytes);
}

void* PlanOnDevice::input(void* address, size_t bytes) {
    for (Input& input : inputs_)
        if (input.address == address) return input.host.data();
    inputs_.push_back({address, Tensor(Shape{static_cast<int64_t>(bytes)}, DType::UInt8)});
    memory_.read(inputs_.back().host.data(), address, bytes);
    return inputs_.back().host.data();
}

std::function<void()> PlanOnDevice::behind(const uint32_t* word, std::function<void()> kernel) {
    return [this, word, kernel = std::move(kernel)] { memory_.behind(word, kernel); };
}

void PlanOnDevice::prepare(Phase first, const StepContext& context) {
    if (first == Phase::Forward) before_ = last_, last_ = {};
    for (auto& [phases, part] : parts_) {
        if (phases.second < first) continue;
        if (part.fetch) memory_.mayOverwrite(part.fetch);
        part.copy = 0;
    }
    if (first == Phase::Forward)
        for (const Input& input : inputs_) memory_.feed(input.address, input.host.data(), input.host.bytes());
    for (const auto& state : states_) state->beforeDevice();
    if (given_ != context) {
        memory_.feed(context_, &context, sizeof(context));
        given_ = context;
    }
}

PlanOnDevice::Part& PlanOnDevice::partOf(Phase first, Phase last, const std::function<void()>& work) {
    if (const auto found = parts_.find({first, last}); found != parts_.end()) return found->second;
    const int recording = memory_.record(work);
    Part& part = parts_[{first, last}];
    part.recording = recording;
    for (const Kept& kept : kept_)
        if (kept.phase >= first && kept.phase <= last) part.pieces.push_back(kept.piece);
    if (!part.pieces.empty()) part.fetch = memory_.makeFetch(part.pieces);
    return part;
}

void PlanOnDevice::run(Phase first, Phase last, const std::function<void()>& work) {
    Part& part = partOf(first, last, work);
    memory_.replay(part.recording);
    if (part.fetch) part.copy = memory_.fetch(part.fetch);
    if (first == Phase::Forward) last_ = {&part, part.copy};
}

void PlanOnDevice::finish(Phase phase) {
    for (DeviceCopy* copy : written_[static_cast<size_t>(phase)]) copy->afterDeviceWrote();
}

}  // namespace tl
