// Tries kernels where they lie: one set of given inputs for all, and one place each for what a kernel wants reordered,
// writes and works in, as they take turns. Numbers are small and finite, since denormal ones would cost time.
#include "engine/backend/kernel_timer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/backend/memory.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/core/tensor.h"

namespace tl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLeastTurns = 8, kMostTurns = 40;
constexpr double kEnoughSeconds = 0.03;  // of all turns of an op
// Those go that the best has left so far behind: after the first turn, which another program may have held up for so
// many seconds, and after some.
constexpr double kHopeless = 2, kInterruption = 0.02, kFarBehind = 1.3;
constexpr int kFairTurns = 4;

size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

// Where things lie behind one another, for the kernel that is at work.
class Place {
public:
    size_t take(size_t bytes) {
        const size_t at = end_;
        end_ += aligned(std::max<size_t>(bytes, 1));
        most_ = std::max(most_, end_);
        return at;
    }
    size_t mark() const { return end_; }
    void back(size_t mark) { end_ = mark; }
    size_t most() const { return most_; }

private:
    size_t end_ = 0, most_ = 0;
};

void fill(const TensorDesc& desc, void* to) {
    const size_t count = desc.bytes() / sizeOf(desc.dtype);
    uint32_t state = 12345;
    for (size_t i = 0; i < count; ++i) {
        state = state * 1664525 + 1013904223;
        const float value = static_cast<float>(state >> 8) / static_cast<float>(1 << 24) - 0.5f;
        switch (desc.dtype) {
        case DType::Float32: static_cast<float*>(to)[i] = value; break;
        case DType::BFloat16: static_cast<BFloat16*>(to)[i] = BFloat16(value); break;
        case DType::Float16: static_cast<Float16*>(to)[i] = Float16(value); break;
        default: static_cast<std::byte*>(to)[i * sizeOf(desc.dtype)] = std::byte{1};
        }
    }
}

// The memory that kernels are tried in, the host's or a device's, and how one turn is had there.
class Ground {
public:
    Ground(DeviceMemory* device, size_t bytes) : device_(device) {
        if (device) {
            held_ = {held(*device, bytes), held(*device, sizeof(StepContext))};
            begin_ = static_cast<std::byte*>(held_[0].get());
            context_ = static_cast<StepContext*>(held_[1].get());
            const StepContext context;
            device->write(context_, &context, sizeof(context));
        } else {
            requireMemory("Trying an op's kernels", bytes);
            host_ = Tensor(Shape{static_cast<int64_t>(bytes)}, DType::UInt8);
            begin_ = static_cast<std::byte*>(host_.data());
            context_ = &hostContext_;
        }
    }
    ~Ground() {
        for (const int recording : recordings_) device_->dropRecording(recording);
    }
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    std::byte* begin() const { return begin_; }
    const StepContext* context() const { return context_; }
    void put(const TensorDesc& desc, size_t at) {
        if (!device_) return fill(desc, begin_ + at);
        Tensor values(Shape{static_cast<int64_t>(desc.bytes())}, DType::UInt8);
        fill(desc, values.data());
        device_->write(begin_ + at, values.data(), values.bytes());
    }
    // A device does it as a recording several times over, which is waited for once.
    std::function<void()> turnOf(std::vector<std::function<void()>> runs) {
        if (!device_)
            return [runs = std::move(runs)] {
                for (const auto& run : runs) run();
            };
        recordings_.push_back(device_->record([&] {
            for (const auto& run : runs) run();
        }));
        return [this, recording = recordings_.back()] {
            for (int i = 0; i < kReplays; ++i) device_->replay(recording);
            StepContext seen;
            device_->read(&seen, context_, sizeof(seen));
        };
    }
    int runsOfTurn() const { return device_ ? kReplays : 1; }

private:
    static constexpr int kReplays = 10;
    DeviceMemory* device_;
    std::array<std::shared_ptr<void>, 2> held_;
    std::vector<int> recordings_;
    Tensor host_;
    StepContext hostContext_;
    std::byte* begin_ = nullptr;
    StepContext* context_ = nullptr;
};

// A kernel with its reorders, as offsets first and bound to memory afterwards.
class Trial {
public:
    Trial(const KernelTable& table, const KernelRequest& request, const Kernel& kernel, const Kernel& first,
          const std::vector<size_t>& given, Place& place) {
        const size_t mark = place.mark();
        std::vector<size_t> inputs, outputs;
        for (size_t i = 0; i < request.inputs.size(); ++i) {
            inputs.push_back(given[i]);
            if (!kernel.reads.empty() && !kernel.reads[i]) continue;
            TensorDesc wanted = request.inputs[i];
            wanted.layout = kernel.inputs[i];
            if (wanted.layout == request.inputs[i].layout) continue;
            inputs[i] = place.take(wanted.bytes());
            addReorder(table, request.threads, request.inputs[i], given[i], wanted, inputs[i], place);
        }
        std::vector<TensorDesc> written(request.outputs.begin(), request.outputs.end());
        for (size_t i = 0; i < written.size(); ++i) {
            written[i].layout = kernel.outputs[i];
            outputs.push_back(place.take(written[i].bytes()));
        }
        const size_t scratch = place.take(kernel.scratchBytes), stride = aligned(kernel.partScratchBytes),
                     parts = place.take(stride * static_cast<size_t>(request.threads));
        works_.push_back({kernel, inputs, outputs, scratch, parts, stride});
        for (size_t i = 0; i < written.size(); ++i) {
            TensorDesc settled = written[i];
            settled.layout = first.outputs[i];
            if (settled.layout == written[i].layout) continue;
            addReorder(table, request.threads, written[i], outputs[i], settled, place.take(settled.bytes()), place);
        }
        place.back(mark);
    }

    void bind(Ground& ground) {
        std::byte* const memory = ground.begin();
        std::vector<std::function<void()>> runs;
        for (const Work& work : works_) {
            KernelBuffers buffers;
            for (size_t at : work.inputs) buffers.inputs.push_back(memory + at);
            for (size_t at : work.outputs) buffers.outputs.push_back(memory + at);
            buffers.scratch = memory + work.scratch;
            buffers.partScratch = memory + work.parts;
            buffers.partStride = work.stride;
            buffers.context = ground.context();
            runs.push_back(work.kernel.bind(buffers));
        }
        turn_ = ground.turnOf(std::move(runs));
    }
    void turn() {
        const auto began = Clock::now();
        turn_();
        seconds_.push_back(std::chrono::duration<double>(Clock::now() - began).count());
    }
    void forgetFirst() { seconds_.erase(seconds_.begin()); }
    double least() const { return *std::ranges::min_element(seconds_); }
    // What disturbs a turn only ever adds to it.
    double medianOfFasterHalf() const {
        std::vector<double> sorted = seconds_;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 4);
        std::ranges::nth_element(sorted, middle);
        return *middle;
    }
    bool inRace = true;

private:
    struct Work {
        Kernel kernel;
        std::vector<size_t> inputs, outputs;
        size_t scratch = 0, parts = 0, stride = 0;
    };

    void addReorder(const KernelTable& table, int threads, const TensorDesc& from, size_t at, const TensorDesc& to,
                    size_t target, Place& place) {
        const std::string op = "Reorder";
        const Attributes none;
        const std::vector<TensorDesc> in{from}, out{to};
        const Kernel kernel = table.select({op, none, in, out, threads});
        const size_t stride = aligned(kernel.partScratchBytes);
        works_.push_back({kernel,
                          {at},
                          {target},
                          place.take(kernel.scratchBytes),
                          place.take(stride * static_cast<size_t>(threads)),
                          stride});
    }

    std::vector<Work> works_;
    std::function<void()> turn_;
    std::vector<double> seconds_;
};

std::vector<double> timeIn(DeviceMemory* memory, const KernelTable& table, const KernelRequest& request,
                           const std::vector<Kernel>& kernels) {
    const ThreadScope scope(request.threads);
    Place place;
    std::vector<size_t> given;
    for (const TensorDesc& input : request.inputs) given.push_back(place.take(input.bytes()));
    std::vector<Trial> trials;
    trials.reserve(kernels.size());
    for (const Kernel& kernel : kernels) trials.emplace_back(table, request, kernel, kernels.front(), given, place);
    Ground ground(memory, place.most());
    for (size_t i = 0; i < given.size(); ++i) ground.put(request.inputs[i], given[i]);
    for (Trial& trial : trials) trial.bind(ground);

    const auto drop = [&](double factor, double allowance) {
        double best = trials.front().least();
        for (const Trial& trial : trials) best = std::min(best, trial.least());
        for (Trial& trial : trials) trial.inRace = trial.inRace && trial.least() <= factor * best + allowance;
    };
    const auto turn = [&] {
        for (Trial& trial : trials)
            if (trial.inRace) trial.turn();
    };
    turn();  // touches its memory for the first time
    drop(kHopeless, kInterruption);
    for (Trial& trial : trials)
        if (trial.inRace) trial.turn(), trial.forgetFirst();
    const auto began = Clock::now();
    for (int done = 1; done < kMostTurns; ++done) {
        turn();
        if (done + 1 == kFairTurns) drop(kFarBehind, 0);
        if (done + 1 >= kLeastTurns && std::chrono::duration<double>(Clock::now() - began).count() > kEnoughSeconds)
            break;
    }
    std::vector<double> seconds;
    seconds.reserve(trials.size());
    for (const Trial& trial : trials) seconds.push_back(trial.medianOfFasterHalf() / ground.runsOfTurn());
    return seconds;
}

}  // namespace

std::vector<double> timeKernels(const KernelTable& table, const KernelRequest& request,
                                const std::vector<Kernel>& kernels) {
    return timeIn(nullptr, table, request, kernels);
}

KernelChooser::Timer kernelTimer(const std::string& devices) {
    return [devices](const KernelTable& table, const KernelRequest& request, const std::vector<Kernel>& kernels) {
        for (const std::string& id : deviceList(devices))
            if (const Device& device = deviceOf(id); &device.kernels() == &table)
                return timeIn(device.memory(), table, request, kernels);
        throw Error("Kernels to be tried", Message("those of {devices}", devices), "another device's");
    };
}

}  // namespace tl
