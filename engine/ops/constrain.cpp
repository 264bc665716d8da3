// What a weight is made to keep to after its update: Keras's max_norm, min_max_norm, unit_norm and non_neg. A norm is
// over everything but axis 0, which is one unit's or filter's incoming weights; a vector has one norm.
#include <algorithm>
#include <cmath>

#include "engine/core/brief.h"
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateConstrain(References in, const Attributes& attributes, const StepContext&) {
    const std::string kind = attributes.text("kind", "");
    std::vector<ReferenceTensor> out{in[0]};
    auto& w = out[0].values;
    if (kind == "non_neg") {
        for (double& value : w) value = value >= 0 ? value : 0;
        return out;
    }
    const size_t groups = in[0].shape.rank() > 1 ? static_cast<size_t>(in[0].shape[0]) : 1, size = w.size() / groups;
    for (size_t group = 0; group < groups; ++group) {
        double squares = 0;
        for (size_t i = 0; i < size; ++i) squares += w[group * size + i] * w[group * size + i];
        const double norm = std::sqrt(squares);
        double wanted = kind == "unit_norm" ? 1 : std::min(norm, attributes.number("max_value"));
        if (kind == "min_max_norm") {
            const double rate = attributes.number("rate"), least = attributes.number("min_value");
            wanted = rate * std::min(std::max(norm, least), attributes.number("max_value")) + (1 - rate) * norm;
        }
        for (size_t i = 0; i < size; ++i) w[group * size + i] *= wanted / (1e-7 + norm);
    }
    return out;
}

}  // namespace

OpType constrain() {
    OpType op;
    op.name = "Constrain";
    op.help = "Brings a weight back to what it must keep to.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Constrain", inputs, 1, 1);
        expectFloat("Constrain", "w", inputs[0]);
        const std::string kind = attributes.text("kind", "");
        if (kind != "max_norm" && kind != "min_max_norm" && kind != "unit_norm" && kind != "non_neg")
            throw Error("Constrain's kind", "max_norm, min_max_norm, unit_norm or non_neg", kind);
        const auto atLeastZero = [&](const std::string& key) {
            const double number = attributes.number(key);
            if (number < 0) throw Error(Message("Constrain's {key}", key), "0 or more", shortest(number));
            return number;
        };
        if (kind == "max_norm" || kind == "min_max_norm") atLeastZero("max_value");
        if (kind == "min_max_norm" && (atLeastZero("min_value"), atLeastZero("rate") > 1))
            throw Error("Constrain's rate", "1 or less", shortest(attributes.number("rate")));
        return {inputs[0]};
    };
    op.reference = evaluateConstrain;
    op.flops = [](Types inputs, const Attributes&) { return 3 * elements(inputs[0]); };
    op.cases = {{"max_norm", {{{7, 13}}}, {{"kind", "max_norm"}, {"max_value", 2.0}}},
                {"max_norm of filters", {{{5, 3, 3, 3}}}, {{"kind", "max_norm"}, {"max_value", 2.5}}},
                {"max_norm of a vector", {{{29}}}, {{"kind", "max_norm"}, {"max_value", 1.0}}},
                {"min_max_norm",
                 {{{7, 13}}},
                 {{"kind", "min_max_norm"}, {"min_value", 2.0}, {"max_value", 2.1}, {"rate", 1.0}}},
                {"min_max_norm of filters, half the way",
                 {{{5, 3, 3, 3}}},
                 {{"kind", "min_max_norm"}, {"min_value", 3.0}, {"max_value", 3.1}, {"rate", 0.5}}},
                {"unit_norm", {{{64, 600}}}, {{"kind", "unit_norm"}}},
                {"non_neg", {{{7, 13}}}, {{"kind", "non_neg"}}}};
    return op;
}

}  // namespace tl::ops
