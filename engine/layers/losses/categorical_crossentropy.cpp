// Keras's cross-entropy with vectors as targets, which are made from the class numbers here: the same as the sparse
// one.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType sparse_categorical_crossentropy();

LossType categorical_crossentropy() {
    LossType type = sparse_categorical_crossentropy();
    type.id = "categorical_crossentropy";
    return type;
}

}  // namespace tl::losses
