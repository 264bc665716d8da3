// How long OpenMP's threads spin at a barrier before they sleep. libgomp reads it from the environment when it is
// loaded, before main, so a program sets it and starts itself once more; docs/decisions/0005 says why and what it is
// worth.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tl {

// First thing in main. Does nothing where the person has chosen a way to wait, and goes on unchanged where the
// program cannot be started again. The process id stays the same.
inline void limitSpinning(char** argv) {
    if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
    // The link's own name would be the process's name from then on.
    std::error_code unreadable;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unreadable);
    if (!unreadable && setenv("GOMP_SPINCOUNT", "3000", 0) == 0) execv(self.c_str(), argv);
}

}  // namespace tl
