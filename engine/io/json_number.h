// Numbers that JSON has no word for are written as words, so that what a run told of them comes back as it was. For
// .cpp files only, since it brings nlohmann's header in.
#pragma once

#include "engine/io/json.h"
#include <cmath>
#include <limits>

namespace tl {

inline nlohmann::json numberValue(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number;
}

// null, which older files have in their place, may have been any of them. Throws json::exception for what is no number.
inline double numberFrom(const nlohmann::json& value) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.is_null() || value == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (value == "inf" || value == "-inf") return value == "inf" ? kInfinity : -kInfinity;
    return value.get<double>();
}

}  // namespace tl
