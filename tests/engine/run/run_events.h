// What the suites of runs ask of paths and events.
#pragma once

#include <QString>
#include <string>
#include <variant>
#include <vector>

#include "engine/train/events.h"

namespace tl::test {

inline std::string text(const QString& value) { return value.toStdString(); }

// The events of one kind, in their order.
template <typename T>
std::vector<T> all(const std::vector<Event>& events) {
    std::vector<T> found;
    for (const Event& event : events)
        if (const auto* one = std::get_if<T>(&event)) found.push_back(*one);
    return found;
}

}  // namespace tl::test
