// A learning rate as it stands in sentences.
#pragma once

#include <cstdio>
#include <string>

namespace tl {

inline std::string rateText(double rate) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", rate);
    return text;
}

}  // namespace tl
