// What the engine says to a person, as a value: a key, which is the English text with named places, and what stands in
// them. The engine makes the English itself; programs translate the key and fill in the same arguments, so that a text
// changes its language while it is shown. Any thread; a value.
//
//   Message("{path} holds {count} {count|image|images}", path, count)
//
// Arguments go to the places in the order in which their names first appear; a name may appear again. A place with two
// words, as above, takes the first for 1 and the second for any other number.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tl {

namespace detail {

// The place that begins at text[at], "name" or "name|one|many"; empty where there is none.
constexpr std::string_view messagePlace(std::string_view text, size_t at) {
    if (at >= text.size() || text[at] != '{') return {};
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos || end == at + 1) return {};
    for (size_t i = at + 1; i < end && text[i] != '|'; ++i)
        if ((text[i] < 'a' || text[i] > 'z') && (text[i] < '0' || text[i] > '9') && text[i] != '_') return {};
    return text.substr(at + 1, end - at - 1);
}

constexpr std::string_view messagePlaceName(std::string_view place) { return place.substr(0, place.find('|')); }

constexpr size_t messagePlaces(std::string_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view name = messagePlaceName(messagePlace(text, i));
        if (name.empty()) continue;
        bool seen = false;
        for (size_t before = 0; before < i; ++before) seen |= messagePlaceName(messagePlace(text, before)) == name;
        count += seen ? 0 : 1;
    }
    return count;
}

template <size_t Count>
struct MessageKey {
    // Not a constant expression, and so an error when compiling, where places and arguments differ in number.
    consteval MessageKey(const char* key) : text(key) {
        if (messagePlaces(key) != Count) throw "a message has as many arguments as places";
    }
    const char* text;
};

}  // namespace detail

class Message {
public:
    struct Argument;
    // Says a key in another language; gives the key back where it has no words for it.
    using Translate = std::function<std::string(const std::string& key)>;

    Message();
    Message(const char* key);   // a text without places
    Message(std::string text);  // as it is, never translated: a name, a path, what a library said
    template <typename First, typename... More>
    explicit Message(detail::MessageKey<1 + sizeof...(More)> key, First&& first, More&&... more);

    Message(const Message&);
    Message(Message&&) noexcept;
    Message& operator=(const Message&);
    Message& operator=(Message&&) noexcept;
    ~Message();

    // Of a key and arguments that were kept in a file; empty where they do not fit together.
    static Message restored(std::string key, std::vector<Argument> arguments);

    bool empty() const { return key_.empty(); }
    const std::string& key() const { return key_; }
    const std::vector<Argument>& arguments() const { return arguments_; }
    bool translatable() const;  // false for empty ones and texts as they are

    std::string english() const;
    std::string in(const Translate& translate) const;

    friend bool operator==(const Message& a, const Message& b);

private:
    void add(Argument argument);
    std::string key_;
    std::vector<Argument> arguments_;
};

struct Message::Argument {
    Argument(std::string text) : value(std::move(text)) {}
    Argument(std::string_view text) : value(std::string(text)) {}
    Argument(const char* key) : value(std::vector<Message>{Message(key)}) {}
    Argument(Message message) : value(std::vector<Message>{std::move(message)}) {}
    Argument(std::vector<Message> list) : value(std::move(list)) {}  // with commas between
    Argument(const std::vector<std::string>& names);                 // likewise, as they are
    template <std::integral T>
    Argument(T number) : value(static_cast<int64_t>(number)) {}
    template <std::floating_point T>
    Argument(T number) : value(static_cast<double>(number)) {}

    // A list of one is a message inside another.
    std::variant<std::string, int64_t, double, std::vector<Message>> value;
    friend bool operator==(const Argument&, const Argument&) = default;
};

// Here, where arguments are known: clang makes nothing of a vector of what is not.
inline Message::Message() = default;
inline Message::Message(const char* key) : key_(key) {}
inline Message::Message(const Message&) = default;
inline Message::Message(Message&&) noexcept = default;
inline Message& Message::operator=(const Message&) = default;
inline Message& Message::operator=(Message&&) noexcept = default;
inline Message::~Message() = default;
template <typename First, typename... More>
Message::Message(detail::MessageKey<1 + sizeof...(More)> key, First&& first, More&&... more) : key_(key.text) {
    add(Argument(std::forward<First>(first)));
    (add(Argument(std::forward<More>(more))), ...);
}

}  // namespace tl
