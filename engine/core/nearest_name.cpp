// See the header.
#include "engine/core/nearest_name.h"
#include "engine/core/lower_case.h"

#include <algorithm>
#include <numeric>

namespace tl {

// Row by row of how many make the beginning of one word that of the other.
size_t slips(const std::string& a, const std::string& b) {
    std::vector<size_t> older(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], older[j - 2] + 1);
        }
        older.swap(last);
        last.swap(row);
    }
    return last.back();
}

std::string nearestName(const std::string& word, const std::vector<std::string>& names) {
    constexpr size_t kLongest = 100;  // no name is: pages of text are not compared with all
    if (word.size() > kLongest) return {};
    size_t fewest = 1 + (word.size() < 2 ? 0 : std::max<size_t>(word.size() / 4, 1));
    std::string nearest;
    for (const std::string& name : names) {
        if (name.size() > word.size() + fewest) continue;
        if (const size_t count = slips(lowerCase(word), lowerCase(name)); count < fewest) {
            fewest = count;
            nearest = name;
        }
    }
    return nearest;
}

Message didYouMean(const std::string& word, const std::vector<std::string>& names, const Message& sentence) {
    const std::string nearest = nearestName(word, names);
    if (nearest.empty()) return sentence;
    const Message question("Did you mean {name}?", nearest);
    return sentence.empty() ? question : Message("{sentence} {next}", sentence, question);
}

}  // namespace tl
