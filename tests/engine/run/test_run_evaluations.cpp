// Evaluations that are kept with a run: what is told of other data comes back, the newest list of each stays and is
// found again, one that cannot be written leaves the record, and a new run in the folder has none of them.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <utility>

#include "../train/small_run.h"
#include "engine/core/error.h"
#include "engine/io/files.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_evaluations.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "tests/engine/run/run_events.h"

namespace test_run_evaluations {

using namespace tl;
using namespace tl::test;

namespace {

Evaluation evaluation(std::vector<int32_t> classes, float accuracy) {
    Evaluation made;
    made.values = {{"accuracy", accuracy}, {"loss", 0.5}};
    made.confusion = {1, 1, 0, 2};
    made.images = static_cast<int64_t>(classes.size());
    made.predictions.scores.resize(classes.size(), 0.5f);
    made.predictions.classes = std::move(classes);
    return made;
}

Snapshot modelAt(int64_t step) {
    Snapshot model;
    model.position.step = step;
    return model;
}

DataSet digits(const std::string& name = "digits") {
    DataSet data = pictureData(8, 0);
    data.name = name;
    data.spec = "folder:/data/" + name;
    return data;
}

}  // namespace

class TestRunEvaluations : public QObject {
    Q_OBJECT
private slots:
    void otherDataAreToldAndKept() {
        QTemporaryDir folder;
        const std::string path = text(folder.path());
        const DataSet data = digits();
        const auto keep = [&](std::vector<int32_t> classes, float accuracy, const std::string& split) {
            const Evaluation made = evaluation(std::move(classes), accuracy);
            const EvaluationRecord record = recordOf(made, modelAt(70), path, split, &data);
            return std::pair(record, keepEvaluation(path, record, made.predictions));
        };
        const auto [first, problem] = keep({0, 1, 1, 1}, 0.75f, "");
        QVERIFY(problem.empty());
        QCOMPARE(first.checkpoint, std::string("checkpoint.safetensors"));
        QVERIFY(isOfOtherData(first));
        (void)keep({1, 1, 1, 1}, 0.5f, "");
        const EvaluationRecord part = keep({0, 0, 0, 0}, 0.25f, "validation").first;
        QVERIFY(evaluationKey(part) != evaluationKey(first));

        const auto told = all<EvaluationRecord>(readRun(path, RunDepth::Summary).events);
        QCOMPARE(told.size(), size_t{3});
        QCOMPARE(told[1].split, std::string("digits"));
        QCOMPARE(told[1].data, std::string("folder:/data/digits"));
        QCOMPARE(told[1].part, std::string());
        QCOMPARE(told[1].values.at("accuracy"), 0.5f);
        QCOMPARE(told[1].images, int64_t{4});
        QCOMPARE(told[1].confusion, (std::vector<int64_t>{1, 1, 0, 2}));
        QCOMPARE(told[2].part, std::string("validation"));
        QCOMPARE(evaluationKey(told[2]), evaluationKey(part));

        const auto listOf = [&](const EvaluationRecord& record) {
            const std::string file = path + "/" + predictionsFile(evaluationKey(record));
            return predictionsFrom(readFile(file), file);
        };
        QCOMPARE(listOf(told[0]).classes, (std::vector<int32_t>{1, 1, 1, 1}));  // the newest
        QCOMPARE(listOf(told[0]).step, int64_t{70});
        QCOMPARE(listOf(told[2]).classes, (std::vector<int32_t>{0, 0, 0, 0}));
        QCOMPARE(otherPredictionsIn(path).size(), size_t{2});
    }

    // Its own splits are no other data, and other data are none of its splits.
    void itsOwnSplitsAreApart() {
        QTemporaryDir folder;
        const std::string path = text(folder.path());
        const Evaluation made = evaluation({0, 1, 1, 1}, 0.75f);
        const EvaluationRecord validated = recordOf(made, modelAt(70), path, "validation");
        QVERIFY(keepEvaluation(path, validated, made.predictions).empty());
        QVERIFY(!QFile::exists(folder.filePath("validation.predictions")));  // that is its last validation's
        const EvaluationRecord test = recordOf(made, modelAt(70), path, "test");
        QVERIFY(keepEvaluation(path, test, made.predictions).empty());
        QVERIFY(QFile::exists(folder.filePath("test.predictions")));
        QVERIFY(!isOfOtherData(test) && !isOfOtherData(validated));
        const DataSet data = digits("test");
        const EvaluationRecord other = recordOf(made, modelAt(70), path, "test", &data);
        QVERIFY(isOfOtherData(other));
        QVERIFY(other.split != "test" && evaluationKey(other) != evaluationKey(test));
        EvaluationRecord old;  // of older versions
        old.split = "digits";
        QVERIFY(isOfOtherData(old));
    }

    void aListThatCannotBeWrittenLeavesTheRecord() {
        QTemporaryDir folder;
        const std::string path = text(folder.path());
        const Evaluation made = evaluation({0, 1, 1, 1}, 0.75f);
        const DataSet data = digits();
        const EvaluationRecord record = recordOf(made, modelAt(70), path, "", &data);
        const QString file = folder.filePath(QString::fromStdString(predictionsFile(evaluationKey(record))));
        QVERIFY(QDir().mkpath(file + QStringLiteral("/in-the-way")));
        QVERIFY(!keepEvaluation(path, record, made.predictions).empty());
        QCOMPARE(all<EvaluationRecord>(readRun(path).events).size(), size_t{1});
        QVERIFY(QDir(file).removeRecursively());
        const RunLock trains(path);
        QVERIFY_THROWS_EXCEPTION(Error, keepEvaluation(path, record, made.predictions));
        QVERIFY(!QFile::exists(file));
    }

    void aNewRunHasNoneOfThem() {
        QTemporaryDir folder;
        const std::string path = text(folder.path());
        const auto open = [&] { return inDirectory(path)(nullptr, {EventLog::make(), [](const RunRequest&) {}}); };
        open().reset();
        const Evaluation made = evaluation({0, 1, 1, 1}, 0.75f);
        const DataSet data = digits();
        QVERIFY(keepEvaluation(path, recordOf(made, modelAt(70), path, "", &data), made.predictions).empty());
        QCOMPARE(otherPredictionsIn(path).size(), size_t{1});
        open().reset();
        QVERIFY(otherPredictionsIn(path).empty());
        QVERIFY(all<EvaluationRecord>(readRun(path).events).empty());
    }
};

QTEST_MAIN(TestRunEvaluations)

}  // namespace test_run_evaluations

#include "test_run_evaluations.moc"
