// The ResNets for photographs, which differ in their blocks only.
#pragma once

#include "engine/model/templates/support.h"

namespace tl::templates {

// `blocks`: of each of the four stages. Basic blocks are two 3×3 convolutions of 64, 128, 256 and 512 filters;
// bottlenecks a 1×1, a 3×3 and a 1×1 of four times as many.
NetworkSpec makeResnet(const DataFacts& data, const std::vector<int>& blocks, bool bottleneck);

}  // namespace tl::templates
