// A look at the ways that come to a merge, which its shape rule does not see: where images differ in size because a
// layer on one of the ways has no padding, the repair is to give it some.
#pragma once

#include <stop_token>

#include "engine/model/check.h"

namespace tl {

// Adds the repair to what is wrong with the first few merges, before their own; each was tried, and makes the shapes
// fit. Stopped, it comes back early.
void offerPadding(const NetworkSpec& network, const Links& links, const DataFacts& data, Check& check,
                  const std::stop_token& stop = {});

}  // namespace tl
