// The order people expect of names: numbers by value ("img2" before "img10"), letters without case. Total, so that a
// folder's order is the same on every machine.
#pragma once

#include <cctype>
#include <string_view>

namespace tl {

inline bool naturalLess(std::string_view a, std::string_view b) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            while (i < a.size() && a[i] == '0') ++i;
            while (j < b.size() && b[j] == '0') ++j;
            size_t m = i, n = j;
            while (m < a.size() && digit(a[m])) ++m;
            while (n < b.size() && digit(b[n])) ++n;
            if (m - i != n - j) return m - i < n - j;
            const int order = a.substr(i, m - i).compare(b.substr(j, n - j));
            if (order != 0) return order < 0;
            i = m;
            j = n;
            continue;
        }
        const auto x = std::tolower(static_cast<unsigned char>(a[i])),
                   y = std::tolower(static_cast<unsigned char>(b[j]));
        if (x != y) return x < y;
        ++i;
        ++j;
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b;
}

}  // namespace tl
