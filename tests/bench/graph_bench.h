// The graph view at the size that it promises: ten thousand ops laid out, then moved, zoomed and folded.
#pragma once

namespace tl::bench {

void benchGraph();

}  // namespace tl::bench
