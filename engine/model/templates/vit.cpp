// A small vision transformer, after Dosovitskiy et al. (ICLR 2021).
#include "engine/model/templates/vit.h"

#include <algorithm>

namespace tl::templates {
namespace {

void addPatches(Sketch& sketch, const DataFacts& data, const VitSizes& sizes) {
    const auto sizeOf = [&](int64_t extent) {
        int64_t size = std::max<int64_t>(extent / sizes.patches, 1);
        while (extent % size != 0) --size;
        return size;
    };
    const Shape image = data.shape.rank() == 3 ? data.shape : Shape{3, 32, 32};
    sketch.add("PatchEmbedding",
               {{"patch_size", std::vector<int64_t>{sizeOf(image[1]), sizeOf(image[2])}}, {"embed_dim", sizes.width}});
    sketch.add("PositionEmbedding");
}

// Attention, then two Dense, each beside a residual that takes the merge's first port, so it is drawn straight.
void addBlock(Sketch& sketch, const VitSizes& sizes) {
    const std::string from = sketch.last();
    sketch.add("LayerNormalization");
    sketch.add("MultiHeadAttention", {{"num_heads", sizes.heads}, {"key_dim", sizes.width / sizes.heads}});
    const std::string middle = sketch.add("Add", {}, {from, sketch.last()});
    sketch.add("LayerNormalization");
    sketch.add("Dense", {{"units", sizes.hidden}, {"activation", std::string("gelu")}});
    sketch.add("Dense", {{"units", sizes.width}});
    sketch.add("Add", {}, {middle, sketch.last()});
}

}  // namespace

NetworkSpec makeVit(const DataFacts& data, const VitSizes& sizes) {
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    addPatches(sketch, data, sizes);
    for (int64_t block = 0; block < sizes.blocks; ++block) addBlock(sketch, sizes);
    sketch.add("LayerNormalization");
    sketch.add("GlobalAveragePooling1D");
    return sketch.finish();
}

NetworkTemplate vit() {
    return {"vit", "Vision transformer",
            "Cuts the image into patches and lets them look at each other in four blocks of attention, after "
            "Dosovitskiy et al. 2021; trains well with AdamW.",
            [](const DataFacts& data) {
                return makeVit(data, {.patches = 7, .width = 64, .heads = 4, .hidden = 128, .blocks = 4});
            }};
}

}  // namespace tl::templates
