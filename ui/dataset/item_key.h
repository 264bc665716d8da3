// One number for an image of any split, for widgets that know neither splits nor sources.
#pragma once

#include <QString>
#include <QtGlobal>

namespace tl {

inline constexpr const char* kSplitNames[] = {"train", "validation", "test"};

inline qint64 itemKey(int split, qint64 index) { return (qint64{split} << 48) | index; }
inline int splitOf(qint64 key) { return static_cast<int>(key >> 48); }
inline qint64 indexOf(qint64 key) { return key & ((qint64{1} << 48) - 1); }
inline QString splitName(int split) { return QLatin1String(kSplitNames[split]); }
inline int splitIndex(const QString& name) {
    for (int split = 0; split < 3; ++split)
        if (name == QLatin1String(kSplitNames[split])) return split;
    return -1;
}

}  // namespace tl
