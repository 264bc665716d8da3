// Whole networks, trained by a session for 12 steps on all images at once by each optimizer at its default settings,
// end where Keras's do that began with the same weights (tests/reference/networks.py).
#include <QtTest>

#include <cmath>

#include "engine/io/property_json.h"
#include "engine/train/optimizer.h"
#include "small_run.h"
#include "tests/support/reference_file.h"

namespace test_network_reference {

using namespace tl;
using namespace tl::test;
using nlohmann::json;

namespace {

const json& reference() {
    static const json all = referenceFile("networks");
    return all;
}

NetworkSpec networkNamed(const std::string& name) {
    const auto text = [](const char* word) { return PropertyValue(std::string(word)); };
    const auto dense = [&](const char* id, int64_t units, const char* activation) {
        return node(id, "Dense", {{"units", units}, {"activation", text(activation)}});
    };
    const auto conv = [&](const char* id, int64_t filters, int64_t size) {
        return node(id, "Conv2D", {{"filters", filters}, {"kernel_size", std::vector<int64_t>{size, size}}});
    };
    const NodeSpec input = node("input", "Input"), scaled = node("scaled", "Rescaling"), flat = node("flat", "Flatten"),
                   output = node("output", "Output");
    if (name == "mlp")
        return chain({input, scaled, flat, dense("dense_1", 5, "relu"), dense("dense_2", 6, "tanh"),
                      dense("dense_3", 3, "linear"), output});
    NodeSpec first = conv("conv_1", 4, 3), second = conv("conv_2", 5, 2);
    first.properties["use_bias"] = false;
    first.properties["padding"] = text("same");
    second.properties["padding"] = text("valid");
    second.properties["activation"] = text("relu");
    return chain({input, scaled, first, node("norm_1", "BatchNormalization"),
                  node("relu", "Activation", {{"activation", text("relu")}}), node("pool", "MaxPooling2D"), second,
                  flat, dense("dense_1", 3, "linear"), output});
}

DataSet images() {
    auto pixels = std::make_shared<std::vector<uint8_t>>(reference().at("images").get<std::vector<uint8_t>>());
    DataSet data;
    data.spec = data.name = "reference";
    data.train = std::make_shared<MemorySource>("reference", "train", Shape{3, 6, 6},
                                                std::vector<std::string>{"one", "two", "three"}, pixels,
                                                reference().at("labels").get<std::vector<uint8_t>>());
    return data;
}

double length(const std::vector<double>& a) {
    double sum = 0;
    for (const double x : a) sum += x * x;
    return std::sqrt(sum);
}

std::vector<double> minus(std::vector<double> a, const std::vector<double>& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return a;
}

}  // namespace

class TestNetworkReference : public QObject {
    Q_OBJECT
private slots:
    void endsWhereKerasEnds_data();
    void endsWhereKerasEnds();
    void allOptimizersAreThere();
};

void TestNetworkReference::endsWhereKerasEnds_data() {
    QTest::addColumn<size_t>("network");
    QTest::addColumn<size_t>("run");
    for (size_t n = 0; n < reference().at("networks").size(); ++n) {
        const json& network = reference()["networks"][n];
        for (size_t r = 0; r < network.at("runs").size(); ++r) {
            const json& run = network["runs"][r];
            const std::string name = network["name"].get<std::string>() + ", " + run["optimizer"].get<std::string>() +
                                     (run["properties"].empty() ? "" : ", " + run["properties"].dump());
            QTest::newRow(name.c_str()) << n << r;
        }
    }
}

void TestNetworkReference::endsWhereKerasEnds() {
    QFETCH(size_t, network);
    QFETCH(size_t, run);
    const json &from = reference()["networks"][network], &wanted = from["runs"][run];
    const OptimizerType& optimizer = findOptimizer(wanted["optimizer"]);
    QCOMPARE(optimizer.defaultLearningRate, wanted["rate"].get<double>());

    SessionOptions options = smallRun(reference()["steps"].get<int>());
    options.network = networkNamed(from["name"]);
    options.data = images();
    options.training.batch = static_cast<int>(options.data.train->size());
    options.training.learningRate = optimizer.defaultLearningRate;
    options.training.optimizer = {optimizer.id,
                                  propertiesFromJson(wanted["properties"], "properties", &optimizer.properties)};
    ModelState start;
    initialize(options.network, factsOf(options.data, options.training), 1, start);
    QCOMPARE(start.size(), from["weights"].size());
    for (auto& [name, tensor] : start) {
        const auto values = from["weights"].at(name).get<std::vector<float>>();
        QCOMPARE(static_cast<size_t>(tensor.shape().elements()), values.size());
        tensor = Tensor::fromFloats(tensor.shape(), values);
    }
    options.resume.emplace();
    options.resume->network = options.network;
    options.resume->state = std::move(start);
    options.weightsOnly = true;

    TrainingSession session(options);
    session.start();
    session.wait();
    std::vector<double> losses;
    std::string said;
    for (const tl::Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) losses.push_back(static_cast<double>(step->loss));
        if (const auto* state = std::get_if<StateRecord>(&event)) said = state->message.english();
    }
    QVERIFY2(session.state() == RunState::Finished, said.c_str());
    const auto lossesWanted = wanted["losses"].get<std::vector<double>>();
    QCOMPARE(losses.size(), lossesWanted.size());
    QVERIFY2(length(minus(losses, lossesWanted)) < 2e-6 * length(lossesWanted),
             qPrintable(QString::number(length(minus(losses, lossesWanted)) / length(lossesWanted))));

    const Snapshot end = session.snapshot();
    double worst = 0;
    for (const auto& [name, numbers] : wanted["weights"].items()) {
        const auto expected = numbers.get<std::vector<double>>(),
                   began = from["weights"][name].get<std::vector<double>>();
        const auto found = end.state.at(name).as<float>();
        const double way = length(minus(expected, began)),
                     apart = length(minus({found.begin(), found.end()}, expected));
        QVERIFY2(way > 0, name.c_str());
        worst = std::max(worst, apart / way);
        // Of the way gone, beside what each step's rounding of the weights themselves may come to.
        const double rounding = static_cast<double>(losses.size()) * 0x1p-24 * length(expected);
        QVERIFY2(apart < 1e-5 * way + rounding,
                 qPrintable(QString("%1 is %2 of its way apart").arg(name.c_str()).arg(apart / way)));
    }
    qInfo("losses %.1e, weights at most %.1e of their way apart",
          length(minus(losses, lossesWanted)) / length(lossesWanted), worst);
}

void TestNetworkReference::allOptimizersAreThere() {
    for (const json& network : reference()["networks"])
        for (const OptimizerType& optimizer : allOptimizers())
            QVERIFY2(
                std::ranges::any_of(network["runs"], [&](const json& run) { return run["optimizer"] == optimizer.id; }),
                optimizer.id.c_str());
}

QTEST_GUILESS_MAIN(TestNetworkReference)

}  // namespace test_network_reference

#include "test_network_reference.moc"
