// Transfer learning end to end: a network is trained, its head replaced and the rest frozen, and training goes on from
// the weights that carry over by name. And what else freezing means.
#include <QtTest>
#include <cstring>
#include <numeric>

#include "engine/io/checkpoint.h"
#include "engine/train/step_plan.h"
#include "small_run.h"

namespace test_transfer {

using namespace tl;
using namespace tl::test;

namespace {

bool same(const Tensor& a, const Tensor& b) {
    return a.bytes() == b.bytes() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

std::map<std::string, float> lastEpoch(TrainingSession& session) {
    std::map<std::string, float> values;
    for (const Event& event : session.events().drain())
        if (const auto* epoch = std::get_if<EpochRecord>(&event)) values = epoch->values;
    return values;
}

// As loadCheckpoint gives it: through a file.
Snapshot throughFile(const Snapshot& snapshot, const QTemporaryDir& folder) {
    const std::string path = folder.filePath("model.safetensors").toStdString();
    saveCheckpoint(snapshot, path);
    return loadCheckpoint(path);
}

}  // namespace

class TestTransfer : public QObject {
    Q_OBJECT
private slots:
    void newHeadOnFrozenLayers() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(4);
        TrainingSession first(options);
        first.start();
        first.wait();
        QCOMPARE(first.state(), RunState::Finished);
        const Snapshot trained = throughFile(first.snapshot(), folder);

        // The head becomes two layers; everything before it is frozen.
        SessionOptions next = smallRun(4);
        NetworkSpec& network = next.network;
        for (const char* id : {"conv_1", "norm_1"}) network.find(id)->properties["trainable"] = false;
        network.find("dense_1")->id = "head";
        for (LinkSpec& link : network.links) {
            if (link.from == "dense_1") link.from = "head";
            if (link.to == "dense_1") link.to = "head";
        }
        next.resume = trained;
        next.weightsOnly = true;
        next.training.seed = 99;
        TrainingSession second(next);
        const Snapshot before = second.snapshot();
        second.start();
        second.wait();
        QCOMPARE(second.state(), RunState::Finished);
        const Snapshot after = second.snapshot();
        for (const char* name : {"conv_1/kernel", "conv_1/bias", "norm_1/gamma", "norm_1/beta", "norm_1/moving_mean",
                                 "norm_1/moving_variance"}) {
            QVERIFY2(same(before.state.at(name), trained.state.at(name)), name);  // carried over
            QVERIFY2(same(after.state.at(name), trained.state.at(name)), name);   // and not touched
        }
        QVERIFY(!after.state.count("dense_1/kernel"));
        QVERIFY(!same(after.state.at("head/kernel"), before.state.at("head/kernel")));
        for (const auto& [name, tensor] : after.state)
            QVERIFY2(name.rfind("conv_1/kernel/", 0) != 0 && name.rfind("norm_1/gamma/", 0) != 0, name.c_str());
        const auto values = lastEpoch(second);
        QVERIFY2(values.at("val_accuracy") > 0.8f, qPrintable(QString::number(values.at("val_accuracy"))));

        const NetworkReport report = validate(network, {{1, 8, 8}, 4});
        QCOMPARE(report.trainableParameters, after.state.at("head/kernel").shape().elements() + 4);
        QVERIFY(report.parameters > report.trainableParameters);
    }

    // A frozen BatchNormalization uses its moving averages in training too, as Keras's does: training and prediction
    // give the same loss.
    void frozenNormalisationPredicts() {
        const auto lossOf = [](bool frozen, bool training) {
            NetworkSpec network = smallNetwork();
            network.find("dropout_1")->properties["rate"] = 0.0;
            if (frozen) network.find("norm_1")->properties["trainable"] = false;
            const DataFacts facts{{1, 8, 8}, 4};
            ModelState state;
            initialize(network, facts, 1, state);
            StepPlanOptions options;
            options.threads = 1;
            options.training = training;
            StepPlan plan(network, facts, 16, options, state);
            const auto source = pictures(16, 1, "train");
            Tensor data({16, 1, 8, 8}, DType::UInt8), labels({16}, DType::Int32);
            for (int64_t i = 0; i < 16; ++i) {
                std::memcpy(data.as<uint8_t>().data() + i * 64, source->planar(i), 64);
                labels.as<int32_t>()[static_cast<size_t>(i)] = source->label(i);
            }
            plan.setInputs(data, labels);
            plan.forward({});
            return plan.loss();
        };
        QCOMPARE(lossOf(true, true), lossOf(true, false));
        QVERIFY(lossOf(false, true) != lossOf(false, false));
    }

    // Rare classes weigh more: with balanced weights, the mean of an epoch's loss differs and validation's does not mix
    // them in.
    void balancedWeights() {
        SessionOptions options = smallRun(1);
        options.network = denseNetwork();
        options.network.find("output_1")->properties["class_weight"] = std::string("balanced");
        TrainingSession session(options);
        session.start();
        session.wait();
        QCOMPARE(session.state(), RunState::Finished);
        std::vector<int64_t> counts(4);
        for (int64_t i = 0; i < options.data.train->size(); ++i)
            ++counts[static_cast<size_t>(options.data.train->label(i))];
        std::string numbers;
        for (const int64_t count : counts)
            numbers +=
                QString::number(double(options.data.train->size()) / double(4 * count), 'g', 17).toStdString() + " ";
        const auto balanced = lastEpoch(session);
        options.network.find("output_1")->properties["class_weight"] = numbers;
        TrainingSession spelled(options);
        spelled.start();
        spelled.wait();
        QCOMPARE(lastEpoch(spelled), balanced);
        options.network.find("output_1")->properties.erase("class_weight");
        TrainingSession plain(options);
        plain.start();
        plain.wait();
        QVERIFY(lastEpoch(plain).at("loss") != balanced.at("loss"));
    }

    // An epoch's metrics are those of the whole epoch, also across a stop in its middle and a file.
    void metricsSurviveAStop() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(1);
        options.network.find("output_1")->properties["metrics"] =
            std::string("accuracy, precision, auc, f1_score, mean_absolute_error");
        TrainingSession whole(options);
        whole.start();
        whole.wait();
        std::vector<int64_t> confusion;
        std::map<std::string, float> expected;
        for (const Event& event : whole.events().drain())
            if (const auto* epoch = std::get_if<EpochRecord>(&event))
                expected = epoch->values, confusion = epoch->confusion;
        QCOMPARE(expected.size(), size_t{12});
        QCOMPARE(std::accumulate(confusion.begin(), confusion.end(), int64_t{0}), options.data.validation->size());

        options.startPaused = true;
        auto part = std::make_unique<TrainingSession>(options);
        part->start();
        for (int i = 0; i < 5; ++i) part->step();
        QTRY_VERIFY(part->snapshot().position.step == 5);
        const Snapshot middle = throughFile(part->snapshot(), folder);
        part.reset();
        options.startPaused = false;
        options.resume = middle;
        TrainingSession rest(options);
        rest.start();
        rest.wait();
        QCOMPARE(lastEpoch(rest), expected);
    }
};

QTEST_GUILESS_MAIN(TestTransfer)

}  // namespace test_transfer

#include "test_transfer.moc"
