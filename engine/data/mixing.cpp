// Partners are the next ones in a shuffle of the batch, so every image is a partner once and none its own; the blends
// are made from a copy of the batch, so that no image is blended twice. Of the two labels the one with the larger share
// comes first: metrics that count one class for an image count that one, as Keras's argmax over mixed targets does.
#include <cstring>
#include <numeric>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"
#include "engine/data/planar.h"

namespace tl {

void mixBatch(Batch& batch, const std::vector<AugmentSpec>& steps, uint64_t seed) {
    static const uint64_t stream = streamId("mix"), pairs = streamId("mix.pairs");
    const auto count = static_cast<size_t>(batch.count());
    const auto epoch = static_cast<uint64_t>(batch.epoch) << 40;
    Rng rng(seed, pairs, epoch ^ static_cast<uint64_t>(batch.number));
    // Where several kinds mix, each batch is for one of them.
    const size_t which = rng.below(steps.size());
    const AugmentSpec& step = steps[which];
    const AugmentType* type = findAugmentation(step.type);
    const PropertyReader properties(type->properties, step.properties, type->id);
    std::vector<size_t> order(count), partners(count);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    for (size_t i = 0; i < count; ++i) partners[order[i]] = order[(i + 1) % count];

    const auto size = static_cast<int64_t>(count);
    batch.otherLabels = Tensor(Shape{size}, DType::Int32);
    batch.labelWeights = Tensor(Shape{size}, DType::Float32);
    const auto labels = batch.labels.as<int32_t>();
    const auto others = batch.otherLabels.as<int32_t>();
    const auto weights = batch.labelWeights.as<float>();
    const Tensor before = batch.data.clone();
    const Shape shape{batch.data.shape()[1], batch.data.shape()[2], batch.data.shape()[3]};
    const auto bytes = static_cast<size_t>(shape.elements());
    auto* own = static_cast<uint8_t*>(batch.data.data());
    const auto* from = static_cast<const uint8_t*>(before.data());
    const bool whole = rng.uniform() >= properties.number("probability");
    for (size_t i = 0; i < count; ++i) {
        others[i] = labels[partners[i]];
        weights[i] = 1;
        if (whole || partners[i] == i) continue;
        Rng draws(seed, stream + which, epoch ^ static_cast<uint64_t>(batch.indices[i]));
        weights[i] =
            static_cast<float>(type->mix(own + i * bytes, from + partners[i] * bytes, shape, properties, draws));
    }
    // Only now: until here a label was its partner's too.
    for (size_t i = 0; i < count; ++i)
        if (weights[i] < 0.5f) {
            std::swap(labels[i], others[i]);
            weights[i] = 1 - weights[i];
        }
}

void readAugmented(const Source& source, int64_t index, const Shape& shape, const std::vector<AugmentSpec>& steps,
                   uint64_t seed, int64_t epoch, Image& image) {
    Image scratch;
    const auto read = [&](int64_t item, Image& into) {
        source.read(item, into);
        fitImage(into, shape, scratch);
        augment(into, steps, seed, epoch, item);
    };
    read(index, image);
    std::vector<AugmentSpec> mixes;
    for (const AugmentSpec& step : steps)
        if (const AugmentType* type = findAugmentation(step.type); type && type->mix) mixes.push_back(step);
    if (mixes.empty()) return;
    Rng rng(seed, streamId("mix.preview"), static_cast<uint64_t>(epoch) << 40 ^ static_cast<uint64_t>(index));
    Batch pair;
    pair.epoch = epoch;
    pair.indices = {index, static_cast<int64_t>(rng.below(static_cast<uint64_t>(source.size())))};
    pair.labels = Tensor(Shape{2}, DType::Int32);
    pair.data = Tensor(Shape{2, shape[0], shape[1], shape[2]}, DType::UInt8);
    auto* pixels = static_cast<uint8_t*>(pair.data.data());
    toPlanar(image, pixels);
    Image partner;
    read(pair.indices[1], partner);
    toPlanar(partner, pixels + shape.elements());
    mixBatch(pair, mixes, seed + static_cast<uint64_t>(epoch));
    fromPlanar(pixels, shape, image);
}

}  // namespace tl
