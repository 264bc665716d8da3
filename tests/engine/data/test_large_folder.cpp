// A class folder of more files than are listed in one go: it can be looked at while it is still listed and looked into,
// says how far it is, and stops in the middle of one folder.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/data/folder_scan.h"
#include "engine/data/source.h"
#include "tests/engine/data/data_files.h"

namespace test_large_folder {

using namespace tl;

namespace {

constexpr int kFiles = static_cast<int>(ScanWatch::kEarly) + 6000;

// Small pictures, all but a few the same file by another name.
void makeFolder(const QString& root) {
    QVERIFY(QDir().mkpath(root + QStringLiteral("/many")) && QDir().mkpath(root + QStringLiteral("/few")));
    QFile picture(root + QStringLiteral("/few/0.png"));
    QVERIFY(picture.open(QIODevice::WriteOnly));
    picture.write(files::png(8, 8, 3, files::gradient()));
    picture.close();
    const QByteArray original = (root + QStringLiteral("/few/0.png")).toUtf8();
    for (int i = 0; i < kFiles; ++i) {
        const QByteArray path = (root + QStringLiteral("/many/%1.png").arg(i)).toUtf8();
        QCOMPARE(::link(original.constData(), path.constData()), 0);
    }
    QFile bad(root + QStringLiteral("/many/bad.png"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("no picture");
}

}  // namespace

class TestLargeFolder : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        makeFolder(folder_.path());
    }

    void isShownWhileItIsListed() {
        std::vector<DataSet> previews;
        std::vector<double> fractions;
        OpenOptions options;
        options.preview = [&](DataSet set) { previews.push_back(std::move(set)); };
        options.progress = [&](double fraction, const Message&) { fractions.push_back(fraction); };
        const DataSet set = openDataSet("folder:" + folder_.path().toStdString(), options);
        QCOMPARE(previews.size(), size_t{2});
        QVERIFY(previews[0].train->size() >= static_cast<int64_t>(ScanWatch::kEarly));
        QVERIFY(previews[0].train->size() < kFiles);
        QCOMPARE(previews[0].classes(), 2);
        QCOMPARE(previews[0].shape(), (Shape{3, 8, 8}));
        Image image;
        previews[0].train->read(previews[0].train->size() / 2, image);
        QCOMPARE(image.width, 8);
        QCOMPARE(previews[1].train->size(), int64_t{kFiles + 2});  // the broken one is told only when it is looked into
        QCOMPARE(set.train->size(), int64_t{kFiles + 1});
        QCOMPARE(set.broken().size(), size_t{1});
        QCOMPARE(set.train->itemName(1), std::string("many/0.png"));  // few/0.png comes first, then in natural order
        QCOMPARE(set.train->itemName(11), std::string("many/10.png"));
        QVERIFY(std::count_if(fractions.begin(), fractions.end(), [](double f) { return f < 0; }) > 3);
    }

    void stopsInTheMiddleOfAFolder() {
        std::stop_source stop;
        int64_t last = 0;
        ScanWatch watch;
        watch.counted = [&](int64_t files) {
            last = files;
            stop.request_stop();
        };
        QVERIFY_THROWS_EXCEPTION(Error, scanFolder(folder_.path().toStdString(), stop.get_token(), watch));
        QVERIFY(last > 0 && last < kFiles);
    }

private:
    QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(TestLargeFolder)

}  // namespace test_large_folder

#include "test_large_folder.moc"
