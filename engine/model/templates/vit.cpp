// A small vision transformer (Dosovitskiy et al., ICLR 2021) with the normalisation before each part and a mean over
// all tokens instead of a class token, as in Beyer et al., "Better plain ViT baselines" (2022).
#include "engine/model/templates/support.h"

namespace tl::templates {
namespace {

constexpr int64_t kWidth = 64, kHeads = 4, kBlocks = 4;

NetworkSpec makeVit(const DataFacts& data) {
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    sketch.patches(7, kWidth);
    std::string top = sketch.last();
    for (int64_t block = 0; block < kBlocks; ++block) top = sketch.transformerBlock(top, kWidth, kHeads, 2 * kWidth);
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
