// A score of s says yes at all thresholds up to s: counts by score are summed from the top.
#include "engine/train/pr_curves.h"

#include <algorithm>

namespace tl {

void PrCounter::add(const Tensor& scores, const Tensor& labels) {
    const auto samples = static_cast<size_t>(labels.shape().elements());
    const auto values = scores.as<float>();
    const int64_t width = samples == 0 ? 0 : static_cast<int64_t>(values.size() / samples);
    if (width_ == 0) {
        width_ = width;
        right_.assign(static_cast<size_t>(width * PrCurves::kThresholds), 0);
        wrong_ = right_;
    }
    if (scores.shape().rank() != 2 || width != width_ || width > PrCurves::kMostClasses) counts_ = false;
    if (!counts_) return;
    const auto truth = labels.as<int32_t>();
    for (size_t n = 0; n < samples; ++n)
        for (size_t k = 0; k < static_cast<size_t>(width); ++k) {
            const float score = values[n * static_cast<size_t>(width) + k];
            if (!(score >= 0 && score <= 1.0001f)) {
                counts_ = false;
                return;
            }
            const int32_t asked = width == 1 ? 1 : static_cast<int32_t>(k);
            const auto place =
                static_cast<size_t>(std::min(static_cast<double>(score), 1.0) * (PrCurves::kThresholds - 1));
            ++(truth[n] == asked ? right_ : wrong_)[k * PrCurves::kThresholds + place];
        }
}

std::shared_ptr<const PrCurves> PrCounter::curves() const {
    if (!counts_ || width_ == 0) return nullptr;
    auto curves = std::make_shared<PrCurves>();
    for (int64_t k = 0; k < width_; ++k) {
        const auto summed = [&](const std::vector<int64_t>& counts) {
            const auto begin = counts.begin() + k * PrCurves::kThresholds;
            std::vector<int64_t> sums(begin, begin + PrCurves::kThresholds);
            for (size_t i = sums.size() - 1; i-- > 0;) sums[i] += sums[i + 1];
            return sums;
        };
        PrCurves::Class one{width_ == 1 ? 1 : static_cast<int>(k), summed(right_), summed(wrong_)};
        one.positives = one.truePositives[0];
        one.negatives = one.falsePositives[0];
        curves->classes.push_back(std::move(one));
    }
    return curves;
}

}  // namespace tl
