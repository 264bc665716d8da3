// One plane for each process, one line for each thread. The first plane is called as TensorFlow calls a machine's
// processors, which is where the profile plugin looks for host threads; it finds steps, ops and the wait for data by
// the names that TensorFlow gives them, so they have those here, and their own beside. Written line by line.
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
enum Stat : int64_t { kCategory = 1, kLayer, kKernel, kFlops, kBytes, kNumber, kText, kValue, kNameStat, kRoot };
constexpr const char* kStats[] = {"category", "layer", "kernel",        "flops", "bytes_accessed",
                                  "step_num", "text",  "counter_value", "name",  "_r"};

bool isStep(const TraceLabel& label) { return label.name == "step"; }
bool isWait(const TraceLabel& label) { return label.category == "wait"; }

// What TensorFlow would call it: "gradient_tape/conv_1/MatMul:MatMul" an op, and what else its plugin looks for; empty:
// as we do.
std::string pluginName(const TraceLabel& label) {
    if (isStep(label)) return "train";
    if (isWait(label)) return "IteratorGetNext";
    const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    const bool isOp = !label.name.empty() && label.name[0] >= 'A' && label.name[0] <= 'Z' &&
                      std::ranges::all_of(label.name, isLetter);
    if (!isOp) return {};
    std::string name = label.category == "backward" ? "gradient_tape/" : "";
    if (label.category == "op by op") name = "op_by_op/";  // the plugin tells ops apart by their names alone
    name += (label.layer.empty() ? "" : label.layer + "/") + label.name;
    for (char& c : name)
        if (!isLetter(c) && c != '_' && c != '.' && c != '/' && c != '-') c = '_';
    if (!isLetter(name[0])) name.insert(0, 1, '.');
    return name + ":" + label.name;
}

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
void set(xspace::XStat* stat, Stat id, int64_t value) {
    stat->set_metadata_id(id);
    stat->set_int64_value(value);
}

// Times count from the start of the trace: the plugin's picoseconds since 1970 would not fit.
std::string lineHead(int64_t id, const std::string& name) {
    std::string line;
    addNumber(line, 1, static_cast<uint64_t>(id));
    addField(line, 2, name);
    addNumber(line, 3, 0);
    return line;
}

// The plugin takes an event for part of the one before it where it lies within: outer ones come first.
template <typename Visit>
void eachInOrder(const TraceThread& thread, Visit visit) {
    std::vector<uint64_t> next;
    for (const TraceLane& lane : thread.levels) next.push_back(lane.first());
    while (true) {
        const TraceSlice* first = nullptr;
        size_t level = 0;
        for (size_t i = 0; i < next.size(); ++i) {
            const TraceLane& lane = thread.levels[i];
            if (next[i] < lane.last() && (!first || lane[next[i]].begin < first->begin)) first = &lane[next[level = i]];
        }
        if (!first) return;
        visit(*first);
        ++next[level];
    }
}

std::string lineOf(const Trace& trace, const TraceThread& thread, std::vector<bool>& used) {
    std::string line = lineHead(thread.id, thread.name);
    xspace::XEvent event;
    eachInOrder(thread, [&](const TraceSlice& slice) {
        used[slice.label] = true;
        event.Clear();
        event.set_metadata_id(slice.label + 1);
        event.set_offset_ps(std::max<int64_t>(0, slice.begin) * 1000);
        event.set_duration_ps((slice.duration + std::min<int64_t>(0, slice.begin)) * 1000);
        if ((slice.detail & Trace::kIsText) != 0) {
            set(event.add_stats(), kText, trace.text(slice));
        } else if (slice.detail != 0) {
            set(event.add_stats(), kNumber, int64_t{slice.detail});
            if (isStep(trace.labels[slice.label])) set(event.add_stats(), kRoot, int64_t{1});
        }
        addField(line, 4, event.SerializeAsString());
    });
    return line;
}

std::string lineOf(const Trace& trace, const TraceCounter& counter, int64_t id) {
    const std::string name = "counter:" + counter.name + (counter.unit.empty() ? "" : "\t" + counter.unit);
    std::string line = lineHead(id, name);
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
        const std::string name = pluginName(label);
        metadata.set_name(name.empty() ? label.name : name);
        if (!label.layer.empty())
            metadata.set_display_name(label.layer + " " + label.name);
        else if (!name.empty())
            metadata.set_display_name(label.name);
        if (!name.empty()) set(metadata.add_stats(), kNameStat, label.name);
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

// When it was, in ns since 1970.
std::string environment(const Trace& trace) {
    std::string plane;
    addField(plane, 2, std::string("Task ").append("Environment"));  // its name, and no text for people
    int64_t id = 0;
    for (const auto& [name, time] :
         {std::pair{"profile_start_time", trace.origin}, std::pair{"profile_stop_time", trace.origin + trace.end}}) {
        xspace::XStatMetadata metadata;
        metadata.set_id(++id);
        metadata.set_name(name);
        addField(plane, 5, entry(id, metadata.SerializeAsString()));
        xspace::XStat stat;
        stat.set_metadata_id(id);
        stat.set_uint64_value(static_cast<uint64_t>(time));
        addField(plane, 6, stat.SerializeAsString());
    }
    return plane;
}

}  // namespace

void writeXSpace(const Trace& trace, const std::string& path) {
    std::error_code failed;
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty()) fs::create_directories(folder, failed);
    std::string space;
    int64_t number = 0;
    for (const TraceProcess& process : trace.processes) addField(space, 1, planeOf(trace, process, ++number));
    addField(space, 1, environment(trace));
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0) addField(space, 4, host.data());
    writeFileAtomically(path, space);
}

}  // namespace tl::trace
