// Takes one record of an event file apart and adds what it holds to its run.
#pragma once

#include "engine/io/events/event_tree.h"

namespace tl {

struct RecordParser {
    EventRun& run;
    uint32_t file;
    // offset: where the record's content begins in the file.
    void parse(std::span<const uint8_t> record, uint64_t offset);

private:
    struct Place {
        const uint8_t* begin;
        uint64_t offset;
        uint64_t of(const uint8_t* at) const { return offset + static_cast<uint64_t>(at - begin); }
    };
    bool parseValue(std::span<const uint8_t> bytes, const Place& place, int64_t step, double wallTime);
};

// The one number of a serialised TensorProto; nothing where it holds none or several, or another kind of data.
std::optional<double> numberOf(std::span<const uint8_t> tensor);

}  // namespace tl
