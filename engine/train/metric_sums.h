// The sums that an epoch's loss and metrics are made of. Batches add up, and only the epoch's whole sums are turned
// into numbers: a precision is no mean of the batches' precisions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/model/build.h"

namespace tl {

// By name: "loss" (the sum over images), "accuracy", and "confusion_matrix" where it is counted.
using MetricSums = std::map<std::string, std::vector<double>>;

inline constexpr const char* kConfusion = "confusion_matrix";

void addTo(MetricSums& sums, const MetricSums& batch);
// "loss" and each metric, from the sums over so many images.
std::map<std::string, double> metricValues(const std::vector<BuiltMetric>& metrics, const MetricSums& sums,
                                           int64_t images);

}  // namespace tl
