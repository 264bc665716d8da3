// A learning rate as it stands in sentences.
#pragma once

#include <cmath>
#include <string>

#include "engine/core/brief.h"

namespace tl {

inline std::string rateText(double rate) {
    if (std::isnan(rate)) return "nan";  // whatever its sign
    return withDigits(rate, 6);
}

}  // namespace tl
