// Networks to start from. A template takes its input shape and number of classes from the data set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/model/network_spec.h"
#include "engine/model/validation.h"

namespace tl {

struct NetworkTemplate {
    std::string id;                                     // "mlp", "lenet", "resnet20": the command line's names
    Message title;                                      // "LeNet-5"
    Message help;                                       // one sentence
    std::function<NetworkSpec(const DataFacts&)> make;  // with canvas positions
    int64_t pixels = 0;  // along each side, of images that it was made for; 0 = small ones
};

const std::vector<NetworkTemplate>& allTemplates();          // simplest first: linear, mlp, lstm, ..., resnet20
const NetworkTemplate& findTemplate(const std::string& id);  // throws Error naming those there are

// What a template is made for: the open data set's facts, or MNIST's where none is open.
DataFacts templateFacts(const DataFacts& open);

// Canvas positions, top to bottom in layers, as the templates and "auto-layout" use them.
void autoLayout(NetworkSpec& network);

// "dense_1.units=256". Throws Error for a node, key or value that is not there or out of range.
void setProperty(NetworkSpec& network, const std::string& assignment);

}  // namespace tl
