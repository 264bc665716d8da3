// Data sets on the command line: files of numbers and records trained on, described and converted; bad ones told in a
// sentence with exit code 2.
#include <QtTest>

#include "cli.h"
#include "tests/engine/data/data_files.h"

namespace test_data {

using namespace tl::test;

class TestData : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

private slots:
    void initTestCase() {
        QByteArray csv = "x,y,kind\n";
        for (int i = 0; i < 300; ++i)
            csv += QByteArray::number(i % 17) + "," + QByteArray::number((i * 7) % 23) + "," +
                   (i % 17 > 8 ? "high" : "low") + "\n";
        write("kinds.csv", csv);
    }

    void trainOnCsv() {
        const Ran ran = run({"train", "--template", "mlp", "--data", "csv:kinds.csv?scale=standard", "--epochs", "8",
                             "--val-fraction", "0.2", "--threads", "1", "--json", "--out", path("run")},
                            folder_.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        const Ran eval = run({"eval", path("run"), "--json"}, "/");
        QVERIFY2(eval.code == 0, qPrintable(eval.err));  // the path in the run does not depend on the folder
        const Ran described = run({"describe", path("run"), "--json"});
        QCOMPARE(described.code, 0);
        QCOMPARE(described.objects[0]["input"].get<std::vector<int>>(), std::vector<int>{2});
    }

    void describe() {
        const Ran ran = run({"describe", "--data", path("kinds.csv")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY2(ran.out.contains("300 rows") && ran.out.contains("Column") && ran.out.contains("Duplicates"),
                 qPrintable(ran.out));
        const Ran object = run({"describe", "--data", path("kinds.csv"), "--json"});
        QCOMPARE(object.objects.size(), size_t{1});
        const auto& told = object.objects[0];
        QCOMPARE(told["columns"].size(), size_t{2});
        QCOMPARE(told["columns"][0]["maximum"].get<double>(), 16.0);
        QCOMPARE(told["class_counts"], (nlohmann::json{138, 162}));
        const Ran sample = run({"describe", "--data", "sample", "--json"});
        QCOMPARE(sample.objects[0]["splits"]["test"].get<int>(), 2000);
        QCOMPARE(sample.objects[0]["duplicates"].size(), size_t{0});
    }

    void convertAndTrainAgain() {
        const Ran ran =
            run({"convert-data", "--data", path("kinds.csv"), "--val-fraction", "0.1", "--out", path("records")});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY(QFile::exists(path("records/train.tfrecord")) && QFile::exists(path("records/validation.tfrecord")));
        const Ran told = run({"describe", "--data", "tfrecord:" + path("records/*.tfrecord"), "--json"});
        QVERIFY2(told.code == 0, qPrintable(told.err));
        QCOMPARE(told.objects[0]["splits"]["train"].get<int>(), 270);
        QCOMPARE(told.objects[0]["splits"]["validation"].get<int>(), 30);
        QCOMPARE(told.objects[0]["class_names"], (nlohmann::json{"high", "low"}));
    }

    // Photos of any size: told, trained at the size that was asked for, evaluated and predicted at the same.
    void photosOfAnySize() {
        for (int i = 0; i < 12; ++i) {
            const int width = 20 + 3 * i, height = 50 - 2 * i;
            for (const char* kind : {"dark", "light"}) {
                const int light = kind[0] == 'd' ? 20 : 220;
                files::write(
                    path("photos"), QStringLiteral("%1/%2.png").arg(QLatin1String(kind)).arg(i),
                    files::png(width, height, 3, [&](int, int, int c) { return light + i + 10 * c - (c == 0); }));
            }
        }
        const Ran told = run({"describe", "--data", path("photos")});
        QVERIFY2(told.err.contains("from 20×28 to 53×50 pixels") && told.err.contains("?size="), qPrintable(told.err));
        const QString sized = path("photos") + "?size=16x12&resize=fill";
        const Ran described = run({"describe", "--data", sized, "--json"});
        QCOMPARE(described.objects[0]["shape"].get<std::vector<int>>(), (std::vector<int>{3, 12, 16}));
        QVERIFY2(!described.err.contains("pixels and are"), qPrintable(described.err));
        const Ran trained = run({"train", "--template", "mlp", "--data", sized, "--epochs", "2", "--batch", "8",
                                 "--optimizer", "adam", "--json", "--out", path("photo-run")});
        QVERIFY2(trained.code == 0, qPrintable(trained.err));
        // Another folder is brought to the size that the run was trained on, in the same way.
        const Ran eval = run({"eval", path("photo-run"), "--data", path("photos"), "--split", "train", "--json"});
        QVERIFY2(eval.code == 0, qPrintable(eval.err));
        const Ran own = run({"eval", path("photo-run"), "--split", "train", "--json"});
        QCOMPARE(eval.objects[0]["loss"].get<double>(), own.objects[0]["loss"].get<double>());
        const Ran predicted = run({"predict", path("photo-run"), path("photos/light/3.png"), "--json"});
        QVERIFY2(predicted.code == 0, qPrintable(predicted.err));
        const Ran listed = run({"predict", path("photo-run"), "--split", "train", "--count", "24", "--json"});
        bool same = false;
        for (const auto& each : listed.objects)
            if (each["item"].get<std::string>().ends_with("light/3.png"))
                same = each["scores"] == predicted.objects[0]["scores"];
        QVERIFY2(same, qPrintable(predicted.out));
    }

    void sentences_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("no file") << QStringList{"describe", "--data", "csv:/nowhere.csv"} << "/nowhere.csv";
        QTest::newRow("no pattern") << QStringList{"describe", "--data", "tfrecord:/nowhere-*.x"} << "nowhere-*";
        QTest::newRow("setting") << QStringList{"describe", "--data", "csv:kinds.csv?lable=x"} << "lable";
        QTest::newRow("settings of a folder")
            << QStringList{"describe", "--data", "folder:.?x=1"} << "size, resize, filter";
        QTest::newRow("another file") << QStringList{"describe", "--data", "./odd.bin"} << ".csv";
        QTest::newRow("a text") << QStringList{"describe", "--data", "./words"} << "a text";
        QTest::newRow("a script") << QStringList{"describe", "--data", "./train.py"} << "a Python script";
        QTest::newRow("a project") << QStringList{"train", "--template", "mlp", "--data", "./mine.tlm"}
                                   << "a Tensorloom project";
        QTest::newRow("a script as a project") << QStringList{"train", "./train.py"} << "it is a Python script";
        QTest::newRow("no archive") << QStringList{"describe", "--data", "npz:odd.npz"} << "npz";
        QTest::newRow("no records") << QStringList{"describe", "--data", "tfrecord:odd.bin"} << "TFRecord";
        QTest::newRow("augmented rows") << QStringList{"train",         "--template", "mlp", "--data",
                                                       "csv:kinds.csv", "--augment",  "flip"}
                                        << "Switch augmentation off";
        QTest::newRow("nowhere to write")
            << QStringList{"convert-data", "--data", "sample", "--out", "/proc/x"} << "/proc/x";
    }
    void sentences() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        write("odd.bin", "this is no data set");
        write("odd.npz", "nor is this");
        write("words", "nor this");
        write("train.py", "import torch\n");
        write("mine.tlm", R"({"format": "tensorloom-project", "version": 1})");
        const Ran ran = run(arguments, folder_.path());
        QVERIFY2(ran.code == 2 || ran.code == 3, qPrintable(QString::number(ran.code)));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
};

QTEST_GUILESS_MAIN(TestData)

}  // namespace test_data

#include "test_data.moc"
