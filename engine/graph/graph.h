// The op graph as a value: nodes in topological order over numbered values. Layers emit it, the gradient and
// the passes rewrite it, compile() turns it into a plan. Copying a Graph copies everything.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/core/attributes.h"
#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tl {

using ValueId = int;
inline constexpr ValueId kNoValue = -1;

// What a value is fed from.
enum class ValueKind {
    Computed,   // by the node `producer`
    Input,      // by the caller at each step (a batch, labels)
    Parameter,  // trained; lives in the model's state under `name`
    State,      // not trained, lives in the model's state: moving averages, optimizer slots
    Constant,   // `constant`, one number broadcast to the shape
};

struct Value {
    std::string name;  // stable: "conv_1/kernel", "conv_1/output"
    Shape shape;       // batch included
    DType dtype = DType::Float32;
    ValueKind kind = ValueKind::Computed;
    int producer = -1;  // index into Graph::nodes
    double constant = 0;
};

// A step runs its phases in order; the session looks at the loss between them, so that a NaN never
// reaches the weights.
enum class Phase {
    Forward,
    Backward,
    Accumulate,  // where gradients gather over several steps: what every step does, whether or not weights move
    Update,      // what moves the weights
};
inline constexpr std::array kPhases{Phase::Forward, Phase::Backward, Phase::Accumulate, Phase::Update};

struct Node {
    std::string op;     // "Conv2D"; see docs/ops.md
    std::string name;   // stable: "conv_1", "conv_1/gradient"; keys random draws
    std::string layer;  // id of the NetworkSpec node it came from; empty for the optimizer's
    Attributes attributes;
    std::vector<ValueId> inputs;  // absent optional inputs, always last, are left out
    std::vector<ValueId> outputs;
    Phase phase = Phase::Forward;
};

struct Graph {
    std::vector<Value> values;
    std::vector<Node> nodes;

    ValueId addInput(const std::string& name, Shape shape, DType type);
    ValueId addParameter(const std::string& name, Shape shape);
    ValueId addState(const std::string& name, Shape shape);
    ValueId addConstant(double value, Shape shape);
    // Appends a node; the op's shape rule makes its outputs. Throws Error naming the node where inputs do not fit.
    // Every op that writes a State or Parameter names it as input and returns its new value as an output with the
    // same name; the plan gives both one address. Absent optional inputs (kNoValue, always last) are left out.
    // Other outputs are called "name/output", "name/output_1", ...
    std::vector<ValueId> addNode(const std::string& op, const std::string& name, std::vector<ValueId> inputs,
                                 Attributes attributes = {}, const std::string& layer = {},
                                 Phase phase = Phase::Forward);
    const Value& value(ValueId id) const { return values[static_cast<size_t>(id)]; }
    Value& value(ValueId id) { return values[static_cast<size_t>(id)]; }
    ValueId find(const std::string& valueName) const;  // the first of that name; kNoValue where absent
    ValueId findInput(const std::string& name) const;  // the same among inputs
    // The Parameter or State whose address a value has: itself, or what an update has written; kNoValue for others.
    ValueId rootOf(ValueId id) const;
};

// Appends the gradient of the scalar `loss` with respect to each of `targets` (phase Backward), by each op's own
// gradient rule; contributions are summed. Returns a value per target, in order. Throws Error where a target
// does not reach the loss.
std::vector<ValueId> addGradient(Graph& graph, ValueId loss, const std::vector<ValueId>& targets);
// The same from given gradients of any values: pairs of a value and its gradient.
std::vector<ValueId> addGradient(Graph& graph, const std::vector<std::pair<ValueId, ValueId>>& seeds,
                                 const std::vector<ValueId>& targets);

}  // namespace tl
