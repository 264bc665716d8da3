// The one file that knows CLI11's templates, apart from main.
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <sstream>

#include "app/cli/words.h"
#include "engine/core/nearest_name.h"

namespace tl::cli {

namespace {

Message notTaken(const Message& wanted, const std::string& word) {
    return Message("takes {wanted}, not \"{word}\".", wanted, word);
}

// CLI11 checks the words before they become numbers, so a check may say in our words what is wrong with them.
// `names` is what --help shows of it.
template <typename Right>
CLI::Validator check(const Right& right, const Message& wanted, const std::string& names = {}) {
    return CLI::Validator(
        [right, wanted](const std::string& word) { return right(word) ? std::string() : say(notTaken(wanted, word)); },
        names);
}

template <typename Number>
std::optional<Number> numberOf(const std::string& word) {
    if (std::is_unsigned_v<Number> && word.starts_with("-")) return std::nullopt;  // it would be taken as 2^64 less
    Number value{};
    return CLI::detail::lexical_cast(word, value) ? std::optional(value) : std::nullopt;
}

template <typename Number>
CLI::Validator within(Number low, Number high) {
    const auto text = [](Number number) {
        std::ostringstream stream;
        stream << number;
        return stream.str();
    };
    const auto right = [low, high](const std::string& word) {
        const auto value = numberOf<Number>(word);
        return value && *value >= low && *value <= high;
    };
    return check(right, Message("a number from {low} to {high}", text(low), text(high)),
                 "[" + text(low) + " - " + text(high) + "]");
}

template <typename Number>
CLI::Option* whole(CLI::Option* option) {
    option->check(check([](const std::string& word) { return numberOf<int64_t>(word) || numberOf<uint64_t>(word); },
                        Message("a whole number")));
    return option->check(
        check([](const std::string& word) { return numberOf<Number>(word).has_value(); },
              Message("a number from {low} to {high}", std::to_string(std::numeric_limits<Number>::min()),
                      std::to_string(std::numeric_limits<Number>::max()))));
}

CLI::Option* number(CLI::Option* option) {
    return option->check(
        check([](const std::string& word) { return numberOf<double>(word).has_value(); }, Message("a number")));
}

// The words of `text` before and after `middle`.
std::optional<std::pair<std::string, std::string>> findParts(const std::string& text, const std::string& middle) {
    const size_t at = text.find(middle);
    if (at == std::string::npos) return std::nullopt;
    return std::pair(text.substr(0, at), text.substr(at + middle.size()));
}

}  // namespace

const Option& Option::group(const Message& title) const { return option_->group(say(title)), *this; }
const Option& Option::required() const { return option_->required(), *this; }
const Option& Option::excludes(const Option& other) const { return option_->excludes(other.option_), *this; }
const Option& Option::needs(const Option& other) const { return option_->needs(other.option_), *this; }
const Option& Option::range(int low, int high) const { return option_->check(within(low, high)), *this; }
const Option& Option::range(double low, double high) const { return option_->check(within(low, high)), *this; }
const Option& Option::positive() const {
    const auto right = [](const std::string& word) { return numberOf<double>(word).value_or(0) > 0; };
    return option_->check(check(right, Message("a number above 0"), say(Message("above 0")))), *this;
}
const Option& Option::nonNegative() const {
    const auto right = [](const std::string& word) { return numberOf<double>(word).value_or(-1) >= 0; };
    return option_->check(check(right, Message("a number of 0 or more"), say(Message("0 or more")))), *this;
}
const Option& Option::oneOf(const std::vector<std::string>& choices) const {
    std::string list;
    for (const std::string& choice : choices) list += (list.empty() ? "" : ", ") + choice;
    const auto wrong = [choices](const std::string& word) {
        if (std::ranges::count(choices, word) > 0) return std::string();
        return say(didYouMean(word, choices, notTaken(Message("one of {names}", choices), word)));
    };
    return option_->check(CLI::Validator(wrong, "{" + list + "}")), *this;
}
const Option& Option::splitAt(char delimiter) const { return option_->delimiter(delimiter), *this; }
const Option& Option::showDefault() const { return option_->capture_default_str(), *this; }

Command::Command(CLI::App& app, const std::string& name, const Message& help)
    : app_(app.add_subcommand(name, say(help))) {
    app_->group(say(Message("Subcommands")));
    app_->get_help_ptr()->group(say(Message("Options")));
}

Option Command::option(const std::string& name, std::string& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, int& value, const Message& help) const {
    return Option(whole<int>(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, int64_t& value, const Message& help) const {
    return Option(whole<int64_t>(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, double& value, const Message& help) const {
    return Option(number(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, std::vector<std::string>& values, const Message& help) const {
    return Option(app_->add_option(name, values, say(help)));
}

Option Command::option(const std::string& name, std::optional<std::string>& value, const Message& help) const {
    return Option(app_->add_option(name, value, say(help)));
}

Option Command::option(const std::string& name, std::optional<int>& value, const Message& help) const {
    return Option(whole<int>(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, std::optional<int64_t>& value, const Message& help) const {
    return Option(whole<int64_t>(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, std::optional<uint64_t>& value, const Message& help) const {
    return Option(whole<uint64_t>(app_->add_option(name, value, say(help))));
}

Option Command::option(const std::string& name, std::optional<double>& value, const Message& help) const {
    return Option(number(app_->add_option(name, value, say(help))));
}

Option Command::flag(const std::string& name, bool& value, const Message& help) const {
    return Option(app_->add_flag(name, value, say(help)));
}

// CLI11 would write false where neither is given.
Option Command::flag(const std::string& name, std::optional<bool>& value, const Message& help) const {
    return Option(app_->add_flag_function(
        name, [&value](int64_t given) { value = given > 0; }, say(help)));
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

Message wrongCommandLine(const CLI::App& app, const CLI::ParseError& error) {
    const std::string what = error.what();
    // First of all: the value behind a misspelled option is taken for something else, which may not go with the rest.
    const std::vector<std::string> rest = app.remaining(true);
    const auto unknown =
        std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with("-") && word != "--"; });
    if (unknown != rest.end()) {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands())
            for (const CLI::Option* option : command->get_options())
                for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        return didYouMean(unknown->substr(0, unknown->find('=')), names,
                          Message("There is no option {word} here.", *unknown));
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) && !rest.empty())
        return Message("There is no place for \"{word}\" here.", rest.front());
    if (dynamic_cast<const CLI::RequiredError*>(&error)) {
        if (app.get_subcommands().empty()) return "Say what to do: train, eval, describe or another command.";
        if (const auto at = findParts(what, " is required")) return Message("{option} has to be given.", at->first);
    }
    if (dynamic_cast<const CLI::ExcludesError*>(&error))
        if (const auto at = findParts(what, " excludes "))
            return Message("{option} and {other} do not go together.", at->first, at->second);
    if (dynamic_cast<const CLI::RequiresError*>(&error))
        if (const auto at = findParts(what, " requires "))
            return Message("{option} goes only with {other}.", at->first, at->second);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        if (const auto at = findParts(what, ": "); at && what.ends_with("missing"))
            return Message("{option} is followed by a value, which is not there.", at->first);
        if (const auto at = findParts(what, ": ")) return Message("{option} is given more than once.", at->first);
    }
    if (dynamic_cast<const CLI::ValidationError*>(&error))
        if (const auto at = findParts(what, ": ")) return at->first + " " + at->second;
    return what.ends_with(".") ? what : what + ".";
}

}  // namespace tl::cli
