// What a full disk, a kill in the middle of writing and flipped bits may do to a run's folder: nothing that was good is
// taken for it, nothing that could be read is lost without a word, and no thread outlives what it uses.
#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <future>
#include <mutex>
#include <sys/resource.h>
#include <thread>

#include "../train/small_run.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"

namespace test_run_trouble {

using namespace tl;
using namespace tl::test;

namespace {

std::string text(const QString& value) { return value.toStdString(); }

// While it lives, no file grows beyond so many bytes, as on a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit small = before_;
        small.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

std::shared_ptr<const Snapshot> snapshotOf(int64_t step) {
    TrainingSession session(smallRun());
    Snapshot snapshot = session.snapshot();
    snapshot.position.step = step;
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

std::vector<std::string> notesIn(const std::vector<Event>& events) {
    std::vector<std::string> notes;
    for (const Event& event : events)
        if (const auto* note = std::get_if<NoteRecord>(&event)) notes.push_back(note->message.english());
    return notes;
}

size_t threads() {
    size_t count = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/task")) ++count;
    return count;
}

// A run's checkpoints and nothing else of its folder; `before` is called by their writer's thread.
class CheckpointsOnly : public RunStore {
public:
    CheckpointsOnly(std::string folder, std::function<void()> before)
        : folder_(std::move(folder)),
          writer_(folder_, {std::move(before), [](int64_t, const std::string&) {}, [](const Message&) {}}) {}
    std::string checkpointPath() const override { return folder_ + "/checkpoint.safetensors"; }
    bool hasCheckpoint() const override { return false; }
    void describe(const Snapshot&, const DataSet&) override {}
    bool checkpointDue() const override { return writer_.idle(); }
    void writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool announced) override {
        writer_.newest(std::move(snapshot), announced);
    }
    void writeEpoch(std::shared_ptr<const Snapshot> snapshot, const EpochRecord&, double) override {
        writer_.epoch(std::move(snapshot), {"history\n", true}, false);
    }
    void writeCheckpointAs(const std::string&, std::shared_ptr<const Snapshot>,
                           const std::vector<std::string>&) override {}
    void writeText(const std::string&, const std::string&) override {}
    void writeRows(const std::string&, const std::string&, bool) override {}
    std::string readText(const std::string&) override { return {}; }
    Message finish() override { return writer_.finish(); }
    void close(const StateRecord&) override {}

private:
    const std::string folder_;
    CheckpointWriter writer_;
};

}  // namespace

class TestRunTrouble : public QObject {
    Q_OBJECT
private slots:
    // Steps go on, and epochs end, for as long as a checkpoint is in its writer's hands. The first is waited for, so
    // that there is always one to go on from.
    void noStepWaitsForACheckpoint() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(1000000);
        std::atomic<int> begun{0};
        std::promise<void> slow;
        options.store = [&, end = slow.get_future().share()](const RunPosition*, const RunPort&) {
            return std::make_unique<CheckpointsOnly>(text(folder.path()), [&begun, end] {
                if (++begun > 1) end.wait();
            });
        };
        TrainingSession session(options);
        std::once_flag once;
        const auto let = [&] { std::call_once(once, [&] { slow.set_value(); }); };
        const auto always = qScopeGuard(let);
        const auto written = [&] {
            return loadCheckpoint(text(folder.filePath("checkpoint.safetensors"))).position.step;
        };
        session.start();
        int64_t epoch = 0;
        const auto reaches = [&](const std::function<bool()>& there) {
            return QTest::qWaitFor(
                [&] {
                    for (const Event& event : session.events().drain())
                        if (const auto* step = std::get_if<StepRecord>(&event)) epoch = step->epoch;
                    return there();
                },
                120000);
        };
        QVERIFY(reaches([&] { return begun > 1; }));
        const int64_t then = epoch;
        QVERIFY(reaches([&] { return epoch > then + 3; }));
        QCOMPARE(written(), int64_t{0});
        let();
        session.stop();
        session.wait();
        QCOMPARE(written(), session.snapshot().position.step);
    }

    // An earlier best is smaller than the newest checkpoint's progress: it must never take its place.
    void aBestThatWasNotWrittenIsNotTheNewest() {
        QTemporaryDir folder;
        const auto newest = [&] { return loadCheckpoint(text(folder.filePath("checkpoint.safetensors"))); };
        const auto best = [&] { return loadCheckpoint(text(folder.filePath("best.safetensors"))); };
        std::vector<int64_t> told;
        std::mutex mutex;
        CheckpointWriter writer(text(folder.path()), {[] {},
                                                      [&](int64_t step, const std::string&) {
                                                          const std::lock_guard lock(mutex);
                                                          told.push_back(step);
                                                      },
                                                      [](const Message&) {}});
        writer.epoch(snapshotOf(10), {"history\n", true}, true);
        QVERIFY(writer.finish().empty());
        writer.epoch(snapshotOf(20), {"history\n", true}, false);
        QVERIFY(writer.finish().empty());
        QCOMPARE(newest().position.step, int64_t{20});
        Message trouble;
        {
            const auto third = snapshotOf(30);
            const FullDisk full(1024);
            writer.epoch(third, {"history\n", true}, true);
            trouble = writer.finish();
        }
        QVERIFY(!trouble.empty());
        QCOMPARE(newest().position.step, int64_t{20});
        QCOMPARE(best().position.step, int64_t{10});
        QCOMPARE(told, (std::vector<int64_t>{10, 20}));
        writer.epoch(snapshotOf(40), {"history\n", true}, true);
        QVERIFY(writer.finish().empty());
        QCOMPARE(newest().position.step, int64_t{40});
        QCOMPARE(best().position.step, int64_t{40});
    }

    // One full disk is no reason to keep them for ever; one that is written anew stays.
    void outdatedCheckpointsGoWithTheNextThatIsWritten() {
        QTemporaryDir folder;
        const auto snapshot = snapshotOf(10);
        CheckpointWriter writer(text(folder.path()),
                                {[] {}, [](int64_t, const std::string&) {}, [](const Message&) {}});
        const auto write = [&](const char* name, std::vector<std::string> outdated) {
            writer.named(name, snapshot, std::move(outdated));
            (void)writer.finish();
        };
        const auto there = [&](const char* name) { return QFile::exists(folder.filePath(name)); };
        write("a", {});
        write("b", {});
        {
            const FullDisk full(1024);
            write("c", {"a", "b"});
        }
        QVERIFY(there("a") && there("b") && !there("c"));
        write("b", {});
        QVERIFY(!there("a") && there("b"));
    }

    // On other data it is found anew, and stays so when the run goes on with these once more.
    void theBestIsOfTheDataThatTheRunGoesOnWith() {
        QTemporaryDir folder;
        std::unique_ptr<RunStore> store;
        int64_t step = 0;
        const auto goOn = [&](int64_t images) {
            RunPosition at;
            at.step = step;
            at.epoch = step / 10;
            store.reset();
            store = inDirectory(text(folder.path()))(step > 0 ? &at : nullptr,
                                                     {EventLog::make(), [](const RunRequest&) {}});
            store->describe(*snapshotOf(step), pictureData(images));
            return readRunInfo(text(folder.path())).dataSince;
        };
        const auto bestAfter = [&](float accuracy) {
            EpochRecord record;
            record.epoch = step / 10;
            record.step = step += 10;
            record.values = {{"val_accuracy", accuracy}, {"val_loss", 1}};
            store->writeEpoch(snapshotOf(step), record, 0.1);
            store->finish();
            return loadCheckpoint(text(folder.filePath("best.safetensors"))).position.step;
        };
        QCOMPARE(goOn(203), int64_t{0});
        QCOMPARE(bestAfter(0.9f), int64_t{10});
        QCOMPARE(goOn(203), int64_t{0});
        QCOMPARE(bestAfter(0.8f), int64_t{10});
        QCOMPARE(goOn(101), int64_t{2});
        QCOMPARE(bestAfter(0.5f), int64_t{30});
        QCOMPARE(goOn(101), int64_t{2});
        QCOMPARE(bestAfter(0.4f), int64_t{30});
        QCOMPARE(bestAfter(0.6f), int64_t{50});
    }

    // What could not be removed is known to the run that goes on.
    void outdatedCheckpointsGoInALaterSession() {
        QTemporaryDir folder;
        const auto snapshot = snapshotOf(10);
        const auto write = [&](const char* name, std::vector<std::string> outdated) {
            CheckpointWriter writer(text(folder.path()),
                                    {[] {}, [](int64_t, const std::string&) {}, [](const Message&) {}});
            writer.named(name, snapshot, std::move(outdated));
            (void)writer.finish();
        };
        const auto there = [&](const char* name) { return QFile::exists(folder.filePath(name)); };
        QVERIFY(QDir(folder.path()).mkpath("a.safetensors/locked"));  // a folder that is not empty stays
        write("b.safetensors", {"a.safetensors"});
        QVERIFY(there("a.safetensors") && there(".outdated"));
        QVERIFY(QDir(folder.path()).rmdir("a.safetensors/locked"));
        write("c.safetensors", {});
        QVERIFY(!there("a.safetensors") && there("b.safetensors") && !there(".outdated"));
    }

    // Gone back to where it still counts among the kept ones, a run removes none that could not be removed then.
    void oneThatIsKeptAgainStays() {
        QTemporaryDir folder;
        const auto there = [&](const char* name) { return QFile::exists(folder.filePath(name)); };
        for (const char* name : {"a.safetensors", "b.safetensors"})
            writeFileAtomically(text(folder.filePath(name)), "weights");
        writeFileAtomically(text(folder.filePath(".outdated")), "a.safetensors\nb.safetensors\n");
        RunPosition position;
        position.callbacks["model_checkpoint"]["files"] = std::string("b.safetensors\n");
        RunDirectory directory(text(folder.path()), {}, &position, {EventLog::make(), {}});
        directory.writeCheckpointAs("c.safetensors", snapshotOf(10), {});
        (void)directory.finish();
        QVERIFY(there("c.safetensors") && there("b.safetensors") && !there("a.safetensors") && !there(".outdated"));
    }

    // The highest accuracy, and of equal ones the lowest loss.
    void theBestOfEqualAccuracies() {
        QTemporaryDir folder;
        const auto open = [&](const RunPosition* at) {
            return inDirectory(text(folder.path()))(at, {EventLog::make(), [](const RunRequest&) {}});
        };
        auto store = open(nullptr);
        store->describe(*snapshotOf(0), pictureData());
        int64_t step = 0;
        const auto bestAfter = [&](float accuracy, float loss) {
            EpochRecord record;
            record.epoch = step / 10;
            record.step = step += 10;
            record.values = {{"val_accuracy", accuracy}, {"val_loss", loss}};
            store->writeEpoch(snapshotOf(step), record, 0.1);
            store->finish();
            return loadCheckpoint(text(folder.filePath("best.safetensors"))).position.step;
        };
        QCOMPARE(bestAfter(0.9f, 0.5f), int64_t{10});
        QCOMPARE(bestAfter(0.9f, 0.4f), int64_t{20});
        QCOMPARE(bestAfter(0.9f, 0.4f), int64_t{20});
        QCOMPARE(bestAfter(0.8f, 0.1f), int64_t{20});
        QCOMPARE(bestAfter(0.95f, 3), int64_t{50});
        // A run that goes on knows it from the rows that stay: half a row and those of later epochs go.
        store.reset();
        const std::string table = text(folder.filePath("history.csv"));
        const std::string rows = readFile(table);
        writeFileAtomically(table, rows + "6,60,1,0.1,0.99,1\n7,7");
        RunPosition at;
        at.step = 50;
        at.epoch = 5;
        store = open(&at);
        QCOMPARE(bestAfter(0.95f, 3.5f), int64_t{50});
        QCOMPARE(bestAfter(0.95f, 2.5f), int64_t{70});
        const std::string all = readFile(table);
        QVERIFY(all.starts_with(rows));
        QCOMPARE(std::ranges::count(all, '\n'), std::ranges::count(rows, '\n') + 2);
        // One that goes on from before the best has it no more: the next epoch is the best there is.
        store.reset();
        at.step = step = 10;
        at.epoch = 1;
        store = open(&at);
        QCOMPARE(bestAfter(0.1f, 9), int64_t{20});
        QCOMPARE(bestAfter(0.05f, 9), int64_t{20});
    }

    // A table that cannot be written is told once, and when it can be again, with all its rows.
    void aTableThatIsNotWrittenIsToldOnce() {
        QTemporaryDir folder;
        std::vector<Message> notes;
        {
            CheckpointWriter writer(text(folder.path()), {[] {}, [](int64_t, const std::string&) {},
                                                          [&](const Message& sentence) { notes.push_back(sentence); }});
            const QString table = folder.filePath("history.csv");
            QVERIFY(QDir().mkdir(table));  // where no file can go
            for (const int step : {10, 20}) {
                writer.epoch(snapshotOf(step), {step == 10 ? "history\n" : "row\n", step == 10}, false);
                QVERIFY(writer.finish().empty());
            }
            QCOMPARE(notes.size(), size_t{1});
            QVERIFY(isUnwrittenTable(notes[0]) && !isUnwritten(notes[0]));
            QVERIFY2(notes[0].english().starts_with("history.csv was not written."), notes[0].english().c_str());
            QVERIFY(QDir().rmdir(table));
            writer.epoch(snapshotOf(30), {"last\n"}, false);
            QVERIFY(writer.finish().empty());
            QCOMPARE(notes.size(), size_t{2});
            QVERIFY(isOverWith(notes[1], notes[0]));
            QCOMPARE(readFile(text(table)), std::string("history\nrow\nlast\n"));
        }
    }

    // A table of many rows is not written anew for each; but it is where it is no longer what it was.
    void rowsGoBelowThoseThatAreThere() {
        QTemporaryDir folder;
        const std::string table = text(folder.filePath("log.csv"));
        CheckpointWriter writer(text(folder.path()),
                                {[] {}, [](int64_t, const std::string&) {}, [](const Message&) {}});
        const auto with = [&](const char* rows, bool anew = false) {
            writer.rows("log.csv", {rows, anew});
            (void)writer.finish();
            return readFile(table);
        };
        QCOMPARE(with("head\n1\n", true), std::string("head\n1\n"));
        {
            QFile file(folder.filePath("log.csv"));
            QVERIFY(file.open(QIODevice::ReadWrite));
            file.write("H");  // stays, as nothing above is touched
        }
        QCOMPARE(with("2\n"), std::string("Head\n1\n2\n"));
        std::filesystem::remove(table);
        QCOMPARE(with("3\n"), std::string("head\n1\n2\n3\n"));
        writeFileAtomically(table, "another's");
        QCOMPARE(with("4\n"), std::string("head\n1\n2\n3\n4\n"));
        {
            const FullDisk full(14);  // takes one byte more: half a row does not stay
            QCOMPARE(with("five\n"), std::string("head\n1\n2\n3\n4\n"));
        }
        QCOMPARE(with("6\n"), std::string("head\n1\n2\n3\n4\nfive\n6\n"));
        QCOMPARE(with("begun anew\n", true), std::string("begun anew\n"));
    }

    // Where the disk takes nothing for so long that what waits is given up, the journal is one all the same.
    void aJournalBegunOnAFullDiskIsReadable() {
        QTemporaryDir folder;
        const std::string path = text(folder.filePath("journal.bin"));
        int troubles = 0;
        {
            JournalWriter writer(
                path, 0, [] {}, [&](const Message&) { ++troubles; });
            {
                const FullDisk full(4);
                writer.add(NoteRecord{std::string(size_t{65} << 20, 'x')});
                writer.flush();
            }
            writer.add(NoteRecord{"after"});
            writer.flush();
        }
        QCOMPARE(troubles, 1);
        JournalReader reader(path);
        QCOMPARE(notesIn(reader.read()), std::vector<std::string>{"after"});
        QVERIFY(reader.damage().empty());
    }

    // What is told of a run that is over is in its journal, or whoever tells it hears that it is not.
    void whatIsAddedToARunIsWrittenOrThrows() {
        QTemporaryDir folder;
        const std::string path = text(folder.path());
        const RunLock lock(path);
        QString said;
        {
            const FullDisk full(4);
            try {
                addToRun(path, NoteRecord{"lost"}, lock);
            } catch (const Error& error) {
                said = QString::fromStdString(error.message().english());
            }
        }
        QVERIFY2(said.contains("journal.bin\" cannot be written"), qPrintable(said));
        addToRun(path, NoteRecord{"kept"}, lock);
        QCOMPARE(notesIn(JournalReader(path + "/journal.bin").read()), std::vector<std::string>{"kept"});
    }

    // A length that points beyond the end is no unfinished tail when whole frames stand behind it.
    void aFlippedLengthIsToldAndTheJournalIsKept() {
        QTemporaryDir folder;
        const QString run = folder.filePath("run");
        QDir().mkpath(run);
        const std::string path = text(run + "/journal.bin");
        const size_t notes = 6;
        {
            JournalWriter writer(
                path, 0, [] {}, [](const Message&) {});
            for (size_t i = 0; i < notes; ++i) writer.add(NoteRecord{"note " + std::to_string(i)});
        }
        const std::string whole = readFile(path);
        std::vector<size_t> frames;
        for (size_t at = 8; at < whole.size();) {
            frames.push_back(at);
            uint32_t length = 0;
            std::memcpy(&length, whole.data() + at, 4);
            at += 8 + length;
        }
        QCOMPARE(frames.size(), notes);
        for (size_t frame = 0; frame + 1 < notes; ++frame)
            for (size_t bit = 0; bit < 32; ++bit) {
                std::string bytes = whole;
                bytes[frames[frame] + bit / 8] ^= static_cast<char>(1 << bit % 8);
                writeFileAtomically(path, bytes);
                JournalReader reader(path);
                QCOMPARE(reader.read().size(), frame);
                QVERIFY2(reader.damage().english().find("is damaged at byte") != std::string::npos,
                         qPrintable(QStringLiteral("frame %1, bit %2").arg(frame).arg(bit)));
            }
        // Who goes on in that folder keeps what can no longer be read.
        std::string bytes = whole;
        bytes[frames[2] + 3] ^= 1;
        writeFileAtomically(path, bytes);
        const RunPosition position;
        const auto log = EventLog::make();
        const auto reader = log->reader();
        { const RunDirectory directory(text(run), {}, &position, {log, {}}); }
        QCOMPARE(readFile(path + ".damaged"), bytes);
        const EventBatch told = reader->drain();
        QCOMPARE(told.size(), size_t{1});
        QVERIFY(std::get<NoteRecord>(told.front()).message.english().find("A copy of it is kept") != std::string::npos);
    }

    void whatAKilledProgramHalfWroteGoes() {
        QTemporaryDir folder;
        const QStringList left{".checkpoint.safetensors.123-4.part",
                               ".best.safetensors.123-5.part",
                               ".checkpoint.safetensors.part",
                               ".history.csv.1-0.part",
                               "checkpoints/.epoch-3.safetensors.1-2.part",
                               "checkpoints/deep/.rows.csv.1-3.part"};
        const QStringList others{".mine.part", "checkpoint.part", "best.safetensors.txt",
                                 "other/.history.csv.1-0.part"};
        for (const char* inside : {"checkpoints/deep", "other"}) QVERIFY(QDir(folder.path()).mkpath(inside));
        writeFileAtomically(text(folder.filePath("other/journal.bin")), "TLRUN");  // another run
        for (const QString& name : left + others) writeFileAtomically(text(folder.filePath(name)), "half");
        const RunPosition position;
        { const RunDirectory directory(text(folder.path()), {}, &position, {EventLog::make(), {}}); }
        for (const QString& name : left) QVERIFY2(!QFile::exists(folder.filePath(name)), qPrintable(name));
        for (const QString& name : others) QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
    }

    // A journal that stood still for longer than the stream of events waits: what it lacks is told, in it too.
    void whatAJournalMissedIsTold() {
        QTemporaryDir folder;
        const auto log = EventLog::make({.events = 100});
        std::promise<void> asked, slow;
        {
            const RunDirectory directory(text(folder.path()), {}, nullptr, {log, [&](const RunRequest&) {
                                                                                asked.set_value();
                                                                                slow.get_future().wait();
                                                                            }});
            askRun(text(folder.path()), {RunRequest::Kind::Pause});
            asked.get_future().wait();
            for (int64_t i = 1; i <= 1000; ++i) {
                StepRecord step;
                step.step = i;
                log->push(step);
            }
            slow.set_value();
        }
        const std::vector<Event> events = JournalReader(text(folder.filePath("journal.bin"))).read();
        const auto steps =
            std::ranges::count_if(events, [](const Event& event) { return std::holds_alternative<StepRecord>(event); });
        QVERIFY(steps > 0 && steps <= 100);
        const std::vector<std::string> notes = notesIn(events);
        QCOMPARE(notes.size(), size_t{1});
        const std::string lacks = "lacks " + std::to_string(1000 - steps) + " of the events";
        QVERIFY2(notes[0].find(lacks) != std::string::npos, notes[0].c_str());
    }

    // The journal's thread looks whether a checkpoint is due while the folder is being closed.
    void theFolderClosesWhileItsThreadLooks() {
        QTemporaryDir folder;
        std::mutex mutex;
        std::condition_variable changed;
        bool asked = false, goOn = false;
        const size_t before = threads();
        std::thread closing;
        {
            auto directory =
                std::make_unique<RunDirectory>(text(folder.path()), RunFolderOptions{.checkpointSeconds = 0}, nullptr,
                                               RunPort{EventLog::make(), [&](const RunRequest&) {
                                                           std::unique_lock lock(mutex);
                                                           asked = true;
                                                           changed.notify_all();
                                                           changed.wait(lock, [&] { return goOn; });
                                                       }});
            askRun(text(folder.path()), {RunRequest::Kind::Pause});
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return asked; });
            }
            closing = std::thread([&] { directory.reset(); });
            // Gives the closing time to come as far as it can; it may well wait for the thread that looks.
            (void)QTest::qWaitFor([&] { return threads() <= before + 2; }, 300);
            {
                const std::lock_guard lock(mutex);
                goOn = true;
            }
            changed.notify_all();
            closing.join();
        }
        QVERIFY(!isLive(text(folder.path())));
        QCOMPARE(threads(), before);
    }
};

QTEST_GUILESS_MAIN(TestRunTrouble)

}  // namespace test_run_trouble

#include "test_run_trouble.moc"
