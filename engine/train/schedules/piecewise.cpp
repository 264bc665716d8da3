// A rate that jumps at chosen points of the run: Keras's PiecewiseConstantDecay, with the rates given as factors of the
// learning rate. As there, the step at a boundary still has the rate before it; PyTorch's MultiStepLR jumps with it.
#include <charconv>

#include "engine/core/error.h"
#include "engine/train/schedules/support.h"

namespace tl::schedules {
namespace {

// "1 0.1 0.01", with commas or spaces between.
std::vector<double> factors(std::string text) {
    std::vector<double> values;
    for (char& c : text)
        if (c == ',' || c == ';') c = ' ';
    const char *at = text.data(), *end = at + text.size();
    while (at != end) {
        if (*at == ' ') {
            ++at;
            continue;
        }
        double value = 0;
        const auto [stopped, failure] = std::from_chars(at, end, value);
        if (failure != std::errc() || !std::isfinite(value) || value < 0)
            throw Error("values of the piecewise schedule", "numbers from 0, such as 1 0.1 0.01",
                        Message("\"{value}\"", text));
        values.push_back(value);
        at = stopped;
    }
    return values;
}

}  // namespace

ScheduleType piecewise() {
    ScheduleType type;
    type.id = "piecewise";
    type.title = "Piecewise constant";
    type.help = "Jumps from one rate to the next at chosen points of the run.";
    type.properties = {
        listProperty("boundaries", {50, 75}, 0, 0, 1e9,
                     "After which points of the run the rate jumps, from the first to the last."),
        choiceProperty("boundaries_in", "percent", {"percent", "steps", "epochs"},
                       "What the boundaries count: percent of the run, steps or epochs."),
        textProperty(
            "values", "1 0.1 0.01",
            "The rate before the first jump, between and after, as factors of the learning rate: one more than "
            "boundaries."),
    };
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const auto& boundaries = properties.list("boundaries");
        const auto values = factors(properties.text("values"));
        if (values.size() != boundaries.size() + 1)
            throw Error("values of the piecewise schedule",
                        Message("{size} factors, one more than boundaries", boundaries.size() + 1),
                        std::to_string(values.size()));
        if (!std::is_sorted(boundaries.begin(), boundaries.end()))
            throw Error("boundaries of the piecewise schedule", "numbers from the smallest to the largest",
                        "another order");
        const std::string& unit = properties.text("boundaries_in");
        const double of = unit == "steps"    ? 1
                          : unit == "epochs" ? run.stepsPerEpoch
                                             : static_cast<double>(run.steps) / 100;
        const auto passed = std::count_if(boundaries.begin(), boundaries.end(), [&](int64_t boundary) {
            return static_cast<double>(step) > static_cast<double>(boundary) * of + 1e-9;
        });
        return base * values[static_cast<size_t>(passed)];
    };
    return type;
}

}  // namespace tl::schedules
