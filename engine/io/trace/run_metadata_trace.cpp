// What TensorFlow's RunMetadata tells of steps, as a timeline: a device is a process, its threads are threads, each
// step that was measured stands above them under its tag. Ops that run at once on a thread stand below each other.
#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/core/error.h"
#include "engine/io/events/event_file.h"
#include "engine/io/events/run_metadata.h"
#include "engine/io/trace/formats.h"

namespace tl::trace {
namespace {

// "a/b = MatMul(x, y)": the op; without such words the node's last part.
std::string opOf(const OpStats& op) {
    const size_t equals = op.label.find(" = "), open = op.label.find('(', equals);
    if (equals != std::string_view::npos && open != std::string_view::npos)
        return std::string(op.label.substr(equals + 3, open - equals - 3));
    return std::string(op.node.substr(op.node.rfind('/') + 1));
}

class Timeline {
public:
    void add(const TaggedRunMetadata& step) {
        if (step.metadata.devices.empty()) return;
        int64_t first = RunMetadata::kFarthest, last = -RunMetadata::kFarthest;
        for (const DeviceStats& device : step.metadata.devices) {
            const auto [found, fresh] = processes_.emplace(device.device, static_cast<int64_t>(processes_.size()) + 1);
            if (fresh) builder_.process(found->second).name = found->first;
            for (const OpStats& op : device.ops) {
                first = std::min(first, op.begin);
                last = std::max(last, op.begin + op.duration);
                add(found->second, device, op);
            }
        }
        if (first > last) return;
        builder_.process(kSteps).name = "steps";
        builder_.process(kSteps).order = -1;
        TraceSlice slice{first, last - first, builder_.label({step.tag, "train_step", {}, {}, 0, 0}), 0};
        slice.detail = static_cast<uint32_t>(std::clamp<int64_t>(step.step, 0, Trace::kIsText - 1));
        const size_t thread = builder_.thread(kSteps, 0);
        builder_.threadAt(thread).name = "steps";
        builder_.add(thread, slice);
    }
    Trace finish() { return builder_.finish(); }

private:
    static constexpr int64_t kSteps = 0;

    void add(int64_t process, const DeviceStats& device, const OpStats& op) {
        const auto id = static_cast<int64_t>(op.thread);
        const size_t thread = builder_.thread(process, id);
        if (std::string& name = builder_.threadAt(thread).name; name.empty()) {
            const auto told = device.threads.find(op.thread);
            const std::string_view of = device.device.substr(device.device.rfind("device:") + 1);
            name = told != device.threads.end() ? std::string(told->second) : "thread " + std::to_string(op.thread);
            if (told == device.threads.end() && device.ofStream()) name = std::string(of);
        }
        TraceSlice slice{op.begin, op.duration, 0, 0};
        slice.label = builder_.label({opOf(op), "op", std::string(op.node), {}, 0, 0});
        if (const size_t equals = op.label.find(" = "); equals != std::string_view::npos)
            slice.detail = builder_.detail(op.label.substr(equals + 3));
        builder_.add(thread, slice);
        if (op.inUse >= 0) {
            const size_t counter = builder_.counter(process, "memory " + std::string(op.allocator));
            builder_.counterAt(counter).unit = "B";
            builder_.add(counter, TracePoint{op.begin + op.duration, op.inUse});
        }
    }

    TraceBuilder builder_;
    std::map<std::string, int64_t, std::less<>> processes_;
};

}  // namespace

Trace readRunMetadataOf(const std::string& path, const TraceReading& reading) {
    Timeline timeline;
    std::vector<TaggedRunMetadata> steps;
    const std::vector<std::string> files = eventFilesOf(path);
    for (size_t i = 0; i < files.size(); ++i) {
        std::error_code unknown;
        const auto size = static_cast<double>(std::max<uintmax_t>(std::filesystem::file_size(files[i], unknown), 1));
        EventFile(files[i]).read([&](std::span<const uint8_t> record, uint64_t offset) {
            takeRunMetadata(record, steps);
            for (const TaggedRunMetadata& step : steps) timeline.add(step);
            steps.clear();
            const double share =
                (static_cast<double>(i) + static_cast<double>(offset) / size) / static_cast<double>(files.size());
            if (reading.progress && !reading.progress(std::min(share, 1.0))) givenUp(path);
        });
    }
    Trace trace = timeline.finish();
    if (trace.threads.empty())
        throw Error(path, "event files with the times of ops (RunMetadata)", "event files without",
                    "TensorFlow writes them with FileWriter.add_run_metadata, of a session that ran with FULL_TRACE.");
    return trace;
}

}  // namespace tl::trace
