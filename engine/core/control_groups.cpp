// /proc/self/cgroup has a line "number:controllers:group" for each tree; version 2 names no controllers.
#include "engine/core/control_groups.h"

#include <fstream>

namespace tl {

std::vector<ControlGroup> controlGroups(const std::string& controller, const std::filesystem::path& root) {
    std::vector<ControlGroup> groups;
    std::ifstream lines(root / "proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool newer = controllers.empty();
        if (!newer && ("," + controllers + ",").find("," + controller + ",") == std::string::npos) continue;
        const std::filesystem::path tree = root / "sys/fs/cgroup" / (newer ? "" : controller);
        std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
        for (;; group = group.parent_path()) {
            groups.push_back({tree / group, newer});
            if (group.empty()) break;
        }
    }
    return groups;
}

}  // namespace tl
