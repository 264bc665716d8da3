// See the header. The points are evenly spaced over the logarithm, so a slope is a difference of neighbours.
#include "engine/train/lr_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/train/adapt.h"
#include "engine/train/data_facts.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_graph.h"
#include "engine/train/training_pipeline.h"

namespace tl {
namespace {

void check(const RateSearch& search) {
    if (!(search.from > 0) || !(search.to > search.from) || !std::isfinite(search.to))
        throw Error("The rates to search", "a first one above 0 and a last one above that",
                    Message("{from} to {to}", search.from, search.to));
    if (search.steps < 10) throw Error("The steps of the search", "10 or more", std::to_string(search.steps));
    if (!(search.smoothing >= 0 && search.smoothing < 1))
        throw Error("The smoothing of the search", "0 or more, below 1", shortest(search.smoothing));
    checkTraining(search.training, search.data.train->size());
}

// The mean loss over the batches of one update; infinite or NaN where it is, or where its gradient is. Float16 passes
// such a gradient over and lowers its scale.
double stepAt(StepPlans& plans, Pipeline::Iterator& batches, int64_t gathered, bool lowersItsScale,
              StepContext& context) {
    Batch batch;
    double sum = 0;
    int64_t images = 0;
    for (int64_t i = 0; i < gathered;) {
        if (!batches.next(batch)) throw Error("The data ended in the middle of the search.");
        if (batch.count() == 0) continue;
        StepPlan& plan = plans.get(batch.count());
        plan.setInputs(batch);
        plan.forward(context);
        sum += static_cast<double>(plan.loss()) * static_cast<double>(batch.count());
        images += batch.count();
        if (!std::isfinite(sum)) return sum;
        const bool moved = plan.backwardAndUpdate(context, ++i == gathered);
        if (!moved && !lowersItsScale) return std::numeric_limits<double>::infinity();
        ++context.step;
    }
    return sum / static_cast<double>(images);
}

}  // namespace

RateSearchResult findLearningRate(const RateSearch& search, std::stop_token stop,
                                  const std::function<void(const RatePoint&)>& progress) {
    check(search);
    const DataFacts facts = factsOf(search.data, search.training);
    ModelState state;
    for (const auto& [name, tensor] : search.start) state[name] = tensor.clone();
    initialize(search.network, facts, search.training.seed, state);
    if (!adaptToData(search.network, facts, search.training, search.data.train, state,
                     [&] { return !stop.stop_requested(); }))
        return {};
    StepPlans plans(search.network, facts, trainingPlan(search.training, search.data.train->dataType()), state);
    const Pipeline pipeline = trainingPipeline(search.training, search.data.train, facts.shape);
    auto batches = pipeline.iterate();
    const int64_t gathered = accumulationSteps(search.training.optimizerOptions);

    RateSearchResult result;
    StepContext context;
    context.seed = search.training.seed;
    const double factor = std::pow(search.to / search.from, 1 / static_cast<double>(search.steps - 1));
    double mean = 0, least = 0;
    for (int64_t i = 0; i < search.steps && !stop.stop_requested(); ++i) {
        RatePoint point;
        point.rate = search.from * std::pow(factor, static_cast<double>(i));
        context.learningRate = static_cast<float>(point.rate);
        point.loss = stepAt(plans, batches, gathered, search.training.precision == "float16", context);
        if (!std::isfinite(point.loss)) {
            result.diverged = true;
            break;
        }
        mean = search.smoothing * mean + (1 - search.smoothing) * point.loss;
        point.smoothed = mean / (1 - std::pow(search.smoothing, static_cast<double>(i + 1)));
        least = i == 0 ? point.smoothed : std::min(least, point.smoothed);
        result.points.push_back(point);
        if (progress) progress(point);
        // How far above it, by its own size: some losses are below zero.
        if (point.smoothed > least + (search.divergence - 1) * std::abs(least)) {
            result.diverged = true;
            break;
        }
    }
    result.suggestion = suggestedRate(result.points);
    return result;
}

double suggestedRate(const std::vector<RatePoint>& points) {
    const auto lower = [](const RatePoint& a, const RatePoint& b) { return a.smoothed < b.smoothed; };
    const auto least = std::min_element(points.begin(), points.end(), lower) - points.begin();
    double steepest = 0, rate = 0;
    for (auto i = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(points.size()) / 10); i < least; ++i) {
        const auto at = static_cast<size_t>(i);
        const double slope = (points[at + 1].smoothed - points[at - 1].smoothed) / 2;
        if (slope < steepest) {
            steepest = slope;
            rate = points[at].rate;
        }
    }
    return rate;
}

}  // namespace tl
