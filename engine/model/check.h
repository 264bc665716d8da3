// The first half of validation: structure, properties and shapes, without building anything. build() starts
// with it too.
#pragma once

#include "engine/model/links.h"
#include "engine/model/validation.h"

namespace tl {

struct Check {
    NetworkReport report;             // order, shapes and diagnostics; counts and costs are still zero
    std::vector<bool> leadsToOutput;  // by node index; all true where there is no Output
    int output = -1;                  // index of the Output that counts
    Shape dataShape;                  // what the Input gives
};

// Stopped, it comes back early with whatever it had.
Check checkNetwork(const NetworkSpec& network, const Links& links, const DataFacts& data,
                   const std::stop_token& stop = {});

}  // namespace tl
