// Where and when a run is to stand still, as a person writes it, and what it tells while it stands:
//
//   before conv_2                                         at every step, before the layer's first op
//   after dense_1 backward at step 120                    after its last op of the backward phase, at that step
//   before layer update                                   a layer that is called like another word of these
//   before op conv_1/bias                                 one op, by the name that the Graph workspace shows
//   after forward                                         a phase of the step: forward, backward, accumulate, update
//   at step 100                                           before its first op
//   when loss > 3                                         after the op that made the value
//   before conv_1 when norm(conv_1/kernel/gradient) > 10  at the steps of which the condition holds, there
//
// The language of conditions is in break_condition.h. Values: any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/statistics.h"
#include "engine/core/message.h"
#include "engine/core/shape.h"
#include "engine/graph/graph.h"
#include "engine/train/pictures.h"

namespace tl {

class Source;

struct Breakpoint {
    enum class Side { Anywhere, Before, After };
    Side side = Side::Anywhere;  // Anywhere: where the condition came true, or before the first op
    std::string place;           // a layer's id or an op's name; empty: the phase, or anywhere
    bool op = false;             // the place is an op's name
    std::optional<Phase> phase;  // of a layer: the forward one where none is said
    int64_t step = 0;            // counted from 1, as StepRecord does; 0 = every one
    std::string condition;       // empty = always
    bool enabled = true;         // no part of its text
    friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

Breakpoint breakpointFrom(const std::string& text);  // throws Error that says what is wrong
std::string toText(const Breakpoint& breakpoint);
const char* phaseWord(Phase phase);  // "forward", "backward", "accumulate", "update"

// How to go on from where a run stands: one op, to the end of the layer's ops or of the phase, to the next step's first
// op, or until something else stops it. Again: back to this step's first op, with the same batch, seed and weights.
enum class Advance { GoOn, Op, Layer, Phase, Step, Again };

// What somebody wants of a run that stands: a look at a value by its name, or else to go on.
struct StopWish {
    Advance advance = Advance::GoOn;
    std::string look = {};
};

// One value of the op that a run stands at.
struct StopValue {
    enum class Role { Input, Output, Gradient } role = Role::Input;
    std::string name;
    Shape shape;
    bool made = false;      // else it comes later in the step, or never
    Statistics statistics;  // of what is made
    bool hasNan = false;    // among what is not finite
};

// A step that is done, to be looked back at. Of what conditions measured in it, the statistics.
struct PastStep {
    int64_t step = 0, epoch = 0;  // from 1; from 0
    float loss = 0;
    double learningRate = 0;
    std::map<std::string, float> metrics = {};
    std::map<std::string, Statistics> values = {};
    std::vector<int64_t> items = {};  // of its batch, into the training split
};
inline constexpr size_t kPastSteps = 16;

// A run stands. The step is done op by op in a plan of its own, so all values are those of unfused kernels.
struct StopRecord {
    int64_t number = 0;           // of the stop within the run, from 1
    int64_t step = 0;             // under way
    std::string op, name, layer;  // "Conv2D", "conv_2", "conv_2"; the layer is empty for the optimizer's
    Phase phase = Phase::Forward;
    bool after = false;            // the op is done
    int64_t index = 0, count = 0;  // of the op, from 0, among the step's
    Message place;                 // "before conv_2 (Conv2D, forward)"
    Message why;                   // "loss > 3: loss is 3.2"; empty after single steps
    bool last = false;             // the run ends here: something is not finite
    std::vector<StopValue> values;
    std::vector<PastStep> past;           // the last ones, oldest first
    std::shared_ptr<const Source> train;  // what their items are of
};

// What one value is like at a stop, asked for by name.
struct LookRecord {
    int64_t stop = 0;  // its number
    std::string name;
    Shape shape;
    Statistics statistics;
    std::shared_ptr<const Histogram> histogram;
    std::shared_ptr<const Pictures> pictures;  // null where it makes none
    std::vector<float> numbers;                // the first ones, row-major
    Message problem;                           // why there is nothing to see
};

}  // namespace tl
