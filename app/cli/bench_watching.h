// `tensorloom bench --watching`: what looking at a training costs: spans, breakpoints and the default watches, of three
// networks each. What is compared goes on in turns, so that a disturbance hits both.
#pragma once

#include <string>

namespace tl::cli {

// Cases whose name ("watches-lenet-128") contains `only`, all where it is empty. Returns an exit code. Throws Error
// where none does.
int runWatchingBench(const std::string& only, double seconds, int threads, bool json);

}  // namespace tl::cli
