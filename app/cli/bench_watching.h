// `tensorloom bench --watching`: what looking at a training costs, and how fast the readers of what was written are. A
// list of cases; each measures what it compares in turns, so that a disturbance hits both, and prints what it measured.
#pragma once

#include <string>
#include <vector>

namespace tl::cli {

struct WatchingCase {
    const char* name;  // for --only
    void (*run)(double seconds, int threads, bool json);
};
const std::vector<WatchingCase>& watchingCases();

// Cases whose name contains `only`, all where it is empty. Returns an exit code. Throws Error where none does.
int runWatchingBench(const std::string& only, double seconds, int threads, bool json);

}  // namespace tl::cli
