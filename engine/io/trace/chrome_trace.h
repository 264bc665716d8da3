// A recording as Chrome's trace events (JSON), which Perfetto and chrome://tracing open: a row a thread, a slice a
// span, with layer, kernel and number as its arguments. A path that ends in .gz is packed.
#pragma once

#include <string>

#include "engine/profile/recording.h"

namespace tl {

// process: the name of the one process in it. Written beside and renamed. Throws Error.
void writeChromeTrace(const Recording& recording, const std::string& path, const std::string& process);

}  // namespace tl
