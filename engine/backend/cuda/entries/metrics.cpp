// Counts for metrics.
#include "engine/backend/cuda/kernels/metrics.h"

#include <algorithm>

#include "engine/backend/cuda/entries/total.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {
namespace {

struct Rows {
    int count, width;
    Dim3 grid() const { return {static_cast<unsigned>((count + kRowsPerBlock - 1) / kRowsPerBlock)}; }
};

Rows rowsOf(const KernelRequest& request) {
    const Shape& shape = request.inputs[0].shape;
    countOf(request, shape.elements());
    return {static_cast<int>(shape[0]), static_cast<int>(shape[1])};
}

Kernel countCorrect(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Rows rows = rowsOf(request);
    kernel.scratchBytes = totalScratch(rows.count);
    const int k = static_cast<int>(request.attributes.integer("k", 1));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = static_cast<size_t>(rows.count) * sizeof(float)](const KernelBuffers& b) {
        Launches all = launches;
        auto* each = static_cast<float*>(b.scratch);
        all.add("countCorrect", rows.grid(), kBlock,
                CountCorrect{in<float>(b, 0), in<int>(b, 1), each, rows.count, rows.width, k})
            .reads(b, {0, 1})
            .writes(each, bytes);
        addTotal(all, each, rows.count, out<float>(b, 0), 1);
        return std::move(all).bound();
    };
    return kernel;
}

Kernel confusionMatrix(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Rows rows = rowsOf(request);
    kernel.scratchBytes = static_cast<size_t>(rows.count) * sizeof(int);
    const auto threshold = static_cast<float>(request.attributes.number("threshold", 0));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        auto* best = static_cast<int*>(b.scratch);
        const int classes = std::max(rows.width, 2);
        all.add("bestClass", rows.grid(), kBlock, BestClass{in<float>(b, 0), best, rows.count, rows.width, threshold})
            .reads(b, {0})
            .writes(best, bytes);
        all.add("confusion", {static_cast<unsigned>(classes)}, kBlock,
                Confusion{in<int>(b, 1), best, out<float>(b, 0), rows.count, classes})
            .reads(b, {1})
            .reads(best, bytes)
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel thresholdCounts(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Attributes& attributes = request.attributes;
    const bool spread = attributes.has("num_thresholds");
    const uint32_t count = countOf(request, request.inputs[0].shape.elements());
    const int thresholds = spread ? static_cast<int>(attributes.integer("num_thresholds")) : 0;
    const double threshold = spread ? 0 : attributes.number("threshold");
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("thresholdCounts", {static_cast<unsigned>(std::max(thresholds, 1))}, kBlock,
                ThresholdCounts{in<float>(b, 0), in<float>(b, 1), out<float>(b, 0), count, thresholds, threshold})
            .reads(b, {0, 1})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void metrics(KernelTable& table, const Lane& lane) {
    table.add("CountCorrect", with(lane, countCorrect));
    table.add("ConfusionMatrix", with(lane, confusionMatrix));
    table.add("ThresholdCounts", with(lane, thresholdCounts));
}

}  // namespace tl::cuda
