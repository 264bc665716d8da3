// What only moves elements: transposes, reorders, slices, joins, padding, repeats, reshapes.
#include "engine/backend/cuda/kernels/move.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/backend/cuda/entries/support.h"

namespace tl::cuda {
namespace {

std::vector<int64_t> stridesOf(const Shape& shape, const Layout& layout) {
    if (!layout.plain()) return layout.strides;
    std::vector<int64_t> strides(static_cast<size_t>(shape.rank()), 1);
    for (int axis = shape.rank() - 2; axis >= 0; --axis)
        strides[static_cast<size_t>(axis)] = strides[static_cast<size_t>(axis) + 1] * shape[axis + 1];
    return strides;
}

struct Axis {
    int64_t extent, xStride, yStride;
    int64_t shift = 0, xExtent = INT32_MAX;
};

// Axes as they come; the kernel wants those closest together in y last.
Move moveOf(const KernelRequest& request, std::vector<Axis> axes, size_t elementBytes) {
    std::erase_if(axes, [](const Axis& axis) { return axis.extent == 1 && axis.shift == 0; });
    std::ranges::stable_sort(axes, std::greater{}, &Axis::yStride);
    if (axes.size() > Move::kRank)
        throw Error(Message("op {op}", request.op),
                    Message("at most {rank} axes on a GPU", static_cast<int>(Move::kRank)),
                    std::to_string(axes.size()));
    Move move{};
    move.rank = static_cast<int>(axes.size());
    move.elementBytes = static_cast<int>(elementBytes);
    int64_t count = 1;
    for (size_t i = 0; i < axes.size(); ++i) {
        count *= axes[i].extent;
        move.extent[i] = static_cast<uint32_t>(axes[i].extent);
        move.xStride[i] = axes[i].xStride;
        move.yStride[i] = axes[i].yStride;
        move.shift[i] = static_cast<int>(axes[i].shift);
        move.xExtent[i] = static_cast<int>(axes[i].xExtent);
    }
    move.count = countOf(request, count);
    return move;
}

void add(Launches& all, const KernelBuffers& b, const Move& numbers, size_t input) {
    Move move = numbers;
    move.x = b.inputs[input];
    move.y = b.outputs[0];
    all.add("move", {blocksFor(move.count, 1)}, kBlock, move).reads(b, {input}).writes(b, {0});
}

// Binds one move of input 0.
Kernel moveKernel(const Lane& lane, const KernelRequest& request, Kernel kernel, const Move& move) {
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) -> std::function<void()> {
        if (b.inputs[0] == b.outputs[0] || move.count == 0) return [] {};
        Launches all = launches;
        add(all, b, move, 0);
        return std::move(all).bound();
    };
    return kernel;
}

size_t bytesOf(const KernelRequest& request) { return sizeOf(request.outputs[0].dtype); }

Kernel reorder(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const TensorDesc &x = request.inputs[0], &y = request.outputs[0];
    kernel.inputs[0] = x.layout;
    kernel.outputs[0] = y.layout;
    const auto from = stridesOf(x.shape, x.layout), to = stridesOf(y.shape, y.layout);
    std::vector<Axis> axes;
    axes.reserve(static_cast<size_t>(x.shape.rank()));
    for (int axis = 0; axis < x.shape.rank(); ++axis)
        axes.push_back({x.shape[axis], from[static_cast<size_t>(axis)], to[static_cast<size_t>(axis)]});
    return moveKernel(lane, request, kernel, moveOf(request, axes, bytesOf(request)));
}

Kernel reshape(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    return moveKernel(lane, request, kernel,
                      moveOf(request, {{request.outputs[0].shape.elements(), 1, 1}}, bytesOf(request)));
}

Kernel transpose(const Lane& lane, const KernelRequest& request) {
    const auto from = stridesOf(request.inputs[0].shape, {}), to = stridesOf(request.outputs[0].shape, {});
    const auto& perm = request.attributes.list("perm");
    std::vector<Axis> axes;
    axes.reserve(perm.size());
    for (size_t axis = 0; axis < perm.size(); ++axis)
        axes.push_back(
            {request.outputs[0].shape[static_cast<int>(axis)], from[static_cast<size_t>(perm[axis])], to[axis]});
    return moveKernel(lane, request, plainKernel(request), moveOf(request, axes, bytesOf(request)));
}

Kernel expand(const Lane& lane, const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const auto from = stridesOf(x, {}), to = stridesOf(y, {});
    const int fresh = y.rank() - x.rank();
    std::vector<Axis> axes;
    for (int axis = 0; axis < y.rank(); ++axis) {
        const bool repeats = axis < fresh || x[axis - fresh] == 1;
        axes.push_back({y[axis], repeats ? 0 : from[static_cast<size_t>(axis - fresh)], to[static_cast<size_t>(axis)]});
    }
    return moveKernel(lane, request, plainKernel(request), moveOf(request, axes, bytesOf(request)));
}

// Input and output of rank 4 keep channels innermost where they come so.
Kernel likeInput(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const bool last = request.blocked && request.outputs[0].shape.rank() == 4 &&
                      std::ranges::any_of(request.inputs, [](const TensorDesc& x) { return !x.layout.plain(); });
    if (!last) return kernel;
    for (size_t i = 0; i < request.inputs.size(); ++i) kernel.inputs[i] = channelsLast(request.inputs[i].shape);
    kernel.outputs[0] = channelsLast(request.outputs[0].shape);
    return kernel;
}

// y where `start` is the coordinate of y's first element in x: slices and padding.
Kernel window(const Lane& lane, const KernelRequest& request, const std::vector<int64_t>& start) {
    const Kernel kernel = likeInput(request);
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const auto from = stridesOf(x, kernel.inputs[0]), to = stridesOf(y, kernel.outputs[0]);
    std::vector<Axis> axes;
    for (int axis = 0; axis < y.rank(); ++axis) {
        const auto i = static_cast<size_t>(axis);
        axes.push_back({y[axis], from[i], to[i], start[i], x[axis]});
    }
    return moveKernel(lane, request, kernel, moveOf(request, axes, bytesOf(request)));
}

size_t axisOf(const KernelRequest& request) {
    const int64_t axis = request.attributes.integer("axis");
    return static_cast<size_t>(axis < 0 ? axis + request.inputs[0].shape.rank() : axis);
}

Kernel slice(const Lane& lane, const KernelRequest& request) {
    std::vector<int64_t> start(static_cast<size_t>(request.inputs[0].shape.rank()), 0);
    const int64_t begin = request.attributes.integer("begin");
    const size_t axis = axisOf(request);
    start[axis] = begin < 0 ? begin + request.inputs[0].shape[static_cast<int>(axis)] : begin;
    return window(lane, request, start);
}

Kernel pad2d(const Lane& lane, const KernelRequest& request) {
    const auto& pads = request.attributes.list("pads");
    return window(lane, request, {0, 0, -pads[0], -pads[1]});
}

Kernel concat(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = likeInput(request);
    const auto to = stridesOf(request.outputs[0].shape, kernel.outputs[0]);
    const size_t joined = axisOf(request);
    std::vector<Move> moves;
    int64_t before = 0;
    for (size_t input = 0; input < request.inputs.size(); ++input) {
        const Shape& x = request.inputs[input].shape;
        const auto from = stridesOf(x, kernel.inputs[input]);
        std::vector<Axis> axes;
        axes.reserve(from.size());
        for (int axis = 0; axis < x.rank(); ++axis)
            axes.push_back({x[axis], from[static_cast<size_t>(axis)], to[static_cast<size_t>(axis)]});
        moves.push_back(moveOf(request, axes, bytesOf(request)));
        moves.back().yStart = before * to[joined];
        before += x[static_cast<int>(joined)];
    }
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        for (size_t input = 0; input < moves.size(); ++input) add(all, b, moves[input], input);
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void move(KernelTable& table, const Lane& lane) {
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    table.add("Reorder", with(lane, reorder), halves);
    table.add("Reshape", with(lane, reshape), halves);
    table.add("Slice", with(lane, slice), halves);
    table.add("Concat", with(lane, concat), halves);
    table.add("Transpose", with(lane, transpose));
    table.add("Expand", with(lane, expand));
    table.add("Pad2D", with(lane, pad2d));
}

}  // namespace tl::cuda
