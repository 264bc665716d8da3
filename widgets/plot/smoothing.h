// The smoothing of TensorBoard's scalars: an exponential moving average that starts at 0 and is corrected for that
// start, so that early points are not pulled down. One value at a time: appending costs only what is new.
#pragma once

#include <cmath>

namespace tl {

class Smoother {
public:
    explicit Smoother(double weight = 0) : weight_(weight) {}  // 0 = none, up to 0.999

    // Values that are not finite pass through and leave the state as it is.
    double next(double y) {
        if (!std::isfinite(y)) return y;
        if (weight_ <= 0) return y;
        last_ = last_ * weight_ + (1 - weight_) * y;
        power_ *= weight_;
        return last_ / (1 - power_);
    }
    double weight() const { return weight_; }

private:
    double weight_, last_ = 0, power_ = 1;  // power_ = weight_^n
};

}  // namespace tl
