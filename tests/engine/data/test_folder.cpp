// Folders of images: layouts, formats, orders and every kind of broken file, each listed and never lost.
#include <QTest>

#include <cstring>
#include <filesystem>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "data_files.h"
#include "engine/core/error.h"
#include "engine/data/pipeline.h"
#include "engine/data/source.h"

namespace test_folder {

using namespace tl;

class TestFolder : public QObject {
    Q_OBJECT

    static DataSet open(const QString& folder, OpenOptions options = {}) {
        return openDataSet("folder:" + folder.toStdString(), options);
    }
    static QString errorOf(const QString& folder) {
        try {
            open(folder);
        } catch (const Error& e) {
            return QString::fromStdString(e.message().english());
        }
        return {};
    }
    static QString reasonFor(const DataSet& data, const std::string& path) {
        for (const auto& item : data.broken())
            if (item.path == path) return QString::fromStdString(item.reason.english());
        return {};
    }
    static QStringList names(const Source& source) {
        QStringList list;
        for (int64_t i = 0; i < source.size(); ++i) list << QString::fromStdString(source.itemName(i));
        return list;
    }
    static QByteArray colour(int size = 12) { return files::png(size, size, 3, files::gradient()); }

private slots:
    void formats_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("tolerance");
        QTest::newRow("png") << files::png(13, 9, 3, files::gradient()) << 3 << 0;
        QTest::newRow("grey png") << files::png(13, 9, 1, files::gradient()) << 1 << 0;
        QTest::newRow("bmp") << files::bmp(13, 9, files::gradient()) << 3 << 0;
        QTest::newRow("tiff") << files::tiff(13, 9, 3, files::gradient()) << 3 << 0;
        QTest::newRow("grey tiff") << files::tiff(13, 9, 1, files::gradient()) << 1 << 0;
        QTest::newRow("bigtiff") << files::bigTiff(13, 9, 3, files::gradient()) << 3 << 0;
        QTest::newRow("grey bigtiff") << files::bigTiff(13, 9, 1, files::gradient()) << 1 << 0;
        QTest::newRow("gif") << files::gif(13, 9, 3, files::gradient()) << 3 << 0;
        QTest::newRow("grey gif") << files::gif(13, 9, 1, files::gradient()) << 1 << 0;
        QTest::newRow("interlaced gif") << files::gif(13, 9, 3, files::gradient(), true) << 3 << 0;
        QTest::newRow("jpeg") << files::jpeg(13, 9, 3, files::gradient(), 100) << 3 << 40;
        QTest::newRow("grey jpeg") << files::jpeg(13, 9, 1, files::gradient(), 100) << 1 << 6;
    }
    void formats() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, channels);
        QFETCH(int, tolerance);
        QTemporaryDir folder;
        // The name says nothing: content decides.
        files::write(folder.path(), "a/x.jpg", bytes);
        files::write(folder.path(), "b/y", bytes);
        const DataSet data = open(folder.path());
        QVERIFY(data.broken().empty());
        QCOMPARE(data.train->size(), 2);
        QVERIFY(data.shape() == (Shape{channels, 9, 13}));
        const auto value = files::gradient();
        for (int i = 0; i < 2; ++i) {
            Image image;
            data.train->read(i, image);
            QCOMPARE(image.channels, channels);
            int worst = 0;
            for (int y = 0; y < 9; ++y)
                for (int x = 0; x < 13; ++x)
                    for (int c = 0; c < channels; ++c)
                        worst = std::max(worst,
                                         std::abs(image.pixels[size_t((y * 13 + x) * channels + c)] - value(x, y, c)));
            QVERIFY2(worst <= tolerance, qPrintable(QString::number(worst)));
        }
    }

    // Folders in every class, several, and no image beside them: it may be a folder of data sets.
    void classesOfFoldersAlone() {
        QTemporaryDir folder;
        const QByteArray image = files::png(4, 4, 3, files::gradient());
        const auto told = [&] {
            QString all;
            for (const Message& note : open(folder.path()).notes) all += QString::fromStdString(note.english());
            return all.contains("if birds, fish are data sets");
        };
        for (const char* name : {"birds/owl/1.png", "birds/wren/2.png", "fish/eel/3.png"})
            files::write(folder.path(), name, image);
        QVERIFY(!told());  // fish/images/1.png is a way to keep a class
        files::write(folder.path(), "fish/pike/4.png", image);
        QVERIFY(told());
        files::write(folder.path(), "fish/5.png", image);
        QVERIFY(!told());
    }

    // A film's first picture; one smaller than its canvas; cut short; without a picture.
    void gifs() {
        QTemporaryDir folder;
        QByteArray film = files::gif(4, 4, 3, [](int, int, int c) { return c == 0 ? 250 : 10; });
        const QByteArray second = files::gif(4, 4, 3, [](int, int, int) { return 99; });
        film.chop(1);
        film += second.mid(13 + 768);
        files::write(folder.path(), "a/film.gif", film);
        files::write(folder.path(), "a/small.gif", files::gif(2, 3, 3, files::gradient(), false, 4, 4));
        const QByteArray whole = files::gif(40, 40, 3, [](int x, int y, int c) { return (x + y) % 16 * (c + 1); });
        files::write(folder.path(), "a/cut.gif", whole.left(whole.size() / 2));
        files::write(folder.path(), "a/head.gif", whole.left(9));
        files::write(folder.path(), "a/none.gif", whole.left(13 + 768) + ";");
        const DataSet data = open(folder.path());
        QCOMPARE(names(*data.train), (QStringList{"a/film.gif", "a/small.gif"}));
        QVERIFY(data.shape() == (Shape{3, 4, 4}));
        Image image;
        data.train->read(0, image);
        QCOMPARE(int(image.pixels[0]), 250);
        data.train->read(1, image);
        QCOMPARE(image.width, 4);
        QCOMPARE(int(image.pixels[3]), files::gradient()(1, 0, 0));
        QCOMPARE(int(image.pixels[9]), 0);  // right of the picture
        QCOMPARE(int(image.pixels[4 * 4 * 3 - 1]), 0);
        QVERIFY2(reasonFor(data, "a/cut.gif").contains("cut short"), qPrintable(reasonFor(data, "a/cut.gif")));
        QVERIFY(reasonFor(data, "a/head.gif").contains("cut short"));
        QVERIFY2(reasonFor(data, "a/none.gif").contains("no picture"), qPrintable(reasonFor(data, "a/none.gif")));
    }

    // Nothing but regular files is read; what else is there is told, and nothing waits for it.
    void pipesSocketsAndDevices() {
        QTemporaryDir folder;
        files::write(folder.path(), "a/ok.png", colour());
        const auto path = [&](const char* name) { return (folder.path() + "/a/" + name).toStdString(); };
        QCOMPARE(::mkfifo(path("pipe.png").c_str(), 0600), 0);
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        // A socket's whole path has little room.
        const std::string cwd = std::filesystem::current_path().string();
        std::filesystem::current_path(folder.path().toStdString() + "/a");
        std::strcpy(address.sun_path, "socket.jpg");
        const int bound = ::bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address);
        std::filesystem::current_path(cwd);
        QCOMPARE(bound, 0);
        QCOMPARE(::symlink("/dev/zero", path("zero.png").c_str()), 0);
        const DataSet data = open(folder.path());
        ::close(listening);
        QCOMPARE(names(*data.train), QStringList{"a/ok.png"});
        for (const auto& [file, says] : {std::pair("a/pipe.png", "named pipe"),
                                         {"a/pipe", "named pipe"},
                                         {"a/socket.jpg", "socket"},
                                         {"a/zero.png", "device"}})
            QVERIFY2(reasonFor(data, file).contains(says), qPrintable(reasonFor(data, file)));
        QCOMPARE(data.broken().size(), size_t{4});
        // Also where files are read without having been looked into.
        OpenOptions quick;
        quick.checkImages = false;
        const DataSet unseen = open(folder.path(), quick);
        Image image;
        int broken = 0;
        for (int64_t i = 0; i < unseen.train->size(); ++i) try {
                unseen.train->read(i, image);
            } catch (const Error&) {
                ++broken;
            }
        QCOMPARE(broken, 3);
    }

    void webp() {
        // A 2 by 1 lossless WebP written by hand: signature, size less one (1, 0), no alpha, version 0, no transform,
        // no colour cache, no meta codes, five one-symbol codes: green 200, red 10, blue 30, alpha 255, distance 0.
        QByteArray bits;
        int used = 0;
        const auto put = [&](quint32 value, int count) {
            for (int i = 0; i < count; ++i, ++used) {
                if (used % 8 == 0) bits.append(char(0));
                if (value >> i & 1) bits[used / 8] = static_cast<char>(bits[used / 8] | 1 << used % 8);
            }
        };
        put(0x2F, 8), put(1, 14), put(0, 14), put(0, 1), put(0, 3), put(0, 1), put(0, 1), put(0, 1);
        for (const quint32 symbol : {200u, 10u, 30u, 255u, 0u}) put(1, 1), put(0, 1), put(1, 1), put(symbol, 8);
        put(0, 16);
        if (bits.size() % 2) bits.append(char(0));
        const QByteArray chunk = QByteArray("WEBPVP8L") + files::little<quint32>(quint32(bits.size())) + bits;
        const QByteArray whole = QByteArray("RIFF") + files::little<quint32>(quint32(chunk.size())) + chunk;
        QTemporaryDir folder;
        files::write(folder.path(), "a/ok.webp", whole);
        files::write(folder.path(), "a/cut.webp", whole.left(whole.size() - 4));
        const DataSet data = open(folder.path());
        QVERIFY(data.shape() == (Shape{3, 1, 2}));
        QCOMPARE(data.train->size(), 1);
        Image image;
        data.train->read(0, image);
        const uint8_t expected[] = {10, 200, 30, 10, 200, 30};
        QVERIFY(std::equal(image.pixels.begin(), image.pixels.end(), std::begin(expected), std::end(expected)));
        QVERIFY(reasonFor(data, "a/cut.webp").contains("cut short"));
    }

    void layoutAndOrder() {
        QTemporaryDir folder;
        for (const char* name : {"class 10/img10.png", "class 10/img2.png", "class 10/deep/er.png", "class 9/b.png",
                                 "class 9/A.png", "猫/写真.png", "Ünï/ü.png", "class 9/.hidden.png"})
            files::write(folder.path(), name, colour());
        files::write(folder.path(), ".git/x.png", colour());
        const DataSet data = open(folder.path());
        QCOMPARE(data.train->classNames(), (std::vector<std::string>{"class 9", "class 10", "Ünï", "猫"}));
        QCOMPARE(names(*data.train),
                 (QStringList{"class 9/A.png", "class 9/b.png", "class 10/img2.png", "class 10/img10.png",
                              "class 10/deep/er.png", "Ünï/ü.png", "猫/写真.png"}));
        QCOMPARE(data.train->label(0), 0);
        QCOMPARE(data.train->label(6), 3);
        Image image;
        data.train->read(6, image);
        QCOMPARE(image.width, 12);
        QVERIFY(openDataSet(folder.path().toStdString()).spec.starts_with("folder:"));
    }

    void splits_data() {
        QTest::addColumn<QStringList>("folders");
        QTest::addColumn<int>("validation");  // -1 = none
        QTest::addColumn<int>("test");
        QTest::newRow("train, val, test") << QStringList{"train", "val", "test"} << 1 << 1;
        QTest::newRow("Training, Validation") << QStringList{"Training", "Validation"} << 1 << -1;
        QTest::newRow("train, valid") << QStringList{"train", "valid"} << 1 << -1;
        QTest::newRow("train, test") << QStringList{"train", "test"} << -1 << 1;
        QTest::newRow("train") << QStringList{"train"} << -1 << -1;
    }
    void splits() {
        QFETCH(QStringList, folders);
        QFETCH(int, validation);
        QFETCH(int, test);
        QTemporaryDir folder;
        for (const QString& split : folders)
            for (const char* name : {"cat", "dog"})
                for (int i = 0; i < (split.startsWith("train", Qt::CaseInsensitive) ? 10 : 1); ++i)
                    files::write(folder.path(), split + "/" + name + "/" + QString::number(i) + ".png", colour());
        DataSet data = open(folder.path());
        QCOMPARE(data.train->size(), 20);
        QCOMPARE(data.classes(), 2);
        QCOMPARE(bool(data.validation), validation > 0);
        QCOMPARE(bool(data.test), test > 0);
        if (data.test) QCOMPARE(data.test->itemName(0), std::string("test/cat/0.png"));
        OpenOptions options;
        options.split.fraction = 0.2;
        data = open(folder.path(), options);
        QCOMPARE(data.train->size(), validation > 0 ? 20 : 16);
        QCOMPARE(data.validation->size(), validation > 0 ? 2 : 4);
    }

    void aClassMayBeCalledTrain() {
        QTemporaryDir folder;
        for (const char* name : {"car/0.png", "train/0.png", "test/0.png"}) files::write(folder.path(), name, colour());
        QCOMPARE(open(folder.path()).classes(), 3);
        QTemporaryDir flat;
        for (const char* name : {"train/0.png", "test/0.png"}) files::write(flat.path(), name, colour());
        QVERIFY(errorOf(flat.path()).contains("sub-folder for each class"));
    }

    void onlyTest() {
        QTemporaryDir folder;
        for (const char* name : {"test/a/0.png", "test/b/0.png"}) files::write(folder.path(), name, colour());
        const DataSet data = open(folder.path());
        QCOMPARE(data.train->size(), 0);
        QCOMPARE(data.test->size(), 2);
        QCOMPARE(data.classes(), 2);
        QVERIFY(data.shape() == (Shape{3, 12, 12}));
        QCOMPARE(data.notes.size(), size_t{1});
        QVERIFY_THROWS_EXCEPTION(Error, Pipeline(data.train).iterate());
    }

    void strangeClassInTest() {
        QTemporaryDir folder;
        for (const char* name : {"train/a/0.png", "train/b/0.png", "test/b/0.png", "test/typo/0.png"})
            files::write(folder.path(), name, colour());
        const DataSet data = open(folder.path());
        QCOMPARE(data.classes(), 2);
        QCOMPARE(data.test->size(), 1);
        QCOMPARE(data.test->label(0), 1);
        QVERIFY(reasonFor(data, "test/typo").contains("no class of this name"));
    }

    void greyOnlyWhenAllAre() {
        QTemporaryDir folder;
        files::write(folder.path(), "a/0.png", files::png(8, 8, 1, files::gradient()));
        files::write(folder.path(), "b/0.jpg", files::jpeg(8, 8, 1, files::gradient()));
        QVERIFY(open(folder.path()).shape() == (Shape{1, 8, 8}));
        files::write(folder.path(), "b/1.png", files::png(8, 8, 3, files::gradient()));
        const DataSet data = open(folder.path());
        QVERIFY(data.shape() == (Shape{3, 8, 8}));
        Image image;
        data.train->read(0, image);
        QCOMPARE(image.channels, 3);
        QCOMPARE(int(image.pixels[3 * 9 + 1]), 8);
    }

    void mostCommonSize() {
        QTemporaryDir folder;
        for (int i = 0; i < 5; ++i)
            files::write(folder.path(), QString("a/%1.png").arg(i),
                         files::png(i < 3 ? 10 : 20 + i, 6, 3, files::gradient()));
        QVERIFY(open(folder.path()).shape() == (Shape{3, 6, 10}));
        OpenOptions quick;
        quick.checkImages = false;
        const DataSet data = open(folder.path(), quick);
        QCOMPARE(data.train->size(), 5);
        QVERIFY(data.shape() == (Shape{3, 6, 10}));
    }

    void brokenFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        const QByteArray jpeg = files::jpeg(64, 48, 3, files::gradient()),
                         png = files::png(64, 48, 3, files::gradient());
        QTest::newRow("truncated jpeg") << "x.jpg" << jpeg.left(jpeg.size() / 2) << "cut short";
        QTest::newRow("jpeg without its last bytes") << "x.jpg" << jpeg.left(jpeg.size() - 3) << "cut short";
        QTest::newRow("jpeg cut in its header") << "x.jpeg" << jpeg.left(100) << "cut short";
        QByteArray zeroed = jpeg, noisy = jpeg, header = jpeg;
        for (int i = 0; i < 80; ++i) noisy[jpeg.size() / 2 + i] = static_cast<char>(37 * i * i + 11);
        for (qsizetype i = jpeg.size() / 2; i < jpeg.size() - 2; ++i) zeroed[i] = 0;  // a download that never filled up
        header[21] = 7;
        QTest::newRow("jpeg with zeros for its second half") << "x.jpg" << zeroed << "corrupt";
        QTest::newRow("jpeg with noise in it") << "x.jpg" << noisy << "corrupt";
        QTest::newRow("jpeg with a damaged header") << "x.jpg" << header << "corrupt";
        QTest::newRow("jpeg's start only")
            << "x.jpg" << QByteArray("\xFF\xD8\xFF\xE0garbage garbage garbage") << "JPEG";
        QTest::newRow("text as jpeg") << "x.jpg" << QByteArray("this is no picture")
                                      << "no JPEG, PNG, BMP, GIF, WebP or TIFF";
        QTest::newRow("empty") << "x.png" << QByteArray() << "empty";
        QTest::newRow("truncated png") << "x.png" << png.left(png.size() / 2) << "cut short";
        QByteArray flipped = png;
        flipped[png.size() / 2] = static_cast<char>(~flipped[png.size() / 2]);
        QTest::newRow("png with a wrong checksum") << "x.png" << flipped << "checksum";
        const QByteArray bmp = files::bmp(31, 17, files::gradient()), tiff = files::tiff(31, 17, 3, files::gradient());
        QTest::newRow("truncated bmp") << "x.bmp" << bmp.left(bmp.size() - 10) << "cut short";
        QTest::newRow("bmp of as many rows as there can be")
            << "x.bmp" << bmp.left(22) + QByteArray("\0\0\0\x80", 4) + bmp.mid(26) << "cut short";
        const QByteArray bigTiff = files::bigTiff(31, 17, 3, files::gradient());
        QTest::newRow("truncated bigtiff") << "x.tif" << bigTiff.left(bigTiff.size() - 10) << "cut short";
        QTest::newRow("bigtiff's start only") << "x.tif" << bigTiff.left(20) << "cut short";
        QTest::newRow("truncated tiff") << "x.tif" << tiff.left(tiff.size() - 10) << "cut short";
        QTest::newRow("tiff's start only") << "x.tiff" << tiff.left(9) << "cut short";
        QTest::newRow("gif") << "x.gif" << QByteArray("GIF89a........") << "GIF";
        QTest::newRow("absurd size") << "x.png"
                                     << QByteArray("\x89PNG\r\n\x1a\n", 8) +
                                            files::png(1, 1, 1, files::gradient()).mid(8, 8) + QByteArray(8, '\x7f') +
                                            png.mid(24)
                                     << "PNG";
    }
    void brokenFiles() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, word);
        QTemporaryDir folder;
        files::write(folder.path(), "good/0.png", colour());
        files::write(folder.path(), "good/" + name, bytes);
        const DataSet data = open(folder.path());
        QCOMPARE(data.train->size(), 1);
        QCOMPARE(data.broken().size(), size_t{1});
        const QString reason = reasonFor(data, "good/" + name.toStdString());
        QVERIFY2(reason.contains(word), qPrintable(reason));
        QVERIFY(reason.endsWith('.'));

        // Without looking at opening, reading says the same, and a pipeline leaves it out.
        OpenOptions quick;
        quick.checkImages = false;
        if (name == "x.gif") return;  // names decide then
        const DataSet unchecked = open(folder.path(), quick);
        QCOMPARE(unchecked.train->size(), 2);
        auto iterator = Pipeline(unchecked.train).resize({3, 12, 12}).repeat(2).batch(2).iterate();
        Batch batch;
        QVERIFY(iterator.next(batch));
        QCOMPARE(batch.count(), 1);
        QCOMPARE(batch.indices, std::vector<int64_t>{0});
        auto broken = iterator.takeBroken();
        QCOMPARE(broken.size(), size_t{1});
        QCOMPARE(broken[0].path, "good/" + name.toStdString());
        QVERIFY(iterator.next(batch));
        QVERIFY(iterator.takeBroken().empty());  // once
    }

    void largeFilesAreLookedAtToo() {
        QTemporaryDir folder;
        const auto noise = [](int x, int y, int c) { return (x * 7919 + y * 104729 + c * 31 + x * y * 13) & 255; };
        const QByteArray jpeg = files::jpeg(700, 600, 3, noise, 98), png = files::png(900, 500, 3, noise);
        QVERIFY(jpeg.size() > 300000);
        files::write(folder.path(), "a/0.jpg", jpeg);
        files::write(folder.path(), "a/1.jpg", jpeg.left(jpeg.size() - 5000));
        files::write(folder.path(), "a/2.jpg", jpeg + QByteArray(6000, 'x'));  // a camera's trailer
        files::write(folder.path(), "a/3.png", png);
        const DataSet data = open(folder.path());
        QCOMPARE(data.broken().size(), size_t{1});
        QVERIFY(reasonFor(data, "a/1.jpg").contains("cut short"));
        QCOMPARE(data.train->size(), 3);
    }

    void emptyAndForeignFolders() {
        QTemporaryDir folder;
        files::write(folder.path(), "a/0.png", colour());
        files::write(folder.path(), "a/notes.txt", "text");
        files::write(folder.path(), "a/Thumbs.db", "text");
        files::write(folder.path(), "readme.md", "text");
        files::write(folder.path(), "docs/only.txt", "text");
        QDir(folder.path()).mkdir("empty");
        const DataSet data = open(folder.path());
        QCOMPARE(data.train->classNames(), (std::vector<std::string>{"a", "docs", "empty"}));
        QCOMPARE(data.train->size(), 1);
        QVERIFY(reasonFor(data, "empty").contains("empty"));
        QVERIFY(reasonFor(data, "docs").contains("no image"));
        QCOMPARE(data.broken().size(), size_t{2});
        QCOMPARE(data.notes.size(), size_t{1});
        QVERIFY2(data.notes[0].english().starts_with("4 files"), data.notes[0].english().c_str());
    }

    void nothingToRead() {
        QTemporaryDir folder;
        QVERIFY(errorOf(folder.path()).contains("no sub-folder"));
        files::write(folder.path(), "a/0.jpg", "no picture");
        const QString error = errorOf(folder.path());
        QVERIFY2(error.contains("no image that can be read") && error.contains("a/0.jpg"), qPrintable(error));
    }

    void noPermission() {
        QTemporaryDir folder;
        ::chmod(folder.path().toUtf8(), 0755);
        files::write(folder.path(), "set/a/0.png", colour());
        files::write(folder.path(), "set/a/1.png", colour());
        files::write(folder.path(), "set/b/0.png", colour());
        const QString set = folder.filePath("set");
        // root may read everything: be nobody for a while.
        const bool root = ::geteuid() == 0;
        if (root && ::seteuid(65534) != 0) QSKIP("cannot give up root's rights");
        const auto asRoot = [&](const QString& path, mode_t mode) {
            if (root) (void)!::seteuid(0);
            ::chmod(path.toUtf8(), mode);
            if (root) (void)!::seteuid(65534);
        };
        asRoot(set + "/a/1.png", 0);
        const DataSet data = open(set);
        const QString reason = reasonFor(data, "a/1.png");
        asRoot(set + "/b", 0);
        const QString inner = errorOf(set);
        asRoot(set, 0);
        const QString outer = errorOf(set);
        asRoot(set, 0755);
        asRoot(set + "/b", 0755);
        if (root) (void)!::seteuid(0);
        QVERIFY2(reason.contains("permission"), qPrintable(reason));
        QVERIFY2(inner.contains(set + "/b") && inner.contains("permission"), qPrintable(inner));
        QVERIFY2(outer.contains(set) && outer.contains("permission"), qPrintable(outer));
        QCOMPARE(data.train->size(), 2);
    }

    void fileGoneAfterOpening() {
        QTemporaryDir folder;
        for (int i = 0; i < 3; ++i) files::write(folder.path(), QString("a/%1.png").arg(i), colour());
        const DataSet data = open(folder.path());
        QFile::remove(folder.filePath("a/1.png"));
        auto iterator = Pipeline(data.train).batch(8).iterate();
        Batch batch;
        QVERIFY(iterator.next(batch));
        QCOMPARE(batch.indices, (std::vector<int64_t>{0, 2}));
        QVERIFY(iterator.takeBroken()[0].reason.english().find("no longer there") != std::string::npos);
    }

    void linksInACircle() {
        QTemporaryDir folder;
        files::write(folder.path(), "a/0.png", colour());
        QVERIFY(QFile::link(folder.filePath("a"), folder.filePath("a/again")));
        QCOMPARE(open(folder.path()).train->size(), 1);
    }

    void progressAndCancel() {
        QTemporaryDir folder;
        for (int i = 0; i < 200; ++i) files::write(folder.path(), QString("a/%1.png").arg(i), colour());
        OpenOptions options;
        std::stop_source stop;
        int calls = 0;
        options.stop = stop.get_token();
        options.progress = [&](double, const Message&) {
            if (++calls == 1) stop.request_stop();
        };
        QVERIFY_THROWS_EXCEPTION(Error, open(folder.path(), options));
        QCOMPARE(calls, 1);
        options.stop = {};
        calls = 1;
        QCOMPARE(open(folder.path(), options).train->size(), 200);
        QVERIFY(calls > 2);
    }
};

QTEST_GUILESS_MAIN(TestFolder)

}  // namespace test_folder

#include "test_folder.moc"
