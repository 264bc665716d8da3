// Group normalisation (Wu & He, ECCV 2018): each image by itself, its channels in groups, so that the batch's size does
// not matter. One channel a group is instance normalisation.
#include <algorithm>
#include <numeric>

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// Channels, and -1 for groups is one a channel, as in Keras.
int64_t channelsOf(const Shape& batched) { return batched[featureAxis(batched)]; }
int64_t groupsOf(const PropertyReader& properties, int64_t channels) {
    const int64_t groups = properties.integer("groups");
    return groups == -1 ? channels : groups;
}

ShapeResult groupNormalizationShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const int64_t channels = channelsOf(input.withBatch(1)), groups = groupsOf(context.properties, channels);
    if (groups > 0 && channels % groups == 0) return ShapeResult::of(input);
    const int64_t fitting = std::gcd(std::max<int64_t>(groups, 1), channels);
    return ShapeResult::wrong(
        Message("GroupNormalization cannot split {input} into {groups} equal groups",
                from(Message("{count} channels", channels), context.producer(0)), groups),
        {setProperty(Message("Set {property} to {value}", std::string("groups"), fitting), "groups", fitting)});
}

// The op wants channels on axis 1, which only sequences have last.
void buildGroupNormalization(BuildContext& context) {
    const ValueId x = context.inputs()[0];
    const Shape& shape = context.shape(x);
    const int64_t channels = channelsOf(shape);
    const std::vector<int64_t> order = shape.rank() == 3 ? std::vector<int64_t>{0, 2, 1} : std::vector<int64_t>{};
    const auto [gamma, beta] = emitAffine(context, {channels});
    const ValueId y = context.emit("GroupNorm", {emitTranspose(context, x, order), gamma, beta},
                                   {{"num_groups", groupsOf(context.properties(), channels)},
                                    {"epsilon", context.properties().number("epsilon")}})[0];
    context.setOutput(emitTranspose(context, y, order));
}

}  // namespace

LayerType group_normalization() {
    LayerType type;
    type.id = type.title = "GroupNormalization";
    type.category = Category::Norm;
    type.icon = "collection";
    type.idStem = "norm";
    type.help =
        "Brings groups of channels to mean 0 and deviation 1, each image by itself, then scales and shifts them "
        "as learned. It works with any batch size.";
    type.properties = {
        intProperty("groups", 32, -1, 1 << 16, "Number of groups; 1 takes all channels together, −1 each by itself."),
        floatProperty("epsilon", 1e-3, 1e-12, 1, "Added to the variance, against division by zero."),
    };
    addAffine(type);
    type.shape = groupNormalizationShape;
    type.build = buildGroupNormalization;
    type.summary = [](const PropertyReader& properties) {
        const int64_t groups = properties.integer("groups");
        return groups == -1 ? Message("each channel") : Message("{count} {count|group|groups}", groups);
    };
    const auto groups = [](int64_t count) { return Properties{{"groups", count}}; };
    type.cases = {{"default", {{32, 2, 3}}, {}},
                  {"three groups", {{6, 3, 4}}, groups(3)},
                  {"each channel", {{5, 3, 4}}, groups(-1)},
                  {"one group, no shift", {{3, 4, 4}}, {{"groups", int64_t{1}}, {"center", false}}},
                  {"sequence", {{4, 6}}, groups(2)},
                  {"vector", {{8}}, groups(2)}};
    return type;
}

}  // namespace tl::layers
