// Planes are processes, lines are threads. Lines stand before the names that their events refer to, so the file is
// walked twice: first for the names, then for the events, one at a time.
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/io/trace/formats.h"
#include "xspace.pb.h"

namespace tl::trace {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

struct Names {
    std::map<int64_t, TraceLabel> events;
    std::map<int64_t, std::string> stats;
};
struct Plane {
    int64_t id = 0;
    std::string name;
    Names names;
};

// Calls `field(number)` for each field of `size` bytes that is a message or text; it may read what it likes of them and
// returns false where they are broken. False where the bytes are.
template <typename Field>
bool eachField(CodedInputStream& in, Field field) {
    while (const uint32_t tag = in.ReadTag()) {
        if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
            if (!field(WireFormatLite::GetTagFieldNumber(tag), tag)) return false;
            continue;
        }
        uint32_t size = 0;
        if (!in.ReadVarint32(&size) || size > static_cast<uint32_t>(std::numeric_limits<int>::max())) return false;
        const auto limit = in.PushLimit(static_cast<int>(size));
        if (!field(WireFormatLite::GetTagFieldNumber(tag), 0)) return false;
        const int left = in.BytesUntilLimit();
        if (left > 0 && !in.Skip(left)) return false;
        in.PopLimit(limit);
    }
    return in.ConsumedEntireMessage();
}

bool skip(CodedInputStream& in, uint32_t tag) { return tag == 0 || WireFormatLite::SkipField(&in, tag); }

bool readText(CodedInputStream& in, std::string& text) {
    const int size = in.BytesUntilLimit();
    return size >= 0 && in.ReadString(&text, size);
}

int64_t signedOf(const xspace::XStat& stat) {
    switch (stat.value_case()) {
    case xspace::XStat::kInt64Value: return stat.int64_value();
    case xspace::XStat::kUint64Value: return static_cast<int64_t>(std::min<uint64_t>(stat.uint64_value(), INT64_MAX));
    case xspace::XStat::kDoubleValue: return std::llround(std::clamp(stat.double_value(), -9e18, 9e18));
    default: return 0;
    }
}
double numberOf(const xspace::XStat& stat) {
    return stat.value_case() == xspace::XStat::kDoubleValue ? stat.double_value() : static_cast<double>(signedOf(stat));
}
std::string textOf(const xspace::XStat& stat, const Names& names) {
    switch (stat.value_case()) {
    case xspace::XStat::kStrValue: return stat.str_value();
    case xspace::XStat::kRefValue: {
        const auto found = names.stats.find(static_cast<int64_t>(stat.ref_value()));
        return found != names.stats.end() ? found->second : std::string();
    }
    case xspace::XStat::kBytesValue: return "[…]";
    case xspace::XStat::kDoubleValue: return shortest(stat.double_value());
    default: return std::to_string(signedOf(stat));
    }
}

class Reader {
public:
    Reader(const std::string& path, const TraceReading& reading)
        : path_(path), reading_(reading), size_(std::filesystem::file_size(path)) {}

    Trace read() {
        pass([this](CodedInputStream& in) { return readNames(in); });
        if (planes_.empty()) throw Error(path_, "a timeline: Chrome's trace events or an XSpace", "other bytes");
        at_ = 0;
        if (!pass([this](CodedInputStream& in) { return readLines(in); })) builder_.setCut();
        Trace trace = builder_.finish();
        trace.origin += start_;
        return trace;
    }

private:
    template <typename Read>
    bool pass(Read read) {
        const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (file < 0) throw Error(path_, "a file that can be read", std::generic_category().message(errno));
        google::protobuf::io::FileInputStream bytes(file);
        bytes.SetCloseOnDelete(true);
        CodedInputStream in(&bytes);
        in.SetTotalBytesLimit(std::numeric_limits<int>::max());
        return eachField(in,
                         [&](int number, uint32_t tag) { return number == 1 && tag == 0 ? read(in) : skip(in, tag); });
    }
    void tell(const CodedInputStream& in, double from) {
        if (!reading_.progress) return;
        const double share = in.CurrentPosition() / static_cast<double>(std::max<uintmax_t>(size_, 1));
        if (!reading_.progress(std::clamp(from + share / 2, 0.0, 1.0))) givenUp(path_);
    }

    bool readNames(CodedInputStream& in) {
        planes_.emplace_back();
        Plane& plane = planes_.back();
        std::vector<xspace::XEventMetadata> known;
        std::vector<xspace::XStat> stats;
        const bool whole = eachField(in, [&](int number, uint32_t tag) {
            tell(in, 0);
            if (tag != 0) {
                if (number != 1 || WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_VARINT)
                    return skip(in, tag);
                uint64_t id = 0;
                if (!in.ReadVarint64(&id)) return false;
                plane.id = static_cast<int64_t>(id);
                return true;
            }
            if (number == 2) return readText(in, plane.name);
            if (number == 4) {
                xspace::XEventMetadataEntry entry;
                if (!entry.MergePartialFromCodedStream(&in)) return false;
                entry.mutable_value()->set_id(entry.key());
                entry.mutable_value()->clear_metadata();
                known.push_back(std::move(*entry.mutable_value()));
            }
            if (number == 5) {
                xspace::XStatMetadataEntry entry;
                if (!entry.MergePartialFromCodedStream(&in)) return false;
                plane.names.stats[entry.key()] = entry.value().name();
            }
            if (number == 6) return stats.emplace_back().MergePartialFromCodedStream(&in);
            return true;
        });
        // An event's own statistics may name what the others of this plane are called.
        for (const xspace::XEventMetadata& event : known) {
            TraceLabel label;
            label.name = event.name().empty() ? event.display_name() : event.name();
            for (const xspace::XStat& stat : event.stats()) describe(label, stat, plane.names);
            plane.names.events[event.id()] = std::move(label);
        }
        for (const xspace::XStat& stat : stats)  // of "Task Environment"; all else counts from it
            if (const auto name = plane.names.stats.find(stat.metadata_id());
                name != plane.names.stats.end() && name->second == "profile_start_time")
                start_ = std::clamp<int64_t>(signedOf(stat), 0, kFarthest - 1);
        return whole;
    }

    static bool describe(TraceLabel& label, const xspace::XStat& stat, const Names& names) {
        const auto found = names.stats.find(stat.metadata_id());
        if (found == names.stats.end()) return false;
        const std::string& name = found->second;
        if (name == "name") return label.name = textOf(stat, names), true;  // ours, beside TensorFlow's
        if (name == "layer") return label.layer = textOf(stat, names), true;
        if (name == "kernel") return label.kernel = textOf(stat, names), true;
        if (name == "category" || name == "hlo_category") return label.category = textOf(stat, names), true;
        if (name == "flops") return label.flops = numberOf(stat), true;
        if (name == "bytes_accessed") return label.bytes = numberOf(stat), true;
        return false;
    }

    bool readLines(CodedInputStream& in) {
        if (at_ >= planes_.size()) return false;
        const Plane& plane = planes_[at_++];
        labels_.clear();
        // Ids may be missing, and so the same for several.
        const auto process = static_cast<int64_t>(at_);
        int64_t number = 0;
        return eachField(in, [&](int field, uint32_t tag) {
            if (field != 3 || tag != 0) return skip(in, tag);
            builder_.process(process).name = plane.name;
            return readLine(in, plane, process, ++number);
        });
    }

    bool readLine(CodedInputStream& in, const Plane& plane, int64_t process, int64_t place) {
        std::string name, display;
        int64_t timestamp = 0;
        bool told = false;  // the line's own time, be it 0
        size_t thread = builder_.thread(process, place);
        std::optional<size_t> counter;
        builder_.threadAt(thread).order = place;
        // Events may stand before the line's own time: they are moved when it is known.
        std::vector<std::pair<TraceSlice, double>> early;
        bool timed = false;
        const auto add = [&](TraceSlice slice, double value) {
            int64_t begin = 0;
            if (__builtin_add_overflow(slice.begin, timestamp, &begin) || begin > kFarthest || begin < -kFarthest)
                return builder_.countBad();
            slice.begin = begin;
            if (counter)
                builder_.add(*counter, TracePoint{slice.begin, value});
            else
                builder_.add(thread, slice);
        };
        const auto settle = [&] {
            if (timed) return;
            timed = true;
            constexpr std::string_view kCounter = "counter:";
            const std::string& shown = display.empty() ? name : display;
            if (shown.starts_with(kCounter)) {
                const size_t unit = shown.find('\t');
                counter = builder_.counter(process, shown.substr(kCounter.size(), unit - kCounter.size()));
                if (unit != std::string::npos) builder_.counterAt(*counter).unit = shown.substr(unit + 1);
            }
            for (const auto& [slice, value] : early) add(slice, value);
            early = {};
        };
        xspace::XEvent event;
        uint64_t seen = 0;
        const bool whole = eachField(in, [&](int field, uint32_t tag) {
            if ((++seen & 0xFFFu) == 0) tell(in, 0.5);
            if (tag != 0) {
                if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_VARINT) return skip(in, tag);
                uint64_t value = 0;
                if (!in.ReadVarint64(&value)) return false;
                if (field == 3) timestamp = static_cast<int64_t>(value), told = true;
                return true;
            }
            if (field == 2) return readText(in, name);
            if (field == 11) return readText(in, display);
            if (field != 4) return true;
            event.Clear();
            if (!event.MergePartialFromCodedStream(&in)) return false;
            if (event.data_case() == xspace::XEvent::kNumOccurrences) return true;
            if (event.offset_ps() < 0 || event.duration_ps() < 0) return builder_.countBad(), true;
            double value = 0;
            const TraceSlice slice = sliceOf(event, plane.names, value);
            // Writers put the time before the events; only what they put after it is waited for.
            if (told) settle();
            if (timed)
                add(slice, value);
            else
                early.emplace_back(slice, value);
            return true;
        });
        settle();
        if (!counter) builder_.threadAt(thread).name = display.empty() ? name : display;
        return whole;
    }

    TraceSlice sliceOf(const xspace::XEvent& event, const Names& names, double& value) {
        const auto half = [](int64_t ps) { return ps / 1000 + (ps % 1000 >= 500 ? 1 : 0); };
        TraceSlice slice;
        slice.begin = half(event.offset_ps());
        slice.duration = half(event.duration_ps());
        const auto known = names.events.find(event.metadata_id());
        bool own = known == names.events.end();
        TraceLabel label;
        std::string text;
        for (const xspace::XStat& stat : event.stats()) {
            const auto name = names.stats.find(stat.metadata_id());
            // Those of an underscore tell the profile plugin what belongs together.
            if (name == names.stats.end() || name->second.starts_with('_')) continue;
            if (name->second == "counter_value") {
                value = numberOf(stat);
            } else if (name->second == "number" || name->second == "step_num") {
                slice.detail = static_cast<uint32_t>(std::clamp<int64_t>(signedOf(stat), 0, Trace::kIsText - 1));
            } else if (name->second == "text") {
                text = textOf(stat, names);
            } else {
                if (!own && label.name.empty()) label = known->second;
                if (describe(label, stat, names))
                    own = true;
                else if (text.size() < kText)
                    text += (text.empty() ? "" : " ") + name->second + "=" + textOf(stat, names).substr(0, kText);
            }
        }
        if (!text.empty()) slice.detail = builder_.detail(text);
        if (own) {
            if (known != names.events.end() && label.name.empty()) label.name = known->second.name;
            if (known == names.events.end()) label.name = "event " + std::to_string(event.metadata_id());
            slice.label = builder_.label(label);
            return slice;
        }
        const auto [found, fresh] = labels_.emplace(event.metadata_id(), 0);
        if (fresh) found->second = builder_.label(known->second);
        slice.label = found->second;
        return slice;
    }

    static constexpr size_t kText = 600;
    static constexpr int64_t kFarthest = int64_t{1} << 62;
    const std::string& path_;
    const TraceReading& reading_;
    uintmax_t size_;
    std::vector<Plane> planes_;
    size_t at_ = 0;
    int64_t start_ = 0;  // ns since 1970, where it is told
    TraceBuilder builder_;
    std::map<int64_t, uint32_t> labels_;  // of the plane under way, by its metadata's id
};

}  // namespace

Trace readXSpace(const std::string& path, const TraceReading& reading) { return Reader(path, reading).read(); }

}  // namespace tl::trace
