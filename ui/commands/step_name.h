// What an undo step is called, asked for whenever the language changes.
#pragma once

#include <QString>
#include <functional>

namespace tl {

using StepName = std::function<QString()>;

// A value as such a name tells it: a long one without its end.
inline QString toldValue(const QString& value) {
    constexpr qsizetype kMost = 32;
    if (value.isEmpty()) return QStringLiteral("–");
    return value.size() <= kMost ? value : value.left(kMost - 1) + QStringLiteral("…");
}

}  // namespace tl
