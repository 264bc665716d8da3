// Composes an error's sentence from its parts.
#include "engine/core/error.h"

namespace tl {
namespace {

std::string compose(const std::string& thing, const std::string& expected, const std::string& found,
                    const std::string& advice) {
    std::string text = thing;
    if (!expected.empty()) text += (text.empty() ? "" : ": ") + ("expected " + expected);
    if (!found.empty()) text += (expected.empty() ? ": found " : ", found ") + found;
    text += ".";
    if (!advice.empty()) text += " " + advice;
    return text;
}

}  // namespace

Error::Error(std::string thing, std::string expected, std::string found, std::string advice)
    : std::runtime_error(compose(thing, expected, found, advice)), thing_(std::move(thing)),
      expected_(std::move(expected)), found_(std::move(found)), advice_(std::move(advice)) {}

Error::Error(const std::string& sentence) : std::runtime_error(sentence) {}

}  // namespace tl
