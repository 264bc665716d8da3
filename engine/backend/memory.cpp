// Reads /proc/meminfo and the limits of the control group (version 2, or 1) and of every group above it.
#include "engine/backend/memory.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "engine/core/control_groups.h"

namespace tl {
namespace {

constexpr uint64_t kNone = std::numeric_limits<uint64_t>::max();
constexpr size_t kNotWorthAsking = size_t{16} << 20;

// A file of one number; `otherwise` where there is none ("max").
uint64_t numberIn(const std::string& path, uint64_t otherwise) {
    std::ifstream file(path);
    uint64_t number = 0;
    return file >> number ? number : otherwise;
}

// "name: 123 kB" or "name 123", a line.
std::map<std::string, uint64_t> fieldsIn(const std::string& path) {
    std::map<std::string, uint64_t> fields;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        uint64_t number = 0;
        if (!(words >> name >> number)) continue;
        if (!name.empty() && name.back() == ':') name.pop_back();
        fields[name] = number;
    }
    return fields;
}

uint64_t leftIn(uint64_t limit, uint64_t used, uint64_t reclaimable) {
    if (limit == kNone) return kNone;
    used -= std::min(used, reclaimable);
    return limit - std::min(limit, used);
}

// What the groups of this process leave it, each beside its files that can be dropped.
uint64_t leftByGroups(const std::filesystem::path& top) {
    uint64_t left = kNone;
    for (const ControlGroup& group : controlGroups("memory", top)) {
        const std::string at = group.folder.string();
        const uint64_t limit = numberIn(at + (group.newer ? "/memory.max" : "/memory.limit_in_bytes"), kNone);
        if (limit >= kNone / 4) continue;  // version 1 writes a huge number where there is none
        const auto fields = fieldsIn(at + "/memory.stat");
        const auto found = fields.find(group.newer ? "inactive_file" : "total_inactive_file");
        const uint64_t used = numberIn(at + (group.newer ? "/memory.current" : "/memory.usage_in_bytes"), 0);
        left = std::min(left, leftIn(limit, used, found == fields.end() ? 0 : found->second));
    }
    return left;
}

}  // namespace

size_t availableMemory(const std::filesystem::path& root) {
    const auto fields = fieldsIn((root / "proc/meminfo").string());
    const auto kilobytes = [&](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? 0 : found->second;
    };
    const uint64_t free = kilobytes("MemAvailable") + kilobytes("SwapFree");
    const uint64_t machine = free == 0 ? kNone : free * 1024;
    return static_cast<size_t>(std::min(machine, leftByGroups(root)));
}

std::string memoryText(size_t bytes) {
    const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    auto number = static_cast<double>(bytes);
    size_t unit = 0;
    while (number >= 1000 && unit + 1 < std::size(units)) number /= 1000, ++unit;
    char text[32];
    const int digits = unit == 0 || number >= 100 ? 0 : 1;
    const auto written = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, digits);
    return std::string(text, written.ptr) + " " + units[unit];
}

NotEnoughMemory::NotEnoughMemory(const Message& what, size_t wanted, size_t available, const std::string& device)
    : Error(device.empty() ? Message("{what} takes {wanted} of memory, and {available} can be had on this machine.",
                                     what, memoryText(wanted), memoryText(available))
                           : Message("{what} takes {wanted} of memory, and {available} can be had on the device "
                                     "{device}.",
                                     what, memoryText(wanted), memoryText(available), device)),
      available_(available), device_(device) {}

void requireMemory(const Message& what, size_t bytes) {
    if (bytes < kNotWorthAsking) return;
    if (const size_t available = availableMemory(); bytes > available) throw NotEnoughMemory(what, bytes, available);
}

}  // namespace tl
