// Measures training steps and the loader on this machine, each speed next to the limit that a probe found in the same
// run. Cases take turns, so that a disturbance hits all of them, and medians are reported.
#pragma once

#include <string>
#include <vector>

namespace tl::cli {

struct BenchOptions {
    bool json = false;       // one object a line
    bool calibrate = false;  // measure this machine's kernels first and keep what predicts a step
    bool ops = false;        // a table of every kernel's median time
    bool watching = false;   // bench_watching.h instead
    double seconds = 3;      // of measuring for each case
    std::string only;        // a case whose name contains this; empty = all
    std::string data;        // data set for the loader ("folder:DIR"); empty = the loader is left out
    std::string precision = "float32";
    std::vector<std::string> kernelChoice{"model"};  // "model", "timed", or both, which then take turns
    int threads = 0;                                 // 0 = all physical cores
};

// Returns an exit code. Throws Error where the data cannot be opened.
int runBench(const BenchOptions& options);

}  // namespace tl::cli
