// One of a registry's types with its properties, as a value: "adam" with beta_1 = 0.9, "RandomCrop" with padding = 4.
#pragma once

#include <string>

#include "engine/core/property.h"

namespace tl {

struct TypedProperties {
    std::string type;
    Properties properties;
    friend bool operator==(const TypedProperties&, const TypedProperties&) = default;
};

}  // namespace tl
