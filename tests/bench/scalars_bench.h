// Curves of many points: one run of all of them, and 300 runs that share them. What a person sees of each: a chart that
// is dragged, the table under the pointer, another x axis, and how soon a new step stands there.
#pragma once

namespace tl::bench {

void benchScalars(int points);

}  // namespace tl::bench
