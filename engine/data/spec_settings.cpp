// See the header.
#include "engine/data/spec_settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/core/error.h"

namespace tl {
namespace {

// What would end a value, or its spec's settings, were it to stand there as it is.
constexpr std::pair<char, std::string_view> kCodes[] = {{'%', "%25"}, {'&', "%26"}, {'?', "%3F"}};

std::string encoded(const std::string& value) {
    std::string text;
    for (const char c : value) {
        const auto code = std::ranges::find(kCodes, c, [](const auto& each) { return each.first; });
        code == std::end(kCodes) ? text += c : text += code->second;
    }
    return text;
}

std::string decoded(const std::string& text) {
    std::string value;
    for (size_t i = 0; i < text.size(); ++i) {
        const auto code = std::ranges::find(kCodes, text.substr(i, 3), [](const auto& each) { return each.second; });
        value += code == std::end(kCodes) ? text[i] : code->first;
        if (code != std::end(kCodes)) i += 2;
    }
    return value;
}

}  // namespace

std::string expandHome(const std::string& path) {
    if (path != "~" && !path.starts_with("~/")) return path;
    const char* home = std::getenv("HOME");
    return home ? home + path.substr(1) : path;
}

std::pair<std::string, SpecSettings> splitSettings(const std::string& spec) {
    const size_t mark = spec.rfind('?');
    if (mark == std::string::npos) return {spec, {}};
    if (mark + 1 == spec.size()) return {spec.substr(0, mark), {}};
    if (spec.find('=', mark) == std::string::npos) return {spec, {}};
    SpecSettings settings;
    std::istringstream pairs(spec.substr(mark + 1));
    for (std::string pair; std::getline(pairs, pair, '&');) {
        const size_t equals = std::min(pair.find('='), pair.size());
        settings[pair.substr(0, equals)] = decoded(pair.substr(std::min(equals + 1, pair.size())));
    }
    return {spec.substr(0, mark), std::move(settings)};
}

std::string joinSettings(const std::string& plain, const SpecSettings& settings) {
    std::string text = plain;
    for (const auto& [key, value] : settings)
        text += (text.size() == plain.size() ? "?" : "&") + key + "=" + encoded(value);
    return settings.empty() && splitSettings(plain).first != plain ? plain + '?' : text;
}

std::string dataName(const std::string& spec) {
    std::string plain = splitSettings(spec).first;
    while (plain.size() > 1 && plain.back() == '/') plain.pop_back();
    const size_t slash = plain.rfind('/'), colon = plain.find(':');
    return plain.substr((slash == std::string::npos ? colon : slash) + 1);  // npos + 1: all of it
}

std::string specAsOnDisk(const std::string& spec) {
    std::error_code ignored;
    return std::filesystem::exists(expandHome(spec), ignored) ? joinSettings(spec, {}) : spec;
}

std::string withSettings(const std::string& spec, const SpecSettings& changes) {
    auto [plain, settings] = splitSettings(spec);
    for (const auto& [key, value] : changes) {
        if (value.empty())
            settings.erase(key);
        else
            settings[key] = value;
    }
    return joinSettings(plain, settings);
}

std::string settingText(const PropertyValue& value) {
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) {
        std::string text;
        for (const int64_t each : *list) {
            if (!text.empty()) text += 'x';
            text += std::to_string(each);
        }
        return text;
    }
    return toString(value);
}

Properties settingValues(const std::vector<Property>& table, const std::string& spec) {
    Properties values;
    const auto settings = splitSettings(spec).second;
    for (const Property& property : table) {
        const auto said = settings.find(property.key);
        if (said == settings.end()) continue;
        try {
            values[property.key] = parseProperty(property, said->second);
        } catch (const Error&) {
            continue;  // the data set would not be open with it
        }
    }
    return values;
}

}  // namespace tl
