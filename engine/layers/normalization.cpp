// Brings each feature of the data to mean 0 and deviation 1, once and for all: the statistics are those of the training
// data, measured before the first step and kept in checkpoints, or numbers that are given. Keras's Normalization.
#include <charconv>
#include <cmath>

#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// Each feature's mean and variance along an axis. Batches are merged in double (Chan, Golub & LeVeque, 1983), so that
// neither many images nor a large mean cost digits.
class Moments : public Adaptation {
public:
    explicit Moments(int axis) : axis_(axis) {}

    void add(const Tensor& values) override {
        const auto x = values.as<float>();
        const int64_t features = values.shape()[axis_];
        int64_t inner = 1;
        for (int after = axis_ + 1; after < values.shape().rank(); ++after) inner *= values.shape()[after];
        const auto added = static_cast<double>(x.size()) / static_cast<double>(features);
        mean_.resize(static_cast<size_t>(features)), square_.resize(static_cast<size_t>(features));
        const int64_t outer = static_cast<int64_t>(x.size()) / (features * inner);
        for (int64_t f = 0; f < features; ++f) {
            const double shift = static_cast<double>(x[static_cast<size_t>(f * inner)]);
            double sum = 0, squares = 0;
            for (int64_t o = 0; o < outer; ++o) {
                const float* row = x.data() + (o * features + f) * inner;
                for (int64_t i = 0; i < inner; ++i) {
                    const double difference = static_cast<double>(row[i]) - shift;
                    sum += difference, squares += difference * difference;
                }
            }
            double &soFar = mean_[static_cast<size_t>(f)], &spread = square_[static_cast<size_t>(f)];
            const double away = shift + sum / added - soFar;
            spread += squares - sum * sum / added + away * away * count_ * added / (count_ + added);
            soFar += away * added / (count_ + added);
        }
        count_ += added;
    }

    double count() const override { return count_; }

    std::vector<std::vector<double>> found() const override {
        std::vector<double> variance = square_;
        for (double& value : variance) value /= count_;
        return {mean_, variance};
    }

private:
    int axis_;
    double count_ = 0;                   // values of each feature
    std::vector<double> mean_, square_;  // square: sum of squared differences from the mean
};

// Numbers between spaces or commas; false where something else is there.
bool readNumbers(const std::string& text, std::vector<double>& numbers) {
    size_t at = 0;
    while ((at = text.find_first_not_of(" \t\r\n,;", at)) != std::string::npos) {
        if (text[at] == '+') ++at;
        double number = 0;
        const auto [end, wrong] = std::from_chars(text.data() + at, text.data() + text.size(), number);
        if (wrong != std::errc() || !std::isfinite(number)) return false;
        numbers.push_back(number);
        at = static_cast<size_t>(end - text.data());
    }
    return true;
}

int64_t featuresOf(const Shape& batched) { return batched[featureAxis(batched)]; }

ShapeResult normalizationShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const auto features = static_cast<size_t>(featuresOf(input.withBatch(1)));
    size_t counts[2] = {};
    for (int i : {0, 1}) {
        const char* key = i ? "variance" : "mean";
        const std::string& text = context.properties.text(key);
        std::vector<double> numbers;
        bool good = readNumbers(text, numbers);
        for (double number : numbers) good &= i == 0 || number >= 0;
        counts[i] = numbers.size();
        if (good && counts[i] <= 1) continue;
        if (!good || counts[i] != features)
            return ShapeResult::wrong(Message("{name} wants one number, or {features} of them, and is \"{text}\"",
                                              std::string(key), features, text),
                                      {setProperty(i ? "Set it to 1" : "Set it to 0", key, std::string(i ? "1" : "0"))},
                                      i ? "A variance is not below zero." : "Put spaces between the numbers.");
    }
    if ((counts[0] == 0) != (counts[1] == 0)) {
        return ShapeResult::wrong(
            "Normalization has a mean or a variance, and wants both or none",
            {setProperty("Measure both over the data", counts[0] ? "mean" : "variance", std::string())});
    }
    return ShapeResult::of(input);
}

// The given numbers as a vector; one number stands for all features.
ValueId constants(BuildContext& context, const std::string& key, int64_t features) {
    std::vector<double> numbers;
    readNumbers(context.properties().text(key), numbers);
    if (numbers.size() == 1) return context.graph().addConstant(numbers[0], {features});
    std::vector<ValueId> parts;
    parts.reserve(numbers.size());
    for (double number : numbers) parts.push_back(context.graph().addConstant(number, {1}));
    return context.emit("Concat", parts, {{"axis", int64_t{0}}})[0];
}

void buildNormalization(BuildContext& context) {
    const ValueId x = context.inputs()[0];
    const Shape shape = context.shape(x);
    const int64_t features = featuresOf(shape);
    ValueId mean, variance;
    if (context.properties().text("mean").empty()) {
        mean = context.state("mean", {features}, 0), variance = context.state("variance", {features}, 1);
        context.adapt(x, {mean, variance}, context.state("count", {1}, 0),
                      [axis = featureAxis(shape)] { return std::make_unique<Moments>(axis); });
    } else {
        mean = constants(context, "mean", features), variance = constants(context, "variance", features);
    }
    const bool sequence = shape.rank() == 3;  // each step by itself: the op wants features on axis 1
    const ValueId rows = sequence ? emitReshape(context, x, {shape[0] * shape[1], features}) : x;
    const ValueId one = context.graph().addConstant(1, {features}), zero = context.graph().addConstant(0, {features});
    // Keras divides by at least 1e-7.
    const ValueId y = context.emit("BatchNormInference", {rows, one, zero, mean, variance}, {{"epsilon", 1e-14}})[0];
    context.setOutput(sequence ? emitReshape(context, y, shape) : y);
}

}  // namespace

LayerType normalization() {
    LayerType type;
    type.id = type.title = "Normalization";
    type.category = Category::Core;
    type.icon = "bar-chart-line";
    type.idStem = "normalization";
    type.help = "Brings each channel of the data to mean 0 and deviation 1. It measures them over the training data "
                "before the first step; use it first.";
    type.properties = {
        textProperty("mean", "", "One number, or one a channel; empty measures it over the training data."),
        textProperty("variance", "", "One number, or one a channel; empty measures it over the training data."),
    };
    type.shape = normalizationShape;
    type.build = buildNormalization;
    type.summary = [](const PropertyReader& properties) {
        const std::string& mean = properties.text("mean");
        return mean.empty()
                   ? Message("adapts to the data")
                   : dots({Message("mean {value}", mean), Message("variance {value}", properties.text("variance"))});
    };
    const auto given = [](std::string mean, std::string variance) {
        return Properties{{"mean", std::move(mean)}, {"variance", std::move(variance)}};
    };
    type.cases = {{"image", {{3, 4, 5}}, {}},
                  {"vector", {{6}}, {}},
                  {"sequence", {{3, 4}}, {}},
                  {"one number", {{2, 3, 3}}, given("0.5", "0.25")},
                  {"a number a channel", {{2, 3, 3}}, given("0.5 -1", "0.25, 2")}};
    return type;
}

}  // namespace tl::layers
