// XSpace files, as TensorFlow's profiler writes them.
#include <filesystem>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    tl::TraceBuilder builder;
    const size_t thread = builder.thread(1, 1), memory = builder.counter(1, "memory");
    builder.threadAt(thread).name = "training";
    const uint32_t label = builder.label({"Conv2D", "forward", "conv_1", "own", 1e6, 1e3});
    builder.add(thread, tl::TraceSlice{1000, 500, label, 3});
    builder.add(thread, tl::TraceSlice{1100, 50, label, builder.detail("x=1")});
    builder.add(memory, tl::TracePoint{1200, 5});
    const std::string path = "/dev/shm/fuzz-xspace-" + std::to_string(::getpid()) + ".pb";
    tl::writeTrace(builder.finish(), path);
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path);
    return {bytes};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    return tl::fuzz::withoutErrors([&] {
        const tl::Trace trace = tl::readTrace(file.path());
        (void)tl::opsIn(trace, trace.begin, trace.end);
        (void)tl::stepsIn(trace, trace.begin, trace.end);
    });
}
