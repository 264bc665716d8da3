// Scalars, histograms and images go out in the form that every version of TensorBoard reads; text, curves and settings
// are tensors with the name of their plugin, which stands on a tag's first value only.
#include "engine/io/events/event_writer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/core/record_frame.h"
#include "engine/io/events/event_file.h"
#include "engine/io/files.h"
#include "events.pb.h"

namespace tl {
namespace {

constexpr int kFloat = 1, kString = 7, kTensor = 2;

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::vector<std::string> eventFilesIn(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code code;
    for (std::filesystem::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
        if (it->path().filename().string().find("tfevents.") != std::string::npos) paths.push_back(it->path().string());
    std::ranges::sort(paths);
    return paths;
}

constexpr const char* kWriter = "tensorloom";
constexpr const char* kSessionEnd = "_hparams_/session_end_info";
constexpr size_t kFrame = 12;  // of a record, before its content

// Readers take a folder's files in the order of their names, which begin with the second they were made in.
std::string fileName(const std::string& folder) {
    static std::atomic<int> number{0};
    auto second = static_cast<long long>(now());
    for (const std::string& path : eventFilesIn(folder)) {
        const size_t at = path.rfind("tfevents.");
        second = std::max(second, std::atoll(path.c_str() + at + std::strlen("tfevents.")) + 1);
    }
    char host[256] = "localhost";
    (void)::gethostname(host, sizeof host - 1);
    char name[400];
    std::snprintf(name, sizeof name, "events.out.tfevents.%010lld.%s.%d.%d", second, host, static_cast<int>(::getpid()),
                  number++);
    return name;
}

wire::Summary::Value& value(wire::EventProto& event, const std::string& tag, int64_t step, double wallTime) {
    event.set_wall_time(wallTime);
    event.set_step(step);
    auto& value = *event.mutable_summary()->add_value();
    value.set_tag(tag);
    return value;
}

void shape(wire::TensorProto& tensor, int type, std::initializer_list<int64_t> dims) {
    tensor.set_dtype(type);
    auto& shape = *tensor.mutable_tensor_shape();
    for (const int64_t size : dims) shape.add_dim()->set_size(size);
}

void describe(wire::Summary::Value& value, const char* plugin, const std::string& content) {
    auto& metadata = *value.mutable_metadata();
    metadata.mutable_plugin_data()->set_plugin_name(plugin);
    metadata.mutable_plugin_data()->set_content(content);
    metadata.set_data_class(kTensor);
}

}  // namespace

EventWriter::EventWriter(const std::string& folder) {
    makeDirectory(folder);
    path_ = folder + "/" + fileName(folder);
    file_.open(path_, std::ios::binary | std::ios::app);
    if (!file_)
        throw Error(path_, "a place that may be written", std::strerror(errno),
                    "Choose another folder for the events.");
    wire::EventProto first;
    first.set_wall_time(now());
    first.set_file_version("brain.Event:2");
    first.mutable_source_metadata()->set_writer(kWriter);
    append(first);
}

EventWriter::~EventWriter() { flush(); }

void EventWriter::append(const wire::EventProto& event) { append(event.SerializeAsString()); }

void EventWriter::append(std::string_view content) {
    if (problem_.empty()) pending_ += framedRecord({reinterpret_cast<const uint8_t*>(content.data()), content.size()});
}

void EventWriter::flush() {
    if (pending_.empty() || !problem_.empty()) return;
    errno = 0;
    file_.write(pending_.data(), static_cast<std::streamsize>(pending_.size()));
    file_.flush();
    pending_.clear();
    if (!file_)
        problem_ = Message("{path} can no longer be written: {reason}.", path_, std::string(std::strerror(errno)));
}

// By hand: every step of a run comes through here, and building messages takes ten times as long.
void EventWriter::scalars(int64_t step, double wallTime, const Scalars& values) {
    const auto varint = [](std::string& to, uint64_t number) {
        for (; number > 127; number >>= 7) to += static_cast<char>(number | 128);
        to += static_cast<char>(number);
    };
    const auto fixed = [](std::string& to, const auto& number) {
        to.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    std::string summary, event;
    for (const auto& [tag, number] : values) {
        std::string name;
        varint(name, tag.size());
        summary += '\x0a';  // value = 1
        varint(summary, 1 + name.size() + tag.size() + 5);
        (summary += '\x0a') += name + tag;  // tag = 1
        summary += '\x15';                  // simple_value = 2
        fixed(summary, static_cast<float>(number));
    }
    event += '\x09';  // wall_time = 1
    fixed(event, wallTime);
    event += '\x10';  // step = 2
    varint(event, static_cast<uint64_t>(step));
    event += '\x2a';  // summary = 5
    varint(event, summary.size());
    append(event + summary);
}

void EventWriter::goesOnAfter(int64_t step, double wallTime) {
    wire::EventProto event;
    event.set_wall_time(wallTime);
    event.set_step(step + 1);
    event.mutable_session_log()->set_status(1);
    append(event);
}

void EventWriter::scalar(const std::string& tag, int64_t step, double wallTime, double number) {
    scalars(step, wallTime, {{tag, number}});
}

void EventWriter::histogram(const std::string& tag, int64_t step, double wallTime, const EventHistogram& histogram) {
    wire::EventProto event;
    auto& to = *value(event, tag, step, wallTime).mutable_histo();
    to.set_min(histogram.min);
    to.set_max(histogram.max);
    to.set_num(histogram.count);
    to.set_sum(histogram.sum);
    to.set_sum_squares(histogram.sumOfSquares);
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        to.add_bucket_limit(histogram.edges[i + 1]);
        to.add_bucket(histogram.counts[i]);
    }
    append(event);
}

void EventWriter::image(const std::string& tag, int64_t step, double wallTime, const EventImage& image) {
    wire::EventProto event;
    auto& to = *value(event, tag, step, wallTime).mutable_image();
    to.set_width(image.width);
    to.set_height(image.height);
    to.set_colorspace(image.channels);
    to.set_encoded_image_string(image.png);
    append(event);
}

void EventWriter::text(const std::string& tag, int64_t step, double wallTime, const std::string& markdown) {
    wire::EventProto event;
    auto& to = value(event, tag, step, wallTime);
    if (described_.insert(tag).second) describe(to, "text", "");
    shape(*to.mutable_tensor(), kString, {});
    to.mutable_tensor()->add_string_val(markdown);
    append(event);
}

void EventWriter::prCurve(const std::string& tag, int64_t step, double wallTime, const EventPrCurve& curve) {
    wire::EventProto event;
    auto& to = value(event, tag, step, wallTime);
    const auto thresholds = static_cast<int64_t>(curve.precision.size());
    // PrCurvePluginData: version = 1 (0), num_thresholds = 2.
    if (described_.insert(tag).second) {
        std::string content = "\x10";
        for (uint64_t rest = static_cast<uint64_t>(thresholds);; rest >>= 7) {
            content += static_cast<char>((rest & 127) | (rest > 127 ? 128 : 0));
            if (rest <= 127) break;
        }
        describe(to, "pr_curves", content);
    }
    auto& tensor = *to.mutable_tensor();
    shape(tensor, kFloat, {6, thresholds});
    for (const auto* row : {&curve.truePositives, &curve.falsePositives, &curve.trueNegatives, &curve.falseNegatives,
                            &curve.precision, &curve.recall}) {
        if (static_cast<int64_t>(row->size()) != thresholds)
            throw Error(tag, "as many counts as thresholds", std::to_string(row->size()));
        for (const double number : *row) tensor.add_float_val(static_cast<float>(number));
    }
    append(event);
}

void EventWriter::graph(double wallTime, const std::string& graphDef) {
    wire::EventProto event;
    event.set_wall_time(wallTime);
    event.set_graph_def(graphDef);
    append(event);
}

void EventWriter::hparamsStart(double wallTime, const std::map<std::string, HParam>& hparams,
                               const std::vector<std::string>& metrics, const std::string& group,
                               const std::string& model) {
    const auto write = [&](const char* tag, const wire::HParamsPluginData& data) {
        wire::EventProto event;
        auto& to = value(event, tag, 0, wallTime);
        describe(to, "hparams", data.SerializeAsString());
        shape(*to.mutable_tensor(), kFloat, {0});
        append(event);
    };
    wire::HParamsPluginData all, start;
    auto& experiment = *all.mutable_experiment();
    experiment.set_time_created_secs(wallTime);
    auto& session = *start.mutable_session_start_info();
    session.set_group_name(group);
    session.set_model_uri(model);
    session.set_start_time_secs(wallTime);
    for (const auto& [name, setting] : hparams) {
        auto& info = *experiment.add_hparam_infos();
        info.set_name(name);
        auto& to = (*session.mutable_hparams())[name];
        if (const auto* text = std::get_if<std::string>(&setting)) {
            info.set_type(1);
            to.set_string_value(*text);
        } else if (const auto* on = std::get_if<bool>(&setting)) {
            info.set_type(2);
            to.set_bool_value(*on);
        } else {
            info.set_type(3);
            to.set_number_value(std::get<double>(setting));
        }
    }
    for (const auto& tag : metrics) experiment.add_metric_infos()->mutable_name()->set_tag(tag);
    write("_hparams_/experiment", all);
    write("_hparams_/session_start_info", start);
}

void EventWriter::hparamsEnd(double wallTime, bool succeeded) {
    wire::HParamsPluginData end;
    end.mutable_session_end_info()->set_status(succeeded ? 1 : 2);
    end.mutable_session_end_info()->set_end_time_secs(wallTime);
    wire::EventProto event;
    auto& to = value(event, kSessionEnd, 0, wallTime);
    describe(to, "hparams", end.SerializeAsString());
    shape(*to.mutable_tensor(), kFloat, {0});
    append(event);
}

uint64_t cutEventFiles(const std::string& folder, int64_t step, int64_t epoch) {
    uint64_t gone = 0;
    for (const std::string& path : eventFilesIn(folder)) {
        bool own = false;
        std::optional<uint64_t> end;
        EventFile file(path);
        (void)file.read([&](std::span<const uint8_t> record, uint64_t offset) {
            wire::EventProto event;
            if (end || !event.ParseFromArray(record.data(), static_cast<int>(record.size()))) return;
            if (event.has_file_version()) own = event.source_metadata().writer() == kWriter;
            bool later = event.step() > step && !event.has_session_log();
            for (const auto& value : event.summary().value())
                later = later || value.tag() == kSessionEnd ||
                        (value.tag() == kEpochTag && value.simple_value() > static_cast<float>(epoch));
            if (later) end = offset - kFrame;
        });
        std::error_code code;
        const uint64_t size = std::filesystem::file_size(path, code), keep = end.value_or(file.offset());
        if (!own || code || keep >= size) continue;
        std::filesystem::resize_file(path, keep, code);
        if (!code) gone += size - keep;
    }
    return gone;
}

void removeEventFiles(const std::string& folder) {
    std::error_code ignored;
    for (const std::string& path : eventFilesIn(folder)) std::filesystem::remove(path, ignored);
}

}  // namespace tl
