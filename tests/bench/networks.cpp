// See the header.
#include "tests/bench/networks.h"

namespace tl::bench {
namespace {

constexpr double kColumn = 240, kRow = 82;

struct Pen {
    NetworkSpec network;
    double y = 0;

    std::string add(const std::string& type, const std::string& stem, Properties properties,
                    const std::vector<std::string>& inputs, double x = 0) {
        NodeSpec node;
        node.id = stem == "input" || stem == "output" ? stem : stem + "_" + std::to_string(network.nodes.size());
        node.type = type;
        node.properties = std::move(properties);
        node.x = x;
        node.y = y;
        y += kRow;
        int port = 0;
        for (const std::string& from : inputs) network.links.push_back({from, node.id, port++});
        network.nodes.push_back(std::move(node));
        return network.nodes.back().id;
    }
    std::string convolve(const std::string& from, double x) {
        return add("Conv2D", "conv", {{"filters", int64_t{8}}, {"padding", std::string("same")}}, {from}, x);
    }
    std::string normalise(const std::string& from, double x) {
        return add("BatchNormalization", "norm", {}, {from}, x);
    }
    std::string activate(const std::string& from, double x) { return add("Activation", "act", {}, {from}, x); }
    void finish(const std::string& from) {
        const std::string pooled = add("GlobalAveragePooling2D", "pool", {}, {from});
        add("Output", "output", {}, {add("Dense", "dense", {{"units", int64_t{10}}}, {pooled})});
    }
};

}  // namespace

NetworkSpec chainOf(int layers) {
    Pen pen;
    std::string last = pen.add("Input", "input", {}, {});
    for (int i = 0; static_cast<int>(pen.network.nodes.size()) < layers - 3; ++i)
        last = i % 3 == 0 ? pen.convolve(last, 0) : i % 3 == 1 ? pen.normalise(last, 0) : pen.activate(last, 0);
    pen.finish(last);
    return std::move(pen.network);
}

NetworkSpec resnetOf(int layers) {
    Pen pen;
    std::string top = pen.add("Input", "input", {}, {});
    top = pen.activate(pen.normalise(pen.convolve(top, 0), 0), 0);
    while (static_cast<int>(pen.network.nodes.size()) + 7 <= layers - 3) {
        std::string way = pen.activate(pen.normalise(pen.convolve(top, kColumn), kColumn), kColumn);
        way = pen.normalise(pen.convolve(way, kColumn), kColumn);
        top = pen.activate(pen.add("Add", "add", {}, {top, way}), 0);
    }
    while (static_cast<int>(pen.network.nodes.size()) < layers - 3) top = pen.activate(top, 0);
    pen.finish(top);
    return std::move(pen.network);
}

}  // namespace tl::bench
