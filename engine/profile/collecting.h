// Whether anybody collects spans: what costs more to record than a span does is recorded only then. Any thread.
#pragma once

namespace tl {

bool spansAreCollected();

}  // namespace tl
