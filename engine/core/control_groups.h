// The control groups that this program is in, in whose files a container's limits are told (version 2, or 1).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tl {

struct ControlGroup {
    std::filesystem::path folder;
    bool newer = true;  // version 2, whose files have other names
};

// Those that a controller ("memory", "cpu") goes by: the program's own and all above it. `root` is the folder of proc
// and sys.
std::vector<ControlGroup> controlGroups(const std::string& controller, const std::filesystem::path& root);

}  // namespace tl
