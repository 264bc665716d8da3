// One value of an Event's summary, as it stands in the file. Field numbers are those of TensorFlow's event.proto and
// summary.proto. What is read points into the bytes that it was read from. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/io/events/wire_reader.h"

namespace tl {

struct SummaryValue {
    enum class Body { None, Image, Histogram, Audio, Tensor };

    std::string_view tag, displayName, description;
    std::string_view plugin, content;  // which of TensorBoard's plugins it is for, and what that one keeps about it
    std::optional<float> number;
    Body kind = Body::None;
    std::span<const uint8_t> body;
};
// Nothing where the bytes are none.
std::optional<SummaryValue> readSummaryValue(std::span<const uint8_t> bytes);

// Each value of a record (a serialised Event) that can be read.
template <typename Take>
void eachSummaryValue(std::span<const uint8_t> record, Take take) {
    for (WireReader event(record); event.next();) {
        if (event.field() != 5 || !event.isBytes()) continue;
        for (WireReader values(event.bytes()); values.next();)
            if (values.field() == 1 && values.isBytes())
                if (const auto value = readSummaryValue(values.bytes())) take(*value);
    }
}

// The one text of a TensorProto, which is how summaries keep it; empty where it holds none.
std::span<const uint8_t> textIn(std::span<const uint8_t> tensor);

}  // namespace tl
