// `train --profile` and `trace` as a person runs them: the recorded steps, the plugin's folder, tables, other formats.
#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/data/png.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/cli/cli.h"

namespace test_trace {

using namespace tl;
using namespace tl::test;

namespace {

// Pictures of two classes.
void draw(const QTemporaryDir& images, int count) {
    for (int i = 0; i < count; ++i) {
        std::vector<uint8_t> pixels(12 * 12 * 3, static_cast<uint8_t>(i));
        const QString folder = images.filePath(i % 2 ? "odd" : "even");
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + QString("/%1.png").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(encodePng(12, 12, 3, pixels)));
    }
}

// The names of all slices, by the first word of their thread's.
std::map<std::string, QSet<QString>> toldBy(const Trace& trace) {
    std::map<std::string, QSet<QString>> told;
    for (const TraceThread& thread : trace.threads)
        for (const TraceLane& lane : thread.levels)
            for (uint64_t i = lane.first(); i < lane.size(); ++i)
                told[thread.name.substr(0, thread.name.find(' '))].insert(
                    QString::fromStdString(trace.labels[lane[i].label].name));
    return told;
}

const TraceCounter* counterOf(const Trace& trace, const std::string& name) {
    for (const TraceCounter& counter : trace.counters)
        if (counter.name == name && counter.size() > 0) return &counter;
    return nullptr;
}

}  // namespace

class TestTrace : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString run_ = folder_.filePath(QStringLiteral("run"));
private slots:
    void initTestCase() {
        const Ran ran = run({"train", "--template", "lenet", "--data", "sample", "--epochs", "1", "--profile", "3:4",
                             "--out", run_, "--log-dir", folder_.filePath(QStringLiteral("logs"))});
        QCOMPARE(ran.code, 0);
    }

    void theStepsAreWhole() {
        const Trace trace = readTrace(run_.toStdString() + "/trace.json.gz");
        const auto steps = stepsIn(trace, trace.begin, trace.end);
        QCOMPARE(steps.size(), size_t{4});
        QCOMPARE(steps.front().number, uint32_t{3});
        for (const StepRow& step : steps) {
            QVERIFY(step.forward > 0 && step.backward > 0 && step.update > 0);
            QVERIFY(step.forward + step.backward + step.update <= step.seconds());
        }
        // Kernels say what they compute and whose they are.
        bool convolution = false;
        for (const OpRow& op : opsIn(trace, trace.begin, trace.end)) {
            const TraceLabel& label = trace.labels[op.label];
            convolution |= label.flops > 0 && label.bytes > 0 && !label.layer.empty() && !label.kernel.empty() &&
                           op.flopsPerSecond > 0;
        }
        QVERIFY(convolution);
        // What it was when they began, and at the end of each.
        QVERIFY(
            std::ranges::any_of(trace.counters, [](const auto& c) { return c.name == "images/s" && c.size() == 5; }));
    }

    void thePluginsFolderHasThem() {
        QDirIterator found(folder_.filePath(QStringLiteral("logs/plugins/profile")), {"*.xplane.pb"}, QDir::Files,
                           QDirIterator::Subdirectories);
        QVERIFY(found.hasNext());
        const Trace packed = readTrace(found.next().toStdString()),
                    json = readTrace(run_.toStdString() + "/trace.json.gz");
        QCOMPARE(packed.slices(), json.slices());
        QCOMPARE(packed.threads.size(), json.threads.size());
    }

    // What a step waits for is on the timeline whoever does it: loaders, validation and checkpoints as the kernels.
    void everyThreadTellsWhatItDoes() {
        QTemporaryDir images;
        draw(images, 400);
        const QString out = folder_.filePath(QStringLiteral("images"));
        // A checkpoint of each epoch by its own name: by the fourth the training has waited for the first one, so that
        // its writing lies within the recording on any machine.
        const Ran ran = run({"train",
                             "--template",
                             "mlp",
                             "--data",
                             "folder:" + images.path(),
                             "--val-fraction",
                             "0.2",
                             "--augment",
                             "flip",
                             "--workers",
                             "2",
                             "--batch",
                             "4",
                             "--epochs",
                             "6",
                             "--profile",
                             "2:470",
                             "--callback",
                             "model_checkpoint",
                             "--out",
                             out});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const Trace trace = readTrace(out.toStdString() + "/trace.json.gz");
        auto told = toldBy(trace);
        for (const char* name : {"load items", "decode", "augment", "finish batch"})
            QVERIFY2(told["loader"].contains(name), name);
        for (const char* name : {"wait for batch", "copy batch", "step", "validation", "checkpoint"})
            QVERIFY2(told["training"].contains(name), name);
        QVERIFY(told["checkpoints"].contains("write checkpoint"));
        for (const char* name : {"queue", "images/s", "process memory", "memory of all plans", "cores busy"})
            QVERIFY2(counterOf(trace, name), name);
        // Images that are decoded once are in memory from the second epoch on.
        const TraceCounter* hits = counterOf(trace, "cache hits");
        QVERIFY(hits);
        QCOMPARE((*hits)[0].value, 0.);
        QCOMPARE((*hits)[hits->size() - 1].value, 100.);
        QCOMPARE(hits->unit, std::string("%"));
    }

    // A network that takes longer than its data: loaders wait for it, and its kernels have helpers and other layouts.
    void helpersAndLayoutsAreTold() {
        QTemporaryDir images;
        draw(images, 160);
        const QString out = folder_.filePath(QStringLiteral("convolutions"));
        const Ran ran = run({"train", "--template", "resnet20", "--data", "folder:" + images.path(), "--workers", "2",
                             "--threads", "2", "--batch", "4", "--epochs", "1", "--profile", "2:38", "--out", out});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const Trace trace = readTrace(out.toStdString() + "/trace.json.gz");
        auto told = toldBy(trace);
        QVERIFY(told["loader"].contains("wait for room"));
        QVERIFY(told["kernels"].contains("Conv2D"));
        QVERIFY(told["training"].contains("Reorder"));
        // What a helper does is a part of what the one that it helps does at that time.
        const uint64_t steps = stepsIn(trace, trace.begin, trace.end).size();
        uint64_t parts = 0;
        for (const TraceThread& thread : trace.threads)
            if (thread.name == "kernels 1")
                for (const TraceLane& lane : thread.levels) parts += lane.size() - lane.first();
        QVERIFY2(parts >= 10 * steps, qPrintable(QString::number(parts)));
    }

    // `bench --watching`: a step of this network writes its ops, its phases and itself; how long they take is no
    // test's.
    void spansAreCounted() {
        const Ran ran = run({"bench", "--watching", "--only", "spans-mlp-32", "--seconds", "1", "--json"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.objects.size(), size_t{1});
        QCOMPARE(ran.objects[0]["case"].get<std::string>(), std::string("spans-mlp-32"));
        QVERIFY(ran.objects[0]["each_step"].get<double>() > 8);
        QVERIFY(ran.objects[0]["seconds_each"].get<double>() > 0);
        const Ran wrong = run({"bench", "--watching", "--only", "nothing"});
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains(QStringLiteral("watches-resnet20-128")));
    }

    void asATableAndAsJson() {
        const Ran table = run({"trace", run_, "--rows", "5"});
        QCOMPARE(table.code, 0);
        QVERIFY(table.out.contains(QStringLiteral("self ms")));
        const Ran json = run({"trace", run_, "--json", "--rows", "3"});
        QCOMPARE(json.code, 0);
        QCOMPARE(json.objects.size(), size_t{1});
        QCOMPARE(json.objects[0]["steps"].get<int>(), 4);
        QCOMPARE(json.objects[0]["ops"].size(), size_t{3});
        QCOMPARE(json.objects[0]["bad"].get<int>(), 0);
    }

    void asOtherFiles() {
        const uint64_t slices = readTrace(run_.toStdString() + "/trace.json.gz").slices();
        for (const char* name : {"a.json", "a.json.gz", "a.xplane.pb"}) {
            const QString file = folder_.filePath(QLatin1String(name));
            const Ran ran = run({"trace", run_, "--out", file});
            QVERIFY2(ran.code == 0, qPrintable(ran.err));
            QCOMPARE(readTrace(file.toStdString()).slices(), slices);
        }
        const Ran wrong = run({"trace", run_, "--out", folder_.filePath(QStringLiteral("a.txt"))});
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains(QStringLiteral(".xplane.pb")));
        QCOMPARE(run({"trace", folder_.path()}).code, 2);  // no run, no trace in it
    }

    // As a shell completes the folder's name: the run's files are those that it has there.
    void aRunThatGoesOnFindsItsLogs() {
        const QDir logs(folder_.filePath(QStringLiteral("logs")));
        const QStringList before = logs.entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        QVERIFY(!before.isEmpty());
        QCOMPARE(run({"train", "--resume", run_ + '/', "--epochs", "2", "--log-dir", logs.path()}).code, 0);
        QCOMPARE(logs.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    }
};

QTEST_GUILESS_MAIN(TestTrace)

}  // namespace test_trace

#include "test_trace.moc"
