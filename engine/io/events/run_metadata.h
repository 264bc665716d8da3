// RunMetadata as TensorFlow leaves it in event files (FileWriter.add_run_metadata, tf.summary.trace_export): which op
// ran when, on which device, with how much memory. Field numbers are those of its config.proto and step_stats.proto.
// What is read points into the bytes that it was read from. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tl {

struct OpStats {  // NodeExecStats
    struct Output {
        uint64_t slot = 0, type = 0;  // DataType
        std::span<const uint8_t> shape;
        double bytes = 0;
    };
    std::string_view node, label;  // "dense/MatMul", "dense/MatMul = MatMul(x, w)"
    uint64_t thread = 0;
    int64_t begin = 0, duration = 0;  // ns; begin since 1970
    double allocated = 0;             // bytes, while it ran
    double inUse = -1;                // bytes of its allocator, when it ended; -1 = not told
    std::string_view allocator;
    std::vector<Output> outputs;
};

struct DeviceStats {
    std::string_view device;  // "/job:localhost/replica:0/task:0/device:CPU:0"
    std::vector<OpStats> ops;
    std::map<uint64_t, std::string_view> threads;  // names, where they are told
    // A GPU's streams and copies are told beside the device itself, whose ops they are.
    bool ofStream() const;
};

struct RunMetadata {
    std::vector<DeviceStats> devices;                // step_stats; empty: the step's graph alone was kept
    std::vector<std::span<const uint8_t>> graphs;    // GraphDefs, as they were before TensorFlow changed them
    static constexpr int64_t kFarthest = 1LL << 61;  // ns, of begin and duration
};
// Nothing where the bytes are none.
std::optional<RunMetadata> readRunMetadata(std::span<const uint8_t> bytes);

// The plugins of TensorBoard whose values are such messages.
inline constexpr std::string_view kTaggedRunMetadata = "graph_tagged_run_metadata";
bool isRunMetadata(std::string_view plugin);

// Of an Event's field tagged_run_metadata; false where it is none.
bool readTagged(std::span<const uint8_t> bytes, std::string_view& tag, std::span<const uint8_t>& metadata);

// With the bytes that it points into: moved, never copied.
struct TaggedRunMetadata {
    TaggedRunMetadata(std::string tagged, int64_t at, std::vector<uint8_t> kept, RunMetadata read)
        : tag(std::move(tagged)), step(at), bytes(std::move(kept)), metadata(std::move(read)) {}
    TaggedRunMetadata(TaggedRunMetadata&&) = default;
    TaggedRunMetadata& operator=(TaggedRunMetadata&&) = default;

    std::string tag;
    int64_t step;
    std::vector<uint8_t> bytes;
    RunMetadata metadata;
};
// What one record of an event file has of them, added; those that cannot be read are left out.
void takeRunMetadata(std::span<const uint8_t> record, std::vector<TaggedRunMetadata>& into);

}  // namespace tl
