// Softmax regression: the least that learns, and the mark that anything deeper has to beat.
#include "engine/model/templates/support.h"

namespace tl::templates {

NetworkTemplate linear() {
    return {"linear", "Linear classifier",
            "One Dense layer on the pixels: the least that learns, and the mark that deeper networks have to "
            "beat.",
            [](const DataFacts& data) {
                Sketch sketch(data);
                sketch.begin(1.0 / 255, 0);
                sketch.add("Flatten");
                return sketch.finish();
            }};
}

}  // namespace tl::templates
