// Expressions are compiled where they are used: a network has few weights, and this keeps <regex> out of the header.
#include "engine/train/parameter_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <regex>

#include "engine/core/error.h"

namespace tl {

namespace {

std::vector<std::string> partsOf(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t at = 0; (at = text.find_first_not_of(", ", at)) != std::string::npos;) {
        const size_t end = std::min(text.find_first_of(", ", at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end;
    }
    return parts;
}

}  // namespace

ParameterNames::ParameterNames(const std::string& setting, const std::string& expressions)
    : expressions_(partsOf(expressions)) {
    for (const std::string& expression : expressions_) {
        try {
            const std::regex checked(expression);
        } catch (const std::regex_error&) {
            throw Error(setting, "regular expressions with commas between, such as bias$",
                        Message("\"{value}\"", expression));
        }
    }
}

bool ParameterNames::mean(const std::string& parameter) const {
    return std::any_of(expressions_.begin(), expressions_.end(), [&](const std::string& expression) {
        return std::regex_search(parameter, std::regex(expression));
    });
}

std::vector<std::string> ParameterNames::foundNowhere(const std::vector<std::string>& parameters) const {
    std::vector<std::string> nowhere;
    for (const std::string& expression : expressions_)
        if (const std::regex sought(expression);
            std::ranges::none_of(parameters, [&](const std::string& name) { return std::regex_search(name, sought); }))
            nowhere.push_back(expression);
    return nowhere;
}

ParameterFactors::ParameterFactors(const std::string& setting, const std::string& text) {
    for (const std::string& part : partsOf(text)) {
        const size_t equals = part.rfind('=');
        double factor = -1;
        const char* const end = part.data() + part.size();
        const auto read = equals == std::string::npos || equals == 0
                              ? std::from_chars_result{end, std::errc::invalid_argument}
                              : std::from_chars(part.data() + equals + 1, end, factor);
        if (read.ec != std::errc() || read.ptr != end || !std::isfinite(factor) || factor < 0)
            throw Error(setting, "weights and their factors with commas between, such as bias$=2, gamma=0.5",
                        Message("\"{value}\"", part));
        factors_.emplace_back(ParameterNames(setting, part.substr(0, equals)), factor);
    }
}

double ParameterFactors::of(const std::string& parameter) const {
    const auto found = std::ranges::find_if(factors_, [&](const auto& factor) { return factor.first.mean(parameter); });
    return found == factors_.end() ? 1 : found->second;
}

std::vector<std::string> ParameterFactors::foundNowhere(const std::vector<std::string>& parameters) const {
    std::vector<std::string> nowhere;
    for (const auto& [names, factor] : factors_)
        std::ranges::copy(names.foundNowhere(parameters), std::back_inserter(nowhere));
    return nowhere;
}

}  // namespace tl
