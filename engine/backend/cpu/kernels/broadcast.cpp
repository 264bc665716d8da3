// Repeating and summing over axes, and division. Plain layouts: the innermost stretch that is contiguous on both sides
// is a loop, the rest is counted through by index.
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// The large side's axes with their strides on the small side: 0 where the small one has extent 1 or nothing.
struct Spread {
    std::vector<int64_t> extents, strides;
    int64_t inner = 1;  // elements of the last axis
    int64_t innerStep = 0;
    int64_t outer = 1;

    // stays(axis): the axis is there on the small side.
    template <typename Stays>
    Spread(const Shape& large, const Stays& stays) {
        int64_t stride = 1;
        for (int axis = large.rank() - 1; axis >= 0; --axis) {
            extents.insert(extents.begin(), large[axis]);
            strides.insert(strides.begin(), stays(axis) ? stride : 0);
            if (stays(axis)) stride *= large[axis];
        }
        if (extents.empty()) return;
        inner = extents.back();
        innerStep = strides.back();
        extents.pop_back();
        strides.pop_back();
        for (int64_t extent : extents) outer *= extent;
    }
    // Where the small side's stretch for the large side's `row` begins.
    int64_t start(int64_t row) const {
        int64_t at = 0;
        for (size_t axis = extents.size(); axis-- > 0;) {
            at += row % extents[axis] * strides[axis];
            row /= extents[axis];
        }
        return at;
    }
};

Kernel expand(const KernelRequest& request) {
    const Shape x = request.inputs[0].shape, y = request.outputs[0].shape;
    const Spread spread(y, [&](int axis) {
        const int from = axis - (y.rank() - x.rank());
        return from >= 0 && x[from] == y[axis];
    });
    const int parts = partsFor(request.threads, y.elements());
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(spread.outer, parts, part);
                for (int64_t row = begin; row < end; ++row) {
                    const float* source = from + spread.start(row);
                    float* target = to + row * spread.inner;
                    for (int64_t i = 0; i < spread.inner; ++i) target[i] = source[i * spread.innerStep];
                }
            });
        };
    };
    return kernel;
}

Kernel reduceSum(const KernelRequest& request) {
    const Shape x = request.inputs[0].shape;
    const auto axes = request.attributes.list("axes");
    const Spread spread(x, [&](int axis) { return !axes.empty() && std::ranges::count(axes, axis) == 0; });
    const int64_t results = request.outputs[0].shape.elements();
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(results) * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0), sums = static_cast<double*>(b.scratch)] {
            std::fill(sums, sums + results, 0.0);
            for (int64_t row = 0; row < spread.outer; ++row) {
                const float* source = from + row * spread.inner;
                double* target = sums + spread.start(row);
                if (spread.innerStep == 0)
                    *target += vec().sum(spread.inner, source);
                else
                    for (int64_t i = 0; i < spread.inner; ++i) target[i] += static_cast<double>(source[i]);
            }
            for (int64_t i = 0; i < results; ++i) to[i] = static_cast<float>(sums[i]);
        };
    };
    return kernel;
}

Kernel divide(const KernelRequest& request) {
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x0 = in<float>(b, 0), x1 = in<float>(b, 1), y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                for (int64_t i = begin; i < end; ++i) y[i] = x0[i] / x1[i];
            });
        };
    };
    return kernel;
}

}  // namespace

void broadcast(KernelTable& table) {
    table.add("Expand", expand);
    table.add("ReduceSum", reduceSum);
    table.add("Div", divide);
}

}  // namespace tl::cpu
