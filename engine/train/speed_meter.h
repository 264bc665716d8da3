// Images a second and the share of time spent waiting for data, as running means over the last half second. Time that
// nobody trains (pauses, validation) is left out by restart().
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>

namespace tl {

class SpeedMeter {
public:
    using Clock = std::chrono::steady_clock;

    void restart() { last_ = Clock::now(); }
    // Of the step under way: the run stood still, and a person looked.
    void leaveOut(double seconds) {
        last_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
    // After each step: how many images it took, and for how long data was waited for.
    void add(int64_t images, double secondsWaited) {
        const auto now = Clock::now();
        const double passed = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        const double keep = std::exp(-passed / 0.5);
        images_ = images_ * keep + static_cast<double>(images);
        waited_ = waited_ * keep + secondsWaited;
        seconds_ = seconds_ * keep + passed;
    }
    double imagesPerSecond() const { return seconds_ > 0 ? images_ / seconds_ : 0; }
    double waitShare() const { return seconds_ > 0 ? std::fmin(waited_ / seconds_, 1.0) : 0; }

private:
    Clock::time_point last_ = Clock::now();
    double images_ = 0, waited_ = 0, seconds_ = 0;
};

}  // namespace tl
