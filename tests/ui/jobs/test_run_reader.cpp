// Runs that other programs log stand in the list and grow while they are written; what our own runs log is read while
// somebody looks; what vanishes, is replaced or is damaged is handled.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/events/event_writer.h"
#include "ui/jobs/run_reader.h"
#include "ui/models/run_model.h"

namespace test_run_reader {

using namespace tl;

namespace {

struct Reading {
    RunModel runs;
    EventModel events;
    RunReader reader{runs, events};
    const Run* run(const char* name) const {
        for (const Run& each : runs.runs())
            if (each.name == QLatin1String(name)) return &each;
        return nullptr;
    }
    size_t points(const char* name, const char* tag) const {
        const Run* found = run(name);
        const auto curve = found ? found->scalars.find(QLatin1String(tag)) : decltype(found->scalars.end()){};
        return found && curve != found->scalars.end() ? curve->second.size() : 0;
    }
};

EventHistogram histogram(double centre) {
    std::vector<float> values;
    for (int i = 0; i < 100; ++i) values.push_back(static_cast<float>(centre + i * 0.01));
    return histogramOf(values);
}

}  // namespace

class TestRunReader : public QObject {
    Q_OBJECT
private slots:
    // Point for point what TensorBoard's own reader finds in files of TensorFlow 1 and 2, Keras and PyTorch.
    void whatOtherProgramsWrote() {
        const QString root = QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events");
        Reading r;
        QSignalSpy opened(&r.reader, &RunReader::opened);
        r.reader.open(root);
        QVERIFY(r.events.busy());
        QVERIFY(opened.wait(120000));
        QVERIFY(!r.events.busy());
        QCOMPARE(opened.front()[1].toInt(), static_cast<int>(r.runs.runs().size()));
        QFile file(root + "/expected.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!expected.isEmpty());
        int compared = 0;
        for (auto part = expected.begin(); part != expected.end(); ++part) {
            const bool validation = part.key() == "keras/validation";
            const QString name = part.key().startsWith("keras") ? "keras" : part.key();
            const Run* run = r.run(qPrintable(name));
            QVERIFY2(run, qPrintable(name));
            QVERIFY(run->foreign);
            QCOMPARE(run->state, RunState::Finished);  // nobody has written for long
            const QJsonObject scalars = part.value().toObject().value("scalars").toObject();
            for (auto tag = scalars.begin(); tag != scalars.end(); ++tag) {
                const auto curve = run->scalars.find((validation ? "val_" : "") + tag.key());
                QVERIFY2(curve != run->scalars.end(), qPrintable(tag.key()));
                const QJsonArray points = tag.value().toArray();
                QCOMPARE(static_cast<qsizetype>(curve->second.size()), points.size());
                for (qsizetype i = 0; i < points.size(); ++i) {
                    const ScalarPoint& point = curve->second[static_cast<size_t>(i)];
                    QCOMPARE(point.step, points[i][0].toDouble());
                    QCOMPARE(point.wallTime, points[i][1].toDouble());
                    const double value = points[i][2].toString().toDouble();
                    QVERIFY(std::isnan(value) ? std::isnan(point.value) : value == point.value);
                    ++compared;
                }
            }
            const QJsonObject others = part.value().toObject().value("others").toObject();
            for (auto tag = others.begin(); tag != others.end(); ++tag) {
                if (tag.key().startsWith("__") || tag.key().startsWith("_hparams_")) continue;
                const EventSeries* series = r.events.find(run->id, (validation ? "val_" : "") + tag.key());
                QVERIFY2(series, qPrintable(tag.key()));
                QCOMPARE(static_cast<int>(series->items.size()), tag.value().toInt());
            }
        }
        QVERIFY(compared > 50);
    }

    void aRunGrowsWhileItIsWritten() {
        QTemporaryDir folder;
        EventWriter writer(folder.filePath("logs/run").toStdString());
        writer.scalar("loss", 1, 10, 0.5);
        writer.flush();
        Reading r;
        r.reader.open(folder.filePath("logs"));
        QTRY_COMPARE(r.points("run", "loss"), size_t{1});
        QCOMPARE(r.run("run")->state, RunState::Running);
        const int id = r.run("run")->id;
        for (int step = 2; step <= 50; ++step) writer.scalar("loss", step, 10 + step, 1.0 / step);
        writer.histogram("conv/kernel", 7, 20, histogram(1));
        writer.flush();
        QTRY_COMPARE(r.points("run", "loss"), size_t{50});
        QTRY_VERIFY(r.events.find(id, "conv/kernel"));
        // Another run begins beside it.
        EventWriter other(folder.filePath("logs/second").toStdString());
        other.scalar("loss", 1, 10, 0.25);
        other.flush();
        QTRY_COMPARE(r.points("second", "loss"), size_t{1});
        QCOMPARE(r.runs.runs().size(), size_t{2});
    }

    void valuesAreLoadedWhenAskedFor() {
        QTemporaryDir folder;
        EventWriter writer(folder.path().toStdString());
        writer.histogram("w", 3, 20, histogram(5));
        writer.flush();
        Reading r;
        r.reader.open(folder.path());
        QTRY_VERIFY(!r.runs.runs().empty() && r.events.find(r.runs.runs().front().id, "w"));
        const EventSeries& series = *r.events.find(r.runs.runs().front().id, "w");
        std::optional<EventHistogram> got;
        QThread* worked = nullptr;
        r.reader.load(
            this, QString(), series,
            [item = series.items.front(), &worked](const EventRun& run) {
                worked = QThread::currentThread();
                return run.histogram(item);
            },
            [&](std::optional<EventHistogram> value) { got = std::move(value); });
        QVERIFY(!got);
        QTRY_VERIFY(got);
        QVERIFY(worked != QThread::currentThread());
        QCOMPARE(got->count, 100.0);
        QVERIFY(std::abs(got->min - 5) < 1e-5);
    }

    void whatVanishesLeavesTheList() {
        QTemporaryDir folder;
        for (const char* name : {"a", "b"}) {
            EventWriter writer(folder.filePath(name).toStdString());
            writer.scalar("loss", 1, 10, 0.5);
            writer.histogram("w", 1, 10, histogram(0));
        }
        Reading r;
        r.reader.open(folder.path());
        QTRY_COMPARE(r.runs.runs().size(), size_t{2});
        const int gone = r.run("a")->id;
        QVERIFY(QDir(folder.filePath("a")).removeRecursively());
        QTRY_COMPARE(r.runs.runs().size(), size_t{1});
        QVERIFY(r.run("b"));
        QVERIFY(!r.events.find(gone, "w"));
        // It comes again: whole.
        {
            EventWriter writer(folder.filePath("a").toStdString());
            writer.scalar("loss", 1, 10, 0.5);
            writer.scalar("loss", 2, 10, 0.5);
        }
        QTRY_COMPARE(r.points("a", "loss"), size_t{2});
    }

    void aFileThatIsReplacedIsReadAnew() {
        QTemporaryDir folder;
        QString path;
        {
            EventWriter writer(folder.filePath("run").toStdString());
            path = QString::fromStdString(writer.path());
            for (int step = 1; step <= 10; ++step) writer.scalar("loss", step, 10, 0.5), writer.text("t", step, 1, "x");
        }
        Reading r;
        r.reader.open(folder.path());
        QTRY_COMPARE(r.points("run", "loss"), size_t{10});
        const int id = r.run("run")->id;
        QTRY_COMPARE(r.events.find(id, "t")->items.size(), size_t{10});
        const QString spare = folder.filePath("spare");
        {
            EventWriter writer(spare.toStdString());
            writer.scalar("loss", 1, 10, 0.125);
            writer.text("t", 1, 1, "y");
            writer.flush();
            QVERIFY(QFile::remove(path));
            QVERIFY(QFile::rename(QString::fromStdString(writer.path()), path));
        }
        QVERIFY(QDir(spare).removeRecursively());
        QTRY_COMPARE(r.points("run", "loss"), size_t{1});
        QCOMPARE(r.run("run")->scalars.at("loss").front().value, 0.125);
        QTRY_COMPARE(r.events.find(id, "t")->items.size(), size_t{1});
    }

    void aCutTailIsWaitedFor() {
        QTemporaryDir folder;
        QString path;
        {
            EventWriter writer(folder.filePath("run").toStdString());
            path = QString::fromStdString(writer.path());
            for (int step = 1; step <= 3; ++step) writer.scalar("loss", step, 10, step);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray whole = file.readAll();
        QVERIFY(file.resize(whole.size() - 5));
        Reading r;
        r.reader.open(folder.path());
        QTRY_COMPARE(r.points("run", "loss"), size_t{2});
        QVERIFY(file.seek(whole.size() - 5));
        file.write(whole.right(5));
        file.close();
        QTRY_COMPARE(r.points("run", "loss"), size_t{3});
    }

    void aDamagedFileIsToldOf() {
        QTemporaryDir folder;
        QString path;
        {
            EventWriter writer(folder.filePath("run").toStdString());
            path = QString::fromStdString(writer.path());
            for (int step = 1; step <= 3; ++step) writer.scalar("loss", step, 10, step);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray(64, 'x'));
        file.close();
        Reading r;
        r.reader.open(folder.path());
        QTRY_COMPARE(r.points("run", "loss"), size_t{3});
        QTRY_COMPARE(r.run("run")->problems.size(), size_t{1});
        QVERIFY(QString::fromStdString(r.run("run")->problems.front().english()).contains(path));
    }

    // Records whose bytes do not fit their sums are left out, and that is said, of a part of the run too, and while
    // another part goes on.
    void recordsThatAreLeftOutAreToldOf() {
        QTemporaryDir folder;
        QString path;
        {
            EventWriter writer(folder.filePath("run/train").toStdString());
            path = QString::fromStdString(writer.path());
            for (int step = 1; step <= 3; ++step) writer.scalar("loss", step, 10, step);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 4);  // of the last record's content
        file.seek(0);
        file.write(bytes);
        file.close();
        EventWriter validation(folder.filePath("run/validation").toStdString());
        validation.scalar("loss", 1, 10, 1);
        validation.flush();
        Reading r;
        QSignalSpy damaged(&r.reader, &RunReader::damaged);
        r.reader.open(folder.path());
        QTRY_COMPARE(r.points("run", "loss"), size_t{2});
        const auto said = [&] {
            const Run* run = r.run("run");
            return run && run->problems.size() == 1 ? QString::fromStdString(run->problems.front().english())
                                                    : QString();
        };
        QTRY_VERIFY(said().contains(QStringLiteral("1 record could not be read")));
        QVERIFY(said().contains(path));
        validation.scalar("loss", 2, 11, 1);
        validation.flush();
        QTRY_COMPARE(r.points("run", "val_loss"), size_t{2});
        QVERIFY(!said().isEmpty());
        QCOMPARE(damaged.count(), 1);
        QVERIFY(damaged[0][0].toString().contains(QStringLiteral("run/train")));
    }

    // Many damaged files are one sentence; each of their runs has its own. What is only cut or empty the run tells.
    void manyDamagedFilesAreOneSentence() {
        QTemporaryDir folder;
        const auto written = [&](const QString& run, const std::function<void(QByteArray&)>& spoil) {
            QString path;
            {
                EventWriter writer(folder.filePath(run).toStdString());
                path = QString::fromStdString(writer.path());
                for (int step = 1; step <= 3; ++step) writer.scalar("loss", step, 10, step);
            }
            QFile file(path);
            QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            file.close();
            spoil(bytes);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size() &&
                    file.flush());  // else its time is that of closing
            file.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime);
        };
        for (const char* run : {"a", "b", "c"})
            written(QString::fromLatin1(run), [](QByteArray& bytes) { bytes[3] = static_cast<char>(bytes[3] ^ 4); });
        written(QStringLiteral("cut"), [](QByteArray& bytes) { bytes.chop(5); });
        written(QStringLiteral("empty"), [](QByteArray& bytes) { bytes.clear(); });
        Reading r;
        QSignalSpy damaged(&r.reader, &RunReader::damaged);
        r.reader.open(folder.path());
        const auto said = [&](const char* run) {
            const Run* known = r.run(run);
            return known && known->problems.size() == 1 ? QString::fromStdString(known->problems.front().english())
                                                        : QString();
        };
        QTRY_VERIFY(said("empty").contains(QStringLiteral("is empty")));
        QVERIFY(said("cut").contains(QStringLiteral("ends within a record")));
        for (const char* run : {"a", "b", "c"}) QVERIFY(said(run).contains(QStringLiteral("is damaged")));
        QCOMPARE(damaged.count(), 1);
        QVERIFY(damaged[0][0].toString().contains(QStringLiteral("2 more")));
        QCOMPARE(r.points("cut", "loss"), size_t{2});
    }

    void whereThereIsNoRunItSaysSo() {
        QTemporaryDir folder;
        Reading r;
        QSignalSpy failed(&r.reader, &RunReader::failed);
        r.reader.open(folder.path());
        QVERIFY(failed.wait(120000));
        QVERIFY2(failed.front().front().toString().contains("tfevents"), qPrintable(failed.front().front().toString()));
        r.reader.open(folder.filePath("nowhere"));
        QVERIFY(failed.wait(120000));
        QVERIFY2(failed.back().front().toString().contains("nowhere"), qPrintable(failed.back().front().toString()));
        QVERIFY(r.reader.folders().isEmpty());
        QVERIFY(r.runs.runs().empty());
        QVERIFY(!r.events.busy());
    }

    // What a run of ours logs is read while a panel looks at it, and only for runs that are shown.
    void ourOwnRunsAreReadWhileSomebodyLooks() {
        QTemporaryDir folder;
        EventWriter writer(folder.filePath("mine/events/train").toStdString());
        writer.scalar("loss", 1, 10, 0.5);
        writer.histogram("w", 1, 10, histogram(0));
        writer.flush();
        Reading r;
        Run own;
        own.name = "mine";
        own.folder = folder.filePath("mine");
        const int id = r.runs.addRun(std::move(own));
        // One thread reads in turn: when a folder that was opened later is there, this run was passed over.
        QTemporaryDir other;
        EventWriter(other.filePath("run").toStdString()).scalar("loss", 1, 10, 0.5);
        QSignalSpy opened(&r.reader, &RunReader::opened);
        r.reader.open(other.path());
        QVERIFY(opened.wait(120000));
        QVERIFY(!r.events.find(id, "w"));
        r.reader.look(this, true);
        QTRY_VERIFY(r.events.find(id, "w"));
        QVERIFY(r.runs.find(id)->scalars.empty());  // its journal tells those
        writer.histogram("w", 2, 11, histogram(1));
        writer.flush();
        QTRY_COMPARE(r.events.find(id, "w")->items.size(), size_t{2});
        r.runs.setVisible(id, false);
        QTRY_VERIFY(!r.events.find(id, "w"));
        r.runs.setVisible(id, true);
        QTRY_VERIFY(r.events.find(id, "w"));
        r.reader.look(this, false);
        QTRY_VERIFY(!r.events.find(id, "w"));
    }

    // Many points come in pieces, between which the window handles its other events; they are no news of each other.
    void manyPointsComeInPieces() {
        constexpr size_t kAll = 250'000;
        QTemporaryDir folder;
        std::string path;
        {
            EventWriter writer(folder.filePath("run").toStdString());
            path = writer.path();
            for (size_t step = 1; step <= kAll; ++step) writer.scalar("loss", static_cast<int64_t>(step), 10, 0.5);
        }
        const auto now = std::filesystem::file_time_type::clock::now();
        std::filesystem::last_write_time(path, now - std::chrono::hours(1));
        Reading r;
        QSignalSpy opened(&r.reader, &RunReader::opened);
        std::vector<size_t> seen;  // by an event that was sent when points came
        connect(&r.runs, &RunModel::scalarsAppended, this, [&] {
            QMetaObject::invokeMethod(
                this, [&] { seen.push_back(r.points("run", "loss")); }, Qt::QueuedConnection);
        });
        r.reader.open(folder.path());
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(r.points("run", "loss"), kAll);
        QCOMPARE(r.run("run")->state, RunState::Finished);
        QTRY_COMPARE(seen, (std::vector<size_t>{100'000, 200'000, kAll}));
        const auto& curve = r.run("run")->scalars.at("loss");
        for (size_t i = 0; i < kAll; ++i)
            if (curve[i].step != static_cast<double>(i + 1)) QFAIL(qPrintable(QString::number(i)));
    }

    // What goes wrong on the reader's thread is told, and it goes on.
    void workThatFailsIsTold() {
        QTemporaryDir folder;
        EventWriter(folder.filePath("run").toStdString()).histogram("w", 1, 10, histogram(0));
        Reading r;
        r.reader.open(folder.path());
        QTRY_VERIFY(r.run("run") && r.events.find(r.run("run")->id, "w"));
        const EventSeries series = *r.events.find(r.run("run")->id, "w");
        QSignalSpy failed(&r.reader, &RunReader::failed);
        int done = 0;
        r.reader.load(
            this, {}, series, [](const EventRun&) -> int { throw Error("No such number."); }, [&](int) { done = -1; });
        r.reader.load(
            this, {}, series, [](const EventRun&) { return 1; }, [&](int one) { done += one; });
        QTRY_COMPARE(done, 1);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), QStringLiteral("No such number."));
        // Who asked may want to say it alone.
        QString why;
        r.reader.load(
            this, {}, series, [](const EventRun&) -> int { throw Error("No such number."); }, [&](int) { done = -1; },
            [&](const QString& sentence) { why = sentence; });
        QTRY_COMPARE(why, QStringLiteral("No such number."));
        QCOMPARE(failed.count(), 1);
        QCOMPARE(done, 1);
    }

    // One run leaves the list; what still comes of it, even of its other half, brings it back only when it is opened
    // again.
    void oneRunIsLeftOut() {
        QTemporaryDir folder;
        const auto write = [&](const char* part, double value) {
            EventWriter(folder.filePath(QLatin1String(part)).toStdString()).scalar("epoch_loss", 1, 10, value);
        };
        write("keras/train", 1);
        write("other", 2);
        Reading r;
        r.reader.open(folder.path());
        QTRY_COMPARE(r.points("keras", "epoch_loss"), size_t{1});
        QTRY_COMPARE(r.points("other", "epoch_loss"), size_t{1});
        r.reader.leaveOut({r.run("keras")->id});
        QVERIFY(!r.run("keras"));
        write("keras/train", 3);
        write("keras/validation", 4);
        write("other", 5);
        QTRY_COMPARE(r.points("other", "epoch_loss"), size_t{2});
        QVERIFY(!r.run("keras"));
        QSignalSpy opened(&r.reader, &RunReader::opened);
        r.reader.open(folder.path());
        QCOMPARE(opened.takeFirst()[1].toInt(), 1);
        QTRY_COMPARE(r.points("keras", "epoch_loss"), size_t{2});
        QTRY_COMPARE(r.points("keras", "val_epoch_loss"), size_t{1});
        QCOMPARE(r.points("other", "epoch_loss"), size_t{2});  // it was there all the time
        // With the last one the folder is closed.
        QSignalSpy left(&r.runs, &RunModel::runsRemoved);
        r.reader.leaveOut({r.run("keras")->id, r.run("other")->id});
        QCOMPARE(left.count(), 1);
        QVERIFY(r.reader.folders().isEmpty() && r.runs.runs().empty());
    }

    // A run that is left out while its pieces still come, and opened again at once, has each point once: pieces of
    // before are dropped.
    void oneRunIsLeftOutWhileItsPiecesCome() {
        constexpr size_t kAll = 250'000;
        QTemporaryDir folder, later;
        EventWriter(folder.filePath("a").toStdString()).scalar("loss", 1, 10, 0.5);
        EventWriter(later.filePath("later").toStdString()).scalar("loss", 1, 10, 0.5);
        {
            EventWriter writer(folder.filePath("run").toStdString());
            for (size_t step = 1; step <= kAll; ++step) writer.scalar("loss", static_cast<int64_t>(step), 10, 0.5);
        }
        Reading r;
        bool again = false;
        connect(&r.runs, &RunModel::scalarsAppended, this, [&] {
            if (!r.run("run") || std::exchange(again, true)) return;
            QMetaObject::invokeMethod(
                this,
                [&] {
                    r.reader.leaveOut({r.run("run")->id});
                    r.reader.open(folder.path());
                    r.reader.open(later.path());  // told behind it: when that is there, the run is whole
                },
                Qt::QueuedConnection);
        });
        r.reader.open(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(r.points("later", "loss"), size_t{1}, 120000);
        QCOMPARE(r.points("run", "loss"), kAll);
        QCOMPARE(r.points("a", "loss"), size_t{1});
    }

    // Another project empties the list; the folders that are open stay in it, those that hold nothing but curves too.
    void openFoldersOutliveTheProject() {
        QTemporaryDir folder, plain;
        EventWriter(plain.filePath("plain").toStdString()).scalar("loss", 1, 10, 0.25);
        {
            EventWriter writer(folder.filePath("run").toStdString());
            writer.scalar("loss", 1, 10, 0.5);
            writer.text("t", 1, 1, "x");
        }
        Reading r;
        r.reader.open(folder.path());
        r.reader.open(plain.path());
        QTRY_COMPARE(r.points("run", "loss"), size_t{1});
        QTRY_COMPARE(r.points("plain", "loss"), size_t{1});
        r.runs.clear();
        QVERIFY(r.runs.runs().empty());
        QTRY_COMPARE(r.points("run", "loss"), size_t{1});
        QTRY_COMPARE(r.points("plain", "loss"), size_t{1});
        QTRY_VERIFY(r.events.find(r.run("run")->id, "t"));
        r.reader.close(folder.path());
        r.reader.close(plain.path());
        QVERIFY(r.runs.runs().empty());
        QVERIFY(r.events.runs().empty());
    }
};

QTEST_MAIN(TestRunReader)

}  // namespace test_run_reader

#include "test_run_reader.moc"
