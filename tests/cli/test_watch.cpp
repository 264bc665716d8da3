// `train --watch` and `watch` as a person or a script runs them: what is watched is in the event files, and a line
// tells of each tag.
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/cli.h"

namespace test_watch {

using namespace tl::test;

class TestWatch : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString logs_ = folder_.filePath(QStringLiteral("logs"));

    static nlohmann::json lineOf(const Ran& ran, const std::string& run, const std::string& tag) {
        for (const nlohmann::json& line : ran.objects)
            if (line.value("run", "") == run && line.value("tag", "") == tag) return line;
        return {};
    }
private slots:
    void initTestCase() {
        const Ran ran =
            run({"train", "--template", "mlp", "--data", "sample", "--epochs", "1", "--seed", "1", "--batch", "32",
                 "--watch", "dense_1/kernel:histogram:50", "--out", folder_.filePath("run"), "--log-dir", logs_});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
    }

    void aLineForEachTag() {
        const Ran ran = run({"watch", logs_, "--once", "--json"});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.objects.size() > 10);
        for (const nlohmann::json& line : ran.objects) {
            QCOMPARE(line.size(), size_t{7});
            for (const char* key : {"run", "tag", "kind", "count", "first_step", "last_step", "last"})
                QVERIFY2(line.contains(key), key);
        }
        const nlohmann::json loss = lineOf(ran, "train", "loss");
        QCOMPARE(loss["kind"].get<std::string>(), std::string("scalar"));
        const int64_t steps = loss["count"].get<int64_t>();
        QVERIFY(steps > 100);
        QCOMPARE(loss["first_step"].get<int64_t>(), int64_t{1});
        QCOMPARE(loss["last_step"].get<int64_t>(), steps);
        const nlohmann::json epoch = lineOf(ran, "validation", "accuracy");
        QVERIFY(epoch["last"].get<double>() > 0.5);
        QCOMPARE(lineOf(ran, "validation", "confusion_matrix")["kind"].get<std::string>(), std::string("image"));
        QVERIFY(lineOf(ran, "train", "__run_graph__")["last"].is_null());
    }

    // Every fiftieth step, beside the looks that are taken anyway.
    void whatIsWatchedIsThere() {
        const Ran ran = run({"watch", logs_, "--once", "--json"});
        const nlohmann::json kernel = lineOf(ran, "train", "dense_1/kernel");
        QCOMPARE(kernel["kind"].get<std::string>(), std::string("histogram"));
        const int64_t steps = lineOf(ran, "train", "loss")["count"].get<int64_t>();
        QCOMPARE(kernel["last_step"].get<int64_t>(), steps / 50 * 50);
        QVERIFY(kernel["count"].get<int64_t>() >= steps / 50);
        const Ran table = run({"watch", logs_, "--once"});
        QCOMPARE(table.code, 0);
        QVERIFY(table.out.contains(QStringLiteral("dense_1/kernel")) &&
                table.out.contains(QStringLiteral("histogram")));
    }

    // A watch is added to a run of another terminal, and taken away, while the run goes on.
    void aRunUnderWayIsAskedToWatch() {
        const QString out = folder_.filePath(QStringLiteral("asked"));
        QProcess training;
        training.start(TENSORLOOM_CLI,
                       {"train", "--template", "mlp", "--data", "sample", "--epochs", "100000", "--out", out});
        const auto counts = [&] {  // of pictures, and of steps
            const Ran ran = run({"watch", out + "/events", "--once", "--json"});
            const nlohmann::json pictures = lineOf(ran, "train", "input/pictures"), loss = lineOf(ran, "train", "loss");
            return std::pair(pictures.is_object() ? pictures["count"].get<int64_t>() : 0,
                             loss.is_object() ? loss["count"].get<int64_t>() : 0);
        };
        const auto end = qScopeGuard([&] {
            training.terminate();
            training.waitForFinished(120000);
        });
        QTRY_VERIFY(counts().second > 0);
        QCOMPARE(counts().first, int64_t{0});
        QCOMPARE(run({"ask", out, "watch", "input:pictures:1"}).code, 0);
        QTRY_VERIFY(counts().first > 5);
        QCOMPARE(run({"ask", out, "unwatch", "input:pictures:1"}).code, 0);
        // As soon as it has taken notice, steps come and pictures do not.
        const auto rests = [&] {
            const auto before = counts();
            const bool more = QTest::qWaitFor([&] { return counts().second > before.second + 300; }, 120000);
            return more && counts().first == before.first;
        };
        QTRY_VERIFY(rests());
        QCOMPARE(training.state(), QProcess::Running);
    }

    // A folder that is made later is waited for; --once has nothing to wait for.
    void aFolderThatIsNotThereYetIsWaitedFor() {
        const QString later = folder_.filePath(QStringLiteral("later"));
        QProcess watching;
        watching.start(TENSORLOOM_CLI, {"watch", later, "--json"});
        const auto end = qScopeGuard([&] {
            watching.terminate();
            watching.waitForFinished(120000);
        });
        QByteArray said, told;
        QTRY_VERIFY((said += watching.readAllStandardError()).contains("waiting"));
        QVERIFY(QDir(logs_).mkpath(later));
        for (const QString& name : QDir(logs_ + "/validation").entryList(QDir::Files))
            QVERIFY(QFile::copy(logs_ + "/validation/" + name, later + "/" + name));
        QTRY_VERIFY((told += watching.readAllStandardOutput()).contains("\"accuracy\""));
        QCOMPARE(watching.state(), QProcess::Running);
    }

    void whatCannotBeWatchedIsSaid() {
        const Ran nothing = run({"watch", folder_.filePath(QStringLiteral("nowhere")), "--once"});
        QCOMPARE(nothing.code, 2);
        QVERIFY2(nothing.err.contains(QStringLiteral("nowhere")), qPrintable(nothing.err));
        const Ran wrong = run({"train", "--template", "mlp", "--data", "sample", "--epochs", "1", "--watch",
                               "dense_1/kernel:histogramm:50", "--out", folder_.filePath("wrong")});
        QVERIFY(wrong.code != 0);
        QVERIFY2(wrong.err.contains(QStringLiteral("histogramm")), qPrintable(wrong.err));
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("wrong"))));
    }
};

QTEST_GUILESS_MAIN(TestWatch)

}  // namespace test_watch

#include "test_watch.moc"
