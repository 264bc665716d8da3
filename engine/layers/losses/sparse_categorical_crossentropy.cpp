// Cross-entropy with class numbers. One op where nothing is smoothed, weighted or mixed, else the op of vector targets.
#include <utility>
#include <vector>

#include "engine/layers/loss_type.h"

namespace tl::losses {

ValueId crossEntropy(LossContext& loss) {
    loss.lookThrough("softmax");
    const bool plain = loss.number("label_smoothing") == 0 && !loss.context.ends().labelFacts().mixed;
    const ValueId weights = loss.weights();
    if (plain && weights == kNoValue)
        return loss.context.emit("SparseCrossEntropy", {loss.scores, loss.context.ends().labels()})[0];
    std::vector<ValueId> inputs{loss.scores, loss.smoothedTarget(loss.width())};
    if (weights != kNoValue) inputs.push_back(weights);
    return loss.context.emit("CrossEntropy", std::move(inputs))[0];
}

LossType sparse_categorical_crossentropy() {
    LossType type;
    type.id = "sparse_categorical_crossentropy";
    type.title = Message("cross-entropy");
    type.help = "For one class out of several; takes raw scores or a softmax.";
    type.properties = {labelSmoothing()};
    type.oneScore = false;
    type.activation = "softmax";
    type.build = crossEntropy;
    return type;
}

}  // namespace tl::losses
