// A run's folder: all that a run told comes back, a tail that was cut anywhere costs only itself, what later programs
// add survives, a damaged folder is listed with its reason, one program at a time trains in it, and others can ask.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../train/small_run.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_data.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "tests/engine/run/run_events.h"
#include "tests/support/moved_clock.h"

namespace test_run_folder {

using namespace tl;
using namespace tl::test;

namespace {

StepRecord step(int64_t number, bool withAuc = false) {
    StepRecord record;
    record.step = number;
    record.epoch = (number - 1) / 10;
    record.stepInEpoch = (number - 1) % 10 + 1;
    record.stepsPerEpoch = 10;
    record.wallTime = 1e9 + 0.001 * static_cast<double>(number);
    record.loss = 1.0f / static_cast<float>(number);
    record.metrics["accuracy"] = 0.25f;
    if (withAuc) record.metrics["auc"] = 0.75f;
    record.learningRate = 0.1;
    record.imagesPerSecond = 1234.5f;
    record.dataWaitShare = 0.125f;
    return record;
}

void writeJournal(const std::string& path, const std::vector<Event>& events) {
    JournalWriter writer(
        path, 0, [] {}, [](const Message&) {});
    for (const Event& event : events) writer.add(event);
}

// With all kinds of arguments, one message within another.
const Message kWhy("{name}: {count} of {share} {thing}, {names}.", std::string("lenet"), 3, 0.5,
                   Message("at step {step}", 20), std::vector<std::string>{"a", "b"});

std::vector<Event> everyEvent() {
    std::vector<Event> events{StateRecord{RunState::Starting, {}, -1}};
    for (int64_t i = 1; i <= 20; ++i) events.push_back(step(i, i > 12));
    EpochRecord epoch;
    epoch.epoch = 1;
    epoch.step = 20;
    epoch.wallTime = 5;
    epoch.seconds = 2;
    epoch.values = {{"loss", 0.5f}, {"val_loss", std::nanf("")}, {"top", -HUGE_VALF}};
    epoch.confusion = {3, 1, 0, 4};
    epoch.images = 9;
    epoch.unread = 3;
    events.push_back(epoch);
    events.push_back(LearningRateRecord{20, 0.1, 0.01});
    events.push_back(CheckpointRecord{20, "a/b.safetensors"});
    events.push_back(BrokenRecord{{{"cat.jpg", "It ends \"too\" early."}}});
    events.push_back(NoteRecord{"Ein Umlaut: ü, a line\nend."});
    events.push_back(ResumedRecord{10, 1, 7.5});
    events.push_back(
        EvaluationRecord{"test", "best.safetensors", 20, 9, {{"accuracy", 0.875f}}, {7, 1, 0, 8}, 6, 17, 2});
    events.push_back(StateRecord{RunState::Stopped, kWhy, -1});
    events.push_back(StateRecord{RunState::Failed, "The loss is nan.", -1});
    return events;
}

SessionOptions stored(const QString& folder, int epochs, RunFolderOptions options = {}) {
    SessionOptions session = smallRun(epochs);
    session.store = inDirectory(text(folder), std::move(options));
    return session;
}

bool eventually(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 120000); }

}  // namespace

class TestRunFolder : public QObject {
    Q_OBJECT
private slots:
    // What a program told a second ago a kill -9 of it cannot take away, and it is told without waiting for the disk.
    void theDiskHasItWithinASecond() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        MovedClock clock;
        JournalWriter writer(
            path, 0, [] {}, [](const Message&) {}, clock.rest());
        JournalReader reader(path);
        for (int64_t round = 1; round <= 5; ++round) {
            QVERIFY(clock.rests(static_cast<int>(round)));
            writer.add(step(round));
            QCOMPARE(reader.read().size(), size_t{0});  // no time has gone by
            clock.move(std::chrono::seconds(1));
            QVERIFY(clock.rests(static_cast<int>(round) + 1));
            const auto told = all<StepRecord>(reader.read());
            QCOMPARE(told.size(), size_t{1});
            QCOMPARE(told.front().step, round);
        }
    }

    // What a thread has added before it waits is written then, also where a round is under way that began without it.
    void flushedIsWritten() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        JournalWriter writer(
            path, 0, [] {}, [](const Message&) {});
        std::atomic<int> missed = 0;
        {
            std::vector<std::jthread> threads;
            for (int64_t thread = 0; thread < 4; ++thread)
                threads.emplace_back([&, thread] {
                    JournalReader reader(path);
                    for (int64_t i = 1; i <= 200; ++i) {
                        const int64_t number = 1000 * thread + i;
                        writer.add(CheckpointRecord{number, std::string(2000, 'x')});
                        writer.flush();
                        const auto told = all<CheckpointRecord>(reader.read());
                        missed += std::ranges::none_of(told, [&](const auto& one) { return one.step == number; });
                    }
                });
        }
        QCOMPARE(missed.load(), 0);
    }

    // A list needs no curves: a summary is the same but for the steps, of which it has the last block.
    void aSummaryHasAllButTheCurves() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        const std::vector<Event> events = everyEvent();
        writeJournal(path, events);
        const auto others = [](const std::vector<Event>& of) {
            std::vector<size_t> kinds;
            for (const Event& event : of)
                if (!std::holds_alternative<StepRecord>(event)) kinds.push_back(event.index());
            return kinds;
        };
        JournalReader whole(path), summary(path);
        const auto all = whole.read(), some = summary.read(false);
        QVERIFY(others(some) == others(all));
        const auto steps = test_run_folder::all<StepRecord>(all), last = test_run_folder::all<StepRecord>(some);
        QVERIFY(!last.empty() && last.size() < steps.size());
        QCOMPARE(last.back().step, steps.back().step);
        QCOMPARE(last.back().loss, steps.back().loss);
        QCOMPARE(summary.end(), whole.end());
        QVERIFY(summary.read(false).empty());
        // Cut off in its last block, it ends where the whole one does.
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
        JournalReader shortWhole(path), shortSummary(path);
        QVERIFY(others(shortSummary.read(false)) == others(shortWhole.read()));
        QCOMPARE(shortSummary.end(), shortWhole.end());
    }

    void journalGivesBackWhatWasTold() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        writeJournal(path, everyEvent());
        JournalReader reader(path);
        const std::vector<Event> events = reader.read();
        QCOMPARE(events.size(), everyEvent().size());
        QVERIFY(reader.damage().empty());
        const auto steps = all<StepRecord>(events);
        for (int64_t i = 1; i <= 20; ++i) {
            const StepRecord &found = steps[static_cast<size_t>(i - 1)], told = step(i, i > 12);
            QCOMPARE(found.step, told.step);
            QCOMPARE(found.epoch, told.epoch);
            QCOMPARE(found.stepInEpoch, told.stepInEpoch);
            QCOMPARE(found.stepsPerEpoch, told.stepsPerEpoch);
            QCOMPARE(found.wallTime, told.wallTime);
            QCOMPARE(found.loss, told.loss);
            QCOMPARE(found.metrics, told.metrics);
            QCOMPARE(found.learningRate, told.learningRate);
            QCOMPARE(found.imagesPerSecond, told.imagesPerSecond);
            QCOMPARE(found.dataWaitShare, told.dataWaitShare);
        }
        const EpochRecord epoch = all<EpochRecord>(events).at(0);
        QCOMPARE(epoch.values.at("loss"), 0.5f);
        QVERIFY(std::isnan(epoch.values.at("val_loss")));
        QCOMPARE(epoch.values.at("top"), -HUGE_VALF);
        QCOMPARE(epoch.confusion, (std::vector<int64_t>{3, 1, 0, 4}));
        QCOMPARE(all<LearningRateRecord>(events).at(0).to, 0.01);
        QCOMPARE(all<CheckpointRecord>(events).at(0).path, std::string("a/b.safetensors"));
        QCOMPARE(all<BrokenRecord>(events).at(0).items.at(0).reason.english(), std::string("It ends \"too\" early."));
        QCOMPARE(all<NoteRecord>(events).at(0).message.english(), std::string("Ein Umlaut: ü, a line\nend."));
        QCOMPARE(all<ResumedRecord>(events).at(0).step, int64_t{10});
        QCOMPARE(all<EvaluationRecord>(events).at(0).values.at("accuracy"), 0.875f);
        QCOMPARE(all<EvaluationRecord>(events).at(0).views, 6);
        QCOMPARE(all<EvaluationRecord>(events).at(0).images, int64_t{17});
        QCOMPARE(all<EvaluationRecord>(events).at(0).unread, int64_t{2});
        QVERIFY(epoch.images == 9 && epoch.unread == 3);
        QCOMPARE(all<EvaluationRecord>(events).at(0).confusion, (std::vector<int64_t>{7, 1, 0, 8}));
        // Key and arguments come back, so that it is said in the language of whoever reads it.
        const auto states = all<StateRecord>(events);
        QVERIFY(states.back().message == Message("The loss is nan."));
        QVERIFY(states.at(states.size() - 2).message == kWhy);
    }

    // Cut at every byte: what was whole before the cut is read, nothing is called damaged, and a writer goes on there.
    void aCutTailCostsOnlyItself() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        writeJournal(path, everyEvent());
        const std::string whole = readFile(path);
        size_t before = 0;
        for (size_t length = 0; length <= whole.size(); ++length) {
            {
                std::ofstream cut(path, std::ios::binary | std::ios::trunc);  // not flushed: there are thousands
                cut.write(whole.data(), static_cast<std::streamsize>(length));
            }
            JournalReader reader(path);
            const size_t found = reader.read().size();
            QVERIFY(found >= before);
            QVERIFY2(reader.damage().empty(), reader.damage().english().c_str());
            QVERIFY(reader.end() <= length);
            JournalReader skimming(path);
            skimming.skim();
            QCOMPARE(skimming.end(), reader.end());
            QVERIFY(skimming.damage().empty());
            before = found;
        }
        QCOMPARE(before, everyEvent().size());

        writeFileAtomically(path, whole.substr(0, whole.size() - 3));
        JournalReader reader(path);
        const size_t kept = reader.read().size();
        {
            JournalWriter writer(
                path, reader.end(), [] {}, [](const Message&) {});
            writer.add(NoteRecord{"after"});
        }
        const std::vector<Event> more = reader.read();  // only what is new
        QCOMPARE(all<NoteRecord>(more).at(0).message.english(), std::string("after"));
        QCOMPARE(JournalReader(path).read().size(), kept + 1);
    }

    void aFlippedBitIsToldAndKeepsWhatStandsBefore() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        writeJournal(path, everyEvent());
        std::string bytes = readFile(path);
        bytes[bytes.size() / 2] ^= 4;
        writeFileAtomically(path, bytes);
        JournalReader reader(path);
        const auto events = reader.read();
        QVERIFY(!events.empty() && events.size() < everyEvent().size());
        QVERIFY2(reader.damage().english().find("is damaged at byte") != std::string::npos,
                 reader.damage().english().c_str());
        JournalReader skimming(path);
        skimming.skim();
        QCOMPARE(skimming.end(), reader.end());
        QVERIFY(skimming.damage() == reader.damage());
    }

    void laterVersionsAndForeignFilesAreNamed() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        const auto complaint = [&](const std::string& bytes) -> std::string {
            writeFileAtomically(path, bytes);
            try {
                JournalReader(path).read();
            } catch (const Error& error) {
                return error.message().english();
            }
            return {};
        };
        writeJournal(path, {});
        std::string later = readFile(path);
        later[7] = 9;
        QVERIFY(complaint(later).find("newer Tensorloom (journal version 9") != std::string::npos);
        QVERIFY(complaint("no journal at all").find("is no journal") != std::string::npos);
    }

    void unknownFieldsOfARunSurvive() {
        QTemporaryDir folder;
        QDir().mkpath(folder.filePath("runs/one"));
        const std::string run = text(folder.filePath("runs/one"));
        RunInfo info;
        info.id = freshRunId();
        info.name = "one";
        info.project = text(QDir(folder.path()).absoluteFilePath("net.tlm"));
        info.parent = {"abc", "zero", "/x/checkpoint.safetensors", 12, true};
        writeRunInfo(info, run);
        std::string json = readFile(run + "/run.json");
        QVERIFY(json.find("\"net.tlm\"") != std::string::npos);  // relative: both can move
        json.replace(json.find("\"note\""), 0, "\"mood\": {\"colour\": [1, 2]},\n  ");
        writeFileAtomically(run + "/run.json", json);
        RunInfo again = readRunInfo(run);
        QCOMPARE(again.project, info.project);
        QCOMPARE(readRunInfo(run + "/").project, info.project);  // a folder's name as a shell completes it
        QCOMPARE(again.parent.step, int64_t{12});
        QVERIFY(again.parent.weightsOnly);
        again.note = "a note";
        writeRunInfo(again, run);
        const std::string kept = readFile(run + "/run.json");
        QVERIFY(kept.find("\"colour\": [1, 2]") != std::string::npos);
        QCOMPARE(readRunInfo(run).note, std::string("a note"));
        QCOMPARE(readRunInfo(run).id, info.id);
        // What it is written into is an object, or the file is damaged.
        for (const char* part : {"data", "hashes", "versions", "parent"})
            for (const char* wrong : {"[]", "\"x\"", "[\"a\"]"})
                QVERIFY_EXCEPTION_THROWN((void)runInfoFromJson(std::string(R"({"format": "tensorloom-run", ")") + part +
                                                                   "\": " + wrong + "}",
                                                               "run.json"),
                                         Error);
    }

    // Other data is told by its name; where that is the same, by its place and settings.
    void otherDataIsToldByItsName() {
        QTemporaryDir folder;
        RunInfo info;
        info.id = freshRunId();
        info.name = "one";
        info.hashes["data"] = "of other labels";
        const DataSet data = openDataSet("sample");
        const auto told = [&](const char* before) {
            info.dataSpec = before;
            writeRunInfo(info, text(folder.path()));
            return dataChanged(text(folder.path()), data).english();
        };
        const std::string other = told("csv:/away/wine.csv?label=a"), same = told("sample?size=8x8");
        QVERIFY2(other.find(": sample instead of wine.csv,") != std::string::npos, other.c_str());
        QVERIFY2(same.find(": sample instead of sample?size=8x8,") != std::string::npos, same.c_str());
    }

    // The next of its project's runs beside it, whichever of them are gone; a later edit keeps it.
    void aRunIsNumberedOnce() {
        QTemporaryDir folder;
        const auto train = [&](const char* name, RunFolderOptions options) {
            const QString path = folder.filePath(QStringLiteral("runs/") + QLatin1String(name));
            TrainingSession session(stored(path, 1, std::move(options)));
            session.start();
            session.wait();
            return readRunInfo(text(path)).number;
        };
        QCOMPARE(train("a", {.project = "/x/net.tlm"}), 1);
        QCOMPARE(train("b", {.project = "/x/net.tlm"}), 2);
        QCOMPARE(train("c", {.project = "/x/other.tlm"}), 1);
        QVERIFY(QDir(folder.filePath("runs/a")).removeRecursively());
        QCOMPARE(train("d", {.project = "/x/net.tlm"}), 3);
        QCOMPARE(train("e", {.project = "/x/net.tlm", .number = 7}), 7);
        const std::string last = text(folder.filePath("runs/e"));
        RunInfo info = readRunInfo(last);
        info.note = "a note";
        writeRunInfo(info, last);
        QCOMPARE(readRunInfo(last).number, 7);
    }

    void aRunLeavesAllItToldInItsFolder() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs/first");
        std::vector<Event> told;
        {
            TrainingSession session(stored(path, 3, {.name = "my run", .program = "a test"}));
            session.start();
            session.wait();
            QCOMPARE(session.state(), RunState::Finished);
            for (const Event& event : session.events().drain()) told.push_back(event);
        }
        QCOMPARE(runFoldersIn(text(folder.filePath("runs"))), std::vector<std::string>{text(path)});
        const RunOnDisk run = readRun(text(path));
        QVERIFY2(run.problems.empty(),
                 qPrintable(QString::fromStdString(run.problems.empty() ? "" : run.problems[0].english())));
        QVERIFY(!run.live);
        QVERIFY(run.hasCheckpoint);
        QCOMPARE(run.info.name, std::string("my run"));
        QCOMPARE(run.info.program, std::string("a test"));
        QCOMPARE(run.info.epochs, 3);
        QCOMPARE(run.info.classNames.size(), size_t{4});
        for (const char* what : {"network", "training", "data"}) QCOMPARE(run.info.hashes.at(what).size(), size_t{64});
        for (const char* what : {"compiler", "system", "oneDNN", "device"})
            QVERIFY2(!run.info.versions.at(what).empty(), what);
        const auto steps = all<StepRecord>(run.events), expected = all<StepRecord>(told);
        QCOMPARE(steps.size(), expected.size());
        for (size_t i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i].step, expected[i].step);
            QCOMPARE(steps[i].loss, expected[i].loss);
            QCOMPARE(steps[i].metrics, expected[i].metrics);
        }
        const auto epochs = all<EpochRecord>(run.events), epochsTold = all<EpochRecord>(told);
        QCOMPARE(epochs.size(), size_t{3});
        for (size_t i = 0; i < 3; ++i) QCOMPARE(epochs[i].confusion, epochsTold[i].confusion);
        QCOMPARE(all<StateRecord>(run.events).back().state, RunState::Finished);
    }

    // The curve of a run that goes on is taken back to where it goes on.
    void aRunThatGoesOnSaysFromWhere() {
        QTemporaryDir folder;
        const QString path = folder.filePath("run");
        {
            TrainingSession session(stored(path, 2));
            session.start();
            session.wait();
        }
        const std::string id = readRunInfo(text(path)).id;
        SessionOptions on = stored(path, 3);
        on.resume = loadCheckpoint(text(path));
        const int64_t from = on.resume->position.step;
        {
            TrainingSession session(on);
            session.start();
            session.wait();
            QCOMPARE(session.state(), RunState::Finished);
        }
        const RunOnDisk run = readRun(text(path));
        QCOMPARE(run.info.id, id);
        QCOMPARE(run.info.epochs, 3);
        QCOMPARE(all<ResumedRecord>(run.events).at(0).step, from);
        QCOMPARE(all<EpochRecord>(run.events).size(), size_t{3});

        // Into another folder it is a child.
        SessionOptions fork = stored(folder.filePath("fork"), 4, {.parent = {id, "run", text(path), from, false}});
        fork.resume = loadCheckpoint(text(path));
        TrainingSession session(fork);
        session.start();
        session.wait();
        const RunInfo child = readRunInfo(text(folder.filePath("fork")));
        // Of the same network and data, with other settings: by their hashes one sees what differs.
        for (const char* what : {"network", "data"}) QCOMPARE(child.hashes.at(what), run.info.hashes.at(what));
        QVERIFY(child.hashes.at("training") != run.info.hashes.at("training"));
        QVERIFY(child.id != id);
        QCOMPARE(child.parent.id, id);
    }

    // Of many steps the journal has the recorded ones, and those by which the run's course is told: where it stood,
    // went on and ended.
    void ofManyStepsSomeAreRecorded() {
        QTemporaryDir folder;
        const auto log = EventLog::make();
        const auto train = [&](int64_t from, int64_t to) {
            for (int64_t i = from; i <= to; ++i) log->push(step(i));
        };
        const auto state = [](RunState is) { return StateRecord{is, {}, -1}; };
        constexpr int64_t kFew = 2'000'000;
        {
            RunDirectory directory(text(folder.path()), {}, nullptr, {log, [](const RunRequest&) {}});
            log->push(state(RunState::Running));
            train(kFew - 3, kFew + 3);
            log->push(state(RunState::Validating));  // as it does after each epoch
            log->push(state(RunState::Running));
            train(kFew + 4, kFew + 7);
            log->push(state(RunState::Paused));
            log->push(state(RunState::Running));
            train(kFew + 8, kFew + 13);
            directory.close(state(RunState::Stopped));
        }
        const auto steps = [&](RunDepth depth = RunDepth::Whole) {
            std::vector<int64_t> found;
            for (const StepRecord& each : all<StepRecord>(readRun(text(folder.path()), depth).events))
                found.push_back(each.step - kFew);
            return found;
        };
        std::vector<int64_t> expected{-3, -2, -1, 0, 2, 4, 6, 7, 8, 10, 12, 13};
        QCOMPARE(steps(), expected);
        QCOMPARE(steps(RunDepth::Summary).back(), int64_t{13});
        {
            RunPosition position;
            position.step = kFew + 8;
            RunDirectory directory(text(folder.path()), {}, &position, {log, [](const RunRequest&) {}});
            log->push(ResumedRecord{kFew + 8, 0, 0});
            train(kFew + 9, kFew + 14);
            StepRecord last = step(kFew + 15);
            last.loss = NAN;
            log->push(last);
            directory.close(state(RunState::Failed));
        }
        for (const int64_t each : {9, 10, 12, 14, 15}) expected.push_back(each);
        QCOMPARE(steps(), expected);
    }

    void rollingCheckpointsComeBetweenEpochs() {
        QTemporaryDir folder;
        const QString path = folder.filePath("run");
        QVERIFY(RunFolderOptions{}.checkpointSeconds <= 60);  // a kill loses no more
        SessionOptions options = stored(path, 100000, {.checkpointSeconds = 0});
        options.data = pictureData(40000, 0);
        options.training.batch = 4;
        // However fast the machine: the first epoch is longer than the rounds in which the folder looks after itself.
        const auto slow = std::make_shared<LambdaCallback>();
        std::atomic<bool> inside{false};
        slow->batchEnd = [&](RunControl&, const StepRecord&) {
            if (!inside) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        options.callbacks.push_back(slow);
        TrainingSession session(options);
        session.start();
        int64_t seen = 0;
        QVERIFY(eventually([&] {
            session.events().drain();
            if (!QFile::exists(path + "/checkpoint.safetensors")) return false;
            const RunPosition position = loadCheckpoint(text(path)).position;
            if (position.batchInEpoch > 0) inside = true;
            seen = std::max(seen, position.step);
            return inside && seen > 200;
        }));
        session.stop();
        session.wait();
        QCOMPARE(loadCheckpoint(text(path)).position.step, session.snapshot().position.step);
    }

    void oneProgramAtATimeAndOthersMayAsk() {
        QTemporaryDir folder;
        const QString path = folder.filePath("run");
        TrainingSession session(stored(path, 1000000));
        session.start();
        QVERIFY(eventually([&] { return session.state() == RunState::Running; }));
        QVERIFY(isLive(text(path)));
        QVERIFY(readRun(text(path)).live);

        TrainingSession second(stored(path, 1));
        second.start();
        second.wait();
        QCOMPARE(second.state(), RunState::Failed);

        // What is no request is told, and those behind it are heard.
        {
            QFile requests(path + "/requests.jsonl");
            QVERIFY(requests.open(QIODevice::Append));
            requests.write(
                "garbage\n{\"request\": \"dance\"}\n{\"request\": \"learning_rate\", \"learning_rate\": -1}\n");
        }
        askRun(text(path), {RunRequest::Kind::Pause});
        QVERIFY(eventually([&] { return session.state() == RunState::Paused; }));
        askRun(text(path), runRequest("watch", "gradients:histogram:50"));
        askRun(text(path), {RunRequest::Kind::LearningRate, 0.5});
        askRun(text(path), {RunRequest::Kind::Resume});
        QVERIFY(eventually([&] { return session.state() == RunState::Running; }));
        askRun(text(path), {RunRequest::Kind::Stop});
        QVERIFY(eventually([&] { return session.state() == RunState::Stopped; }));
        session.wait();
        QVERIFY(!isLive(text(path)));
        const auto rates = all<LearningRateRecord>(readRun(text(path)).events);
        QCOMPARE(rates.size(), size_t{1});
        QCOMPARE(rates[0].to, 0.5);
        QStringList told;
        for (const NoteRecord& note : all<NoteRecord>(readRun(text(path)).events))
            told << QString::fromStdString(note.message.english());
        for (const char* wrong : {"garbage", "dance", "-1"})
            QCOMPARE(told.filter("not understood").filter(wrong).size(), 1);
    }

    // A layer's path may be of any bytes; what is no letter is asked for as one that nobody has.
    void aRequestOfAnyBytes() {
        QTemporaryDir folder;
        RunRequests requests(text(folder.path()));
        askRun(text(folder.path()), runRequest("watch", "gr\xfc\xdf/kernel:histogram:50"));
        const auto taken = requests.take([](const Message& wrong) { QFAIL(wrong.english().c_str()); });
        QCOMPARE(taken.size(), size_t{1});
        QVERIFY(taken[0].watch.pattern.starts_with("gr") && taken[0].watch.pattern.ends_with("/kernel"));
    }

    void requestsAreWords() {
        QCOMPARE(runRequest("watch_limit", "0.05").watchLimit, 0.05);
        QCOMPARE(runRequest("unwatch", "conv_*/kernel:histogram:50").watch.every, 50);
        QCOMPARE(runRequest("advance", "layer").advance, Advance::Layer);
        const std::pair<const char*, const char*> wrong[] = {
            {"dance", ""},           {"pause", "now"},       {"learning_rate", ""}, {"learning_rate", "nan"},
            {"learning_rate", "1x"}, {"watch", "input:foo"}, {"advance", "far"}};
        for (const auto& [word, value] : wrong) QVERIFY_EXCEPTION_THROWN((void)runRequest(word, value), Error);
    }

    void damagedFoldersAreListedWithTheirReason() {
        QTemporaryDir folder;
        const auto make = [&](const QString& name, const char* file, const QByteArray& bytes) {
            QDir().mkpath(folder.filePath(name));
            QFile out(folder.filePath(name + "/" + file));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(bytes);
        };
        make("a", "run.json", "{\"format\": \"tensorloom-run\", \"version\": 1, \"name\"");
        make("b", "run.json", "{\"format\": \"tensorloom-run\", \"version\": 99}");
        make("c", "journal.bin", "TLRUN nonsense and more of it");
        make("d", "run.json", "{\"format\": \"tensorloom-run\", \"epochs\": \"many\"}");
        make("e", "notes.txt", "no run");
        const auto folders = runFoldersIn(text(folder.path()));
        QCOMPARE(folders.size(), size_t{4});
        const char* says[] = {"cut short", "newer Tensorloom", "is no journal", "is damaged"};
        for (size_t i = 0; i < 4; ++i) {
            const RunOnDisk run = readRun(folders[i]);
            QCOMPARE(run.problems.size(), size_t{1});
            const std::string problem = run.problems[0].english();
            QVERIFY2(problem.find(says[i]) != std::string::npos, problem.c_str());
            QCOMPARE(run.info.name, std::string(1, static_cast<char>('a' + i)));
        }
    }

    // Files of our names that other programs wrote make no run of ours, and no run takes their place.
    void othersFoldersAreLeftAlone() {
        const std::pair<const char*, const char*> files[] = {
            {"run.json", "{\"id\": 7}"},     {"checkpoint.safetensors", "weights of others"},
            {"journal.bin", "dear diary"},   {"history.csv", "epoch,loss\n0,1\n"},
            {"best.safetensors", "weights"}, {"events/train/events.out.tfevents.1", "events"}};
        for (const auto& [file, content] : files) {
            QTemporaryDir folder;
            const std::string path = text(folder.filePath(file));
            QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(file)).path()));
            writeFileAtomically(path, content);
            QVERIFY2(!isRunFolder(text(folder.path())), file);
            const QString parts[] = {folder.filePath(".theirs.1-2.part"),
                                     folder.filePath(".checkpoint.safetensors.part")};
            for (const QString& part : parts) writeFileAtomically(text(part), "unfinished");
            TrainingSession session(stored(folder.path(), 1));
            session.start();
            session.wait();
            QCOMPARE(session.state(), RunState::Failed);
            QCOMPARE(readFile(path), std::string(content));
            for (const QString& part : parts) QVERIFY2(QFile::exists(part), qPrintable(part));
        }
    }

    // Killed before its journal's first round, a run left an empty one: the next run takes the folder.
    void aRunKilledInTheMakingHoldsNoFolder() {
        QTemporaryDir folder;
        QFile journal(folder.filePath("journal.bin"));
        QVERIFY(journal.open(QIODevice::WriteOnly));
        journal.close();
        TrainingSession session(stored(folder.path(), 1));
        session.start();
        session.wait();
        QCOMPARE(session.state(), RunState::Finished);
        QVERIFY(isRunFolder(text(folder.path())));
    }

    // As the command line left them before there were journals.
    void foldersOfEarlierProgramsAreRead() {
        QTemporaryDir folder;
        const QString path = folder.filePath("old");
        {
            TrainingSession session(stored(path, 2));
            session.start();
            session.wait();
        }
        for (const char* file : {"run.json", "journal.bin", "run.lock"}) QVERIFY(QFile::remove(path + "/" + file));
        const RunOnDisk run = readRun(text(path));
        QVERIFY2(run.problems.empty(),
                 qPrintable(QString::fromStdString(run.problems.empty() ? "" : run.problems[0].english())));
        QCOMPARE(run.info.name, std::string("old"));
        QCOMPARE(run.info.epochs, 2);
        QCOMPARE(all<EpochRecord>(run.events).size(), size_t{2});
        QCOMPARE(all<EpochRecord>(run.events).at(1).epoch, int64_t{1});
        QVERIFY(all<EpochRecord>(run.events).at(1).values.count("val_accuracy"));
        QCOMPARE(all<StateRecord>(run.events).back().state, RunState::Finished);
    }

    // They get a journal when they are evaluated or go on: the epochs before are those of their table still.
    void aJournalHidesNoEpochOfBefore() {
        QTemporaryDir folder;
        const QString path = folder.filePath("old");
        {
            TrainingSession session(stored(path, 2));
            session.start();
            session.wait();
        }
        for (const char* file : {"run.json", "journal.bin", "run.lock"}) QVERIFY(QFile::remove(path + "/" + file));
        QCOMPARE(modelOf(text(path)), text(path) + "/best.safetensors");  // which is evaluated
        EvaluationRecord evaluated;
        evaluated.split = "test";
        evaluated.values = {{"accuracy", 0.5f}};
        addToRun(text(path), evaluated);
        for (const RunDepth depth : {RunDepth::Whole, RunDepth::Summary}) {
            const RunOnDisk run = readRun(text(path), depth);
            QVERIFY(run.problems.empty() && run.rounded);
            QCOMPARE(all<EpochRecord>(run.events).size(), size_t{2});
            QCOMPARE(all<EvaluationRecord>(run.events).size(), size_t{1});
            QCOMPARE(all<StateRecord>(run.events).back().state, RunState::Finished);
        }
        SessionOptions on = stored(path, 3);
        on.resume = loadCheckpoint(text(path));
        {
            TrainingSession session(on);
            session.start();
            session.wait();
            QCOMPARE(session.state(), RunState::Finished);
        }
        const RunOnDisk run = readRun(text(path));
        const auto epochs = all<EpochRecord>(run.events);
        QCOMPARE(epochs.size(), size_t{3});
        for (size_t i = 0; i < epochs.size(); ++i) QCOMPARE(epochs[i].epoch, static_cast<int64_t>(i));
        QCOMPARE(all<EvaluationRecord>(run.events).size(), size_t{1});
    }

    // The table of a run that began with another's checkpoint begins with a later epoch: where it goes on from one that
    // it had passed, no epoch stands there twice.
    void aTableGoesOnByItsEpochs() {
        QTemporaryDir folder;
        const auto train = [&](const QString& path, int epochs, const QString& from) {
            SessionOptions work = stored(path, epochs);
            if (!from.isEmpty()) work.resume = loadCheckpoint(text(from));
            TrainingSession session(work);
            session.start();
            session.wait();
            return session.state();
        };
        const QString run = folder.filePath("run"), fork = folder.filePath("fork"), kept = folder.filePath("kept");
        QCOMPARE(train(run, 2, {}), RunState::Finished);
        QCOMPARE(train(fork, 3, run), RunState::Finished);
        QVERIFY(QFile::copy(fork + "/checkpoint.safetensors", kept));
        QCOMPARE(train(fork, 4, fork), RunState::Finished);
        QCOMPARE(train(fork, 4, kept), RunState::Finished);
        QStringList epochs;
        for (const QString& line : QString::fromStdString(readFile(text(fork + "/history.csv"))).split('\n'))
            epochs << line.section(',', 0, 0);
        QCOMPARE(epochs.join(' '), QStringLiteral("epoch 3 4 "));
    }

    // A row that counts no epoch, and one that was being written, are none.
    void damagedRowsOfATableAreLeftOut() {
        QTemporaryDir folder;
        QVERIFY(QFile(folder.filePath("project.tlm")).open(QIODevice::WriteOnly));
        writeFileAtomically(text(folder.filePath("history.csv")),
                            "epoch,step,seconds,learning_rate,loss\n1,10,1,0.1,3\nnan,20,1,0.1,2\n1e30,20,1,0.1,2\n"
                            "2,-20,1,0.1,2\n2,20,1,0.1,x\n3,30,1,0.1,0.");
        const auto epochs = all<EpochRecord>(readRun(text(folder.path())).events);
        QCOMPARE(epochs.size(), size_t{2});
        QCOMPARE(epochs[0].values.at("loss"), 3.0f);
        QCOMPARE(epochs[1].step, int64_t{20});
        QVERIFY(std::isnan(epochs[1].values.at("loss")));
    }

    // When its epochs were no table tells: it was before the run went on, whenever its folder is of.
    void theEpochsOfATableWereBeforeItWentOn() {
        QTemporaryDir folder;
        QVERIFY(QFile(folder.filePath("project.tlm")).open(QIODevice::WriteOnly));
        writeFileAtomically(text(folder.filePath("history.csv")),
                            "epoch,step,seconds,learning_rate,loss\n1,10,1000,0.1,3\n2,20,inf,0.1,2\n3,30,500,0.1,1\n");
        EpochRecord fourth;
        fourth.epoch = 3;
        fourth.step = 40;
        fourth.wallTime = 8600;
        writeJournal(text(folder.filePath("journal.bin")), {ResumedRecord{30, 3, 8000}, fourth});
        std::vector<double> times;
        for (const EpochRecord& epoch : all<EpochRecord>(readRun(text(folder.path())).events))
            times.push_back(epoch.wallTime);
        QCOMPARE(times, (std::vector<double>{7500, 7500, 8000, 8600}));
    }

    // Of a checkpoint that lies in it, in a folder of a callback's or beside no run; a folder is its own.
    void theFolderOfACheckpoint() {
        QTemporaryDir folder;
        const std::string run = text(folder.filePath("run"));
        QVERIFY(QDir().mkpath(folder.filePath("run/kept")) && QDir().mkpath(folder.filePath("apart")));
        writeJournal(run + "/journal.bin", {});
        QCOMPARE(runFolderOf(run + "/best.safetensors"), run);
        QCOMPARE(runFolderOf(run + "/kept/3.safetensors"), run);
        QCOMPARE(runFolderOf(text(folder.filePath("apart/best.safetensors"))), text(folder.filePath("apart")));
        for (const char* own : {"run", "run/kept", "apart"})
            QCOMPARE(runFolderOf(text(folder.filePath(own))), text(folder.filePath(own)));
    }
};

QTEST_GUILESS_MAIN(TestRunFolder)

}  // namespace test_run_folder

#include "test_run_folder.moc"
