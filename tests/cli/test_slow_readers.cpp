// Who reads what a training prints, and reads it late: a terminal that is held, a pipe whose other end is busy. The
// training goes on meanwhile, and nothing of it is lost.
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/cli.h"

namespace test_slow_readers {

using namespace tl::test;

namespace {

QStringList linesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                          : QStringList();
}

}  // namespace

class TestSlowReaders : public QObject {
    Q_OBJECT
private slots:
    void aPipeThatNobodyReads() {
        constexpr int kEpochs = 2;
        QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe")), out = folder.filePath(QStringLiteral("run"));
        QVERIFY(::mkfifo(pipe.toLocal8Bit().constData(), 0600) == 0);
        const int end = ::open(pipe.toLocal8Bit().constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(end >= 0);
        const auto close = qScopeGuard([&] { ::close(end); });
        QProcess training;
        training.setStandardOutputFile(pipe);
        training.start(TENSORLOOM_CLI, {"train", "--template", "mlp", "--data", "sample", "--epochs",
                                        QString::number(kEpochs), "--batch", "8", "--seed", "1", "--json",
                                        "--log-every", "1", "--out", out, "--log-dir", folder.filePath("logs")});
        // The pipe is full long before the first epoch ends; the training itself, its tables and event files go on.
        QTRY_VERIFY(linesOf(out + "/history.csv").size() == kEpochs + 1);
        const Ran seen = run({"watch", out + "/events", "--once", "--json"});
        int64_t steps = 0;
        for (const nlohmann::json& line : seen.objects)
            if (line.value("run", "") == "train" && line.value("tag", "") == "loss")
                steps = line["count"].get<int64_t>();
        QVERIFY2(steps > 1000, qPrintable(seen.out));
        QCOMPARE(training.state(), QProcess::Running);  // it has yet to tell

        // Now somebody reads.
        QByteArray told;
        char bytes[4096];
        QTRY_VERIFY([&] {
            for (ssize_t got; (got = ::read(end, bytes, sizeof bytes)) > 0;) told.append(bytes, got);
            return training.state() == QProcess::NotRunning;
        }());
        for (ssize_t got; (got = ::read(end, bytes, sizeof bytes)) > 0;) told.append(bytes, got);
        QCOMPARE(training.exitCode(), 0);
        QVERIFY(told.size() > 100000);  // more than any pipe holds
        std::vector<int64_t> known;
        int epochs = 0, broken = 0;
        for (const QByteArray& line : told.split('\n')) {
            if (line.isEmpty()) continue;
            const auto object = nlohmann::json::parse(line.toStdString(), nullptr, false);
            broken += !object.is_object();
            if (!object.is_object()) continue;
            if (object.value("event", "") == "step") known.push_back(object["step"].get<int64_t>());
            epochs += object.value("event", "") == "epoch";
        }
        QCOMPARE(broken, 0);
        QCOMPARE(epochs, kEpochs);
        QCOMPARE(static_cast<int64_t>(known.size()), steps);
        for (size_t i = 0; i < known.size(); ++i) QCOMPARE(known[i], static_cast<int64_t>(i) + 1);
    }
};

QTEST_GUILESS_MAIN(TestSlowReaders)

}  // namespace test_slow_readers

#include "test_slow_readers.moc"
