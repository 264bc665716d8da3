// ResNets for photographs (He et al., "Deep Residual Learning for Image Recognition", CVPR 2016), as torchvision has
// them: a block that halves the image does so in its 3×3 convolution, and no convolution has a bias. Weights are drawn
// as there, and layers bear Keras's names, so "conv3_block1_2_conv" is torchvision's "layer2.0.conv2". The shortcut
// takes a merge's first port, so it is drawn straight.
#include "engine/model/templates/resnet.h"

namespace tl::templates {
namespace {

constexpr int64_t kStem = 64;

// Convolution and normalisation; returns the latter's id. A stride shrinks an image of even size to its half, with a
// border on all sides, as torch's padding has it; "same" would put it below and to the right only.
std::string unit(Sketch& sketch, const std::string& name, int64_t filters, int64_t kernel, int64_t stride,
                 std::string from) {
    std::string padding = "same";
    if (stride > 1 && kernel > 1) {
        const std::vector<int64_t> border{kernel / 2, kernel / 2};
        from = sketch.named(name + "_pad").add("ZeroPadding2D", {{"padding", border}}, {from});
        padding = "valid";
    }
    sketch.named(name + "_conv")
        .add("Conv2D",
             {{"filters", filters},
              {"kernel_size", std::vector<int64_t>{kernel, kernel}},
              {"strides", std::vector<int64_t>{stride, stride}},
              {"padding", padding},
              {"use_bias", false},
              {"kernel_initializer", std::string("variance_scaling")},
              {"kernel_initializer_scale", 2.0},
              {"kernel_initializer_mode", std::string("fan_out")},
              {"kernel_initializer_distribution", std::string("untruncated_normal")}},
             {from});
    return sketch.named(name + "_bn").add("BatchNormalization", {{"momentum", 0.9}, {"epsilon", 1e-5}});
}

}  // namespace

NetworkSpec makeResnet(const DataFacts& data, const std::vector<int>& blocks, bool bottleneck) {
    Sketch sketch(data);
    sketch.begin(1.0 / 64, -2);  // about mean 0, deviation 1 for photographs
    unit(sketch, "conv1", kStem, 7, 2, sketch.last());
    sketch.named("conv1_relu").add("Activation");
    sketch.named("pool1_pad").add("ZeroPadding2D");
    std::string top =
        sketch.named("pool1_pool")
            .add("MaxPooling2D", {{"pool_size", std::vector<int64_t>{3, 3}}, {"strides", std::vector<int64_t>{2, 2}}});
    int64_t filters = kStem, channels = kStem;
    for (size_t stage = 0; stage < blocks.size(); ++stage, filters *= 2)
        for (int block = 0; block < blocks[stage]; ++block) {
            const std::string name = "conv" + std::to_string(stage + 2) + "_block" + std::to_string(block + 1);
            const int64_t stride = stage > 0 && block == 0 ? 2 : 1, out = bottleneck ? 4 * filters : filters;
            const std::vector<int64_t> kernels =
                bottleneck ? std::vector<int64_t>{1, 3, 1} : std::vector<int64_t>{3, 3};
            const size_t halves = bottleneck ? 1 : 0;  // which of them has the stride
            std::string way = top;
            for (size_t i = 0; i < kernels.size(); ++i) {
                const std::string part = name + "_" + std::to_string(i + 1);
                const bool last = i + 1 == kernels.size();
                way = unit(sketch, part, last ? out : filters, kernels[i], i == halves ? stride : 1, way);
                if (!last) way = sketch.named(part + "_relu").add("Activation");
            }
            std::string shortcut = top;
            if (out != channels) shortcut = unit(sketch, name + "_0", out, 1, stride, top);
            sketch.named(name + "_add").add("Add", {}, {shortcut, way});
            top = sketch.named(name + "_out").add("Activation");
            channels = out;
        }
    sketch.named("avg_pool").add("GlobalAveragePooling2D");
    return sketch.named("predictions").finish();
}

NetworkTemplate resnet18() {
    return {"resnet18", "ResNet-18",
            "Eight residual blocks of two convolutions, after He et al. 2016, laid out as torchvision's; made for "
            "photographs of 224×224 pixels.",
            [](const DataFacts& data) {
                return makeResnet(data, {2, 2, 2, 2}, false);
            },
            224};
}

}  // namespace tl::templates
