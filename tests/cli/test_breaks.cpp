// `tensorloom train --break`: stops and looks as objects, words on the standard input, and what a run that ends in nan
// says.
#include <QTemporaryDir>
#include <QtTest>

#include "cli.h"

namespace test_breaks {

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
            120000));
        QCOMPARE(ask({"watch", "conv_1/kernel:histogram:1"}).code, 0);
        QCOMPARE(ask({"learning_rate", "0.005"}).code, 0);
        for (const QStringList& wrong : {QStringList{"dance"}, {"learning_rate", "much"}, {"watch", "input:foo"}})
            QCOMPARE(ask(wrong).code, 2);
        QTRY_VERIFY(QDir(folder.filePath("run")).exists("journal.bin"));
        QCOMPARE(ask({"stop"}).code, 0);
        QVERIFY(process.waitForFinished(120000));
        QCOMPARE(process.exitCode(), 130);
        said += process.readAllStandardOutput();
        QVERIFY(said.contains("0.005"));
        const Ran late = ask({"pause"});
        QCOMPARE(late.code, 2);
        QVERIFY2(late.err.contains("No program trains"), qPrintable(late.err));
    }

    // A condition of what is not finite stands behind the op that made it, with the numbers that it has; gone on from
    // there, the run ends in nan and stands at the first such op. Of values of which none is finite nothing is made up.
    void itStandsWhereAValueIsNotFinite() {
        const QString condition = QStringLiteral("when nonfinite(conv_2/output)");
        const Ran ran = stopped({"--lr", "1e20", "--break", condition}, "go\nstop\n");
        QCOMPARE(ran.code, 3);
        const auto stops = ran.all("stop");
        QCOMPARE(stops.size(), size_t{2});
        QCOMPARE(stops[0].at("step"), 2);
        QCOMPARE(stops[0].at("layer"), "conv_2");
        QCOMPARE(stops[0].at("side"), "after");
        const auto valueOf = [](const auto& stop, const char* name) {
            for (const auto& value : stop.at("values"))
                if (value.at("name") == name) return value.at("statistics");
            return nlohmann::json();
        };
        const auto output = valueOf(stops[0], "conv_2/output"), product = valueOf(stops[0], "conv_2/conv2d");
        const auto count = output.at("nonfinite").template get<int64_t>();
        QVERIFY(count > 0 && count < output.at("count").template get<int64_t>());
        QCOMPARE(QString::fromStdString(stops[0].at("why")),
                 QStringLiteral("%1: nonfinite(conv_2/output) is %2").arg(condition).arg(count));
        QCOMPARE(product.at("nonfinite"), product.at("count"));
        QVERIFY(output.contains("max") && !product.contains("max"));
        QCOMPARE(stops[1].at("op"), "Conv2D");
        QVERIFY(QString::fromStdString(stops[1].at("why")).contains(QStringLiteral("from finite inputs")));
        // In words, as on a terminal.
        QTemporaryDir folder;
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(TENSORLOOM_CLI, {"train", "--template", "lenet", "--data", "sample", "--epochs", "1", "--out",
                                       "run", "--lr", "1e20", "--break", "when nonfinite(*)"});
        process.write("stop\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(120000));
        const QString said = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(said.contains(QStringLiteral("Stands after conv_2 (Conv2D, forward), step 2: ")), qPrintable(said));
        const auto lines = said.split(QLatin1Char('\n'));
        const auto made = std::ranges::find_if(lines, [](const QString& line) {
            return line.startsWith(QStringLiteral("conv_2/conv2d ")) && line.contains(QStringLiteral("output"));
        });
        QVERIFY(made != lines.end());
        QVERIFY2(made->contains(QStringLiteral("–")) && made->endsWith(QStringLiteral("51,200")), qPrintable(*made));
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

}  // namespace test_breaks

#include "test_breaks.moc"
