// TensorBoard event files. A fuzzer does not guess sums of 32 bits, so the bytes are also taken as the content of
// framed records; whatever the reader then lists is loaded.
#include "engine/core/record_frame.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/trace/trace_file.h"
#include "tests/fuzz/fuzz.h"

namespace {

void open(const std::string& folder) {
    tl::fuzz::withoutErrors([&] {
        tl::EventTree tree(folder);
        (void)tree.poll(1);
        for (const auto& run : tree.runs())
            for (const auto& tag : run->tags())
                for (const auto& item : tag.items) {
                    (void)run->histogram(item);
                    (void)run->image(item);
                    (void)run->text(item);
                    (void)run->prCurve(item);
                }
    });
    tl::fuzz::withoutErrors([&] { (void)tl::readForeignGraph(folder); });
    tl::fuzz::withoutErrors([&] { (void)tl::readTrace(folder); });
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    // A scalar "a" = 1 at step 1; a text tensor; a histogram; a graph of one node "a"; RunMetadata "t" of it.
    return {
        std::string("\x09\0\0\0\0\0\0\xf0\x3f\x10\x01\x2a\x0a\x0a\x08\x0a\x01\x61\x15\0\0\x80\x3f", 23),
        std::string(
            "\x2a\x19\x0a\x17\x0a\x01t\x42\x07\x08\x07\x12\0\x42\x01x\x4a\x09\x0a\x07\x0a\x05\x74\x65\x78\x74\x73", 27),
        std::string("\x2a\x0b\x0a\x09\x0a\x01h\x2a\x04\x32\0\x3a\0", 13),
        std::string("\x22\x08\x0a\x06\x0a\x01\x61\x12\x01M", 10),
        std::string(
            "\x42\x19\x0a\x01t\x12\x14\x0a\x12\x0a\x10\x0a\x01\x64\x12\x0b\x0a\x01\x61\x10\x07\x28\x03\x32\x02\x10\x09",
            27)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const std::string folder = [] {
        char name[] = "/dev/shm/fuzz-events-XXXXXX";
        return std::string(::mkdtemp(name));
    }();
    const std::string path = folder + "/events.out.tfevents.1";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    open(folder);
    const std::string record = tl::framedRecord({data, size}), framed = record + record;
    std::ofstream(path, std::ios::binary) << framed;
    open(folder);
    return 0;
}
