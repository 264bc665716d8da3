// Graphs and feeds that the tests of the compiler share: a small network with everything that a real one has.
#pragma once

#include <cmath>

#include "engine/core/rng.h"
#include "engine/graph/reference.h"

namespace tl::test {

// Deterministic feeds for every input, parameter and state; labels are below `classes`.
inline ReferenceFeeds feedsFor(const Graph& graph, int classes = 5, uint64_t seed = 1) {
    ReferenceFeeds feeds;
    for (const Value& value : graph.values) {
        if (value.kind == ValueKind::Computed || value.kind == ValueKind::Constant) continue;
        Rng rng(seed, streamId(value.name));
        ReferenceTensor tensor{value.shape, std::vector<double>(static_cast<size_t>(value.shape.elements()))};
        for (double& x : tensor.values) {
            if (value.dtype == DType::Int32)
                x = static_cast<double>(rng.below(static_cast<uint64_t>(classes)));
            else if (value.dtype == DType::UInt8)
                x = static_cast<double>(rng.below(256));
            else
                x = static_cast<double>(
                    static_cast<float>(value.kind == ValueKind::State ? rng.uniform() + 0.5 : 2 * rng.uniform() - 1));
        }
        feeds[value.name] = std::move(tensor);
    }
    return feeds;
}

struct SampleNetwork {
    Graph graph;
    ValueId loss = kNoValue, correct = kNoValue, prediction = kNoValue;
    std::vector<ValueId> parameters, gradients, outputs;  // outputs: everything worth comparing
};

// Bytes, convolutions (a strided one, a residual), batch norm, pooling, dense layers, dropout, cross entropy; with its
// gradient and SGD with momentum.
inline SampleNetwork sampleNetwork(bool training = true) {
    SampleNetwork net;
    Graph& g = net.graph;
    using List = std::vector<int64_t>;
    const auto parameter = [&](const std::string& name, Shape shape) {
        net.parameters.push_back(g.addParameter(name, std::move(shape)));
        return net.parameters.back();
    };
    const auto conv = [&](const std::string& name, ValueId x, int64_t filters, int64_t stride, bool bias = true) {
        const int64_t channels = g.value(x).shape[1];
        const ValueId w = parameter(name + "/kernel", {filters, channels, 3, 3});
        const ValueId y = g.addNode("Conv2D", name, {x, w},
                                    {{"strides", List{stride, stride}},
                                     {"pads", List{1, 1, 1, 1}},
                                     {"dilations", List{1, 1}},
                                     {"group", int64_t{1}}},
                                    name)[0];
        if (!bias) return y;
        return g.addNode("BiasAdd", name + "/bias_add", {y, parameter(name + "/bias", {filters})}, {}, name)[0];
    };
    const auto act = [&](const std::string& name, ValueId x, const std::string& kind) {
        return g.addNode("Activation", name, {x}, {{"kind", kind}}, name)[0];
    };
    const auto norm = [&](const std::string& name, ValueId x) {
        const Shape channels{g.value(x).shape[1]};
        const auto out =
            g.addNode("BatchNorm", name, {x, parameter(name + "/gamma", channels), parameter(name + "/beta", channels)},
                      {{"epsilon", 1e-3}}, name);
        g.addNode("MovingAverage", name + "/mean", {g.addState(name + "/moving_mean", channels), out[1]},
                  {{"momentum", 0.9}}, name, Phase::Update);
        return out[0];
    };
    const auto dense = [&](const std::string& name, ValueId x, int64_t units) {
        const ValueId w = parameter(name + "/kernel", {units, g.value(x).shape[1]});
        const ValueId y = g.addNode("MatMul", name, {x, w}, {{"transpose_b", int64_t{1}}}, name)[0];
        return g.addNode("BiasAdd", name + "/bias_add", {y, parameter(name + "/bias", {units})}, {}, name)[0];
    };
    const ValueId data = g.addInput("data", {4, 3, 8, 8}, DType::UInt8);
    const ValueId labels = g.addInput("labels", {4}, DType::Int32);
    const ValueId x = g.addNode("Rescale", "rescale", {data}, {{"scale", 1 / 127.5}, {"offset", -1.0}}, "input")[0];
    const ValueId a = act("relu_1", conv("conv_1", x, 6, 1), "relu");
    const ValueId b = act("relu_2", norm("norm_1", conv("conv_2", a, 6, 1, false)), "relu");
    const ValueId sum = g.addNode("Add", "add_1", {conv("conv_3", b, 6, 1), a}, {}, "add_1")[0];
    const ValueId c = act("relu_3", sum, "relu");
    const ValueId pooled =
        g.addNode("MaxPool2D", "pool_1", {act("elu_1", conv("conv_4", c, 17, 2), "elu")},
                  {{"kernel_shape", List{2, 2}}, {"strides", List{2, 2}}, {"pads", List{0, 0, 0, 0}}}, "pool_1")[0];
    const ValueId flat = g.addNode("Reshape", "flatten_1", {pooled}, {{"shape", List{4, 68}}}, "flatten_1")[0];
    const ValueId hidden = act("gelu_1", dense("dense_1", flat, 12), "gelu");
    const ValueId dropped = training ? g.addNode("Dropout", "dropout_1", {hidden},
                                                 {{"rate", 0.25}, {"stream", int64_t{99}}}, "dropout_1")[0]
                                     : hidden;
    const ValueId logits = dense("dense_2", act("tanh_1", dropped, "tanh"), 5);
    const auto losses = g.addNode("SparseCrossEntropy", "output", {logits, labels}, {}, "output");
    net.loss = losses[0];
    net.prediction = losses[1];
    net.correct = g.addNode("CountCorrect", "accuracy", {logits, labels}, {}, "output")[0];
    net.outputs = {net.loss, net.correct, net.prediction};
    if (!training) return net;
    net.gradients = addGradient(g, net.loss, net.parameters);
    for (size_t i = 0; i < net.parameters.size(); ++i) {
        const Value parameterValue = g.value(net.parameters[i]);
        const ValueId velocity = g.addState(parameterValue.name + "/velocity", parameterValue.shape);
        const auto updated =
            g.addNode("SgdUpdate", parameterValue.name + "/update", {net.parameters[i], net.gradients[i], velocity},
                      {{"momentum", 0.9}, {"nesterov", int64_t{1}}, {"weight_decay", 1e-3}}, "", Phase::Update);
        net.outputs.insert(net.outputs.end(), {net.gradients[i], updated[0], updated[1]});
    }
    return net;
}

}  // namespace tl::test
