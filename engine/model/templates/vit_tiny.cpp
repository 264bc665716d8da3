// ViT-Ti/16 (Touvron et al., "Training data-efficient image transformers", ICML 2021): 12 blocks of 3 heads over 192
// features, patches of 16 pixels at 224. With a mean over all tokens instead of a class token, as the small one here,
// it has two times 192 weights less than the paper's: 5,717,032 for 1000 classes.
#include "engine/model/templates/support.h"

namespace tl::templates {
namespace {

NetworkSpec makeVitTiny(const DataFacts& data) {
    constexpr int64_t width = 192, heads = 3, blocks = 12;
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    sketch.patches(14, width);
    std::string top = sketch.last();
    for (int64_t block = 0; block < blocks; ++block) top = sketch.transformerBlock(top, width, heads, 4 * width);
    sketch.add("LayerNormalization");
    sketch.add("GlobalAveragePooling1D");
    return sketch.finish();
}

}  // namespace

NetworkTemplate vit_tiny() {
    return {"vit_tiny", "ViT-Tiny",
            "Twelve blocks of attention over patches of 16×16 pixels, after Touvron et al. 2021; made for photographs "
            "of 224×224 pixels.",
            makeVitTiny, 224};
}

}  // namespace tl::templates
