// The cases, and the U-Net among them: an Output takes scores of a whole image, so there is no template of it.
#include "app/cli/bench_cases.h"

#include "engine/model/templates.h"
#include "engine/model/templates/support.h"

namespace tl::cli {
namespace {

using List = std::vector<int64_t>;

// Four times down and up again, as in Ronneberger et al. (MICCAI 2015) with half as many filters and "same"
// convolutions; the pixels' features are then averaged.
NetworkSpec unet(const DataFacts& facts) {
    templates::Sketch sketch(facts);
    sketch.begin(1.0 / 64, -2);
    const std::string relu = "relu", same = "same";
    const auto twice = [&](int64_t filters) {
        for (int i = 0; i < 2; ++i)
            sketch.add("Conv2D", {{"filters", filters}, {"padding", same}, {"activation", relu}});
        return sketch.last();
    };
    std::vector<std::string> levels;
    int64_t filters = 32;
    for (; filters < 512; filters *= 2) {
        levels.push_back(twice(filters));
        sketch.add("MaxPooling2D");
    }
    twice(filters);
    for (; !levels.empty(); levels.pop_back()) {
        filters /= 2;
        sketch.add("Conv2DTranspose", {{"filters", filters}, {"kernel_size", List{2, 2}}, {"strides", List{2, 2}}});
        sketch.add("Concatenate", {}, {levels.back(), sketch.last()});
        twice(filters);
    }
    sketch.add("GlobalAveragePooling2D");
    return sketch.finish();
}

}  // namespace

std::vector<BenchCase> benchCases() {
    const DataFacts digits{Shape{1, 28, 28}, 10}, small{Shape{3, 32, 32}, 10}, photos{Shape{3, 224, 224}, 1000},
        slides{Shape{3, 128, 128}, 10};
    const TypedProperties sgd{"sgd", {}}, momentum{"sgd", {{"momentum", 0.9}}}, adam{"adam", {}};
    const auto of = [](const char* id) { return findTemplate(id).make; };
    const DType half = DType::BFloat16, full = DType::Float32;
    return {{"mlp-32", "MLP 784-128-10, batch 32, SGD", of("mlp"), digits, 32, sgd, 0.01f},
            {"mlp-128", "MLP 784-128-10, batch 128, SGD", of("mlp"), digits, 128, sgd, 0.01f},
            {"lenet-128", "LeNet-5, batch 128, Adam", of("lenet"), digits, 128, adam, 0.001f},
            {"lstm-128", "LSTM over 28 rows, batch 128, Adam", of("lstm"), digits, 128, adam, 0.001f},
            {"resnet20-128", "ResNet-20, batch 128, SGD with momentum", of("resnet20"), small, 128, momentum, 0.01f},
            {"resnet20-128-bf16", "ResNet-20, batch 128, bfloat16", of("resnet20"), small, 128, momentum, 0.01f, half},
            {"resnet50-16", "ResNet-50, 224 px, batch 16, momentum", of("resnet50"), photos, 16, momentum, 0.01f},
            {"resnet50-16-bf16", "ResNet-50, 224 px, batch 16, bfloat16", of("resnet50"), photos, 16, momentum, 0.01f,
             half},
            {"vit-16", "ViT-Tiny, 224 px, batch 16, Adam", of("vit_tiny"), photos, 16, adam, 0.0001f},
            {"unet-4", "U-Net, 128 px, batch 4, Adam", unet, slides, 4, adam, 0.0001f},
            {"predict-resnet50-1", "ResNet-50, 224 px, predicts 1", of("resnet50"), photos, 1, sgd, 0, full, true},
            {"predict-resnet50-16", "ResNet-50, 224 px, predicts 16", of("resnet50"), photos, 16, sgd, 0, full, true},
            {"predict-vit-1", "ViT-Tiny, 224 px, predicts 1", of("vit_tiny"), photos, 1, sgd, 0, full, true},
            {"predict-vit-16", "ViT-Tiny, 224 px, predicts 16", of("vit_tiny"), photos, 16, sgd, 0, full, true},
            {"predict-lenet-1", "LeNet-5, predicts 1", of("lenet"), digits, 1, sgd, 0, full, true},
            {"predict-lenet-128", "LeNet-5, predicts 128", of("lenet"), digits, 128, sgd, 0, full, true}};
}

std::vector<BenchCase> deviceCases(bool small) {
    const TypedProperties sgd{"sgd", {}}, momentum{"sgd", {{"momentum", 0.9}}}, adam{"adam", {}};
    const auto of = [](const char* id) { return findTemplate(id).make; };
    const DType half = DType::BFloat16, full = DType::Float32;
    if (small) {
        const DataFacts digits{Shape{1, 8, 8}, 10}, larger{Shape{1, 12, 12}, 10}, pictures{Shape{3, 8, 8}, 10};
        return {{"mlp", "MLP, 8 px", of("mlp"), digits, 4, sgd, 0.01f},
                {"lenet", "LeNet-5, 12 px", of("lenet"), larger, 2, adam, 0.001f},
                {"resnet20", "ResNet-20, 8 px", of("resnet20"), pictures, 2, momentum, 0.01f},
                {"resnet20-bf16", "ResNet-20, 8 px, bfloat16", of("resnet20"), pictures, 2, momentum, 0.01f, half},
                {"resnet50", "ResNet-50, 8 px", of("resnet50"), pictures, 1, momentum, 0.01f, full},
                {"mlp-fp8", "MLP, 8 px, fp8", of("mlp"), digits, 16, sgd, 0.01f, half, false, true}};
    }
    const DataFacts digits{Shape{1, 28, 28}, 10}, pictures{Shape{3, 32, 32}, 10}, photos{Shape{3, 224, 224}, 1000};
    return {
        {"mlp-128", "MLP 784-128-10, MNIST", of("mlp"), digits, 128, sgd, 0.01f},
        {"lenet-128", "LeNet-5, MNIST", of("lenet"), digits, 128, adam, 0.001f},
        {"resnet20-128", "ResNet-20, CIFAR-10", of("resnet20"), pictures, 128, momentum, 0.01f},
        {"resnet20-128-bf16", "ResNet-20, CIFAR-10, bfloat16", of("resnet20"), pictures, 128, momentum, 0.01f, half},
        {"resnet50-64", "ResNet-50, 224 px", of("resnet50"), photos, 64, momentum, 0.01f},
        {"resnet50-64-bf16", "ResNet-50, 224 px, bfloat16", of("resnet50"), photos, 64, momentum, 0.01f, half},
        {"vit-64-bf16", "ViT-Tiny, 224 px, bfloat16", of("vit_tiny"), photos, 64, adam, 0.001f, half},
        {"vit-64-fp8", "ViT-Tiny, 224 px, fp8", of("vit_tiny"), photos, 64, adam, 0.001f, half, false, true}};
}

}  // namespace tl::cli
