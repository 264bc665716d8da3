// Dropout and noise.
#include "engine/backend/cuda/kernels/random.h"

#include "engine/backend/cuda/entries/support.h"
#include "engine/core/rng.h"

namespace tl::cuda {
namespace {

Kernel draws(const Lane& lane, const KernelRequest& request, const char* name, uint32_t threshold, float scale) {
    Kernel kernel = alikeKernel(request);
    kernel.inPlace = {0};
    const Shape& shape = request.inputs[0].shape;
    Draws numbers{};
    numbers.type = elementOf(request.inputs[0].dtype);
    numbers.stream = static_cast<uint64_t>(request.attributes.integer("stream"));
    const int64_t first = request.attributes.integer("first", 0);
    numbers.first = countOf(request, first);
    numbers.count = countOf(request, first + shape.elements()) - numbers.first;
    const auto inner = [&] { return static_cast<uint32_t>(shape.elements() / (shape[0] * shape[1])); };
    const bool last = !kernel.inputs[0].plain();
    numbers.channels = last ? static_cast<uint32_t>(shape[1]) : 1;
    numbers.inner = last ? inner() : 1;
    numbers.plane = request.attributes.integer("spatial", 0) != 0 ? inner() : 1;
    numbers.threshold = threshold;
    numbers.scale = scale;
    const bool four = numbers.channels == 1 && numbers.plane == 1 && first % 4 == 0 && request.op == "Dropout";
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Draws arguments = numbers;
        arguments.x = b.inputs[0];
        arguments.y = b.outputs[0];
        arguments.context = b.context;
        all.add(name, {blocksFor(numbers.count, four ? 4 : 1)}, kBlock, arguments)
            .reads(b, {0})
            .reads(b.context, sizeof(StepContext))
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel dropout(const Lane& lane, const KernelRequest& request) {
    const double rate = request.attributes.number("rate");
    return draws(lane, request, "dropout", dropoutThreshold(rate), static_cast<float>(1 / (1 - rate)));
}

Kernel gaussianNoise(const Lane& lane, const KernelRequest& request) {
    return draws(lane, request, "gaussianNoise", 0, static_cast<float>(request.attributes.number("stddev")));
}

}  // namespace

void random(KernelTable& table, const Lane& lane) {
    table.add("Dropout", with(lane, dropout), {DType::BFloat16, DType::Float16});
    table.add("GaussianNoise", with(lane, gaussianNoise), {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cuda
