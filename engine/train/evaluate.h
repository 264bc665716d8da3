// Loss, metrics and predictions of a trained network over a source, with the same plans as validation in a run.
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/source.h"
#include "engine/model/network_spec.h"
#include "engine/train/predictions.h"
#include "engine/train/session.h"

namespace tl {

struct Evaluation {
    std::map<std::string, double> values;  // "loss", "accuracy"
    // Images of class i taken for class j at i * classes + j; empty where there are too many classes to count them.
    std::vector<int64_t> confusion;
    std::shared_ptr<const PrCurves> curves;  // null where scores are no probabilities, or of too many classes
    Predictions predictions;                 // that the confusion adds up
    int64_t images = 0, unread = 0;          // that were read, that could not be
    int views = 1;                           // of each image, whose scores were averaged
    std::vector<BrokenItem> broken;
};

struct Prediction {
    int64_t index = 0;
    int label = -1, predicted = -1;  // classes; -1 where labels are numbers, predicted also where a score is NaN
    // One a class, probabilities where the loss is a cross-entropy; where labels are numbers, the predicted number.
    std::vector<float> scores;
};

// evaluate() takes several views of each image where the model's settings name a test_time_augmentation; predict()
// never. Both take the moving average of the weights where the model was trained with use_ema. Throw Error where the
// data's shape or classes do not fit the network.
Evaluation evaluate(const Snapshot& model, const Source& source, int batch = 256, int threads = 0,
                    std::stop_token stop = {}, const std::function<void(double)>& progress = {});
// Puts the averages of the weights in their place and forgets them, for a model that stands by itself; weights alone of
// a model with use_ema are averages already. Throws Error where there are none.
void takeAverages(Snapshot& model);
// evaluate() and predict() take the last weights of it, not the averages. Throws Error where it has the averages alone.
void takeLastWeights(Snapshot& model);
std::vector<Prediction> predict(const Snapshot& model, const Source& source, int64_t first, int64_t count,
                                int threads = 0);

}  // namespace tl
