// Callbacks in real runs: when they are called, what they may do, the files they leave, and one's own hooks. Their
// arithmetic is held against Keras's in test_training_reference.cpp, their resuming in test_resume.cpp.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/run/run_directory.h"
#include "engine/train/evaluate.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_graph.h"
#include "small_run.h"

namespace test_callbacks {

using namespace tl;
using namespace tl::test;

namespace {

struct Seen {
    std::vector<EpochRecord> epochs;
    std::vector<StepRecord> steps;
    std::vector<LearningRateRecord> rates;
    std::string last;  // the last state's message
    std::string notes;
};

Seen finish(TrainingSession& session) {
    session.start();
    session.wait();
    Seen seen;
    for (const Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) seen.steps.push_back(*step);
        if (const auto* epoch = std::get_if<EpochRecord>(&event)) seen.epochs.push_back(*epoch);
        if (const auto* rate = std::get_if<LearningRateRecord>(&event)) seen.rates.push_back(*rate);
        if (const auto* state = std::get_if<StateRecord>(&event)) seen.last = state->message.english();
        if (const auto* note = std::get_if<NoteRecord>(&event)) seen.notes += note->message.english() + "\n";
    }
    return seen;
}

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList({QStringLiteral("*.safetensors")}, QDir::Files, QDir::Name);
}

bool sameTensors(const ModelState& a, const ModelState& b) {
    if (a.size() != b.size()) return false;
    for (const auto& [name, tensor] : a) {
        const auto other = b.find(name);
        if (other == b.end() || std::memcmp(tensor.data(), other->second.data(), tensor.bytes()) != 0) return false;
    }
    return true;
}

}  // namespace

class TestCallbacks : public QObject {
    Q_OBJECT
private slots:
    // In order, and each the right number of times: 2 epochs of 13 steps.
    void whenHooksAreCalled() {
        std::string order;
        int64_t batches = 0;
        auto hook = std::make_shared<LambdaCallback>();
        hook->trainBegin = [&](RunControl& run) {
            order += "T";
            QCOMPARE(run.position().step, int64_t{0});
        };
        hook->epochBegin = [&](RunControl&, int64_t epoch) { order += "E" + std::to_string(epoch); };
        hook->batchBegin = [&](RunControl& run) {
            order += "b";
            QCOMPARE(run.position().step, batches);
        };
        hook->batchEnd = [&](RunControl& run, const StepRecord& record) {
            order += "B";
            QCOMPARE(record.step, ++batches);
            QCOMPARE(run.position().step, batches);
        };
        hook->epochEnd = [&](RunControl&, const EpochRecord& record) {
            order += "e" + std::to_string(record.epoch);
            QVERIFY(record.values.count("val_loss"));
        };
        hook->trainEnd = [&](RunControl&) { order += "t"; };
        SessionOptions options = smallRun(2);
        options.callbacks = {hook};
        TrainingSession session(options);
        finish(session);
        QCOMPARE(session.state(), RunState::Finished);
        std::string epoch;
        for (int i = 0; i < 13; ++i) epoch += "bB";
        QCOMPARE(order, "TE0" + epoch + "e0E1" + epoch + "e1t");
    }

    void aHookMayEndTheRun() {
        auto hook = std::make_shared<LambdaCallback>();
        bool ended = false;
        hook->batchEnd = [](RunControl& run, const StepRecord& record) {
            if (record.step == 17) run.stopTraining("Seventeen are enough.");
        };
        hook->trainEnd = [&](RunControl&) { ended = true; };
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        options.callbacks = {hook};
        options.store = inDirectory(folder.path().toStdString());
        TrainingSession session(options);
        const Seen seen = finish(session);
        QCOMPARE(session.state(), RunState::Finished);
        QCOMPARE(seen.steps.size(), size_t{17});
        QCOMPARE(seen.epochs.size(), size_t{1});
        QVERIFY(ended);
        QCOMPARE(seen.notes, std::string("Seventeen are enough.\n"));
        QCOMPARE(loadCheckpoint(folder.path().toStdString()).position.step, int64_t{17});
    }

    // The rate from the next step on, and the weights in place.
    void aHookMayChangeRateAndWeights() {
        auto hook = std::make_shared<LambdaCallback>();
        hook->batchEnd = [](RunControl& run, const StepRecord& record) {
            if (record.step == 4) run.setLearningRate(run.learningRate() / 4);
        };
        hook->trainEnd = [](RunControl& run) {
            for (const std::string& name : run.weights()) std::ranges::fill(run.state().at(name).as<float>(), 0.5f);
        };
        SessionOptions options = smallRun(1);
        options.callbacks = {hook};
        TrainingSession session(options);
        const Seen seen = finish(session);
        QCOMPARE(seen.rates.size(), size_t{1});
        QCOMPARE(seen.steps[3].learningRate, 0.01);
        QCOMPARE(seen.steps[4].learningRate, 0.0025);
        const Snapshot snapshot = session.snapshot();
        for (const char* name : {"conv_1/kernel", "dense_1/bias", "norm_1/moving_mean"})
            QCOMPARE(snapshot.state.at(name).as<float>()[0], 0.5f);
    }

    void aHooksExceptionIsTheRunsSentence() {
        auto hook = std::make_shared<LambdaCallback>();
        hook->epochEnd = [](RunControl&, const EpochRecord&) { throw Error("The tide came in."); };
        SessionOptions options = smallRun(2);
        options.callbacks = {hook};
        TrainingSession session(options);
        QCOMPARE(finish(session).last, std::string("The tide came in."));
        QCOMPARE(session.state(), RunState::Failed);
    }

    // The example of docs/callbacks.md.
    void theExampleInTheDocs() {
        class WeightWatch : public Callback {
        public:
            explicit WeightWatch(std::string name) : name_(std::move(name)) {}
            void onBatchEnd(RunControl& run, const StepRecord& record) override {
                double sum = 0;
                for (float value : run.state().at(name_).as<float>()) sum += double(value) * double(value);
                longest_ = std::max(longest_, std::sqrt(sum));
                if (longest_ > 100)
                    run.stopTraining(name_ + " is too long after step " + std::to_string(record.step) + ".");
            }
            Properties save() const override { return {{"longest", longest_}}; }
            void load(const Properties& state) override { longest_ = std::get<double>(state.at("longest")); }

        private:
            std::string name_;
            double longest_ = 0;
        };
        SessionOptions options = smallRun(2);
        options.training.optimizer.type = "lion";
        options.training.learningRate =
            3;  // every weight moves by 3 in each step: 128 of them are 34 long in the first
        options.callbacks = {std::make_shared<WeightWatch>("conv_1/kernel")};
        TrainingSession session(options);
        const Seen seen = finish(session);
        QCOMPARE(session.state(), RunState::Finished);
        QVERIFY2(QString::fromStdString(seen.notes).contains("conv_1/kernel is too long after step"),
                 seen.notes.c_str());
        QVERIFY(std::get<double>(session.snapshot().position.callbacks.at("own_1").at("longest")) > 100);
    }

    void earlyStoppingEndsAndRestores() {
        for (const bool restores : {false, true}) {
            SessionOptions options = smallRun(9);
            options.training.callbacks = {{"early_stopping",
                                           {{"patience", int64_t{2}},
                                            {"min_delta", 100.0},  // nothing is ever better than the first epoch
                                            {"restore_best_weights", restores}}}};
            TrainingSession session(options);
            const Seen seen = finish(session);
            QCOMPARE(session.state(), RunState::Finished);
            QCOMPARE(seen.epochs.size(), size_t{3});
            QVERIFY(QString::fromStdString(seen.notes).contains("the best was epoch 1"));
            // What it ends with evaluates as the epoch that it is of.
            const auto result = evaluate(session.snapshot(), *options.data.validation, 64, 1);
            const float expected = seen.epochs[restores ? 0 : 2].values.at("val_loss");
            QVERIFY(std::abs(result.values.at("loss") - static_cast<double>(expected)) < 1e-5);

            // Gone on with, it is over as it is; more patience than it had makes it go on.
            SessionOptions more = options;
            more.resume = session.snapshot();
            TrainingSession over(more);
            const Seen rest = finish(over);
            QCOMPARE(over.state(), RunState::Finished);
            QVERIFY(rest.steps.empty() && rest.epochs.empty());
            QVERIFY2(rest.notes.find("give it a patience above 2") != rest.notes.npos, rest.notes.c_str());
            QVERIFY(sameTensors(over.snapshot().state, session.snapshot().state));
            more.training.callbacks[0].properties["patience"] = int64_t{4};
            TrainingSession patient(more);
            QCOMPARE(finish(patient).epochs.size(), size_t{2});
        }
    }

    // Of a damaged checkpoint, or one of another network: nothing is copied, and that is told.
    void earlyStoppingKeepsOffWhatDoesNotFit() {
        SessionOptions options = smallRun(9);
        options.training.callbacks = {
            {"early_stopping", {{"patience", int64_t{2}}, {"min_delta", 100.0}, {"restore_best_weights", true}}}};
        TrainingSession session(options);
        finish(session);
        const std::string weight = "conv_1/kernel", kept = "callback/early_stopping/val_loss/" + weight;
        for (const bool there : {true, false}) {
            SessionOptions more = options;
            more.resume = session.snapshot();
            Snapshot& resumed = *more.resume;
            QVERIFY(resumed.state.count(kept));
            resumed.state.at(weight).as<float>()[0] = 7;  // what it would be brought back from
            if (there)
                resumed.state[kept] = Tensor(Shape{1}, DType::Float32);
            else
                resumed.state.erase(kept);
            TrainingSession over(more);
            const Seen rest = finish(over);
            QCOMPARE(over.state(), RunState::Finished);
            QVERIFY2(rest.notes.find("do not fit this network") != rest.notes.npos, rest.notes.c_str());
            QVERIFY2(rest.notes.find("brought the weights") == rest.notes.npos, rest.notes.c_str());
            QCOMPARE(over.snapshot().state.at(weight).as<float>()[0], 7.0f);
        }
    }

    // What was remembered of one value is none of another's, and weights come back only where that is still wanted.
    void earlyStoppingGoesOnOtherwise() {
        SessionOptions options = smallRun(2);
        options.training.callbacks = {
            {"early_stopping", {{"monitor", std::string("val_loss")}, {"restore_best_weights", true}}}};
        options.training.callbacks[0].properties["patience"] = int64_t{9};
        TrainingSession session(options);
        finish(session);
        options.resume = session.snapshot();
        Properties& remembered = options.resume->position.callbacks.at("early_stopping");
        remembered["best"] = 9.0;  // more than any accuracy
        remembered["wait"] = int64_t{8};
        options.training.epochs = 4;
        options.training.callbacks[0].properties["monitor"] = std::string("val_accuracy");
        TrainingSession other(options);
        QCOMPARE(finish(other).epochs.size(), size_t{2});
        const Properties now = other.snapshot().position.callbacks.at("early_stopping");
        QVERIFY(std::get<double>(now.at("best")) <= 1);

        options.resume = session.snapshot();
        options.training.callbacks[0].properties["monitor"] = std::string("val_loss");
        options.training.callbacks[0].properties["restore_best_weights"] = false;
        TrainingSession plain(options);
        const std::string notes = finish(plain).notes;
        QVERIFY2(notes.find("brought the weights") == notes.npos, notes.c_str());
    }

    // Two that watch the same value: each has its own best, and its own weights of it.
    void twoEarlyStoppingsOfOneValue() {
        SessionOptions options = smallRun(3);
        Properties first{{"monitor", std::string("loss")}, {"patience", int64_t{9}}, {"restore_best_weights", true}};
        Properties second = first;
        first["min_delta"] = 100.0;  // the first epoch stays the best; of the other it is the last, for loss falls
        options.training.callbacks = {{"early_stopping", first}, {"early_stopping", second}};
        TrainingSession session(options);
        finish(session);
        const Snapshot snapshot = session.snapshot();
        const auto best = [&](const char* key) {
            return std::get<int64_t>(snapshot.position.callbacks.at(key).at("best_epoch"));
        };
        QCOMPARE(best("early_stopping"), int64_t{0});
        QCOMPARE(best("early_stopping_2"), int64_t{2});
        const auto kept = [&](const std::string& key) {
            return snapshot.state.at("callback/" + key + "/loss/conv_1/kernel").as<float>()[0];
        };
        QVERIFY(kept("early_stopping") != kept("early_stopping_2"));
    }

    // A file of before each had its own place: all of one value wrote to the first one's, and the last best stays
    // there.
    void twoEarlyStoppingsOfAnOlderFile_data() {
        QTest::addColumn<QString>("other");  // what the second watches
        QTest::addColumn<int>("steady");     // which of them has its best in the first epoch
        QTest::addColumn<bool>("said");      // whether the file tells what they watch
        for (const bool said : {true, false}) {
            const char* form = said ? "" : ", older still";
            QTest::addRow("the second's%s", form) << "loss" << 0 << said;
            QTest::addRow("the first's%s", form) << "loss" << 1 << said;
            QTest::addRow("two values%s", form) << "val_loss" << 0 << said;
        }
    }
    void twoEarlyStoppingsOfAnOlderFile() {
        QFETCH(QString, other);
        QFETCH(int, steady);
        QFETCH(bool, said);
        const std::string second = other.toStdString();
        SessionOptions options = smallRun(3);
        for (const std::string& monitor : {std::string("loss"), second})
            options.training.callbacks.push_back(
                {"early_stopping", {{"monitor", monitor}, {"patience", int64_t{9}}, {"restore_best_weights", true}}});
        options.training.callbacks[static_cast<size_t>(steady)].properties["min_delta"] = 100.0;
        TrainingSession session(options);
        finish(session);
        options.resume = session.snapshot();
        Snapshot& old = *options.resume;
        const std::string weight = "conv_1/kernel", own = "callback/early_stopping_2/" + second + "/",
                          first = "callback/early_stopping/" + second + "/";
        const float wanted = old.state.at((steady == 1 ? first : own) + weight).as<float>()[0];
        for (auto it = old.state.lower_bound(own); it != old.state.end() && it->first.starts_with(own);) {
            if (steady == 0) old.state[first + it->first.substr(own.size())] = it->second;
            it = old.state.erase(it);
        }
        if (!said)
            for (auto& [key, saved] : old.position.callbacks) saved.erase("watched");
        const auto hook = std::make_shared<LambdaCallback>();
        float resumed = 0;
        hook->trainBegin = [&](RunControl& run) {
            resumed = run.state().at((steady == 1 ? first : own) + weight).as<float>()[0];
        };
        options.callbacks = {hook};
        options.training.epochs = 4;
        TrainingSession more(options);
        const std::string notes = finish(more).notes;
        QCOMPARE(more.state(), RunState::Finished);
        QCOMPARE(resumed, wanted);
        QCOMPARE(notes.find("cannot bring the weights of epoch 1 back") != notes.npos, second == "loss");
        QVERIFY2(notes.find("do not fit") == notes.npos, notes.c_str());
    }

    // Killed behind the last epoch's checkpoint, the run has nothing left but its end: gone on with, it comes to that,
    // once.
    void earlyStoppingRestoresAfterAKill() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        options.training.callbacks = {
            {"early_stopping", {{"patience", int64_t{9}}, {"min_delta", 100.0}, {"restore_best_weights", true}}},
            {"model_checkpoint", {}}};
        options.store = inDirectory(folder.path().toStdString());
        TrainingSession whole(options);
        finish(whole);
        options.store = {};
        options.training.callbacks.pop_back();
        options.resume = loadCheckpoint(folder.filePath("checkpoints/epoch-0003.safetensors").toStdString());
        QVERIFY(!sameTensors(options.resume->state, whole.snapshot().state));
        QVERIFY(goesOn(options.resume->position, options.training));
        TrainingSession killed(options);
        const Seen rest = finish(killed);
        QCOMPARE(killed.state(), RunState::Finished);
        QVERIFY(rest.steps.empty() && rest.epochs.empty());
        QVERIFY2(rest.notes.find("brought the weights of epoch 1 back") != rest.notes.npos, rest.notes.c_str());
        QVERIFY(sameTensors(killed.snapshot().state, whole.snapshot().state));
        QVERIFY(!goesOn(killed.snapshot().position, options.training));
        QVERIFY(!goesOn(loadCheckpoint(folder.path().toStdString()).position, options.training));
    }

    void reduceOnPlateauBesideASchedule() {
        SessionOptions options = smallRun(4);
        options.training.schedule.type = "cosine";
        options.training.callbacks = {
            {"reduce_lr_on_plateau", {{"patience", int64_t{1}}, {"min_delta", 100.0}, {"factor", 0.5}}}};
        TrainingSession session(options);
        const Seen seen = finish(session);
        QCOMPARE(seen.rates.size(), size_t{3});
        for (size_t i = 0; i < seen.steps.size(); ++i) {
            const double planned = scheduledRate(options.training, static_cast<int64_t>(i), 4 * 13);
            const double expected = planned * std::pow(0.5, std::max(0.0, std::floor(static_cast<double>(i) / 13) - 1));
            QVERIFY2(std::abs(seen.steps[i].learningRate - expected) < 1e-12, qPrintable(QString::number(i)));
        }
    }

    void modelCheckpoint_data() {
        QTest::addColumn<Properties>("properties");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("each epoch") << Properties{}
                                    << QStringList{"epoch-0001.safetensors", "epoch-0002.safetensors",
                                                   "epoch-0003.safetensors", "epoch-0004.safetensors"};
        QTest::newRow("every second") << Properties{{"every_epochs", int64_t{2}}}
                                      << QStringList{"epoch-0002.safetensors", "epoch-0004.safetensors"};
        QTest::newRow("two are kept") << Properties{{"keep", int64_t{2}}}
                                      << QStringList{"epoch-0003.safetensors", "epoch-0004.safetensors"};
        QTest::newRow("by steps") << Properties{{"every_steps", int64_t{20}}, {"keep", int64_t{2}}}
                                  << QStringList{"step-00000020.safetensors", "step-00000040.safetensors"};
        // The loss of training falls in every epoch of this run.
        QTest::newRow("the best") << Properties{{"save_best_only", true},
                                                {"monitor", std::string("loss")},
                                                {"keep", int64_t{1}}}
                                  << QStringList{"epoch-0004.safetensors"};
        QTest::newRow("none is better") << Properties{{"save_best_only", true},
                                                      {"mode", std::string("max")},
                                                      {"monitor", std::string("loss")}}
                                        << QStringList{"epoch-0001.safetensors"};
    }
    void modelCheckpoint() {
        QFETCH(Properties, properties);
        QFETCH(QStringList, files);
        QTemporaryDir folder;
        SessionOptions options = smallRun(4);
        options.training.callbacks = {{"model_checkpoint", properties}, {"early_stopping", {{"patience", int64_t{9}}}}};
        options.store = inDirectory(folder.path().toStdString());
        TrainingSession session(options);
        finish(session);
        QCOMPARE(session.state(), RunState::Finished);
        QCOMPARE(filesIn(folder.filePath("checkpoints")), files);
        // A checkpoint names those that go one day, and does not grow with those that never do.
        std::string names;
        for (const QString& file : files)
            if (properties.count("keep")) names += "checkpoints/" + file.toStdString() + "\n";
        QCOMPARE(std::get<std::string>(session.snapshot().position.callbacks.at("model_checkpoint").at("files")),
                 names);

        // A run that goes on from one of them ends as this one did.
        SessionOptions again = options;
        again.store = {};
        again.training.callbacks.clear();
        again.resume = loadCheckpoint(folder.filePath("checkpoints/" + files.front()).toStdString());
        again.resume->position.callbacks.clear();
        TrainingSession rest(again);
        finish(rest);
        QVERIFY(sameTensors(rest.snapshot().state, session.snapshot().state));
    }

    // Of weights that are not finite none is written, and no good one goes for it.
    void modelCheckpointKeepsTheGoodOne() {
        const auto hook = std::make_shared<LambdaCallback>();
        hook->epochEnd = [](RunControl& run, const EpochRecord& record) {
            if (record.epoch == 1) run.state().at("dense_1/bias").as<float>()[0] = std::nanf("");
        };
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        options.training.callbacks = {{"model_checkpoint", {{"keep", int64_t{1}}}}};
        options.callbacks = {hook};
        options.store = inDirectory(folder.path().toStdString());
        TrainingSession session(options);
        finish(session);
        QCOMPARE(session.state(), RunState::Failed);
        QCOMPARE(filesIn(folder.filePath("checkpoints")), QStringList{"epoch-0001.safetensors"});
    }

    void csvLogger() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        options.training.callbacks = {{"csv_logger", {{"filename", std::string("log/epochs.csv")}}}};
        options.store = inDirectory(folder.path().toStdString());
        const auto rows = [&] {
            QFile file(folder.filePath("log/epochs.csv"));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                                  : QStringList();
        };
        TrainingSession whole(options);
        const Seen seen = finish(whole);
        const QStringList all = rows();
        QCOMPARE(all.size(), 4);
        QCOMPARE(all[0], QStringLiteral("epoch,accuracy,loss,val_accuracy,val_loss"));
        for (int epoch = 0; epoch < 3; ++epoch) {
            const QStringList cells = all[epoch + 1].split(',');
            QCOMPARE(cells[0].toInt(), epoch);
            QCOMPARE(cells[4].toFloat(), seen.epochs[static_cast<size_t>(epoch)].values.at("val_loss"));
        }
        // Stopped after the first epoch and gone on with: the same rows once.
        SessionOptions first = options;
        first.training.epochs = 1;
        TrainingSession begun(first);
        finish(begun);
        QCOMPARE(rows().size(), 2);
        options.resume = loadCheckpoint(folder.path().toStdString());
        TrainingSession rest(options);
        finish(rest);
        QCOMPARE(rows(), all);
    }

    // Below the rows of an earlier run, which has the same epochs: what the run itself wrote after its checkpoint goes.
    void csvLoggerAppends() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        options.training.callbacks = {{"csv_logger", {{"append", true}}}};
        options.store = inDirectory(folder.path().toStdString());
        QFile file(folder.filePath("training.csv"));
        const auto rows = [&] {
            if (!file.open(QIODevice::ReadOnly)) return QStringList();
            const auto close = qScopeGuard([&] { file.close(); });
            return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        };
        TrainingSession whole(options);
        finish(whole);
        const QStringList all = rows();
        QCOMPARE(all.size(), 4);
        SessionOptions first = options;
        first.training.epochs = 1;
        TrainingSession begun(first);
        finish(begun);
        QCOMPARE(rows(), all + all.mid(1, 1));
        QVERIFY(file.open(QIODevice::Append));
        file.write("1,0.5,9,0.5,9\n");  // of an epoch whose checkpoint was never written
        file.close();
        options.resume = loadCheckpoint(folder.path().toStdString());
        TrainingSession rest(options);
        finish(rest);
        QCOMPARE(rows(), all + all.mid(1));
    }

    void filesNeedAFolder() {
        for (const CallbackType& type : allCallbacks()) {
            if (!type.writesFiles) continue;
            SessionOptions options = smallRun(1);
            options.training.callbacks = {{type.id, {}}};
            TrainingSession session(options);
            const Seen seen = finish(session);
            QCOMPARE(session.state(), RunState::Failed);
            QVERIFY2(QString::fromStdString(seen.last).contains(QString::fromStdString(type.title)), seen.last.c_str());
        }
    }

    void settingsAreChecked() {
        const auto says = [](TypedProperties callback, Properties options) -> QString {
            TrainingSpec training;
            if (!callback.type.empty()) training.callbacks = {callback};
            training.optimizerOptions = options;
            try {
                checkTraining(training, 100);
            } catch (const Error& error) {
                return QString::fromStdString(error.message().english());
            }
            return {};
        };
        QVERIFY(says({"watch_dog", {}}, {}).contains("early_stopping"));
        QVERIFY(says({"early_stopping", {{"patients", int64_t{3}}}}, {}).contains("patience"));
        QVERIFY(says({"early_stopping", {{"patience", int64_t{-1}}}}, {}).contains("patience"));
        QVERIFY(says({"early_stopping", {{"baseline", std::string("low")}}}, {}).contains("low"));
        QVERIFY(says({"reduce_lr_on_plateau", {{"factor", 1.5}}}, {}).contains("factor"));
        QVERIFY(says({"model_checkpoint", {{"save_best_only", true}, {"every_steps", int64_t{5}}}}, {})
                    .contains("every_steps"));
        QVERIFY(says({"csv_logger", {{"separator", std::string("--")}}}, {}).contains("one character"));
        QVERIFY(says({"early_stopping", {{"baseline", std::string("0.5")}}}, {}).isEmpty());
        QVERIFY(says({}, {{"clipnorm", 1.0}, {"clipvalue", 1.0}}).contains("Only one"));
        QVERIFY(says({}, {{"clipnorm", -1.0}}).contains("clipnorm"));
        QVERIFY(says({}, {{"clip", 1.0}}).contains("clipnorm"));
    }

    // Two batches of 8 gathered are one of 16, but for rounding.
    void gatheringIsALargerBatch() {
        SessionOptions large = smallRun(2);
        large.network = denseNetwork();
        large.data = pictureData(192);
        large.training.optimizer.type = "sgd";
        SessionOptions small = large;
        small.training.batch = 8;
        small.training.optimizerOptions = {{"gradient_accumulation_steps", int64_t{2}}};
        TrainingSession one(large), two(small);
        finish(one);
        finish(two);
        const ModelState a = one.snapshot().state, b = two.snapshot().state;
        for (const auto& [name, tensor] : a) {
            const auto x = tensor.as<float>(), y = b.at(name).as<float>();
            for (size_t i = 0; i < x.size(); ++i) QVERIFY2(std::abs(x[i] - y[i]) < 2e-6f, name.c_str());
        }
    }

    // A norm that is never reached changes no bit.
    void clippingThatNeverHappens() {
        SessionOptions plain = smallRun(1);
        TrainingSession expected(plain);
        finish(expected);
        for (const char* key : {"clipvalue", "clipnorm", "global_clipnorm"}) {
            SessionOptions clipped = plain;
            clipped.training.optimizerOptions = {{key, 1e6}};
            TrainingSession session(clipped);
            finish(session);
            QVERIFY2(sameTensors(session.snapshot().state, expected.snapshot().state), key);
        }
    }

    void validationSeesTheAverage() {
        SessionOptions options = smallRun(2);
        options.training.optimizerOptions = {{"use_ema", true}, {"ema_momentum", 0.95}};
        TrainingSession session(options);
        const Seen seen = finish(session);
        Snapshot snapshot = session.snapshot();
        QVERIFY(snapshot.state.count("dense_1/kernel/average"));
        const double reported = static_cast<double>(seen.epochs.back().values.at("val_loss"));
        const double averaged = evaluate(snapshot, *options.data.validation, 64, 1).values.at("loss");
        QVERIFY(std::abs(averaged - reported) < 1e-5);
        snapshot.training.optimizerOptions.clear();
        const double raw = evaluate(snapshot, *options.data.validation, 64, 1).values.at("loss");
        QVERIFY(std::abs(raw - reported) > 1e-4);
    }

    // A float counts no further than 2^24 = 16,777,216: multiples of 10 are found beyond it, too.
    void overwritingGoesOnForever() {
        SessionOptions options = smallRun(1);
        options.training.optimizerOptions = {{"use_ema", true}, {"ema_overwrite_frequency", int64_t{10}}};
        TrainingSession first(options);
        finish(first);
        options.resume = first.snapshot();
        options.training.epochs = 2;
        Tensor& count = options.resume->state.at("optimizer/ema_count");
        QCOMPARE(count.as<float>()[0], 13.0f);
        count.as<float>()[0] = 16'777'207;  // 13 steps more: the third and the last overwrite
        TrainingSession session(options);
        finish(session);
        QCOMPARE(session.state(), RunState::Finished);
        const ModelState state = session.snapshot().state;
        QCOMPARE(state.at("optimizer/ema_count").as<float>()[0], 16'777'210.0f);
        const auto weights = state.at("conv_1/kernel").as<float>(),
                   averages = state.at("conv_1/kernel/average").as<float>();
        QVERIFY(std::ranges::equal(weights, averages));
    }

    // As what validates, and what is exported.
    void predictionsAreTheAverages() {
        SessionOptions options = smallRun(2);
        options.training.optimizerOptions = {{"use_ema", true}, {"ema_momentum", 0.95}};
        TrainingSession session(options);
        finish(session);
        Snapshot snapshot = session.snapshot(), averages = snapshot;
        takeAverages(averages);
        const auto scores = [&](const Snapshot& of) {
            return predict(of, *options.data.validation, 0, 1, 1).front().scores;
        };
        const std::vector<float> found = scores(snapshot);
        QCOMPARE(found, scores(averages));
        snapshot.training.optimizerOptions.clear();
        QVERIFY(found != scores(snapshot));
    }

    // The slots of the optimizer are in the predicted memory.
    void costHasTheSlots() {
        const DataFacts facts{{1, 8, 8}, 4};
        const auto bytes = [&](const char* optimizer, Properties options) {
            TrainingSpec training;
            training.optimizer.type = optimizer;
            training.optimizerOptions = std::move(options);
            return stepCost(denseNetwork(), facts, 16, trainingPlan(training, DType::UInt8)).parameterBytes;
        };
        const size_t parameters = (64 * 8 + 8 + 8 * 4 + 4) * sizeof(float);
        QCOMPARE(bytes("sgd", {}), parameters);
        QCOMPARE(bytes("adam", {}), 3 * parameters + sizeof(float));
        QCOMPARE(bytes("adam", {{"gradient_accumulation_steps", int64_t{2}}}), 4 * parameters + sizeof(float));
        QCOMPARE(bytes("sgd", {{"use_ema", true}}), 2 * parameters + sizeof(float));
    }
};

QTEST_GUILESS_MAIN(TestCallbacks)

}  // namespace test_callbacks

#include "test_callbacks.moc"
