// Layers that draw at random while training: how much they drop or add, that it follows from seed and step alone, that
// the gradient meets the same draw, and that prediction passes everything through.
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/graph/reference.h"
#include "engine/layers/layer_type.h"
#include "engine/model/build.h"

namespace test_random_layers {

using namespace tl;

namespace {

constexpr int64_t kBatch = 4;

struct Drawn {
    std::vector<double> output, gradient;
};

// Of an input full of `value` (and a gradient full of ones).
Drawn drawn(const char* id, const Shape& shape, const Properties& properties, uint64_t seed = 1, uint64_t step = 0,
            int threads = 1, double value = 1) {
    const BuiltNetwork built = buildLayer(*findLayer(id), {"", {shape}, properties}, kBatch, true);
    Graph graph = built.graph;
    const ValueId output = built.outputs.at("layer"), ones = graph.addConstant(1, shape.withBatch(kBatch));
    CompileOptions options;
    options.threads = threads;
    options.outputs = {output, addGradient(graph, {{output, ones}}, {graph.find("input_0")})[0]};
    const auto size = static_cast<size_t>(shape.withBatch(kBatch).elements());
    const ReferenceFeeds feeds{{"input_0", {shape.withBatch(kBatch), std::vector<double>(size, value)}}};
    const auto found = evaluatePlan(graph, feeds, options, {seed, step, 0});
    return {found[0].values, found[1].values};
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

}  // namespace

class TestRandomLayers : public QObject {
    Q_OBJECT

    static void layerRows() {
        QTest::addColumn<QString>("layer");
        for (const char* layer : {"Dropout", "SpatialDropout2D", "GaussianNoise"}) QTest::newRow(layer) << layer;
    }
    static Properties strength(const QString& layer, double value) {
        return {{layer == "GaussianNoise" ? "stddev" : "rate", value}};
    }

private slots:
    void drops_data() {
        QTest::addColumn<double>("rate");
        for (double rate : {0.1, 0.5, 0.9}) QTest::addRow("%g", rate) << rate;
    }
    // Values are dropped at the rate, and the rest is as much larger as keeps the mean.
    void drops() {
        QFETCH(double, rate);
        const Drawn seen = drawn("Dropout", {3, 50, 50}, {{"rate", rate}});
        double dropped = 0;
        for (double value : seen.output) {
            QVERIFY(value == 0 || std::abs(value - 1 / (1 - rate)) < 1e-6);
            dropped += value == 0;
        }
        // Four deviations of a binomial draw of 30000.
        const double count = static_cast<double>(seen.output.size());
        QVERIFY(std::abs(dropped / count - rate) < 4 * std::sqrt(rate * (1 - rate) / count));
        QCOMPARE(seen.gradient, seen.output);
    }

    void dropsWholeChannels() {
        const int64_t channels = 2000, plane = 6;
        const Drawn seen = drawn("SpatialDropout2D", {channels, 2, 3}, {{"rate", 0.3}});
        double dropped = 0;
        for (size_t first = 0; first < seen.output.size(); first += plane) {
            for (size_t i = first; i < first + plane; ++i) QCOMPARE(seen.output[i], seen.output[first]);
            QVERIFY(seen.output[first] == 0 || std::abs(seen.output[first] - 1 / 0.7) < 1e-6);
            dropped += seen.output[first] == 0;
        }
        const auto count = static_cast<double>(kBatch * channels);
        QVERIFY(std::abs(dropped / count - 0.3) < 4 * std::sqrt(0.3 * 0.7 / count));
        QCOMPARE(seen.gradient, seen.output);
    }

    // Also where it is infinite, or not a number.
    void whatIsDroppedIsZero_data() {
        QTest::addColumn<QString>("layer");
        for (const char* layer : {"Dropout", "SpatialDropout2D"}) QTest::newRow(layer) << layer;
    }
    void whatIsDroppedIsZero() {
        QFETCH(QString, layer);
        const std::string name = layer.toStdString();
        const Drawn ones = drawn(name.c_str(), {64, 2, 3}, {{"rate", 0.5}});
        for (const double value : {HUGE_VAL, std::nan("")}) {
            const Drawn seen = drawn(name.c_str(), {64, 2, 3}, {{"rate", 0.5}}, 1, 0, 1, value);
            for (size_t i = 0; i < seen.output.size(); ++i)
                QVERIFY(ones.output[i] == 0 ? seen.output[i] == 0 : !std::isfinite(seen.output[i]));
        }
    }

    // Mean, deviation, skewness and kurtosis are a normal distribution's, and its tails are there.
    void noiseIsNormal() {
        const Drawn seen = drawn("GaussianNoise", {3, 100, 100}, {{"stddev", 0.5}});
        double moments[5] = {};
        double far = 0;
        for (double value : seen.output) {
            const double z = (value - 1) / 0.5;
            for (int power = 1; power <= 4; ++power) moments[power] += std::pow(z, power);
            far += std::abs(z) > 3;
        }
        const auto count = static_cast<double>(seen.output.size());  // 120000
        QVERIFY(std::abs(moments[1] / count) < 4 / std::sqrt(count));
        QVERIFY(std::abs(moments[2] / count - 1) < 4 * std::sqrt(2 / count));
        QVERIFY(std::abs(moments[3] / count) < 4 * std::sqrt(15 / count));
        QVERIFY(std::abs(moments[4] / count - 3) < 4 * std::sqrt(96 / count));
        QVERIFY(std::abs(far / count - 0.0027) < 4 * std::sqrt(0.0027 / count));
        // Neighbours are not alike: no draw is used twice.
        QVERIFY(std::set<double>(seen.output.begin(), seen.output.begin() + 1000).size() > 990);
        QCOMPARE(mean(seen.gradient), 1.0);
    }

    void recurrentDropout_data() {
        QTest::addColumn<QString>("layer");
        for (const char* layer : {"LSTM", "GRU"}) QTest::newRow(layer) << layer;
    }
    // One mask for a sequence, scaled to keep the mean and another for each gate; the state that the steps see is what
    // it leaves, from the first to the last.
    void recurrentDropout() {
        QFETCH(QString, layer);
        const bool lstm = layer == "LSTM";
        const int64_t units = 500, gates = lstm ? 4 : 3, steps = 4;
        const Properties properties{{"units", units},
                                    {"recurrent_dropout", 0.3},
                                    {"activation", std::string("linear")},
                                    {"recurrent_activation", std::string("linear")},
                                    {"return_sequences", true}};
        const BuiltNetwork built = buildLayer(*findLayer(layer.toStdString()), {"", {{steps, 2}}, properties}, 2, true);
        const auto find = [&](const std::string& op) {
            return *std::find_if(built.graph.nodes.begin(), built.graph.nodes.end(),
                                 [&](const Node& node) { return node.op == op; });
        };
        CompileOptions options;
        options.outputs = {find("Dropout").outputs[0], built.outputs.at("layer")};
        // A kernel of zeros and biases of ones: every gate is 1 but for what the state adds. The recurrent kernel leads
        // each unit to itself, by a tenth.
        ReferenceFeeds feeds;
        for (const BuiltParameter& parameter : built.parameters) {
            const Shape shape = built.graph.value(parameter.value).shape;
            std::vector<double> values(static_cast<size_t>(shape.elements()), 0.0);
            if (parameter.name == "layer/recurrent_kernel")
                for (int64_t row = 0; row < gates * units; ++row)
                    values[static_cast<size_t>(row * units + row % units)] = 0.1;
            if (parameter.name == "layer/bias")
                std::fill(values.begin(), values.begin() + gates * units, 1.0);  // GRU's second row stays zeros
            feeds[parameter.name] = {shape, values};
        }
        feeds["input_0"] = {{2, steps, 2}, std::vector<double>(static_cast<size_t>(2 * steps * 2), 0.0)};
        const auto found = evaluatePlan(built.graph, feeds, options, {3, 5, 0});
        const std::vector<double>&mask = found[0].values, &y = found[1].values;
        double dropped = 0;
        for (double value : mask) {
            QVERIFY(value == 0 || std::abs(value - 1 / 0.7) < 1e-6);
            dropped += value == 0;
        }
        const auto count = static_cast<double>(mask.size());
        QVERIFY(std::abs(dropped / count - 0.3) < 4 * std::sqrt(0.3 * 0.7 / count));
        for (int64_t n = 0; n < 2; ++n)
            for (int64_t u = 0; u < units; ++u) {
                const auto gate = [&](int64_t g, double state) {
                    return 1 + 0.1 * mask[static_cast<size_t>((n * gates + g) * units + u)] * state;
                };
                double state = 0, cell = 0;
                for (int64_t t = 0; t < steps; ++t) {
                    if (lstm) {
                        cell = gate(1, state) * cell + gate(0, state) * gate(2, state);
                        state = gate(3, state) * cell;
                    } else {
                        const double update = gate(0, state);
                        const double candidate = 1 + gate(1, state) * (gate(2, state) - 1);
                        state = update * state + (1 - update) * candidate;
                    }
                    const double seen = y[static_cast<size_t>((n * steps + t) * units + u)];
                    QVERIFY(std::abs(seen - state) < 1e-4 * std::max(1.0, std::abs(state)));
                }
            }
        QVERIFY(evaluatePlan(built.graph, feeds, options, {3, 6, 0})[0].values != mask);
        for (const Node& node :
             buildLayer(*findLayer(layer.toStdString()), {"", {{steps, 2}}, properties}, 2, false).graph.nodes)
            QVERIFY(node.op != "Dropout");
    }

    void followsFromSeedAndStep_data() { layerRows(); }
    void followsFromSeedAndStep() {
        QFETCH(QString, layer);
        const QByteArray id = layer.toUtf8();
        const Shape shape{40, 9, 11};
        const auto first = drawn(id, shape, strength(layer, 0.4), 7, 3).output;
        QCOMPARE(drawn(id, shape, strength(layer, 0.4), 7, 3).output, first);
        QCOMPARE(drawn(id, shape, strength(layer, 0.4), 7, 3, 2).output, first);  // whatever the threads
        QVERIFY(drawn(id, shape, strength(layer, 0.4), 7, 4).output != first);
        QVERIFY(drawn(id, shape, strength(layer, 0.4), 8, 3).output != first);
    }

    void predictionPassesThrough_data() { layerRows(); }
    void predictionPassesThrough() {
        QFETCH(QString, layer);
        const LayerType& type = *findLayer(layer.toStdString());
        const BuiltNetwork built = buildLayer(type, {"", {{3, 4, 5}}, strength(layer, 0.4)}, 2, false);
        QVERIFY(built.graph.nodes.empty());
        QCOMPARE(built.outputs.at("layer"), built.graph.find("input_0"));
        const BuiltNetwork none = buildLayer(type, {"", {{3, 4, 5}}, strength(layer, 0)}, 2, true);
        QVERIFY(none.graph.nodes.empty());
    }
};

QTEST_GUILESS_MAIN(TestRandomLayers)

}  // namespace test_random_layers

#include "test_random_layers.moc"
