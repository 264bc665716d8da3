// ViT-Ti/16 (Touvron et al., "Training data-efficient image transformers", ICML 2021): 12 blocks of 3 heads over 192
// features, patches of 16 pixels at 224. With a mean over all tokens instead of a class token it has two times 192
// weights less than the paper's: 5,717,032 for 1000 classes.
#include "engine/model/templates/vit.h"

namespace tl::templates {

NetworkTemplate vit_tiny() {
    return {"vit_tiny", "ViT-Tiny",
            "Twelve blocks of attention over patches of 16×16 pixels, after Touvron et al. 2021; made for photographs "
            "of 224×224 pixels.",
            [](const DataFacts& data) {
                return makeVit(data, {.patches = 14, .width = 192, .heads = 3, .hidden = 768, .blocks = 12});
            },
            224};
}

}  // namespace tl::templates
