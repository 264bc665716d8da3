// Graphs and weights from networks: names, what is left out, what a change elsewhere must not touch.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"

namespace test_build {

using namespace tl;

namespace {

const DataFacts kDigits{{1, 28, 28}, 10};
const DataFacts kPhotos{{3, 32, 32}, 10};

NetworkSpec lenet() { return findTemplate("lenet").make(kDigits); }

int count(const Graph& graph, const std::string& op) {
    return static_cast<int>(
        std::count_if(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) { return node.op == op; }));
}

const Node& producer(const Graph& graph, ValueId value) {
    return graph.nodes[static_cast<size_t>(graph.value(value).producer)];
}

bool same(const Tensor& a, const Tensor& b) {
    return a.shape() == b.shape() && std::equal(a.as<float>().begin(), a.as<float>().end(), b.as<float>().begin());
}

}  // namespace

class TestBuild : public QObject {
    Q_OBJECT
private slots:
    void names() {
        const BuiltNetwork built = build(lenet(), kDigits, 4, true);
        QStringList parameters;
        for (const auto& parameter : built.parameters) parameters << QString::fromStdString(parameter.name);
        QCOMPARE(parameters,
                 QStringList({"conv_1/kernel", "conv_1/bias", "conv_2/kernel", "conv_2/bias", "dense_1/kernel",
                              "dense_1/bias", "dense_2/kernel", "dense_2/bias", "dense_3/kernel", "dense_3/bias"}));
        const Graph& graph = built.graph;
        QCOMPARE(graph.find("conv_1/output"), built.outputs.at("conv_1"));
        QVERIFY(producer(graph, built.outputs.at("conv_1")).op == "Activation");
        QVERIFY(graph.value(graph.find("data")).dtype == DType::UInt8);
        QVERIFY(graph.value(graph.find("labels")).shape == Shape{4});
        QVERIFY(graph.value(built.loss).shape.elements() == 1);
        QVERIFY(graph.value(built.prediction).shape == Shape({4, 10}));
        QCOMPARE(built.metrics.size(), size_t{1});
        std::set<std::string> nodes, values;
        for (const Node& node : graph.nodes) QVERIFY2(nodes.insert(node.name).second, node.name.c_str());
        for (const Value& value : graph.values) QVERIFY2(values.insert(value.name).second, value.name.c_str());
    }

    void bypassedLayersAreLeftOut() {
        NetworkSpec network = lenet();
        for (const char* id : {"conv_2", "dense_1"}) network.find(id)->bypassed = true;
        const BuiltNetwork built = build(network, kDigits, 4, true);
        for (const auto& parameter : built.parameters)
            QVERIFY2(!parameter.name.starts_with("conv_2/") && !parameter.name.starts_with("dense_1/"),
                     parameter.name.c_str());
        QCOMPARE(count(built.graph, "Conv2D"), 1);
        QCOMPARE(count(built.graph, "MatMul"), 2);

        // Validation agrees, and shows what flows through them.
        const NetworkReport report = validate(network, kDigits);
        QVERIFY(report.ok());
        QVERIFY(report.nodes.at("conv_2").outputKnown);
        QVERIFY(report.nodes.at("conv_2").output == report.nodes.at("pool_1").output);
        QCOMPARE(report.nodes.at("conv_2").parameters, int64_t{0});
        QVERIFY(report.parameters < validate(lenet(), kDigits).parameters);
    }

    // A bypassed branch leaves the merge with the source itself; one without a source leaves its port open.
    void bypassedInABranch() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        QVERIFY(validate(network, kPhotos).ok());
        for (size_t i = 0; i < network.nodes.size(); ++i)
            if (network.nodes[i].type == "BatchNormalization") network.nodes.edit(i).bypassed = true;
        QVERIFY(validate(network, kPhotos).ok());
        QCOMPARE(count(build(network, kPhotos, 2, true).graph, "BatchNorm"), 0);
        network.find("input")->bypassed = true;
        QVERIFY(!validate(network, kPhotos).ok());
    }

    // The order of nodes and links in the file says nothing.
    void weightsDependOnSeedAndNameOnly() {
        NetworkSpec network = lenet();
        ModelState first, second, other;
        initialize(network, kDigits, 5, first);
        const NodeList::Shared nodes = network.nodes.shared();
        network.nodes.replace(0, nodes.size(), {nodes.rbegin(), nodes.rend()});
        std::reverse(network.links.begin(), network.links.end());
        initialize(network, kDigits, 5, second);
        initialize(network, kDigits, 6, other);
        QCOMPARE(first.size(), size_t{10});
        for (const auto& [name, tensor] : first) {
            QVERIFY(same(tensor, second.at(name)));
            if (name.find("kernel") != std::string::npos) QVERIFY(!same(tensor, other.at(name)));
        }
    }

    void weightsCarryOver() {
        NetworkSpec network = lenet();
        ModelState state, before;
        initialize(network, kDigits, 1, state);
        state["dense_1/kernel/velocity"] = Tensor({120, 400}, DType::Float32);
        state["dense_3/kernel/velocity"] = Tensor({10, 84}, DType::Float32);
        for (const auto& [name, tensor] : state) before[name] = tensor.clone();
        tl::setProperty(network, "dense_1.units=64");
        initialize(network, kDigits, 2, state);
        QVERIFY(same(state.at("conv_1/kernel"), before.at("conv_1/kernel")));
        QVERIFY(same(state.at("dense_3/kernel"), before.at("dense_3/kernel")));
        QVERIFY(state.at("dense_1/kernel").shape() == Shape({64, 400}));
        QVERIFY(state.at("dense_2/kernel").shape() == Shape({84, 64}));
        QVERIFY(!state.count("dense_1/kernel/velocity"));  // went with its weight
        QVERIFY(state.count("dense_3/kernel/velocity"));
    }

    void softmaxBeforeTheLossIsLookedThrough() {
        NetworkSpec network = lenet();
        network.find("dense_3")->properties["activation"] = std::string("softmax");
        const BuiltNetwork built = build(network, kDigits, 4, true);
        QCOMPARE(count(built.graph, "Softmax"), 1);
        QVERIFY(producer(built.graph, producer(built.graph, built.loss).inputs[0]).op == "MatMul");
        QCOMPARE(built.prediction, built.outputs.at("dense_3"));
    }

    void meanSquaredErrorTakesOneHot() {
        NetworkSpec network = lenet();
        tl::setProperty(network, "output.loss=mean_squared_error");
        const BuiltNetwork built = build(network, kDigits, 4, true);
        QVERIFY(producer(built.graph, built.loss).op == "ElementwiseLoss");
        QCOMPARE(built.prediction, built.outputs.at("dense_3"));
        QCOMPARE(count(built.graph, "OneHot"), 1);
        QCOMPARE(count(built.graph, "Softmax"), 0);
    }

    void trainingAndPredictionDiffer() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        const BuiltNetwork training = build(network, kPhotos, 2, true), prediction = build(network, kPhotos, 2, false);
        QCOMPARE(count(training.graph, "BatchNorm"), 21);
        QCOMPARE(count(training.graph, "MovingAverage"), 42);
        QCOMPARE(count(prediction.graph, "BatchNormInference"), 21);
        QCOMPARE(count(prediction.graph, "MovingAverage"), 0);
        QCOMPARE(training.states.size(), size_t{42});
        for (const Node& node : training.graph.nodes)
            QVERIFY((node.phase == Phase::Update) == (node.op == "MovingAverage"));
        ModelState state;
        initialize(network, kPhotos, 1, state);
        QCOMPARE(state.at("norm_1/moving_variance").as<float>()[3], 1.0f);
        QCOMPARE(state.at("norm_1/moving_mean").as<float>()[3], 0.0f);
    }

    void frozenLayers() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        tl::setProperty(network, "conv_1.trainable=false");
        tl::setProperty(network, "norm_1.trainable=false");
        const BuiltNetwork built = build(network, kPhotos, 2, true);
        for (const auto& parameter : built.parameters)
            QCOMPARE(parameter.trainable,
                     parameter.name.rfind("conv_1/", 0) != 0 && parameter.name.rfind("norm_1/", 0) != 0);
        QCOMPARE(count(built.graph, "BatchNorm"), 20);
        QCOMPARE(count(built.graph, "BatchNormInference"), 1);
    }

    // Bytes reach only Rescale; any other first layer gets floats.
    void bytesAreTurnedIntoFloats() {
        NetworkSpec network = lenet();
        network.nodes.eraseIf([](const NodeSpec& node) { return node.id == "rescaling_1"; });
        std::erase_if(network.links, [](const LinkSpec& link) { return link.to == "rescaling_1"; });
        for (LinkSpec& link : network.links)
            if (link.from == "rescaling_1") link.from = "input";
        const BuiltNetwork bytes = build(network, kDigits, 4, true, DType::UInt8);
        const BuiltNetwork floats = build(network, kDigits, 4, true, DType::Float32);
        QCOMPARE(count(bytes.graph, "Rescale"), 1);
        QCOMPARE(count(floats.graph, "Rescale"), 0);
        QVERIFY(bytes.graph.find("conv_1/output") != kNoValue);
    }

    // A border of zeros is the window's own where that is the same: always before a convolution, before max pooling
    // where nothing is below zero.
    void bordersBecomePads() {
        const auto made = [](const std::string& activation) {
            NetworkSpec network;
            const auto add = [&](const std::string& id, const std::string& type, Properties properties = {}) {
                if (!network.nodes.empty()) network.links.push_back({network.nodes.back().id, id, 0});
                NodeSpec node;
                node.id = id, node.type = type, node.properties = std::move(properties);
                network.nodes.push_back(std::move(node));
            };
            using List = std::vector<int64_t>;
            add("input", "Input");
            add("rescaling", "Rescaling");
            add("border_1", "ZeroPadding2D", {{"padding", List{1, 2, 0, 3}}});
            add("conv", "Conv2D", {{"filters", int64_t{4}}, {"strides", List{2, 2}}, {"activation", activation}});
            add("border_2", "ZeroPadding2D");
            add("pool", "MaxPooling2D", {{"pool_size", List{3, 3}}, {"strides", List{2, 2}}});
            add("flatten", "Flatten");
            add("dense", "Dense", {{"units", int64_t{10}}});
            add("output", "Output");
            return network;
        };
        for (const std::string activation : {"relu", "tanh"}) {
            const BuiltNetwork built = build(made(activation), kDigits, 2, true);
            const auto padsOf = [&](const char* op) {
                for (const Node& node : built.graph.nodes)
                    if (node.op == op) return node.attributes.list("pads");
                return std::vector<int64_t>{};
            };
            QCOMPARE(padsOf("Conv2D"), (std::vector<int64_t>{1, 0, 2, 3}));
            QCOMPARE(padsOf("MaxPool2D"),
                     activation == "relu" ? (std::vector<int64_t>{1, 1, 1, 1}) : (std::vector<int64_t>{0, 0, 0, 0}));
            QVERIFY(built.graph.value(built.outputs.at("conv")).shape == Shape({2, 4, 15, 15}));
            QVERIFY(built.graph.value(built.outputs.at("pool")).shape == Shape({2, 4, 8, 8}));
            QVERIFY(built.outputs.count("border_1") && built.outputs.count("border_2"));  // to look at
        }
    }

    void gradientsReachEveryParameter_data() {
        QTest::addColumn<QString>("name");
        for (const NetworkTemplate& entry : allTemplates())
            QTest::newRow(entry.id.c_str()) << QString::fromStdString(entry.id);
    }
    void gradientsReachEveryParameter() {
        QFETCH(QString, name);
        BuiltNetwork built = build(findTemplate(name.toStdString()).make(kPhotos), kPhotos, 2, true);
        std::vector<ValueId> targets;
        for (const auto& parameter : built.parameters) targets.push_back(parameter.value);
        const auto gradients = addGradient(built.graph, built.loss, targets);
        QCOMPARE(gradients.size(), targets.size());
        for (size_t i = 0; i < targets.size(); ++i)
            QVERIFY(built.graph.value(gradients[i]).shape == built.graph.value(targets[i]).shape);
    }

    void wrongNetworksAreRefused() {
        NetworkSpec network = lenet();
        network.find("conv_1")->properties["filters"] = int64_t{0};
        try {
            build(network, kDigits, 4, true);
            QFAIL("built");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.message().english()),
                     QString("conv_1: filters must be between 1 and 65536, not 0."));
        }
        QVERIFY_EXCEPTION_THROWN(build(lenet(), kDigits, 0, true), Error);
        QVERIFY_EXCEPTION_THROWN(build(lenet(), {}, 4, true), Error);
    }
};

QTEST_GUILESS_MAIN(TestBuild)

}  // namespace test_build

#include "test_build.moc"
