// The command line's options without CLI11's templates, which cost every file that includes them many seconds of
// compiling: arguments.cpp alone knows the library. Options write into variables that must outlive the parsing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace tl::cli {

class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}
    const Option& group(const Message& title) const;
    const Option& required() const;
    const Option& excludes(const Option& other) const;
    const Option& needs(const Option& other) const;
    const Option& range(int minimum, int maximum) const;
    const Option& range(double minimum, double maximum) const;
    const Option& positive() const;
    const Option& nonNegative() const;
    const Option& oneOf(const std::vector<std::string>& choices) const;
    const Option& splitAt(char delimiter) const;
    const Option& showDefault() const;

private:
    CLI::Option* option_;
};

using Action = std::function<int()>;

// A subcommand. A name without dashes is a positional argument.
class Command {
public:
    Command(CLI::App& app, const std::string& name, const Message& help);
    Option option(const std::string& name, std::string& value, const Message& help) const;
    Option option(const std::string& name, int& value, const Message& help) const;
    Option option(const std::string& name, int64_t& value, const Message& help) const;
    Option option(const std::string& name, double& value, const Message& help) const;
    Option option(const std::string& name, std::vector<std::string>& values, const Message& help) const;
    Option option(const std::string& name, std::optional<std::string>& value, const Message& help) const;
    Option option(const std::string& name, std::optional<int>& value, const Message& help) const;
    Option option(const std::string& name, std::optional<int64_t>& value, const Message& help) const;
    Option option(const std::string& name, std::optional<uint64_t>& value, const Message& help) const;
    Option option(const std::string& name, std::optional<double>& value, const Message& help) const;
    Option flag(const std::string& name, bool& value, const Message& help) const;
    Option flag(const std::string& name, std::optional<bool>& value, const Message& help) const;  // "--x,!--no-x"
    std::vector<std::string> given() const;  // the options that the command line has; when it was read
    void footer(const Message& text) const;
    // Where the command line names this subcommand, `action` becomes `chosen`.
    void runs(Action& chosen, Action action) const;

private:
    CLI::App* app_;
};

// What is wrong with a command line, in the person's language and with what to do.
Message wrongCommandLine(const CLI::App& app, const CLI::ParseError& error);

}  // namespace tl::cli
