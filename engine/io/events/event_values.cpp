// The names of the kinds of values in event files.
#include "engine/io/events/event_values.h"

namespace tl {

const char* nameOf(EventKind kind) {
    static constexpr const char* names[] = {"scalar",   "histogram", "image",        "text",        "graph", "hparams",
                                            "pr_curve", "audio",     "run_metadata", "keras_model", "other"};
    return names[static_cast<int>(kind)];
}

}  // namespace tl
