// A metric is one value, made by one file of engine/layers/metrics: it sums something over a batch on the device, and
// turns the sums of any number of batches into one number, so that an epoch's value is exact and no mean of means.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/layers/loss_type.h"

namespace tl {

struct Metric {
    ValueId sums = kNoValue;  // of any shape
    MetricValue value;        // from such sums over any number of images
};

struct MetricType {
    std::string id;  // Keras's name: "top_k_categorical_accuracy"
    Message help;    // one sentence
    std::vector<Property> properties = {};
    bool numbers = false;  // makes sense where targets are numbers
    // Emits the sums over the batch, and says what number they make.
    std::function<Metric(LossContext&)> build;
};

const std::vector<MetricType>& allMetrics();
const MetricType& findMetric(const std::string& id);  // throws Error naming those there are

struct ClassScores {
    double precision = 0, recall = 0, f1 = 0;  // 0 where there is nothing to divide by, as in Keras
    int64_t images = 0;                        // of the class
};
// One a class, from a confusion matrix [true][predicted].
std::vector<ClassScores> classScores(std::span<const int64_t> confusion);

namespace metrics {
double ratio(double part, double whole);  // 0 where whole is
// True and false positives, true and false negatives, of all elements whose prediction is above the property threshold.
ValueId thresholdCounts(LossContext& context);
ValueId countsAbove(LossContext& context, double threshold);
enum Count { TruePositives, FalsePositives, TrueNegatives, FalseNegatives };
MetricType countMetric(const std::string& id, Count count, const std::string& help);
// The share of samples whose class is among the k best scores.
Metric correct(LossContext& context, int64_t k);
// The ElementwiseLoss of that name, of predictions.
MetricType errorMetric(const std::string& id, const std::string& help);
// [true][predicted]: the class of the largest score, or of one score above one half.
ValueId confusion(LossContext& context);
Property threshold();
}  // namespace metrics

}  // namespace tl
