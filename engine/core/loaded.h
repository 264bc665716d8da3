// Numbers as they stand in files, wherever they begin.
#pragma once

#include <cstring>

namespace tl {

template <typename T>
T loaded(const void* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

}  // namespace tl
