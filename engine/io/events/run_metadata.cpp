// See the header.
#include "engine/io/events/run_metadata.h"

#include <algorithm>
#include <utility>

#include "engine/io/events/summary_value.h"
#include "engine/io/events/wire_reader.h"

namespace tl {
namespace {

using Bytes = std::span<const uint8_t>;

int64_t nanoseconds(uint64_t micros) {
    const auto value = static_cast<int64_t>(micros);
    return std::clamp(value, -RunMetadata::kFarthest / 1000, RunMetadata::kFarthest / 1000) * 1000;
}
int64_t bounded(uint64_t nanos) {
    return std::clamp(static_cast<int64_t>(nanos), -RunMetadata::kFarthest, RunMetadata::kFarthest);
}
double amount(uint64_t bytes) { return std::max(0.0, static_cast<double>(static_cast<int64_t>(bytes))); }

// AllocatorMemoryUsed
bool readMemory(Bytes bytes, OpStats& op) {
    WireReader wire(bytes);
    std::string_view allocator;
    double inUse = -1;
    while (wire.next()) {
        if (wire.field() == 1) allocator = wire.text();
        if (wire.field() == 2) op.allocated += amount(wire.varint());
        if (wire.field() == 5) inUse = amount(wire.varint());
    }
    if (inUse >= 0) op.inUse = inUse, op.allocator = allocator;
    return wire.ok();
}

// NodeOutput
bool readOutput(Bytes bytes, OpStats& op) {
    OpStats::Output output;
    WireReader wire(bytes);
    while (wire.next()) {
        if (wire.field() == 1) output.slot = wire.varint();
        if (wire.field() != 3) continue;
        WireReader tensor(wire.bytes());
        while (tensor.next()) {
            if (tensor.field() == 1) output.type = tensor.varint();
            if (tensor.field() == 2) output.shape = tensor.bytes();
            if (tensor.field() != 4) continue;
            WireReader allocation(tensor.bytes());
            while (allocation.next())
                if (allocation.field() == 1) output.bytes = amount(allocation.varint());
            if (!allocation.ok()) return false;
        }
        if (!tensor.ok()) return false;
    }
    op.outputs.push_back(output);
    return wire.ok();
}

bool readOp(Bytes bytes, OpStats& op) {
    int64_t micros = 0, lastedMicros = 0, nanos = 0, lasted = 0;
    WireReader wire(bytes);
    while (wire.next()) {
        switch (wire.field()) {
        case 1: op.node = wire.text(); break;
        case 2: micros = nanoseconds(wire.varint()); break;
        case 5: lastedMicros = nanoseconds(wire.varint()); break;
        case 6:
            if (!readMemory(wire.bytes(), op)) return false;
            break;
        case 7:
            if (!readOutput(wire.bytes(), op)) return false;
            break;
        case 8: op.label = wire.text(); break;
        case 10: op.thread = wire.varint(); break;
        case 13: nanos = bounded(wire.varint()); break;
        case 16: lasted = bounded(wire.varint()); break;
        default: break;
        }
    }
    // Older versions count in microseconds alone.
    op.begin = nanos > 0 ? nanos : micros;
    op.duration = std::max<int64_t>(0, lasted > 0 ? lasted : lastedMicros);
    return wire.ok();
}

bool readDevice(Bytes bytes, DeviceStats& device) {
    WireReader wire(bytes);
    while (wire.next()) {
        if (wire.field() == 1) device.device = wire.text();
        if (wire.field() == 2 && !readOp(wire.bytes(), device.ops.emplace_back())) return false;
        if (wire.field() == 3) {
            uint64_t thread = 0;
            std::string_view name;
            WireReader entry(wire.bytes());
            while (entry.next()) {
                if (entry.field() == 1) thread = entry.varint();
                if (entry.field() == 2) name = entry.text();
            }
            if (!entry.ok()) return false;
            device.threads[thread] = name;
        }
    }
    return wire.ok();
}

}  // namespace

bool DeviceStats::ofStream() const {
    return device.find("/stream:") != std::string_view::npos || device.find("memcpy") != std::string_view::npos;
}

std::optional<RunMetadata> readRunMetadata(Bytes bytes) {
    RunMetadata metadata;
    WireReader wire(bytes);
    while (wire.next()) {
        if (wire.field() == 1) {
            WireReader stats(wire.bytes());
            while (stats.next())
                if (stats.field() == 1 && !readDevice(stats.bytes(), metadata.devices.emplace_back())) return {};
            if (!stats.ok()) return {};
        }
        if (wire.field() == 4) {  // of a tf.function
            WireReader graphs(wire.bytes());
            while (graphs.next())
                if (graphs.field() == 2) metadata.graphs.push_back(graphs.bytes());
            if (!graphs.ok()) return {};
        }
    }
    if (!wire.ok()) return {};
    return metadata;
}

bool isRunMetadata(std::string_view plugin) {
    return plugin == kTaggedRunMetadata || plugin == "graph_run_metadata" || plugin == "graph_run_metadata_graph";
}

bool readTagged(Bytes bytes, std::string_view& tag, Bytes& metadata) {
    WireReader wire(bytes);
    while (wire.next()) {
        if (wire.field() == 1) tag = wire.text();
        if (wire.field() == 2) metadata = wire.bytes();
    }
    return wire.ok() && !metadata.empty();
}

void takeRunMetadata(Bytes record, std::vector<TaggedRunMetadata>& into) {
    int64_t step = 0;
    std::vector<std::pair<std::string_view, Bytes>> found;
    WireReader event(record);
    while (event.next()) {
        if (event.field() == 2 && event.isVarint()) step = static_cast<int64_t>(event.varint());
        std::string_view tag;
        Bytes metadata;
        if (event.field() == 8 && event.isBytes() && readTagged(event.bytes(), tag, metadata))
            found.emplace_back(tag, metadata);
    }
    if (!event.ok()) return;
    eachSummaryValue(record, [&](const SummaryValue& value) {
        if (isRunMetadata(value.plugin) && value.kind == SummaryValue::Body::Tensor)
            found.emplace_back(value.tag, textIn(value.body));
    });
    for (const auto& [tag, bytes] : found) {
        std::vector<uint8_t> kept(bytes.begin(), bytes.end());
        if (auto metadata = readRunMetadata(kept); metadata && !kept.empty())
            into.emplace_back(std::string(tag), step, std::move(kept), std::move(*metadata));
    }
}

}  // namespace tl
