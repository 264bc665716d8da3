// What a run of numbers predicted over what is true, where others have their confusion matrix: of its last validation
// and its last evaluations, read from its folder; and which samples a dot asks for.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <filesystem>
#include <limits>

#include "engine/io/checkpoint.h"
#include "engine/run/run_evaluations.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/confusion/numbers_view.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/run_model.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/matrix/heat_map.h"
#include "widgets/plot/scatter_plot.h"
#include "widgets/theme/theme.h"

namespace test_numbers_view {

using namespace tl;

namespace {

struct Fixture {
    RunModel runs;
    JobTracker jobs;
    ConfusionPanel panel{runs};
    NumbersView* view = new NumbersView(runs, jobs);
    QTemporaryDir folder;
    int run = -1;
    ScatterPlot& plot = *view->findChild<ScatterPlot*>();
    Fixture() {
        panel.setNumbers(view);
        panel.resize(360, 700);
        panel.show();
        Run houses;
        houses.name = QStringLiteral("houses");
        houses.folder = folder.path();
        houses.state = RunState::Running;
        run = runs.addRun(houses);
    }
    void write(const char* of, std::vector<float> targets, std::vector<float> predicted, int64_t epoch) {
        Predictions made;
        made.targets = std::move(targets);
        made.scores = std::move(predicted);
        made.epoch = epoch;
        made.step = 70;
        writeFileAtomically(folder.filePath(QLatin1String(of)).toStdString() + ".predictions", toBytes(made));
    }
    void validated(int64_t epoch) {
        EpochRecord record;
        record.epoch = epoch;
        record.values = {{"loss", 1.0f}, {"val_loss", 1.0f}};
        runs.append(run, {record});
    }
    QString title() { return view->findChild<QLabel*>(QStringLiteral("numbersTitle"))->text(); }
};

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

}  // namespace

class TestNumbersView : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void theLastValidation() {
        Fixture f;
        QVERIFY(!f.view->isVisible());
        f.write("validation", {1, 2, 3, kNone, 5}, {1, 3, 3, kNone, kNone}, 0);
        f.validated(0);
        QTRY_VERIFY(f.view->isVisible());
        QCOMPARE(f.title(), QStringLiteral("houses, validation after epoch 1 · R² 0.5 · mean absolute error 0.3333 · "
                                           "samples: 3 · predictions that are no numbers: 1 · samples that could not "
                                           "be read: 1"));
        QCOMPARE(f.plot.dots().size(), 3);
        f.write("validation", {1, 2, 3}, {1, 2, 3}, 1);
        f.validated(1);
        QTRY_VERIFY2(f.title().contains(QStringLiteral("after epoch 2 · R² 1 · ")), qPrintable(f.title()));
        // The last list may be written after its epoch was told, but before the run has ended.
        f.write("validation", {2, 2}, {1, 3}, 2);
        f.runs.append(f.run, {StateRecord{RunState::Finished, {}, -1}});
        QTRY_VERIFY2(f.title().contains(QStringLiteral("after epoch 3 · R² – · ")), qPrintable(f.title()));  // none
        // A run with classes has its matrix.
        const int classes = f.runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"});
        EpochRecord epoch;
        epoch.confusion = {6, 4, 2, 8};
        f.runs.append(classes, {epoch});
        QVERIFY(f.panel.findChild<HeatMap*>()->isVisible() && !f.view->isVisible());
        f.panel.setRun(f.run);
        QTRY_VERIFY(f.view->isVisible());
    }

    // What was asked for is shown at once, and both can be gone back to.
    void anEvaluationHasItsOwn() {
        Fixture f;
        auto* splits = f.view->findChild<SegmentedBar*>();
        f.write("validation", {1, 2}, {1, 2}, 0);
        f.validated(0);
        QTRY_VERIFY(f.view->isVisible());
        QVERIFY(!splits->isVisible());
        f.write("test", {4, 5, 6}, {4, 5, 9}, -1);
        EvaluationRecord test{"test", "best.safetensors", 70, 7.5, {{"loss", 0.75f}}};
        f.runs.append(f.run, {test});
        QTRY_VERIFY2(f.title().startsWith(QStringLiteral("houses, test split, step 70 · ")), qPrintable(f.title()));
        QVERIFY(splits->isVisible());
        QCOMPARE(f.plot.dots().size(), 3);

        // Whose samples are asked for: a dot's, or all.
        std::vector<PredictionWish> asked;
        connect(f.view, &NumbersView::samplesRequested, this,
                [&](const PredictionWish& wish) { asked.push_back(wish); });
        QTest::mouseClick(&f.plot, Qt::LeftButton, {}, f.plot.toPixel(f.plot.dots()[2]).toPoint());
        QCOMPARE(asked.size(), size_t{1});
        QVERIFY(asked[0].run == f.run && asked[0].on == "test");
        QCOMPARE(asked[0].label, asked[0].grid.cellOf(6));
        QCOMPARE(asked[0].predicted, asked[0].grid.cellOf(9));
        QTest::mouseClick(splits->segment(0), Qt::LeftButton);
        QVERIFY2(f.title().contains(QStringLiteral("validation after epoch 1")), qPrintable(f.title()));
        QTest::mouseClick(f.view->findChild<QPushButton*>(QStringLiteral("showFurthestOff")), Qt::LeftButton);
        QVERIFY(asked[1].on == "validation" && asked[1].label == -1 && asked[1].predicted == -1);
    }

    // While nobody looks nothing is read; who comes back sees the last list.
    void nothingIsReadWhileNobodyLooks() {
        Fixture f;
        f.write("validation", {1, 2, 3}, {1, 2, 3}, 0);
        f.validated(0);
        QTRY_VERIFY(f.view->isVisible());
        f.panel.hide();
        f.write("validation", {1, 2, 3}, {1, 2, 4}, 1);
        f.validated(1);
        f.panel.setRun(f.run);  // at once
        QCOMPARE(f.jobs.running(), 0);
        f.panel.show();
        QTRY_VERIFY2(f.title().contains(QStringLiteral("after epoch 2")), qPrintable(f.title()));
        f.panel.hide();
        f.panel.show();
        QCOMPARE(f.jobs.running(), 0);  // nothing came meanwhile
    }

    // What is still being read of a run is no other's that is chosen while nobody looks.
    void aListThatComesLateIsOfNoOtherRun() {
        Fixture f;
        f.write("validation", {1, 2, 3}, {1, 2, 3}, 0);
        f.validated(0);
        f.panel.setRun(f.run);  // at once
        QVERIFY(f.jobs.running() > 0);
        f.panel.hide();
        f.panel.setRun(f.runs.addRun(QStringLiteral("other"), 3));
        QTRY_COMPARE(f.jobs.running(), 0);
        QVERIFY(!f.view->filled());
    }

    // An epoch has another list of its validation, and none of an evaluation.
    void anEpochLeavesTheEvaluationsLists() {
        Fixture f;
        auto* splits = f.view->findChild<SegmentedBar*>();
        f.write("test", {4, 5, 6}, {4, 5, 9}, -1);
        f.write("validation", {1, 2}, {1, 2}, 0);
        f.runs.append(f.run, {EvaluationRecord{"test", "best.safetensors", 70, 7.5, {{"loss", 0.75f}}}});
        QTRY_VERIFY2(f.title().startsWith(QStringLiteral("houses, test split")), qPrintable(f.title()));
        // Other numbers under the same time: who reads the file again shows them.
        const std::filesystem::path file = f.folder.filePath(QStringLiteral("test.predictions")).toStdString();
        const auto time = std::filesystem::last_write_time(file);
        const auto validated = [&](int64_t epoch) {
            QTest::mouseClick(splits->segment(0), Qt::LeftButton);
            f.write("validation", {1, 2}, {1, 2}, epoch);
            f.validated(epoch);
            const bool told = QTest::qWaitFor(
                [&] { return f.title().contains(QStringLiteral("after epoch %1 ").arg(epoch + 1)); }, 120000);
            QTest::mouseClick(splits->segment(1), Qt::LeftButton);
            return told;
        };
        f.write("test", {4, 5, 6, 7}, {4, 5, 9, 7}, -1);
        std::filesystem::last_write_time(file, time);
        QVERIFY(validated(1));
        QCOMPARE(f.plot.dots().size(), 3);
        std::filesystem::last_write_time(file, time + std::chrono::seconds(1));
        QVERIFY(validated(2));
        QCOMPARE(f.plot.dots().size(), 4);
        // Who walks through its dots stays at one.
        QTest::keyClick(&f.plot, Qt::Key_Right);
        const int at = f.plot.current();
        QVERIFY(at >= 0);
        f.panel.setRun(f.run);
        QTRY_COMPARE(f.jobs.running(), 0);
        QCOMPARE(f.plot.current(), at);
    }

    // What cannot be read says so where it is chosen, and hides no other list.
    void aDamagedListHidesNoOther() {
        Fixture f;
        f.write("validation", {1, 2}, {1, 2}, 0);
        writeFileAtomically(f.folder.filePath(QStringLiteral("test.predictions")).toStdString(), "no list");
        f.runs.append(f.run, {EvaluationRecord{"test", "best.safetensors", 70, 7.5, {{"loss", 0.75f}}}});
        QTRY_VERIFY2(f.title().contains(QStringLiteral("test.predictions")), qPrintable(f.title()));
        auto* furthest = f.view->findChild<QPushButton*>(QStringLiteral("showFurthestOff"));
        QVERIFY(!furthest->isEnabled() && !f.plot.isVisible());
        QTest::mouseClick(f.view->findChild<SegmentedBar*>()->segment(0), Qt::LeftButton);
        QVERIFY2(f.title().contains(QStringLiteral("validation after epoch 1")), qPrintable(f.title()));
        QVERIFY(furthest->isEnabled() && f.plot.isVisible());
    }

    // Of other data likewise, by the list in the run's folder.
    void otherDataHaveTheirOwn() {
        Fixture f;
        auto* list = f.view->findChild<QComboBox*>(QStringLiteral("numbersSplitList"));
        f.write("validation", {1, 2}, {1, 2}, 0);
        f.validated(0);
        QTRY_VERIFY(f.view->isVisible());
        QVERIFY(!list->isVisible());
        EvaluationRecord flats{"flats.csv", "best.safetensors", 70, 7.5, {{"loss", 0.75f}}};
        flats.data = "csv:/data/flats.csv";
        const std::string file = predictionsFile(evaluationKey(flats));
        f.write(file.substr(0, file.rfind('.')).c_str(), {4, 5, 6}, {4, 5, 9}, -1);
        f.runs.append(f.run, {flats});
        QTRY_VERIFY2(f.title().startsWith(QStringLiteral("houses on “flats.csv”, step 70 · ")), qPrintable(f.title()));
        QVERIFY(list->isVisible());
        QCOMPARE(list->currentText(), QStringLiteral("flats.csv"));
        std::vector<PredictionWish> asked;
        connect(f.view, &NumbersView::samplesRequested, this,
                [&](const PredictionWish& wish) { asked.push_back(wish); });
        QTest::mouseClick(f.view->findChild<QPushButton*>(QStringLiteral("showFurthestOff")), Qt::LeftButton);
        QCOMPARE(asked.at(0).on, evaluationKey(flats));
        list->setCurrentIndex(0);
        emit list->activated(0);
        QVERIFY2(f.title().contains(QStringLiteral("validation after epoch 1")), qPrintable(f.title()));
    }
};

QTEST_MAIN(TestNumbersView)

}  // namespace test_numbers_view

#include "test_numbers_view.moc"
