// Normalisation, pooling and attention as graphs of cuDNN's. No entry of ours asks for them (docs/decisions/0040): that
// their plans are to be had is what the suite of plans shows. Built where cuDNN's frontend is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tl::cuda {

struct GraphAsked {
    using Extents = std::vector<int64_t>;
    std::string
        op;  // BatchNorm, GroupNorm (of one group), MaxPool2D, AveragePool2D or Attention; of all but pooling "Grad"
    Extents extents;  // images, channels, height, width; or samples, heads, places, size of a head
    Extents window = {}, strides = {}, before = {}, after = {};  // of pooling: height, width
    bool half = false;                                           // bfloat16, else float32
    friend auto operator<=>(const GraphAsked&, const GraphAsked&) = default;
};

struct GraphPlan {
    int64_t workspaceBytes = 0;
    size_t bytes = 0;  // as a file has it, from which it was read again
};

// For the card of that description. Throws Error with cuDNN's words. Somebody has opened a Cudnn before, which loads
// it.
#if TENSORLOOM_HAS_CUDNN
GraphPlan planOfGraph(const std::string& card, const GraphAsked& asked);
#else  // the suite is skipped
inline GraphPlan planOfGraph(const std::string&, const GraphAsked&) { return {}; }
#endif

}  // namespace tl::cuda
