// The person's language on a terminal: LC_ALL, LC_MESSAGES or LANG choose it. What is for programs (--json, ids, names
// of properties) stays English.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/core/message.h"

namespace tl::cli {

using Words = std::unordered_map<std::string_view, std::string_view>;  // a key's translation

// Generated from resources/translations; nullptr for a language that there is none for. "zh_CN"
const Words* wordsIn(std::string_view language);

// The language of these variables' values, the first that is not empty counting; only where the terminal takes UTF-8.
const Words* wordsFor(std::string_view lcAll, std::string_view lcMessages, std::string_view lang);

std::string say(const Message& message);

}  // namespace tl::cli
