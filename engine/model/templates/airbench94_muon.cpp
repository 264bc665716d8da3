// The network of airbench94_muon, Jordan's fastest training to 94% on CIFAR-10
// (github.com/KellerJordan/cifar10-airbench, 2024): measured filters for patches of 2×2, then three groups of two
// convolutions that begin by passing their input on. How it is trained: engine/train/recipes/airbench94_muon.cpp, which
// names its nodes "whiten" and "head".
#include <cmath>

#include "engine/model/templates/support.h"

namespace tl::templates {
namespace {

// PyTorch's initialisers of Conv2d's bias and Linear, whose weights the recipe brings to deviation 1.
Properties drawnFrom(const std::string& weight, double bound) {
    const std::string key = weight + "_initializer";
    return {{key, std::string("random_uniform")}, {key + "_minval", -bound}, {key + "_maxval", bound}};
}

void addConvolution(Sketch& sketch, int64_t filters, bool pooled) {
    sketch.add("Conv2D", {{"filters", filters},
                          {"padding", std::string("same")},
                          {"use_bias", false},
                          {"kernel_initializer", std::string("dirac")},
                          {"kernel_initializer_rest", 1.0}});
    if (pooled) sketch.add("MaxPooling2D");
    sketch.add("BatchNormalization", {{"momentum", 0.6}, {"epsilon", 1e-12}, {"scale", false}});
    sketch.add("Activation", {{"activation", std::string("gelu")}});
}

NetworkSpec makeAirbench(const DataFacts& data) {
    constexpr int64_t kPatch = 2;
    Sketch sketch(data);
    sketch.add("Input");
    sketch.add("Normalization");
    const int64_t channels = data.shape.rank() == 3 ? data.shape[0] : 3;
    sketch.named("whiten").add("PatchWhitening",
                               drawnFrom("bias", 1 / std::sqrt(static_cast<double>(channels * kPatch * kPatch))));
    sketch.add("Activation", {{"activation", std::string("gelu")}});
    constexpr int64_t kLast = 256;
    for (const int64_t filters : {int64_t{64}, int64_t{256}, kLast}) {
        addConvolution(sketch, filters, true);
        addConvolution(sketch, filters, false);
    }
    sketch.add("GlobalMaxPooling2D");  // of 3×3 places, where images have 32 pixels
    Properties head = drawnFrom("kernel", std::sqrt(3.0));
    head["use_bias"] = false;
    return sketch.named("head").finish(std::move(head), 1.0 / kLast, {{"label_smoothing", 0.2}});
}

}  // namespace

NetworkTemplate airbench94_muon() {
    return {"airbench94_muon", "airbench94 (Muon)",
            "A small convolution network with measured first filters, which its author takes to 94% on CIFAR-10 in 8 "
            "epochs; comes with its training settings.",
            makeAirbench};
}

}  // namespace tl::templates
