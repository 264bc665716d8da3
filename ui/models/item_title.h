// What an item of a data set is called in the window: a file's path as it is, "train 12" and "test line 3" in the
// program's language.
#pragma once

#include <QString>

#include "engine/data/source.h"

namespace tl {

QString itemTitle(const Source& source, int64_t index);

}  // namespace tl
