// The search for a learning rate (Smith, "Cyclical Learning Rates for Training Neural Networks", 2017): a few steps on
// a copy of the weights, with a rate that grows by the same factor from step to step. Where the loss falls fastest is a
// good rate; where it explodes is too much.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine/data/source.h"
#include "engine/graph/plan.h"
#include "engine/model/network_spec.h"
#include "engine/train/training_spec.h"

namespace tl {

struct RateSearch {
    NetworkSpec network;
    TrainingSpec training;  // optimizer, options, batch, seed, augmentation; its rate and schedule play no part
    DataSet data;           // the training split
    ModelState start;       // weights to begin with, which stay as they are; what is missing is drawn from the seed
    double from = 1e-6, to = 1;
    int64_t steps = 100;
    double smoothing = 0.9;  // of the loss, debiased as the charts' is
    double divergence = 4;   // the search ends where the smoothed loss is this many times the least
};

struct RatePoint {
    double rate = 0, loss = 0, smoothed = 0;
};

struct RateSearchResult {
    std::vector<RatePoint> points;
    double suggestion = 0;  // 0: the loss did not fall
    bool diverged = false;  // it ended before the last rate
};

// Throws Error for settings, data or networks that cannot train. `progress` gets each point as it comes, on the calling
// thread; stopping gives what there is so far.
RateSearchResult findLearningRate(const RateSearch& search, std::stop_token stop = {},
                                  const std::function<void(const RatePoint&)>& progress = {});

// The rate of the steepest fall, over the logarithm of the rate, before the least smoothed loss; the first tenth does
// not count, since the smoothing has not settled. 0 where the loss does not fall.
double suggestedRate(const std::vector<RatePoint>& points);

}  // namespace tl
