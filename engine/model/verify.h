// Holds every op and layer on a device against the float64 reference, and every gradient against central differences
// of it. What `tensorloom verify` prints and the tests require.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct VerifyResult {
    std::string kind;     // "op" or "layer"
    std::string name;     // "Conv2D"
    std::string example;  // the case's name
    std::string what;     // "forward", "gradient of w", "shape rule"
    double error = 0;     // ||found - expected|| / ||expected||
    double tolerance = 0;
    Message message;  // where it could not run at all
    bool ok() const { return message.empty() && error <= tolerance; }
};

// Calls report after each check; name = "" for all.
std::vector<VerifyResult> verifyDevice(const std::string& device, const std::string& name = {},
                                       const std::function<void(const VerifyResult&)>& report = {});

}  // namespace tl
