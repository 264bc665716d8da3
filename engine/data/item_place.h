// What sources call items that have no name of their own: by their number in a split, "train 12", or by their line in a
// split's file, "test line 3". Written and read here alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tl {

struct ItemPlace {
    std::string split;  // "train", "validation", "test"
    int64_t number = 0;
    bool line = false;
    std::string name() const;
};
// Nothing where it is a name of its own, as a file's path.
std::optional<ItemPlace> placeOfItem(std::string_view name);

}  // namespace tl
