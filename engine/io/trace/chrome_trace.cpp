// Written as a stream, a line an event: a recording of millions of spans never stands in memory as text.
#include "engine/io/trace/chrome_trace.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <zlib.h>

#include "engine/core/error.h"

namespace tl {
namespace {

class Output {
public:
    explicit Output(const std::string& path)
        : path_(path), unfinished_(path + ".part" + std::to_string(::getpid())),
          file_(::gzopen(unfinished_.c_str(), path.ends_with(".gz") ? "wb6" : "wbT")) {
        if (!file_) fail();
    }
    ~Output() {
        if (file_) ::gzclose(file_);
        std::error_code ignored;
        if (!finished_) std::filesystem::remove(unfinished_, ignored);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(const std::string& text) {
        if (::gzwrite(file_, text.data(), static_cast<unsigned>(text.size())) != static_cast<int>(text.size())) fail();
    }
    void finish() {
        if (::gzclose(std::exchange(file_, nullptr)) != Z_OK) fail();
        std::error_code failed;
        std::filesystem::rename(unfinished_, path_, failed);
        if (failed) fail();
        finished_ = true;
    }

private:
    [[noreturn]] void fail() const {
        throw Error(path_, "a place that may be written, with room", std::generic_category().message(errno),
                    "Choose another place for the trace.");
    }
    std::string path_, unfinished_;
    gzFile file_;
    bool finished_ = false;
};

}  // namespace

void writeChromeTrace(const Recording& recording, const std::string& path, const std::string& process) {
    Output output(path);
    const auto quoted = [](const std::string& text) {
        return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    const auto pid = std::to_string(::getpid());
    output.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" +
                 pid + ",\"args\":{\"name\":" + quoted(process) + "}}");
    // Before the slice's begin and duration; what follows is the number and the end.
    std::map<SpanName, std::string> heads;
    const int64_t origin = wallNanoseconds(recording.begin);
    const double perTick = recording.end > recording.begin
                               ? static_cast<double>(wallNanoseconds(recording.end) - origin) /
                                     static_cast<double>(recording.end - recording.begin)
                               : 1;
    const auto micros = [&](uint64_t from, uint64_t to) {
        return static_cast<double>(static_cast<int64_t>(to - from)) * perTick / 1000;
    };
    const double start = static_cast<double>(origin % 1'000'000'000'000) / 1000;  // within its quarter of an hour
    for (const ThreadSpans& thread : recording.threads) {
        const auto tid = std::to_string(thread.thread);
        output.write(",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" + pid + ",\"tid\":" + tid +
                     ",\"args\":{\"name\":" + quoted(thread.name) + "}}");
        for (const SpanRecord& span : thread.spans) {
            auto [head, fresh] = heads.emplace(span.name, "");
            if (fresh) {
                const SpanInfo info = spanInfo(span.name);
                head->second = "{\"ph\":\"X\",\"name\":" + quoted(info.name) + ",\"cat\":\"" + nameOf(info.category) +
                               "\",\"args\":{" + (info.layer.empty() ? "" : "\"layer\":" + quoted(info.layer) + ",") +
                               (info.detail.empty() ? "" : "\"kernel\":" + quoted(info.detail) + ",") + "\"number\":";
            }
            char times[160];
            std::snprintf(times, sizeof times, "%u},\"pid\":%s,\"tid\":%s,\"ts\":%.3f,\"dur\":%.3f}", span.number,
                          pid.c_str(), tid.c_str(), start + micros(recording.begin, span.begin),
                          micros(span.begin, span.end));
            output.write(",\n" + head->second + times);
        }
    }
    output.write("\n]}\n");
    output.finish();
}

}  // namespace tl
