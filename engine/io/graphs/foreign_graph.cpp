// Which reader a file is for: by its ending, and where endings mean several things, by which reader takes it.
#include "engine/io/graphs/foreign_graph.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/file_bytes.h"
#include "engine/data/file_kind.h"
#include "engine/io/events/event_file.h"
#include "engine/io/events/run_metadata.h"
#include "engine/io/events/summary_value.h"
#include "engine/io/events/wire_reader.h"
#include "engine/io/graphs/graph_stats.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

// Large models are mostly weights, which nobody looks at here: those are mapped, so that only what is read is loaded.
class FileView {
public:
    explicit FileView(const std::string& path) {
        std::error_code code;
        if (fs::exists(path, code) && !fs::is_regular_file(path, code))
            throw Error(Message(path), "a file that can be read", "a pipe, a device or a folder");
        const uintmax_t size = fs::file_size(path, code);
        if (code) throw Error(Message(path), "a file that can be read", code.message());
        if (size < kSmall) {
            try {
                readFile(path, own_);
            } catch (const Error& error) {
                throw Error(Message("{path}: {problem}", path, error.message()));
            }
            bytes_ = own_;
            return;
        }
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        void* mapped = file < 0 ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (file >= 0) ::close(file);
        if (mapped == MAP_FAILED) throw Error(Message(path), "a file that can be read", "one that cannot");
        bytes_ = {static_cast<const uint8_t*>(mapped), static_cast<size_t>(size)};
        mapped_ = true;
    }
    ~FileView() {
        if (mapped_) ::munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
    }
    FileView(const FileView&) = delete;
    FileView& operator=(const FileView&) = delete;
    std::span<const uint8_t> bytes() const { return bytes_; }

private:
    static constexpr uintmax_t kSmall = 64 << 20;
    std::vector<uint8_t> own_;
    std::span<const uint8_t> bytes_;
    bool mapped_ = false;
};

std::string endingOf(const std::string& path) { return lowerCase(fs::path(path).extension().string()); }

// What steps that were measured tell of a graph: of all their times those of one, and the largest graph that they hold.
// TensorFlow 2 has a graph a function, which stands in what its tracing left beside those of single eager ops.
struct MeasuredSteps {
    std::string wanted;  // the tag whose times are to be shown; empty: the newest's
    std::vector<std::string> tags = {};
    int shown = -1;  // of the tags
    std::optional<TaggedRunMetadata> times = {};
    std::vector<uint8_t> graph = {};

    void take(TaggedRunMetadata step) {
        for (const std::span<const uint8_t> function : step.metadata.graphs)
            if (function.size() > graph.size()) graph.assign(function.begin(), function.end());
        if (step.metadata.devices.empty()) return;
        // Written again under the same tag, the later one counts.
        const auto known = std::find(tags.begin(), tags.end(), step.tag);
        const auto at = static_cast<int>(known - tags.begin());
        if (known == tags.end()) tags.push_back(step.tag);
        if (!wanted.empty() && step.tag != wanted && times) return;
        shown = at;
        times = std::move(step);
    }
};

GraphView graphOfEventFiles(const std::vector<std::string>& files, const std::string& path, const std::stop_token& stop,
                            const std::string& tag) {
    std::vector<uint8_t> graph;
    std::string keras;
    MeasuredSteps measured{tag};
    std::vector<TaggedRunMetadata> steps;
    const auto take = [&](std::span<const uint8_t> record, uint64_t) {
        takeRunMetadata(record, steps);
        for (TaggedRunMetadata& step : steps) measured.take(std::move(step));
        steps.clear();
        eachSummaryValue(record, [&](const SummaryValue& value) {
            if (!keras.empty() || value.tag != "keras" || value.plugin != "graph_keras_model") return;
            const std::span<const uint8_t> text = textIn(value.body);
            keras.assign(text.begin(), text.end());
        });
        WireReader wire(record);
        while (wire.next()) {
            const bool meta = wire.field() == 9;
            if ((wire.field() != 4 && !meta) || !wire.isBytes()) continue;
            std::span<const uint8_t> bytes = wire.bytes();
            if (meta) {
                WireReader inside(bytes);
                bytes = {};
                while (inside.next())
                    if (inside.field() == 2 && inside.isBytes()) bytes = inside.bytes();
            }
            if (!bytes.empty()) graph.assign(bytes.begin(), bytes.end());
        }
    };
    for (const std::string& file : files) EventFile(file).read(take, stop);
    if (graph.empty() && !keras.empty()) return graphOfKeras(keras, path, stop);
    if (graph.empty()) graph = std::move(measured.graph);
    if (graph.empty()) throw Error(Message(path), "an event file with a graph", "one without");
    GraphView view = graphOfGraphDef(graph, path, stop);
    view.stats.tags = std::move(measured.tags);
    view.stats.shown = measured.shown;
    if (measured.times) addStats(view, measured.times->metadata);
    return view;
}

// A file that cannot be read as what its ending says may be something else altogether: then that is what was found.
template <typename Read>
GraphView readAs(const Message& what, const std::string& path, const Read& read) {
    try {
        return read();
    } catch (const Error&) {
        Message found = describeFile(path).what;
        if (found == what) throw;
        throw Error(Message(path), what, std::move(found));
    }
}

}  // namespace

bool looksLikeGraph(const std::string& path) {
    const std::string ending = endingOf(path);
    std::error_code code;
    if (fs::is_directory(path, code)) return fs::exists(fs::path(path) / "saved_model.pb", code);
    return ending == ".onnx" || ending == ".pb" || ending == ".pbtxt" || isEventFile(path);
}

GraphView readForeignGraph(const std::string& path, const std::stop_token& stop, const std::string& stats) {
    std::error_code code;
    if (fs::is_directory(path, code) && !fs::exists(fs::path(path) / "saved_model.pb", code))
        if (const auto files = eventFilesOf(path); !files.empty()) return graphOfEventFiles(files, path, stop, stats);
    if (fs::is_directory(path, code)) return readForeignGraph((fs::path(path) / "saved_model.pb").string(), stop);
    if (isEventFile(path)) return graphOfEventFiles({path}, path, stop, stats);
    const FileView file(path);
    const std::string ending = endingOf(path);
    if (ending == ".pbtxt")
        return graphOfGraphText({reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}, path, stop);
    if (ending == ".onnx") return readAs("an ONNX model", path, [&] { return graphOfOnnx(file.bytes(), path, stop); });
    // A SavedModel begins with its schema's version, a number; a GraphDef with a node.
    return readAs("a TensorFlow graph", path, [&] {
        WireReader first(file.bytes());
        const bool saved = first.next() && first.field() == 1 && first.isVarint();
        return saved ? graphOfSavedModel(file.bytes(), path, stop) : graphOfGraphDef(file.bytes(), path, stop);
    });
}

}  // namespace tl
