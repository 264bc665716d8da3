// Where two runs part between two steps after which both kept their weights' hashes: those steps are done once more,
// hashed after each, so that the very step and tensor get their names. A repetition stands for its run only where it
// came to all the numbers and hashes that the run itself kept. Any thread; takes as long as the steps do.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/run/run_again.h"
#include "engine/run/run_compare.h"

namespace tl {

struct NarrowOptions {
    std::optional<OpenData> open = {};
    int niceness = 0;
    // Steps of a run that are done again: the first, the one it is at, the last; false: give up.
    std::function<bool(int64_t from, int64_t at, int64_t to)> progress = {};
};

// Whether steps lie between what is known to be the same and what is known to differ.
bool isWide(const RunComparison& found);

// `found` is what compareRuns() says of the two. Comes back with the exact tensor, or with a sentence why it cannot be
// named; given up: as it was.
RunComparison narrowed(const std::string& a, const std::string& b, RunComparison found,
                       const NarrowOptions& options = {});

}  // namespace tl
