// Layout choices and lists of launches.
#include "engine/backend/cuda/entries/support.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace tl::cuda {

Element elementOf(DType type) {
    switch (type) {
    case DType::Float32: return Element::Float32;
    case DType::BFloat16: return Element::BFloat16;
    case DType::Float16: return Element::Float16;
    case DType::UInt8: return Element::UInt8;
    case DType::Int32: return Element::Int32;
    default: throw Error("A GPU kernel", "float32, bfloat16, float16, uint8 or int32", std::string(nameOf(type)));
    }
}

Kernel plainKernel(const KernelRequest& request) {
    Kernel kernel;
    kernel.inputs.resize(request.inputs.size());
    kernel.outputs.resize(request.outputs.size());
    kernel.implementation = "own:cuda";
    return kernel;
}

Kernel alikeKernel(const KernelRequest& request, std::vector<size_t> from) {
    Kernel kernel = plainKernel(request);
    const Shape& shape = request.inputs[from.empty() ? 0 : from[0]].shape;
    Layout common;
    for (size_t i = 0; i < request.inputs.size() && request.blocked; ++i) {
        const bool asked = from.empty() || std::ranges::count(from, i);
        if (asked && common.plain() && request.inputs[i].shape == shape) common = request.inputs[i].layout;
    }
    for (size_t i = 0; i < request.inputs.size(); ++i)
        if (request.inputs[i].shape == shape) kernel.inputs[i] = common;
    for (size_t i = 0; i < request.outputs.size(); ++i)
        if (request.outputs[i].shape == shape) kernel.outputs[i] = common;
    return kernel;
}

Kernel channelsLastKernel(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    if (!request.blocked)
        throw Error(Message("op {op}", request.op), "channels innermost on a GPU", "plain layouts only");
    for (size_t i = 0; i < request.inputs.size(); ++i)
        if (request.inputs[i].shape.rank() >= 4) kernel.inputs[i] = channelsLast(request.inputs[i].shape);
    for (size_t i = 0; i < request.outputs.size(); ++i)
        if (request.outputs[i].shape.rank() >= 4) kernel.outputs[i] = channelsLast(request.outputs[i].shape);
    return kernel;
}

Launches::Launches(const Lane& lane, const KernelRequest& request, const Kernel& kernel) : lane_(lane) {
    for (size_t i = 0; i < request.inputs.size(); ++i)
        inputBytes_.push_back(kernel.inputs[i].bytes(request.inputs[i].shape, request.inputs[i].dtype));
    for (size_t i = 0; i < request.outputs.size(); ++i)
        outputBytes_.push_back(kernel.outputs[i].bytes(request.outputs[i].shape, request.outputs[i].dtype));
}

Launches& Launches::add(LibraryCall call) {
    list_.emplace_back(std::move(call));
    return *this;
}

std::vector<Access>& Launches::accesses() {
    return std::visit([](auto& each) -> std::vector<Access>& { return each.accesses; }, list_.back());
}

Launches& Launches::reads(const void* address, size_t bytes) {
    accesses().push_back({address, bytes, false});
    return *this;
}

Launches& Launches::writes(const void* address, size_t bytes) {
    accesses().push_back({address, bytes, true});
    return *this;
}

Launches& Launches::reads(const KernelBuffers& buffers, std::initializer_list<size_t> inputs) {
    for (size_t i : inputs) reads(buffers.inputs[i], inputBytes_[i]);
    return *this;
}

Launches& Launches::writes(const KernelBuffers& buffers, std::initializer_list<size_t> outputs) {
    for (size_t i : outputs) writes(buffers.outputs[i], outputBytes_[i]);
    return *this;
}

std::function<void()> Launches::bound() && {
    return [lane = lane_, list = std::move(list_)] {
        const std::lock_guard lock(lane.driver->guard());
        for (const auto& each : list)
            if (const Launch* launch = std::get_if<Launch>(&each))
                lane.driver->launch(*launch, lane.stream);
            else
                lane.driver->call(std::get<LibraryCall>(each), lane.stream);
    };
}

std::shared_ptr<const std::byte> constant(const Lane& lane, std::span<const std::byte> bytes) {
    Driver& driver = *lane.driver;
    const std::lock_guard lock(driver.guard());
    void* memory = driver.allocate(bytes.size());
    std::shared_ptr<const std::byte> held(static_cast<std::byte*>(memory), [&driver, lane](const std::byte* address) {
        const std::lock_guard lock(driver.guard());
        try {
            driver.synchronise(lane.stream);
            driver.free(const_cast<std::byte*>(address));
        } catch (const Error&) {  // what went wrong in the stream is told to whoever waits for its results
        }
    });
    void* host = driver.allocateHost(bytes.size());
    driver.touchedByHost(host, bytes.size(), true);
    std::memcpy(host, bytes.data(), bytes.size());
    driver.copy(memory, host, bytes.size(), lane.stream);
    driver.synchronise(lane.stream);
    driver.freeHost(host);
    return held;
}

std::shared_ptr<const Event> heldEvent(const Lane& lane) {
    const std::lock_guard lock(lane.driver->guard());
    return {new Event(lane.driver->createEvent()), [driver = lane.driver](const Event* event) {
                const std::lock_guard held(driver->guard());
                driver->dropEvent(*event);
                delete event;
            }};
}

unsigned blocksFor(int64_t count, int64_t each) {
    const int64_t perBlock = each * kBlock;
    return static_cast<unsigned>(std::max<int64_t>((count + perBlock - 1) / perBlock, 1));
}

unsigned downGrid(const KernelRequest& request, int64_t count) {
    constexpr int64_t kMost = 65535;
    if (count > kMost)
        throw Error(Message("op {op}", request.op), Message("at most {count} blocks one below the other", kMost),
                    std::to_string(count));
    return static_cast<unsigned>(count);
}

uint32_t countOf(const KernelRequest& request, int64_t elements) {
    if (elements > INT32_MAX)
        throw Error(Message("op {op}", request.op), "at most 2 billion elements", std::to_string(elements));
    return static_cast<uint32_t>(elements);
}

}  // namespace tl::cuda
