// How long a training step takes, told before anything runs. A calibration measures every kernel of some networks on
// the device once and fits, for each kind of kernel, seconds = start + operations x a + bytes x b + far bytes x c, all
// of them 0 or more, by least squares of the relative error. Far are the bytes that the caches have lost since another
// kernel wrote them: of a plan whose values take W bytes and caches of C, the share 1 - C / W. A step is the sum of its
// kernels.
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
    double planBytes = 0;  // activationBytes of its plan
    double seconds = 0;
};

struct KernelSpeed {
    double start = 0, perOperation = 0, perByte = 0, perFarByte = 0;  // seconds
    double cacheBytes = 0;
};

struct Calibration {
    std::string device;
    int threads = 0;
    double betweenKernels = 0;  // seconds of a step that are no kernel's, for each kernel: the batch's copy among them
    // By op and implementation, by op alone, and under "" for those never seen.
    std::map<std::string, KernelSpeed> kernels;
    bool empty() const { return kernels.empty(); }
};

// What the caches hold is found by trying, for each kind.
Calibration fitCalibration(const std::vector<KernelSample>& samples);

// Seconds of one run of the plan. The calibration must not be empty.
double predictedSeconds(const StepCost& kernel, double planBytes, const Calibration& calibration);
double predictedSeconds(const PlanCost& cost, const Calibration& calibration);

// Runs training steps of the templates, and of some networks that fill the gaps between them, for about half a
// minute on threads of its own. `progress` gets the share done and says whether to go on; when it says no, the result
// is empty. threads: 0 = all of the device's.
Calibration calibrate(const std::string& device, int threads, const std::function<bool(double)>& progress = {});

// Steps for about so long, at least three; the median of each kernel, in the order of Plan::steps().
std::vector<KernelSample> measureKernels(StepPlan& plan, double seconds);

}  // namespace tl
