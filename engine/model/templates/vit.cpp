// A small vision transformer (Dosovitskiy et al., ICLR 2021) with the normalisation before each part and a mean over
// all tokens instead of a class token, as in Beyer et al., "Better plain ViT baselines" (2022). The residual takes a
// merge's first port, so it is drawn straight.
#include <algorithm>

#include "engine/model/templates/support.h"

namespace tl::templates {
namespace {

constexpr int64_t kWidth = 64, kHeads = 4, kBlocks = 4;

// About an eighth of the image, and a divisor of it: 4 of 28 and 32, 8 of 64.
int64_t patchOf(int64_t extent) {
    for (int64_t size = std::max<int64_t>(extent / 7, 1); size > 1; --size)
        if (extent % size == 0) return size;
    return 1;
}

NetworkSpec makeVit(const DataFacts& data) {
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    const Shape image = data.shape.rank() == 3 ? data.shape : Shape{3, 32, 32};
    sketch.add("PatchEmbedding",
               {{"patch_size", std::vector<int64_t>{patchOf(image[1]), patchOf(image[2])}}, {"embed_dim", kWidth}});
    std::string top = sketch.add("PositionEmbedding");
    const auto merge = [&] { top = sketch.add("Add", {}, {top, sketch.last()}); };
    for (int64_t block = 0; block < kBlocks; ++block) {
        sketch.add("LayerNormalization", {}, {top});
        sketch.add("MultiHeadAttention", {{"num_heads", kHeads}, {"key_dim", kWidth / kHeads}});
        merge();
        sketch.add("LayerNormalization", {}, {top});
        sketch.add("Dense", {{"units", 2 * kWidth}, {"activation", std::string("gelu")}});
        sketch.add("Dense", {{"units", kWidth}});
        merge();
    }
    sketch.add("LayerNormalization");
    sketch.add("GlobalAveragePooling1D");
    return sketch.finish();
}

}  // namespace

NetworkTemplate vit() {
    return {"vit", "Vision transformer",
            "Cuts the image into patches and lets them look at each other in four blocks of attention, after "
            "Dosovitskiy et al. 2021; trains well with AdamW.",
            makeVit};
}

}  // namespace tl::templates
