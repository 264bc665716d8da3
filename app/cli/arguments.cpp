// The one file that knows CLI11's templates, apart from main.
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>

#include "app/cli/words.h"

namespace tl::cli {

const Option& Option::group(const Message& title) const { return option_->group(say(title)), *this; }
const Option& Option::required() const { return option_->required(), *this; }
const Option& Option::excludes(const Option& other) const { return option_->excludes(other.option_), *this; }
const Option& Option::needs(const Option& other) const { return option_->needs(other.option_), *this; }
const Option& Option::range(int low, int high) const { return option_->check(CLI::Range(low, high)), *this; }
const Option& Option::range(double low, double high) const { return option_->check(CLI::Range(low, high)), *this; }
const Option& Option::positive() const { return option_->check(CLI::PositiveNumber), *this; }
const Option& Option::nonNegative() const { return option_->check(CLI::NonNegativeNumber), *this; }
const Option& Option::oneOf(const std::vector<std::string>& choices) const {
    return option_->check(CLI::IsMember(choices)), *this;
}
const Option& Option::splitAt(char delimiter) const { return option_->delimiter(delimiter), *this; }
const Option& Option::showDefault() const { return option_->capture_default_str(), *this; }

Command::Command(CLI::App& app, const std::string& name, const Message& help)
    : app_(app.add_subcommand(name, say(help))) {
    app_->group(say(Message("Subcommands")));
}

Option Command::option(const std::string& name, std::string& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, int& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, int64_t& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, double& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::vector<std::string>& values, const Message& help) const {
    return Option(app_->add_option(name, values, say(help)));
}

Option Command::option(const std::string& name, std::optional<std::string>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::optional<int>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::optional<int64_t>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::optional<uint64_t>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::optional<double>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::flag(const std::string& name, bool& value, const Message& help) const {
    return Option(app_->add_flag(name, value, say(help)));
}

std::vector<std::string> Command::given() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options())
        if (option->count() > 0) names.push_back(option->get_name());
    return names;
}

void Command::footer(const Message& text) const { app_->footer(say(text)); }

void Command::runs(Action& chosen, Action action) const {
    app_->callback([&chosen, action = std::move(action)] { chosen = action; });
}

}  // namespace tl::cli
