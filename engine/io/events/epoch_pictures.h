// Of which epochs a run's pictures are written (confusion matrix, precision over recall: 17 kB for three classes),
// since a small network has hundreds of epochs a second and would fill the disk: of the first thousand, and then as far
// apart as a thousandth of the run so far, a second at least. Pure arithmetic.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tl {

class EpochPictures {
public:
    // Asked of each epoch in order; `wallTime` in seconds.
    bool due(double wallTime) {
        if (asked_++ == 0) first_ = wallTime;
        if (asked_ > kAll && wallTime - last_ < std::max(1.0, (wallTime - first_) / kAll)) return false;
        last_ = wallTime;
        return true;
    }

private:
    static constexpr int64_t kAll = 1000;
    int64_t asked_ = 0;
    double first_ = 0, last_ = 0;
};

}  // namespace tl
