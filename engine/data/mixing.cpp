// Partners come from a shuffle of the batch, so every image is a partner once; the blends are made from a copy of the
// batch, so that no image is blended twice.
#include <cstring>
#include <numeric>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"

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
    std::vector<size_t> partners(count);
    std::iota(partners.begin(), partners.end(), size_t{0});
    for (size_t i = count; i > 1; --i) std::swap(partners[i - 1], partners[rng.below(i)]);

    const auto size = static_cast<int64_t>(count);
    batch.otherLabels = Tensor(Shape{size}, DType::Int32);
    batch.labelWeights = Tensor(Shape{size}, DType::Float32);
    const auto labels = std::as_const(batch.labels).as<int32_t>();
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
}

}  // namespace tl
