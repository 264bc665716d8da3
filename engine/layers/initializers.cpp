// Keras's initialisers, by its names and with its arguments, in one table. Variance scaling as in Glorot & Bengio
// (AISTATS 2010), He et al. (ICCV 2015) and LeCun et al. (1998); normals are cut at two deviations and, for variance
// scaling, widened to keep the variance, as in Keras. Orthogonal as in Saxe et al. (ICLR 2014).
#include <Eigen/Householder>
#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/weights.h"

namespace tl {
namespace layers {
namespace {

struct InitializerType {
    std::string id;
    std::vector<Property> properties;
    // From the values of its properties, by key.
    std::function<Initializer(const EntryReader&)> make;
    int rank = 0;  // of the shapes it can fill: 2 = a matrix only, -2 = a matrix or more, -3 = filters only, 0 = any
};

// The deviation of a standard normal cut at two deviations.
constexpr double kCutDeviation = 0.87962566103423978;

double truncatedNormal(Rng& rng) {
    for (;;)
        if (const double x = rng.normal(); std::abs(x) <= 2) return x;
}

template <typename Draw>
Initializer drawn(Draw draw) {
    return [draw](std::span<float> out, const Shape&, Rng& rng) {
        for (float& x : out) x = static_cast<float>(draw(rng));
    };
}

Initializer constant(double value) {
    return drawn([value](Rng&) { return value; });
}

// Of variance scale / fan, the fan being that of the shape [out, in, ...]. Where Keras counts otherwise, and why not
// here: docs/decisions/0025.
Initializer varianceScaling(double scale, const std::string& mode, const std::string& distribution) {
    return [=](std::span<float> out, const Shape& shape, Rng& rng) {
        double in = 1, outputs = 1, field = 1;
        for (int axis = 2; axis < shape.rank(); ++axis) field *= static_cast<double>(shape[axis]);
        if (shape.rank() >= 2) {
            in = static_cast<double>(shape[1]) * field;
            outputs = static_cast<double>(shape[0]) * field;
        } else if (shape.rank() == 1) {
            in = outputs = static_cast<double>(shape[0]);
        }
        const double fan = mode == "fan_in" ? in : mode == "fan_out" ? outputs : (in + outputs) / 2;
        const double variance = scale / std::max(1.0, fan), deviation = std::sqrt(variance);
        for (float& x : out)
            x = static_cast<float>(distribution == "uniform" ? std::sqrt(3 * variance) * (2 * rng.uniform() - 1)
                                   : distribution == "untruncated_normal"
                                       ? deviation * rng.normal()
                                       : deviation / kCutDeviation * truncatedNormal(rng));
    };
}

// The shape as a matrix of its first axis and all others, with orthonormal rows or columns, whichever are fewer: Q of a
// normal matrix's QR decomposition with R's diagonal above 0, which gives each such matrix the same chance. Behind a
// reflection what is left of a normal matrix is normal still, so the reflections can be drawn instead of found
// (Stewart, SIAM J. Numer. Anal. 17, 1980).
Initializer orthogonal(double gain) {
    return [gain](std::span<float> out, const Shape& shape, Rng& rng) {
        using Eigen::Index;
        const auto rows = static_cast<Index>(shape[0]), columns = static_cast<Index>(out.size()) / rows;
        const Index count = std::min(rows, columns), length = std::max(rows, columns);
        Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(length, count);  // of the reflections, each shorter by one
        Eigen::VectorXd factors(count), scales(count);
        for (Index i = 0; i < count; ++i) {
            auto own = vectors.col(i).tail(length - i);
            for (Index k = 0; k < own.size(); ++k) own[k] = rng.normal();
            double diagonal = 0;  // of R
            own.makeHouseholderInPlace(factors[i], diagonal);
            scales[i] = diagonal < 0 ? -gain : gain;
        }
        Eigen::MatrixXd made = Eigen::MatrixXd::Identity(length, count);
        constexpr Index kTogether = 96;  // the last ones first: they reach the last rows and columns only
        for (Index first = (count - 1) / kTogether * kTogether; first >= 0; first -= kTogether) {
            const Index some = std::min(kTogether, count - first);
            made.bottomRightCorner(length - first, count - first)
                .applyOnTheLeft(Eigen::householderSequence(vectors.block(first, first, length - first, some),
                                                           factors.segment(first, some)));
        }
        made = made * scales.asDiagonal();
        Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> values(out.data(), rows,
                                                                                                 columns);
        if (rows <= columns)
            values = made.transpose().cast<float>();
        else
            values = made.cast<float>();
    };
}

Initializer identity(double gain) {
    return [gain](std::span<float> out, const Shape& shape, Rng&) {
        std::fill(out.begin(), out.end(), 0.0f);
        for (int64_t i = 0; i < std::min(shape[0], shape[1]); ++i)
            out[static_cast<size_t>(i * shape[1] + i)] = static_cast<float>(gain);
    };
}

// PyTorch's dirac_: filters that pass the input's channels on, one each, as far as there are channels; what is beyond
// them is drawn as PyTorch's Conv2d draws it, with this much of its variance.
Initializer dirac(double rest) {
    return [rest](std::span<float> out, const Shape& shape, Rng& rng) {
        const auto filters = static_cast<size_t>(shape[0]), channels = static_cast<size_t>(shape[1]);
        const size_t each = out.size() / filters, field = each / channels;
        size_t middle = 0;
        for (int axis = 2; axis < shape.rank(); ++axis)
            middle = middle * static_cast<size_t>(shape[axis]) + static_cast<size_t>(shape[axis] / 2);
        const double bound = std::sqrt(rest / static_cast<double>(each));
        for (size_t i = 0; i < out.size(); ++i)
            out[i] = i / each < channels ? 0.0f : static_cast<float>(bound * (2 * rng.uniform() - 1));
        for (size_t i = 0; i < std::min(filters, channels); ++i) out[i * each + i * field + middle] = 1;
    };
}

const std::vector<InitializerType>& allInitializers() {
    const auto number = [](const char* key, double value, double minimum, const char* help) {
        return floatProperty(key, value, minimum, 1e6, help);
    };
    const Property mean = number("mean", 0, -1e6, "Mean of the values drawn.");
    const Property stddev = number("stddev", 0.05, 0, "Standard deviation of the values drawn.");
    const Property gain = number("gain", 1, -1e6, "Factor of all values.");
    const auto scaled = [](const char* id, double scale, const char* mode, const char* distribution) {
        return InitializerType{id, {}, [=](const EntryReader&) { return varianceScaling(scale, mode, distribution); }};
    };
    static const std::vector<InitializerType> all = {
        {"zeros", {}, [](const EntryReader&) { return constant(0); }},
        {"ones", {}, [](const EntryReader&) { return constant(1); }},
        {"constant",
         {number("value", 0, -1e6, "What every value is.")},
         [](const EntryReader& own) { return constant(own.number("value")); }},
        scaled("glorot_uniform", 1, "fan_avg", "uniform"),
        scaled("glorot_normal", 1, "fan_avg", "truncated_normal"),
        scaled("he_uniform", 2, "fan_in", "uniform"),
        scaled("he_normal", 2, "fan_in", "truncated_normal"),
        scaled("lecun_uniform", 1, "fan_in", "uniform"),
        scaled("lecun_normal", 1, "fan_in", "truncated_normal"),
        {"random_uniform",
         {number("minval", -0.05, -1e6, "Least value."), number("maxval", 0.05, -1e6, "Largest value.")},
         [](const EntryReader& own) {
             const double low = own.number("minval"), high = own.number("maxval");
             return drawn([=](Rng& rng) { return low + (high - low) * rng.uniform(); });
         }},
        {"random_normal",
         {mean, stddev},
         [](const EntryReader& own) {
             const double mean = own.number("mean"), deviation = own.number("stddev");
             return drawn([=](Rng& rng) { return mean + deviation * rng.normal(); });
         }},
        {"truncated_normal",
         {mean, stddev},
         [](const EntryReader& own) {
             const double mean = own.number("mean"), deviation = own.number("stddev");
             return drawn([=](Rng& rng) { return mean + deviation * truncatedNormal(rng); });
         }},
        {"variance_scaling",
         {number("scale", 1, 1e-6, "Variance of the values, times the fan."),
          choiceProperty("mode", "fan_in", {"fan_in", "fan_out", "fan_avg"},
                         "The fan: a unit's inputs, an input's units, or the mean of the two."),
          choiceProperty("distribution", "truncated_normal", {"truncated_normal", "untruncated_normal", "uniform"},
                         "What the values are drawn from.")},
         [](const EntryReader& own) {
             return varianceScaling(own.number("scale"), own.text("mode"), own.text("distribution"));
         }},
        {"orthogonal", {gain}, [](const EntryReader& own) { return orthogonal(own.number("gain")); }, -2},
        {"dirac",
         {number("rest", 0, 0,
                 "Filters beyond the input's channels: 0 leaves them at zero, 1 draws them as PyTorch draws a "
                 "convolution's.")},
         [](const EntryReader& own) { return dirac(own.number("rest")); },
         -3},
        {"identity", {gain}, [](const EntryReader& own) { return identity(own.number("gain")); }, 2},
    };
    return all;
}

const InitializerType& find(const std::string& name) {
    std::string names;
    for (const InitializerType& type : allInitializers()) {
        if (type.id == name) return type;
        names += (names.empty() ? "" : ", ") + type.id;
    }
    throw Error(Message("There is no initialiser \"{name}\". There are {names}.", name, names));
}

}  // namespace

std::vector<Entry> initializerEntries() {
    std::vector<Entry> entries;
    for (const InitializerType& type : allInitializers()) entries.push_back({type.id, type.properties});
    return entries;
}

std::vector<Entry> vectorInitializerEntries() {
    std::vector<Entry> entries;
    for (const InitializerType& type : allInitializers())
        if (type.rank == 0) entries.push_back({type.id, type.properties});
    return entries;
}

}  // namespace layers

Initializer initializer(const std::string& name) {
    const layers::InitializerType& type = layers::find(name);
    const Properties none;
    const PropertyReader reader(type.properties, none, name);
    return type.make({reader, ""});
}

Initializer initializerOf(const PropertyReader& properties, const std::string& weight, const Shape& shape) {
    const std::string key = layers::rowOf(properties, weight, "initializer");
    if (key.empty())
        throw Error(Message("The weight {weight} has no initialiser among its layer's properties.", weight));
    const layers::InitializerType& type = layers::find(properties.text(key));
    if (type.rank == -3 && shape.rank() < 3)
        throw Error(Message("The initialiser {name} fills filters only, and {weight} is {shape}. Choose another for it",
                            type.id, weight, shape.toString()));
    if ((type.rank == 2 && shape.rank() != 2) || (type.rank == -2 && shape.rank() < 2))
        throw Error(
            type.rank < 0
                ? Message(
                      "The initialiser {name} fills matrices and filters only, and {weight} is {shape}. Choose another for it",
                      type.id, weight, shape.toString())
                : Message("The initialiser {name} fills matrices only, and {weight} is {shape}. Choose another for it",
                          type.id, weight, shape.toString()));
    return type.make({properties, key + "_"});
}

}  // namespace tl
