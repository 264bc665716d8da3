// What was probably meant by a word that is no name: a typing slip is seen at once where the right name stands beside
// it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

// Letters too many, missing or other, or two that changed places, between one word and the other.
size_t slips(const std::string& a, const std::string& b);

// The first of the names that are fewest slips away. Of letters, large and small are one. Empty where none is near: one
// slip is, and one for every four letters.
std::string nearestName(const std::string& word, const std::vector<std::string>& names);

// "Did you mean train?" behind the sentence; without a name that is near, the sentence alone.
Message didYouMean(const std::string& word, const std::vector<std::string>& names, const Message& sentence = {});

}  // namespace tl
