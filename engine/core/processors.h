// How many threads of this program can run at once. std::thread::hardware_concurrency() tells what the machine has.
#pragma once

#include <filesystem>

namespace tl {

// Processors of this process's set, hyperthreads among them, and no more than threadsByQuota(); at least 1.
int usableThreads();

// The processors' time that the control groups leave this program, in whole processors, rounded up; the largest int
// where they set no limit. More threads would use it up early in each period and then all stand still. `root` is the
// folder of proc and sys.
int threadsByQuota(const std::filesystem::path& root = "/");

}  // namespace tl
