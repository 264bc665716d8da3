// Scores how well a few typed letters pick a title: letters in order, better at word starts and in a row.
#pragma once

#include <QString>

namespace tl {

// 0 = no match; higher is better. "gap" and "gapool" find "GlobalAveragePooling2D"; letter case is ignored.
int fuzzyScore(const QString& query, const QString& text);

}  // namespace tl
