// Where what a person's programs can make again is kept: choices of kernels, calibrations, compiled plans.
#pragma once

#include <string>

namespace tl {

// $XDG_CACHE_HOME/tensorloom, or ~/.cache/tensorloom; "" where neither is set. It may not be there yet.
std::string cacheFolder();

}  // namespace tl
