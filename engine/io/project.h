// The project file (.tlm): readable JSON, keys sorted, one property a line, the same bytes for the same project.
// Paths below the project's folder are written relative to it, so it opens on another machine.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/model/network_spec.h"
#include "engine/train/training_spec.h"

namespace tl {

struct LayerType;

struct Project {
    std::string name;
    NetworkSpec network;
    TrainingSpec training;
    std::string dataSpec;  // as openDataSet takes it; empty = none
    friend bool operator==(const Project&, const Project&) = default;
};

inline constexpr int kProjectVersion = 1;

std::string toJson(const Project& project, const std::string& directory = {});
// Throws Error: cut short (where), not a project, from a newer version (which). Unknown layers become placeholders,
// and unknown fields of the file are named in `notes`.
Project projectFromJson(const std::string& json, const std::string& directory = {},
                        std::vector<Message>* notes = nullptr);

void saveProject(const Project& project, const std::string& path);
Project loadProject(const std::string& path, std::vector<Message>* notes = nullptr);

// "mnist:/data" -> {"mnist", "/data"}; a bare path or "sample" has no kind.
std::pair<std::string, std::string> splitDataSpec(const std::string& spec);
// The same data from any working directory: a relative path is taken from `directory` (empty = the current one).
std::string absoluteDataSpec(const std::string& spec, const std::string& directory = {});
// The inverse, for paths below `directory`; others stay.
std::string relativeDataSpec(const std::string& spec, const std::string& directory);

// Rewrites the properties of a layer that an older version of its type saved; what is read goes through it.
void bringUpToDate(NodeSpec& node, const LayerType& type);

// Parts, for the clipboard and checkpoints.
std::string toJson(const NetworkSpec& network);
NetworkSpec networkFromJson(const std::string& json);
std::string toJson(const TrainingSpec& training);
TrainingSpec trainingFromJson(const std::string& json);

}  // namespace tl
