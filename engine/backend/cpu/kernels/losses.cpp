// Losses of class numbers and their gradients, and what makes targets and weights of class numbers. No data source lets
// a label outside [0, K) pass; SparseCrossEntropy's loss is NaN for one, which the run's own check reports, OneHot's
// row holds off_values and ClassWeights' number is 0, rather than that another image's scores are read. Where rows are
// few and short one thread does them.
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

struct Rows {
    int64_t count, width;
    explicit Rows(const TensorDesc& scores)
        : count(scores.shape[0]), width(scores.shape.elements() / scores.shape[0]) {}
};

Kernel crossEntropy(const KernelRequest& request) {
    const Rows rows(request.inputs[0]);
    const int parts = partsFor(request.threads, rows.count * rows.width * 8);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {-1, 0};
    kernel.scratchBytes = static_cast<size_t>(parts) * sizeof(double);  // each thread's loss
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, logits = in<float>(b, 0), labels = in<int32_t>(b, 1), loss = out<float>(b, 0),
                probabilities = out<float>(b, 1), losses = static_cast<double*>(b.scratch)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(rows.count, parts, part, 16);
                const int64_t first = begin * rows.width;
                losses[part] =
                    vec().crossEntropy(end - begin, rows.width, logits + first, labels + begin, probabilities + first);
            });
            *loss = static_cast<float>(std::accumulate(losses, losses + parts, 0.0) / static_cast<double>(rows.count));
        };
    };
    return kernel;
}

Kernel crossEntropyGrad(const KernelRequest& request) {
    const Rows rows(request.inputs[0]);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, p = in<float>(b, 0), labels = in<int32_t>(b, 1), dloss = in<float>(b, 2), dx = out<float>(b, 0)] {
            const float scale = *dloss / static_cast<float>(rows.count);
            vec().rescale(rows.count * rows.width, p, dx, scale, 0.0f);
            for (int64_t r = 0; r < rows.count; ++r) {
                if (labels[r] >= 0 && labels[r] < rows.width) dx[r * rows.width + labels[r]] -= scale;
            }
        };
    };
    return kernel;
}

// What each label gives, mixed by their shares where a sample has two: add(sample, label, share).
template <typename Add>
void forLabels(int64_t count, const int32_t* labels, const int32_t* others, const float* shares, const Add& add) {
    for (int64_t i = 0; i < count; ++i) {
        add(i, labels[i], shares ? shares[i] : 1.0f);
        if (shares) add(i, others[i], 1 - shares[i]);
    }
}

Kernel oneHot(const KernelRequest& request) {
    const int64_t count = request.inputs[0].shape.elements(), depth = request.attributes.integer("depth");
    const auto off = static_cast<float>(request.attributes.number("off_value", 0));
    const auto step = static_cast<float>(request.attributes.number("on_value", 1) - static_cast<double>(off));
    const bool mixed = request.inputs.size() > 2;
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, labels = in<int32_t>(b, 0), others = mixed ? in<int32_t>(b, 1) : nullptr,
                shares = mixed ? in<float>(b, 2) : nullptr, y = out<float>(b, 0)] {
            std::fill(y, y + count * depth, off);
            forLabels(count, labels, others, shares, [&](int64_t i, int32_t label, float share) {
                if (label >= 0 && label < depth) y[i * depth + label] += share * step;
            });
        };
    };
    return kernel;
}

Kernel classWeights(const KernelRequest& request) {
    const int64_t count = request.inputs[0].shape.elements();
    const auto& numbers = request.attributes.numbers("weights");
    const std::vector<float> weights(numbers.begin(), numbers.end());
    const bool mixed = request.inputs.size() > 2;
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, labels = in<int32_t>(b, 0), others = mixed ? in<int32_t>(b, 1) : nullptr,
                shares = mixed ? in<float>(b, 2) : nullptr, y = out<float>(b, 0)] {
            const auto classes = static_cast<int32_t>(weights.size());
            std::fill(y, y + count, 0.0f);
            forLabels(count, labels, others, shares, [&](int64_t i, int32_t label, float share) {
                if (label >= 0 && label < classes) y[i] += share * weights[static_cast<size_t>(label)];
            });
        };
    };
    return kernel;
}

}  // namespace

void losses(KernelTable& table) {
    table.add("SparseCrossEntropy", crossEntropy);
    table.add("SparseCrossEntropyGrad", crossEntropyGrad);
    table.add("OneHot", oneHot);
    table.add("ClassWeights", classWeights);
}

}  // namespace tl::cpu
