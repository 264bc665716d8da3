// See the header.
#include "app/cli/words.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace tl::cli {

const Words* wordsFor(std::string_view lcAll, std::string_view lcMessages, std::string_view lang) {
    const std::string_view locale = !lcAll.empty() ? lcAll : !lcMessages.empty() ? lcMessages : lang;
    std::string coding;  // "UTF-8", "utf8" and "Utf-8" are one
    for (const char c : locale.substr(std::min(locale.find('.'), locale.size())))
        if (c != '-') coding += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!coding.starts_with(".utf8")) return nullptr;
    const std::string_view language = locale.substr(0, locale.find_first_of(".@"));
    return language == "zh" || language == "zh_SG" ? wordsIn("zh_CN") : wordsIn(language);
}

std::string say(const Message& message) {
    static const Words* const words = [] {
        const auto variable = [](const char* name) {
            const char* value = std::getenv(name);
            return std::string_view(value ? value : "");
        };
        return wordsFor(variable("LC_ALL"), variable("LC_MESSAGES"), variable("LANG"));
    }();
    if (!words) return message.english();
    return message.in([](const std::string& key) {
        const auto found = words->find(key);
        return found == words->end() ? key : std::string(found->second);
    });
}

}  // namespace tl::cli
