// Timelines in files that other tools read and write: Chrome's trace events (JSON, plain or packed; Perfetto,
// chrome://tracing, torch.profiler) and XSpace protocol buffers (TensorBoard's profile plugin, TensorFlow, JAX); and
// the RunMetadata of TensorFlow's sessions in event files, which are read only. Read as streams: what memory holds are
// the slices, never the text. Any thread.
#pragma once

#include <functional>
#include <string>

#include "engine/profile/trace.h"

namespace tl {

struct TraceReading {
    // The share of the file that is read; false: give up, which makes an Error.
    std::function<bool(double)> progress = {};
    size_t window = size_t{1} << 18;  // bytes of text that are parsed at once; a few windows stay in a core's cache
};

// By what is in it. Throws Error where it cannot be opened, is no trace, or holds no event. A file that ends within an
// event or breaks off into something else gives what came before (Trace::cut); single bad records are counted.
Trace readTrace(const std::string& path, const TraceReading& reading = {});
bool looksLikeTrace(const std::string& path);  // by name and first bytes

// By the extension: .pb is an XSpace, .gz a packed JSON, anything else JSON. Written beside and renamed. Throws Error.
void writeTrace(const Trace& trace, const std::string& path);

// The one of a run: RUN/trace.json.gz, of another program's the folder of its event files; a file is itself. Where
// TensorBoard's profile plugin looks in a folder of logs:
// "<logs>/plugins/profile/<session>/<host>.xplane.pb".
std::string tracePathOf(const std::string& run);
std::string profilePluginPath(const std::string& logs, const std::string& session);

}  // namespace tl
