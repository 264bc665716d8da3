// What surrounds an optimizer's rule (clipping, gathering gradients, averages, decoupled decay), Muon, schedules and
// callbacks against Keras's and PyTorch's numbers in tests/reference/training.json, which training.py there makes.
#include "engine/io/json.h"
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <numeric>

#include "engine/io/property_json.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"

namespace test_training_reference {

using namespace tl;
using nlohmann::json;

namespace {

const json& reference() {
    static const json read =
        json::parse(std::ifstream(std::string(TENSORLOOM_SOURCE_DIR) + "/tests/reference/training.json"));
    return read;
}

using Numbers = std::vector<double>;
using Named = std::map<std::string, Numbers>;

double length(const Numbers& a) { return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0)); }

Numbers difference(const Numbers& a, const Numbers& b) {
    Numbers d(a.size());
    std::transform(a.begin(), a.end(), b.begin(), d.begin(), std::minus<>());
    return d;
}

// The weights and averages after each step.
std::pair<std::vector<Named>, std::vector<Named>> trained(const json& test, int threads) {
    const TypedProperties optimizer{
        test["optimizer"],
        propertiesFromJson(test["properties"], "properties", &findOptimizer(test["optimizer"]).properties)};
    const Properties options = propertiesFromJson(test["options"], "options", &optimizerOptions());
    Graph graph;
    ModelState state;
    std::vector<ValueId> targets, gradients;
    std::vector<std::string> names;
    for (const auto& [name, dims] : reference()["shapes"].items()) {
        const Shape shape(dims.get<std::vector<int64_t>>());
        names.push_back(name);
        targets.push_back(graph.addParameter(name, shape));
        gradients.push_back(graph.addInput(name + "/gradient", shape, DType::Float32));
        state[name] = Tensor::fromFloats(shape, reference()["weights"][name].get<std::vector<float>>());
    }
    addUpdates(graph, targets, gradients, optimizer, options);
    for (const Value& value : graph.values)
        if (value.kind == ValueKind::State) state[value.name] = Tensor(value.shape, DType::Float32);
    CompileOptions compile;
    compile.threads = threads;
    Plan plan(graph, state, compile);
    StepContext context;
    context.learningRate = test["rate"].get<float>();
    std::pair<std::vector<Named>, std::vector<Named>> rows;
    const int64_t every = accumulationSteps(options);
    for (const json& row : reference()["gradients"]) {
        for (const std::string& name : names) {
            const auto values = row[name].get<std::vector<float>>();
            std::memcpy(plan.input(name + "/gradient"), values.data(), values.size() * sizeof(float));
        }
        ++context.step;
        plan.run(Phase::Backward, context);
        plan.run(Phase::Accumulate, context);
        if (context.step % static_cast<uint64_t>(every) == 0) plan.run(Phase::Update, context);
        Named weights, averages;
        for (const std::string& name : names) {
            const auto now = state.at(name).as<float>();
            weights[name] = {now.begin(), now.end()};
            if (const auto found = state.find(averageName(name)); found != state.end()) {
                const auto average = found->second.as<float>();
                averages[name] = {average.begin(), average.end()};
            }
        }
        rows.first.push_back(weights);
        rows.second.push_back(averages);
    }
    return rows;
}

// Stands for a run: a weight that says which epoch it is of, a rate, the wish to stop.
class FakeRun : public RunControl {
public:
    FakeRun() { tensors_["w"] = Tensor::fromFloats({1}, std::vector<float>{-1}); }
    const TrainingSpec& training() const override { return training_; }
    const RunPosition& position() const override { return position_; }
    double learningRate() const override { return rate; }
    void setLearningRate(double wanted) override { rate = wanted; }
    ModelState& state() override { return tensors_; }
    const std::vector<std::string>& weights() const override { return names_; }
    void stopTraining(const Message&) override { stopped = true; }
    void note(const Message& sentence) override { notes.push_back(sentence.english()); }
    RunStore* store() override { return nullptr; }
    void saveCheckpoint(const std::string&, const std::vector<std::string>&) override {}

    double rate = reference()["base_rate"];
    bool stopped = false;
    std::vector<std::string> notes;

private:
    TrainingSpec training_;
    RunPosition position_;
    ModelState tensors_;
    std::vector<std::string> names_{"w"};
};

void addRows(const char* list) {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < reference()[list].size(); ++i) {
        const json& each = reference()[list][i];
        const std::string name = each.value("callback", "") + " " + each["name"].get<std::string>();
        QTest::newRow(name.c_str()) << static_cast<int>(i);
    }
}

}  // namespace

class TestTrainingReference : public QObject {
    Q_OBJECT
private slots:
    void updates_data() { addRows("updates"); }
    void updates() {
        QFETCH(int, index);
        const json& test = reference()["updates"][static_cast<size_t>(index)];
        const auto [weights, averages] = trained(test, 1);
        double worst = 0;
        const auto compare = [&](const std::vector<Named>& found, const json& rows) {
            QCOMPARE(found.size(), rows.size());
            for (size_t step = 0; step < found.size(); ++step)
                for (const auto& [name, values] : found[step]) {
                    const auto expected = rows[step][name].get<Numbers>();
                    const double error = length(difference(values, expected)) / length(expected);
                    worst = std::max(worst, error);
                    // Of the way gone too, beside the rounding of the weights themselves.
                    const double way = length(difference(expected, reference()["weights"][name].get<Numbers>()));
                    QVERIFY2(error * length(expected) < 1e-5 * way + 1e-7 * length(expected),
                             qPrintable(QString("%1, step %2: relative error %3")
                                            .arg(QString::fromStdString(name))
                                            .arg(step + 1)
                                            .arg(error)));
                }
        };
        compare(weights, test["weights"]);
        if (test.contains("averages")) compare(averages, test["averages"]);
        qInfo("largest relative error %.1e", worst);
        QCOMPARE(trained(test, 3).first, weights);  // the same bits with any number of threads
    }

    void schedules_data() { addRows("schedules"); }
    void schedules() {
        QFETCH(int, index);
        const json& test = reference()["schedules"][static_cast<size_t>(index)];
        const auto expected = test["rates"].get<Numbers>();
        TrainingSpec training;
        training.learningRate = reference()["base_rate"];
        training.schedule = {test["schedule"], propertiesFromJson(test["properties"], "properties",
                                                                  &findSchedule(test["schedule"]).properties)};
        const auto total = static_cast<int64_t>(expected.size());
        for (int64_t step = 0; step < total; ++step) {
            const double rate = scheduledRate(training, step, total), wanted = expected[static_cast<size_t>(step)];
            QVERIFY2(std::abs(rate - wanted) < 1e-9 * wanted + 1e-12,
                     qPrintable(QString("step %1: %2, expected %3").arg(step).arg(rate).arg(wanted)));
        }
    }

    // Epoch for epoch, and the same where the callback is made anew in the middle from what it remembers.
    void callbacks_data() { addRows("callbacks"); }
    void callbacks() {
        QFETCH(int, index);
        const json& test = reference()["callbacks"][static_cast<size_t>(index)];
        const CallbackType& type = findCallback(test["callback"]);
        const Properties properties = propertiesFromJson(test["properties"], "properties", &type.properties);
        const PropertyReader reader(type.properties, properties, type.title);
        const std::string monitor = reader.text("monitor");
        for (const bool resumed : {false, true}) {
            FakeRun run;
            auto callback = type.make(reader, type.id);
            callback->onTrainBegin(run);
            int64_t epoch = 0;
            for (; epoch < static_cast<int64_t>(test["values"].size()) && !run.stopped; ++epoch) {
                if (resumed) {
                    const json kept = json::parse(toJsonValue(callback->save()).dump());
                    callback = type.make(reader, type.id);
                    callback->load(propertiesFromJson(kept, "state"));
                    callback->onTrainBegin(run);
                }
                run.state().at("w").as<float>()[0] = static_cast<float>(epoch);
                EpochRecord record;
                record.epoch = epoch;
                record.values[monitor] = test["values"][static_cast<size_t>(epoch)].get<float>();
                callback->onEpochEnd(run, record);
                const double expected = test["rates"][static_cast<size_t>(epoch)];
                QVERIFY2(std::abs(run.rate - expected) < 1e-12, qPrintable(QString("epoch %1").arg(epoch)));
            }
            callback->onTrainEnd(run);
            QCOMPARE(epoch, test["epochs"].get<int64_t>());
            QCOMPARE(run.state().at("w").as<float>()[0], test["weights_of"].get<float>());
        }
    }

    // As Keras has it, whatever the first epoch came to and however little patience there is.
    void earlyStoppingWaitsForASecondEpoch() {
        const CallbackType& type = findCallback("early_stopping");
        const Properties properties{{"patience", int64_t{0}}};
        FakeRun run;
        const auto callback = type.make(PropertyReader(type.properties, properties, type.title), type.id);
        callback->onTrainBegin(run);
        for (const int64_t epoch : {0, 1}) {
            QVERIFY(!run.stopped);
            EpochRecord record;
            record.epoch = epoch;
            record.values = {{"val_loss", std::nanf("")}};
            callback->onEpochEnd(run, record);
        }
        QVERIFY(run.stopped);
    }

    void aMissingValueIsNotedOnce() {
        for (const CallbackType& type : allCallbacks()) {
            if (type.writesFiles) continue;
            FakeRun run;
            const Properties properties{{"monitor", std::string("val_nothing")}};
            const auto callback = type.make(PropertyReader(type.properties, properties, type.title), type.id);
            for (int64_t epoch = 0; epoch < 3; ++epoch) {
                EpochRecord record;
                record.epoch = epoch;
                record.values = {{"loss", 1.0f}, {"val_loss", 2.0f}};
                callback->onEpochEnd(run, record);
            }
            QCOMPARE(run.notes.size(), size_t{1});
            QVERIFY(QString::fromStdString(run.notes[0]).contains("loss, val_loss"));
            QVERIFY(!run.stopped);
        }
    }

    // Options that are not set leave no node and no slot behind.
    void nothingUnused() {
        Graph bare, same;
        for (Graph* graph : {&bare, &same}) {
            const ValueId weight = graph->addParameter("w", {4, 4});
            const ValueId gradient = graph->addInput("g", {4, 4}, DType::Float32);
            if (graph == &same) {
                addUpdates(*graph, {weight}, {gradient}, {"sgd", {}}, {});
            } else {
                const OptimizerType& sgd = findOptimizer("sgd");
                const Properties none;
                sgd.update(*graph, weight, gradient, PropertyReader(sgd.properties, none, "sgd"));
            }
        }
        QCOMPARE(same.nodes.size(), bare.nodes.size());
        QCOMPARE(same.values.size(), bare.values.size());
    }
};

QTEST_GUILESS_MAIN(TestTrainingReference)

}  // namespace test_training_reference

#include "test_training_reference.moc"
