// What the metrics share, and the look-up over their generated list.
#include "engine/layers/metric_type.h"

#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/support.h"

namespace tl {
namespace metrics {
std::vector<MetricType> makeAll();

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

namespace {

double mean(std::span<const double> sums, double images) { return ratio(sums[0], images); }

}  // namespace

Property threshold() { return floatProperty("threshold", 0.5, -1e6, 1e6, "A prediction above this is a yes."); }

ValueId countsAbove(LossContext& context, double threshold) {
    return context.context.emit("ThresholdCounts", {context.prediction, context.target()},
                                {{"threshold", threshold}})[0];
}

ValueId thresholdCounts(LossContext& context) { return countsAbove(context, context.number("metrics_threshold")); }

MetricType countMetric(const std::string& id, Count count, const std::string& help) {
    MetricType type;
    type.id = id;
    type.help = help;
    type.properties = {threshold()};
    type.build = [count](LossContext& context) -> Metric {
        return {thresholdCounts(context), [count](std::span<const double> sums, double) { return sums[count]; }};
    };
    return type;
}

Metric correct(LossContext& context, int64_t k) {
    return {context.context.emit("CountCorrect", {context.scores, context.context.ends().labels()}, {{"k", k}})[0],
            mean};
}

MetricType errorMetric(const std::string& id, const std::string& help) {
    MetricType type;
    type.id = id;
    type.help = help;
    type.numbers = true;
    type.build = [id](LossContext& context) -> Metric {
        BuildContext& build = context.context;
        const ValueId error = build.emit("ElementwiseLoss", {context.prediction, context.target()}, {{"kind", id}})[0];
        const auto images = static_cast<double>(build.batch());
        return {build.emit("Rescale", {error}, {{"scale", images}, {"offset", 0.0}})[0], mean};
    };
    return type;
}

ValueId confusion(LossContext& context) {
    return context.context.emit("ConfusionMatrix", {context.prediction, context.context.ends().labels()},
                                {{"threshold", 0.5}})[0];
}

}  // namespace metrics

const std::vector<MetricType>& allMetrics() {
    static const std::vector<MetricType> all = metrics::makeAll();
    return all;
}

const MetricType& findMetric(const std::string& id) {
    std::string names;
    for (const MetricType& type : allMetrics()) {
        if (type.id == id) return type;
        names += (names.empty() ? "" : ", ") + type.id;
    }
    throw Error(Message("The metric \"{name}\"", id), Message("one of {names}", names), "no metric of that name");
}

std::vector<ClassScores> classScores(std::span<const int64_t> confusion) {
    const auto classes = static_cast<size_t>(std::llround(std::sqrt(static_cast<double>(confusion.size()))));
    std::vector<ClassScores> scores(classes);
    for (size_t k = 0; k < classes; ++k) {
        int64_t predicted = 0;
        for (size_t i = 0; i < classes; ++i) {
            scores[k].images += confusion[k * classes + i];
            predicted += confusion[i * classes + k];
        }
        const auto right = static_cast<double>(confusion[k * classes + k]);
        scores[k].precision = metrics::ratio(right, static_cast<double>(predicted));
        scores[k].recall = metrics::ratio(right, static_cast<double>(scores[k].images));
        scores[k].f1 = metrics::ratio(2 * right, static_cast<double>(predicted + scores[k].images));
    }
    return scores;
}

}  // namespace tl
