// JSON as people and version control like it: keys sorted, one property a line, a list of numbers on one line.
// For .cpp files only, since it brings nlohmann's header in.
#pragma once

#include "engine/io/json.h"
#include <string>
#include <string_view>

namespace tl {

// Ends with a newline. Bytes that are not UTF-8 become U+FFFD.
std::string toText(const nlohmann::json& value);

// Brackets within brackets beyond any file of ours: reading and writing them recursively would exhaust the stack.
inline constexpr int kDeepest = 100;
bool nestedTooDeep(std::string_view text);

// Throws Error that says where: "NAME is cut short at line 12" or "NAME, line 3, column 7: ...".
nlohmann::json parseJson(const std::string& text, const std::string& name);

}  // namespace tl
