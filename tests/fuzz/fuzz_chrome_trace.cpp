// Chrome's trace events.
#include <cstdlib>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    return {
        R"({"traceEvents":[{"ph":"X","name":"a","cat":"c","ts":1.5,"dur":2,"pid":1,"tid":"t","args":{"x":[1,{"y":2}],"number":3}}]})",
        R"([{"ph":"B","name":"a","ts":1,"pid":1},{"ph":"E","ts":2,"pid":1},{"ph":"C","name":"m","ts":1,"args":{"v":1e3}}])",
        R"([{"ph":"b","cat":"n","id":"1","name":"q","ts":1},{"ph":"e","cat":"n","id":"1","name":"q","ts":-5.25}])",
        R"({"baseTimeNanoseconds":17,"traceEvents":[{"ph":"M","name":"thread_name","args":{"name":"\u00e9","sort_index":3}}]})",
        "{\"ph\":\"X\",\"name\":\"a\",\"ts\":1},\n{\"ph\":\"X\",\"name\":\"b\",\"ts\":2,\"args\":{\"x\":1}},\n"
        "{\"ph\":\"i\",\"name\":\"}\\n,{\",\"ts\":3},\n7,\n{\"ph\":\"X\",\"ts\":4}\n], {}"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    text.insert(0, "[");  // past the look at what it is
    const tl::fuzz::MemoryFile file(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    return tl::fuzz::withoutErrors([&] {
        const tl::Trace trace = tl::readTrace(file.path());
        try {
            const tl::Trace inParts = tl::readTrace(file.path(), {.window = 40});  // some are parsed ahead
            if (inParts.slices() != trace.slices() || inParts.bad != trace.bad || inParts.cut != trace.cut ||
                inParts.begin != trace.begin || inParts.end != trace.end || inParts.origin != trace.origin ||
                inParts.labels != trace.labels || inParts.details != trace.details)
                std::abort();
        } catch (const tl::Error&) {
            std::abort();
        }
        (void)tl::opsIn(trace, trace.begin, trace.end);
        (void)tl::stepsIn(trace, trace.begin, trace.end);
    });
}
