// A number short enough for a row or a sentence: "0.1".
#pragma once

#include <cstdio>
#include <string>

namespace tl {

inline std::string brief(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

}  // namespace tl
