// How long a training step takes, told before anything runs. A calibration measures every kernel of some networks on
// the device once and fits, for each kind of kernel, seconds = start + operations x a + bytes x b + bytes beyond the
// caches x c, all of them 0 or more, by least squares of the relative error. A step is the sum of its kernels.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/train/step_plan.h"

namespace tl {

// One kernel as a plan knows it (PlanCost) and what it took.
struct KernelSample {
    StepCost cost;
    double seconds = 0;
};

struct KernelSpeed {
    double start = 0, perOperation = 0, perByte = 0, perFarByte = 0;  // seconds
};

struct Calibration {
    std::string device;
    int threads = 0;
    double nearBytes = 0;  // what the caches next to the cores hold together
    // By op and implementation, by op alone, and under "" for those never seen.
    std::map<std::string, KernelSpeed> kernels;
    bool empty() const { return kernels.empty(); }
};

// What the caches hold is found by trying.
Calibration fitCalibration(const std::vector<KernelSample>& samples);

// Seconds of one run of the plan. The calibration must not be empty.
double predictedSeconds(const PlanCost& cost, const Calibration& calibration);

// Runs training steps of the templates, and of some networks that fill the gaps between them, for about ten seconds
// on threads of its own. `progress` gets the share done and says whether to go on; when it says no, the result is
// empty. threads: 0 = all of the device's.
Calibration calibrate(const std::string& device, int threads, const std::function<bool(double)>& progress = {});

// Steps for about so long, at least three; the median of each kernel.
std::vector<KernelSample> measureKernels(StepPlan& plan, double seconds);

}  // namespace tl
