// Holds training on a device against training on the CPU: every optimizer on a small dense network, and networks of
// images from forwards to the weights. Ops and layers by themselves are engine/model/verify's.
#pragma once

#include <memory>

#include "engine/model/verify.h"
#include "engine/train/session.h"

namespace tl {

// A short training, of which only the device is open.
struct Trial {
    std::string kind, name;  // "optimizer", "adam"; "network", "lenet"
    SessionOptions options;
};
std::vector<Trial> optimizerTrials();  // one of each
// MLP, LeNet, ResNet-20 by their templates' names, with two images and more for each device.
std::vector<Trial> networkTrials(int devices = 1);

struct TrialRun {
    std::vector<double> losses;  // of each step
    ModelState weights;
};
// Throws Error with what ended the run.
TrialRun runTrial(const Trial& trial, const std::string& device);

// Calls report after each check; name = "" for all.
std::vector<VerifyResult> verifyOptimizers(const std::string& device, const std::string& name = {},
                                           const std::function<void(const VerifyResult&)>& report = {});
// Each network `orders` times, the device made anew by `make(seed)` for seeds from 1 on and let go after it: that the
// losses are the CPU's, and the same bits each time. Without `make`, the device is there already. `device` may be
// several (device_list.h), of which each normalises by its part of a batch: so does the CPU then.
std::vector<VerifyResult> verifyNetworks(const std::string& device, int orders,
                                         const std::function<std::shared_ptr<void>(uint64_t seed)>& make,
                                         const std::string& name = {},
                                         const std::function<void(const VerifyResult&)>& report = {});

}  // namespace tl
