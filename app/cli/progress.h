// Prints a run's events as they come: a bar like Keras's on a terminal, plain lines elsewhere, or one JSON object a
// line.
#pragma once

#include <map>
#include <string>

#include "engine/train/events.h"

namespace tl::cli {

class Progress {
public:
    enum class Style { Bar, Lines, Json };
    // stepInterval: JSON prints every so many steps (0 = none).
    Progress(Style style, int64_t epochs, int64_t stepInterval);
    void show(const Event& event);
    void refresh();  // after a batch of events: redraws the bar, at most ten times a second
    const StateRecord& last() const { return last_; }
    const std::string& checkpoint() const { return checkpoint_; }
    int64_t step() const { return step_; }

private:
    void show(const StepRecord& record);
    void show(const EpochRecord& record);
    void show(const StateRecord& record);
    void line(const std::string& text);  // over the bar
    void drawBar(bool whole, const std::string& rest);
    std::string means() const;

    Style style_;
    int64_t epochs_, stepInterval_;
    StateRecord last_;
    StepRecord newest_;
    int64_t step_ = 0, epochShown_ = -1, stepsSummed_ = 0;
    std::map<std::string, double> sums_;  // of the epoch under way, for the running mean
    double began_ = 0, drawn_ = 0, reported_ = 0;
    bool barOpen_ = false, validating_ = false;
    std::string checkpoint_;
};

}  // namespace tl::cli
