// See the header. Times, speeds and waits are no part of what a run computed.
#include "engine/run/run_compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"

namespace tl {
namespace {

using Numbers = std::map<std::string, double>;

bool sameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

// A step, or the epoch that ended with it: of some steps only the latter is recorded.
using Place = std::pair<int64_t, bool>;

// In their order; what a run took back when it went on from before is written over.
std::map<Place, Numbers> stepsOf(const RunOnDisk& run) {
    std::map<Place, Numbers> steps;
    for (const Event& event : run.events) {
        if (const auto* resumed = std::get_if<ResumedRecord>(&event))
            steps.erase(steps.upper_bound({resumed->step, true}), steps.end());
        if (const auto* epoch = std::get_if<EpochRecord>(&event))
            for (const auto& [name, value] : epoch->values)
                steps[{epoch->step, true}]["epoch " + name] = static_cast<double>(value);
        const auto* step = std::get_if<StepRecord>(&event);
        if (!step) continue;
        Numbers& numbers = steps[{step->step, false}];
        numbers["loss"] = static_cast<double>(step->loss);
        numbers["learning_rate"] = step->learningRate;
        for (const auto& [name, value] : step->metrics) numbers[name] = static_cast<double>(value);
    }
    return steps;
}

RunOnDisk comparedRun(const std::string& folder) {
    requireRunFolder(folder);
    return readRun(folder);
}

void take(std::optional<RunComparison::Difference>& first, RunComparison::Difference found) {
    if (!first || found.step < first->step) first = std::move(found);
}

void add(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Goes through what either has by name. same(a, b): whether what both have is the same.
template <typename Values, typename Same>
RunComparison::Difference differing(RunComparison& all, int64_t step, const Values& a, const Values& b,
                                    const Same& same) {
    RunComparison::Difference found{step, {}, 0, 0, 0, 0};
    const auto count = [&](const std::string& name) {
        if (found.count++ == 0) found.what = name;
    };
    for (const auto& [name, value] : a) {
        const auto twin = b.find(name);
        if (twin == b.end()) add(all.onlyA, name);
        if (twin == b.end() || !same(value, twin->second)) count(name);
    }
    found.of = a.size();
    for (const auto& [name, value] : b) {
        if (a.contains(name)) continue;
        ++found.of;
        add(all.onlyB, name);
        count(name);
    }
    return found;
}

using Hashes = std::map<std::string, uint64_t>;

Hashes named(const std::vector<std::string>& names, const std::vector<uint64_t>& hashes) {
    Hashes found;
    for (size_t i = 0; i < names.size() && i < hashes.size(); ++i) found[names[i]] = hashes[i];
    return found;
}

void compareTraces(RunComparison& all, const std::string& a, const std::string& b) {
    const WeightTraceRows left = readWeightTrace(a), right = readWeightTrace(b);
    for (const auto& [step, hashes] : left.steps) {
        const auto other = right.steps.find(step);
        if (other == right.steps.end()) continue;
        ++all.hashed;
        auto found = differing(all, step, named(left.names, hashes), named(right.names, other->second),
                               std::equal_to<uint64_t>());
        if (found.count > 0) return take(all.tensor, std::move(found));
        all.agreed = step;
    }
}

// By step, each once: the newest and the best may be the same.
std::map<int64_t, std::string> checkpointsOf(const std::string& folder) {
    std::map<int64_t, std::string> files;
    for (const RunCheckpoint& each : checkpointsIn(folder)) files.emplace(each.step, each.file);
    return files;
}

// In the order of steps, to the first that differs.
void compareCheckpoints(RunComparison& all, const std::string& a, const std::string& b) {
    const std::map<int64_t, std::string> left = checkpointsOf(a), right = checkpointsOf(b);
    for (const auto& [step, file] : left) {
        const auto twin = right.find(step);
        if (twin == right.end()) continue;
        const Snapshot one = loadCheckpoint(file), other = loadCheckpoint(twin->second);
        all.checkpoint = step;
        auto found = differing(all, step, one.state, other.state, [](const Tensor& x, const Tensor& y) {
            return x.dtype() == y.dtype() && x.shape() == y.shape() && std::memcmp(x.data(), y.data(), x.bytes()) == 0;
        });
        if (found.count > 0) return take(all.tensor, std::move(found));
        if (!all.tensor || step < all.tensor->step) all.agreed = std::max(all.agreed, step);
    }
}

// As many as a sentence bears.
std::vector<std::string> few(std::vector<std::string> names) {
    constexpr size_t kMost = 8;
    if (names.size() <= kMost) return names;
    names.resize(kMost);
    names.push_back("…");
    return names;
}

bool sameDigits(double a, double b) {
    if (std::isnan(a) && std::isnan(b)) return true;  // of its sign a journal's words tell nothing
    return sameBits(a, b) || std::abs(a - b) <= 1e-7 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

RunComparison compareRuns(const std::string& a, const std::string& b) {
    const RunOnDisk left = comparedRun(a), right = comparedRun(b);
    RunComparison all;
    const auto hash = [](const RunOnDisk& run, const char* name) {
        const auto found = run.info.hashes.find(name);
        return found == run.info.hashes.end() ? std::string() : found->second;
    };
    if (hash(left, "network") != hash(right, "network")) all.otherwise.push_back("the network");
    // Older programs wrote settings without those that there are by now, so that hashes of the same ones differ.
    const bool sameSettings = left.training && right.training ? *left.training == *right.training
                                                              : hash(left, "training") == hash(right, "training");
    if (!sameSettings) all.otherwise.push_back("the settings");
    if (hash(left, "data") != hash(right, "data")) all.otherwise.push_back("the data");
    all.rounded = left.rounded || right.rounded;
    const std::map<Place, Numbers> one = stepsOf(left), other = stepsOf(right);
    if (!one.empty()) all.stepsA = one.rbegin()->first.first;
    if (!other.empty()) all.stepsB = other.rbegin()->first.first;
    int64_t counted = -1;
    for (const auto& each : one) {
        const int64_t step = each.first.first;
        const Numbers& numbers = each.second;
        const auto twin = other.find(each.first);
        if (twin == other.end()) continue;
        all.steps += std::exchange(counted, step) == step ? 0 : 1;
        // The loss first: it is what all else of a step follows from.
        const auto compare = [&](const std::string& name, double value) {
            const auto found = twin->second.find(name);
            if (found == twin->second.end()) return add(all.onlyA, name);
            if (all.rounded ? sameDigits(value, found->second) : sameBits(value, found->second)) return;
            if (!all.number) all.number = RunComparison::Difference{step, name, value, found->second, 0, 0};
        };
        if (const auto loss = numbers.find("loss"); loss != numbers.end()) compare("loss", loss->second);
        for (const auto& [name, value] : numbers) compare(name, value);
        for (const auto& [name, value] : twin->second)
            if (!numbers.contains(name)) add(all.onlyB, name);
    }
    compareTraces(all, a, b);
    compareCheckpoints(all, a, b);
    return all;
}

Message RunComparison::verdict() const {
    if (!comparable()) return Message("They have no step in common: there is nothing to compare.");
    if (same() && steps == 0) return Message("Same bits in the weights that both have.");
    if (same() && rounded) return Message("The same to 8 digits in the {steps} steps that both have.", steps);
    if (same())
        return stepsA == stepsB ? Message("Same bits: {steps} {steps|step|steps}.", steps)
                                : Message("Same bits in the {steps} steps that both have.", steps);
    if (tensor && (!number || tensor->step < number->step))
        return Message("They differ first in {tensor}, after step {step}.", tensor->what, tensor->step);
    if (tensor)
        return Message(
            "They differ first at step {step}, in {name}; of the weights first in {tensor}, after step {later}.",
            number->step, number->what, tensor->what, tensor->step);
    return Message("They differ first at step {step}, in {name}.", number->step, number->what);
}

std::vector<Message> RunComparison::details() const {
    std::vector<Message> lines;
    if (!otherwise.empty()) lines.push_back(Message("Not the same in both: {what}.", otherwise));
    lines.push_back(
        Message("Compared: the numbers of {steps} steps ({a} and {b} told), weights' hashes after {hashed} of them.",
                steps, stepsA, stepsB, hashed));
    if (rounded) lines.push_back("One of them has epochs that no journal tells: of their numbers there are 8 digits.");
    if (!onlyA.empty()) lines.push_back(Message("Only the first has: {names}.", few(onlyA)));
    if (!onlyB.empty()) lines.push_back(Message("Only the second has: {names}.", few(onlyB)));
    if (checkpoint >= 0)
        lines.push_back(Message("And every tensor of the checkpoints, the last after step {step}.", checkpoint));
    else
        lines.push_back("No checkpoints of the same step lie in both.");
    if (number)
        lines.push_back(
            Message("{name} of step {step}: {a} and {b}.", number->what, number->step, number->a, number->b));
    if (tensor)
        lines.push_back(Message("{count} of {all} tensors differ after step {step}, {tensor} among them.",
                                tensor->count, tensor->of, tensor->step, tensor->what));
    lines.insert(lines.end(), closer.begin(), closer.end());
    return lines;
}

}  // namespace tl
