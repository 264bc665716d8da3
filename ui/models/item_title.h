// What an item of a data set is called in the window: a file's path as it is, "train 12" and "test line 3" in the
// program's language, "train 12, held out for validation" (or for test) where that split was made of the other.
#pragma once

#include <QString>

#include "engine/data/source.h"

namespace tl {

QString itemTitle(const Source& source, const QString& split, int64_t index);

}  // namespace tl
