// From a valid network to an op graph, and fresh state for it. The trainer adds gradient and update.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/graph/plan.h"
#include "engine/layers/adaptation.h"
#include "engine/layers/initializer.h"
#include "engine/layers/network_ends.h"
#include "engine/model/network_spec.h"
#include "engine/model/validation.h"

namespace tl {

struct LayerCase;
struct LayerType;

struct BuiltParameter {
    std::string name;  // "conv_1/kernel"
    ValueId value = kNoValue;
    bool trainable = true;
    Initializer initializer;
    Attributes constraint;  // of the Constrain op that follows each update; empty = none
};

struct BuiltState {
    std::string name;  // "norm_1/moving_mean"
    ValueId value = kNoValue;
    float initialValue = 0;
};

// A layer that measures its input over the training data before the first step; the states' names.
struct BuiltAdaptation {
    ValueId input = kNoValue;
    std::vector<std::string> states;
    std::string count;
    AdaptationMaker make;
    int64_t images = 0;  // 0 = all
};

struct BuiltMetric {
    std::string name;         // "accuracy"
    ValueId sums = kNoValue;  // over the batch, of any shape
    MetricValue value;        // from such sums, added up over batches
};

struct BuiltNetwork {
    Graph graph;
    ValueId loss = kNoValue;        // scalar
    ValueId prediction = kNoValue;  // [N, K]
    std::vector<BuiltMetric> metrics;
    ValueId confusion =
        kNoValue;  // counts of the batch [label][predicted]; not of a training graph, nor of many classes
    std::vector<BuiltParameter> parameters;    // in network order
    std::vector<BuiltState> states;            // moving averages
    std::vector<BuiltAdaptation> adaptations;  // in network order
    std::map<std::string, ValueId> outputs;    // by node id
};

// Graph inputs are named "data" ([N,C,H,W], dataType) and "labels" (int32 [N]); of mixed images also "other_labels"
// (int32 [N]) and "label_shares" (float32 [N]); and where labels are numbers "targets" (float32 [N]). Throws Error with
// the first diagnostic of an invalid network. `views`: where data is [views * N, ...], each sample in several views one
// after the other, how much each view's scores count.
BuiltNetwork build(const NetworkSpec& network, const DataFacts& data, int64_t batch, bool training,
                   DType dataType = DType::UInt8, const std::vector<double>& views = {1});

// One layer by itself, for `verify` and the tests: its inputs are float32 graph inputs "input_0", "input_1", ...;
// `outputs` holds its value as "layer" where it has one, and an Input's data is float32 too. Throws Error where the
// example does not fit.
BuiltNetwork buildLayer(const LayerType& type, const LayerCase& example, int64_t batch, bool training);

// Makes whatever `state` lacks of the network's parameters and moving averages, drawn by (seed, name); tensors
// that are there with the right shape stay (so weights carry over by name and shape); others are replaced.
void initialize(const NetworkSpec& network, const DataFacts& data, uint64_t seed, ModelState& state);
void initialize(const BuiltNetwork& network, uint64_t seed, ModelState& state);

}  // namespace tl
