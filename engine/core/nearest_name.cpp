// See the header.
#include "engine/core/nearest_name.h"

#include <algorithm>
#include <cctype>

namespace tl {
namespace {

std::string caseless(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

// Row by row of how many slips make the beginning of one word that of the other.
size_t slips(const std::string& a, const std::string& b) {
    std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i)
        for (size_t j = 0; j <= b.size(); ++j) {
            size_t& here = cost[i][j];
            if (i == 0 || j == 0) {
                here = i + j;
                continue;
            }
            here = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                here = std::min(here, cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string nearestName(const std::string& word, const std::vector<std::string>& names) {
    constexpr size_t kLongest = 100;  // no name is: pages of text are not compared with all
    if (word.size() > kLongest) return {};
    size_t fewest = 1 + (word.size() < 2 ? 0 : std::max<size_t>(word.size() / 4, 1));
    std::string nearest;
    for (const std::string& name : names) {
        if (name.size() > word.size() + fewest) continue;
        if (const size_t count = slips(caseless(word), caseless(name)); count < fewest) {
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
