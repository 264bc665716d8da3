// Composes an error's sentence from its parts.
#include "engine/core/error.h"

namespace tl {
namespace {

Message compose(const Message& thing, const Message& expected, const Message& found, const Message& advice) {
    Message text = expected.empty() && found.empty() ? Message("{thing}.", thing)
                   : found.empty()                   ? Message("{thing}: expected {expected}.", thing, expected)
                   : expected.empty()                ? Message("{thing}: found {found}.", thing, found)
                                      : Message("{thing}: expected {expected}, found {found}.", thing, expected, found);
    return advice.empty() ? text : Message("{sentence} {next}", text, advice);
}

}  // namespace

Error::Error(Message thing, Message expected, Message found, Message advice)
    : std::runtime_error(compose(thing, expected, found, advice).english()), thing_(std::move(thing)),
      expected_(std::move(expected)), found_(std::move(found)), advice_(std::move(advice)),
      message_(compose(thing_, expected_, found_, advice_)) {}

Error::Error(Message sentence) : std::runtime_error(sentence.english()), message_(std::move(sentence)) {}

Message messageOf(const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    return known ? known->message() : Message(std::string(error.what()));
}

}  // namespace tl
