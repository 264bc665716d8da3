// Field numbers are those of TensorFlow's event.proto, summary.proto and tensor.proto.
#include "engine/io/events/record_parser.h"

#include <bit>

#include "engine/core/half.h"
#include "engine/io/events/run_metadata.h"
#include "engine/io/events/summary_value.h"
#include "engine/io/events/wire_reader.h"

namespace tl {
namespace {

template <typename Half>
double halfFrom(uint64_t bits) {
    return static_cast<double>(static_cast<float>(std::bit_cast<Half>(static_cast<uint16_t>(bits))));
}

template <typename T>
std::optional<double> one(std::span<const uint8_t> content) {
    if (content.size() != sizeof(T)) return {};
    T value;
    std::memcpy(&value, content.data(), sizeof value);
    return static_cast<double>(value);
}

std::optional<double> fromContent(uint64_t type, std::span<const uint8_t> content) {
    switch (type) {
    case 1: return one<float>(content);
    case 2: return one<double>(content);
    case 3: return one<int32_t>(content);
    case 4: return one<uint8_t>(content);
    case 5: return one<int16_t>(content);
    case 6: return one<int8_t>(content);
    case 9: return one<int64_t>(content);
    case 10: return one<uint8_t>(content);
    case 14:
        if (const auto bits = one<uint16_t>(content)) return halfFrom<BFloat16>(static_cast<uint64_t>(*bits));
        return {};
    case 17: return one<uint16_t>(content);
    case 19:
        if (const auto bits = one<uint16_t>(content)) return halfFrom<Float16>(static_cast<uint64_t>(*bits));
        return {};
    case 22: return one<uint32_t>(content);
    case 23: return one<uint64_t>(content);
    default: return {};
    }
}

EventKind kindOf(std::string_view plugin) {
    if (plugin == "scalars") return EventKind::Scalar;
    if (plugin == "histograms") return EventKind::Histogram;
    if (plugin == "images") return EventKind::Image;
    if (plugin == "text") return EventKind::Text;
    if (plugin == "graphs") return EventKind::Graph;
    if (plugin == "hparams") return EventKind::HParams;
    if (plugin == "pr_curves") return EventKind::PrCurve;
    if (plugin == "audio") return EventKind::Audio;
    if (isRunMetadata(plugin)) return EventKind::RunMetadata;
    if (plugin == "graph_keras_model") return EventKind::KerasModel;
    return EventKind::Other;
}

// Of a value that no plugin has written: TensorFlow 1's.
EventKind kindOf(const SummaryValue& value) {
    if (value.number) return EventKind::Scalar;
    switch (value.kind) {
    case SummaryValue::Body::Image: return EventKind::Image;
    case SummaryValue::Body::Histogram: return EventKind::Histogram;
    case SummaryValue::Body::Audio: return EventKind::Audio;
    default: return EventKind::Other;
    }
}

EventItem::Form formOf(SummaryValue::Body kind) {
    switch (kind) {
    case SummaryValue::Body::Image: return EventItem::Form::ImageProto;
    case SummaryValue::Body::Histogram: return EventItem::Form::HistogramProto;
    case SummaryValue::Body::Tensor: return EventItem::Form::Tensor;
    default: return EventItem::Form::Bytes;
    }
}

}  // namespace

std::optional<double> numberOf(std::span<const uint8_t> tensor) {
    uint64_t type = 0;
    int64_t elements = 1;
    std::optional<double> value;
    std::span<const uint8_t> content;
    for (WireReader wire(tensor);;) {
        if (!wire.next()) {
            if (!wire.ok()) return {};
            break;
        }
        const auto number = [&](auto packed) {  // the first of a repeated field, packed or not
            if (!wire.isBytes()) return;
            const auto all = wire.bytes();
            if (all.size() < sizeof packed) return;
            std::memcpy(&packed, all.data(), sizeof packed);
            value = static_cast<double>(packed);
        };
        switch (wire.field()) {
        case 1: type = wire.varint(); break;
        case 2:
            for (WireReader shape(wire.bytes()); shape.next();)
                if (shape.field() == 2)
                    for (WireReader dim(shape.bytes()); dim.next();)
                        if (dim.field() == 1 && dim.varint() != 1) elements = 0;
            break;
        case 4: content = wire.bytes(); break;
        case 5:
            if (wire.isFixed32())
                value = wire.fixedFloat();
            else
                number(float{});
            break;
        case 6:
            if (wire.isFixed64())
                value = wire.fixedDouble();
            else
                number(double{});
            break;
        case 7:
        case 10:
        case 11:
        case 13: {
            uint64_t bits = 0;
            if (wire.isVarint()) {
                bits = wire.varint();
            } else {
                // A packed list of varints: one field's payload read as the value of a made-up field.
                const auto all = wire.bytes();
                for (size_t i = 0, shift = 0; i < all.size() && shift < 64; ++i, shift += 7) {
                    bits |= static_cast<uint64_t>(all[i] & 127) << shift;
                    if (all[i] < 128) break;
                }
            }
            if (wire.field() == 13)
                value = type == 14 ? halfFrom<BFloat16>(bits) : halfFrom<Float16>(bits);
            else
                value = static_cast<double>(static_cast<int64_t>(bits));
            break;
        }
        default: break;
        }
    }
    if (elements != 1) return {};
    return value ? value : fromContent(type, content);
}

void RecordParser::parse(std::span<const uint8_t> record, uint64_t offset) {
    const Place place{record.data(), offset};
    double wallTime = 0;
    int64_t step = 0;
    std::span<const uint8_t> summary, graph, tagged;
    WireReader wire(record);
    while (wire.next()) {
        switch (wire.field()) {
        case 1: wallTime = wire.fixedDouble(); break;
        case 2: step = static_cast<int64_t>(wire.varint()); break;
        case 4: graph = wire.bytes(); break;
        case 5: summary = wire.bytes(); break;
        case 8: tagged = wire.bytes(); break;
        default: break;
        }
    }
    bool good = wire.ok();
    if (good && tagged.data()) {
        std::string_view name;
        std::span<const uint8_t> metadata;
        good = readTagged(tagged, name, metadata) && readRunMetadata(metadata);
        EventTag* tag = good ? &run.tagOf(name) : nullptr;
        if (tag && tag->count() == 0) tag->kind = EventKind::RunMetadata, tag->plugin = kTaggedRunMetadata;
        good = tag && tag->kind == EventKind::RunMetadata;
        if (good)
            tag->items.push_back({step, wallTime, place.of(metadata.data()), static_cast<uint32_t>(metadata.size()),
                                  file, EventItem::Form::Bytes});
    }
    if (good && !graph.empty()) {
        EventTag& tag = run.tagOf("__run_graph__");
        tag.kind = EventKind::Graph;
        tag.items.push_back({step, wallTime, place.of(graph.data()), static_cast<uint32_t>(graph.size()), file,
                             EventItem::Form::Bytes});
    }
    WireReader values(summary);
    while (good && values.next())
        if (values.field() == 1) {
            const auto value = values.bytes();
            good = values.ok() && parseValue(value, place, step, wallTime);
        }
    if (!good || !values.ok()) ++run.files_[file].misunderstood;
}

bool RecordParser::parseValue(std::span<const uint8_t> bytes, const Place& place, int64_t step, double wallTime) {
    const auto value = readSummaryValue(bytes);
    if (!value) return false;
    EventTag& tag = run.tagOf(value->tag);
    if (tag.count() == 0) {
        tag.plugin = value->plugin;
        tag.content = value->content;
        tag.displayName = value->displayName;
        tag.description = value->description;
        tag.kind = value->plugin.empty() ? kindOf(*value) : kindOf(value->plugin);
    }
    if (tag.kind == EventKind::Scalar) {
        const auto number = value->number ? std::optional<double>(*value->number) : numberOf(value->body);
        if (!number) return false;
        tag.points.push_back({step, wallTime, *number});
        return true;
    }
    if (value->number) return false;  // a number among pictures
    std::span<const uint8_t> body = value->body;
    EventItem::Form form = formOf(value->kind);
    if (tag.kind == EventKind::RunMetadata) {
        body = textIn(body);
        form = EventItem::Form::Bytes;
        if (body.empty() || !readRunMetadata(body)) return false;
    }
    if (tag.kind == EventKind::HParams) {  // what counts stands in the metadata
        body = {reinterpret_cast<const uint8_t*>(value->content.data()), value->content.size()};
        form = EventItem::Form::Metadata;
    }
    tag.items.push_back({step, wallTime, body.empty() ? place.of(bytes.data()) : place.of(body.data()),
                         static_cast<uint32_t>(body.size()), file, form});
    return true;
}

}  // namespace tl
