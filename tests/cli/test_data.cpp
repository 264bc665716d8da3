// Data sets on the command line: files of numbers and records trained on, described and converted; bad ones told in a
// sentence with exit code 2.
#include <QtTest>

#include "cli.h"

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

    void sentences_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("no file") << QStringList{"describe", "--data", "csv:/nowhere.csv"} << "/nowhere.csv";
        QTest::newRow("no pattern") << QStringList{"describe", "--data", "tfrecord:/nowhere-*.x"} << "nowhere-*";
        QTest::newRow("setting") << QStringList{"describe", "--data", "csv:kinds.csv?lable=x"} << "lable";
        QTest::newRow("settings of a folder")
            << QStringList{"describe", "--data", "folder:.?x=1"} << "it has no settings";
        QTest::newRow("another file") << QStringList{"describe", "--data", "./odd.bin"} << ".csv";
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
        const Ran ran = run(arguments, folder_.path());
        QVERIFY2(ran.code == 2 || ran.code == 3, qPrintable(QString::number(ran.code)));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
};

QTEST_GUILESS_MAIN(TestData)
#include "test_data.moc"
