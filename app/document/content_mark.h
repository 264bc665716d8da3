// What the content of a file is known by. Its time is not: a sync client or git gives the same content a new one, and
// two programs can write within one tick of the clock.
#pragma once

#include <string>

#include "engine/io/sha256.h"

namespace tl {

inline std::string markOf(const std::string& content) {
    Sha256 hash;
    hash.add(content.data(), content.size());
    return hash.hex();
}

}  // namespace tl
