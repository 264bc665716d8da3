// The command line speaks the terminal's language: help, progress and the engine's errors; what programs read does not
// change.
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli.h"

namespace test_words {

using namespace tl::test;

class TestWords : public QObject {
    Q_OBJECT
    static Ran in(const QString& locale, const QStringList& arguments) { return run(arguments, {}, 300, locale); }

private slots:
    void helpAndErrors() {
        const Ran help = in(QStringLiteral("zh_CN.UTF-8"), {"train", "--help"});
        QVERIFY2(help.out.contains(QStringLiteral("每步样本数")), qPrintable(help.out));  // of the program itself
        QVERIFY2(help.out.contains(QStringLiteral("把所有梯度一起缩短到这一长度")),
                 qPrintable(help.out));                                   // of the engine
        QVERIFY(help.out.contains(QStringLiteral("--global-clipnorm")));  // a name
        const Ran wrong = in(QStringLiteral("zh_CN.UTF-8"), {"describe", "--template", "nosuch"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains(QStringLiteral("没有模板“nosuch”。")), qPrintable(wrong.err));
    }

    void otherLocales_data() {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<bool>("chinese");
        QTest::newRow("Singapore") << "zh_SG.UTF-8" << true;
        QTest::newRow("small letters") << "zh_CN.utf-8" << true;
        QTest::newRow("no UTF-8") << "zh_CN.GB18030" << false;
        QTest::newRow("traditional") << "zh_TW.UTF-8" << false;
        QTest::newRow("not translated") << "de_DE.UTF-8" << false;
        QTest::newRow("none") << "C" << false;
    }
    void otherLocales() {
        QFETCH(QString, locale);
        const Ran wrong = in(locale, {"describe", "--template", "nosuch"});
        QTEST(wrong.err.contains(QStringLiteral("没有模板")), "chinese");
        QCOMPARE(wrong.err.contains(QStringLiteral("There is no template")),
                 !wrong.err.contains(QStringLiteral("没有模板")));
    }

    void objectsStayEnglish() {
        const QStringList arguments{"describe", "--template", "lenet", "--data", "sample", "--json"};
        const Ran chinese = in(QStringLiteral("zh_CN.UTF-8"), arguments), english = in(QStringLiteral("C"), arguments);
        QCOMPARE(chinese.code, 0);
        QCOMPARE(chinese.out, english.out);
    }

    // Every line of a training's talk.
    void training() {
        QTemporaryDir folder;
        const Ran ran =
            in(QStringLiteral("zh_CN.UTF-8"), {"train", "--template", "linear", "--data", "sample", "--epochs", "1",
                                               "--out", folder.filePath(QStringLiteral("run"))});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        for (const QString& said :
             {QStringLiteral("个参数"), QStringLiteral("运行文件夹："), QStringLiteral("第 1/1 轮"),
              QStringLiteral("样本/秒"), QStringLiteral("完成。权重在")})
            QVERIFY2(ran.out.contains(said), qPrintable(said + QStringLiteral(" / ") + ran.out));
    }
};

QTEST_GUILESS_MAIN(TestWords)

}  // namespace test_words

#include "test_words.moc"
