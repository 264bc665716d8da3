// The views on their own, each at the size that it promises to be quick at: charts of millions of points, a canvas of a
// thousand nodes, a grid of a million images; and what the engine works out after each edit.
#pragma once

namespace tl::bench {

void benchDrawing();

}  // namespace tl::bench
