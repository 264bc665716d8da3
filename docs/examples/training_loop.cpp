// A training loop by hand: two dense layers on the built-in digits, with Adam. Returns the share of test images that
// the trained network gets right.
#include <cmath>

#include "engine/data/pipeline.h"
#include "engine/eager/ops.h"
#include "engine/eager/tape.h"

using namespace tl::eager;

struct Weight {
    Array value, mean, square;  // the weight and Adam's slots

    explicit Weight(Array initial) : value(initial) { mean = square = Array::full(initial.shape(), 0); }
    void update(const Array& gradient, float step, float rate) {
        tl::StepContext context;
        context.learningRate = rate;
        const auto moved = apply("AdamUpdate", {value, gradient, mean, square, step},
                                 {{"beta_1", 0.9}, {"beta_2", 0.999}, {"epsilon", 1e-7}}, context);
        value = moved[0], mean = moved[1], square = moved[2];
    }
};

struct Network {
    Weight kernel1{Array::randomNormal({784, 64}, 1, 1) * std::sqrt(2.0f / 784)};
    Weight bias1{Array::full({64}, 0)};
    Weight kernel2{Array::randomNormal({64, 10}, 1, 2) * std::sqrt(2.0f / 64)};
    Weight bias2{Array::full({10}, 0)};

    std::vector<Weight*> weights() { return {&kernel1, &bias1, &kernel2, &bias2}; }
    Array logits(const tl::Tensor& images) const {
        const Array pixels = rescale(Array(images.clone()), 1 / 255.0);
        const Array x = reshape(pixels, {images.shape()[0], 784});
        const Array hidden = activation(matmul(x, kernel1.value) + bias1.value, "relu");
        return matmul(hidden, kernel2.value) + bias2.value;
    }
};

double trainByHand(int epochs) {
    const tl::DataSet digits = tl::openDataSet("sample");
    tl::Pipeline pipeline(digits.train);
    pipeline.shuffle(digits.train->size(), 1).repeat(epochs).batch(100);

    Network network;
    float step = 0;
    tl::Batch batch;
    auto batches = pipeline.iterate();
    while (batches.next(batch)) {
        GradientTape tape;
        std::vector<Array> values;
        for (const Weight* weight : network.weights()) {
            tape.watch(weight->value);
            values.push_back(weight->value);
        }
        const Array labels(batch.labels.clone());
        const Array loss = crossEntropy(network.logits(batch.data), labels);
        const std::vector<Array> gradients = tape.gradient(loss, values);
        step += 1;
        for (size_t i = 0; i < gradients.size(); ++i) network.weights()[i]->update(gradients[i], step, 0.002f);
    }

    double right = 0;
    tl::Pipeline test(digits.test);
    test.batch(500);
    auto tests = test.iterate();
    while (tests.next(batch))
        right += static_cast<double>(countCorrect(network.logits(batch.data), Array(batch.labels.clone())).item());
    return right / static_cast<double>(digits.test->size());
}
