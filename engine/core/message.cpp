// Fills the places of a message; the English is its key, filled.
#include "engine/core/message.h"

#include <algorithm>

#include "engine/core/brief.h"

namespace tl {
namespace {

constexpr const char* kAsItIs = "{text}";

std::string inWords(const Message::Argument& argument, const Message::Translate& translate) {
    struct Printer {
        const Message::Translate& translate;
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return shortest(number); }
        std::string operator()(const std::vector<Message>& list) const {
            std::string text;
            for (const Message& each : list) {
                const std::string next = each.in(translate);
                text = text.empty() ? next : Message("{first}, {next}", text, next).in(translate);
            }
            return text;
        }
    };
    return std::visit(Printer{translate}, argument.value);
}

bool isOne(const Message::Argument& argument) {
    if (const auto* whole = std::get_if<int64_t>(&argument.value)) return *whole == 1;
    const auto* number = std::get_if<double>(&argument.value);
    return number && *number == 1;
}

// The names of a key's places in the order in which they first appear.
std::vector<std::string_view> namesOf(std::string_view key) {
    std::vector<std::string_view> names;
    for (size_t i = 0; i < key.size(); ++i) {
        const std::string_view name = detail::messagePlaceName(detail::messagePlace(key, i));
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

}  // namespace

Message::Message(std::string text) {
    if (text.empty()) return;
    key_ = kAsItIs;
    arguments_.emplace_back(std::move(text));
}

Message::Argument::Argument(const std::vector<std::string>& names)
    : value(std::vector<Message>(names.begin(), names.end())) {}

void Message::add(Argument argument) { arguments_.push_back(std::move(argument)); }

Message Message::restored(std::string key, std::vector<Argument> arguments) {
    Message message;
    if (namesOf(key).size() != arguments.size()) return message;
    message.key_ = std::move(key);
    message.arguments_ = std::move(arguments);
    return message;
}

bool Message::translatable() const { return !key_.empty() && key_ != kAsItIs; }

std::string Message::english() const {
    return in([](const std::string& key) { return key; });
}

std::string Message::in(const Translate& translate) const {
    if (arguments_.empty()) return key_.empty() ? key_ : translate(key_);
    const std::string said = translatable() ? translate(key_) : key_;
    const auto names = namesOf(key_);
    std::string text;
    for (size_t i = 0; i < said.size();) {
        const std::string_view place = detail::messagePlace(said, i);
        const auto found = std::find(names.begin(), names.end(), detail::messagePlaceName(place));
        if (place.empty() || found == names.end()) {
            text += said[i++];
            continue;
        }
        const Argument& argument = arguments_[static_cast<size_t>(found - names.begin())];
        if (const size_t bar = place.find('|'); bar != std::string_view::npos) {
            const std::string_view words = place.substr(bar + 1);
            const size_t middle = words.find('|');
            text += isOne(argument) || middle == std::string_view::npos ? words.substr(0, middle)
                                                                        : words.substr(middle + 1);
        } else {
            text += inWords(argument, translate);
        }
        i += place.size() + 2;
    }
    return text;
}

bool operator==(const Message& a, const Message& b) { return a.key_ == b.key_ && a.arguments_ == b.arguments_; }

}  // namespace tl
