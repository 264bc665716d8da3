// A loss is one value, made by one file of engine/layers/losses; the Output layer's choice, its properties and what it
// builds come from there. All targets pass through LossContext::target(): made from class numbers, from the
// classes of two mixed images, or the data set's own numbers. Masks would come in there, and no loss would know.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/layers/build_context.h"
#include "engine/layers/network_ends.h"

namespace tl {

// What a loss builds with. Values are [N, K]; K = 1 is one score for two classes.
class LossContext {
public:
    LossContext(BuildContext& context, ValueId given)
        : context(context), given(given), scores(given), prediction(given) {}

    // The targets: `on` where the class is, `off` elsewhere, [N, K]; or the data set's numbers, [N, 1].
    ValueId target(double on = 1, double off = 0);
    // The same, smoothed as the property label_smoothing says: of that share, each of `classes` gets its part.
    ValueId smoothedTarget(int64_t classes);
    // One number a sample, by its class; kNoValue where all count alike. Training only, as in Keras.
    ValueId weights();
    // Makes `scores` what came before the activation that ends the network, where it ends with that one ("softmax" or
    // "sigmoid"), and `prediction` what comes after it: cross-entropies are made from raw scores, which is exact where
    // probabilities would be cut off.
    void lookThrough(const std::string& activation);
    // The loss of each element by the ElementwiseLoss op, `kind` being the loss's name, averaged.
    ValueId elementwise(ValueId target, const std::string& kind, Attributes attributes = {});
    // An op of one result that takes the weights as its last input, where there are any.
    ValueId weighted(const std::string& op, std::vector<ValueId> inputs, Attributes attributes = {});
    double number(const std::string& key) const { return context.properties().number(key); }
    int64_t width() const { return context.shape(given)[1]; }

    BuildContext& context;
    const ValueId given;         // what the network gives
    ValueId scores, prediction;  // what metrics rank by, and what prediction shows
};

struct LossType {
    std::string id;  // Keras's name: "sparse_categorical_crossentropy"
    Message title;   // on the node: "cross-entropy"
    Message help;    // one sentence
    std::vector<Property> properties = {};
    std::string activation = {};  // what makes probabilities of its scores, and may end the network: "softmax"
    bool oneScore = true;         // one score may stand for two classes
    bool numbers = false;         // targets may be any numbers
    bool positive = false;        // takes predictions above 0
    bool weighted = true;         // classes may weigh differently
    std::function<ValueId(LossContext&)> build;
};

const std::vector<LossType>& allLosses();
const LossType& findLoss(const std::string& id);  // throws Error naming those there are

// The property class_weight: nothing, "balanced", or a number a class. Throws Error for any other text.
std::vector<double> parseClassWeights(const std::string& text, int64_t classes, std::span<const int64_t> counts);

namespace losses {
Property labelSmoothing();
Property focusing();  // gamma
Property focalAlpha();
}  // namespace losses

}  // namespace tl
