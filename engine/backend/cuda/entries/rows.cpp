// Softmax and the losses of scores.
#include "engine/backend/cuda/kernels/rows.h"

#include "engine/backend/cuda/entries/total.h"

namespace tl::cuda {
namespace {

struct Rows {
    int count, width;
    Dim3 grid() const { return {static_cast<unsigned>((count + kRowsPerBlock - 1) / kRowsPerBlock)}; }
};

Rows rowsOf(const KernelRequest& request) {
    const Shape& shape = request.inputs[0].shape;
    const int64_t count = shape.elements() / shape[-1];
    countOf(request, count);
    return {static_cast<int>(count), static_cast<int>(shape[-1])};
}

Kernel forward(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const Rows rows = rowsOf(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, logarithm = request.op == "LogSoftmax"](const KernelBuffers& b) {
        Launches all = launches;
        all.add("softmax", rows.grid(), kBlock,
                Softmax{in<float>(b, 0), out<float>(b, 0), rows.count, rows.width, logarithm})
            .reads(b, {0})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel gradient(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {1};
    const Rows rows = rowsOf(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, logarithm = request.op == "LogSoftmaxGrad"](const KernelBuffers& b) {
        Launches all = launches;
        all.add("softmaxGrad", rows.grid(), kBlock,
                SoftmaxGrad{in<float>(b, 0), in<float>(b, 1), out<float>(b, 0), rows.count, rows.width, logarithm})
            .reads(b, {0, 1})
            .writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

// Inputs: scores, labels or targets, and of targets perhaps weights.
Kernel loss(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {-1, 0};
    const Rows rows = rowsOf(request);
    kernel.scratchBytes = totalScratch(rows.count);
    const bool labels = request.op == "SparseCrossEntropy", weighted = request.inputs.size() > 2;
    const auto gamma = static_cast<float>(request.attributes.number("gamma", 0));
    const auto alpha = static_cast<float>(request.attributes.number("alpha", 1));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = static_cast<size_t>(rows.count) * sizeof(float)](const KernelBuffers& b) {
        Launches all = launches;
        auto* each = static_cast<float*>(b.scratch);
        all.add("crossEntropy", rows.grid(), kBlock,
                CrossEntropy{in<float>(b, 0), labels ? in<int>(b, 1) : nullptr, labels ? nullptr : in<float>(b, 1),
                             weighted ? in<float>(b, 2) : nullptr, each, out<float>(b, 1), rows.count, rows.width,
                             gamma, alpha})
            .reads(b, {0, 1})
            .writes(b, {1})
            .writes(each, bytes);
        if (weighted) all.reads(b, {2});
        addTotal(all, each, rows.count, out<float>(b, 0), 1.0f / static_cast<float>(rows.count));
        return std::move(all).bound();
    };
    return kernel;
}

// Inputs: probabilities, labels or targets, the loss's gradient, and of targets perhaps weights.
Kernel lossGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const Rows rows = rowsOf(request);
    const bool labels = request.op == "SparseCrossEntropyGrad", weighted = request.inputs.size() > 3;
    const auto gamma = static_cast<float>(request.attributes.number("gamma", 0));
    const auto alpha = static_cast<float>(request.attributes.number("alpha", 1));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("crossEntropyGrad", rows.grid(), kBlock,
                CrossEntropyGrad{in<float>(b, 0), labels ? in<int>(b, 1) : nullptr, labels ? nullptr : in<float>(b, 1),
                                 weighted ? in<float>(b, 3) : nullptr, in<float>(b, 2), out<float>(b, 0), rows.count,
                                 rows.width, gamma, alpha})
            .reads(b, {0, 1, 2})
            .writes(b, {0});
        if (weighted) all.reads(b, {3});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel sparsemax(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const bool gradient = request.op == "SparsemaxGrad";
    kernel.inPlace = {gradient ? 1 : 0};
    const Rows rows = rowsOf(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add(gradient ? "sparsemaxGrad" : "sparsemax", rows.grid(), kBlock,
                Sparsemax{in<float>(b, 0), gradient ? in<float>(b, 1) : nullptr, out<float>(b, 0), rows.count,
                          rows.width})
            .reads(b, {0})
            .writes(b, {0});
        if (gradient) all.reads(b, {1});
        return std::move(all).bound();
    };
    return kernel;
}

// y, target, weights.
Kernel hinge(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Rows rows = rowsOf(request);
    kernel.scratchBytes = totalScratch(rows.count);
    const bool weighted = request.inputs.size() > 2;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = static_cast<size_t>(rows.count) * sizeof(float)](const KernelBuffers& b) {
        Launches all = launches;
        auto* each = static_cast<float*>(b.scratch);
        all.add("categoricalHinge", rows.grid(), kBlock,
                CategoricalHinge{in<float>(b, 0), in<float>(b, 1), weighted ? in<float>(b, 2) : nullptr, nullptr, each,
                                 rows.count, rows.width})
            .reads(b, {0, 1})
            .writes(each, bytes);
        if (weighted) all.reads(b, {2});
        addTotal(all, each, rows.count, out<float>(b, 0), 1.0f / static_cast<float>(rows.count));
        return std::move(all).bound();
    };
    return kernel;
}

// y, target, dloss, weights.
Kernel hingeGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Rows rows = rowsOf(request);
    const bool weighted = request.inputs.size() > 3;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("categoricalHingeGrad", rows.grid(), kBlock,
                CategoricalHinge{in<float>(b, 0), in<float>(b, 1), weighted ? in<float>(b, 3) : nullptr,
                                 in<float>(b, 2), out<float>(b, 0), rows.count, rows.width})
            .reads(b, {0, 1, 2})
            .writes(b, {0});
        if (weighted) all.reads(b, {3});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void rows(KernelTable& table, const Lane& lane) {
    for (const char* op : {"Softmax", "LogSoftmax"}) table.add(op, with(lane, forward));
    for (const char* op : {"SoftmaxGrad", "LogSoftmaxGrad"}) table.add(op, with(lane, gradient));
    for (const char* op : {"Sparsemax", "SparsemaxGrad"}) table.add(op, with(lane, sparsemax));
    table.add("CategoricalHinge", with(lane, hinge));
    table.add("CategoricalHingeGrad", with(lane, hingeGrad));
    for (const char* op : {"SparseCrossEntropy", "CrossEntropy"}) table.add(op, with(lane, loss));
    for (const char* op : {"SparseCrossEntropyGrad", "CrossEntropyGrad"}) table.add(op, with(lane, lossGrad));
}

}  // namespace tl::cuda
