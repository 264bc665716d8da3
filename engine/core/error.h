// The engine's one exception type. It names the thing that is wrong, what was expected of it, what was
// found, and what to do; programs show message(), in the person's language.
#pragma once

#include <stdexcept>

#include "engine/core/message.h"

namespace tl {

class Error : public std::runtime_error {
public:
    // thing: what is wrong ("conv_1/kernel", a path); the other parts may be empty.
    Error(Message thing, Message expected, Message found, Message advice = {});
    // A whole sentence where the parts do not fit.
    explicit Error(Message sentence);

    const Message& thing() const { return thing_; }
    const Message& expected() const { return expected_; }
    const Message& found() const { return found_; }
    const Message& advice() const { return advice_; }
    const Message& message() const { return message_; }  // what() is its English

private:
    Message thing_, expected_, found_, advice_, message_;
};

// What any exception says: an Error's message, or what() as it is.
Message messageOf(const std::exception& error);

}  // namespace tl
