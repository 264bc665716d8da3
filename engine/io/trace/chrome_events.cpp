// See the header.
#include "engine/io/trace/chrome_events.h"

#include <cmath>
#include <cstdlib>

namespace tl::trace {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

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
    const double number = std::strtod(std::string(text).c_str(), nullptr) * 1000;
    if (!(std::abs(number) < 2e18)) return std::nullopt;
    return std::llround(number);
}

double numberOf(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

}  // namespace tl::trace
