// The libraries that read and compute beside our own code, for whoever compares two runs.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tl {

std::vector<std::pair<std::string, std::string>> libraryVersions();  // {"OpenCV", "4.6.0"}, ...

}  // namespace tl
