// Small things that the kinds of data set share.
#pragma once

#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

// Splits test and validation off train where the data set has none and the options ask for them.
void holdOut(DataSet& data, const OpenOptions& options);
// Throws Error if the caller asked to stop.
void checkStopped(const OpenOptions& options);
// "60,000"
std::string grouped(int64_t number);
// The last part of a path: "/data/mnist/" -> "mnist".
std::string lastPart(const std::string& path);
// The first few names, with commas.
std::string shortList(const std::vector<std::string>& names, size_t most = 20);
std::string joinPath(const std::string& folder, const std::string& name);
bool fileExists(const std::string& path);
// Throws Error for a setting (behind the spec's "?") that the kind does not know.
void checkSettings(const std::map<std::string, std::string>& settings, const std::string& kind,
                   const std::vector<std::string>& known);

}  // namespace tl
