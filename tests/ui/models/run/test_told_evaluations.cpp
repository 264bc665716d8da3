// What a run's row tells of its evaluations: the newest of each split and of each other data.
#include <QDateTime>
#include <QRegularExpression>
#include <QtTest>

#include "ui/models/evaluation_text.h"
#include "ui/models/run_model.h"

namespace test_told_evaluations {

using namespace tl;

namespace {

EvaluationRecord on(const char* split, const char* data, float accuracy) {
    EvaluationRecord record{split, "best.safetensors", 40, 86400 * 365, {{"accuracy", accuracy}}, {5, 5, 0, 10}};
    record.data = data;
    return record;
}

}  // namespace

class TestToldEvaluations : public QObject {
    Q_OBJECT
private slots:
    void theNewestOfEach() {
        RunModel runs;
        const int id = runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"});
        EvaluationRecord part = on("digits", "folder:/data/digits", 0.25f);
        part.part = "validation";
        runs.append(id, {on("test", "", 0.5f), on("digits", "folder:/data/digits", 0.625f), part,
                         on("digits", "folder:/elsewhere/digits", 0.125f), on("validation", "", 0.375f),
                         on("digits", "folder:/data/digits", 0.75f), on("test", "", 0.875f)});
        const QStringList lines =
            runs.data(runs.index(0, RunModel::Name), Qt::ToolTipRole).toString().split(QLatin1Char('\n'));
        const auto told = [&](const char* start) {
            return lines.filter(QRegularExpression(QLatin1String("^") + QLatin1String(start))).size();
        };
        QCOMPARE(told("test: accuracy 0\\.8750"), 1);
        QCOMPARE(told("test: "), 1);
        QCOMPARE(told("digits: accuracy 0\\.7500"), 1);
        QCOMPARE(told("digits: accuracy 0\\.1250"), 1);
        QCOMPARE(told("digits: "), 2);
        QCOMPARE(told("digits, validation: accuracy 0\\.2500"), 1);
        QCOMPARE(told("validation: accuracy 0\\.3750"), 1);

        // A matrix of its own validation is another one than its last epoch's.
        const Run& run = *runs.find(id);
        QCOMPARE(run.evaluated().size(), size_t{5});
        QCOMPARE(run.matrices().size(), size_t{4});
        QCOMPARE(run.evaluatedOn("test")->values.at("accuracy"), 0.875f);
        QCOMPARE(run.tested()->value, 0.875);
    }

    void allThatThereIsToTell() {
        EvaluationRecord record = on("digits", "folder:/data/digits", 0.75f);
        record.views = 6;
        record.images = 1400;
        const QString when = QDateTime::fromSecsSinceEpoch(86400 * 365).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
        QCOMPARE(evaluationText(record),
                 QStringLiteral("digits: the mean of 6 views of each image, accuracy 0.7500 · samples: 1,400 · ") +
                     when);
    }
};

QTEST_MAIN(TestToldEvaluations)

}  // namespace test_told_evaluations

#include "test_told_evaluations.moc"
