// Every way to place the letters is weighed by dynamic programming, so that a greedy early hit cannot hide a better
// one.
#include "widgets/canvas/fuzzy_match.h"

#include <QVector>
#include <algorithm>

namespace tl {

namespace {

bool wordStart(const QString& text, int i) {
    if (i == 0) return true;
    const QChar c = text[i], before = text[i - 1];
    return (c.isUpper() && !before.isUpper()) || (c.isLetterOrNumber() && !before.isLetterOrNumber()) ||
           (c.isDigit() && !before.isDigit());
}

}  // namespace

int fuzzyScore(const QString& query, const QString& text) {
    QString wanted;
    for (const QChar c : query)
        if (!c.isSpace()) wanted += c.toLower();
    if (wanted.isEmpty()) return 1;
    if (wanted.size() > text.size()) return 0;
    constexpr int none = -1;
    // best[i]: the score of the letters so far with the last of them at text[i].
    QVector<int> best(text.size(), none), next(text.size());
    for (int q = 0; q < wanted.size(); ++q) {
        int before = none;  // best over positions left of i - 1
        for (int i = 0; i < text.size(); ++i) {
            next[i] = none;
            if (text[i].toLower() == wanted[q]) {
                const int bonus = 1 + (wordStart(text, i) ? 8 : 0) + (i == 0 ? 4 : 0);
                if (q == 0)
                    next[i] = bonus;
                else {
                    const int inRow = i > 0 && best[i - 1] != none ? best[i - 1] + 5 : none;
                    const int from = std::max(inRow, before);
                    if (from != none) next[i] = from + bonus;
                }
            }
            if (i > 0) before = std::max(before, best[i - 1]);
        }
        best.swap(next);
    }
    const int score = *std::max_element(best.begin(), best.end());
    if (score == none) return 0;
    return score * 8 + std::max(0, 40 - int(text.size()));  // of equals the shorter title
}

}  // namespace tl
