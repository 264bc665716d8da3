// A data set and network small enough to train in a blink, for the tests of training: noisy 8x8 pictures of four
// classes and a network with everything whose state or draws a resume must carry: convolution, normalisation, dropout.
#pragma once

#include <cstdlib>
#include <memory>

#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/train/session.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/host/device.h"
#endif

namespace tl::test {

inline std::shared_ptr<const Source> pictures(int64_t count, uint64_t seed, const std::string& split) {
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(count * 64));
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    Rng rng(seed, streamId("pictures"));
    for (int64_t i = 0; i < count; ++i) {
        const auto label = static_cast<int64_t>(rng.below(4));
        labels[static_cast<size_t>(i)] = static_cast<uint8_t>(label);
        for (int64_t y = 0; y < 8; ++y)
            for (int64_t x = 0; x < 8; ++x) {
                const bool bright = (y / 4) * 2 + x / 4 == label;
                (*pixels)[static_cast<size_t>(i * 64 + y * 8 + x)] =
                    static_cast<uint8_t>(rng.below(150) + (bright ? 60 : 0));
            }
    }
    return std::make_shared<MemorySource>("pictures", split, Shape{1, 8, 8},
                                          std::vector<std::string>{"one", "two", "three", "four"}, pixels, labels);
}

inline DataSet pictureData(int64_t count = 203, int64_t validation = 61) {
    DataSet data;
    data.spec = "pictures";
    data.name = "pictures";
    data.train = pictures(count, 5, "train");
    if (validation > 0) data.validation = pictures(validation, 6, "validation");
    return data;
}

inline NetworkSpec chain(std::vector<NodeSpec> nodes) {
    NetworkSpec network;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (i > 0) network.links.push_back({network.nodes.back().id, nodes[i].id, 0});
        network.nodes.push_back(std::move(nodes[i]));
    }
    return network;
}

inline NodeSpec node(const std::string& id, const std::string& type, Properties properties = {}) {
    NodeSpec spec;
    spec.id = id;
    spec.type = type;
    spec.properties = std::move(properties);
    return spec;
}

inline NetworkSpec smallNetwork() {
    return chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"),
                  node("conv_1", "Conv2D", {{"filters", int64_t{4}}, {"kernel_size", std::vector<int64_t>{3, 3}}}),
                  node("norm_1", "BatchNormalization"),
                  node("activation_1", "Activation", {{"activation", std::string("relu")}}),
                  node("flatten_1", "Flatten"), node("dropout_1", "Dropout", {{"rate", 0.3}}),
                  node("dense_1", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
}

inline NetworkSpec denseNetwork() {
    return chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"), node("flatten_1", "Flatten"),
                  node("dense_1", "Dense", {{"units", int64_t{8}}, {"activation", std::string("relu")}}),
                  node("dense_2", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
}

// Of its eight products five have sizes that are multiples of 16, in batches of 16.
inline NetworkSpec networkForFloat8() {
    const auto dense = [](const char* id, int64_t units, const char* activation) {
        return node(id, "Dense", {{"units", units}, {"activation", std::string(activation)}});
    };
    return chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"), node("flatten_1", "Flatten"),
                  dense("dense_1", 48, "relu"), dense("dense_2", 32, "tanh"), dense("dense_3", 4, "linear"),
                  node("output_1", "Output")});
}

// What a run says of where it keeps its images, which each run on a device of its own does.
inline bool isAboutImages(const std::string& note) {
    return note.find("training images lie on the device") != note.npos;
}

// Where the suites train: on the CPU, or where TENSORLOOM_TEST_DEVICE is "cuda" on the driver that checks the GPU's
// code, with the state in memory that the host cannot look into (tests/CMakeLists.txt says which suites do both).
inline std::string device() {
#ifdef TENSORLOOM_CUDA
    const char* asked = std::getenv("TENSORLOOM_TEST_DEVICE");
    if (!asked || std::string(asked) != "cuda") return "cpu";
    static const cuda::CheckingDevice checking({.seed = 1, .checkMarks = false});
    return cuda::CheckingDevice::kId;
#else
    return "cpu";
#endif
}

inline SessionOptions smallRun(int epochs = 3) {
    SessionOptions options;
    options.training.device = device();
    options.network = smallNetwork();
    options.data = pictureData();
    options.training.epochs = epochs;
    options.training.batch = 16;
    options.training.threads = 1;
    options.training.learningRate = 0.01;
    return options;
}

}  // namespace tl::test
