// Every layer's output, gradients and moving averages against what Keras (or PyTorch) gives for the same numbers:
// tests/reference/layers.py made them, and says how to add cases.
#include "engine/io/json.h"
#include <QtTest>
#include <fstream>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/reference.h"
#include "engine/layers/layer_type.h"
#include "engine/model/build.h"

namespace test_against_keras {

using namespace tl;
using nlohmann::json;

namespace {

constexpr double kTolerance = 1e-5;

// Nothing to compare: these only name the data, or draw at random (test_random_layers.cpp).
const std::set<std::string> kElsewhere = {"Input", "Output", "Dropout", "SpatialDropout2D", "GaussianNoise"};

std::map<std::string, json> families() {
    std::map<std::string, json> all;
    const QDir folder(TENSORLOOM_SOURCE_DIR "/tests/reference/layer_cases");
    for (const QFileInfo& file : folder.entryInfoList({"*.json"}, QDir::Files)) {
        std::ifstream stream(file.filePath().toStdString());
        all[file.completeBaseName().toStdString()] = json::parse(stream);
    }
    return all;
}

ReferenceTensor tensorOf(const json& object) {
    return {Shape(object.at("shape").get<std::vector<int64_t>>()), object.at("values").get<std::vector<double>>()};
}

PropertyValue valueOf(const Property& property, const json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array()) return value.get<std::vector<int64_t>>();
    if (property.kind == PropertyKind::Float) return value.get<double>();
    return value.get<int64_t>();
}

Properties propertiesOf(const LayerType& type, const json& object) {
    Properties properties;
    for (const auto& [key, value] : object.items()) {
        const auto found = std::find_if(type.properties.begin(), type.properties.end(),
                                        [&, &name = key](const Property& property) { return property.key == name; });
        if (found == type.properties.end()) throw Error(type.id, "a property " + key, "none");
        properties[key] = valueOf(*found, value);
    }
    return properties;
}

// What is compared: a value of the graph and what it should be.
struct Expected {
    std::string what;
    ValueId value;
    ReferenceTensor content;
};

std::vector<Expected> compared(Graph& graph, const BuiltNetwork& built, const json& test) {
    const ValueId output = built.outputs.at("layer");
    std::vector<Expected> all{{"output", output, tensorOf(test.at("output"))}};
    for (const auto& [name, content] : test.at("states_after").items()) {
        const ValueId state = graph.find("layer/" + name);
        for (const Node& node : graph.nodes)
            for (ValueId made : node.outputs)
                if (state != kNoValue && graph.rootOf(made) == state)
                    all.push_back({name + " afterwards", made, tensorOf(content)});
    }
    const ValueId seed = graph.addInput("output_gradient", graph.value(output).shape, DType::Float32);
    std::vector<ValueId> targets;
    const size_t first = all.size();
    const auto target = [&](const std::string& name, const json& content) {
        targets.push_back(graph.find(name));
        all.push_back({"gradient of " + name, kNoValue, tensorOf(content)});
    };
    for (size_t i = 0; i < test.at("input_gradients").size(); ++i)
        target("input_" + std::to_string(i), test.at("input_gradients")[i]);
    for (const auto& [name, content] : test.at("weight_gradients").items()) target("layer/" + name, content);
    const auto gradients = addGradient(graph, {{output, seed}}, targets);
    for (size_t i = 0; i < gradients.size(); ++i) all[first + i].value = gradients[i];
    return all;
}

// The network's own draw of a mask makes way for the one that Keras used.
void setMask(Graph& graph, const json& test, ReferenceFeeds& feeds) {
    if (!test.contains("recurrent_mask")) return;
    feeds["recurrent_mask"] = tensorOf(test.at("recurrent_mask"));
    const ValueId mask = graph.addInput("recurrent_mask", feeds.at("recurrent_mask").shape, DType::Float32);
    int replaced = 0;
    for (Node& node : graph.nodes)
        if (node.attributes.integer("recurrent_mask", 0)) node.inputs.back() = mask, ++replaced;
    QCOMPARE(replaced, 1);
}

}  // namespace

class TestAgainstKeras : public QObject {
    Q_OBJECT
private slots:
    void sameNumbers_data() {
        QTest::addColumn<json>("test");
        for (const auto& [family, content] : families())
            for (const json& test : content.at("cases"))
                QTest::addRow("%s: %s", test.at("layer").get<std::string>().c_str(),
                              test.at("name").get<std::string>().c_str())
                    << test;
    }
    void sameNumbers() {
        QFETCH(json, test);
        const LayerType* type = findLayer(test.at("layer").get<std::string>());
        QVERIFY(type);
        LayerCase example{test.at("name").get<std::string>(), {}, propertiesOf(*type, test.at("properties"))};
        ReferenceFeeds feeds;
        for (size_t i = 0; i < test.at("inputs").size(); ++i) {
            const ReferenceTensor input = tensorOf(test.at("inputs")[i]);
            example.inputs.push_back(input.shape.withoutBatch());
            feeds["input_" + std::to_string(i)] = input;
        }
        for (const char* kind : {"weights", "states"})
            for (const auto& [name, content] : test.at(kind).items()) feeds["layer/" + name] = tensorOf(content);
        const int64_t batch = test.at("inputs")[0].at("shape")[0].get<int64_t>();
        const BuiltNetwork built = buildLayer(*type, example, batch, test.at("training").get<bool>());
        QCOMPARE(built.parameters.size(), test.at("weights").size());
        Graph graph = built.graph;
        setMask(graph, test, feeds);
        const auto all = compared(graph, built, test);
        QCOMPARE(all.size(), 1 + test.at("states_after").size() + test.at("input_gradients").size() +
                                 test.at("weight_gradients").size());
        feeds["output_gradient"] = tensorOf(test.at("output_gradient"));
        CompileOptions options;
        for (const Expected& each : all) options.outputs.push_back(each.value);
        const auto found = evaluatePlan(graph, feeds, options);
        for (size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(QString::fromStdString(found[i].shape.toString()),
                     QString::fromStdString(all[i].content.shape.toString()));
            const double error = relativeDifference(found[i].values, all[i].content.values);
            QVERIFY2(error < kTolerance,
                     qPrintable(QString("%1: %2").arg(QString::fromStdString(all[i].what)).arg(error)));
        }
    }

    void everyLayerIsCompared() {
        std::set<std::string> layers;
        for (const auto& [family, content] : families())
            for (const json& test : content.at("cases")) layers.insert(test.at("layer").get<std::string>());
        for (const LayerType& type : allLayers())
            QVERIFY2(layers.count(type.id) + kElsewhere.count(type.id) == 1, type.id.c_str());
    }
};

QTEST_GUILESS_MAIN(TestAgainstKeras)

}  // namespace test_against_keras

#include "test_against_keras.moc"
