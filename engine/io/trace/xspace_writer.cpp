// One plane for each process, one line for each thread. The first plane is called as TensorFlow calls a machine's
// processors, which is where the profile plugin looks for host threads. Written line by line.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/trace/formats.h"
#include "xspace.pb.h"

namespace tl::trace {
namespace {

namespace fs = std::filesystem;

// Names of statistics; a place in this list and one is its id.
enum Stat : int64_t { kCategory = 1, kLayer, kKernel, kFlops, kBytes, kNumber, kText, kValue };
constexpr const char* kStats[] = {"category",       "layer",    "kernel", "flops",
                                  "bytes_accessed", "step_num", "text",   "counter_value"};

void addVarint(std::string& to, uint64_t value) {
    for (; value >= 0x80; value >>= 7) to.push_back(static_cast<char>(value | 0x80));
    to.push_back(static_cast<char>(value));
}
// A field of bytes: a message or a text.
void addField(std::string& to, uint32_t number, const std::string& bytes) {
    addVarint(to, number << 3 | 2);
    addVarint(to, bytes.size());
    to += bytes;
}
void addNumber(std::string& to, uint32_t number, uint64_t value) {
    addVarint(to, number << 3);
    addVarint(to, value);
}

void set(xspace::XStat* stat, Stat id, const std::string& value) {
    stat->set_metadata_id(id);
    stat->set_str_value(value);
}
void set(xspace::XStat* stat, Stat id, double value) {
    stat->set_metadata_id(id);
    stat->set_double_value(value);
}

std::string lineHead(int64_t id, const std::string& name, int64_t origin) {
    std::string line;
    addNumber(line, 1, static_cast<uint64_t>(id));
    addField(line, 2, name);
    addNumber(line, 3, static_cast<uint64_t>(origin));
    return line;
}

std::string lineOf(const Trace& trace, const TraceThread& thread, std::vector<bool>& used) {
    std::string line = lineHead(thread.id, thread.name, trace.origin);
    xspace::XEvent event;
    for (const TraceLane& lane : thread.levels)
        for (uint64_t i = lane.first(); i < lane.last(); ++i) {
            const TraceSlice& slice = lane[i];
            used[slice.label] = true;
            event.Clear();
            event.set_metadata_id(slice.label + 1);
            event.set_offset_ps(std::max<int64_t>(0, slice.begin) * 1000);
            event.set_duration_ps((slice.duration + std::min<int64_t>(0, slice.begin)) * 1000);
            if ((slice.detail & Trace::kIsText) != 0) {
                set(event.add_stats(), kText, trace.text(slice));
            } else if (slice.detail != 0) {
                xspace::XStat* stat = event.add_stats();
                stat->set_metadata_id(kNumber);
                stat->set_int64_value(slice.detail);
            }
            addField(line, 4, event.SerializeAsString());
        }
    return line;
}

std::string lineOf(const Trace& trace, const TraceCounter& counter, int64_t id) {
    const std::string name = "counter:" + counter.name + (counter.unit.empty() ? "" : "\t" + counter.unit);
    std::string line = lineHead(id, name, trace.origin);
    xspace::XEvent event;
    for (uint64_t i = 0; i < counter.size(); ++i) {
        if (counter[i].time < 0) continue;
        event.Clear();
        event.set_metadata_id(static_cast<int64_t>(trace.labels.size()) + 1);
        event.set_offset_ps(counter[i].time * 1000);
        set(event.add_stats(), kValue, counter[i].value);
        addField(line, 4, event.SerializeAsString());
    }
    return line;
}

std::string entry(int64_t key, const std::string& value) {
    std::string made;
    addNumber(made, 1, static_cast<uint64_t>(key));
    addField(made, 2, value);
    return made;
}

std::string eventNames(const Trace& trace, const std::vector<bool>& used) {
    std::string all;
    for (size_t i = 0; i < trace.labels.size(); ++i) {
        if (!used[i]) continue;
        const TraceLabel& label = trace.labels[i];
        xspace::XEventMetadata metadata;
        metadata.set_id(static_cast<int64_t>(i) + 1);
        metadata.set_name(label.name);
        if (!label.layer.empty()) metadata.set_display_name(label.layer + " " + label.name);
        if (!label.category.empty()) set(metadata.add_stats(), kCategory, label.category);
        if (!label.layer.empty()) set(metadata.add_stats(), kLayer, label.layer);
        if (!label.kernel.empty()) set(metadata.add_stats(), kKernel, label.kernel);
        if (label.flops != 0) set(metadata.add_stats(), kFlops, label.flops);
        if (label.bytes != 0) set(metadata.add_stats(), kBytes, label.bytes);
        addField(all, 4, entry(metadata.id(), metadata.SerializeAsString()));
    }
    xspace::XEventMetadata counter;
    counter.set_id(static_cast<int64_t>(trace.labels.size()) + 1);
    counter.set_name("counter");
    addField(all, 4, entry(counter.id(), counter.SerializeAsString()));
    int64_t id = 0;
    for (const char* name : kStats) {
        xspace::XStatMetadata metadata;
        metadata.set_id(++id);
        metadata.set_name(name);
        addField(all, 5, entry(id, metadata.SerializeAsString()));
    }
    return all;
}

std::string planeOf(const Trace& trace, const TraceProcess& process, int64_t number) {
    std::string plane;
    addNumber(plane, 1, static_cast<uint64_t>(number));
    addField(plane, 2, number == 1 ? std::string("/host:CPU") : process.name);
    std::vector<bool> used(trace.labels.size());
    for (const TraceThread& thread : trace.threads)
        if (thread.process == process.id) addField(plane, 3, lineOf(trace, thread, used));
    int64_t id = 1'000'000;
    for (const TraceCounter& counter : trace.counters)
        if (counter.process == process.id) addField(plane, 3, lineOf(trace, counter, ++id));
    return plane + eventNames(trace, used);
}

}  // namespace

void writeXSpace(const Trace& trace, const std::string& path) {
    std::error_code failed;
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty()) fs::create_directories(folder, failed);
    std::string space;
    int64_t number = 0;
    for (const TraceProcess& process : trace.processes) addField(space, 1, planeOf(trace, process, ++number));
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0) addField(space, 4, host.data());
    writeFileAtomically(path, space);
}

}  // namespace tl::trace
