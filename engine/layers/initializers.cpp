// Keras's initialisers by name. Variance scaling as in Glorot & Bengio (AISTATS 2010), He et al. (ICCV 2015)
// and LeCun et al. (1998); the normal ones are cut at two deviations and widened to keep the variance, as in
// Keras.
#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace {

enum class Fan { In, Average };

double truncatedNormal(Rng& rng) {
    for (;;)
        if (const double x = rng.normal(); std::abs(x) <= 2) return x;
}

Initializer constant(float value) {
    return [value](std::span<float> out, const Shape&, Rng&) {
        for (float& x : out) x = value;
    };
}

// Of variance scale / fan; the deviation of a normal cut at two deviations is 0.8796 of the uncut one.
Initializer varianceScaling(double scale, Fan fan, bool normal) {
    return [=](std::span<float> out, const Shape& shape, Rng& rng) {
        double in = 1, outputs = 1, field = 1;
        for (int axis = 2; axis < shape.rank(); ++axis) field *= static_cast<double>(shape[axis]);
        if (shape.rank() >= 2) {
            in = static_cast<double>(shape[1]) * field;
            outputs = static_cast<double>(shape[0]) * field;
        } else if (shape.rank() == 1) {
            in = outputs = static_cast<double>(shape[0]);
        }
        const double variance = scale / std::max(1.0, fan == Fan::In ? in : (in + outputs) / 2);
        const double limit = std::sqrt(3 * variance), deviation = std::sqrt(variance) / 0.87962566103423978;
        for (float& x : out)
            x = static_cast<float>(normal ? deviation * truncatedNormal(rng) : limit * (2 * rng.uniform() - 1));
    };
}

template <typename Draw>
Initializer drawn(Draw draw) {
    return [draw](std::span<float> out, const Shape&, Rng& rng) {
        for (float& x : out) x = static_cast<float>(draw(rng));
    };
}

}  // namespace

Initializer initializer(const std::string& name) {
    if (name == "zeros") return constant(0);
    if (name == "ones") return constant(1);
    if (name == "glorot_uniform") return varianceScaling(1, Fan::Average, false);
    if (name == "glorot_normal") return varianceScaling(1, Fan::Average, true);
    if (name == "he_uniform") return varianceScaling(2, Fan::In, false);
    if (name == "he_normal") return varianceScaling(2, Fan::In, true);
    if (name == "lecun_uniform") return varianceScaling(1, Fan::In, false);
    if (name == "lecun_normal") return varianceScaling(1, Fan::In, true);
    if (name == "random_uniform") return drawn([](Rng& rng) { return 0.05 * (2 * rng.uniform() - 1); });
    if (name == "random_normal") return drawn([](Rng& rng) { return 0.05 * rng.normal(); });
    if (name == "truncated_normal") return drawn([](Rng& rng) { return 0.05 * truncatedNormal(rng); });
    throw Error("There is no initialiser \"" + name +
                "\". There are zeros, ones, glorot_, he_ and lecun_uniform and "
                "_normal, random_uniform, random_normal and truncated_normal.");
}

}  // namespace tl
