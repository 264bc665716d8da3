// Scalars, histograms and images go out in the form that every version of TensorBoard reads; text, curves and settings
// are tensors with the name of their plugin, which stands on a tag's first value only.
#include "engine/io/events/event_writer.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/core/record_frame.h"
#include "engine/io/files.h"
#include "events.pb.h"

namespace tl {
namespace {

constexpr int kFloat = 1, kString = 7, kTensor = 2;
constexpr auto kFlush = std::chrono::milliseconds(400);

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::string fileName() {
    static std::atomic<int> number{0};
    char host[256] = "localhost";
    (void)::gethostname(host, sizeof host - 1);
    char name[400];
    std::snprintf(name, sizeof name, "events.out.tfevents.%010lld.%s.%d.%d", static_cast<long long>(now()), host,
                  static_cast<int>(::getpid()), number++);
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
    path_ = folder + "/" + fileName();
    file_.open(path_, std::ios::binary | std::ios::app);
    if (!file_)
        throw Error(path_, "a place that may be written", std::strerror(errno),
                    "Choose another folder for the events.");
    wire::EventProto first;
    first.set_wall_time(now());
    first.set_file_version("brain.Event:2");
    first.mutable_source_metadata()->set_writer("tensorloom");
    append(first);
    thread_ = std::jthread([this](std::stop_token stop) {
        while (!stop.stop_requested()) {
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, stop, kFlush, [] { return false; });
            lock.unlock();
            flush();
        }
    });
}

EventWriter::~EventWriter() {
    thread_.request_stop();
    thread_.join();
    flush();
}

void EventWriter::append(const wire::EventProto& event) {
    const std::string content = event.SerializeAsString();
    const std::string record = framedRecord({reinterpret_cast<const uint8_t*>(content.data()), content.size()});
    const std::lock_guard lock(mutex_);
    if (problem_.empty()) pending_ += record;
}

// What writes holds one lock, and takes the other only to exchange the pending bytes: nobody waits for the disk but it.
void EventWriter::flush() {
    const std::lock_guard writing(disk_);
    std::string taken;
    {
        const std::lock_guard lock(mutex_);
        if (pending_.empty() || !problem_.empty()) return;
        taken.swap(pending_);
    }
    errno = 0;
    file_.write(taken.data(), static_cast<std::streamsize>(taken.size()));
    file_.flush();
    if (file_) return;
    const std::lock_guard lock(mutex_);
    problem_ = Message("{path} can no longer be written: {reason}.", path_, std::string(std::strerror(errno)));
}

bool EventWriter::firstOf(const std::string& tag) {
    const std::lock_guard lock(mutex_);
    return described_.insert(tag).second;
}

Message EventWriter::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

void EventWriter::scalar(const std::string& tag, int64_t step, double wallTime, double number) {
    wire::EventProto event;
    value(event, tag, step, wallTime).set_simple_value(static_cast<float>(number));
    append(event);
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
    if (firstOf(tag)) describe(to, "text", "");
    shape(*to.mutable_tensor(), kString, {});
    to.mutable_tensor()->add_string_val(markdown);
    append(event);
}

void EventWriter::prCurve(const std::string& tag, int64_t step, double wallTime, const EventPrCurve& curve) {
    wire::EventProto event;
    auto& to = value(event, tag, step, wallTime);
    const auto thresholds = static_cast<int64_t>(curve.precision.size());
    // PrCurvePluginData: version = 1 (0), num_thresholds = 2.
    if (firstOf(tag)) {
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
                               const std::vector<std::string>& metrics, const std::string& group) {
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
    auto& to = value(event, "_hparams_/session_end_info", 0, wallTime);
    describe(to, "hparams", end.SerializeAsString());
    shape(*to.mutable_tensor(), kFloat, {0});
    append(event);
}

}  // namespace tl
