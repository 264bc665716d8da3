// What the ops that move a parameter share: inputs param, grad, slots of the same shape and perhaps the step count;
// outputs param and slots, in place. With the attribute `tensors` the inputs of as many parameters follow each other
// (the count comes once, at the end), so that one kernel call moves them all. An op's own file holds its rule for one
// element, in float64, and its cases. With decoupled_weight_decay the weight shrinks by the rate times weight_decay,
// and its gradient stays as it is. lr_ratio multiplies the rate of the rule, and not that of such a decay. With
// freeze_out the rate is the step's freezeOutRate, and where that is 0 nothing moves, slots neither.
#pragma once

#include <array>
#include <cmath>
#include <functional>

#include "engine/ops/support.h"

namespace tl::ops {

using Slots = std::array<double, 3>;
// Changes one weight and its slots.
using ElementRule = std::function<void(double& weight, double gradient, Slots& slots)>;

struct UpdateOp {
    const char* name;
    const char* help;
    int slots = 1;                                       // how many, at most three
    std::function<int(const Attributes&)> slotsOf = {};  // where the attributes decide; `slots` is then the most
    bool counted = false;                                // the last input is the number of this step, from 1
    std::vector<std::string> needs;                      // attributes that must be there
    double flops = 0;                                    // of one element
    // The rule of a step. `count` is 0 where there is none.
    std::function<ElementRule(const Attributes&, double rate, double count)> rule;
};

inline size_t slotsOf(const UpdateOp& update, const Attributes& attributes) {
    return static_cast<size_t>(update.slotsOf ? update.slotsOf(attributes) : update.slots);
}

inline size_t groupsOf(const Attributes& attributes) { return static_cast<size_t>(attributes.integer("tensors", 1)); }

inline double rateOf(const Attributes& attributes, const StepContext& context) {
    return static_cast<double>(context.rate(attributes.integer("freeze_out", 0) != 0));
}

inline bool stands(const Attributes& attributes, const StepContext& context) {
    return context.stands(attributes.integer("freeze_out", 0) != 0);
}

inline OpType updateOp(const UpdateOp& update) {
    OpType op;
    op.name = update.name;
    op.help = update.help;
    op.grouped = true;
    op.updates = {0};
    for (int i = 0; i < update.slots; ++i) op.updates.push_back(2 + i);
    op.infer = [update](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        const size_t moved = 2 + slotsOf(update, attributes), groups = groupsOf(attributes);
        expectCount(update.name, inputs, moved * groups + update.counted, moved * groups + update.counted);
        std::vector<ValueType> outputs;
        for (size_t group = 0; group < groups; ++group) {
            const Types one = inputs.subspan(group * moved, moved);
            expectSameShapes(update.name, one);
            outputs.push_back(one[0]);
            outputs.insert(outputs.end(), one.begin() + 2, one.end());
        }
        if (update.counted) expectShape(update.name, "count", inputs.back(), {});
        for (const std::string& key : update.needs) attributes.number(key);
        return outputs;
    };
    op.reference = [update](References in, const Attributes& given, const StepContext& context) {
        const size_t slots = slotsOf(update, given);
        const double rate = rateOf(given, context);
        Attributes attributes = given;
        double shrink = 0;  // of the weight itself
        if (given.integer("decoupled_weight_decay", 0) != 0) {
            shrink = rate * given.number("weight_decay", 0);
            attributes.set("weight_decay", 0.0);
        }
        const ElementRule rule =
            update.rule(attributes, rate * given.number("lr_ratio", 1), update.counted ? in.back().values[0] : 0);
        std::vector<ReferenceTensor> out;
        for (size_t group = 0; group < groupsOf(attributes); ++group) {
            const References one = in.subspan(group * (2 + slots), 2 + slots);
            const size_t first = out.size();
            out.push_back(one[0]);
            for (size_t s = 0; s < slots; ++s) out.push_back(one[2 + s]);
            if (stands(given, context)) continue;
            for (size_t i = 0; i < one[0].values.size(); ++i) {
                Slots values{};
                for (size_t s = 0; s < slots; ++s) values[s] = out[first + 1 + s].values[i];
                out[first].values[i] -= shrink * out[first].values[i];
                rule(out[first].values[i], one[1].values[i], values);
                for (size_t s = 0; s < slots; ++s) out[first + 1 + s].values[i] = values[s];
            }
        }
        return out;
    };
    op.flops = [flops = update.flops, update](Types inputs, const Attributes& attributes) {
        // Parameters, gradients and slots have one size each; the count is next to nothing.
        double all = 0;
        for (const ValueType& input : inputs) all += elements(input);
        const double ways = static_cast<double>(2 + slotsOf(update, attributes));
        return flops * std::floor(all / ways);
    };
    return op;
}

// The same for three tensors of odd sizes at once.
inline OpCase groupedCase(const OpCase& one, size_t slots) {
    OpCase all = one;
    all.name += ", three tensors";
    all.attributes.set("tensors", int64_t{3});
    all.inputs.clear(), all.ranges.clear();
    for (const Shape& shape : {Shape{13, 29}, Shape{7}, Shape{3, 5, 3}})
        for (size_t i = 0; i < 2 + slots; ++i) {
            all.inputs.push_back({shape});
            all.ranges.push_back(one.ranges[i]);
        }
    for (size_t i = 2 + slots; i < one.inputs.size(); ++i) {
        all.inputs.push_back(one.inputs[i]);
        all.ranges.push_back(one.ranges[i]);
    }
    return all;
}

// A case on a matrix with `slots` slots; `slotRange` is of their values.
inline OpCase updateCase(std::string name, size_t slots, Attributes attributes,
                         std::vector<std::pair<double, double>> slotRanges, double count = 0) {
    const ValueType matrix{{13, 29}};
    OpCase test{std::move(name), std::vector<ValueType>(2 + slots, matrix), std::move(attributes), {{-1, 1}, {-1, 1}}};
    test.ranges.insert(test.ranges.end(), slotRanges.begin(), slotRanges.end());
    if (count > 0) {
        test.inputs.push_back({{}});
        test.ranges.emplace_back(count, count);
    }
    return test;
}

}  // namespace tl::ops
