// Written as a stream, a line an event: a trace of millions of slices never stands in memory as text. Times count from
// "baseTimeNanoseconds", as torch.profiler writes them, so that no reader's double loses a nanosecond.
#include <filesystem>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <zlib.h>

#include "engine/core/error.h"
#include "engine/io/trace/formats.h"

namespace tl::trace {
namespace {

class Output {
public:
    explicit Output(const std::string& path)
        : path_(path), unfinished_(path + ".part" + std::to_string(::getpid())),
          file_(::gzopen(unfinished_.c_str(), path.ends_with(".gz") ? "wb6" : "wbT")) {
        if (!file_) fail();
        buffer_.reserve(kBuffer + 4096);
    }
    ~Output() {
        if (file_) ::gzclose(file_);
        std::error_code ignored;
        if (!finished_) std::filesystem::remove(unfinished_, ignored);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(std::string_view text) {
        buffer_ += text;
        if (buffer_.size() >= kBuffer) flush();
    }
    void finish() {
        flush();
        if (::gzclose(std::exchange(file_, nullptr)) != Z_OK) fail();
        std::error_code failed;
        std::filesystem::rename(unfinished_, path_, failed);
        if (failed) fail();
        finished_ = true;
    }

private:
    static constexpr size_t kBuffer = 1 << 18;
    void flush() {
        const auto size = static_cast<unsigned>(buffer_.size());
        if (size > 0 && ::gzwrite(file_, buffer_.data(), size) != static_cast<int>(size)) fail();
        buffer_.clear();
    }
    [[noreturn]] void fail() const {
        throw Error(path_, "a place that may be written, with room", std::generic_category().message(errno),
                    "Choose another place for the trace.");
    }
    std::string path_, unfinished_, buffer_;
    gzFile file_;
    bool finished_ = false;
};

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Microseconds with three digits after the point: whole nanoseconds.
std::string micros(int64_t ns) {
    const uint64_t size = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
    std::string text = (ns < 0 ? "-" : "") + std::to_string(size / 1000) + ".000";
    char* digit = &text.back();
    for (uint64_t rest = size % 1000; rest > 0; rest /= 10) *digit-- = static_cast<char>('0' + rest % 10);
    return text;
}

// All of a slice of this label that is the same for each.
std::string headOf(const TraceLabel& label) {
    std::string head =
        "{\"ph\":\"X\",\"name\":" + quoted(label.name) + ",\"cat\":" + quoted(label.category) + ",\"args\":{";
    if (!label.layer.empty()) head += "\"layer\":" + quoted(label.layer) + ",";
    if (!label.kernel.empty()) head += "\"kernel\":" + quoted(label.kernel) + ",";
    if (label.flops != 0) head += "\"flops\":" + nlohmann::json(label.flops).dump() + ",";
    if (label.bytes != 0) head += "\"bytes\":" + nlohmann::json(label.bytes).dump() + ",";
    return head;
}

std::string event(const char* name, const std::string& place, const std::string& args) {
    return ",\n{\"ph\":\"M\",\"name\":\"" + std::string(name) + "\"," + place + ",\"args\":{" + args + "}}";
}

}  // namespace

void writeChrome(const Trace& trace, const std::string& path) {
    constexpr int64_t kQuarter = 1'000'000'000'000;  // ns of some quarter of an hour
    const int64_t base = trace.origin >= kQuarter ? trace.origin - trace.origin % kQuarter : 0;
    const int64_t start = trace.origin - base;
    Output output(path);
    output.write(
        "{\"displayTimeUnit\":\"ns\",\"baseTimeNanoseconds\":" + std::to_string(base) +
        ",\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"trace_format\",\"pid\":0,\"args\":{\"by\":\"tensorloom\"}}");
    for (const TraceProcess& process : trace.processes) {
        const std::string place = "\"pid\":" + std::to_string(process.id);
        if (!process.name.empty()) output.write(event("process_name", place, "\"name\":" + quoted(process.name)));
        output.write(event("process_sort_index", place, "\"sort_index\":" + std::to_string(process.order)));
    }
    std::vector<std::string> heads(trace.labels.size());
    for (const TraceThread& thread : trace.threads) {
        const std::string place = "\"pid\":" + std::to_string(thread.process) + ",\"tid\":" + std::to_string(thread.id);
        if (!thread.name.empty()) output.write(event("thread_name", place, "\"name\":" + quoted(thread.name)));
        output.write(event("thread_sort_index", place, "\"sort_index\":" + std::to_string(thread.order)));
        for (const TraceLane& lane : thread.levels)
            for (uint64_t i = lane.first(); i < lane.last(); ++i) {
                const TraceSlice& slice = lane[i];
                std::string& head = heads[slice.label];
                if (head.empty()) head = headOf(trace.labels[slice.label]);
                output.write(",\n" + head);
                if ((slice.detail & Trace::kIsText) != 0)
                    output.write("\"text\":" + quoted(trace.text(slice)));
                else
                    output.write("\"number\":" + std::to_string(slice.detail));
                output.write("}," + place + ",\"ts\":" + micros(start + slice.begin) +
                             ",\"dur\":" + micros(slice.duration) + "}");
            }
    }
    for (const TraceCounter& counter : trace.counters) {
        const std::string place = ",\n{\"ph\":\"C\",\"name\":" + quoted(counter.name) +
                                  ",\"pid\":" + std::to_string(counter.process) + ",\"tid\":0,\"ts\":",
                          key = quoted(counter.unit.empty() ? "value" : counter.unit);
        for (uint64_t i = 0; i < counter.size(); ++i)
            output.write(place + micros(start + counter[i].time) + ",\"args\":{" + key + ":" +
                         nlohmann::json(counter[i].value).dump() + "}}");
    }
    output.write("\n]}\n");
    output.finish();
}

}  // namespace tl::trace
