// What several layers share: property rows that mean the same everywhere, activations, repairs and pieces of sentences.
#pragma once

#include <string>
#include <vector>

#include "engine/core/property_builders.h"
#include "engine/layers/build_context.h"
#include "engine/layers/layer_type.h"

namespace tl::layers {

// Property rows that mean the same in several layers.
Property activationProperty();  // every function that needs no numbers of its own; "linear" by default
Property paddingProperty();     // valid (Keras's default) or same
Property trainableProperty();

// A choice among entries that have properties of their own: the row of the choice, then theirs, each shown when its
// entry is chosen. Entries that name the same property share its row. `prefix` goes before the entries' keys.
struct Entry {
    std::string id;
    std::vector<Property> properties = {};
};
std::vector<Property> choiceOf(const Property& choice, const std::vector<Entry>& entries,
                               const std::string& prefix = {});

// Everything that Keras lets one say of a weight: its initialiser, regulariser and constraint, as the advanced rows
// "<weight>_initializer", "<weight>_regularizer" and "<weight>_constraint" and what belongs to each. A layer lists them
// here and says no more: BuildContext::parameter finds them by the weight's name. `words` name it in help where
// `weight` reads badly: "depthwise" is the "depthwise kernel".
void addWeight(LayerType& type, const std::string& weight, const std::string& initializer,
               const std::string& words = {});
// A bias that is a vector: as addWeight, without the initialisers that fill matrices and filters only.
void addBias(LayerType& type);
// Keras's activity_regularizer: what setOutput is given adds to the loss as these rows say.
void addActivityRegularizer(LayerType& type);
// The rows of a layer with a kernel and a bias, its activity_regularizer, and `trainable`; call it last.
void addKernelAndBias(LayerType& type);

// The same values in another shape, batch included.
ValueId emitReshape(BuildContext& context, ValueId x, const Shape& shape);

// The axis, batch included, that Keras has last: the channels of images, the features of vectors and sequences.
int featureAxis(const Shape& shape);

// Keys the layer's random draws, by its node's name; `draw` tells those of one layer apart.
int64_t streamOf(const BuildContext& context, const std::string& draw = {});
// Drops single values, or whole channels; nothing where the rate is 0 or it does not train.
void buildDropout(BuildContext& context, bool spatial);

// Scale and shift of a normalisation with the properties `scale` and `center`: parameters, or the constants 1 and 0.
struct Affine {
    ValueId gamma, beta;
};
Affine emitAffine(BuildContext& context, const Shape& shape);
// Those two properties, what there is to say of the weights, and `trainable`; call it last.
void addAffine(LayerType& type);
// The axes in this order; nothing where that is the order they have.
ValueId emitTranspose(BuildContext& context, ValueId x, const std::vector<int64_t>& order);

// "linear" emits nothing; softmax, log_softmax and sparsemax run along the features, all others element by element.
// `attributes`: alpha, value of the Activation op, where Keras's defaults are not meant.
ValueId emitActivation(BuildContext& context, ValueId x, const std::string& activation, Attributes attributes = {});

// Pieces of sentences.
Message from(Message what, const Producer* producer);  // "3×3 from “conv_1”", or what as it is
std::string quoted(const std::string& name);           // “conv_1”

Repair insertBefore(const std::string& layerType, int port = 0);
Repair insertDense(int64_t units, int port = 0);
Repair changeType(const std::string& layerType);
Repair setProperty(const Message& label, const std::string& key, PropertyValue value, const std::string& node = {});

// For summaries: "3×3"; numbers with six digits at most; parts joined by " · ", empty ones left out.
std::string times(const std::vector<int64_t>& values);
std::string shortNumber(double value);
Message dots(std::initializer_list<Message> parts);
Message strideText(const std::vector<int64_t>& strides);  // "stride 2", "stride 2×1", empty for 1

}  // namespace tl::layers
