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

Terms termsOf(const StepCost& cost, double planBytes, double cacheBytes) {
    return {1, cost.flops, cost.bytes, planBytes > cacheBytes ? cost.bytes * (1 - cacheBytes / planBytes) : 0};
}

double secondsOf(const KernelSpeed& speed, const StepCost& cost, double planBytes) {
    const Terms terms = termsOf(cost, planBytes, speed.cacheBytes);
    return speed.start * terms[0] + speed.perOperation * terms[1] + speed.perByte * terms[2] +
           speed.perFarByte * terms[3];
}

using Samples = std::vector<const KernelSample*>;

// Least squares of the relative error with no factor below 0: one factor after another takes its best value.
KernelSpeed fittedFor(double cacheBytes, const Samples& samples) {
    std::array<Terms, kTerms> products{};
    Terms targets{}, factors{};
    for (const KernelSample* sample : samples) {
        Terms terms = termsOf(sample->cost, sample->planBytes, cacheBytes);
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
    return {factors[0], factors[1], factors[2], factors[3], cacheBytes};
}

KernelSpeed fitted(const Samples& samples) {
    const auto misses = [&](const KernelSpeed& speed) {
        double sum = 0;
        for (const KernelSample* sample : samples)
            sum += std::pow(secondsOf(speed, sample->cost, sample->planBytes) / sample->seconds - 1, 2);
        return sum;
    };
    KernelSpeed best = fittedFor(1 << 18, samples);
    for (double cacheBytes = 1 << 19; cacheBytes <= 1 << 26; cacheBytes *= 2)
        if (const KernelSpeed next = fittedFor(cacheBytes, samples); misses(next) < misses(best)) best = next;
    return best;
}

// A few samples cannot tell four factors apart: then the speeds of `like`, all made slower or faster alike.
KernelSpeed scaled(const KernelSpeed& like, const Samples& samples) {
    double above = 0, below = 0;
    for (const KernelSample* sample : samples) {
        const double relative = secondsOf(like, sample->cost, sample->planBytes) / sample->seconds;
        above += relative;
        below += relative * relative;
    }
    const double factor = below > 0 ? above / below : 1;
    return {like.start * factor, like.perOperation * factor, like.perByte * factor, like.perFarByte * factor,
            like.cacheBytes};
}

std::string keyOf(const StepCost& cost) { return cost.op + " " + cost.implementation; }

const KernelSpeed& speedOf(const Calibration& calibration, const StepCost& cost) {
    for (const std::string& key : {keyOf(cost), cost.op})
        if (const auto found = calibration.kernels.find(key); found != calibration.kernels.end()) return found->second;
    return calibration.kernels.at("");
}

}  // namespace

Calibration fitCalibration(const std::vector<KernelSample>& samples) {
    std::map<std::string, Samples> groups;
    for (const KernelSample& sample : samples) {
        if (sample.seconds <= 0) continue;
        for (const std::string& key : {std::string(), sample.cost.op, keyOf(sample.cost)})
            groups[key].push_back(&sample);
    }
    Calibration result;
    for (const auto& [key, group] : groups) {  // "" and an op come before what begins with them
        const size_t space = key.find(' ');
        const std::string parent = space == std::string::npos ? "" : key.substr(0, space);
        result.kernels[key] =
            key.empty() || group.size() >= kEnough ? fitted(group) : scaled(result.kernels.at(parent), group);
    }
    return result;
}

double predictedSeconds(const StepCost& kernel, double planBytes, const Calibration& calibration) {
    return secondsOf(speedOf(calibration, kernel), kernel, planBytes);
}

double predictedSeconds(const PlanCost& cost, const Calibration& calibration) {
    double seconds = calibration.betweenKernels * static_cast<double>(cost.steps.size());
    const auto planBytes = static_cast<double>(cost.activationBytes);
    for (const StepCost& kernel : cost.steps) seconds += predictedSeconds(kernel, planBytes, calibration);
    return seconds;
}

}  // namespace tl
