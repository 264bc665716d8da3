// A disk that takes nothing for a while: whoever tells the writer goes on at once, and when the disk is back, no row of
// a table is lost, though checkpoints between the first and the newest are.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <condition_variable>
#include <thread>

#include "../train/small_run.h"
#include "engine/io/checkpoint.h"
#include "engine/run/checkpoint_writer.h"

namespace test_checkpoint_writer {

using namespace tl;
using namespace tl::test;

namespace {

constexpr int kEpochs = 200;

// Where the writer waits, until it is opened.
class Gate {
public:
    void pass() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
    }
    bool reached() {
        const std::lock_guard lock(mutex_);
        return waiting_ > 0;
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int waiting_ = 0;
    bool open_ = false;
};

QStringList linesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                          : QStringList();
}

}  // namespace

class TestCheckpointWriter : public QObject {
    Q_OBJECT
private slots:
    void aSlowDiskLosesNoRow() {
        QTemporaryDir folder;
        Snapshot snapshot;
        {
            TrainingSession session(smallRun(1));
            session.start();
            session.wait();
            snapshot = session.snapshot();
        }
        Gate disk;
        std::vector<std::string> failures;
        std::vector<int64_t> written;
        CheckpointWriter writer(folder.path().toStdString(),
                                {[&] { disk.pass(); },
                                 [&](int64_t step, const std::string&) { written.push_back(step); },
                                 [&](const Message& sentence) { failures.push_back(sentence.english()); }});
        std::atomic<int> told{0};
        std::jthread training([&] {
            for (int epoch = 0; epoch < kEpochs; ++epoch) {
                const CheckpointWriter::Rows row{(epoch == 0 ? "epoch\n" : "") + std::to_string(epoch) + "\n",
                                                 epoch == 0};
                writer.rows("log/training.csv", row);
                auto now = std::make_shared<Snapshot>(snapshot);
                now->position.step = epoch + 1;
                writer.epoch(std::move(now), row, false);
                ++told;
            }
        });
        QTRY_VERIFY(disk.reached());
        QTRY_COMPARE(told.load(), kEpochs);  // nobody waited for the disk
        QVERIFY(linesOf(folder.filePath("history.csv")).size() <= 1);
        disk.open();
        training.join();
        QVERIFY(writer.finish().empty());
        for (const char* file : {"history.csv", "log/training.csv"}) {
            const QStringList lines = linesOf(folder.filePath(QLatin1String(file)));
            QCOMPARE(lines.size(), kEpochs + 1);
            for (int epoch = 0; epoch < kEpochs; ++epoch) QCOMPARE(lines[epoch + 1].toInt(), epoch);
        }
        QVERIFY(failures.empty());
        QVERIFY(written.size() <= 2);
        QCOMPARE(written.back(), int64_t(kEpochs));
        QCOMPARE(loadCheckpoint(folder.path().toStdString()).position.step, int64_t(kEpochs));
    }

    // A table that cannot be written ends nothing, and is told.
    void whatCannotBeWrittenIsTold() {
        QTemporaryDir folder;
        std::vector<std::string> failures;
        {
            CheckpointWriter writer(folder.path().toStdString(),
                                    {[] {}, [](int64_t, const std::string&) {},
                                     [&](const Message& sentence) { failures.push_back(sentence.english()); }});
            writer.text("/proc/no/such.csv", "epoch\n");
            (void)writer.finish();
        }
        QCOMPARE(failures.size(), size_t{1});
        QVERIFY2(failures[0].find("/proc/no") != std::string::npos, failures[0].c_str());
    }

    // Somebody removed it while it trained: half a run in its place would look like one.
    void aFolderThatIsGoneStaysGone() {
        QTemporaryDir folder;
        const QString gone = folder.filePath("run");
        std::vector<std::string> failures;
        CheckpointWriter writer(gone.toStdString(),
                                {[] {}, [](int64_t, const std::string&) {},
                                 [&](const Message& sentence) { failures.push_back(sentence.english()); }});
        writer.text("log/training.csv", "epoch\n");
        TrainingSession session(smallRun(1));
        writer.named("epochs/1.safetensors", std::make_shared<const Snapshot>(session.snapshot()), {});
        writer.newest(std::make_shared<const Snapshot>(session.snapshot()), true);
        QVERIFY(!writer.finish().empty());
        QCOMPARE(failures.size(), size_t{3});
        QVERIFY(!QFileInfo::exists(gone));
    }

    // A run without a checkpoint on the disk is known by its notes, one that only lacks a table is not taken for it.
    void anUnwrittenCheckpointIsKnownByItsNote() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("checkpoint.safetensors"));  // where no file can go
        std::vector<Message> failures;
        {
            CheckpointWriter writer(
                folder.path().toStdString(),
                {[] {}, [](int64_t, const std::string&) {}, [&](const Message& note) { failures.push_back(note); }});
            writer.text("/proc/no/such.csv", "epoch\n");
            (void)writer.finish();
            TrainingSession session(smallRun(1));
            writer.newest(std::make_shared<const Snapshot>(session.snapshot()), true);
            QVERIFY(!writer.finish().empty());
        }
        QCOMPARE(failures.size(), size_t{2});
        QVERIFY(!isUnwritten(failures[0]));
        QVERIFY2(isUnwritten(failures[1]), failures[1].english().c_str());
    }
};

QTEST_GUILESS_MAIN(TestCheckpointWriter)

}  // namespace test_checkpoint_writer

#include "test_checkpoint_writer.moc"
