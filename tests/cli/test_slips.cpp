// What people get wrong on a command line, told at once: names that are a letter or two off beside those that were
// meant, and files that cannot be written before the work that they are to hold.
#include <QTemporaryDir>
#include <QtTest>

#include "cli.h"

namespace test_slips {

using namespace tl::test;

class TestSlips : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private slots:
    void names_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("meant");  // none is near: empty
        const QStringList train{"train", "--template", "mlp", "--data", "sample"};
        QTest::newRow("command") << QStringList{"trian"} << "train";
        QTest::newRow("option") << QStringList{"train", "--epoch", "1", "--template", "mlp"} << "--epochs";
        QTest::newRow("option with its value") << QStringList{"train", "--val_fraction=0.1"} << "--val-fraction";
        QTest::newRow("template") << QStringList{"train", "--template", "lenett", "--data", "sample"} << "lenet";
        QTest::newRow("optimizer") << train + QStringList{"--optimizer", "admaw"} << "adamw";
        QTest::newRow("schedule") << train + QStringList{"--schedule", "Cosin"} << "cosine";
        QTest::newRow("callback") << train + QStringList{"--callback", "EarlyStoping"} << "early_stopping";
        QTest::newRow("augmentation") << train + QStringList{"--augment", "filp"} << "flip";
        QTest::newRow("layer") << train + QStringList{"--set", "dense1.units=9"} << "dense_1";
        QTest::newRow("property of a layer") << train + QStringList{"--set", "dense_1.unit=9"} << "units";
        QTest::newRow("property of an optimizer") << train + QStringList{"--optimizer-set", "beta1=0.8"} << "beta_1";
        QTest::newRow("split") << QStringList{"eval", "run", "--split", "tset"} << "test";
        QTest::newRow("op") << QStringList{"verify", "--only", "softmax"} << "Softmax";
        QTest::newRow("no command") << QStringList{"fly"} << "";
        QTest::newRow("no option") << QStringList{"train", "--fast"} << "";
        QTest::newRow("no optimizer") << train + QStringList{"--optimizer", "magic"} << "";
        QTest::newRow("another network") << QStringList{"train", "--template", "alexnet", "--data", "sample"} << "";
    }
    void names() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, meant);
        const Ran ran = run(arguments, folder_.path());
        QVERIFY(ran.code == 1 || ran.code == 2);
        const QString asked = meant.isEmpty() ? QStringLiteral("Did you mean") : "Did you mean " + meant + "?";
        QVERIFY2(ran.err.contains(asked) != meant.isEmpty(), qPrintable(ran.err));
    }

    void reportsThatCannotBeWritten_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("no such folder") << "/nowhere/report.json";
        QTest::newRow("a folder") << folder_.path();
        QTest::newRow("a file as the folder") << QStringLiteral(TENSORLOOM_CLI "/report.json");
    }
    void reportsThatCannotBeWritten() {
        QFETCH(QString, file);
        const Ran ran = run({"verify", "--only", "Add", "--json", "--report", file});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(file + "\" cannot be written"), qPrintable(ran.err));
        QVERIFY2(ran.out.isEmpty(), qPrintable(ran.out));  // nothing was checked
    }

    void reports() {
        const QString name = QStringLiteral("report.json");
        for (int i = 0; i < 2; ++i) {  // where none is yet, and in the place of one
            const Ran ran = run({"verify", "--only", "Add", "--report", name}, folder_.path());
            QVERIFY2(ran.code == 0, qPrintable(ran.err));
            QVERIFY(QFile::exists(folder_.filePath(name)));
        }
        // Of the processor's benchmark there is none: said, not passed over.
        const Ran none = run({"bench", "--only", "mlp-32", "--seconds", "0.1", "--report", name}, folder_.path());
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("--report goes only with --device"), qPrintable(none.err));
    }
};

QTEST_GUILESS_MAIN(TestSlips)

}  // namespace test_slips

#include "test_slips.moc"
