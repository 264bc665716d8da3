// Runs one op on the CPU as a plan would: selects the kernel, turns inputs into the layouts it wants, and turns results
// back. Inputs are first put into a layout of the test's choice, as another kernel might have left them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/team.h"
#include "engine/backend/kernel.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/ops/op.h"

namespace tl {

enum class Given { Plain, Blocked16, Blocked8, ChannelsLast, ImageLanes };

struct OpRun {
    Given given = Given::Plain;
    DType half = DType::Float32;  // bfloat16: what the op may take in 16 bits, it gets so
    bool blocked = true;
    bool fixedState = false;
    bool inPlace = false;
    int threads = 2;
    int candidate = 0;                       // of an op with a family: the kernel that is offered so late, or the last
    std::set<std::string>* taken = nullptr;  // "op implementation" of every kernel of a family that ran
    // Where given, work is divided however little it is, and this learns of the most parts of each op.
    std::map<std::string, int>* divided = nullptr;
    StepContext context;
};

// Behind every value and all scratch memory, and as it was when a kernel has run.
constexpr size_t kBehind = 4096;
constexpr uint8_t kGuard = 0xa5;

inline bool untouched(const std::shared_ptr<void>& made, size_t bytes) {
    const auto* behind = static_cast<const uint8_t*>(made.get()) + bytes;
    return !made || std::all_of(behind, behind + kBehind, [](uint8_t byte) { return byte == kGuard; });
}

struct Memory {
    TensorDesc desc;
    std::shared_ptr<void> data;
    Memory() = default;
    explicit Memory(TensorDesc d) : desc(std::move(d)) {
        // Poison, so that a kernel that leaves something out is found.
        const size_t bytes = (desc.bytes() + kBehind + 63) / 64 * 64;
        data.reset(std::aligned_alloc(64, bytes), std::free);
        std::memset(data.get(), 0xff, bytes);
        std::memset(static_cast<std::byte*>(data.get()) + desc.bytes(), kGuard, kBehind);
    }
};

class SmallGrain {
public:
    explicit SmallGrain(bool asked) : before_(cpu::largestGrain) {
        if (asked) cpu::largestGrain = 1;
    }
    ~SmallGrain() { cpu::largestGrain = before_; }
    SmallGrain(const SmallGrain&) = delete;
    SmallGrain& operator=(const SmallGrain&) = delete;

private:
    int64_t before_;
};

inline Layout givenLayout(const Shape& shape, Given given) {
    if (shape.rank() != 4 || given == Given::Plain) return {};
    if (given == Given::ChannelsLast) return channelsLast(shape);
    if (given == Given::ImageLanes) return shape[0] % 16 == 0 ? cpu::imageLanes(shape) : Layout{};
    const int64_t block = given == Given::Blocked16 ? 16 : 8;
    Layout layout;
    layout.paddedDims = shape.dims();
    layout.paddedDims[1] = (shape[1] + block - 1) / block * block;
    layout.blocks = {block};
    layout.blockAxes = {1};
    const int64_t h = shape[2], w = shape[3];
    layout.strides = {layout.paddedDims[1] * h * w, h * w * block, w * block, block};
    return layout;
}

inline void runKernel(const std::string& op, const Attributes& attributes, std::vector<Memory>& inputs,
                      std::vector<Memory>& outputs, const OpRun& run, std::string* implementation = nullptr);

inline Memory reordered(const Memory& from, const Layout& layout) {
    if (from.desc.layout == layout) return from;
    TensorDesc desc = from.desc;
    desc.layout = layout;
    std::vector<Memory> in{from}, out{Memory(desc)};
    runKernel("Reorder", {}, in, out, {});
    return out[0];
}

inline void runKernel(const std::string& op, const Attributes& attributes, std::vector<Memory>& inputs,
                      std::vector<Memory>& outputs, const OpRun& run, std::string* implementation) {
    const SmallGrain grain(run.divided != nullptr);
    std::vector<TensorDesc> in, out;
    for (const Memory& m : inputs) in.push_back(m.desc);
    for (const Memory& m : outputs) out.push_back(m.desc);
    const KernelRequest request{op, attributes, in, out, run.threads, run.blocked, false, run.fixedState};
    const KernelTable& table = kernelsOf("cpu");
    Kernel kernel;
    if (table.hasFamily(op)) {
        int number = 0;
        table.offer(request, [&](const std::string&, const std::function<Kernel()>& make) {
            kernel = make();
            return number++ < run.candidate;
        });
        if (run.taken) run.taken->insert(op + " " + kernel.implementation);
    } else {
        kernel = table.select(request);
    }
    if (implementation) *implementation = kernel.implementation;
    KernelBuffers buffers;
    std::vector<Memory> held;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const bool reads = kernel.reads.empty() || kernel.reads[i];
        held.push_back(op == "Reorder" ? inputs[i] : reads ? reordered(inputs[i], kernel.inputs[i]) : Memory());
        // A copy where an in-place run would write into the test's own values.
        if (run.inPlace && reads) {
            Memory copy(held.back().desc);
            std::memcpy(copy.data.get(), held.back().data.get(), held.back().desc.bytes());
            held.back() = copy;
        }
        buffers.inputs.push_back(held.back().data.get());
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
        outputs[i].desc.layout = kernel.outputs[i];
        if (op != "Reorder") outputs[i] = Memory(outputs[i].desc);
        if (run.inPlace && i < kernel.inPlace.size() && kernel.inPlace[i] >= 0) {
            const Memory& shared = held[static_cast<size_t>(kernel.inPlace[i])];
            if (shared.data && shared.desc.bytes() == outputs[i].desc.bytes()) {
                outputs[i].data = shared.data;
                outputs[i].desc.layout = kernel.outputs[i];
            }
        }
        buffers.outputs.push_back(outputs[i].data.get());
    }
    // Full of NaN.
    const auto room = [](size_t bytes) {
        std::shared_ptr<void> made(std::aligned_alloc(64, (bytes + kBehind + 63) / 64 * 64), std::free);
        std::memset(made.get(), 0xff, bytes);
        std::memset(static_cast<std::byte*>(made.get()) + bytes, kGuard, kBehind);
        return made;
    };
    const auto scratch = room(kernel.scratchBytes);
    buffers.scratch = scratch.get();
    // Each part's has something behind it, too.
    buffers.partStride = (kernel.partScratchBytes + kBehind + 63) / 64 * 64;
    const auto ofParts = room(buffers.partStride * static_cast<size_t>(run.threads));
    const auto part = [&](int number) {
        return std::shared_ptr<void>(ofParts, static_cast<std::byte*>(ofParts.get()) +
                                                  buffers.partStride * static_cast<size_t>(number));
    };
    for (int number = 0; number < run.threads; ++number)
        std::memset(static_cast<std::byte*>(part(number).get()) + kernel.partScratchBytes, kGuard, kBehind);
    buffers.partScratch = ofParts.get();
    buffers.context = &run.context;
    const ThreadScope scope(run.threads);
    cpu::partsSeen();
    kernel.bind(buffers)();
    if (run.divided) (*run.divided)[op] = std::max((*run.divided)[op], cpu::partsSeen());
    bool keeps = untouched(scratch, kernel.scratchBytes);
    for (int number = 0; number < run.threads; ++number)
        keeps = keeps && untouched(part(number), kernel.partScratchBytes);
    for (const Memory& memory : outputs) keeps = keeps && untouched(memory.data, memory.desc.bytes());
    if (!keeps) throw Error(op + " by " + kernel.implementation, "to keep to its memory", "it wrote behind it");
}

inline Memory fromReference(const ReferenceTensor& tensor, DType type, Given given) {
    Memory memory(TensorDesc{tensor.shape, type, {}});
    for (size_t i = 0; i < tensor.values.size(); ++i) {
        switch (type) {
        case DType::UInt8: static_cast<uint8_t*>(memory.data.get())[i] = static_cast<uint8_t>(tensor.values[i]); break;
        case DType::Int32: static_cast<int32_t*>(memory.data.get())[i] = static_cast<int32_t>(tensor.values[i]); break;
        case DType::BFloat16:
            static_cast<BFloat16*>(memory.data.get())[i] = BFloat16(static_cast<float>(tensor.values[i]));
            break;
        case DType::Float16:
            static_cast<Float16*>(memory.data.get())[i] = Float16(static_cast<float>(tensor.values[i]));
            break;
        default: static_cast<float*>(memory.data.get())[i] = static_cast<float>(tensor.values[i]);
        }
    }
    return isFloat(type) ? reordered(memory, givenLayout(tensor.shape, given)) : memory;
}

// All elements in memory, padding included.
inline std::vector<double> elementsOf(const Memory& memory) {
    const auto count = static_cast<size_t>(cpu::elementsIn(memory.desc));
    std::vector<double> result;
    const auto take = [&]<typename T>(const T* data) {
        for (size_t i = 0; i < count; ++i) result.push_back(static_cast<double>(static_cast<float>(data[i])));
    };
    if (memory.desc.dtype == DType::BFloat16)
        take(static_cast<const BFloat16*>(memory.data.get()));
    else if (memory.desc.dtype == DType::Float16)
        take(static_cast<const Float16*>(memory.data.get()));
    else
        take(static_cast<const float*>(memory.data.get()));
    return result;
}

inline std::vector<double> values(const Memory& memory) { return elementsOf(reordered(memory, {})); }

// The padding of a blocked value must be zero, or the next kernel reads rubbish: the sum over memory of |x| against the
// sum over the logical elements.
inline bool paddingIsZero(const Memory& memory) {
    if (!cpu::padded(memory.desc)) return true;
    double inMemory = 0, logical = 0;
    for (double value : elementsOf(memory)) inMemory += std::abs(value);
    for (double value : values(memory)) logical += std::abs(value);
    return std::abs(inMemory - logical) <= 1e-9 * (1 + logical);
}

// ||found - expected|| / ||expected||, or the plain norm of the difference where all expected values are zero.
inline double relativeError(const std::vector<double>& found, const std::vector<double>& expected) {
    if (found.size() != expected.size()) return 1e9;
    double difference = 0, size = 0;
    for (size_t i = 0; i < found.size(); ++i) {
        difference += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
    }
    if (std::isnan(difference)) return 1e9;
    return size > 0 ? std::sqrt(difference / size) : std::sqrt(difference);
}

}  // namespace tl
