// Looks a network over: shapes, counts of every layer and what is wrong, in plain words. What a step of its training
// takes is stepCost()'s (engine/train/step_plan.h). Never throws for a wrong network. Any thread.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/image_sizes.h"
#include "engine/core/shape.h"
#include "engine/layers/diagnostic.h"
#include "engine/layers/label_facts.h"
#include "engine/model/network_spec.h"

namespace tl {

struct NodeReport {
    std::vector<Shape> inputs;  // per port, without batch; empty Shape where unknown
    Shape output;               // without batch; rank 0 where unknown
    bool outputKnown = false;
    int64_t parameters = 0;  // trained and not
    int64_t trainableParameters = 0;
    double forwardFlops = 0;      // for one image
    int64_t activationBytes = 0;  // of the output, for one image
};

struct DataFacts {  // what validation needs of the data set; empty shape = none open
    Shape shape;    // [C, H, W], of numbers [F] or an array's
    int classes = 0;
    LabelFacts labels = {};
    ImageSizes sizes = {};  // of the image files
    friend bool operator==(const DataFacts&, const DataFacts&) = default;
};

struct NetworkReport {
    std::map<std::string, NodeReport> nodes;
    std::vector<Diagnostic> diagnostics;
    std::vector<std::string> order;  // node ids, inputs first
    int64_t parameters = 0, trainableParameters = 0;
    bool ok() const;  // no diagnostic is an Error
};

// `stop` is looked at between layers; stopped, the report means nothing.
NetworkReport validate(const NetworkSpec& network, const DataFacts& data, const std::stop_token& stop = {});

}  // namespace tl
