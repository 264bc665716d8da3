// A rate that jumps at chosen points of the run: Keras's PiecewiseConstantDecay, with the rates given as factors of the
// learning rate. A jump counts from the very step at its boundary, as with PyTorch's MultiStepLR.
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
        withUnit(listProperty("boundaries", {50, 75}, 0, 0, 100,
                              "Where the rate jumps, in percent of the run, from the first to the last."),
                 "%"),
        textProperty(
            "values", "1 0.1 0.01",
            "The rate before the first jump, between and after, as factors of the learning rate: one more than "
            "boundaries."),
    };
    type.rate = [](double base, int64_t step, int64_t total, const PropertyReader& properties) {
        const auto& boundaries = properties.list("boundaries");
        const auto values = factors(properties.text("values"));
        if (values.size() != boundaries.size() + 1)
            throw Error("values of the piecewise schedule",
                        Message("{size} factors, one more than boundaries", boundaries.size() + 1),
                        std::to_string(values.size()));
        if (!std::is_sorted(boundaries.begin(), boundaries.end()))
            throw Error("boundaries of the piecewise schedule", "percentages from the smallest to the largest",
                        "another order");
        const auto passed = std::count_if(boundaries.begin(), boundaries.end(),
                                          [&](int64_t percent) { return step * 100 >= percent * total; });
        return base * values[static_cast<size_t>(passed)];
    };
    return type;
}

}  // namespace tl::schedules
