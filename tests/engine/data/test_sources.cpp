// The sources in memory (sample, MNIST, CIFAR-10), choosing the kind, and splitting, with every kind of bad input.
#include <QTest>

#include <numeric>
#include <set>
#include <unistd.h>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/source.h"
#include "tests/support/real_data.h"

namespace test_sources {

using namespace tl;

class TestSources : public QObject {
    Q_OBJECT

    // The sentence of the error, or empty where there was none.
    static QString errorOf(const std::string& spec) {
        try {
            openDataSet(spec);
        } catch (const Error& e) {
            return QString::fromStdString(e.message().english());
        }
        return {};
    }

    static void writeMnist(const QString& folder, int train = 20, int test = 10) {
        files::write(folder, "train-images-idx3-ubyte", files::idxImages(train, 3, 4, [](int i) { return i % 251; }));
        files::write(folder, "train-labels-idx1-ubyte", files::idxLabels(train, [](int i) { return i % 10; }));
        files::write(folder, "t10k-images.idx3-ubyte",
                     files::idxImages(test, 3, 4, [](int i) { return 255 - i % 251; }));
        files::write(folder, "t10k-labels.idx1-ubyte", files::idxLabels(test, [](int i) { return 9 - i % 10; }));
    }

    static QByteArray cifarRecords(int count) {
        QByteArray bytes;
        for (int i = 0; i < count; ++i) {
            bytes.append(static_cast<char>(i % 10));
            for (int p = 0; p < 3072; ++p) bytes.append(static_cast<char>((i + p / 1024 * 50 + p % 32) & 255));
        }
        return bytes;
    }

private slots:
    void sampleIsTheSameEverywhere() {
        const DataSet data = openDataSet("sample");
        QCOMPARE(data.train->size(), 10000);
        QCOMPARE(data.test->size(), 2000);
        QVERIFY(!data.validation);
        QVERIFY(data.shape() == (Shape{1, 28, 28}));
        QCOMPARE(data.classes(), 10);
        // Every run of ten holds each digit once.
        std::set<int> seen;
        for (int i = 0; i < 10; ++i) seen.insert(data.train->label(i));
        QCOMPARE(seen.size(), size_t{10});
        // All pixels of all images, by FNV-1a: a change here changes everybody's sample.
        uint64_t hash = 0xcbf29ce484222325u;
        for (const auto& split : {data.train, data.test})
            for (int64_t i = 0; i < split->size(); ++i)
                for (int p = 0; p < 784; ++p) hash = (hash ^ split->planar(i)[p]) * 0x100000001b3u;
        QCOMPARE(QString::number(hash, 16), QStringLiteral("72731a35c0f54233"));
    }

    void sampleSplits() {
        OpenOptions options;
        options.split.fraction = 0.1;
        const DataSet data = openDataSet("sample", options);
        QCOMPARE(data.train->size(), 9000);
        QCOMPARE(data.validation->size(), 1000);
        QCOMPARE(data.test->size(), 2000);
        QCOMPARE(data.spec, std::string("sample"));
        QVERIFY(!data.testDrawn && data.notes.empty());
        // It has a test split of its own, and trains on the same images.
        options.split.testFraction = 0.3;
        const DataSet asked = openDataSet("sample", options);
        QCOMPARE(asked.test->size(), 2000);
        QVERIFY(!asked.testDrawn);
        QCOMPARE(asked.notes.size(), size_t{1});
        QVERIFY(asked.notes[0].english().find("a test split of its own") != std::string::npos);
        QCOMPARE(asked.validation->size(), 1000);
        for (int64_t i = 0; i < 1000; ++i) QVERIFY(asked.validation->planar(i) == data.validation->planar(i));
        options.split.testFraction = 1;
        QVERIFY_THROWS_EXCEPTION(Error, openDataSet("sample", options));
    }

    void splitIsReproducibleAndWhole() {
        const auto source = openDataSet("sample").test;
        const auto [a, b] = splitSource(source, {0.25, 7});
        const auto [c, d] = splitSource(source, {0.25, 7});
        const auto [e, f] = splitSource(source, {0.25, 8});
        QCOMPARE(b->size(), 500);
        std::set<std::string> names;
        bool same = true, other = false;
        for (int64_t i = 0; i < a->size(); ++i) names.insert(a->itemName(i));
        for (int64_t i = 0; i < b->size(); ++i) {
            names.insert(b->itemName(i));
            same =
                same && b->itemName(i) == d->itemName(i) && b->label(i) == d->label(i) && b->planar(i) == d->planar(i);
            other = other || b->itemName(i) != f->itemName(i);
        }
        QCOMPARE(names.size(), size_t{2000});
        QVERIFY(same);
        QVERIFY(other);
        QCOMPARE(splitSource(source, {0, 1}).second->size(), 0);
        QCOMPARE(splitSource(source, {0.0001, 1}).second->size(), 1);
        QVERIFY_THROWS_EXCEPTION(Error, splitSource(source, {1.5, 1}));
    }

    // 40 of each of 25 classes and 3 of a last one: every class is held out by its share, to an image, where a plain
    // draw misses one.
    void everyClassGivesItsShare() {
        class Labels : public Source {
        public:
            std::string name() const override { return "labels"; }
            int64_t size() const override { return 1003; }
            const std::vector<std::string>& classNames() const override { return names_; }
            int label(int64_t index) const override { return index < 1000 ? static_cast<int>(index % 25) : 25; }
            std::string itemName(int64_t index) const override { return std::to_string(index); }
            void read(int64_t, Image&) const override {}
            Shape sampleShape() const override { return {1, 1, 1}; }
            const std::vector<BrokenItem>& broken() const override { return broken_; }

        private:
            std::vector<std::string> names_ = std::vector<std::string>(26, "a class");
            std::vector<BrokenItem> broken_;
        };
        const auto source = std::make_shared<Labels>();
        const auto held = [&](const ValidationSplit& split) {
            const auto second = splitSource(source, split).second;
            std::vector<int64_t> counts(26);
            for (int64_t i = 0; i < second->size(); ++i) ++counts[static_cast<size_t>(second->label(i))];
            return counts;
        };
        std::vector<int64_t> even(26, 4);
        even.back() = 0;  // 0.3 of an image
        QCOMPARE(held({0.1, 1}), even);
        QCOMPARE(held({0.1, 2}), even);
        even.back() = 1;  // 1.2, and 16 of each other
        std::fill(even.begin(), even.end() - 1, 16);
        QCOMPARE(held({0.4, 1}), even);
        QVERIFY(held({0.1, 1, false}) != held({0.1, 1}));
        // What was drawn before classes counted is drawn still.
        const auto plain = splitSource(source, {0.005, 7, false}).second;
        QStringList items;
        for (int64_t i = 0; i < plain->size(); ++i) items << QString::fromStdString(plain->itemName(i));
        QCOMPARE(items.join(' '), QStringLiteral("79 134 213 238 299"));
    }

    void mnistPlain() {
        QTemporaryDir folder;
        writeMnist(folder.path());
        const DataSet data = openDataSet("mnist:" + folder.path().toStdString());
        QCOMPARE(data.train->size(), 20);
        QCOMPARE(data.test->size(), 10);
        QVERIFY(data.shape() == (Shape{1, 3, 4}));
        Image image;
        data.train->read(2, image);
        QCOMPARE(image.width, 4);
        QCOMPARE(image.height, 3);
        QCOMPARE(int(image.pixels[0]), 24);
        QCOMPARE(data.train->label(13), 3);
        QCOMPARE(data.test->label(0), 9);
        QCOMPARE(data.train->itemName(19), std::string("train 19"));
        // A bare folder is recognised by its files.
        QVERIFY(openDataSet(folder.path().toStdString()).spec.starts_with("mnist:"));
    }

    void mnistGzipAndOnlyOneSplit() {
        QTemporaryDir folder;
        files::write(folder.path(), "t10k-images-idx3-ubyte.gz",
                     files::gzipped(files::idxImages(7, 2, 2, [](int i) { return i; })));
        files::write(folder.path(), "t10k-labels-idx1-ubyte.gz",
                     files::gzipped(files::idxLabels(7, [](int i) { return i; })));
        const DataSet data = openDataSet(folder.path().toStdString());
        QCOMPARE(data.test->size(), 7);
        QCOMPARE(int(data.test->planar(3)[2]), 14);
        QVERIFY(data.train);
        QCOMPARE(data.train->size(), 0);
        QVERIFY(data.shape() == (Shape{1, 2, 2}));
        QCOMPARE(data.notes.size(), size_t{1});

        QTemporaryDir other;
        files::write(other.path(), "raw/train-images-idx3-ubyte", files::idxImages(5, 2, 2, [](int i) { return i; }));
        files::write(other.path(), "raw/train-labels-idx1-ubyte", files::idxLabels(5, [](int i) { return i; }));
        OpenOptions options;
        options.split.fraction = 0.2;
        const DataSet trainOnly = openDataSet("mnist:" + other.path().toStdString(), options);
        QCOMPARE(trainOnly.train->size(), 4);
        QCOMPARE(trainOnly.validation->size(), 1);
        QVERIFY(!trainOnly.test);
    }

    void mnistBadFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("words");
        const auto value = [](int i) { return i % 10; };
        const QByteArray images = files::idxImages(20, 3, 4, value), labels = files::idxLabels(20, value);
        const QString imagesName = "train-images-idx3-ubyte", labelsName = "train-labels-idx1-ubyte";
        QTest::newRow("wrong magic") << imagesName << files::big<quint32>(0xCAFEBABE) + images.mid(4)
                                     << QStringList{"magic number 0x00000803", "0xCAFEBABE"};
        QTest::newRow("another type") << imagesName << files::big<quint32>(0xD03) + images.mid(4)
                                      << QStringList{"found 0x00000D03", "an IDX file of float32"};
        QTest::newRow("labels as images") << imagesName << labels << QStringList{"0x00000801", "labels file"};
        QTest::newRow("images as labels") << labelsName << images << QStringList{"0x00000803", "images file"};
        QTest::newRow("empty") << imagesName << QByteArray() << QStringList{"0 bytes", "cut short"};
        QTest::newRow("header cut") << imagesName << images.left(9) << QStringList{"9 bytes", "cut short"};
        QTest::newRow("images cut") << imagesName << images.left(200)
                                    << QStringList{"expected 240 bytes", "found 184", "cut short"};
        QTest::newRow("images too long") << imagesName << images + "x" << QStringList{"240 bytes", "more than that"};
        QTest::newRow("no images") << imagesName << files::idxImages(0, 3, 4, value) << QStringList{"0×3×4", "damaged"};
        QTest::newRow("size zero") << imagesName << files::idxImages(20, 0, 4, value)
                                   << QStringList{"20×0×4", "damaged"};
        QTest::newRow("size absurd") << imagesName
                                     << files::big<quint32>(0x803) + files::big<quint32>(60000) +
                                            files::big<quint32>(0x1C000000) + files::big<quint32>(28)
                                     << QStringList{"damaged"};
        QTest::newRow("count lies") << imagesName
                                    << files::big<quint32>(0x803) + files::big<quint32>(60000000) + images.mid(8)
                                    << QStringList{"720000000 bytes", "found 240"};
        QTest::newRow("more labels") << labelsName << files::idxLabels(21, value)
                                     << QStringList{"20 images", "21 labels"};
        QTest::newRow("label out of range")
            << labelsName << files::idxLabels(20, [](int i) { return i == 13 ? 11 : 0; })
            << QStringList{"0 to 9", "11 at item 13"};
        const QByteArray packed = files::gzipped(files::idxImages(2000, 3, 4, [](int i) { return i * i % 253; }));
        QTest::newRow("gzip cut") << imagesName << packed.left(packed.size() / 2) << QStringList{"gzip", "cut short"};
        QTest::newRow("gzip end cut") << imagesName << packed.left(packed.size() - 4)
                                      << QStringList{"gzip", "cut short"};
        QByteArray damaged = packed;
        for (int i = 60; i < 90; ++i) damaged[i] = static_cast<char>(~damaged[i]);
        QTest::newRow("gzip damaged") << imagesName << damaged << QStringList{"gzip", "damaged"};
    }
    void mnistBadFiles() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, words);
        QTemporaryDir folder;
        writeMnist(folder.path());
        files::write(folder.path(), name, bytes);
        const QString error = errorOf("mnist:" + folder.path().toStdString());
        QVERIFY2(error.contains(folder.path() + "/" + name), qPrintable(error));
        for (const QString& word : words) QVERIFY2(error.contains(word), qPrintable(error + " <- " + word));
    }

    void mnistMissingFiles() {
        QTemporaryDir folder;
        QVERIFY(errorOf("mnist:" + folder.path().toStdString()).contains("train-images-idx3-ubyte"));
        writeMnist(folder.path());
        QFile::remove(folder.filePath("train-labels-idx1-ubyte"));
        const QString error = errorOf("mnist:" + folder.path().toStdString());
        QVERIFY2(error.contains("train-labels-idx1-ubyte") && error.contains("only the images"), qPrintable(error));
    }

    void realMnist() {
        const QString folder = test::realMnist();
        if (!QFile::exists(folder + "/train-images-idx3-ubyte.gz")) QSKIP("MNIST is not there");
        const DataSet data = openDataSet("mnist:" + folder.toStdString());
        QCOMPARE(data.train->size(), 60000);
        QCOMPARE(data.test->size(), 10000);
        const int first[] = {5, 0, 4, 1, 9};
        for (int i = 0; i < 5; ++i) QCOMPARE(data.train->label(i), first[i]);
        QCOMPARE(data.test->label(0), 7);
        const uint8_t* image = data.train->planar(0);
        QCOMPARE(std::accumulate(image, image + 784, 0), 27525);  // by NumPy
    }

    void cifar() {
        QTemporaryDir folder;
        for (int i = 1; i <= 5; ++i)
            files::write(folder.path(), QString("cifar-10-batches-bin/data_batch_%1.bin").arg(i), cifarRecords(12));
        files::write(folder.path(), "cifar-10-batches-bin/test_batch.bin", cifarRecords(11));
        files::write(folder.path(), "cifar-10-batches-bin/batches.meta.txt", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n\n");
        const DataSet data = openDataSet(folder.path().toStdString());
        QCOMPARE(data.train->size(), 60);
        QCOMPARE(data.test->size(), 11);
        QCOMPARE(data.train->classNames()[3], std::string("d"));
        Image image;
        data.train->read(13, image);  // record 1 of the second file
        QCOMPARE(data.train->label(13), 1);
        QCOMPARE(int(image.pixels[3 * 33 + 0]), 2);
        QCOMPARE(int(image.pixels[3 * 33 + 2]), 102);
        QVERIFY(data.broken().empty());

        QFile::remove(folder.filePath("cifar-10-batches-bin/data_batch_3.bin"));
        const DataSet less = openDataSet(folder.path().toStdString());
        QCOMPARE(less.train->size(), 48);
        QCOMPARE(less.broken().size(), size_t{1});
        QCOMPARE(less.broken()[0].path, std::string("data_batch_3.bin"));
    }

    void cifarBadFiles() {
        QTemporaryDir folder;
        const std::string spec = "cifar10:" + folder.path().toStdString();
        QVERIFY(errorOf(spec).contains("data_batch_1.bin"));
        files::write(folder.path(), "data_batch_1", "python");
        QVERIFY(errorOf(spec).contains("binary version"));
        const QByteArray good = cifarRecords(4);
        files::write(folder.path(), "data_batch_1.bin", good.left(good.size() - 5));
        QString error = errorOf(spec);
        QVERIFY2(error.contains("3,073") && error.contains("12,287") && error.contains("data_batch_1.bin"),
                 qPrintable(error));
        files::write(folder.path(), "data_batch_1.bin", {});
        QVERIFY(errorOf(spec).contains("found 0 bytes"));
        QByteArray wrong = good;
        wrong[2 * 3073] = 77;
        files::write(folder.path(), "data_batch_1.bin", wrong);
        error = errorOf(spec);
        QVERIFY2(error.contains("77 in record 2"), qPrintable(error));
        files::write(folder.path(), "data_batch_1.bin", good);
        files::write(folder.path(), "batches.meta.txt", "one\ntwo\n");
        QVERIFY(errorOf(spec).contains("10 class names"));
    }

    // Another kind knows what lies there: that is what to open it as.
    void anotherKindIsNamed() {
        QTemporaryDir folder;
        for (const char* name : {"cat/0.png", "cat/1.png", "dog/0.png"})
            files::write(folder.path(), name, files::png(4, 4, 3, files::gradient()));
        const std::string path = folder.path().toStdString();
        for (const char* kind : {"cifar10:", "mnist:"}) {
            const QString error = errorOf(kind + path);
            QVERIFY2(
                error.endsWith(
                    QString("Open it as \"Image folder (one sub-folder a class)\": folder:%1.").arg(folder.path())),
                qPrintable(error));
            QCOMPARE(otherKindOf(placeOf(kind + path))->id, std::string("folder"));
        }
        QVERIFY(!otherKindOf(placeOf("folder:" + path)));
        QVERIFY(!otherKindOf(placeOf("mnist:/nowhere")));
    }

    void badSpecs_data() {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << ""
                               << "sample";
        QTest::newRow("unknown kind") << "imagenet:/tmp"
                                      << "one of the kinds";
        QTest::newRow("no folder") << "mnist:"
                                   << "no folder behind the colon";
        QTest::newRow("not there") << "mnist:/nowhere/at all"
                                   << "/nowhere/at all: expected a folder, found nothing at that path";
        QTest::newRow("bare, not there") << "/nowhere"
                                         << "/nowhere: expected a folder or a file, found nothing at that path";
        QTest::newRow("a bare file, not there") << "/nowhere.csv"
                                                << "/nowhere.csv: expected a file, found nothing at that path";
        QTest::newRow("a named file, not there") << "csv:/nowhere"
                                                 << "/nowhere: expected a file, found nothing at that path";
        QTest::newRow("a file") << QString(TENSORLOOM_SOURCE_DIR "/CMakeLists.txt") << "a file";
        QTest::newRow("sample with folder") << "sample:/tmp"
                                            << "needs no folder";
    }
    void badSpecs() {
        QFETCH(QString, spec);
        QFETCH(QString, word);
        const QString error = errorOf(spec.toStdString());
        QVERIFY2(error.contains(word), qPrintable(error));
    }

    void homeIsExpanded() {
        QTemporaryDir home;
        writeMnist(home.path() + "/digits");
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", home.path().toUtf8());
        const DataSet data = openDataSet("mnist:~/digits");
        const DataSet bare = openDataSet("~/digits");
        const auto [kind, path, settings] = placeOf("mnist:~/digits?size=8x8");
        qputenv("HOME", before);
        QCOMPARE(kind->id, std::string("mnist"));
        QCOMPARE(path, home.path().toStdString() + "/digits");
        QCOMPARE(settings.at("size"), std::string("8x8"));
        QCOMPARE(placeOf("/a:b/c").kind, static_cast<const SourceType*>(nullptr));
        QCOMPARE(data.train->size(), 20);
        QCOMPARE(bare.train->size(), 20);
    }

    void unrecognisedFolder() {
        QTemporaryDir folder;
        files::write(folder.path(), "readme.txt", "hello");
        const QString error = errorOf(folder.path().toStdString());
        QVERIFY2(error.contains(folder.path()) && error.contains("sub-folder"), qPrintable(error));
        for (const char* kind : {"NumPy", "CSV", "TFRecord"}) QVERIFY2(error.contains(kind), qPrintable(error));
        // One that lies in it is named.
        QVERIFY(QDir(folder.path()).mkpath("wine"));
        files::write(folder.path(), "wine/train.csv", "a,label\n1,x\n2,y\n");
        const QString within = errorOf(folder.path().toStdString());
        QVERIFY2(within.contains("in its sub-folder wine: open " + folder.path() + "/wine."), qPrintable(within));
    }

    void cancelled() {
        QTemporaryDir folder;
        writeMnist(folder.path());
        std::stop_source stop;
        stop.request_stop();
        OpenOptions options;
        options.stop = stop.get_token();
        QVERIFY_THROWS_EXCEPTION(Error, openDataSet("mnist:" + folder.path().toStdString(), options));
    }
};

QTEST_GUILESS_MAIN(TestSources)

}  // namespace test_sources

#include "test_sources.moc"
