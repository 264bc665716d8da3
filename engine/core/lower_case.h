// Names are compared in small letters: those of ASCII, in every language of the machine.
#pragma once

#include <string>

namespace tl {

inline std::string lowerCase(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

}  // namespace tl
