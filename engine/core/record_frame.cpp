// The one place that writes the frame; readers check it piece by piece as bytes arrive.
#include "engine/core/record_frame.h"

#include <cstring>

#include "engine/core/crc32c.h"

namespace tl {

std::string framedRecord(std::span<const uint8_t> content) {
    const uint64_t length = content.size();
    uint8_t head[12], foot[4];
    std::memcpy(head, &length, 8);
    const uint32_t ofLength = maskedCrc32c({head, 8}), ofContent = maskedCrc32c(content);
    std::memcpy(head + 8, &ofLength, 4);
    std::memcpy(foot, &ofContent, 4);
    std::string record;
    record.reserve(sizeof head + content.size() + sizeof foot);
    record.append(reinterpret_cast<const char*>(head), sizeof head);
    record.append(reinterpret_cast<const char*>(content.data()), content.size());
    record.append(reinterpret_cast<const char*>(foot), sizeof foot);
    return record;
}

}  // namespace tl
