// See the header. Times, speeds and waits are no part of what a run computed.
#include "engine/run/run_compare.h"

#include <cstring>
#include <filesystem>
#include <map>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"

namespace tl {
namespace {

using Numbers = std::map<std::string, double>;

template <typename T>
bool sameBits(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// By step; what a run took back when it went on from before is written over.
std::map<int64_t, Numbers> stepsOf(const RunOnDisk& run) {
    std::map<int64_t, Numbers> steps;
    for (const Event& event : run.events) {
        if (const auto* resumed = std::get_if<ResumedRecord>(&event))
            steps.erase(steps.upper_bound(resumed->step), steps.end());
        if (const auto* epoch = std::get_if<EpochRecord>(&event))
            for (const auto& [name, value] : epoch->values)
                steps[epoch->step]["epoch " + name] = static_cast<double>(value);
        const auto* step = std::get_if<StepRecord>(&event);
        if (!step) continue;
        Numbers& numbers = steps[step->step];
        numbers["loss"] = static_cast<double>(step->loss);
        numbers["learning_rate"] = step->learningRate;
        for (const auto& [name, value] : step->metrics) numbers[name] = static_cast<double>(value);
    }
    return steps;
}

RunOnDisk read(const std::string& folder) {
    if (!isRunFolder(folder))
        throw Error(Message("\"{folder}\" is no run's folder: it holds neither run.json nor a checkpoint.", folder));
    return readRun(folder);
}

void take(std::optional<RunComparison::Difference>& first, RunComparison::Difference found) {
    if (!first || found.step < first->step) first = std::move(found);
}

void compareTraces(RunComparison& all, const std::string& a, const std::string& b) {
    const WeightTraceRows left = readWeightTrace(a), right = readWeightTrace(b);
    if (left.names != right.names) return;
    for (const auto& [step, hashes] : left.steps) {
        const auto other = right.steps.find(step);
        if (other == right.steps.end()) continue;
        ++all.hashed;
        RunComparison::Difference found{step, {}, 0, 0, 0, left.names.size()};
        for (size_t i = 0; i < hashes.size(); ++i)
            if (hashes[i] != other->second[i] && found.count++ == 0) found.what = left.names[i];
        if (found.count > 0) return take(all.tensor, found);
    }
}

void compareCheckpoints(RunComparison& all, const std::string& a, const std::string& b) {
    for (const RunCheckpoint& left : checkpointsIn(a))
        for (const RunCheckpoint& right : checkpointsIn(b)) {
            if (left.step != right.step || left.step <= all.checkpoint) continue;
            const Snapshot one = loadCheckpoint(left.file), other = loadCheckpoint(right.file);
            all.checkpoint = left.step;
            RunComparison::Difference found{left.step, {}, 0, 0, 0, one.state.size()};
            for (const auto& [name, tensor] : one.state) {
                const auto twin = other.state.find(name);
                const bool same = twin != other.state.end() && twin->second.bytes() == tensor.bytes() &&
                                  std::memcmp(twin->second.data(), tensor.data(), tensor.bytes()) == 0;
                if (!same && found.count++ == 0) found.what = name;
            }
            if (found.count > 0) take(all.tensor, found);
        }
}

}  // namespace

RunComparison compareRuns(const std::string& a, const std::string& b) {
    const RunOnDisk left = read(a), right = read(b);
    RunComparison all;
    const auto hash = [](const RunOnDisk& run, const char* name) {
        const auto found = run.info.hashes.find(name);
        return found == run.info.hashes.end() ? std::string() : found->second;
    };
    if (hash(left, "network") != hash(right, "network")) all.otherwise.push_back("the network");
    if (hash(left, "training") != hash(right, "training")) all.otherwise.push_back("the settings");
    if (hash(left, "data") != hash(right, "data")) all.otherwise.push_back("the data");
    const std::map<int64_t, Numbers> one = stepsOf(left), other = stepsOf(right);
    if (!one.empty()) all.stepsA = one.rbegin()->first;
    if (!other.empty()) all.stepsB = other.rbegin()->first;
    for (const auto& [step, numbers] : one) {
        const auto twin = other.find(step);
        if (twin == other.end()) continue;
        ++all.steps;
        // The loss first: it is what all else of a step follows from.
        const auto compare = [&](const std::string& name, double value) {
            const auto found = twin->second.find(name);
            if (found == twin->second.end() || sameBits(value, found->second)) return;
            if (!all.number) all.number = RunComparison::Difference{step, name, value, found->second, 0, 0};
        };
        if (const auto loss = numbers.find("loss"); loss != numbers.end()) compare("loss", loss->second);
        for (const auto& [name, value] : numbers) compare(name, value);
    }
    compareTraces(all, a, b);
    compareCheckpoints(all, a, b);
    return all;
}

Message RunComparison::verdict() const {
    if (steps == 0) return Message("They have no step in common: there is nothing to compare.");
    if (same())
        return stepsA == stepsB ? Message("Same bits: {steps} steps.", steps)
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
    return lines;
}

}  // namespace tl
