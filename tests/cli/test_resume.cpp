// Runs that are gone on with from checkpoints of their callbacks, or behind their last epoch.
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "cli.h"

namespace test_resume {

using namespace tl::test;

class TestResume : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    Ran train(const QString& name, const QStringList& callbacks) const {
        QStringList arguments{"train", "--template", "linear", "--data", "sample", "--batch",
                              "64",    "--epochs",   "2",      "--json", "--out",  path(name)};
        for (const QString& each : callbacks) arguments << "--callback" << each;
        return run(arguments);
    }

private slots:
    // Of a run that was killed when its last epoch was written, and its end was not.
    void theBestWeightsComeAfterAKill() {
        const Ran ran =
            train("killed", {"early_stopping:patience=9,min_delta=50,restore_best_weights=true", "model_checkpoint"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        QVERIFY(QFile::remove(path("killed/checkpoint.safetensors")));
        QVERIFY(QFile::copy(path("killed/checkpoints/epoch-0002.safetensors"), path("killed/checkpoint.safetensors")));
        const Ran rest = run({"train", "--resume", path("killed"), "--json"});
        QVERIFY2(rest.code == 0 && rest.all("epoch").empty(), qPrintable(rest.err + rest.out));
        QCOMPARE(rest.last("end")["weights_sha256"], ran.last("end")["weights_sha256"]);
        QCOMPARE(run({"train", "--resume", path("killed"), "--json"}).code, 2);
    }

    // The run goes on in its own folder, and the callback's is none of a run.
    void aCallbacksCheckpointBelongsToItsRun() {
        const Ran ran = train("kept", {"model_checkpoint"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        const QString file = path("kept/checkpoints/epoch-0001.safetensors");
        const Ran more = run({"train", "--resume", file, "--json"});
        QVERIFY2(more.code == 0, qPrintable(more.err + more.out));
        QCOMPARE(more.all("epoch").size(), size_t{1});
        QCOMPARE(QFileInfo(QString::fromStdString(more.last("end")["run"].get<std::string>())).canonicalFilePath(),
                 QFileInfo(path("kept")).canonicalFilePath());
        QCOMPARE(more.last("end")["weights_sha256"], ran.last("end")["weights_sha256"]);
        QVERIFY(!QFile::exists(path("kept/checkpoints/run.json")));
        QVERIFY(!QFile::exists(path("kept/checkpoints/checkpoint.safetensors")));

        // Nor is it the parent of what begins with its weights.
        const Ran other = run({"train", "--template", "linear", "--data", "sample", "--epochs", "1", "--weights", file,
                               "--json", "--out", path("other")});
        QVERIFY2(other.code == 0, qPrintable(other.err + other.out));
        QFile info(path("other/run.json"));
        QVERIFY(info.open(QIODevice::ReadOnly));
        QVERIFY(info.readAll().contains("\"kept\""));
    }

    // What another run has stays, --overwrite or not; a link leads to its own folder.
    void anotherRunsFolderIsNotGoneOnIn() {
        for (const char* name : {"one", "two"}) {
            const Ran ran = train(name, {});
            QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        }
        const auto bytesOf = [this](const char* file) {
            QFile read(path(file));
            return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
        };
        const QByteArray weights = bytesOf("two/checkpoint.safetensors"), journal = bytesOf("two/journal.bin");
        QVERIFY(!weights.isEmpty() && !journal.isEmpty());
        const QStringList onward{"train", "--resume", path("one"), "--epochs", "3", "--json", "--out"};
        for (const QStringList& more : {QStringList{path("two")}, QStringList{path("two"), "--overwrite"}}) {
            const Ran refused = run(onward + more);
            QVERIFY2(refused.code == 2 && refused.err.contains("holds another run"), qPrintable(refused.err));
        }
        QCOMPARE(bytesOf("two/checkpoint.safetensors"), weights);
        QCOMPARE(bytesOf("two/journal.bin"), journal);
        QVERIFY(QFile::link(path("one"), path("alias")));
        const Ran more = run(onward + QStringList{path("alias")});
        QVERIFY2(more.code == 0, qPrintable(more.err + more.out));
        QCOMPARE(more.all("epoch").size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestResume)

}  // namespace test_resume

#include "test_resume.moc"
