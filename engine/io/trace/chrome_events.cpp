// See the header.
#include "engine/io/trace/chrome_events.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

namespace tl::trace {

namespace {

constexpr size_t kArguments = 600;  // bytes of an event's arguments that are kept

enum class Argument : uint8_t { Other, Layer, Kernel, Name, Text, SortIndex, Number, Flops, Bytes };

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The first seven letters and their count as one number.
constexpr uint64_t wordOf(std::string_view key) {
    uint64_t word = key.size();
    for (const char c : key.substr(0, 7)) word = word << 8 | static_cast<unsigned char>(c);
    return word;
}

Argument argumentKind(std::string_view key) {
    switch (wordOf(key)) {
    case wordOf("layer"): return Argument::Layer;
    case wordOf("kernel"): return Argument::Kernel;
    case wordOf("name"): return Argument::Name;
    case wordOf("text"): return Argument::Text;
    case wordOf("sort_index"): return key == "sort_index" ? Argument::SortIndex : Argument::Other;
    case wordOf("number"): return Argument::Number;
    case wordOf("flops"): return Argument::Flops;
    case wordOf("bytes"): return Argument::Bytes;
    default: return Argument::Other;
    }
}

std::optional<int64_t> whole(std::string_view text) {
    int64_t value = 0;
    const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc() || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

void keep(std::string_view text, std::string& to) { to = text.substr(0, ChromeEvent::kName); }

std::optional<int64_t> timeOf(std::string_view text, bool number) {
    // Some writers quote them.
    if (text.empty() || (!number && text.find_first_not_of("0123456789.-+eE") != text.npos)) return std::nullopt;
    return nanoseconds(text);
}

}  // namespace

ChromeField chromeFieldOf(std::string_view key) {
    switch (wordOf(key)) {
    case wordOf("ph"): return ChromeField::Phase;
    case wordOf("name"): return ChromeField::Name;
    case wordOf("cat"): return ChromeField::Category;
    case wordOf("ts"): return ChromeField::Time;
    case wordOf("dur"): return ChromeField::Duration;
    case wordOf("pid"): return ChromeField::Process;
    case wordOf("tid"): return ChromeField::Thread;
    case wordOf("id"): return ChromeField::Id;
    case wordOf("args"): return ChromeField::Arguments;
    default: return ChromeField::Other;
    }
}

void ChromeEvent::set(ChromeField field, std::string_view text, bool isNumber) {
    switch (field) {
    case ChromeField::Phase:
        known = !isNumber && text.size() == 1;
        phase = known ? text[0] : '\0';
        break;
    case ChromeField::Name: return keep(text, label.name);
    case ChromeField::Category: return keep(text, label.category);
    case ChromeField::Time:
        time = timeOf(text, isNumber);
        bad = bad || !time;
        break;
    case ChromeField::Duration:
        duration = timeOf(text, isNumber);
        bad = bad || !duration;
        break;
    case ChromeField::Process:
        if (process = whole(text); !process) keep(text, processText);
        break;
    case ChromeField::Thread:
        if (thread = whole(text); !thread) keep(text, threadText);
        break;
    case ChromeField::Id: return keep(text, id);
    case ChromeField::Arguments:
    case ChromeField::Other: break;
    }
}

void ChromeEvent::setArgument(std::string_view key, std::string_view text, bool isNumber) {
    if (isNumber && (phase == 'C' || phase == '\0') && counted.size() < kName)
        ((counted += key) += '\0').append(text).push_back('\0');
    isNumber ? setNumberArgument(key, text) : setTextArgument(key, text);
}

void ChromeEvent::setTextArgument(std::string_view key, std::string_view text) {
    switch (argumentKind(key)) {
    case Argument::Layer: return keep(text, label.layer);
    case Argument::Kernel: return keep(text, label.kernel);
    case Argument::Text: return keep(text, arguments);
    case Argument::Name: keep(text, argumentName); [[fallthrough]];
    default: describe(key, text);
    }
}

void ChromeEvent::setNumberArgument(std::string_view key, std::string_view text) {
    switch (argumentKind(key)) {
    case Argument::SortIndex:
        hasSortIndex = true;
        sortIndex = whole(text).value_or(static_cast<int64_t>(std::clamp(numberOf(text), -1e15, 1e15)));
        break;
    case Argument::Number:
        number = static_cast<uint32_t>(std::clamp<int64_t>(whole(text).value_or(0), 0, Trace::kIsText - 1));
        break;
    case Argument::Flops: label.flops = numberOf(text); break;
    case Argument::Bytes: label.bytes = numberOf(text); break;
    default: describe(key, text);
    }
}

void ChromeEvent::describe(std::string_view key, std::string_view text) {
    if (arguments.size() >= kArguments) return;
    if (!arguments.empty()) arguments += ' ';
    ((arguments += key) += '=').append(text.substr(0, kArguments - std::min(kArguments, arguments.size())));
}

void ChromeBatch::take(const ChromeEvent& event) {
    Item& item = items_.emplace_back();
    if (!event.known || event.bad) {
        item.event = kBad;
        return;
    }
    const bool slice = event.phase == 'X' && event.time && event.duration.value_or(0) >= 0 &&
                       event.processText.empty() && event.threadText.empty();
    if (!slice) {
        item.event = static_cast<uint32_t>(events_.size());
        events_.push_back(event);
        return;
    }
    const uint32_t label = numbers_.of(event.label, labels_);
    item.slice = {{*event.time, event.duration.value_or(0), label, event.number},
                  event.process.value_or(0),
                  event.thread.value_or(0)};
    item.text = static_cast<uint32_t>(texts_.size());
    item.textSize = static_cast<uint32_t>(event.arguments.size());
    texts_ += event.arguments;
}

void ChromeBatch::giveTo(ChromeEvents& events) {
    known_.resize(labels_.size(), kUnknown);
    for (Item& item : items_) {
        if (item.event != kSlice) {
            item.event == kBad ? events.countBad() : events.take(events_[item.event]);
            continue;
        }
        uint32_t& known = known_[item.slice.slice.label];
        if (known == kUnknown) known = events.labelOf(labels_[item.slice.slice.label]);
        item.slice.slice.label = known;
        events.add(item.slice, std::string_view(texts_).substr(item.text, item.textSize));
    }
}

void ChromeBatch::clear() {
    constexpr size_t kMostLabels = 20'000;  // where each event has a name of its own, they are no help
    items_.clear();
    texts_.clear();
    events_.clear();
    if (labels_.size() < kMostLabels) return;
    numbers_ = {};
    labels_.clear();
    known_.clear();
}

std::optional<int64_t> nanoseconds(std::string_view text) {
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 4000;  // of microseconds: sums stay whole
    const bool negative = text.starts_with('-');
    size_t at = negative ? 1 : 0;
    const size_t first = at;
    int64_t value = 0;
    for (; at < text.size() && at < first + 18 && isDigit(text[at]); ++at) value = 10 * value + (text[at] - '0');
    if (at > first && (at == text.size() || text[at] == '.')) {
        if (value > kMost) return std::nullopt;
        value *= 1000;
        if (at < text.size()) ++at;
        for (int scale = 100; at < text.size() && isDigit(text[at]); ++at, scale /= 10)
            value += scale * (text[at] - '0');
        if (at == text.size()) return negative ? -value : value;
    }
    const double number = numberOf(text) * 1000;
    if (!(std::abs(number) < 2e18)) return std::nullopt;
    return std::llround(number);
}

double numberOf(std::string_view text) {
    double value = 0;
    const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc::result_out_of_range) return value;
    std::istringstream far{std::string(text)};  // tells too large from too near 0
    far.imbue(std::locale::classic());
    far >> value;
    return value;
}

}  // namespace tl::trace
