// Both panels of the Train workspace over one RunModel: what is shown empty, live, failed; controls; filter; export.
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>
#include <cmath>
#include <map>
#include <vector>

#include "tests/support/settle.h"
#include "ui/scalars/points_writer.h"
#include "ui/scalars/run_delegate.h"
#include "ui/scalars/runs_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/action_table.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace test_scalars_panel {

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

bool says(const QWidget& panel, const QString& words) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
}

// The list's keys, as the window has them.
struct ListKeys {
    explicit ListKeys(RunsPanel& panel) : table(panel, store) {
        markAsPanel(&panel, QStringLiteral("runs"));
        table.add(panel.rows());
        panel.show();
        panel.activateWindow();
        (void)QTest::qWaitForWindowActive(&panel);
    }
    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("keys.ini")), QSettings::IniFormat};
    ActionTable table;
};

}  // namespace

class TestScalarsPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // Another program's run may take another colour, where one comes that has its own.
    void aCurveFollowsItsRunsColour() {
        RunModel runs;
        ScalarsPanel panel(runs);
        panel.resize(1100, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const int run = runs.addRun(QStringLiteral("cut"), 4);
        runs.append(run, steps(1, 40));
        QTRY_VERIFY(panel.chart(QStringLiteral("loss"))->isVisible());
        const auto drawnIn = [&](int color) {
            LinePlot& plot = panel.chart(QStringLiteral("loss"))->plot();
            plot.replotNow();
            const QImage image = plot.grab().toImage();
            const QColor wanted = Theme::instance().series(color);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const QColor seen = image.pixelColor(x, y);
                    if (std::abs(seen.red() - wanted.red()) + std::abs(seen.green() - wanted.green()) +
                            std::abs(seen.blue() - wanted.blue()) <
                        30)
                        return true;
                }
            return false;
        };
        const int own = runs.find(run)->color;
        QVERIFY(drawnIn(own) && !drawnIn(own + 1));
        runs.change(run, [&](Run& one) { one.color = own + 1; });
        QVERIFY(drawnIn(own + 1));
    }

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
            for (auto* b : panel.findChildren<QPushButton*>(QStringLiteral("scalarsEmptyAction")))
                if (b->isVisible()) return b;
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
        QCOMPARE(order, (QStringList{QStringLiteral("loss"), QStringLiteral("accuracy"),
                                     QStringLiteral("images_per_second"), QStringLiteral("learning_rate")}));
        QTRY_VERIFY(panel.chart(QStringLiteral("loss"))->isVisible());
        LinePlot& loss = panel.chart(QStringLiteral("loss"))->plot();
        QCOMPARE(loss.pointCount(0), size_t{40});
        runs.append(run, steps(41, 100));
        QCOMPARE(loss.pointCount(0), size_t{100});
        QCOMPARE(loss.pointCount(1), size_t{2});  // validation, one an epoch
        const int before = loss.replots();
        QTRY_VERIFY(loss.replots() > before);
        QTRY_COMPARE(loss.xTo(), 100.0);

        runs.append(run, {StateRecord{RunState::Failed, "The loss became NaN at step 101.", -1}});
        auto* problem = panel.findChild<QLabel*>(QStringLiteral("runProblem"));
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("The loss became NaN at step 101."));
        runs.clear();
        QVERIFY(panel.charts().empty());
        QVERIFY(!problem->isVisible());
    }

    // A run that leaves takes its own curves along, and one whose files were replaced has its own drawn anew: the
    // charts stay, with what was done to them.
    void chartsOutliveARun() {
        RunModel runs;
        const auto add = [&](const char* name, std::map<QString, std::vector<ScalarPoint>> points) {
            Run run;
            run.name = QLatin1String(name);
            run.foreign = true;
            const int id = runs.addRun(std::move(run));
            runs.appendScalars(id, points, false, {});
            return id;
        };
        const QString loss = QStringLiteral("loss"), own = QStringLiteral("own");
        const int first = add("first", {{loss, {{1, 0, 0, 3}, {2, 0, 0, 2}, {3, 0, 0, 1}}}});
        const int second = add("second", {{loss, {{1, 0, 0, 5}, {2, 0, 0, 4}}}});
        const int third = add("third", {{loss, {{1, 0, 0, 5}}}, {own, {{1, 0, 0, 1}}}});
        ScalarsPanel panel(runs);
        panel.resize(1100, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const QPointer<ChartCard> card = panel.chart(loss);
        const auto drawn = [&] {
            QList<qsizetype> points;
            for (int series = 0; series < 10; ++series)
                if (const int run = card->curves().runOf(series); run >= 0)
                    points << run << static_cast<qsizetype>(card->plot().pointCount(series));
            return points;
        };
        QCOMPARE(drawn(), (QList<qsizetype>{first, 3, second, 2, third, 1}));
        QVERIFY(panel.chart(own));
        // With its last run a chart goes.
        runs.remove(third);
        QVERIFY(!panel.chart(own));
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY.loss")), Qt::LeftButton);
        QCOMPARE(panel.steps().count(), 1);
        runs.forgetScalars(second, {});
        QCOMPARE(drawn(), (QList<qsizetype>{first, 3}));
        runs.appendScalars(second, {{loss, {{1, 0, 0, 9}}}}, false, {});
        QCOMPARE(drawn(), (QList<qsizetype>{first, 3, second, 1}));
        runs.remove(second);
        QCOMPARE(drawn(), (QList<qsizetype>{first, 3}));
        QCoreApplication::processEvents();
        QCOMPARE(panel.chart(loss), card.data());
        QVERIFY(card->plot().logY());
        QCOMPARE(panel.steps().count(), 1);
        // The only run of all: its chart waits for what comes in its place.
        runs.forgetScalars(first, {});
        runs.appendScalars(first, {{loss, {{1, 0, 0, 9}}}}, false, {});
        QCoreApplication::processEvents();
        QCOMPARE(panel.chart(loss), card.data());
        runs.remove(first);
        QVERIFY(panel.charts().empty());
        QCOMPARE(panel.steps().count(), 0);
    }

    // A run that is taken up again is drawn anew; the charts stay, with what was done to them.
    void chartsOutliveAResumption() {
        RunModel runs;
        const int other = runs.addRun(QStringLiteral("other"), 2), run = runs.addRun(QStringLiteral("run"), 2);
        for (const int each : {other, run}) runs.append(each, steps(1, 100));
        ScalarsPanel panel(runs);
        panel.resize(1100, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const QPointer<ChartCard> card = panel.chart(QStringLiteral("loss"));
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY.loss")), Qt::LeftButton);
        const auto drawn = [&] {
            QList<qsizetype> points;
            for (int series = 0; series < 60; ++series)
                if (card->curves().runOf(series) == run || card->curves().runOf(series) == other)
                    points << static_cast<qsizetype>(card->plot().pointCount(series));
            return points;
        };
        QCOMPARE(drawn(), (QList<qsizetype>{100, 2, 100, 2}));  // each with its validation
        std::vector<Event> again = steps(51, 60);
        again.insert(again.begin(), ResumedRecord{50, 1, 0});
        runs.append(run, again);
        QCOMPARE(drawn(), (QList<qsizetype>{100, 2, 60, 1}));
        Run read = *runs.find(run);
        runs.append(run, steps(61, 70));
        runs.replace(run, read);  // another program took it up
        QCOMPARE(drawn(), (QList<qsizetype>{100, 2, 60, 1}));
        QCoreApplication::processEvents();
        QCOMPARE(panel.chart(QStringLiteral("loss")), card.data());
        QVERIFY(card->plot().logY());
        QCOMPARE(panel.steps().count(), 1);
    }

    // Before the first point: starting, then why it failed, each with its words and the button that helps.
    void startingAndFailing() {
        RunModel runs;
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto buttons = [&] {
            int count = 0;
            for (auto* button : panel.findChildren<QPushButton*>(QStringLiteral("scalarsEmptyAction")))
                count += button->isVisible();
            return count;
        };
        QTRY_COMPARE(buttons(), 1);
        const int run = runs.addRun(QStringLiteral("lenet · adam"), 4);
        runs.append(run, {StateRecord{RunState::Starting, "", -1}});
        QTRY_VERIFY(says(panel, QStringLiteral("Starting")));
        QCOMPARE(buttons(), 0);
        const QString why = QStringLiteral("The plan needs 41.2 GB and the device has 25.3 GB.");
        runs.append(run, {StateRecord{RunState::Failed, why.toStdString(), -1}});
        QTRY_VERIFY(says(panel, why));
        QTRY_COMPARE(buttons(), 1);
    }

    // A state of a hidden run changes nothing of what helps: its button stays.
    void theWayOutStays() {
        RunModel runs;
        const int run = runs.addRun(QStringLiteral("lenet"), 4);
        runs.append(run, steps(1, 10));
        ScalarsPanel panel(runs);
        panel.show();
        runs.setVisible(run, false);
        QPointer<QPushButton> all;
        QTRY_VERIFY((all = panel.findChild<QPushButton*>(QStringLiteral("showAllRuns"))));
        for (const RunState state : {RunState::Paused, RunState::Running, RunState::Stopped})
            runs.append(run, {StateRecord{state, "", -1}});
        test::settle();
        QVERIFY(all);
        QCOMPARE(panel.findChildren<QPushButton*>(QStringLiteral("showAllRuns")).size(), 1);
        all->click();
        QVERIFY(runs.find(run)->visible);
    }

    // Of several runs it says whose problem it is, as the list calls it.
    void problemsBearTheListsTitle() {
        RunModel runs;
        ScalarsPanel panel(runs);
        runs.addRun(QStringLiteral("lenet · adam"), 4);
        const int run = runs.addRun(QStringLiteral("lenet · sgd"), 4);
        runs.append(run, steps(1, 10));
        runs.append(run, {StateRecord{RunState::Failed, "It is over.", -1}});
        QCOMPARE(runs.titleOf(run).text(), QStringLiteral("sgd"));
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("runProblem"))->text(), QStringLiteral("sgd: It is over."));
    }

    void marksOfChangedRates() {
        RunModel runs;
        const int run = runs.addRun(QStringLiteral("lenet"), 4);
        runs.append(run, steps(1, 100));
        ScalarsPanel panel(runs);
        panel.resize(1100, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        LinePlot& loss = panel.chart(QStringLiteral("loss"))->plot();
        QVERIFY(loss.marks().isEmpty());
        runs.append(run, {LearningRateRecord{60, 0.1f, 0.01f}});  // while it runs
        QCOMPARE(loss.marks().size(), 1);
        QCOMPARE(loss.marks()[0].text, QStringLiteral("rate 0.1 → 0.01"));
        QCOMPARE(loss.marks()[0].x, 60.0);
        QCOMPARE(panel.chart(QStringLiteral("accuracy"))->plot().marks().size(), 1);
        panel.setAxis(ScalarAxis::Epoch);
        QVERIFY(std::abs(loss.marks()[0].x - 1.2) < 1e-9);
        panel.setAxis(ScalarAxis::Step);
        loss.replotNow();
        const QColor warn = Theme::instance().color(Token::Warn);
        const QImage shot = loss.grab().toImage();
        const int x = qRound(loss.toPixel(60, 0).x());
        int found = 0;
        for (int y = loss.plotRect().top(); y < loss.plotRect().bottom(); ++y)
            for (int dx = -1; dx <= 1; ++dx)
                found += shot.pixelColor(qRound((x + dx) * shot.devicePixelRatio()),
                                         qRound(y * shot.devicePixelRatio())) == warn;
        QVERIFY2(found > loss.plotRect().height() / 4, qPrintable(QString::number(found)));
        runs.setVisible(run, false);
        QVERIFY(loss.marks().isEmpty());  // a hidden run's marks go with it
    }

    // The pointer over one chart: rows of all runs there, the nearest first, and its line in every chart. A click
    // picks.
    void pointerAndClick() {
        RunModel runs;
        const int first = runs.addRun(QStringLiteral("resnet20"), 2), second = runs.addRun(QStringLiteral("lenet"), 2);
        runs.append(first, steps(1, 100, 1));
        runs.append(second, steps(1, 100, 3));
        ScalarsPanel panel(runs);
        panel.resize(1100, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setSmoothing(0);
        LinePlot &loss = panel.chart(QStringLiteral("loss"))->plot(),
                 &accuracy = panel.chart(QStringLiteral("accuracy"))->plot();
        loss.replotNow();
        accuracy.replotNow();
        const QImage without = accuracy.grab().toImage();
        const QPoint at = loss.toPixel(50, 6 / std::sqrt(50.0)).toPoint();
        moveTo(loss, at);
        auto* tooltip = panel.findChild<PlotTooltip*>();
        QVERIFY(tooltip && tooltip->isVisible());
        QVERIFY(tooltip->rows().size() >= 2);
        QCOMPARE(tooltip->rows()[0].name, QStringLiteral("lenet"));
        QCOMPARE(tooltip->header(), (QStringList{QStringLiteral("run"), QStringLiteral("value"), QStringLiteral("step"),
                                                 QStringLiteral("relative")}));
        QCOMPARE(tooltip->rows()[0].values,
                 (QStringList{valueText(3 * 2 / std::sqrt(50.f)), QStringLiteral("50"), QStringLiteral("0:05")}));
        QVERIFY(tooltip->geometry().left() >= 0 && tooltip->geometry().right() <= panel.width());
        QVERIFY(accuracy.grab().toImage() != without);
        QSignalSpy picked(&panel, &ScalarsPanel::runPicked);
        QTest::mouseClick(&loss, Qt::LeftButton, {}, at);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toInt(), second);
        moveTo(loss, QPoint(1, 1));
        QVERIFY(!tooltip->isVisible());
    }

    // Smoothing takes noise out of batches. Validation values and rates have none: they stand where they are.
    void onlyNoiseIsSmoothed() {
        RunModel runs;
        const int run = runs.addRun(QStringLiteral("lenet"), 4);
        runs.append(run, steps(1, 200));
        ScalarsPanel panel(runs);
        panel.resize(1100, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setSmoothing(0.9);
        QTemporaryDir folder;
        const auto rows = [&](const char* tag) {
            const QString path = folder.filePath(QLatin1String(tag));
            LinePlot& plot = panel.chart(QLatin1String(tag))->plot();
            QSignalSpy written(&plot, &LinePlot::exported);
            plot.saveCsv(path);
            (void)QTest::qWaitFor([&] { return written.count() > 0; }, 120000);
            QFile file(path);
            (void)file.open(QIODevice::ReadOnly);
            return file.readAll().split('\n');
        };
        double last = 0, power = 1;
        int trained = 0, validated = 0;
        for (const QByteArray& row : rows("loss")) {
            const auto fields = row.split(',');
            if (fields.size() != 4 || fields[0] == "series") continue;
            const double value = fields[2].toDouble(), shown = fields[3].toDouble();
            if (fields[0].contains("validation")) {
                QCOMPARE(shown, value);
                ++validated;
            } else {  // TensorBoard's formula, step by step
                last = last * 0.9 + 0.1 * value;
                power *= 0.9;
                QVERIFY(std::abs(shown - last / (1 - power)) < 1e-9);
                ++trained;
            }
        }
        QCOMPARE(trained, 200);
        QCOMPARE(validated, 4);
        for (const QByteArray& row : rows("learning_rate"))
            if (const auto fields = row.split(','); fields.size() == 4 && fields[0] != "series")
                QCOMPARE(fields[2], fields[3]);
    }

    void fitsTheWindow() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 100));
        ScalarsPanel panel(runs);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* area = panel.findChild<QScrollArea*>();
        for (const QSize size : {QSize(1240, 880), QSize(920, 640), QSize(600, 480), QSize(600, 300)}) {
            panel.resize(size);
            QTRY_COMPARE(panel.size(), size);
            test::settle();
            for (auto* chart : panel.charts()) {
                QVERIFY2(chart->height() >= 200 && chart->width() >= 300, qPrintable(chart->tag()));
                QVERIFY(chart->plot().plotRect().height() >= 90);
                for (auto* other : panel.charts())
                    if (other != chart) QVERIFY(!other->geometry().intersects(chart->geometry()));
                area->ensureWidgetVisible(chart);
                QVERIFY(!chart->visibleRegion().isEmpty());
            }
            if (size.width() >= 920) QCOMPARE(area->verticalScrollBar()->maximum(), 0);  // all in sight
        }
    }

    // As a person exports: the button, its menu, the file dialog.
    void exportsByMenu() {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 100));
        ScalarsPanel panel(runs);
        panel.resize(1100, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTemporaryDir folder;
        QSignalSpy finished(&panel, &ScalarsPanel::exportFinished);
        auto* button = panel.findChild<QToolButton*>(QStringLiteral("exportScalars"));
        const char* names[] = {"charts.png", "charts.svg", "points.csv"};
        for (int i = 0; i < 3; ++i) {
            const QString path = folder.filePath(QLatin1String(names[i]));
            QTest::mouseClick(button, Qt::LeftButton);
            auto* menu = button->findChild<QMenu*>();
            QTRY_VERIFY(menu->isVisible());
            for (int down = 0; down <= i; ++down) QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
            const QPointer<QFileDialog> dialog = panel.findChild<QFileDialog*>();
            QVERIFY(dialog);
            QTRY_VERIFY(dialog->isVisible());
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
            QTRY_VERIFY(!dialog);
            QTRY_COMPARE(finished.count(), i + 1);
            QCOMPARE(finished[i][1].toString(), QString());
            QVERIFY(QFileInfo(path).size() > 1000);
        }
    }

    void controls() {
        RunModel runs;
        const int run = runs.addRun(QStringLiteral("lenet"), 4);
        runs.append(run, steps(1, 200));
        ScalarsPanel panel(runs);  // made after the run: shows it, too
        panel.resize(1200, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCOMPARE(panel.smoothing(), 0.6);
        auto* slider = panel.findChild<QSlider*>(QStringLiteral("smoothing"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(panel.smoothing(), 0.999);
        QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("smoothingValue"))->text(), QStringLiteral("0.999"));
        LinePlot &loss = panel.chart(QStringLiteral("loss"))->plot(),
                 &rate = panel.chart(QStringLiteral("learning_rate"))->plot();
        QCOMPARE(loss.smoothing(), 0.999);
        // Scale, raw lines and outliers belong to one chart; its buttons follow.
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY.loss")), Qt::LeftButton);
        QVERIFY(loss.logY() && !rate.logY());
        QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("raw.loss")), Qt::LeftButton);
        QVERIFY(!loss.showRaw() && rate.showRaw());
        loss.setShowRaw(true);
        QVERIFY(panel.findChild<QToolButton*>(QStringLiteral("raw.loss"))->isChecked());
        QVERIFY(loss.ignoreOutliers());  // at first
        QVERIFY(panel.findChild<QToolButton*>(QStringLiteral("outliers.loss"))->isChecked());
        loss.setIgnoreOutliers(false);
        QVERIFY(!panel.findChild<QToolButton*>(QStringLiteral("outliers.loss"))->isChecked());

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
        QTest::mouseClick(card->findChild<QToolButton*>(QStringLiteral("expand.loss")), Qt::LeftButton);
        QCOMPARE(card->width(), width);
        runs.setVisible(run, false);
        loss.replotNow();
        QCOMPARE(loss.drawnPoints(0), 0);
    }

    // What was set at a chart and above them is there again in the next window.
    void remembers() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 60));
        {
            ScalarsPanel panel(runs, &settings);
            panel.show();
            panel.setSmoothing(0.25);
            panel.setAxis(ScalarAxis::Epoch);
            runs.clear();  // charts that come later remember, too
            runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 60));
            QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY.loss")), Qt::LeftButton);
            QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("raw.accuracy")), Qt::LeftButton);
        }
        runs.clear();
        ScalarsPanel panel(runs, &settings);
        runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 60));
        QCOMPARE(panel.smoothing(), 0.25);
        QCOMPARE(panel.axis(), ScalarAxis::Epoch);
        LinePlot &loss = panel.chart(QStringLiteral("loss"))->plot(),
                 &accuracy = panel.chart(QStringLiteral("accuracy"))->plot();
        QVERIFY(loss.logY() && loss.showRaw());
        QVERIFY(!accuracy.logY() && !accuracy.showRaw());
    }

    // As when the window is made anew in another language: the runs are there before the panel is, and what was set
    // at their charts stays, through the next click, too.
    void remembersForRunsThatAreThere() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        const auto project = [] { return QStringLiteral("/tmp/a.tlm"); };
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("lenet"), 2), steps(1, 60));
        {
            ScalarsPanel panel(runs, &settings, project);
            panel.show();
            QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("logY.loss")), Qt::LeftButton);
            QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("raw.loss")), Qt::LeftButton);
            panel.chart(QStringLiteral("loss"))->plot().setLimits({NAN, 40, 0, 2});
            panel.join(*panel.chart(QStringLiteral("learning_rate")),
                       *panel.chart(QStringLiteral("images_per_second")));
        }
        for (int made = 0; made < 2; ++made) {
            ScalarsPanel panel(runs, &settings, project);
            panel.resize(1200, 800);
            panel.show();
            LinePlot& loss = panel.chart(QStringLiteral("loss"))->plot();
            QVERIFY(loss.logY() && !loss.showRaw());
            QTRY_COMPARE(loss.xTo(), 40.0);
            QCOMPARE(panel.chart(QStringLiteral("images_per_second")), panel.chart(QStringLiteral("learning_rate")));
            QTest::mouseClick(panel.findChild<QToolButton*>(QStringLiteral("pin.loss")), Qt::LeftButton);
        }
    }

    // An older run is shown alone while its curves are still on disk: its charts are there once they have been read.
    void chartsComeBackWithTheirCurves() {
        RunModel runs;
        Run old;
        old.name = QStringLiteral("old");
        old.whole = old.visible = false;
        const int left = runs.addRun(std::move(old));
        runs.append(runs.addRun(QStringLiteral("new"), 2), steps(1, 60));
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        ChartCard* loss = panel.chart(QStringLiteral("loss"));
        QTRY_VERIFY(loss->isVisible());
        runs.setVisible([&](const Run& run) { return run.id == left; });
        QTRY_VERIFY(!loss->isVisible());
        runs.fill(left, RunModel::told(Run(), steps(1, 30)));
        QTRY_VERIFY(loss->isVisible());
        QTRY_COMPARE(loss->plot().xTo(), 30.0);
    }

    // None is drawn, and the next one trains: "Starting", then its charts, though its state stays.
    void chartsComeWithTheNextRun() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("old"), 2), steps(1, 60));
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        ChartCard* loss = panel.chart(QStringLiteral("loss"));
        QTRY_VERIFY(loss->isVisible());
        runs.setVisible([](const Run&) { return false; });
        QTRY_VERIFY(says(panel, QStringLiteral("All runs are hidden")));
        const int run = runs.addRun(QStringLiteral("new"), 2);
        runs.append(run, {StateRecord{RunState::Starting, "", -1}});
        runs.append(run, {StateRecord{RunState::Running, "", -1}});
        QTRY_VERIFY(says(panel, QStringLiteral("Starting")));
        runs.append(run, steps(1, 30));
        QTRY_VERIFY(loss->isVisible());
        QVERIFY(panel.chart(QStringLiteral("accuracy"))->isVisible());
    }

    // Before the project's runs are read nobody knows that there is none.
    void runsAreBeingReadFirst() {
        RunModel runs;
        runs.setReading(true);
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(says(panel, QStringLiteral("Reading the runs")));
        QVERIFY(!says(panel, QStringLiteral("No runs yet")));
        runs.setReading(false);
        QVERIFY(says(panel, QStringLiteral("No runs yet")));
        runs.setReading(true);
        runs.append(runs.addRun(QStringLiteral("a"), 2), steps(1, 30));  // some are there, others yet to come
        QTRY_VERIFY(panel.chart(QStringLiteral("loss")) && panel.chart(QStringLiteral("loss"))->isVisible());
    }

    // Shown runs whose curves still lie on disk are not hidden, and there are runs: with other runs' charts hidden, and
    // before there is any. One that has no point at all ends the reading too.
    void curvesOnDiskAreBeingRead() {
        RunModel runs;
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(says(panel, QStringLiteral("No runs yet")));
        Run disk;
        disk.name = QStringLiteral("old");
        disk.state = RunState::Finished;
        disk.whole = false;
        const int first = runs.addRun(disk);
        QVERIFY(says(panel, QStringLiteral("Reading the curves")));
        runs.fill(first, RunModel::told(Run(), steps(1, 30)));
        QTRY_VERIFY(panel.chart(QStringLiteral("loss")) && panel.chart(QStringLiteral("loss"))->isVisible());
        runs.setVisible(first, false);
        QTRY_VERIFY(says(panel, QStringLiteral("All runs are hidden")));
        const int second = runs.addRun(disk);
        QVERIFY(says(panel, QStringLiteral("Reading the curves")));
        QTRY_VERIFY(!panel.findChild<QPushButton*>(QStringLiteral("showAllRuns")));
        runs.fill(second, Run());
        QVERIFY(says(panel, QStringLiteral("All runs are hidden")));
    }

    // One that trains and is hidden is not about to start, with curves and before its first one: it can be shown.
    void aHiddenLiveRunIsOffered() {
        RunModel runs;
        ScalarsPanel panel(runs);
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const int run = runs.addRun(QStringLiteral("new"), 2);
        runs.append(run, {StateRecord{RunState::Running, "", -1}});
        const auto showAll = [&] {
            runs.setVisible(run, false);
            QTRY_VERIFY(says(panel, QStringLiteral("All runs are hidden")));
            auto* button = panel.findChild<QPushButton*>(QStringLiteral("showAllRuns"));
            QVERIFY(button);
            QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY(runs.find(run)->visible);
        };
        showAll();
        QTRY_VERIFY(says(panel, QStringLiteral("Starting")));
        runs.append(run, steps(1, 30));
        QTRY_VERIFY(panel.chart(QStringLiteral("loss"))->isVisible());
        showAll();
        QTRY_VERIFY(panel.chart(QStringLiteral("loss"))->isVisible());
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
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][1].toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().split('\n');
        QCOMPARE(lines[0], QByteArray("run,tag,step,epoch,wall_time,value"));
        QCOMPARE(std::count_if(lines.begin(), lines.end(),
                               [](const QByteArray& line) { return line.startsWith("\"a, b\",loss,"); }),
                 100);
        panel.savePng(folder.filePath(QStringLiteral("charts.png")));
        QCOMPARE(finished.count(), 1);  // a job writes it
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(finished[1][1].toString(), QString());
        QVERIFY(QImage(folder.filePath(QStringLiteral("charts.png"))).width() > 1000);
        panel.saveCsv(QStringLiteral("/no/such/folder/a.csv"));
        QTRY_COMPARE(finished.count(), 3);
        QVERIFY(finished[2][1].toString().contains(QStringLiteral("/no/such/folder")));
        panel.savePng(QStringLiteral("/no/such/folder/a.png"));
        QTRY_COMPARE(finished.count(), 4);
        QVERIFY(finished[3][1].toString().contains(QStringLiteral("/no/such/folder/a.png")));
    }

    // The charts are taken one after the other; a second file meanwhile is told, and a word gives it up.
    void oneFileAtATime() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("a"), 1), steps(1, 100));
        ScalarsPanel panel(runs);
        panel.resize(900, 700);
        panel.show();
        QTemporaryDir folder;
        const QString first = folder.filePath(QStringLiteral("a.svg")),
                      second = folder.filePath(QStringLiteral("b.png"));
        QSignalSpy finished(&panel, &ScalarsPanel::exportFinished);
        panel.saveSvg(first);
        panel.savePng(second);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toString(), second);
        QVERIFY(finished[0][1].toString().contains(QStringLiteral("already")));
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(finished[1][0].toString(), first);
        QCOMPARE(finished[1][1].toString(), QString());
        panel.savePng(second);
        panel.findChild<QToolButton*>(QStringLiteral("cancelExport"))->click();
        panel.saveSvg(second);
        QCOMPARE(finished.count(), 3);  // it is not over yet
        const auto over = [&] {
            const auto told = finished.count();
            panel.saveSvg(first);
            return finished.count() == told;  // a refusal is told at once
        };
        QVERIFY(QTest::qWaitFor(over, 120000));  // asked once more, it would be the second
        QVERIFY(!QFile::exists(second));
    }

    // Another language or size of letters makes the panels anew; what is being written goes on and tells the new one.
    void aFileOutlivesThePanel() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("a"), 1), steps(1, 100));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("scalars.csv"));
        std::make_unique<ScalarsPanel>(runs)->saveCsv(path);
        ScalarsPanel panel(runs);
        QSignalSpy finished(&panel, &ScalarsPanel::exportFinished);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toString(), path);
        QCOMPARE(finished[0][1].toString(), QString());
        QVERIFY(QFileInfo(path).size() > 1000);
        QTRY_VERIFY(runs.findChildren<PointsWriter*>().isEmpty());
    }

    // Points go to the file a slice at a time; what changes meanwhile is told, and what is cancelled leaves nothing.
    void pointsAreWrittenBeside() {
        RunModel runs;
        std::vector<ScalarPoint> many(300'000);
        for (size_t i = 0; i < many.size(); ++i) many[i] = {double(i), 1, 0, 0.5};
        const int run = runs.addRun(QStringLiteral("long"), 1);
        runs.appendScalars(run, {{QStringLiteral("loss"), many}}, true, {});
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("points.csv"));
        const auto write = [&](const std::function<void(PointsWriter&, int told)>& meanwhile) {
            PointsWriter writer(runs, path);
            int told = 0;
            QObject::connect(&writer, &PointsWriter::progressed, &writer, [&] { meanwhile(writer, ++told); });
            QSignalSpy finished(&writer, &PointsWriter::finished);
            [&] { QTRY_COMPARE(finished.count(), 1); }();
            return std::tuple(finished.value(0).value(0).toString(), finished.value(0).value(1).toString(), told);
        };
        const auto linesIn = [&] {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : -1;
        };
        // More points come while it is written: those that were there at the start are in the file.
        const auto [written, error, told] = write([&](PointsWriter&, int) {
            runs.appendScalars(run, {{QStringLiteral("loss"), {{1e6, 1, 0, 0.25}}}}, true, {});
        });
        QCOMPARE(written, path);
        QCOMPARE(error, QString());
        QVERIFY(told >= 9);  // in slices
        QCOMPARE(linesIn(), 300'001);
        QVERIFY(QFile::remove(path));
        const auto [cancelled, nothing, before] = write([](PointsWriter& writer, int) { writer.cancel(); });
        QVERIFY(cancelled.isEmpty() && nothing.isEmpty() && before >= 1);
        QCOMPARE(linesIn(), -1);
        QVERIFY(QDir(folder.path()).isEmpty());  // no half of it either
        const auto gone = write([&](PointsWriter&, int turn) {
            if (turn == 2) runs.remove(run);
        });
        QVERIFY2(std::get<1>(gone).contains(QStringLiteral("“long” was changed or deleted")),
                 qPrintable(std::get<1>(gone)));
        QCOMPARE(linesIn(), -1);
    }

    void runsTable() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("resnet20 · sgd"), 2), steps(1, 100, 1));
        runs.append(runs.addRun(QStringLiteral("lenet · adam"), 2), steps(1, 100, 0.5));
        runs.addRun(QStringLiteral("mlp (a+b"), 2);
        RunsPanel panel(runs);
        ListKeys keys(panel);
        panel.resize(330, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTreeView*>(QStringLiteral("runTable"));
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        const auto shown = [&] {
            QCoreApplication::processEvents();  // the rows follow with the loop's next turn
            QStringList names;
            for (int row = 0; row < table->model()->rowCount(); ++row)
                names << table->model()->index(row, 0).data().toString().section(QLatin1Char(' '), 0, 0);
            return names.join(QLatin1Char(' '));
        };
        QCOMPARE(shown(), QStringLiteral("resnet20 lenet mlp"));
        const struct {
            const char *text, *left;
        } cases[] = {
            {"LeNet", "lenet"},        {"res|mlp", "resnet20 mlp"},         {"val_accuracy > 0.85", "resnet20"},
            {"val_acc<=0.5", "lenet"}, {"net loss < 0.15", "lenet"},        {"(a+", "mlp"},
            {"loss<1.5e-1", "lenet"},  {"loss < 1.5E+2 & res", "resnet20"}, {"nothing", ""},
            {"", "resnet20 lenet mlp"}};
        ScalarsPanel charts(runs);
        for (const auto& [text, left] : cases) {
            search->clear();
            QTest::keyClicks(search, QLatin1String(text));
            QCOMPARE(shown(), QLatin1String(left));
            // The charts show the same runs as the table.
            LinePlot& loss = charts.chart(QStringLiteral("loss"))->plot();
            loss.replotNow();
            for (const int run : {0, 1})
                QCOMPARE(loss.drawnPoints(2 * run) > 0,
                         shown().contains(runs.runs()[size_t(run)].name.section(QLatin1Char(' '), 0, 0)));
        }
        // What cannot be read is told, and does not hide everything.
        auto* problem = panel.findChild<QLabel*>(QStringLiteral("runFilterProblem"));
        const struct {
            const char *text, *left, *told;
        } wrong[] = {{"lenet loss <", "lenet", "loss <"},
                     {"loss < 0.1.2", "resnet20 lenet mlp", "0.1.2"},
                     {"losss < 0.3", "", "“losss”"},
                     {"(a+", "mlp", "“(a+”"}};
        for (const auto& [text, left, told] : wrong) {
            search->clear();
            QVERIFY(problem->isHidden());
            QTest::keyClicks(search, QLatin1String(text));
            QVERIFY2(!problem->isHidden() && problem->text().contains(QString::fromUtf8(told)),
                     qPrintable(problem->text()));
            QCOMPARE(shown(), QLatin1String(left));
        }
        // A run that no longer fits leaves; one that comes to fit appears.
        search->clear();
        QTest::keyClicks(search, QStringLiteral("loss < 0.15"));
        QCOMPARE(shown(), QStringLiteral("lenet"));
        runs.append(0, steps(101, 101, 0.1f));
        QCOMPARE(shown(), QStringLiteral("resnet20 lenet"));
        runs.append(0, steps(102, 102, 10));
        QCOMPARE(shown(), QStringLiteral("lenet"));
        search->clear();
        QCOMPARE(shown(), QStringLiteral("resnet20 lenet mlp"));
        // The swatch hides; so does Space.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).topLeft() + QPoint(14, 13));
        QVERIFY(!runs.runs()[1].visible);
        QSignalSpy picked(&panel, &RunsPanel::currentRunChanged);
        table->setFocus();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, RunModel::Best)).center());
        QCOMPARE(panel.currentRun(), 1);
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(runs.runs()[1].visible);
        // As narrow as the panel gets, a usual name is whole; the numbers, too.
        panel.resize(300, 400);
        test::settle();
        const QFontMetrics words(Theme::instance().font(12)), numbers(Theme::instance().mono());
        QVERIFY(table->columnWidth(RunModel::Name) >=
                30 + words.horizontalAdvance(QStringLiteral("resnet20 · sgd")) + 4);
        QVERIFY(table->columnWidth(RunModel::Best) >= numbers.horizontalAdvance(QStringLiteral("0.412")) + 10);
        QVERIFY(table->columnWidth(RunModel::Epoch) >= numbers.horizontalAdvance(QStringLiteral("20/20")) + 10);
        runs.append(2, steps(1, 3));  // the choice survives what arrives
        QCOMPARE(panel.currentRun(), 1);
        // Several at once; Return shows them and no other.
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(panel.chosenRuns(), (std::vector<int>{0, 1}));
        panel.setCurrentRun(panel.currentRun());  // as the selection that all panels share answers
        QCOMPARE(panel.chosenRuns(), (std::vector<int>{0, 1}));
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(runs.runs()[0].visible && runs.runs()[1].visible && !runs.runs()[2].visible);
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(!runs.runs()[0].visible && !runs.runs()[1].visible && !runs.runs()[2].visible);
    }

    // A number that stands there stands there whole, at any size of letters; columns leave in their order.
    void numbersAreNeverCut() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("digits-lenet · adam"), 150), steps(1, 7500));
        EvaluationRecord record;
        record.split = "test";
        record.values = {{"accuracy", 0.998f}};
        runs.append(0, {record});
        RunsPanel panel(runs);
        panel.resize(310, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTreeView*>(QStringLiteral("runTable"));
        QCOMPARE(runs.index(0, RunModel::Epoch).data().toString(), QStringLiteral("150/150"));
        for (const int column : {RunModel::Epoch, RunModel::Best, RunModel::Last, RunModel::Test})
            QVERIFY2(!table->isColumnHidden(column), qPrintable(QString::number(column)));
        for (const double scale : {1.0, 1.1, 1.3, 1.5}) {
            Theme::instance().setTextScale(scale);
            for (int width = 160; width <= 620; width += 20) {
                panel.resize(width, 300);
                test::settle();
                const QFontMetrics numbers(Theme::instance().mono());
                bool left = false;
                for (const int column : {RunModel::Epoch, RunModel::Best, RunModel::Test, RunModel::Last,
                                         RunModel::Loss, RunModel::ValLoss}) {
                    QVERIFY(!left || table->isColumnHidden(column));
                    left = table->isColumnHidden(column);
                    if (left) continue;
                    const QRect cell = table->visualRect(table->model()->index(0, column));
                    QVERIFY(cell.width() >= numbers.horizontalAdvance(runs.index(0, column).data().toString()) + 10);
                    QVERIFY(cell.left() >= 0 && cell.right() < table->viewport()->width());
                }
            }
        }
        Theme::instance().setTextScale(1);
    }

    // What the test split says has its column, also where there is little room, and the best stays the best.
    void testSplitAndBest() {
        RunModel runs;
        runs.append(runs.addRun(QStringLiteral("lenet"), 4), steps(1, 100));
        RunsPanel panel(runs);
        panel.resize(300, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTreeView*>(QStringLiteral("runTable"));
        QVERIFY(table->isColumnHidden(RunModel::Test));
        EvaluationRecord record;
        record.split = "test";
        record.values = {{"accuracy", 0.875f}, {"loss", 0.4f}};
        runs.append(0, {record});
        QTRY_VERIFY(!table->isColumnHidden(RunModel::Test) && !table->isColumnHidden(RunModel::Best));
        QCOMPARE(runs.index(0, RunModel::Test).data().toString(), QStringLiteral("0.875"));
        const QString best = runs.index(0, RunModel::Best).data().toString();
        QCOMPARE(best, QStringLiteral("0.900"));
        runs.append(0, steps(101, 150, 0.5f));  // a worse epoch
        QCOMPARE(runs.index(0, RunModel::Best).data().toString(), best);
        QCOMPARE(runs.index(0, RunModel::Last).data().toString(), QStringLiteral("0.450"));
        record.values = {{"accuracy", 0.5f}};
        record.split = "validation";
        runs.append(0, {record});
        QCOMPARE(runs.index(0, RunModel::Test).data().toString(), QStringLiteral("0.875"));
        record.split = "test";
        record.views = 6;
        runs.append(0, {record});
        QCOMPARE(runs.index(0, RunModel::Test).data().toString(), QStringLiteral("0.500 ×6"));
        QCOMPARE(runs.index(0, RunModel::Test).data(RunModel::SortRole).toDouble(), 0.5);
    }

    // Runs stand beneath the run that they began from, or in groups, and stay so when others come.
    void runsAsATree() {
        RunModel runs;
        const auto add = [&](const char* id, const char* parent, int batch, const char* tag) {
            Run run;
            run.name = QLatin1String(id);
            run.folder = QStringLiteral("/runs/") + run.name;
            run.info.id = id;
            run.info.parent = {parent, parent, "a file", 7, false};
            if (*tag) run.info.tags = {tag};
            run.training = TrainingSpec();
            run.training->batch = batch;
            const int number = runs.addRun(std::move(run));
            runs.append(number, steps(1, 100, 1.0f / static_cast<float>(batch)));
            return number;
        };
        const int first = add("first", "", 16, "good"), other = add("other", "", 16, "");
        const int child = add("child", "first", 64, "good"), grandchild = add("grandchild", "child", 64, "");
        RunsPanel panel(runs);
        ListKeys keys(panel);
        panel.resize(460, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* table = panel.findChild<QTreeView*>(QStringLiteral("runTable"));
        const auto rows = [&] {
            QCoreApplication::processEvents();  // they follow with the loop's next turn
            QStringList all;
            for (QModelIndex at = table->model()->index(0, 0); at.isValid(); at = table->indexBelow(at)) {
                int depth = 0;
                for (QModelIndex up = at.parent(); up.isValid(); up = up.parent()) ++depth;
                all << QString(depth, QLatin1Char('.')) + at.data().toString();
            }
            return all.join(QLatin1Char(' '));
        };
        const auto at = [&](int run) {
            return table->model()
                ->match(table->model()->index(0, 0), RunModel::IdRole, run, 1, Qt::MatchExactly | Qt::MatchRecursive)
                .value(0);
        };
        QCOMPARE(rows(), QStringLiteral("first .child ..grandchild other"));
        // Folded with the mouse, and it stays folded when another run comes.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          QPoint(table->indentation() / 2, table->visualRect(at(first)).center().y()));
        QCOMPARE(rows(), QStringLiteral("first other"));
        const int late = add("late", "other", 32, "");
        QCOMPARE(rows(), QStringLiteral("first other .late"));
        // With the keys.
        table->setFocus();
        panel.setCurrentRun(first);
        QTest::keyClick(table, Qt::Key_Right);
        QCOMPARE(rows(), QStringLiteral("first .child ..grandchild other .late"));
        // A run whose parent does not fit the filter stands beneath the next above, or at the top.
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        QTest::keyClicks(search, QStringLiteral("batch = 64 tag = good"));
        QCOMPARE(rows(), QStringLiteral("child"));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("first|grand optimizer = adam"));
        QCOMPARE(rows(), QStringLiteral("first .grandchild"));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("tag != good, batch_size < 64"));
        QCOMPARE(rows(), QStringLiteral("other .late"));
        search->clear();

        // The setting that differs has a column, those that do not have none; the header's menu has them all.
        int batch = -1;
        for (int column = RunModel::ColumnCount; column < table->model()->columnCount(); ++column) {
            const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
            if (title == QLatin1String("batch_size"))
                batch = column;
            else
                QVERIFY2(table->isColumnHidden(column) || title == QLatin1String("tags"), qPrintable(title));
        }
        QVERIFY(batch > 0 && !table->isColumnHidden(batch));
        QCOMPARE(table->model()->index(0, batch).data().toString(), QStringLiteral("16"));

        // Groups by it: a row each with the mean of its runs.
        QSignalSpy changed(&runs, &RunModel::groupingChanged);
        auto* button = panel.findChild<QToolButton*>(QStringLiteral("groupRuns"));
        QTest::mouseClick(button, Qt::LeftButton);
        auto* menu = panel.findChild<QMenu*>(QStringLiteral("groupRunsMenu"));
        QTRY_VERIFY(menu->isVisible());
        auto* by = menu->findChild<QAction*>(QStringLiteral("groupBy.4.batch_size"));
        QVERIFY(by);
        by->trigger();
        menu->close();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(runs.groupsOf(*runs.find(late)), QStringList("batch_size 32"));
        QCOMPARE(rows(), QStringLiteral("batch_size 16  2 .first .other batch_size 32  1 .late "
                                        "batch_size 64  2 .child ..grandchild"));
        // Space on a group hides all of it; the choice of one run survives the change of groups.
        panel.setCurrentRun(child);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(!runs.find(first)->visible && !runs.find(other)->visible && runs.find(child)->visible);
        runs.setGrouping({RunGrouping::Tag, {}});
        QCOMPARE(rows(), QStringLiteral("good  1 of 2 .first ..child in no group  2 of 3 .other ..late .grandchild"));
        QCOMPARE(panel.currentRun(), child);
        runs.setGrouping({RunGrouping::Pattern, QStringLiteral("child|other")});
        QCOMPARE(runs.groupsOf(*runs.find(grandchild)), QStringList("child"));
        runs.setGrouping({RunGrouping::Parent, {}});
        QCOMPARE(runs.groupsOf(*runs.find(grandchild)), QStringList("first"));

        // Tags, note and name are written over where they stand.
        runs.setGrouping({});
        QSignalSpy edited(&panel, &RunsPanel::edited);
        const QModelIndex name = at(other);
        const QPoint there = table->visualRect(name).topLeft() + QPoint(50, 12);
        QTest::mouseDClick(panel.windowHandle(), Qt::LeftButton, {}, table->viewport()->mapTo(&panel, there));
        auto* line = table->findChild<QLineEdit*>(QStringLiteral("runCellEditor"));
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("better"));
        runs.append(other, steps(101, 110));  // trains on meanwhile
        QCOMPARE(line->text(), QStringLiteral("better"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(edited.count(), 1);
        QCOMPARE(edited.front().at(0).toInt(), other);
        QCOMPARE(edited.front().at(2).toString(), QStringLiteral("better"));
    }

    // Names that begin alike are told apart in a narrow list.
    void namesCanBeToldApart() {
        RunModel runs;
        for (const char* name : {"experiments/augmented/resnet20-with-sgd-0.1/long-tail",
                                 "experiments/augmented/resnet20-with-adam-0.1/long-tail", "short"})
            runs.addRun(QLatin1String(name), 1);
        const RunDelegate delegate(runs, nullptr);
        const QFontMetrics metrics(Theme::instance().font(12));
        QSet<QString> told;
        for (const Run& run : runs.runs()) {
            const QString name = delegate.shortName(run, metrics, 110);
            QVERIFY2(metrics.horizontalAdvance(name) <= 110, qPrintable(name));
            told.insert(name);
        }
        QCOMPARE(told.size(), 3);
        QVERIFY(told.contains(QStringLiteral("short")));
    }
};

QTEST_MAIN(TestScalarsPanel)

}  // namespace test_scalars_panel

#include "test_scalars_panel.moc"
