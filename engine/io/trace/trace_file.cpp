// See the header.
#include "engine/io/trace/trace_file.h"

#include <array>
#include <filesystem>

#include <unistd.h>
#include <zlib.h>

#include "engine/core/error.h"
#include "engine/io/events/event_file.h"
#include "engine/io/trace/formats.h"

namespace tl {

namespace fs = std::filesystem;

namespace {

bool isXSpace(const std::string& path) { return path.ends_with(".pb"); }

// The first bytes, unpacked; empty where there are none.
std::string headOf(const std::string& path) {
    std::string head(4096, '\0');
    gzFile file = fs::is_regular_file(path) ? ::gzopen(path.c_str(), "rb") : nullptr;
    const int read = file ? ::gzread(file, head.data(), static_cast<unsigned>(head.size())) : 0;
    if (file) ::gzclose(file);
    head.resize(static_cast<size_t>(std::max(read, 0)));
    return head;
}

bool startsJson(const std::string& head) {
    const size_t first = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string::npos && (head[first] == '{' || head[first] == '[');
}

}  // namespace

[[noreturn]] void trace::givenUp(const std::string& path) {
    throw Error(Message("Reading {path} was given up.", path));
}

Trace readTrace(const std::string& path, const TraceReading& reading) {
    std::error_code code;
    if (!fs::exists(path, code)) throw Error(path, "a timeline: Chrome's trace events or an XSpace", "no such file");
    if (isEventFile(path) || (fs::is_directory(path, code) && !eventFilesOf(path).empty()))
        return trace::readRunMetadataOf(path, reading);
    if (!fs::is_regular_file(path, code)) throw Error(path, "a regular file", "something else");
    if (fs::file_size(path, code) == 0)
        throw Error(path, "a timeline: Chrome's trace events or an XSpace", "an empty file");
    Trace trace = startsJson(headOf(path)) ? trace::readChrome(path, reading) : trace::readXSpace(path, reading);
    if (trace.threads.empty() && trace.counters.empty())
        throw Error(path, "a timeline: Chrome's trace events or an XSpace", "nothing that happened at a time",
                    "Record one with train --profile, torch.profiler or TensorFlow's profiler.");
    return trace;
}

bool looksLikeTrace(const std::string& path) {
    if (path.ends_with(".xplane.pb")) return true;
    const bool json = path.ends_with(".json") || path.ends_with(".json.gz") || path.ends_with(".trace") ||
                      path.ends_with(".trace.gz") || path.ends_with(".trace.json");
    if (!json) return false;
    const std::string head = headOf(path);
    return startsJson(head) &&
           (head.find("\"traceEvents\"") != std::string::npos || head.find("\"ph\"") != std::string::npos ||
            head.find("\"schemaVersion\"") != std::string::npos);
}

void writeTrace(const Trace& trace, const std::string& path) {
    isXSpace(path) ? trace::writeXSpace(trace, path) : trace::writeChrome(trace, path);
}

std::string tracePathOf(const std::string& run) {
    const std::string own = (fs::path(run) / "trace.json.gz").string();
    std::error_code unknown;
    return fs::is_directory(run, unknown) && (fs::exists(own, unknown) || eventFilesOf(run).empty()) ? own : run;
}

std::string profilePluginPath(const std::string& logs, const std::string& session) {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0 || host[0] == '\0') host = {'h', 'o', 's', 't'};
    return (fs::path(logs) / "plugins" / "profile" / session / (std::string(host.data()) + ".xplane.pb")).string();
}

}  // namespace tl
