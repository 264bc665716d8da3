// Chrome's trace events in gzip files: the bytes as such a file, as what lies behind its head, and as events that are
// packed and then cut somewhere, or have a byte changed.
#include <zlib.h>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/fuzz/fuzz.h"

namespace {

constexpr size_t kHead = 10;

std::string packed(const std::string& text) {
    z_stream stream{};
    if (::deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
    std::string out(::deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    if (::deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
    out.resize(stream.total_out);
    ::deflateEnd(&stream);
    return out;
}

void read(const std::string& bytes) {
    const tl::fuzz::MemoryFile file(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    (void)tl::looksLikeTrace(file.path());
    tl::fuzz::withoutErrors([&] {
        const tl::Trace trace = tl::readTrace(file.path());
        (void)tl::opsIn(trace, trace.begin, trace.end);
    });
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    const std::string events[] = {
        R"({"traceEvents":[{"ph":"X","name":"a","cat":"c","ts":1.5,"dur":2,"pid":1,"tid":"t","args":{"x":[1,{"y":2}]}}]})",
        R"([{"ph":"B","name":"a","ts":1,"pid":1},{"ph":"E","ts":2,"pid":1},{"ph":"C","name":"m","ts":1,"args":{"v":1}}])"};
    std::string many = "[";
    for (int i = 0; i < 2000; ++i)
        many += R"({"ph":"X","name":"op","ts":)" + std::to_string(i) + R"(,"dur":1,"pid":1,"tid":1},)";
    std::vector<std::string> made;
    for (const std::string& text : {events[0], events[1], many}) {
        made.push_back(packed(text));
        made.push_back(packed(text).substr(kHead));
        made.push_back("\xff\xff" + text);
    }
    made.push_back(packed(events[0]) + packed(events[1]));  // as several are put behind each other
    return made;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    read(bytes);
    read(std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", kHead) + bytes);
    if (size < 2) return 0;
    std::string damaged = packed(bytes.substr(2));
    read(damaged.substr(0, damaged.size() * data[0] / 255));
    damaged[damaged.size() * data[0] / 256] ^= static_cast<char>(data[1]);
    read(damaged);
    return 0;
}
