// Statistics against sums written out in full, and the same for any number of threads.
#include <QTest>

#include <cmath>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/statistics.h"
#include "tests/support/real_data.h"

namespace test_statistics {

using namespace tl;

class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void oneImage() {
        Image image{3, 2, 3, {}};
        for (int i = 0; i < 18; ++i) image.pixels.push_back(static_cast<uint8_t>(i * i % 256));
        const ImageStatistics statistics = imageStatistics(image);
        QCOMPARE(statistics.channels.size(), size_t{3});
        for (size_t c = 0; c < 3; ++c) {
            double sum = 0, squares = 0;
            std::array<int64_t, 256> histogram{};
            for (size_t i = c; i < 18; i += 3) {
                sum += image.pixels[i];
                squares += image.pixels[i] * image.pixels[i];
                ++histogram[image.pixels[i]];
            }
            QCOMPARE(statistics.channels[c].count, 6);
            QCOMPARE(statistics.channels[c].mean, sum / 6);
            QCOMPARE(statistics.channels[c].deviation, std::sqrt(squares / 6 - sum * sum / 36));
            QVERIFY(statistics.channels[c].histogram == histogram);
        }
    }

    void threadsChangeNothing() {
        const DataSet data = openDataSet("sample");
        const SourceStatistics one = sourceStatistics(*data.test, 1);
        QCOMPARE(one.images, 2000);
        QCOMPARE(one.classCounts, std::vector<int64_t>(10, 200));
        QCOMPARE(one.pixels.channels[0].count, 2000 * 784);
        QCOMPARE(one.minWidth, 28);
        QCOMPARE(one.maxHeight, 28);
        for (const int threads : {2, 3, 8}) {
            const SourceStatistics many = sourceStatistics(*data.test, threads);
            QVERIFY(many.pixels.channels[0].histogram == one.pixels.channels[0].histogram);
            QVERIFY(many.pixels.channels[0].mean == one.pixels.channels[0].mean);
            QVERIFY(many.pixels.channels[0].deviation == one.pixels.channels[0].deviation);
        }
    }

    void folderWithBrokenItem() {
        QTemporaryDir folder;
        for (int i = 0; i < 9; ++i)
            files::write(folder.path(), QString("%1/%2.png").arg(i % 3).arg(i),
                         files::png(10 + i, 20 - i, 3, [i](int, int, int c) { return 10 * i + c; }));
        const DataSet data = openDataSet("folder:" + folder.path().toStdString());
        QFile::remove(folder.filePath("1/4.png"));
        for (const int threads : {1, 4}) {
            const SourceStatistics s = sourceStatistics(*data.train, threads);
            QCOMPARE(s.images, 8);
            QCOMPARE(s.classCounts, (std::vector<int64_t>{3, 3, 3}));
            QCOMPARE(s.minWidth, 10);
            QCOMPARE(s.maxWidth, 18);
            QCOMPARE(s.minHeight, 12);
            QCOMPARE(s.maxHeight, 20);
            QCOMPARE(s.broken.size(), size_t{1});
            QCOMPARE(s.broken[0].path, std::string("1/4.png"));
            QCOMPARE(s.pixels.channels[2].histogram[32], data.shape()[1] * data.shape()[2]);
        }
    }

    // A network gets all at one size, whatever the files have.
    void aLargeImageCountsAsMuchAsASmallOne() {
        QTemporaryDir folder;
        for (int i = 0; i < 6; ++i)
            files::write(folder.path(), QString("a/%1.png").arg(i),
                         files::png(i ? 8 : 64, i ? 8 : 48, 3, [i](int, int, int) { return i ? 200 : 20; }));
        const SourceStatistics s = sourceStatistics(*openDataSet("folder:" + folder.path().toStdString()).train, 2);
        QCOMPARE(s.sizes.at({64, 48}), 1);
        QCOMPARE(s.pixels.channels.size(), size_t{3});
        for (const ChannelStatistics& channel : s.pixels.channels) {
            QCOMPARE(channel.count, int64_t{6 * 64});
            QCOMPARE(channel.mean, 170.0);
            QCOMPARE(channel.deviation, std::sqrt(4500.0));  // (5 * 30^2 + 150^2) / 6
        }
    }

    // NumPy: mean 0.1306604762738429, deviation 0.30810780385646264 of the training pixels / 255.
    void realMnist() {
        const QString folder = test::realMnist();
        if (!QFile::exists(folder + "/train-images-idx3-ubyte.gz")) QSKIP("MNIST is not there");
        const SourceStatistics s = sourceStatistics(*openDataSet("mnist:" + folder.toStdString()).train, 2);
        QVERIFY(std::abs(s.pixels.channels[0].mean / 255 - 0.1306604762738429) < 1e-12);
        QVERIFY(std::abs(s.pixels.channels[0].deviation / 255 - 0.30810780385646264) < 1e-10);
        QCOMPARE(s.classCounts, (std::vector<int64_t>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}));
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, sourceStatistics(*openDataSet("sample").test, 2, stop.get_token()));
    }
};

QTEST_GUILESS_MAIN(TestStatistics)

}  // namespace test_statistics

#include "test_statistics.moc"
