// Sums over axes, gradients of biases, norms and penalties.
#include "engine/backend/cuda/kernels/reduce.h"

#include <algorithm>

#include "engine/backend/cuda/entries/steps.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {
namespace {

// The sums over `axes` of a plain value.
Kernel sumOver(const Lane& lane, const KernelRequest& request, std::vector<int64_t> axes) {
    Kernel kernel = plainKernel(request);
    const Shape& x = request.inputs[0].shape;
    for (int64_t& axis : axes) axis += axis < 0 ? x.rank() : 0;
    if (x.rank() > ReduceSum::kRank)
        throw Error(Message("op {op}", request.op),
                    Message("at most {rank} axes on a GPU", static_cast<int>(ReduceSum::kRank)),
                    std::to_string(x.rank()));
    ReduceSum numbers{};
    numbers.type = elementOf(request.inputs[0].dtype);
    numbers.outputs = numbers.reduced = 1;
    countOf(request, x.elements());
    uint32_t stride = static_cast<uint32_t>(x.elements());
    for (int axis = 0; axis < x.rank(); ++axis) {
        const auto extent = static_cast<uint32_t>(x[axis]);
        stride /= std::max(extent, 1u);
        const bool gone = axes.empty() || std::ranges::count(axes, axis);
        int& rank = gone ? numbers.reducedRank : numbers.keptRank;
        (gone ? numbers.reducedExtent : numbers.keptExtent)[rank] = extent;
        (gone ? numbers.reducedStride : numbers.keptStride)[rank++] = stride;
        (gone ? numbers.reduced : numbers.outputs) *= extent;
    }
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        ReduceSum arguments = numbers;
        arguments.x = b.inputs[0];
        arguments.y = out<float>(b, 0);
        all.add("reduceSum", {numbers.outputs}, numbers.reduced > 64 ? kBlock : 32, arguments)
            .reads(b, {0})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel reduceSum(const Lane& lane, const KernelRequest& request) {
    return sumOver(lane, request, request.attributes.list("axes"));
}

Kernel biasGrad(const Lane& lane, const KernelRequest& request) {
    const Shape& x = request.inputs[0].shape;
    const bool last = x.rank() >= 4 && request.blocked;
    if (x.rank() != 2 && !last) {
        std::vector<int64_t> others{0};
        for (int axis = 2; axis < x.rank(); ++axis) others.push_back(axis);
        return sumOver(lane, request, others);
    }
    Kernel kernel = plainKernel(request);
    if (last) kernel.inputs[0] = channelsLast(x);
    const auto columns = static_cast<uint32_t>(x[1]);
    const SumOfColumns sums(elementOf(request.inputs[0].dtype), countOf(request, x.elements()) / columns, columns);
    kernel.scratchBytes = sums.scratchBytes();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        sums.add(all, b.inputs[0], out<float>(b, 0), static_cast<float*>(b.scratch));
        return std::move(all).bound();
    };
    return kernel;
}

// How the blocks of `measure` share an input.
struct Part {
    uint32_t first, count, blocks, share;
};

struct Parts {
    std::vector<Part> each;
    uint32_t blocks = 0;  // of all

    explicit Parts(const KernelRequest& request) {
        for (const TensorDesc& input : request.inputs) {
            const uint32_t count = countOf(request, input.shape.elements());
            const uint32_t own = std::clamp(count / 4096, 1u, 256u);
            each.push_back({blocks, count, own, (count + own - 1) / own});
            blocks += own;
        }
    }
    // A number from each block, in `results`.
    void add(Launches& all, const KernelBuffers& b, float* results, float l1, float l2, bool largest) const {
        for (size_t i = 0; i < each.size(); ++i) {
            const Part& part = each[i];
            all.add("measure", {part.blocks}, kBlock,
                    Measure{in<float>(b, i), results + part.first, part.count, part.share, l1, l2, largest})
                .reads(b, {i})
                .writes(results + part.first, part.blocks * sizeof(float));
        }
    }
};

// One number from all inputs: l1 times sizes and l2 times squares, or its root.
Kernel measure(const Lane& lane, const KernelRequest& request, float l1, float l2, bool root) {
    Kernel kernel = plainKernel(request);
    const Parts parts(request);
    kernel.scratchBytes = parts.blocks * sizeof(float);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        auto* partial = static_cast<float*>(b.scratch);
        parts.add(all, b, partial, l1, l2, false);
        all.add("total", {1}, kBlock,
                Total{partial, out<float>(b, 0), static_cast<int>(parts.blocks), static_cast<int>(parts.blocks), 1,
                      root})
            .reads(partial, bytes)
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// Values, and then the pairs of factors that `terms` and `sizes` tell of.
Kernel allFinite(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Parts parts(request);
    const auto numbers = [&](const char* key) {
        return request.attributes.has(key) ? request.attributes.numbers(key) : std::vector<double>{};
    };
    const std::vector<double> terms = numbers("terms"), sizes = numbers("sizes");
    size_t next = request.inputs.size();
    for (const double size : sizes) next -= size > 0 ? 1 : 2;
    const uint32_t plain = next < parts.each.size() ? parts.each[next].first : parts.blocks;
    std::vector<AllFinite::Pair> pairs;
    const auto range = [&] {
        const Part& part = parts.each[next++];
        return AllFinite::Range{part.first, part.blocks};
    };
    for (size_t i = 0; i < terms.size(); ++i) {
        const AllFinite::Range a = range(), b = sizes[i] > 0 ? AllFinite::Range{} : range();
        pairs.push_back({a, b, terms[i], sizes[i]});
    }
    kernel.scratchBytes = parts.blocks * sizeof(float);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& b) {
        Launches all = launches;
        auto* largest = static_cast<float*>(b.scratch);
        parts.add(all, b, largest, 0, 0, true);
        size_t done = 0;
        do {
            AllFinite arguments{largest, out<float>(b, 0), done == 0 ? plain : 0, 0, done > 0, {}};
            while (done < pairs.size() && arguments.pairs < AllFinite::kPairs)
                arguments.pair[arguments.pairs++] = pairs[done++];
            all.add("allFinite", {1}, kBlock, arguments).reads(largest, bytes).writes(b, {0});
        } while (done < pairs.size());
        return std::move(all).bound();
    };
    return kernel;
}

Kernel globalNorm(const Lane& lane, const KernelRequest& request) { return measure(lane, request, 0, 1, true); }

Kernel weightPenalty(const Lane& lane, const KernelRequest& request) {
    return measure(lane, request, static_cast<float>(request.attributes.number("l1")),
                   static_cast<float>(request.attributes.number("l2")), false);
}

}  // namespace

void reduce(KernelTable& table, const Lane& lane) {
    table.add("ReduceSum", with(lane, reduceSum));
    table.add("BiasGrad", with(lane, biasGrad), {DType::BFloat16, DType::Float16});
    table.add("AllFinite", with(lane, allFinite));
    table.add("GlobalNorm", with(lane, globalNorm));
    table.add("WeightPenalty", with(lane, weightPenalty));
}

}  // namespace tl::cuda
