// Counts over a batch that metrics are made of. Rows are few and short: one thread does them. A NaN is never right.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

bool anyNan(const float* row, int64_t width) {
    return std::any_of(row, row + width, [](float x) { return std::isnan(x); });
}

Kernel countCorrect(const KernelRequest& request) {
    const int64_t rows = request.inputs[0].shape[0], width = request.inputs[0].shape[1];
    const int64_t most = request.attributes.integer("k", 1);
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, scores = in<float>(b, 0), labels = in<int32_t>(b, 1), count = out<float>(b, 0)] {
            int64_t correct = 0;
            for (int64_t r = 0; r < rows; ++r) {
                const float* row = scores + r * width;
                const int64_t label = labels[r];
                if (label < 0 || label >= width || std::isnan(row[label]) || (most > 1 && anyNan(row, width))) continue;
                // Any NaN is better than the label, so that the best is not among the numbers.
                int64_t better = 0;
                for (int64_t i = 0; i < label; ++i) better += !(row[i] < row[label]);
                for (int64_t i = label + 1; i < width; ++i) better += !(row[i] <= row[label]);
                correct += better < most;
            }
            *count = static_cast<float>(correct);
        };
    };
    return kernel;
}

// The first threshold that is not below the value: all before it say yes.
Kernel thresholdCounts(const KernelRequest& request) {
    const int64_t size = request.inputs[0].shape.elements();
    const int64_t count = request.outputs[0].shape[0];
    std::vector<double> thresholds;
    if (!request.attributes.has("num_thresholds")) thresholds.push_back(request.attributes.number("threshold"));
    for (int64_t i = 0; thresholds.size() < static_cast<size_t>(count); ++i)
        thresholds.push_back(i == 0           ? -1e-7
                             : i + 1 == count ? 1 + 1e-7
                                              : static_cast<double>(i) / static_cast<double>(count - 1));
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(2 * (count + 1)) * sizeof(int64_t);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, values = in<float>(b, 0), targets = in<float>(b, 1), y = out<float>(b, 0),
                seen = static_cast<int64_t*>(b.scratch)] {
            std::fill(seen, seen + 2 * (count + 1), 0);
            int64_t total[2] = {0, 0};
            for (int64_t i = 0; i < size; ++i) {
                const int is = targets[i] > 0.5f;
                const auto first = thresholds.begin();
                const auto place =
                    std::isnan(values[i])
                        ? (is ? 0 : count)
                        : std::lower_bound(first, thresholds.end(), static_cast<double>(values[i])) - first;
                ++seen[2 * place + is];
                ++total[is];
            }
            int64_t above[2] = {0, 0};
            for (int64_t t = count - 1; t >= 0; --t) {
                for (const int is : {0, 1}) above[is] += seen[2 * (t + 1) + is];
                y[4 * t] = static_cast<float>(above[1]);
                y[4 * t + 1] = static_cast<float>(above[0]);
                y[4 * t + 2] = static_cast<float>(total[0] - above[0]);
                y[4 * t + 3] = static_cast<float>(total[1] - above[1]);
            }
        };
    };
    return kernel;
}

Kernel confusionMatrix(const KernelRequest& request) {
    const int64_t rows = request.inputs[0].shape[0], width = request.inputs[0].shape[1];
    const int64_t classes = request.outputs[0].shape[0];
    const double threshold = request.attributes.number("threshold");
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, scores = in<float>(b, 0), labels = in<int32_t>(b, 1), counts = out<float>(b, 0)] {
            std::fill(counts, counts + classes * classes, 0.0f);
            for (int64_t r = 0; r < rows; ++r) {
                const float* row = scores + r * width;
                if (labels[r] < 0 || labels[r] >= classes || anyNan(row, width)) continue;
                const int64_t best =
                    width == 1 ? static_cast<double>(row[0]) > threshold : std::max_element(row, row + width) - row;
                counts[labels[r] * classes + best] += 1;
            }
        };
    };
    return kernel;
}

}  // namespace

void metrics(KernelTable& table) {
    table.add("CountCorrect", countCorrect);
    table.add("ThresholdCounts", thresholdCounts);
    table.add("ConfusionMatrix", confusionMatrix);
}

}  // namespace tl::cpu
