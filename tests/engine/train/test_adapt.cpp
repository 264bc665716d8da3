// Normalization learns the data's mean and variance before the first step: against sums made plainly here, through
// layers before it, once only, and kept by checkpoints.
#include "engine/train/adapt.h"

#include <QtTest>
#include <cmath>

#include "small_run.h"

namespace test_adapt {

using namespace tl;
using namespace tl::test;

namespace {

constexpr int64_t kImages = 700, kPlane = 20;  // more than two batches, and no multiple of one
const DataFacts kFacts{{3, 5, 4}, 2};

// The second channel is far from zero and hardly spreads.
std::vector<uint8_t> pixels() {
    std::vector<uint8_t> values(static_cast<size_t>(kImages * 3 * kPlane));
    Rng rng(5, 6);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint8_t>(i / kPlane % 3 == 1 ? 250 + rng.below(2) : rng.below(200));
    return values;
}

std::shared_ptr<const Source> photos() {
    return std::make_shared<MemorySource>("photos", "train", Shape{3, 5, 4}, std::vector<std::string>{"a", "b"},
                                          std::make_shared<std::vector<uint8_t>>(pixels()),
                                          std::vector<uint8_t>(static_cast<size_t>(kImages), 0));
}

// Rescaling by a quarter first, then Normalization, and another one after it.
NetworkSpec network() {
    return chain({node("input_1", "Input"), node("rescaling_1", "Rescaling", {{"scale", 0.25}}),
                  node("norm_1", "Normalization"), node("norm_2", "Normalization"), node("flatten_1", "Flatten"),
                  node("dense_1", "Dense", {{"units", int64_t{2}}}), node("output_1", "Output")});
}

std::vector<float> values(const ModelState& state, const std::string& name) {
    const auto found = state.at(name).as<float>();
    return {found.begin(), found.end()};
}

ModelState adapted(const std::function<bool()>& goOn = {}) {
    ModelState state;
    initialize(network(), kFacts, 1, state);
    adaptToData(network(), kFacts, {}, photos(), state, goOn);
    return state;
}

}  // namespace

class TestAdapt : public QObject {
    Q_OBJECT
private slots:
    void measuresTheData() {
        const ModelState state = adapted();
        const auto data = pixels();
        for (size_t channel = 0; channel < 3; ++channel) {
            double sum = 0, square = 0, count = 0;
            for (size_t i = 0; i < data.size(); ++i)
                if (i / kPlane % 3 == channel) sum += data[i] / 4.0, ++count;
            for (size_t i = 0; i < data.size(); ++i)
                if (i / kPlane % 3 == channel) square += std::pow(data[i] / 4.0 - sum / count, 2);
            const double mean = values(state, "norm_1/mean")[channel],
                         variance = values(state, "norm_1/variance")[channel];
            QVERIFY(std::abs(mean - sum / count) < 1e-6 * std::abs(mean));
            QVERIFY2(std::abs(variance - square / count) < 1e-6 * variance, qPrintable(QString::number(variance)));
            // The second layer sees what the first one makes: nothing is left to do.
            QVERIFY(std::abs(values(state, "norm_2/mean")[channel]) < 1e-5);
            QVERIFY(std::abs(values(state, "norm_2/variance")[channel] - 1) < 1e-5);
        }
        QCOMPARE(values(state, "norm_1/count"), std::vector<float>{kImages * kPlane});
    }

    // The first half of the filters makes patches white: W C W' is a diagonal of v / (v + epsilon), v being a variance,
    // and a filter's norm is the root of 1 / (v + epsilon). The second half is the same with the other sign.
    void whitensPatches() {
        constexpr double kEpsilon = 0.5;
        constexpr int64_t kLooked = 300;  // more than a batch, and not all images
        NetworkSpec whitened =
            chain({node("input_1", "Input"), node("rescaling_1", "Rescaling", {{"scale", 0.01}}),
                   node("whitening_1", "PatchWhitening",
                        {{"kernel_size", std::vector<int64_t>{2, 3}}, {"epsilon", kEpsilon}, {"images", kLooked}}),
                   node("flatten_1", "Flatten"), node("dense_1", "Dense", {{"units", int64_t{2}}}),
                   node("output_1", "Output")});
        ModelState state;
        initialize(whitened, kFacts, 1, state);
        QVERIFY(adaptToData(whitened, kFacts, {}, photos(), state));
        QCOMPARE(state.at("whitening_1/kernel").shape(), (Shape{36, 3, 2, 3}));
        const std::vector<float> kernel = values(state, "whitening_1/kernel");
        const auto data = pixels();
        constexpr size_t kLength = 18;
        std::vector<double> covariance(kLength * kLength);
        double patches = 0;
        for (int64_t look = 0; look < kLooked; ++look)
            for (int64_t n = (kImages * (look + 1) - 1) / kLooked, y = 0; y < 4; ++y)
                for (int64_t x = 0; x < 2; ++x, ++patches) {
                    double patch[kLength];
                    for (int64_t c = 0; c < 3; ++c)
                        for (int64_t dy = 0; dy < 2; ++dy)
                            for (int64_t dx = 0; dx < 3; ++dx)
                                patch[(c * 2 + dy) * 3 + dx] =
                                    0.01 * data[static_cast<size_t>(((n * 3 + c) * 5 + y + dy) * 4 + x + dx)];
                    for (size_t i = 0; i < kLength; ++i)
                        for (size_t j = 0; j < kLength; ++j) covariance[i * kLength + j] += patch[i] * patch[j];
                }
        for (size_t a = 0; a < kLength; ++a)
            for (size_t b = 0; b < kLength; ++b) {
                double product = 0, dot = 0;
                for (size_t i = 0; i < kLength; ++i) {
                    dot += double{kernel[a * kLength + i]} * double{kernel[b * kLength + i]};
                    for (size_t j = 0; j < kLength; ++j)
                        product += double{kernel[a * kLength + i]} * covariance[i * kLength + j] / patches *
                                   double{kernel[b * kLength + j]};
                }
                const double wanted = a == b ? 1 - kEpsilon * dot : 0;
                QVERIFY2(std::abs(product - wanted) < 1e-5, qPrintable(QString::number(product - wanted)));
            }
        for (size_t i = 0; i < kLength * kLength; ++i) QCOMPARE(kernel[i + kLength * kLength], -kernel[i]);
        QCOMPARE(values(state, "whitening_1/count"), std::vector<float>{float(patches)});
    }

    // Whoever looks at few images looks at all classes, though a folder's go class by class: here one without light, of
    // which filters would be as long as epsilon alone lets them be, and then one with all there is to see.
    void looksAtEveryClass() {
        constexpr double kEpsilon = 0.5;
        auto sorted = std::make_shared<std::vector<uint8_t>>(pixels());
        std::fill_n(sorted->begin(), sorted->size() / 2, uint8_t{0});
        std::vector<uint8_t> labels(static_cast<size_t>(kImages));
        std::fill(labels.begin() + kImages / 2, labels.end(), uint8_t{1});
        const auto source = std::make_shared<MemorySource>("sorted", "train", Shape{3, 5, 4},
                                                           std::vector<std::string>{"dark", "light"}, sorted, labels);
        const NetworkSpec whitened =
            chain({node("input_1", "Input"), node("rescaling_1", "Rescaling", {{"scale", 0.01}}),
                   node("whitening_1", "PatchWhitening", {{"epsilon", kEpsilon}, {"images", int64_t{20}}}),
                   node("flatten_1", "Flatten"), node("dense_1", "Dense", {{"units", int64_t{2}}}),
                   node("output_1", "Output")});
        ModelState state;
        initialize(whitened, kFacts, 1, state);
        QVERIFY(adaptToData(whitened, kFacts, {}, source, state));
        const std::vector<float> kernel = values(state, "whitening_1/kernel");
        double shortest = 1 / kEpsilon;  // squared
        for (size_t filter = 0; filter < kernel.size() / 12; ++filter) {
            double length = 0;
            for (size_t i = 0; i < 12; ++i) length += std::pow(double{kernel[filter * 12 + i]}, 2);
            shortest = std::min(shortest, length);
        }
        QVERIFY2(shortest < 0.5 / kEpsilon, qPrintable(QString::number(shortest)));
        QCOMPARE(values(state, "whitening_1/count"), std::vector<float>{20 * 12});  // patches of 20 images
    }

    // The filters are measured and stay; only the bias learns.
    void whiteningIsNotTrained() {
        SessionOptions options = smallRun(1);
        options.network = chain({node("input_1", "Input"), node("norm_1", "Normalization"),
                                 node("whitening_1", "PatchWhitening"), node("flatten_1", "Flatten"),
                                 node("dense_1", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
        TrainingSession session(options);
        session.start();
        session.wait();
        const ModelState trained = session.snapshot().state;
        ModelState fresh;
        const DataFacts facts = factsOf(options.data, options.training);
        initialize(options.network, facts, options.training.seed, fresh);
        QVERIFY(adaptToData(options.network, facts, options.training, options.data.train, fresh));
        QCOMPARE(values(trained, "whitening_1/kernel"), values(fresh, "whitening_1/kernel"));
        QVERIFY(values(trained, "whitening_1/bias") != values(fresh, "whitening_1/bias"));
        QVERIFY(trained.count("whitening_1/kernel/adam_m") == 0 && trained.count("whitening_1/bias/adam_m") == 1);
    }

    void onceOnly() {
        ModelState state = adapted();
        const ModelState before = state;
        int asked = 0;
        QVERIFY(adaptToData(network(), kFacts, {}, photos(), state, [&] { return ++asked > 0; }));
        QCOMPARE(asked, 0);
        // A count of none is measured again, and comes out the same.
        for (float& value : state.at("norm_1/mean").as<float>()) value = 77;
        state.at("norm_1/count").as<float>()[0] = 0;
        const auto mean = values(adapted(), "norm_1/mean");
        QVERIFY(adaptToData(network(), kFacts, {}, photos(), state));
        QCOMPARE(values(state, "norm_1/mean"), mean);
    }

    void canBeStopped() {
        int asked = 0;
        const ModelState state = adapted([&] { return ++asked < 2; });
        QCOMPARE(values(state, "norm_1/count"), std::vector<float>{0});
        QCOMPARE(values(state, "norm_1/variance"), (std::vector<float>{1, 1, 1}));
    }

    // A run adapts before it steps, and its checkpoint keeps what it found.
    void runsAdapt() {
        SessionOptions options = smallRun(1);
        options.network =
            chain({node("input_1", "Input"), node("norm_1", "Normalization"), node("flatten_1", "Flatten"),
                   node("dense_1", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
        TrainingSession session(options);
        session.start();
        session.wait();
        const Snapshot snapshot = session.snapshot();
        QCOMPARE(values(snapshot.state, "norm_1/count"), std::vector<float>{203 * 64});
        QVERIFY(values(snapshot.state, "norm_1/mean")[0] > 60 && values(snapshot.state, "norm_1/mean")[0] < 120);
        options.resume = snapshot;
        options.training.epochs = 2;
        TrainingSession more(options);
        more.start();
        more.wait();
        QCOMPARE(values(more.snapshot().state, "norm_1/mean"), values(snapshot.state, "norm_1/mean"));
    }

    // A rate that is asked for meanwhile is the first step's: the schedule knows how long the run is by then.
    void theRateMayBeChangedMeanwhile() {
        SessionOptions options = smallRun(1);
        options.network =
            chain({node("input_1", "Input"), node("norm_1", "Normalization"), node("flatten_1", "Flatten"),
                   node("dense_1", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
        options.training.schedule.type = "one_cycle";
        TrainingSession session(options);
        session.setLearningRate(0.001);  // which is looked at while it adapts
        session.start();
        session.wait();
        std::vector<double> rates;
        for (const Event& event : session.events().drain())
            if (const auto* step = std::get_if<StepRecord>(&event)) rates.push_back(step->learningRate);
        QVERIFY(!rates.empty());
        QVERIFY2(std::abs(rates.front() - 0.001) < 1e-12, qPrintable(QString::number(rates.front())));
    }
};

QTEST_GUILESS_MAIN(TestAdapt)

}  // namespace test_adapt

#include "test_adapt.moc"
