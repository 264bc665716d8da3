// The engine's one exception type. It names the thing that is wrong, what was expected of it, what was
// found, and what to do; programs show message() as it is.
#pragma once

#include <stdexcept>
#include <string>

namespace tl {

class Error : public std::runtime_error {
public:
    // thing: what is wrong ("conv_1/kernel", a path); the other parts may be empty.
    Error(std::string thing, std::string expected, std::string found, std::string advice = {});
    // A whole sentence where the parts do not fit.
    explicit Error(const std::string& sentence);

    const std::string& thing() const { return thing_; }
    const std::string& expected() const { return expected_; }
    const std::string& found() const { return found_; }
    const std::string& advice() const { return advice_; }
    std::string message() const { return what(); }

private:
    std::string thing_, expected_, found_, advice_;
};

}  // namespace tl
