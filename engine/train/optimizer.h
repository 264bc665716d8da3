// Optimizers and schedules: one file each in engine/train/optimizers and engine/train/schedules, registered as
// layers are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/property.h"
#include "engine/graph/plan.h"

namespace tl {

struct OptimizerType {
    std::string id, title;  // "sgd", "SGD"
    Message help;
    double defaultLearningRate = 0.001;
    std::vector<Property> properties;
    // Appends the update of one parameter to the graph (phase Update) and declares its slots as State.
    std::function<void(Graph&, ValueId parameter, ValueId gradient, const PropertyReader&)> update;
    // Once before all updates (a step count shared by the parameters); may be empty.
    std::function<void(Graph&, const PropertyReader&)> begin;
};

struct RunLength {
    int64_t steps = 0;  // of all that the schedule has
    double stepsPerEpoch = 0;
};

struct ScheduleType {
    std::string id;
    Message title, help;
    std::vector<Property> properties;
    // Its own beginning is a warm-up already; the others get the property warmup_steps, and begin when it is over.
    bool warmsUp = false;
    // The rate of a step (from 0) of a run, around the base rate.
    std::function<double(double base, int64_t step, const RunLength& run, const PropertyReader&)> rate;
};

const std::vector<OptimizerType>& allOptimizers();
const std::vector<ScheduleType>& allSchedules();
const OptimizerType& findOptimizer(const std::string& id);  // throws Error naming those there are
const ScheduleType& findSchedule(const std::string& id);

}  // namespace tl
