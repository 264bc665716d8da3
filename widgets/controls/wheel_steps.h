// Whole steps of a wheel: a touchpad tells a turn in many small parts, of which a notch of a wheel is 120.
#pragma once

namespace tl {

class WheelSteps {
public:
    int of(int turned) {
        turned_ += turned;
        const int steps = turned_ / kNotch;
        turned_ %= kNotch;
        return steps;
    }

private:
    static constexpr int kNotch = 120;
    int turned_ = 0;  // less than a step so far
};

}  // namespace tl
