// A learning rate as it stands in sentences.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace tl {

inline std::string rateText(double rate) {
    if (std::isnan(rate)) return "nan";  // whatever its sign
    char text[32];
    std::snprintf(text, sizeof text, "%g", rate);
    return text;
}

}  // namespace tl
