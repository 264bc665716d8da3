// The weights of resampling, in float64.
#include "engine/core/resample.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace tl {

Taps resampleTaps(const std::string& mode, int64_t input, int64_t output) {
    Taps taps(static_cast<size_t>(output));
    for (int64_t i = 0; i < output; ++i) {
        auto& at = taps[static_cast<size_t>(i)];
        if (mode == "nearest") {
            at = {{i * input / output, 1}};
        } else if (mode == "linear") {
            const double place =
                (static_cast<double>(i) + 0.5) * static_cast<double>(input) / static_cast<double>(output);
            const double inside = std::clamp(place - 0.5, 0.0, static_cast<double>(input - 1));
            const auto before = static_cast<int64_t>(inside);
            const double share = inside - static_cast<double>(before);
            at = {{before, 1 - share}};
            if (share > 0) at.push_back({before + 1, share});
        } else if (mode == "average") {
            const int64_t begin = i * input / output, end = ((i + 1) * input + output - 1) / output;
            for (int64_t from = begin; from < end; ++from) at.push_back({from, 1.0 / static_cast<double>(end - begin)});
        } else {
            throw Error("Resize's mode", "nearest, linear or average", mode);
        }
    }
    return taps;
}

Taps transposedTaps(const Taps& taps, int64_t input) {
    Taps turned(static_cast<size_t>(input));
    for (size_t i = 0; i < taps.size(); ++i)
        for (const Tap& tap : taps[i])
            turned[static_cast<size_t>(tap.from)].push_back({static_cast<int64_t>(i), tap.weight});
    return turned;
}

}  // namespace tl
