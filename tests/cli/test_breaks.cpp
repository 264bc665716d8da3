// `tensorloom train --break`: stops and looks as objects, words on the standard input, and what a run that ends in nan
// says.
#include <QTemporaryDir>
#include <QtTest>

#include "cli.h"

using namespace tl::test;

namespace {

Ran stopped(const QStringList& arguments, const QByteArray& words) {
    QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(TENSORLOOM_CLI, QStringList{"train", "--template", "lenet", "--data", "sample", "--epochs", "1",
                                              "--out", "run", "--json"} +
                                      arguments);
    process.write(words);
    process.closeWriteChannel();
    Ran ran;
    if (!process.waitForFinished(120000)) {
        process.kill();
        process.waitForFinished();
    }
    collect(ran, process);
    return ran;
}

}  // namespace

class TestBreaks : public QObject {
    Q_OBJECT
private slots:
    void wordsStepTheRun() {
        const Ran ran =
            stopped({"--break", "before conv_2 at step 2"}, "look conv_2/kernel\nop\nlayer\nphase\nstep\nstop\n");
        QCOMPARE(ran.code, 130);
        const auto stops = ran.all("stop");
        QCOMPARE(stops.size(), size_t{5});
        QCOMPARE(stops[0].at("name"), "conv_2");
        QCOMPARE(stops[0].at("side"), "before");
        QCOMPARE(stops[0].at("step"), 2);
        QCOMPARE(stops[0].at("why"), "before conv_2 at step 2");
        QCOMPARE(stops[1].at("side"), "after");
        QCOMPARE(stops[1].at("op"), "Conv2D");
        QCOMPARE(stops[2].at("layer"), "conv_2");
        QCOMPARE(stops[2].at("op"), "Activation");
        QCOMPARE(stops[3].at("phase"), "forward");
        QCOMPARE(stops[4].at("step"), 3);
        bool made = false, later = false;
        for (const auto& value : stops[1].at("values")) {
            made |= value.at("role") == "output" && value.contains("statistics");
            later |= value.at("role") == "gradient" && !value.contains("statistics");
        }
        QVERIFY(made && later);
        const auto look = ran.last("look");
        QCOMPARE(look.at("name"), "conv_2/kernel");
        QCOMPARE(look.at("numbers").size(), size_t{2400});
        QCOMPARE(ran.last("end").at("step"), 3);
    }

    // Nobody is there to say how to go on: it tells where it would stand, and goes on.
    void withoutWordsItGoesOn() {
        const Ran ran = stopped({"--break", "at step 2", "--break", "when step == 4 and loss > 0"}, {});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.all("stop").size(), size_t{2});
        QVERIFY2(QString::fromStdString(ran.all("stop")[1].at("why")).contains("loss is"), qPrintable(ran.out));
    }

    void wrongWordsAreToldBeforeItRuns() {
        const Ran ran = stopped({"--break", "before"}, {});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("a layer"), qPrintable(ran.err));
        QVERIFY(ran.all("step").empty());
    }

    // `tensorloom ask`, of a run that another terminal trains.
    void askedFromElsewhere() {
        QTemporaryDir folder;
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(TENSORLOOM_CLI, {"train", "--template", "lenet", "--data", "sample", "--epochs", "100000",
                                       "--out", "run", "--json"});
        const auto ask = [&](const QStringList& words) {
            return run(QStringList{"ask", folder.filePath("run")} + words);
        };
        QByteArray said;
        QVERIFY(QTest::qWaitFor(
            [&] {
                process.waitForReadyRead(50);
                said += process.readAllStandardOutput();
                return said.contains("\"step\"");
            },
            60000));
        QCOMPARE(ask({"watch", "conv_1/kernel:histogram:1"}).code, 0);
        QCOMPARE(ask({"learning_rate", "0.005"}).code, 0);
        for (const QStringList& wrong : {QStringList{"dance"}, {"learning_rate", "much"}, {"watch", "input:foo"}})
            QCOMPARE(ask(wrong).code, 2);
        QTRY_VERIFY_WITH_TIMEOUT(QDir(folder.filePath("run")).exists("journal.bin"), 60000);
        QCOMPARE(ask({"stop"}).code, 0);
        QVERIFY(process.waitForFinished(120000));
        QCOMPARE(process.exitCode(), 130);
        said += process.readAllStandardOutput();
        QVERIFY(said.contains("0.005"));
        const Ran late = ask({"pause"});
        QCOMPARE(late.code, 2);
        QVERIFY2(late.err.contains("No program trains"), qPrintable(late.err));
    }

    void nanNamesItsOpAndInputs() {
        const Ran ran = stopped({"--lr", "1e20"}, {});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("from finite inputs: ") && ran.err.contains(" from -"), qPrintable(ran.err));
        const Ran stands = stopped({"--lr", "1e20", "--break", "at step 100000"}, "stop\n");
        QCOMPARE(stands.code, 3);
        QCOMPARE(stands.all("stop").size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestBreaks)
#include "test_breaks.moc"
