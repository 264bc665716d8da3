// Holds every optimizer's updates against the float64 reference: as it comes, and with each of its properties, and of
// those that all optimizers share, set otherwise. Whole trainings are verify_training's.
#pragma once

#include "engine/graph/reference.h"
#include "engine/model/verify.h"
#include "engine/train/training_spec.h"

namespace tl {

// A few updates of some weights by made-up gradients.
struct UpdateTrial {
    TypedProperties optimizer;
    Properties options;  // optimizerOptions()
};
// One change from the defaults at a time, and from what else may only count beside: a number that is 0 by default is
// set, another choice is made.
std::vector<UpdateTrial> updateTrials();
// Weights and slots at its end, in float64, by name.
ReferenceFeeds referenceOf(const UpdateTrial& trial);

// Calls report after each check; name = "" for all.
std::vector<VerifyResult> verifyUpdates(const std::string& device, const std::string& name = {},
                                        const std::function<void(const VerifyResult&)>& report = {});

}  // namespace tl
