// Opening and measuring in the background, with folders written here: a good one, one with broken files, and none.
#include <QDir>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <barrier>
#include <memory>

#include "engine/data/data_stamp.h"
#include "ui/models/data_set_model.h"

namespace test_data_set_model {

using namespace tl;

namespace {

// class `zwei` and `один` with `count` images of 8×8 each, red and blue.
void makeImages(const QDir& folder, int count) {
    const struct {
        const char* name;
        Qt::GlobalColor color;
    } classes[] = {{"zwei", Qt::red}, {"один", Qt::blue}};
    for (const auto& [name, color] : classes) {
        folder.mkpath(QString::fromUtf8(name));
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(color);
        for (int i = 0; i < count; ++i)
            image.save(folder.filePath(QStringLiteral("%1/%2.png").arg(QString::fromUtf8(name)).arg(i)));
    }
}

// Every job that began before is over, dropped ones too: each thread of the pool is in one of these at once.
void everyJobEnds(JobTracker& jobs) {
    const int threads = std::max(4, QThread::idealThreadCount());  // as JobTracker has
    const auto all = std::make_shared<std::barrier<>>(threads);
    for (int i = 0; i < threads; ++i)
        jobs.run(
            qApp, {}, [all](const std::stop_token&) { return all->arrive_and_wait(), 0; }, [](int) {});
    QTRY_COMPARE(jobs.running(), 0);
}

}  // namespace

class TestDataSetModel : public QObject {
    Q_OBJECT
private slots:
    // What is written anew, comes or goes is told once, and read when it is asked for.
    void aChangeOnTheDiskIsTold() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rows.csv"));
        const auto write = [&](int rows) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("a,b,label\n");
            for (int i = 0; i < rows; ++i) file.write(QByteArray::number(i) + ",1," + (i % 2 ? "x\n" : "y\n"));
        };
        write(20);
        JobTracker jobs;
        DataSetModel model(jobs);
        QSignalSpy told(&model, &DataSetModel::changedOnDisk);
        model.open(QStringLiteral("csv:") + path);
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        const auto look = [&](bool reopens = false) {
            model.lookAgain(reopens);
            everyJobEnds(jobs);
        };
        look();
        QCOMPARE(told.count(), 0);
        write(30);
        look();
        look();
        QCOMPARE(told.count(), 1);
        QCOMPARE(told.takeFirst()[0].toBool(), false);
        QCOMPARE(model.dataSet()->train->size(), int64_t{20});
        QVERIFY(QFile::rename(path, path + ".away"));
        look();
        QCOMPARE(told.count(), 1);
        QCOMPARE(told.takeFirst()[0].toBool(), true);
        QVERIFY(QFile::rename(path + ".away", path));
        model.reopen();
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(model.dataSet()->train->size(), int64_t{30});
        look();
        QCOMPARE(told.count(), 0);
        write(40);
        look(true);
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(model.dataSet()->train->size(), int64_t{40});
        QCOMPARE(told.count(), 0);
    }

    // A file that somebody is writing: what was open is so again, and its change is told once more when it is whole.
    void whatCannotBeReadAgainStays() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rows.csv"));
        const auto write = [&](const QByteArray& end) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("a,b,label\n1,1,x\n2,1,y\n" + end);
        };
        write({});
        JobTracker jobs;
        DataSetModel model(jobs);
        QSignalSpy told(&model, &DataSetModel::changedOnDisk), failed(&model, &DataSetModel::notReadAgain);
        model.open(QStringLiteral("csv:") + path);
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QTRY_VERIFY(model.statistics());
        const auto statistics = model.statistics();
        write("3,");
        model.lookAgain();
        QTRY_COMPARE(told.count(), 1);
        model.reopen();
        QCOMPARE(model.before(), model.spec());
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(model.dataSet()->train->size(), int64_t{2});
        QCOMPARE(model.statistics(), statistics);
        QVERIFY(model.error().empty() && model.before().isEmpty());
        model.lookAgain();
        everyJobEnds(jobs);
        QCOMPARE(told.count(), 1);
        write("3,1,x\n");
        model.lookAgain();
        QTRY_COMPARE(told.count(), 2);
        model.reopen();
        model.open(model.spec());  // asked for twice it is read, too
        QCOMPARE(model.state(), DataSetModel::State::Opening);
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(model.dataSet()->train->size(), int64_t{3});
        QVERIFY(!model.cancelReadingAgain());
        model.reopen();
        QVERIFY(model.cancelReadingAgain());
        QCOMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(model.dataSet()->train->size(), int64_t{3});
        everyJobEnds(jobs);
        QCOMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(failed.count(), 1);
    }

    void aFolderOfClassesHasAStamp() {
        QTemporaryDir folder;
        makeImages(QDir(folder.path()), 2);
        const auto stamp = [&] { return dataStamp("folder:" + folder.path().toStdString() + "?size=8x8"); };
        const std::string before = stamp();
        QVERIFY(!before.empty());
        QVERIFY(QFile(folder.filePath(QStringLiteral("digits.tlm"))).open(QIODevice::WriteOnly));  // no data
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("runs")));
        QCOMPARE(stamp(), before);
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("zwei/1.png"))));
        QVERIFY(stamp() != before);
        QCOMPARE(dataStamp("sample"), std::string());
        QCOMPARE(dataStamp("folder:/no/such/folder"), std::string());
    }

    void opensAndMeasures() {
        QTemporaryDir folder;
        makeImages(QDir(folder.path()), 6);
        JobTracker jobs;
        DataSetModel model(jobs);
        QCOMPARE(model.state(), DataSetModel::State::None);
        QVERIFY(model.facts().shape.rank() == 0);
        QSignalSpy states(&model, &DataSetModel::stateChanged), statistics(&model, &DataSetModel::statisticsChanged);
        model.open(QStringLiteral("folder:") + folder.path(), {0.25, 3});
        QCOMPARE(model.state(), DataSetModel::State::Opening);
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QCOMPARE(states.count(), 2);
        QCOMPARE(model.facts().classes, 2);
        QVERIFY(model.facts().shape == Shape({3, 8, 8}));
        QCOMPARE(model.splits(), (QStringList{QStringLiteral("train"), QStringLiteral("validation")}));
        QCOMPARE(model.split(QStringLiteral("train"))->size() + model.split(QStringLiteral("validation"))->size(),
                 int64_t{12});
        QVERIFY(!model.split(QStringLiteral("test")));
        // Known with the data set, of whatever else is measured only then.
        const std::vector<int64_t> counts = model.classCounts();
        QCOMPARE(counts, classCounts(*model.split(QStringLiteral("train"))));
        QTRY_VERIFY(model.statistics());
        QCOMPARE(model.statistics()->classCounts, counts);
        model.open(QStringLiteral("folder:%1?size=16x16").arg(folder.path()), {0.25, 3});
        QCOMPARE(model.state(), DataSetModel::State::Ready);  // nothing is read for it
        QCOMPARE(model.classCounts(), counts);
        QTRY_VERIFY(model.statistics());
        model.open(QStringLiteral("folder:") + folder.path(), {0.25, 3});
        QTRY_VERIFY(model.state() == DataSetModel::State::Ready && model.statistics());
        QVERIFY(!model.measuring());
        QCOMPARE(model.statistics()->images, model.split(QStringLiteral("train"))->size());
        QCOMPARE(model.statistics()->maxWidth, 8);
        QVERIFY(model.broken().empty());
        model.open(QStringLiteral("folder:") + folder.path(), {.fraction = 0.25, .seed = 3, .testFraction = 0.25});
        QTRY_VERIFY(model.state() == DataSetModel::State::Ready && model.split(QStringLiteral("test")));
        QCOMPARE(model.split(QStringLiteral("test"))->size(), int64_t{3});  // of 12, and a quarter of the 9 left
        QCOMPARE(model.split(QStringLiteral("validation"))->size(), int64_t{2});
        QTRY_VERIFY(model.statistics());
        model.close();
        QCOMPARE(model.state(), DataSetModel::State::None);
        QVERIFY(!model.dataSet() && !model.statistics() && model.classCounts().empty());
    }

    void brokenFilesAreListed() {
        QTemporaryDir folder;
        makeImages(QDir(folder.path()), 3);
        QFile bad(QDir(folder.path()).filePath(QStringLiteral("zwei/broken.png")));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("\x89PNG\r\n\x1a\nno image at all");
        bad.close();
        JobTracker jobs;
        DataSetModel model(jobs);
        model.open(QStringLiteral("folder:") + folder.path());
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QTRY_VERIFY(!model.measuring());
        QCOMPARE(model.broken().size(), size_t{1});
        QVERIFY(QString::fromStdString(model.broken()[0].path).contains(QStringLiteral("broken.png")));
        QVERIFY(!model.broken()[0].reason.empty());
        QCOMPARE(model.split(QStringLiteral("train"))->size(), int64_t{6});
    }

    void failuresSayWhy() {
        JobTracker jobs;
        DataSetModel model(jobs);
        model.open(QStringLiteral("folder:/no/such/folder"));
        QTRY_COMPARE(model.state(), DataSetModel::State::Failed);
        const std::string error = model.error().english();
        QVERIFY2(error.find("/no/such/folder") != std::string::npos, error.c_str());
        QVERIFY(!model.dataSet());
    }

    // The later one wins, whichever is done first; a model that goes away is not called any more.
    void theNewestWins() {
        QTemporaryDir folder;
        makeImages(QDir(folder.path()), 3);
        JobTracker jobs;
        auto model = std::make_unique<DataSetModel>(jobs);
        QSignalSpy states(model.get(), &DataSetModel::stateChanged);
        model->open(QStringLiteral("folder:/no/such/folder"));
        model->open(QStringLiteral("folder:") + folder.path());
        QTRY_COMPARE(model->state(), DataSetModel::State::Ready);
        everyJobEnds(jobs);
        QCOMPARE(model->state(), DataSetModel::State::Ready);
        model->open(QStringLiteral("folder:") + folder.path());
        model->close();
        everyJobEnds(jobs);
        QCOMPARE(model->state(), DataSetModel::State::None);
        model->open(QStringLiteral("folder:") + folder.path());
        model.reset();
        everyJobEnds(jobs);
    }
};

QTEST_GUILESS_MAIN(TestDataSetModel)

}  // namespace test_data_set_model

#include "test_data_set_model.moc"
