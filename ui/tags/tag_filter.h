// What a person types to find tags: words and patterns with commas between, "conv_9, */gradient". A tag is shown when
// any of them fits: a word anywhere in its name, a pattern (with * or ?) the whole of it, and what reads as a regular
// expression ("loss|rate", "^train/") as such, too. Letters' case is all one.
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QVector>

namespace tl {

class TagFilter {
public:
    TagFilter() = default;
    explicit TagFilter(const QString& text);
    bool accepts(const QString& tag) const;

private:
    QVector<QRegularExpression> any_;
};

}  // namespace tl
