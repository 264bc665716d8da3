// See the header.
#include "engine/io/events/summary_value.h"

namespace tl {
namespace {

void readMetadata(std::span<const uint8_t> bytes, SummaryValue& into) {
    for (WireReader metadata(bytes); metadata.next();) {
        if (metadata.field() == 2) into.displayName = metadata.text();
        if (metadata.field() == 3) into.description = metadata.text();
        if (metadata.field() != 1) continue;
        for (WireReader data(metadata.bytes()); data.next();) {
            if (data.field() == 1) into.plugin = data.text();
            if (data.field() == 2) into.content = data.text();
        }
    }
}

}  // namespace

std::optional<SummaryValue> readSummaryValue(std::span<const uint8_t> bytes) {
    using enum SummaryValue::Body;
    SummaryValue value;
    WireReader wire(bytes);
    const auto keep = [&](SummaryValue::Body kind) {
        value.kind = kind;
        value.body = wire.bytes();
    };
    while (wire.next()) {
        switch (wire.field()) {
        case 1: value.tag = wire.text(); break;
        case 2: value.number = wire.fixedFloat(); break;
        case 4: keep(Image); break;
        case 5: keep(Histogram); break;
        case 6: keep(Audio); break;
        case 8: keep(Tensor); break;
        case 9: readMetadata(wire.bytes(), value); break;
        default: break;
        }
    }
    if (!wire.ok()) return {};
    return value;
}

std::span<const uint8_t> textIn(std::span<const uint8_t> tensor) {
    WireReader wire(tensor);
    std::span<const uint8_t> text;
    while (wire.next())
        if (wire.field() == 8 && wire.isBytes()) text = wire.bytes();
    return wire.ok() ? text : std::span<const uint8_t>();
}

}  // namespace tl
