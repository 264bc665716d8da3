// Every layer in the registry, by its own cases: the shape rule against what a compiled plan makes,
// parameters that can be drawn, a property table that a person can read. A new layer is tested here without a
// word about it.
#include <QDir>
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/plan.h"
#include "engine/graph/reference.h"
#include "engine/layers/layer_type.h"
#include "engine/model/build.h"

namespace test_layers {

using namespace tl;

class TestLayers : public QObject {
    Q_OBJECT

    static void layerRows() {
        QTest::addColumn<const LayerType*>("type");
        for (const LayerType& type : allLayers()) QTest::newRow(type.id.c_str()) << &type;
    }

    static void caseRows() {
        QTest::addColumn<const LayerType*>("type");
        QTest::addColumn<int>("index");
        QTest::addColumn<bool>("training");
        for (const LayerType& type : allLayers())
            for (size_t i = 0; i < type.cases.size(); ++i)
                for (const bool training : {false, true})
                    QTest::addRow("%s: %s%s", type.id.c_str(), type.cases[i].name.c_str(), training ? ", training" : "")
                        << &type << static_cast<int>(i) << training;
    }

private slots:
    void paletteIsComplete() {
        std::set<std::string> ids, stems;
        for (const char* id :
             {"Input", "Output", "Rescaling", "Flatten", "Dense", "Conv2D", "MaxPooling2D", "AveragePooling2D",
              "GlobalAveragePooling2D", "BatchNormalization", "Dropout", "Activation", "Add", "Concatenate"})
            QVERIFY2(findLayer(id), id);
        for (const LayerType& type : allLayers())
            QVERIFY2(ids.insert(type.id).second, ("two layers are called " + type.id).c_str());
        QVERIFY(!findLayer("dense"));
    }

    void describesItself_data() { layerRows(); }
    void describesItself() {
        QFETCH(const LayerType*, type);
        QVERIFY(!type->title.empty() && !type->idStem.empty());
        QVERIFY(type->help.english().size() > 20 && type->help.english().back() == '.');
        QVERIFY(type->version >= 1);
        QVERIFY(type->minInputs >= 0 && (type->maxInputs == -1 || type->maxInputs >= type->minInputs));
        QVERIFY(type->shape && type->build && type->summary);
        QVERIFY2(!type->cases.empty(), "a layer brings small examples");
        QVERIFY(type->version == 1 || type->migrate);
        const QString icons = "/usr/share/bootstrap-icons/svg/";
        if (QDir(icons).exists())
            QVERIFY2(QFile::exists(icons + QString::fromStdString(type->icon) + ".svg"), type->icon.c_str());
        const Properties none;
        QVERIFY(!type->summary(PropertyReader(type->properties, none, type->id)).empty());
    }

    void propertiesAreSound_data() { layerRows(); }
    void propertiesAreSound() {
        QFETCH(const LayerType*, type);
        std::set<std::string> keys;
        for (const Property& property : type->properties) {
            QVERIFY(keys.insert(property.key).second);
            QVERIFY(!property.label.empty());
            QVERIFY2(property.help.english().size() > 10 && property.help.english().back() == '.',
                     property.key.c_str());
            QCOMPARE(QString::fromStdString(checkProperty(property, property.defaultValue).english()), QString());
            // What is shown can be typed in again.
            QVERIFY(parseProperty(property, toString(property.defaultValue)) == property.defaultValue);
            if (!property.visibleWhenKey.empty()) QVERIFY(keys.count(property.visibleWhenKey));
            if (property.key.ends_with("_initializer"))
                for (const std::string& choice : property.choices) QVERIFY(initializer(choice));
        }
        for (const LayerCase& example : type->cases)
            for (const auto& [key, value] : example.properties) {
                const auto found = std::find_if(type->properties.begin(), type->properties.end(),
                                                [&, &name = key](const Property& p) { return p.key == name; });
                QVERIFY2(found != type->properties.end(), key.c_str());
                QCOMPARE(QString::fromStdString(checkProperty(*found, value).english()), QString());
            }
    }

    void refusesUnknownProperties_data() { layerRows(); }
    void refusesUnknownProperties() {
        QFETCH(const LayerType*, type);
        const Properties none;
        const PropertyReader reader(type->properties, none, "node_1");
        QVERIFY_EXCEPTION_THROWN(reader.integer("no_such_property"), Error);
    }

    void shapeRuleIsWhatRuns_data() { caseRows(); }
    void shapeRuleIsWhatRuns() {
        QFETCH(const LayerType*, type);
        QFETCH(int, index);
        QFETCH(bool, training);
        const LayerCase& example = type->cases[static_cast<size_t>(index)];
        const PropertyReader properties(type->properties, example.properties, type->id);
        const std::string node = "layer";
        const ShapeResult rule = type->shape({node, example.inputs, properties, {}, 0, {}});
        QVERIFY2(rule.diagnostics.empty(),
                 rule.diagnostics.empty() ? "" : rule.diagnostics[0].message.english().c_str());

        constexpr int64_t batch = 3;
        const BuiltNetwork built = buildLayer(*type, example, batch, training);
        ModelState state;
        initialize(built, 7, state);
        QCOMPARE(state.size(), built.parameters.size() + built.states.size());

        const ValueId output = type->hasOutput ? built.outputs.at("layer") : built.prediction;
        QVERIFY(built.graph.value(output).shape == rule.output.withBatch(batch));
        if (built.graph.value(output).kind == ValueKind::Input) return;  // passes through; nothing to run

        CompileOptions options;
        options.threads = 1;
        options.outputs = {output};
        if (built.loss != kNoValue) options.outputs.push_back(built.loss);
        Plan plan(built.graph, state, options);
        Rng rng(1, 2);
        for (const Value& value : built.graph.values) {
            if (value.kind != ValueKind::Input) continue;
            void* data = plan.input(value.name);
            if (!data) continue;  // not needed for these outputs
            for (int64_t i = 0; i < value.shape.elements(); ++i)
                if (value.dtype == DType::Int32)
                    static_cast<int32_t*>(data)[i] = static_cast<int32_t>(rng.below(3));
                else if (example.indices > 0 && value.kind == ValueKind::Input)
                    static_cast<float*>(data)[i] =
                        static_cast<float>(rng.below(static_cast<uint64_t>(example.indices)));
                else
                    static_cast<float*>(data)[i] = static_cast<float>(rng.normal());
        }
        StepContext context;
        plan.run(Phase::Forward, context);
        const Tensor result = plan.read(output);
        QVERIFY2(result.shape() == rule.output.withBatch(batch), result.shape().toString().c_str());
        for (const float value : result.as<float>()) QVERIFY(std::isfinite(value));
        if (built.loss != kNoValue) QVERIFY(std::isfinite(plan.readScalar(built.loss)));
    }

    // Whatever the bars' value: nothing of it is left in the image.
    void resizingKeepsTheImage() {
        const BuiltNetwork built = buildLayer(
            *findLayer("Resizing"),
            {"",
             {{1, 4, 4}},
             {{"height", int64_t{4}}, {"width", int64_t{8}}, {"pad_to_aspect_ratio", true}, {"fill_value", 1e6}}},
            1, false);
        ReferenceTensor image{{1, 1, 4, 4}, {}};
        std::vector<double> expected(32, 1e6);
        for (size_t i = 0; i < 16; ++i) {
            image.values.push_back(0.125 + static_cast<double>(i) / 1024);
            expected[i / 4 * 8 + 2 + i % 4] = image.values[i];
        }
        CompileOptions options;
        options.outputs = {built.outputs.at("layer")};
        QCOMPARE(evaluatePlan(built.graph, {{"input_0", image}}, options)[0].values, expected);
    }

    void namesStartWithTheNode_data() { caseRows(); }
    void namesStartWithTheNode() {
        QFETCH(const LayerType*, type);
        QFETCH(int, index);
        QFETCH(bool, training);
        const BuiltNetwork built = buildLayer(*type, type->cases[static_cast<size_t>(index)], 2, training);
        std::set<std::string> nodes, values;
        for (const Node& node : built.graph.nodes) {
            QCOMPARE(QString::fromStdString(node.layer), QString("layer"));
            QVERIFY2(nodes.insert(node.name).second, node.name.c_str());
        }
        for (const BuiltParameter& parameter : built.parameters) QVERIFY(parameter.name.rfind("layer/", 0) == 0);
        for (const Value& value : built.graph.values)
            if (value.kind == ValueKind::Computed && value.name.find("moving_") == std::string::npos)
                QVERIFY2(values.insert(value.name).second, value.name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestLayers)

}  // namespace test_layers

#include "test_layers.moc"
