// Where a network begins and ends: the batch and its labels come in, loss, prediction and metrics go out. The few
// layers that stand there ask their BuildContext for it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/layers/label_facts.h"

namespace tl {

using MetricValue = std::function<double(std::span<const double> sums, double images)>;

class NetworkEnds {
public:
    virtual ~NetworkEnds() = default;
    virtual ValueId dataInput() = 0;  // the batch, uint8 or float32
    virtual ValueId labels() = 0;     // int32 [N]
    // The labels, and where batches mix images the other labels and the first ones' shares: what OneHot and
    // ClassWeights take.
    virtual std::vector<ValueId> labelInputs() = 0;
    virtual ValueId targets() = 0;  // float32 [N], where labels are numbers
    virtual const LabelFacts& labelFacts() const = 0;
    // Where the batch holds several views of each sample: the mean of the scores that they got, one row a sample. Else
    // the scores. Behind it, batch() counts samples.
    virtual ValueId overViews(ValueId scores) = 0;
    // The Output layer declares these; a network has exactly one loss.
    virtual void setLoss(ValueId scalar) = 0;
    virtual void setPrediction(ValueId scores) = 0;  // class scores or values
    // Sums over the batch, of any shape, and the number that they make over any number of batches.
    virtual void addMetric(const std::string& name, ValueId sums, MetricValue value) = 0;
    // Counts of the batch: row = label, column = predicted class.
    virtual void setConfusion(ValueId counts) = 0;
};

}  // namespace tl
