// The condition of a breakpoint: comparisons of numbers, joined by `and`, `or`, `not` and parentheses, with + - * /.
//
//   loss > 3 and step > 100          loss, step, epoch, rate, and the network's metrics by name: accuracy < 0.5
//   norm(conv_1/kernel/gradient) > 10
//   nonfinite(gradients)             a number alone holds where it is not 0
//   loss not finite                  nan or infinite; a value's name too: conv_1/output not finite, weights is finite
//
// Functions are of values, named as watches name them: norm, mean, deviation, min, max, zeros (the share of zeros),
// dead (the share of channels or features that are 0 in the whole batch) and nonfinite (how many numbers are nan or
// infinite). Norm, min and max of a value that is not finite are infinite. Where a name stands for several values a
// comparison holds if it does for one of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/train/measured.h"

namespace tl {

// What every step has; a network's metrics come beside it.
inline const std::set<std::string> kStepNumbers{"loss", "step", "epoch", "rate"};

class BreakCondition {
public:
    explicit BreakCondition(const std::string& text);  // throws Error that says what is wrong and where
    ~BreakCondition();
    BreakCondition(BreakCondition&&) noexcept;
    BreakCondition& operator=(BreakCondition&&) noexcept;

    std::set<std::string> numbers() const;   // "loss", "accuracy"
    std::set<std::string> patterns() const;  // "conv_1/output", "gradients"

    struct Known {
        std::function<double(const std::string& name)> number;
        std::function<std::vector<std::string>(const std::string& pattern)> names;
        std::function<const Measured&(const std::string& name)> value;
    };
    // What it held for: "norm(conv_1/kernel/gradient) is 12.3, loss is 3.1"; nothing where it does not hold.
    struct Held {
        std::vector<std::string> said;
        std::set<std::string> values;   // the names that were looked at
        std::set<std::string> numbers;  // likewise
    };
    std::optional<Held> holds(const Known& known) const;

    struct Term;

private:
    std::unique_ptr<Term> root_;
};

}  // namespace tl
