// See the header. A class's folder has another time when an image comes or goes; one that is written anew in its place,
// deep in a folder of classes, is not seen.
#include "engine/data/data_stamp.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "engine/data/hash.h"
#include "engine/data/source.h"

namespace tl {
namespace {

// What people and this program put beside data: projects with their runs, and what is hidden.
bool isBeside(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with('.') || name.ends_with(".tlm") || name == "runs";
}

void addEntry(Hash128& hash, const std::filesystem::directory_entry& entry) {
    std::error_code none;
    hash.add(entry.path().filename().string());
    hash.add(entry.is_regular_file(none) ? static_cast<uint64_t>(entry.file_size(none)) : 0);
    hash.add(static_cast<uint64_t>(entry.last_write_time(none).time_since_epoch().count()));
}

}  // namespace

std::string dataStamp(const std::string& spec) try {
    constexpr size_t kMost = 4096;
    std::filesystem::path path = placeOf(spec).path;
    if (path.empty()) return {};
    const bool pattern = path.string().find_first_of("*?[") != std::string::npos && !std::filesystem::exists(path);
    if (pattern) path = path.parent_path().empty() ? "." : path.parent_path();
    if (!std::filesystem::exists(path)) return {};
    std::vector<std::filesystem::directory_entry> entries;
    if (std::filesystem::is_directory(path))
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            if (!isBeside(entry.path())) entries.push_back(entry);
            if (entries.size() == kMost) break;
        }
    else
        entries.emplace_back(path);
    std::ranges::sort(entries, {}, &std::filesystem::directory_entry::path);
    Hash128 hash;
    for (const auto& entry : entries) addEntry(hash, entry);
    return std::to_string(hash.low) + "-" + std::to_string(hash.high);
} catch (const std::exception&) {
    return {};
}

}  // namespace tl
