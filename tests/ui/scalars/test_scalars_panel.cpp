// Both panels of the Train workspace over one RunModel: what is shown empty, live, failed; controls; filter; export.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "ui/scalars/runs_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

// Straight to the widget: QTest::mouseMove warps the real pointer and returns before the event is there.
void moveTo(QWidget& widget, const QPoint& at) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

std::vector<Event> steps(int first, int last, float scale = 1) {
    std::vector<Event> events;
    for (int i = first; i <= last; ++i) {
        StepRecord r;
        r.step = i;
        r.epoch = (i - 1) / 50;
        r.stepInEpoch = (i - 1) % 50 + 1;
        r.stepsPerEpoch = 50;
        r.wallTime = 1.79e9 + i * 0.1;
        r.loss = scale * 2 / std::sqrt(static_cast<float>(i));
        r.metrics["accuracy"] = 1 - 1 / std::sqrt(static_cast<float>(i));
        r.learningRate = 0.1f;
        r.imagesPerSecond = 5000;
        events.push_back(r);
        if (i % 50 == 0) {
            EpochRecord e;
            e.epoch = r.epoch;
            e.step = i;
            e.wallTime = r.wallTime;
            e.values = {{"loss", r.loss}, {"val_loss", r.loss * 1.1f}, {"val_accuracy", 0.9f * scale}};
            events.push_back(e);
        }
    }
    return events;
}

} // namespace

class TestScalarsPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void emptyThenLive() {
        RunModel runs;
        ScalarsPanel panel(runs);
        panel.resize(1100, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setEmptyState(QStringLiteral("There is no data set to train on."), QStringLiteral("Use the sample"));
        QSignalSpy asked(&panel, &ScalarsPanel::emptyActionRequested);
        auto* button = panel.findChild<QPushButton*>(QStringLiteral("scalarsEmptyAction"), Qt::FindChildrenRecursively);
        QTRY_VERIFY((button = [&]() -> QPushButton* {
            for (auto* b : panel.findChildren<QPushButton*>(QStringLiteral("scalarsEmptyAction"))) if (b->isVisible()) return b;
            return nullptr;
        }()));
        QCOMPARE(button->text(), QStringLiteral("Use the sample"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);

        const int run = runs.addRun(QStringLiteral("lenet · adam"), 4);
        runs.append(run, {StateRecord{RunState::Starting, "", -1}});
        QVERIFY(panel.charts().empty());
        runs.append(run, steps(1, 40));
        QCOMPARE(panel.charts().size(), size_t{4});
        QStringList order;
        for (auto* chart : panel.charts()) order << chart->tag();
        QCOMPARE(order, (QStringList{QStringLiteral("loss"), QStringLiteral("accuracy"), QStringLiteral("images_per_second"), QStringLiteral("learning_rate")}));
        QTRY_VERIFY(panel.chart(QStringLiteral("loss"))->isVisible());
        LinePlot& loss = panel.chart(QStringLiteral("loss"))->plot();
        QCOMPARE(loss.pointCount(0), size_t{40});
        runs.append(run, steps(41, 100));
        QCOMPARE(loss.pointCount(0), size_t{100});
        QCOMPARE(loss.pointCount(1), size_t{2});                        // validation, one an epoch
        const int before = loss.replots();
        QTRY_VERIFY_WITH_TIMEOUT(loss.replots() > before, 200);         // soon on the screen
        QTRY_COMPARE(loss.xTo(), 100.0);

        runs.append(run, {StateRecord{RunState::Failed, "The loss became NaN at step 101.", -1}});
        auto* problem = panel.findChild<QLabel*>(QStringLiteral("runProblem"));
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("The loss became NaN at step 101."));
        runs.clear();
        QVERIFY(panel.charts().empty());
        QVERIFY(!problem->isVisible());
    }

    void controls() {
        RunModel runs;
        const int run = runs.addRun(QStringLiteral("lenet"), 4);
        runs.append(run, steps(1, 200));
        ScalarsPanel panel(runs);                                       // made after the run: shows it, too
        panel.resize(1200, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCOMPARE(panel.smoothing(), 0.6);
        auto* slider = panel.findChild<QSlider*>(QStringLiteral("smoothing"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(panel.smoothing(), 0.999);
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("smoothingValue"))->text(), QStringLiteral("0.999"));
        LinePlot &loss = panel.chart(QStringLiteral("loss"))->plot(), &rate = panel.chart(QStringLiteral("learning_rate"))->plot();
        QCOMPARE(loss.smoothing(), 0.999);
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY")), Qt::LeftButton);
        QVERIFY(loss.logY() && rate.logY());

        // x zoom is shared, and so is its end.
        loss.replotNow();
        rate.replotNow();
        const QPoint middle = loss.plotRect().center();
        QTest::mousePress(&loss, Qt::LeftButton, {}, middle - QPoint(60, 0));
        moveTo(loss, middle);
        QTest::mouseRelease(&loss, Qt::LeftButton, {}, middle);
        QVERIFY(!rate.following());
        QCOMPARE(rate.xFrom(), loss.xFrom());
        QCOMPARE(rate.xTo(), loss.xTo());
        QTest::mouseDClick(&rate, Qt::LeftButton, {}, rate.plotRect().center());
        QVERIFY(loss.following() && rate.following());

        panel.setAxis(ScalarAxis::Relative);
        loss.replotNow();
        QVERIFY(std::abs(loss.xTo() - 19.9) < 0.01);
        panel.setAxis(ScalarAxis::Epoch);
        loss.replotNow();
        QCOMPARE(loss.xTo(), 4.0);
        QCOMPARE(loss.pointCount(0), size_t{200});
        runs.append(run, steps(201, 250));
        loss.replotNow();
        QCOMPARE(loss.xTo(), 5.0);

        auto* card = panel.chart(QStringLiteral("loss"));
        const int width = card->width();
        QTest::mouseClick(card->findChild<QToolButton*>(QStringLiteral("expand.loss")), Qt::LeftButton);
        QVERIFY(card->width() > width * 1.7);
        runs.setVisible(run, false);
        loss.replotNow();
        QCOMPARE(loss.drawnPoints(0), 0);
    }

    void exportsAllPoints() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("a, b"), 1), steps(1, 100));
        ScalarsPanel panel(runs);
        panel.resize(900, 700);
        panel.show();
        QTemporaryDir folder;
        QSignalSpy finished(&panel, &ScalarsPanel::exportFinished);
        const QString path = folder.filePath(QStringLiteral("scalars.csv"));
        panel.saveCsv(path);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 10000);
        QCOMPARE(finished[0][1].toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().split('\n');
        QCOMPARE(lines[0], QByteArray("run,tag,step,epoch,wall_time,value"));
        QCOMPARE(std::count_if(lines.begin(), lines.end(), [](const QByteArray& line) { return line.startsWith("\"a, b\",loss,"); }), 100);
        panel.savePng(folder.filePath(QStringLiteral("charts.png")));
        QCOMPARE(finished.count(), 2);
        QVERIFY(QImage(folder.filePath(QStringLiteral("charts.png"))).width() > 1000);
        panel.saveCsv(QStringLiteral("/no/such/folder/a.csv"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, 10000);
        QVERIFY(finished[2][1].toString().contains(QStringLiteral("/no/such/folder")));
    }

    void runsTable() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("resnet20 · sgd"), 2), steps(1, 100, 1));
        runs.append(runs.addRun(QStringLiteral("lenet · adam"), 2), steps(1, 100, 0.5));
        runs.addRun(QStringLiteral("mlp (a+b"), 2);
        RunsPanel panel(runs);
        panel.resize(330, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTableView*>(QStringLiteral("runTable"));
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        const auto shown = [&] {
            QStringList names;
            for (int row = 0; row < table->model()->rowCount(); ++row) names << table->model()->index(row, 0).data().toString().section(QLatin1Char(' '), 0, 0);
            return names.join(QLatin1Char(' '));
        };
        QCOMPARE(shown(), QStringLiteral("resnet20 lenet mlp"));
        const struct { const char *text, *left; } cases[] = {
            {"LeNet", "lenet"}, {"res|mlp", "resnet20 mlp"}, {"val_accuracy > 0.85", "resnet20"}, {"val_acc<=0.5", "lenet"},
            {"net loss < 0.15", "lenet"}, {"(a+", "mlp"}, {"nothing", ""}, {"", "resnet20 lenet mlp"}};
        for (const auto& [text, left] : cases) {
            search->clear();
            QTest::keyClicks(search, QLatin1String(text));
            QCOMPARE(shown(), QLatin1String(left));
        }
        // The swatch hides; so does Space.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(1, 0)).topLeft() + QPoint(14, 13));
        QVERIFY(!runs.runs()[1].visible);
        QSignalSpy picked(&panel, &RunsPanel::currentRunChanged);
        table->setFocus();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(1, 1)).center());
        QCOMPARE(panel.currentRun(), 1);
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(runs.runs()[1].visible);
        runs.append(2, steps(1, 3));                                    // the choice survives what arrives
        QCOMPARE(panel.currentRun(), 1);
    }
};

QTEST_MAIN(TestScalarsPanel)
#include "test_scalars_panel.moc"
