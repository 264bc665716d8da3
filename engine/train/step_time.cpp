// The fit, and the sum of a step from it.
#include "engine/train/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tl {
namespace {

constexpr size_t kTerms = 4, kEnough = 6;
constexpr int kSweeps = 400;
using Terms = std::array<double, kTerms>;

Terms termsOf(const StepCost& cost, double nearBytes) {
    return {1, cost.flops, cost.bytes, std::max(0.0, cost.bytes - nearBytes)};
}

double secondsOf(const KernelSpeed& speed, const Terms& terms) {
    return speed.start * terms[0] + speed.perOperation * terms[1] + speed.perByte * terms[2] +
           speed.perFarByte * terms[3];
}

// Least squares of the relative error with no factor below 0: one factor after another takes its best value.
KernelSpeed fitted(const std::vector<const KernelSample*>& samples, double nearBytes) {
    std::array<Terms, kTerms> products{};
    Terms targets{}, factors{};
    for (const KernelSample* sample : samples) {
        Terms terms = termsOf(sample->cost, nearBytes);
        for (double& term : terms) term /= sample->seconds;
        for (size_t i = 0; i < kTerms; ++i) {
            targets[i] += terms[i];
            for (size_t j = 0; j < kTerms; ++j) products[i][j] += terms[i] * terms[j];
        }
    }
    for (int sweep = 0; sweep < kSweeps; ++sweep)
        for (size_t i = 0; i < kTerms; ++i) {
            if (products[i][i] == 0) continue;
            double rest = targets[i];
            for (size_t j = 0; j < kTerms; ++j)
                if (j != i) rest -= products[i][j] * factors[j];
            factors[i] = std::max(0.0, rest / products[i][i]);
        }
    return {factors[0], factors[1], factors[2], factors[3]};
}

// A few samples cannot tell four factors apart: then the speeds of `like`, all made slower or faster alike.
KernelSpeed scaled(const KernelSpeed& like, const std::vector<const KernelSample*>& samples, double nearBytes) {
    double above = 0, below = 0;
    for (const KernelSample* sample : samples) {
        const double relative = secondsOf(like, termsOf(sample->cost, nearBytes)) / sample->seconds;
        above += relative;
        below += relative * relative;
    }
    const double factor = below > 0 ? above / below : 1;
    return {like.start * factor, like.perOperation * factor, like.perByte * factor, like.perFarByte * factor};
}

std::string keyOf(const StepCost& cost) { return cost.op + " " + cost.implementation; }

Calibration fittedFor(double nearBytes, const std::vector<KernelSample>& samples) {
    Calibration result;
    result.nearBytes = nearBytes;
    std::map<std::string, std::vector<const KernelSample*>> groups;
    for (const KernelSample& sample : samples) {
        if (sample.seconds <= 0) continue;
        for (const std::string& key : {std::string(), sample.cost.op, keyOf(sample.cost)})
            groups[key].push_back(&sample);
    }
    for (const auto& [key, group] : groups) {  // "" and an op come before what begins with them
        const size_t space = key.find(' ');
        const std::string parent = space == std::string::npos ? "" : key.substr(0, space);
        result.kernels[key] = key.empty() || group.size() >= kEnough
                                  ? fitted(group, nearBytes)
                                  : scaled(result.kernels.at(parent), group, nearBytes);
    }
    return result;
}

const KernelSpeed& speedOf(const Calibration& calibration, const StepCost& cost) {
    for (const std::string& key : {keyOf(cost), cost.op})
        if (const auto found = calibration.kernels.find(key); found != calibration.kernels.end()) return found->second;
    return calibration.kernels.at("");
}

// Seconds that the fit is off, all samples together.
double misses(const Calibration& calibration, const std::vector<KernelSample>& samples) {
    double sum = 0;
    for (const KernelSample& sample : samples)
        sum += std::abs(secondsOf(speedOf(calibration, sample.cost), termsOf(sample.cost, calibration.nearBytes)) -
                        sample.seconds) /
               std::max(sample.seconds, 1e-6);
    return sum;
}

}  // namespace

Calibration fitCalibration(const std::vector<KernelSample>& samples) {
    Calibration best;
    for (double nearBytes = 1 << 18; nearBytes <= 1 << 26; nearBytes *= 2) {
        Calibration next = fittedFor(nearBytes, samples);
        if (best.empty() || misses(next, samples) < misses(best, samples)) best = std::move(next);
    }
    return best;
}

double predictedSeconds(const PlanCost& cost, const Calibration& calibration) {
    double seconds = 0;
    for (const StepCost& step : cost.steps)
        seconds += secondsOf(speedOf(calibration, step), termsOf(step, calibration.nearBytes));
    return seconds;
}

}  // namespace tl
