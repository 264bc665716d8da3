// See the header.
#include "ui/tags/tag_filter.h"

#include <algorithm>

namespace tl {

TagFilter::TagFilter(const QString& text) {
    for (const QString& each : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString word = each.trimmed();
        if (word.isEmpty()) continue;
        const bool whole = word.contains(QLatin1Char('*')) || word.contains(QLatin1Char('?'));
        QString pattern = QRegularExpression::escape(word);
        pattern.replace(QStringLiteral("\\*"), QStringLiteral(".*"))
            .replace(QStringLiteral("\\?"), QStringLiteral("."));
        any_.push_back(QRegularExpression(whole ? QRegularExpression::anchoredPattern(pattern) : pattern,
                                          QRegularExpression::CaseInsensitiveOption));
        static const QRegularExpression written(QStringLiteral("[|^$(\\[\\\\+]|\\.\\*"));
        const QRegularExpression own(word, QRegularExpression::CaseInsensitiveOption);
        if (word.contains(written) && own.isValid()) any_.push_back(own);
    }
}

bool TagFilter::accepts(const QString& tag) const {
    return any_.isEmpty() || std::any_of(any_.begin(), any_.end(),
                                         [&](const QRegularExpression& one) { return one.match(tag).hasMatch(); });
}

}  // namespace tl
