// All-reduces: asked for on a stream of their own behind what made the values, and waited for by the plan's stream.
#include <utility>

#include "engine/backend/cuda/entries/steps.h"

namespace tl::cuda {
namespace {

struct Copy {
    void* to;
    const void* from;
    size_t bytes;
};

Kernel inPlaceKernel(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    for (size_t i = 0; i < request.inputs.size(); ++i) kernel.inPlace.push_back(static_cast<int>(i));
    return kernel;
}

// Of a device that trains by itself.
Kernel scaled(const Lane& lane, const KernelRequest& request, float factor) {
    Kernel kernel = inPlaceKernel(request);
    std::vector<uint32_t> counts;
    for (const TensorDesc& input : request.inputs) counts.push_back(countOf(request, input.shape.elements()));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        for (size_t i = 0; i < counts.size(); ++i)
            all.add("chain", {blocksFor(counts[i], kChainEach)}, kBlock,
                    oneStep({b.inputs[i], Element::Float32}, b.outputs[i], Element::Float32, counts[i],
                            {ChainOp::Rescale, {}, factor, 0}))
                .reads(b, {i})
                .writes(b, {i});
        return std::move(all).bound();
    };
    return kernel;
}

std::vector<size_t> countsOf(const KernelRequest& request) {
    std::vector<size_t> counts;
    for (const TensorDesc& input : request.inputs) counts.push_back(static_cast<size_t>(input.shape.elements()));
    return counts;
}

// Of the values that the plan did not put where they were.
std::vector<Copy> copiesOf(const std::vector<size_t>& counts, const KernelBuffers& b) {
    std::vector<Copy> copies;
    for (size_t i = 0; i < counts.size(); ++i)
        if (b.outputs[i] != b.inputs[i]) copies.push_back({b.outputs[i], b.inputs[i], counts[i] * sizeof(float)});
    return copies;
}

Kernel start(const Lane& lane, const KernelRequest& request) {
    const std::string devices = request.attributes.text("devices", "");
    const auto share = static_cast<float>(request.attributes.number("share"));
    if (devices.empty()) return scaled(lane, request, share);
    Kernel kernel = inPlaceKernel(request);
    const int rank = static_cast<int>(request.attributes.integer("rank"));
    kernel.implementation = lane.libraries->communication();
    const std::string name = "all-reduce " + std::to_string(request.attributes.integer("bucket") + 1);
    kernel.bind = [=, counts = countsOf(request)](const KernelBuffers& b) {
        const auto sums = lane.libraries->communicator(devices, rank);  // not before: a forecast joins no cards
        std::vector<Communicator::Piece> pieces;
        for (size_t i = 0; i < counts.size(); ++i) pieces.push_back({static_cast<float*>(b.outputs[i]), counts[i]});
        return [=, made = heldEvent(lane), copies = copiesOf(counts, b),
                call = sums->sum(name, std::move(pieces), share)] {
            const std::lock_guard lock(lane.driver->guard());
            for (const Copy& copy : copies) lane.driver->copy(copy.to, copy.from, copy.bytes, lane.stream);
            lane.driver->record(*made, lane.stream);
            lane.driver->wait(lane.communication, *made);
            lane.driver->call(call, lane.communication);
        };
    };
    return kernel;
}

Kernel done(const Lane& lane, const KernelRequest& request) {
    if (request.attributes.text("devices", "").empty()) return scaled(lane, request, 1);
    Kernel kernel = inPlaceKernel(request);
    kernel.bind = [=, counts = countsOf(request)](const KernelBuffers& b) {
        return [=, summed = heldEvent(lane), copies = copiesOf(counts, b)] {
            const std::lock_guard lock(lane.driver->guard());
            lane.driver->record(*summed, lane.communication);
            lane.driver->wait(lane.stream, *summed);
            for (const Copy& copy : copies) lane.driver->copy(copy.to, copy.from, copy.bytes, lane.stream);
        };
    };
    return kernel;
}

}  // namespace

void all_reduce(KernelTable& table, const Lane& lane) {
    table.add("AllReduceStart", with(lane, start));
    table.add("AllReduceDone", with(lane, done));
}

}  // namespace tl::cuda
