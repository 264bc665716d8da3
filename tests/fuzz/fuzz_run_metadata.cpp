// RunMetadata, what TensorFlow measured of a step: the bytes alone, and as a step in an event file, beside a graph that
// has the names of its ops.
#include "engine/core/record_frame.h"
#include "engine/io/events/run_metadata.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/wire_writer.h"

using namespace tl::test;

namespace {

bool lies(std::string_view text, const uint8_t* data, size_t size) {
    const auto* at = reinterpret_cast<const uint8_t*>(text.data());
    return text.empty() || (at >= data && at + text.size() <= data + size);
}

std::string record(const std::string& event) {
    return tl::framedRecord({reinterpret_cast<const uint8_t*>(event.data()), event.size()});
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    const std::string memory = bytes(6, bytes(1, "cpu") + number(2, 64) + number(3, 128) + number(5, 32)),
                      shape = bytes(2, number(1, 16)) + bytes(2, number(1, 4)),
                      output = bytes(7, number(1, 0) + bytes(3, number(1, 1) + bytes(2, shape)));
    const auto op = [&](const std::string& node, uint64_t begin) {
        return bytes(2, bytes(1, node) + number(2, begin) + number(5, 7) + memory + output +
                            bytes(8, node + " = MatMul(x, w)") + number(10, 3));
    };
    const auto device = [&](const std::string& name, const std::string& ops) {
        return bytes(1, bytes(1, name) + ops + bytes(3, number(1, 3) + bytes(2, "worker")));
    };
    return {bytes(1, device("/device:CPU:0", op("a", 100) + op("b", 110))),
            bytes(1, device("/device:GPU:0", op("a", 1)) + device("/device:GPU:0/stream:all", op("a", 1))),
            bytes(3, sampleGraphDef()),
            bytes(1, device("/device:CPU:0", op("a", uint64_t{1} << 62))) + bytes(3, sampleGraphDef())};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const std::string folder = [] {
        char name[] = "/dev/shm/fuzz-metadata-XXXXXX";
        return std::string(::mkdtemp(name));
    }();
    if (const auto read = tl::readRunMetadata({data, size}))
        for (const tl::DeviceStats& device : read->devices)
            for (const tl::OpStats& op : device.ops) {
                if (!lies(device.device, data, size) || !lies(op.node, data, size) || !lies(op.label, data, size))
                    std::abort();
                if (op.begin > tl::RunMetadata::kFarthest || op.duration > tl::RunMetadata::kFarthest) std::abort();
            }
    const std::string content(reinterpret_cast<const char*>(data), size);
    const auto node = [](const char* name) { return bytes(1, bytes(1, name) + bytes(2, "MatMul")); };
    std::ofstream(folder + "/events.out.tfevents.1", std::ios::binary)
        << record(bytes(4, node("a") + node("b")))
        << record(number(2, 5) + bytes(8, bytes(1, "step") + bytes(2, content)))
        << record(number(2, 6) + bytes(8, bytes(1, "again") + bytes(2, content)));
    tl::fuzz::withoutErrors([&] { (void)tl::readForeignGraph(folder); });
    return tl::fuzz::withoutErrors([&] {
        const tl::Trace trace = tl::readTrace(folder);
        (void)tl::opsIn(trace, trace.begin, trace.end);
        (void)tl::stepsIn(trace, trace.begin, trace.end);
    });
}
