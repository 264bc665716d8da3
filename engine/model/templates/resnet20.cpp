// ResNet-20 for small images (He et al., "Deep Residual Learning for Image Recognition", CVPR 2016,
// section 4.2): three stages of three basic blocks with 16, 32 and 64 filters. Where a stage changes size, a
// strided 1×1 convolution with normalisation is the shortcut (the paper's option B). The shortcut takes a
// merge's first port, so it is drawn straight.
#include "engine/model/templates/support.h"

namespace tl::templates {
namespace {

void convolve(Sketch& sketch, int64_t filters, int64_t kernel, int64_t stride, const std::string& from = {}) {
    sketch.add("Conv2D",
               {{"filters", filters},
                {"kernel_size", std::vector<int64_t>{kernel, kernel}},
                {"strides", std::vector<int64_t>{stride, stride}},
                {"padding", std::string("same")},
                {"use_bias", false},
                {"kernel_initializer", std::string("he_normal")}},
               from.empty() ? std::vector<std::string>{} : std::vector<std::string>{from});
}

std::string normalise(Sketch& sketch) {
    return sketch.add("BatchNormalization", {{"momentum", 0.9}, {"epsilon", 1e-5}});
}

NetworkSpec makeResnet20(const DataFacts& data) {
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    convolve(sketch, 16, 3, 1);
    normalise(sketch);
    std::string top = sketch.add("Activation");
    for (int64_t filters : {16, 32, 64})
        for (int block = 0; block < 3; ++block) {
            const bool shrinks = filters > 16 && block == 0;
            convolve(sketch, filters, 3, shrinks ? 2 : 1, top);
            normalise(sketch);
            sketch.add("Activation");
            convolve(sketch, filters, 3, 1);
            const std::string way = normalise(sketch);
            std::string shortcut = top;
            if (shrinks) {
                convolve(sketch, filters, 1, 2, top);
                shortcut = normalise(sketch);
            }
            sketch.add("Add", {}, {shortcut, way});
            top = sketch.add("Activation");
        }
    sketch.add("GlobalAveragePooling2D");
    return sketch.finish({{"kernel_initializer", std::string("he_normal")}});
}

}  // namespace

NetworkTemplate resnet20() {
    return {"resnet20", "ResNet-20",
            "Nine residual blocks of two convolutions, after He et al. 2016; made for CIFAR-10's 32×32 pixels.",
            makeResnet20};
}

}  // namespace tl::templates
