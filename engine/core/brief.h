// Numbers as text: "0.1", with a point whatever the process's locale has, which printf and std::to_string ask. A text
// that the engine makes is often read by a program, and be it its own.
#pragma once

#include <charconv>
#include <string>

namespace tl {

// Rounded to so many significant digits, as printf's %g has it.
inline std::string withDigits(double value, int digits) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

// Short enough for a row or a sentence.
inline std::string brief(double value) { return withDigits(value, 3); }

// The shortest that is this number and no other.
inline std::string shortest(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace tl
