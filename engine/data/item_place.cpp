// See the header.
#include "engine/data/item_place.h"

#include <charconv>
#include <system_error>

namespace tl {

std::string ItemPlace::name() const { return split + (line ? " line " : " ") + std::to_string(number); }

std::optional<ItemPlace> placeOfItem(std::string_view name) {
    for (const std::string_view split : {"train", "validation", "test"})
        for (const std::string_view between : {" line ", " "}) {
            if (!name.starts_with(split) || !name.substr(split.size()).starts_with(between)) continue;
            ItemPlace place{std::string(split), 0, between.size() > 1};
            const char* const end = name.data() + name.size();
            const char* const digits = name.data() + split.size() + between.size();
            const auto [read, error] = std::from_chars(digits, end, place.number);
            // "train 007" is another's name.
            if (error == std::errc() && read == end && place.number >= 0 && place.name() == name) return place;
        }
    return std::nullopt;
}

}  // namespace tl
