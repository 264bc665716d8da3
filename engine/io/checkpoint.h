// Checkpoints and project files. A checkpoint is one safetensors file (header length, JSON header, raw bytes; the
// format of the `safetensors` library) whose metadata holds the project and the run's position, so that it
// is complete by itself. Files are written beside, flushed, and renamed: a full disk never costs the old one.
#pragma once

#include <string>

#include "engine/train/session.h"

namespace tl {

inline constexpr const char* kCheckpointFormat = "tensorloom-checkpoint";  // "format" of the file's metadata

void saveCheckpoint(const Snapshot& snapshot, const std::string& path);  // throws Error; the old file survives
// path: a file, or a run directory (its newest checkpoint). Throws Error naming what is wrong with which file.
Snapshot loadCheckpoint(const std::string& path);

// SHA-256 over names, shapes and bytes of parameters and moving averages, in name order; optimizer slots are left out.
std::string weightsSha256(const Snapshot& snapshot);

// Beside, flush, rename. Throws Error with the reason (no space, no permission).
void writeFileAtomically(const std::string& path, const std::string& bytes);

}  // namespace tl
