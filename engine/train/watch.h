// What somebody wants to see of a step while a run goes on: which values, what of them, how often. Names are those of
// the op graph: "conv_1/kernel", "conv_1/kernel/gradient", "conv_1/output", "input". Values: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/tensor.h"

namespace tl {

struct StepGraph;
class StepPlan;
struct DataFacts;
struct NetworkSpec;

// UpdateRatio is of weights only: the norm of what a step changed over the norm of what it was.
enum class WatchKind { All, Histogram, Statistics, UpdateRatio, Pictures };
const char* nameOf(WatchKind kind);  // "all", "histogram", "statistics", "update_ratio", "pictures"
const std::vector<WatchKind>& allWatchKinds();

// What is named by one word: many values, or the batch.
inline constexpr const char* kValueGroups[] = {"weights", "gradients", "outputs", "input"};

struct Watch {
    // Names with * for any characters and ? for one, commas between several; "weights", "gradients" and "outputs" are
    // all of those, "conv_1/weights" and "conv_*/gradients" those of such layers.
    std::string pattern;
    WatchKind kind = WatchKind::Histogram;
    int64_t every = 0;  // steps; 0 = the session chooses, so that watching stays below the share that it may cost
    friend bool operator==(const Watch&, const Watch&) = default;
    // A list has one of each: another interval takes its place.
    bool sameValues(const Watch& other) const { return pattern == other.pattern && kind == other.kind; }
};

// "conv_*/kernel:histogram:50", "gradients:statistics:auto"; kind and interval may be left out: histogram, auto.
Watch watchFrom(const std::string& text);  // throws Error that says what is wrong
std::string toText(const Watch& watch);

// What a run watches by itself: histograms of weights and gradients, update ratios, and pictures of the first
// convolution's output where there is one. The first three are every run's.
std::vector<Watch> everyRunsWatches();
std::vector<Watch> defaultWatches(const StepPlan& plan);
std::vector<Watch> defaultWatches(const StepGraph& step);

// How a watch stands: told when it changes, and now and then while the run goes on.
struct WatchState {
    Watch watch;
    int64_t interval = 0;  // steps between two looks now; 0: not chosen yet
    int values = 0;        // that its pattern finds
    int64_t looks = 0;
    double seconds = 0;  // of the training thread, for one look
    double share = 0;    // of the time since the watch began
    bool again = false;  // some of its values are made again, in a plan of their own
    Message problem;     // why it shows nothing; empty while it does
};

// A value that can be watched.
struct WatchableValue {
    std::string name;
    enum class Group { Weight, Gradient, Output, Input, Other } group = Group::Other;
    int value = -1;  // ValueId
};

// All that a step has, weights first.
std::vector<WatchableValue> watchableValues(const StepPlan& plan);
std::vector<WatchableValue> watchableValues(const StepGraph& step);
// The names of a network's weights, their gradients, layers' outputs and the input, without a plan. Throws as build().
std::vector<std::string> watchableNames(const NetworkSpec& network, const DataFacts& facts);
// Those that a pattern finds. A pattern with * or ? looks among weights, their gradients, layers' outputs and inputs,
// and among all others only where it finds none of those. Throws Error with the nearest names where it finds nothing.
std::vector<WatchableValue> matching(const std::vector<WatchableValue>& values, const std::string& pattern);
// Those that such a watch tells of: update ratios are of weights alone. Throws Error where there are none.
std::vector<WatchableValue> watchedBy(const Watch& watch, const std::vector<WatchableValue>& values);

}  // namespace tl
