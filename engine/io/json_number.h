// Numbers that JSON has no word for are written as words, so that what a run told of them comes back as it was; and
// whole numbers that are what they are asked for. For .cpp files only, since it brings nlohmann's header in.
#pragma once

#include "engine/io/json.h"
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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

// nlohmann's get<T>() casts whatever number it finds, 1e30 too. Throws json::exception for what is no whole number or
// does not fit.
template <std::integral T>
T wholeFrom(const nlohmann::json& value) {
    const bool fits = value.is_number_unsigned() ? std::in_range<T>(value.get<uint64_t>())
                                                 : value.is_number_integer() && std::in_range<T>(value.get<int64_t>());
    if (!fits) throw nlohmann::json::type_error::create(302, "whole_number", &value);
    return value.get<T>();
}

template <std::integral T>
T wholeFrom(const nlohmann::json& object, const std::string& key, T otherwise) {
    const auto found = object.find(key);
    return found == object.end() ? otherwise : wholeFrom<T>(*found);
}

template <std::integral T>
std::vector<T> wholesFrom(const nlohmann::json& list) {
    if (!list.is_array()) throw nlohmann::json::type_error::create(302, "list", &list);
    std::vector<T> numbers;
    for (const nlohmann::json& each : list) numbers.push_back(wholeFrom<T>(each));
    return numbers;
}

}  // namespace tl
