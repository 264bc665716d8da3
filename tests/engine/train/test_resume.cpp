// A run stopped and resumed ends bit for bit as one never stopped, with every optimizer and every schedule that there
// is: the lists are the registries', so that a new one is tested by being there.
#include <QtTest>
#include <cstring>
#include <functional>

#include "engine/io/checkpoint.h"
#include "engine/run/run_directory.h"
#include "engine/train/optimizer.h"
#include "small_run.h"

namespace test_resume {

using namespace tl;
using namespace tl::test;

namespace {

// Every slot that the optimizer may have: numbers that are 0 by default and switches that are off bring one with them.
Properties thorough(const OptimizerType& type) {
    Properties properties;
    for (const Property& property : type.properties) {
        if (property.kind == PropertyKind::Bool) properties[property.key] = true;
        if (property.key == "momentum") properties[property.key] = 0.5;
        if (property.key == "weight_decay") properties[property.key] = 1e-3;
    }
    return properties;
}

std::vector<StepRecord> finish(TrainingSession& session) {
    session.start();
    session.wait();
    std::vector<StepRecord> steps;
    for (const Event& event : session.events().drain())
        if (const auto* step = std::get_if<StepRecord>(&event)) steps.push_back(*step);
    return steps;
}

void sameBits(const ModelState& a, const ModelState& b) {
    QCOMPARE(a.size(), b.size());
    for (const auto& [name, tensor] : a) {
        QVERIFY2(b.count(name), name.c_str());
        QVERIFY2(std::memcmp(tensor.data(), b.at(name).data(), tensor.bytes()) == 0, name.c_str());
    }
}

// Hooks of one's own, made anew for each session as a program that is started again would.
std::function<std::vector<std::shared_ptr<Callback>>()> makeHooks;

void compare(SessionOptions options, int64_t stopAt) {
    if (makeHooks) options.callbacks = makeHooks();
    TrainingSession whole(options);
    const auto expected = finish(whole);
    QCOMPARE(whole.state(), RunState::Finished);

    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    options.store = inDirectory(path);
    {
        SessionOptions first = options;
        if (makeHooks) first.callbacks = makeHooks();
        first.startPaused = true;
        TrainingSession session(first);
        session.start();
        size_t done = 0;
        for (int64_t i = 0; i < stopAt; ++i) session.step();
        const auto allDone = [&] {
            for (const Event& event : session.events().drain()) done += std::holds_alternative<StepRecord>(event);
            return done >= static_cast<size_t>(stopAt);
        };
        QTRY_VERIFY(allDone());
        session.stop();
        session.wait();
    }
    options.resume = loadCheckpoint(path);
    QCOMPARE(options.resume->position.step, stopAt);
    if (makeHooks) options.callbacks = makeHooks();
    TrainingSession rest(options);
    const auto found = finish(rest);
    QCOMPARE(rest.state(), RunState::Finished);
    QCOMPARE(found.size(), expected.size() - static_cast<size_t>(stopAt));
    for (size_t i = 0; i < found.size(); ++i) {
        const StepRecord& same = expected[i + static_cast<size_t>(stopAt)];
        QCOMPARE(found[i].loss, same.loss);
        QCOMPARE(found[i].learningRate, same.learningRate);
    }
    sameBits(whole.snapshot().state, rest.snapshot().state);
}

}  // namespace

class TestResume : public QObject {
    Q_OBJECT
private slots:
    void optimizers_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("everySlot");
        for (const OptimizerType& type : allOptimizers())
            for (const bool every : {false, true})
                QTest::addRow("%s%s", type.id.c_str(), every ? ", every slot" : "")
                    << QString::fromStdString(type.id) << every;
    }
    void optimizers() {
        QFETCH(QString, id);
        QFETCH(bool, everySlot);
        const OptimizerType& type = findOptimizer(id.toStdString());
        SessionOptions options = smallRun(2);
        options.training.optimizer = {type.id, everySlot ? thorough(type) : Properties{}};
        options.training.learningRate = type.defaultLearningRate;
        options.training.schedule.type = "one_cycle";
        compare(options, 9);
    }

    void schedules_data() {
        QTest::addColumn<QString>("id");
        for (const ScheduleType& type : allSchedules())
            QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void schedules() {
        QFETCH(QString, id);
        SessionOptions options = smallRun(2);
        options.training.schedule.type = id.toStdString();
        for (const Property& property : findSchedule(id.toStdString()).properties)
            if (property.kind == PropertyKind::Bool) options.training.schedule.properties[property.key] = true;
        compare(options, 15);
    }

    // What surrounds the optimizer, stopped in the middle of a gathered update, and callbacks that remember something.
    void surroundings_data() {
        QTest::addColumn<int>("which");
        const char* names[] = {"gathering",
                               "averages",
                               "averages put in place",
                               "clipvalue",
                               "clipnorm",
                               "global_clipnorm",
                               "all of them",
                               "early stopping",
                               "plateau",
                               "checkpoints",
                               "muon, gathering",
                               "a hook",
                               "warm-up in steps",
                               "recurrent",
                               "undecayed",
                               "muon and sgd, rates of their own, frozen out, alternating flips"};
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i) QTest::newRow(names[i]) << i;
    }
    void surroundings() {
        QFETCH(int, which);
        SessionOptions options = smallRun(4);
        TrainingSpec& t = options.training;
        const TypedProperties stopping{"early_stopping",
                                       {{"patience", int64_t{1}}, {"min_delta", 9.0}, {"restore_best_weights", true}}};
        switch (which) {
        case 0: t.optimizerOptions = {{"gradient_accumulation_steps", int64_t{3}}}; break;
        case 1: t.optimizerOptions = {{"use_ema", true}, {"ema_momentum", 0.9}}; break;
        case 2: t.optimizerOptions = {{"use_ema", true}, {"ema_overwrite_frequency", int64_t{7}}}; break;
        case 3: t.optimizerOptions = {{"clipvalue", 0.01}}; break;
        case 4: t.optimizerOptions = {{"clipnorm", 0.1}}; break;
        case 5: t.optimizerOptions = {{"global_clipnorm", 0.1}}; break;
        case 6:
            t.optimizerOptions = {{"global_clipnorm", 0.1},
                                  {"gradient_accumulation_steps", int64_t{4}},
                                  {"use_ema", true},
                                  {"ema_overwrite_frequency", int64_t{3}}};
            t.callbacks = {stopping, {"reduce_lr_on_plateau", {{"patience", int64_t{1}}, {"min_delta", 9.0}}}};
            break;
        case 7: t.callbacks = {stopping}; break;
        case 8:
            t.callbacks = {{"reduce_lr_on_plateau",
                            {{"patience", int64_t{1}}, {"min_delta", 9.0}, {"factor", 0.5}, {"cooldown", int64_t{1}}}}};
            break;
        case 9: {
            static QTemporaryDir folder;
            t.callbacks = {
                {"model_checkpoint",
                 {{"every_steps", int64_t{4}}, {"keep", int64_t{2}}, {"filepath", folder.path().toStdString()}}}};
            options.store = inDirectory(folder.path().toStdString());
            break;
        }
        case 10:
            t.optimizer.type = "muon";
            t.optimizerOptions = {{"gradient_accumulation_steps", int64_t{2}}, {"global_clipnorm", 1.0}};
            break;
        case 11: {
            // Halves the rate at every tenth call, which it counts itself.
            struct Counting : Callback {
                int64_t calls = 0;
                void onBatchEnd(RunControl& run, const StepRecord&) override {
                    if (++calls % 10 == 0) run.setLearningRate(run.learningRate() / 2);
                }
                Properties save() const override { return {{"calls", calls}}; }
                void load(const Properties& state) override { calls = std::get<int64_t>(state.at("calls")); }
            };
            makeHooks = [] { return std::vector<std::shared_ptr<Callback>>{std::make_shared<Counting>()}; };
            break;
        }
        case 12: t.schedule = {"exponential", {{"warmup_steps", int64_t{20}}}}; break;
        case 13:
            options.network = chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"),
                                     node("reshape_1", "Reshape", {{"target_shape", std::vector<int64_t>{8, 8}}}),
                                     node("lstm_1", "LSTM",
                                          {{"units", int64_t{6}},
                                           {"dropout", 0.2},
                                           {"recurrent_dropout", 0.3},
                                           {"return_sequences", true},
                                           {"activation", std::string("softsign")},
                                           {"activity_regularizer", std::string("l2")}}),
                                     node("gru_1", "GRU",
                                          {{"units", int64_t{6}},
                                           {"recurrent_dropout", 0.3},
                                           {"activation", std::string("silu")},
                                           {"kernel_constraint", std::string("min_max_norm")}}),
                                     node("dense_1", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
            break;
        case 14:
            t.optimizer = {"muon", {{"exclude_layers", std::string("dense")}, {"adam_lr_ratio", 0.5}}};
            t.optimizerOptions = {{"exclude_from_weight_decay", std::string("bias|gamma|beta")}};
            break;
        case 15:
            t.optimizer = {"muon", {{"normalize_weights", true}, {"auxiliary", std::string("sgd")}, {"rms_rate", 0.0}}};
            t.optimizerOptions = {{"lr_mult", std::string("bias=3")},
                                  {"freeze_out", std::string("dense.*bias")},
                                  {"freeze_out_epochs", int64_t{1}}};
            t.schedule = {"polynomial", {}};
            t.augmentation = {{"RandomFlip", {{"alternating", true}}}};
            break;
        }
        for (const int64_t stopAt : {5, 13, 18}) compare(options, stopAt);
        makeHooks = {};
    }

    // Each of them learns: the loss at the end of a short run is well below the one it began with.
    void learns_data() {
        QTest::addColumn<QString>("id");
        for (const OptimizerType& type : allOptimizers())
            QTest::newRow(type.id.c_str()) << QString::fromStdString(type.id);
    }
    void learns() {
        QFETCH(QString, id);
        SessionOptions options = smallRun(6);
        options.network = denseNetwork();
        options.training.optimizer.type = id.toStdString();
        // A run of 78 steps is short: many times the rate that fits a long one.
        options.training.learningRate = id == "adadelta"  ? 10
                                        : id == "adagrad" ? 0.3
                                                          : 30 * findOptimizer(id.toStdString()).defaultLearningRate;
        TrainingSession session(options);
        const auto steps = finish(session);
        const auto mean = [&](size_t from) {
            double sum = 0;
            for (size_t i = from; i < from + 10; ++i) sum += static_cast<double>(steps[i].loss) / 10;
            return sum;
        };
        QCOMPARE(session.state(), RunState::Finished);
        QVERIFY2(mean(steps.size() - 10) < 0.7 * mean(0),
                 qPrintable(QString("%1 to %2").arg(mean(0)).arg(mean(steps.size() - 10))));
    }

    // A validation of an hour does not hold the checkpoint back: it is written between two of its batches, and a run
    // that goes on from it validates that epoch and ends in the same bits.
    void aLongValidationIsNoGap() {
        struct Store : RunStore {
            int64_t steps = 0;  // of the epoch: asked after each of them, and from then on by the validation
            mutable int64_t asked = 0;
            std::shared_ptr<std::vector<std::shared_ptr<const Snapshot>>> rolling;
            std::string checkpointPath() const override { return "checkpoint"; }
            bool hasCheckpoint() const override { return false; }
            void describe(const Snapshot&, const DataSet&) override {}
            bool checkpointDue() const override { return ++asked > steps; }
            void writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool announced) override {
                if (asked > steps && !announced) rolling->push_back(std::move(snapshot));
            }
            void writeEpoch(std::shared_ptr<const Snapshot>, const EpochRecord&, double) override {}
            void writeCheckpointAs(const std::string&, std::shared_ptr<const Snapshot>,
                                   const std::vector<std::string>&) override {}
            void writeText(const std::string&, const std::string&) override {}
            void writeRows(const std::string&, const std::string&, bool) override {}
            std::string readText(const std::string&) override { return {}; }
            Message finish() override { return {}; }
            void close(const StateRecord&) override {}
        };
        auto rolling = std::make_shared<std::vector<std::shared_ptr<const Snapshot>>>();
        SessionOptions options = test::smallRun(1);
        const int64_t steps = (options.data.train->size() + 15) / 16;
        options.store = [&](const RunPosition*, RunPort) {
            auto store = std::make_unique<Store>();
            store->steps = steps;
            store->rolling = rolling;
            return store;
        };
        TrainingSession whole(options);
        whole.start();
        whole.wait();
        QCOMPARE(whole.state(), RunState::Finished);
        QVERIFY(!rolling->empty());
        const Snapshot& kept = *rolling->front();
        QCOMPARE(kept.position.step, steps);
        QCOMPARE(kept.position.epoch, int64_t{0});
        SessionOptions more = test::smallRun(1);
        more.resume = kept;
        TrainingSession again(more);
        again.start();
        again.wait();
        QCOMPARE(again.state(), RunState::Finished);
        bool validated = false;
        for (const Event& event : again.events().drain())
            if (const auto* epoch = std::get_if<EpochRecord>(&event)) validated = epoch->values.count("val_loss") > 0;
        QVERIFY(validated);
        sameBits(whole.snapshot().state, again.snapshot().state);
    }
};

QTEST_GUILESS_MAIN(TestResume)

}  // namespace test_resume

#include "test_resume.moc"
