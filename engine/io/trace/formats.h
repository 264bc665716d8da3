// The two formats' own functions; trace_file chooses between them.
#pragma once

#include "engine/io/trace/trace_file.h"

namespace tl::trace {

Trace readChrome(const std::string& path, const TraceReading& reading);
void writeChrome(const Trace& trace, const std::string& path);  // .gz: packed

Trace readXSpace(const std::string& path, const TraceReading& reading);
void writeXSpace(const Trace& trace, const std::string& path);

Trace readRunMetadataOf(const std::string& path,
                        const TraceReading& reading);  // of an event file, or of a folder of them

[[noreturn]] void givenUp(const std::string& path);

}  // namespace tl::trace
