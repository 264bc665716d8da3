// What a data set gives as labels reaches the loss: numbers instead of classes, and the two classes of mixed images.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "engine/train/evaluate.h"
#include "engine/train/lr_finder.h"
#include "engine/train/step_plan.h"
#include "small_run.h"

namespace test_labels {

using namespace tl;
using namespace tl::test;

namespace {

// Rows of three numbers whose label is a number: 2 a - b + 0.5.
class Rows : public Source {
public:
    explicit Rows(int64_t count, uint64_t seed) {
        Rng rng(seed, streamId("rows"));
        for (int64_t i = 0; i < 3 * count; ++i) values_.push_back(static_cast<float>(2 * rng.uniform() - 1));
    }
    std::string name() const override { return "rows"; }
    int64_t size() const override { return static_cast<int64_t>(values_.size()) / 3; }
    const std::vector<std::string>& classNames() const override { return none_; }
    int label(int64_t) const override { return 0; }
    std::string itemName(int64_t index) const override { return "row " + std::to_string(index); }
    void read(int64_t, Image&) const override {}
    Shape sampleShape() const override { return {3}; }
    DType dataType() const override { return DType::Float32; }
    const uint8_t* planar(int64_t index) const override {
        return reinterpret_cast<const uint8_t*>(&values_[static_cast<size_t>(3 * index)]);
    }
    bool hasTargets() const override { return true; }
    float target(int64_t index) const override { return 2 * row(index)[0] - row(index)[1] + 0.5f; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

private:
    std::vector<float> values_;
    std::vector<std::string> none_;
    std::vector<BrokenItem> broken_;
};

SessionOptions numbersRun() {
    SessionOptions options;
    options.data.spec = options.data.name = "rows";
    options.data.train = std::make_shared<Rows>(256, 1);
    options.data.validation = std::make_shared<Rows>(64, 2);
    options.network =
        chain({node("input", "Input"), node("dense", "Dense", {{"units", int64_t{1}}}),
               node("output", "Output",
                    {{"loss", std::string("mean_squared_error")}, {"metrics", std::string("mean_absolute_error")}})});
    options.training.epochs = 20;
    options.training.batch = 16;
    options.training.threads = 1;
    options.training.optimizer = {"sgd", {}};
    options.training.learningRate = 0.2;
    return options;
}

NetworkSpec normalisedNumbers() {
    NetworkSpec network = numbersRun().network;
    network.nodes.insert(network.nodes.begin() + 1, node("normalization", "Normalization"));
    network.links[0].to = "normalization";
    network.links.push_back({"normalization", "dense", 0});
    return network;
}

}  // namespace

class TestLabels : public QObject {
    Q_OBJECT
private slots:
    // The rate search begins with what training begins with, whatever labels are and whatever is done to them.
    void searchBeginsAsTraining_data() {
        QTest::addColumn<QString>("labels");
        for (const char* name : {"classes", "MixUp", "balanced weights", "numbers", "normalised numbers"})
            QTest::newRow(name) << name;
    }
    void searchBeginsAsTraining() {
        QFETCH(QString, labels);
        SessionOptions options = labels.endsWith("numbers") ? numbersRun() : smallRun();
        options.training.epochs = 1;
        if (labels == "MixUp") options.training.augmentation = {{"MixUp", {}}};
        if (labels == "balanced weights")
            options.network.nodes.edit(options.network.nodes.size() - 1).properties["class_weight"] =
                std::string("balanced");
        if (labels == "normalised numbers") options.network = normalisedNumbers();
        RateSearch search;
        search.network = options.network;
        search.training = options.training;
        search.data = options.data;
        search.steps = 10;
        const double found = findLearningRate(search).points.at(0).loss;
        TrainingSession session(options);
        session.start();
        session.wait();
        std::optional<float> first;
        for (const Event& event : session.events().drain())
            if (const auto* step = std::get_if<StepRecord>(&event); step && !first) first = step->loss;
        QVERIFY(first);
        QCOMPARE(found, static_cast<double>(*first));
    }

    // A Normalization layer measures numbers as numbers.
    void numbersAreNormalised() {
        SessionOptions options = numbersRun();
        options.network = normalisedNumbers();
        options.training.epochs = 1;
        TrainingSession session(options);
        session.start();
        session.wait();
        const Snapshot snapshot = session.snapshot();
        for (size_t column = 0; column < 3; ++column) {
            double sum = 0;
            for (int64_t row = 0; row < options.data.train->size(); ++row)
                sum += static_cast<double>(reinterpret_cast<const float*>(options.data.train->planar(row))[column]);
            const double mean = sum / static_cast<double>(options.data.train->size());
            QVERIFY(std::abs(static_cast<double>(snapshot.state.at("normalization/mean").as<float>()[column]) - mean) <
                    1e-5);
        }
    }

    // A straight line is found exactly.
    void numbers() {
        const SessionOptions options = numbersRun();
        TrainingSession session(options);
        session.start();
        session.wait();
        EpochRecord last;
        std::string message;
        for (const Event& event : session.events().drain()) {
            if (const auto* epoch = std::get_if<EpochRecord>(&event)) last = *epoch;
            if (const auto* state = std::get_if<StateRecord>(&event)) message = state->message.english();
        }
        QVERIFY2(session.state() == RunState::Finished, message.c_str());
        QVERIFY2(last.values.at("val_mean_absolute_error") < 0.01f,
                 qPrintable(QString::number(last.values.at("val_mean_absolute_error"))));
        QVERIFY(last.confusion.empty());
        const Snapshot model = session.snapshot();
        const auto kernel = model.state.at("dense/kernel").as<float>();
        QVERIFY(std::abs(kernel[0] - 2) < 0.02f && std::abs(kernel[1] + 1) < 0.02f && std::abs(kernel[2]) < 0.02f);
        for (const Prediction& one : predict(model, *options.data.validation, 0, 5, 1)) {
            QCOMPARE(one.predicted, -1);
            QCOMPARE(one.scores.size(), size_t{1});
            QVERIFY(std::abs(one.scores[0] - options.data.validation->target(one.index)) < 0.03f);
        }
        const Evaluation evaluation = evaluate(model, *options.data.validation, 64, 1);
        QVERIFY(std::abs(evaluation.values.at("loss") - double(last.values.at("val_loss"))) < 1e-6);
        const Predictions& kept = evaluation.predictions;
        QVERIFY(kept.numbers() && kept.classes.empty());
        QCOMPARE(kept.scores.size(), size_t{64});
        for (size_t i = 0; i < 64; ++i) {
            QCOMPARE(kept.targets[i], options.data.validation->target(static_cast<int64_t>(i)));
            QVERIFY(std::abs(kept.scores[i] - kept.targets[i]) < 0.03f);
        }
    }

    // A network for classes says what does not fit, with the repairs that make it fit.
    void numbersWantTheirLoss() {
        SessionOptions options = numbersRun();
        DataFacts facts{{3}, 0};
        facts.labels.numbers = true;
        QVERIFY(validate(options.network, facts).ok());
        NetworkSpec& network = options.network;
        network.find("output")->properties.clear();
        network.find("dense")->properties["units"] = int64_t{4};
        int repairs = 0;
        for (NetworkReport report = validate(network, facts); !report.ok() && repairs < 5;
             report = validate(network, facts)) {
            const Repair& repair = report.diagnostics.at(0).repairs.at(0);
            QVERIFY(repair.kind == Repair::Kind::SetProperty);
            network.find(repair.node.empty() ? "output" : repair.node)->properties[repair.key] = repair.value;
            ++repairs;
        }
        QCOMPARE(repairs, 3);
    }

    // A sample of two classes has the loss of both, by their shares.
    void mixedImages() {
        const NetworkSpec network = denseNetwork();
        DataFacts facts{{1, 8, 8}, 4};
        ModelState state;
        initialize(network, facts, 1, state);
        StepPlanOptions options;
        options.threads = 1;
        const auto source = pictures(2, 3, "train");
        Batch batch;
        batch.data = Tensor({1, 1, 8, 8}, DType::UInt8);
        std::memcpy(batch.data.data(), source->planar(0), 64);
        const auto labels = [](int32_t label) {
            Tensor tensor({1}, DType::Int32);
            tensor.as<int32_t>()[0] = label;
            return tensor;
        };
        const auto lossOf = [&](const Batch& given) {
            StepPlan plan(network, facts, 1, options, state);
            plan.setInputs(given);
            plan.forward({});
            return double(plan.loss());
        };
        batch.labels = labels(1);
        const double one = lossOf(batch);
        batch.labels = labels(2);
        const double two = lossOf(batch);
        batch.labels = labels(1);
        batch.otherLabels = labels(2);
        batch.labelWeights = Tensor::fromFloats({1}, std::vector<float>{0.75f});
        facts.labels.mixed = true;
        QVERIFY(std::abs(lossOf(batch) - (0.75 * one + 0.25 * two)) < 1e-6);
        batch.otherLabels = {};  // a batch in which nothing was mixed
        QVERIFY(std::abs(lossOf(batch) - one) < 1e-6);
    }

    // A run with mixup learns as one without does, and its shares reach the loss, which ends higher.
    void mixupRun() {
        const auto trained = [](bool mixed) {
            SessionOptions options = smallRun(12);
            options.network = chain({node("input", "Input"), node("rescaling", "Rescaling"), node("flatten", "Flatten"),
                                     node("dense", "Dense", {{"units", int64_t{4}}}), node("output", "Output")});
            if (mixed) options.training.augmentation = {{"MixUp", {}}};
            TrainingSession session(options);
            session.start();
            session.wait();
            EpochRecord last;
            for (const Event& event : session.events().drain())
                if (const auto* epoch = std::get_if<EpochRecord>(&event)) last = *epoch;
            return last;
        };
        const EpochRecord plain = trained(false), mixed = trained(true);
        QVERIFY(plain.values.at("val_accuracy") > 0.9f);
        QVERIFY2(mixed.values.at("val_accuracy") > 0.9f, qPrintable(QString::number(mixed.values.at("val_accuracy"))));
        QVERIFY(mixed.values.at("loss") > plain.values.at("loss"));
    }
};

QTEST_GUILESS_MAIN(TestLabels)

}  // namespace test_labels

#include "test_labels.moc"
