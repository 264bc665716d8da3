// Reads an image row by row, as a text is read line by line: each row with all its channels is a step.
#include "engine/model/templates/support.h"

namespace tl::templates {

NetworkTemplate lstm() {
    return {"lstm", "LSTM over rows",
            "Reads the image row by row with a long short-term memory of 128 cells, and judges by what it then knows.",
            [](const DataFacts& data) {
                Sketch sketch(data);
                sketch.begin(1.0 / 128, -1);
                const Shape image = data.shape.rank() == 3 ? data.shape : Shape{3, 32, 32};
                if (image[0] > 1) sketch.add("Permute", {{"dims", std::vector<int64_t>{2, 1, 3}}});
                sketch.add("Reshape", {{"target_shape", std::vector<int64_t>{image[1], image[0] * image[2]}}});
                sketch.add("LSTM", {{"units", int64_t{128}}});
                return sketch.finish();
            }};
}

}  // namespace tl::templates
