// Training images that lie on the device: batches put together there are the processor's, bit for bit, and a run comes
// to the same with them as with batches that are sent. On the checking driver; no GPU takes part.
#include <QtTest>

#include "engine/backend/cuda/host/device.h"
#include "engine/backend/cuda/host/grid.h"
#include "engine/model/build.h"
#include "engine/train/data_on_device.h"
#include "engine/train/training_pipeline.h"
#include "tests/engine/train/small_run.h"

namespace test_data {

using namespace tl;
using namespace tl::cuda;

namespace {

std::shared_ptr<const Source> noise(const Shape& shape, int64_t count) {
    Rng rng(3, streamId("noise"));
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(count * shape.elements()));
    for (uint8_t& pixel : *pixels) pixel = static_cast<uint8_t>(1 + rng.below(255));
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    for (uint8_t& label : labels) label = static_cast<uint8_t>(rng.below(4));
    return std::make_shared<MemorySource>("noise", "train", shape,
                                          std::vector<std::string>{"one", "two", "three", "four"}, pixels, labels);
}

AugmentSpec crop(int64_t padding, const std::string& fill) {
    return {"RandomCrop", {{"padding", padding}, {"fill", fill}}};
}
AugmentSpec flip(const std::string& mode, double probability = 0.5) {
    return {"RandomFlip", {{"mode", mode}, {"probability", probability}}};
}

AugmentSpec alternating(const std::string& mode) {
    AugmentSpec spec = flip(mode, 0.4);
    spec.properties["alternating"] = true;
    return spec;
}

const std::map<QString, std::vector<AugmentSpec>>& augmentations() {
    static const std::map<QString, std::vector<AugmentSpec>> all{
        {"none", {}},
        {"crop", {crop(2, "zero")}},
        {"mirrored edge", {crop(17, "reflect")}},
        {"drawn out edge", {crop(9, "nearest")}},
        {"flip", {flip("horizontal")}},
        {"flips", {flip("horizontal_and_vertical", 0.3)}},
        {"alternating", {alternating("horizontal")}},
        {"alternating, both", {crop(2, "reflect"), alternating("horizontal_and_vertical")}},
        {"crop and flip", {crop(4, "zero"), flip("horizontal")}},
        {"four", {flip("vertical"), crop(3, "reflect"), flip("horizontal", 0.7), crop(1, "zero")}}};
    return all;
}

// How many bytes and labels of three epochs are not those that the pipeline makes on the processor.
int64_t differences(const Shape& shape, const std::vector<AugmentSpec>& steps, uint64_t seed) {
    const CheckingDevice stand({.seed = seed, .checkMarks = true});
    const auto source = noise(shape, 11);
    TrainingSpec training;
    training.batch = 4;
    training.seed = 7 + seed;
    training.augmentation = steps;
    if (const Message why = DataOnDevice::obstacle(training, *source, shape); !why.empty()) throw Error(why);
    const Pipeline pipeline = trainingPipeline(training, source, shape);
    DataOnDevice data({CheckingDevice::kId}, training, source, [&](int64_t epoch) { return pipeline.order(epoch); });
    const NetworkSpec network = test::denseNetwork();
    DataSet set;
    set.train = source;
    const DataFacts facts = factsOf(set, training);
    ModelState state;
    initialize(network, facts, 1, state);
    StepPlanOptions options;
    options.device = CheckingDevice::kId;
    options.training = false;
    StepPlans plans(network, facts, options, state);
    auto expected = pipeline.iterate();
    data.start(0, 0);
    int64_t different = 0;
    Batch here, there;
    for (int64_t i = 0; i < 3 * pipeline.batchesPerEpoch(); ++i) {
        if (!expected.next(here)) throw Error("no batch");
        data.next(there);
        if (here.indices != there.indices || here.epoch != there.epoch || here.number != there.number ||
            here.lastOfEpoch != there.lastOfEpoch || here.count() != there.count())
            throw Error("another batch");
        StepPlan& plan = plans.get(here.count());
        data.giveTo(plan, there);
        const Tensor pixels = plan.plan().read(plan.graph().find("data")),
                     labels = plan.plan().read(plan.graph().find("labels"));
        const auto a = std::as_const(here.data).as<uint8_t>(), b = pixels.as<uint8_t>();
        for (size_t p = 0; p < a.size(); ++p) different += a[p] != b[p];
        const auto named = std::as_const(here.labels).as<int32_t>(), found = labels.as<int32_t>();
        for (size_t l = 0; l < named.size(); ++l) different += named[l] != found[l];
    }
    return different;
}

struct Outcome {
    std::vector<float> losses;
    ModelState weights;
    QStringList notes;
};

Outcome train(SessionOptions options) {
    options.training.device = CheckingDevice::kId;
    TrainingSession session(options);
    session.start();
    session.wait();
    Outcome outcome;
    for (const tl::Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) outcome.losses.push_back(step->loss);
        if (const auto* note = std::get_if<NoteRecord>(&event))
            outcome.notes << QString::fromStdString(note->message.english());
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) throw Error(state->message);
    }
    outcome.weights = session.snapshot().state;
    return outcome;
}

}  // namespace

class TestCudaData : public QObject {
    Q_OBJECT
private slots:
    void batchesAreTheProcessors_data();
    void batchesAreTheProcessors();
    void theBarrierIsNeeded();
    void theSameRun();
    void inTheMiddleOfAnEpoch();
    void whatIsSent_data();
    void whatIsSent();
};

void TestCudaData::batchesAreTheProcessors_data() {
    QTest::addColumn<QString>("steps");
    QTest::addColumn<int>("size");
    for (const auto& [name, steps] : augmentations()) QTest::newRow(qPrintable(name)) << name << 6;
    QTest::newRow("several blocks an image") << "four" << 39;
    QTest::newRow("one pixel") << "mirrored edge" << 1;
}

void TestCudaData::batchesAreTheProcessors() {
    QFETCH(QString, steps);
    QFETCH(int, size);
    for (uint64_t seed = 1; seed <= 2; ++seed)
        QCOMPARE(differences({3, size, size + (size > 1)}, augmentations().at(steps), seed), int64_t{0});
}

void TestCudaData::theBarrierIsNeeded() {
    barriers().met.clear();
    QCOMPARE(differences({3, 6, 7}, augmentations().at("crop and flip"), 1), int64_t{0});
    const std::set<Site> met = barriers().met;
    bool found = false;
    for (const Site& site : met) {
        if (site.text().find("images.cu") == std::string::npos) continue;
        found = true;
        barriers().removed = &site;
        int64_t different = 0;
        try {
            for (uint64_t seed = 1; seed <= 4 && different == 0; ++seed)
                different = differences({3, 6, 7}, augmentations().at("crop and flip"), seed);
        } catch (const Error&) {
            different = 1;
        }
        barriers().removed = nullptr;
        QVERIFY2(different > 0, site.text().c_str());
    }
    QVERIFY(found);
}

// Whether its images lie there or are sent, a run has the same bits, in whatever order the device works.
void TestCudaData::theSameRun() {
    SessionOptions options = test::smallRun(3);
    options.network = test::smallNetwork();
    options.training.augmentation = {crop(1, "zero"), flip("horizontal")};
    Outcome sent;
    {
        const CheckingDevice stand({.seed = 1, .checkMarks = false});
        options.imagesShare = 0;
        sent = train(options);
        QVERIFY2(sent.notes.filter("are sent to the device cuda:check batch by batch: they take ").size() == 1,
                 qPrintable(sent.notes.join("\n")));
    }
    options.imagesShare = 0.5;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        const CheckingDevice stand({.seed = seed, .checkMarks = false});
        const Outcome there = train(options);
        QVERIFY2(there.notes.filter("203 training images lie on the device cuda:check (14.6 kB)").size() == 1,
                 qPrintable(there.notes.join("\n")));
        QCOMPARE(there.losses, sent.losses);
        for (const auto& [name, tensor] : sent.weights)
            QVERIFY(std::ranges::equal(there.weights.at(name).as<float>(), tensor.as<float>()));
    }
}

void TestCudaData::inTheMiddleOfAnEpoch() {
    SessionOptions options = test::smallRun(2);
    options.network = test::denseNetwork();
    const CheckingDevice stand({.seed = 1, .checkMarks = false});
    const Outcome whole = train(options);
    struct Taking : Callback {
        TrainingSession* session = nullptr;
        bool wants(int64_t step) const override { return step == 5; }
        void onBatchEnd(RunControl&, const StepRecord& record) override {
            if (record.step == 5) session->requestSnapshot();
        }
    };
    const auto taking = std::make_shared<Taking>();
    SessionOptions first = options;
    first.training.device = CheckingDevice::kId;
    first.callbacks = {taking};
    TrainingSession session(first);
    taking->session = &session;
    session.start();
    session.wait();
    std::optional<Snapshot> middle = session.takeSnapshot();
    QVERIFY(middle && middle->position.step == 5);
    options.resume = std::move(middle);
    const Outcome rest = train(options);
    QCOMPARE(rest.losses.size(), whole.losses.size() - 5);
    for (size_t i = 0; i < rest.losses.size(); ++i) QCOMPARE(rest.losses[i], whole.losses[i + 5]);
}

void TestCudaData::whatIsSent_data() {
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("why");
    QTest::newRow("too little room") << 0 << "they take 14.6 kB, and ";
    QTest::newRow("the memory limit") << 1 << "may be used for them";
    QTest::newRow("less room than it was told") << 3 << "may be used for them";
    QTest::newRow("another augmentation") << 2 << "RandomRotation is done on the processor";
}

void TestCudaData::whatIsSent() {
    QFETCH(int, what);
    QFETCH(QString, why);
    SessionOptions options = test::smallRun(1);
    options.network = test::denseNetwork();
    if (what == 0) options.imagesShare = 1e-9;
    CheckingDriver::Options device{.seed = 1, .checkMarks = false};
    if (what == 3) options.imagesShare = 1000, device.memoryBytes = size_t{3} << 20;
    if (what == 1 || what == 3) {
        if (what == 1) options.training.memoryLimit = 2;
        options.data.train = noise({1, 64, 64}, 600);
        options.data.validation = nullptr;
    }
    if (what == 2) options.training.augmentation = {{"RandomRotation", {}}};
    const CheckingDevice stand(device);
    const Outcome found = train(options);
    QVERIFY2(found.notes.filter(why).size() == 1, qPrintable(found.notes.join("\n")));
    QVERIFY(!found.losses.empty());
}

QTEST_GUILESS_MAIN(TestCudaData)

}  // namespace test_data

#include "test_data.moc"
