// Expressions are compiled where they are used: a network has few weights, and this keeps <regex> out of the header.
#include "engine/train/parameter_names.h"

#include <algorithm>
#include <regex>

#include "engine/core/error.h"

namespace tl {

ParameterNames::ParameterNames(const std::string& setting, const std::string& expressions) {
    size_t at = 0;
    while ((at = expressions.find_first_not_of(", ", at)) != std::string::npos) {
        const size_t end = std::min(expressions.find_first_of(", ", at), expressions.size());
        expressions_.push_back(expressions.substr(at, end - at));
        at = end;
        try {
            const std::regex checked(expressions_.back());
        } catch (const std::regex_error&) {
            throw Error(setting, "regular expressions with commas between, such as bias$",
                        Message("\"{value}\"", expressions_.back()));
        }
    }
}

bool ParameterNames::mean(const std::string& parameter) const {
    return std::any_of(expressions_.begin(), expressions_.end(), [&](const std::string& expression) {
        return std::regex_search(parameter, std::regex(expression));
    });
}

}  // namespace tl
