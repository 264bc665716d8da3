// What hands do to the charts of the scalars panel: ranges, zoom among kin, several tags in one, pins, legends, marks,
// files; and that all of it is there again.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <map>
#include <vector>

#include "tests/support/menus.h"
#include "tests/support/settle.h"
#include "ui/scalars/chart_legend.h"
#include "ui/scalars/range_popup.h"
#include "ui/scalars/run_legend.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/action_table.h"
#include "ui/shell/chart_actions.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace test_charts {

using namespace tl;
using test::choose, test::chooseAt;

namespace {

const QString kLoss = QStringLiteral("loss"), kAccuracy = QStringLiteral("accuracy"),
              kRate = QStringLiteral("learning_rate"), kSpeed = QStringLiteral("images_per_second");

void moveTo(QWidget& widget, const QPoint& at, Qt::MouseButtons buttons = {}) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

std::vector<Event> steps(int first, int last, bool validated = true) {
    std::vector<Event> events;
    for (int i = first; i <= last; ++i) {
        StepRecord r;
        r.step = i;
        r.epoch = (i - 1) / 50;
        r.stepInEpoch = (i - 1) % 50 + 1;
        r.stepsPerEpoch = 50;
        r.wallTime = 1.79e9 + i * 0.1;
        r.loss = 2 / std::sqrt(static_cast<float>(i));
        r.metrics["accuracy"] = 1 - 1 / std::sqrt(static_cast<float>(i));
        r.learningRate = 0.1f;
        r.imagesPerSecond = 5000;
        events.push_back(r);
        if (i % 50 == 0 && validated) {
            EpochRecord e;
            e.epoch = r.epoch;
            e.step = i;
            e.wallTime = r.wallTime;
            e.values = {{"loss", r.loss}, {"val_loss", r.loss * 1.1f}, {"val_accuracy", 0.9f}};
            events.push_back(e);
        }
    }
    return events;
}

struct Charts {
    explicit Charts(QSettings* settings = nullptr, std::function<QString()> project = {})
        : panel(runs, settings, std::move(project)) {
        markAsPanel(&panel, QStringLiteral("scalars"));
        offerCharts(table, panel);
        QObject::connect(&panel, &ScalarsPanel::chartMenuOpening, &table,
                         [this](QMenu& menu) { fillChartMenu(table, menu); });
        panel.resize(1200, 860);
        panel.show();
        panel.activateWindow();
        (void)QTest::qWaitForWindowActive(&panel);
    }
    int add(const char* name, int count) {
        const int run = runs.addRun(QString::fromUtf8(name), 4);
        runs.append(run, steps(1, count));
        return run;
    }
    // Another program's, with tags of its own.
    int addForeign(const char* name, const char* tag, int count, double step = 1) {
        const int run = runs.addRun(QString::fromUtf8(name), 0);
        runs.change(run, [](Run& other) { other.foreign = true; });
        std::vector<ScalarPoint> points;
        for (int i = 0; i < count; ++i) points.push_back({i * step, 1.8e9 + i, 0, 1.0 / (1 + i)});
        runs.appendScalars(run, {{QString::fromUtf8(tag), points}}, false, {});
        return run;
    }
    LinePlot& plot(const QString& tag) {
        LinePlot& plot = panel.chart(tag)->plot();
        plot.replotNow();
        return plot;
    }
    // All of its points in sight, the steep start too.
    LinePlot& wholePlot(const QString& tag) {
        panel.chart(tag)->plot().setIgnoreOutliers(false);
        return plot(tag);
    }
    // As a hand drags a chart by its title.
    void drag(const QString& from, const QString& to) {
        ChartCard& card = *panel.chart(from);
        ChartCard& target = *panel.chart(to);
        const QPoint start(20, 14), end = card.mapFromGlobal(target.mapToGlobal(target.rect().center()));
        QTest::mousePress(&card, Qt::LeftButton, {}, start);
        moveTo(card, start + QPoint(30, 10), Qt::LeftButton);
        moveTo(card, end, Qt::LeftButton);
        QTest::mouseRelease(&card, Qt::LeftButton, {}, end);
    }
    RunModel runs;
    ScalarsPanel panel;
    QTemporaryDir folder;
    QSettings keys{folder.filePath(QStringLiteral("keys.ini")), QSettings::IniFormat};
    ActionTable table{panel, keys};
};

}  // namespace

class TestCharts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // A short run beside a long one has charts of its own length. A zoom goes to all, and its end gives each its own.
    void eachChartFitsItsOwn() {
        Charts f;
        f.add("lenet", 5000);
        f.addForeign("keras", "epoch_loss", 7);
        QCOMPARE(f.plot(kLoss).xTo(), 5000.0);
        QCOMPARE(f.plot(QStringLiteral("epoch_loss")).xTo(), 6.0);
        QCOMPARE(f.plot(kLoss).xFrom(), 0.0);

        LinePlot& loss = f.plot(kLoss);
        const QPoint middle = loss.plotRect().center();
        QTest::mousePress(&loss, Qt::LeftButton, {}, middle - QPoint(80, 0));
        moveTo(loss, middle, Qt::LeftButton);
        QTest::mouseRelease(&loss, Qt::LeftButton, {}, middle);
        QVERIFY(loss.xFrom() > 1000);
        QCOMPARE(f.plot(kRate).xFrom(), loss.xFrom());
        QCOMPARE(f.plot(kRate).xTo(), loss.xTo());
        QCOMPARE(f.plot(QStringLiteral("epoch_loss")).xFrom(), loss.xFrom());
        QCOMPARE(f.plot(QStringLiteral("epoch_loss")).xTo(), loss.xTo());
        QTest::keyClick(&f.plot(kRate), Qt::Key_Home);
        QVERIFY(loss.following());
        QVERIFY(f.plot(QStringLiteral("epoch_loss")).following());
        QCOMPARE(f.plot(QStringLiteral("epoch_loss")).xTo(), 6.0);
    }

    // What a hand set at charts is taken back, the last first, and done again: metrics that joined are apart as they
    // were set before, a pinned chart stands where it stood, fixed ranges fit.
    void handsAreTakenBack() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        Charts f(&settings, [] { return QStringLiteral("/tmp/a.tlm"); });
        f.add("lenet", 200);
        QUndoStack& steps = f.panel.steps();
        const auto pin = [&] {
            return f.panel.chart(kSpeed)->findChild<QToolButton*>(QStringLiteral("pin.images_per_second"));
        };
        f.panel.findChild<QLineEdit*>(QStringLiteral("scalarsFilter"))->setFocus();
        QTest::mouseClick(pin(), Qt::LeftButton);
        QVERIFY(f.plot(kSpeed).hasFocus());  // where Undo means this
        f.plot(kAccuracy).setFocus();
        QTest::keyClick(&f.plot(kAccuracy), Qt::Key_L);
        f.plot(kLoss).setLimits({NAN, 150, 0, 2});
        f.drag(kAccuracy, kLoss);
        QCOMPARE(f.panel.charts().size(), size_t{3});
        QCOMPARE(steps.count(), 4);
        QCOMPARE(steps.undoText(), QStringLiteral("accuracy into loss"));

        steps.undo();
        QCOMPARE(f.panel.charts().size(), size_t{4});
        QVERIFY(f.plot(kAccuracy).logY());
        QCOMPARE(f.plot(kLoss).xTo(), 150.0);
        QVERIFY(f.panel.isAncestorOf(QApplication::focusWidget()));
        steps.redo();
        QCOMPARE(f.panel.chart(kAccuracy)->tags(), (QStringList{kLoss, kAccuracy}));
        steps.undo();
        steps.undo();
        QVERIFY(!f.plot(kLoss).limits().any());
        steps.undo();
        QVERIFY(!f.plot(kAccuracy).logY());
        QVERIFY(f.panel.chart(kSpeed)->pinned());
        steps.undo();
        QVERIFY(!f.panel.chart(kSpeed)->pinned());
        QCOMPARE(f.panel.charts().front()->tag(), kLoss);
        QVERIFY(!steps.canUndo());
        // The next window has it so, too.
        Charts again(&settings, [] { return QStringLiteral("/tmp/a.tlm"); });
        again.add("lenet", 200);
        QVERIFY(!again.panel.chart(kSpeed)->pinned());
        QVERIFY(again.panel.chart(kAccuracy) != again.panel.chart(kLoss));

        // One that leaves a chart comes back into it; and with a range of time, time is what x counts again.
        f.drag(kAccuracy, kLoss);
        f.panel.takeOut(*f.panel.chart(kLoss), kLoss);
        QVERIFY(f.panel.chart(kLoss) != f.panel.chart(kAccuracy));
        steps.undo();
        QCOMPARE(f.panel.chart(kAccuracy)->tags(), (QStringList{kLoss, kAccuracy}));
        f.panel.setAxis(ScalarAxis::Relative);
        f.plot(kRate).setLimits({1, 5, NAN, NAN});
        f.panel.setAxis(ScalarAxis::Step);
        QVERIFY(!f.plot(kRate).limits().any());
        steps.undo();
        QCOMPARE(f.panel.axis(), ScalarAxis::Relative);
        QVERIFY(!f.plot(kRate).limits().any());
        steps.redo();
        QCOMPARE(f.plot(kRate).xTo(), 5.0);
        // Another project has none of it.
        f.runs.clear();
        QVERIFY(!steps.canUndo());
    }

    // Charts that joined stand where they stood once that is taken back, in the zoom that all of them have.
    void chartsThatJoinedGoBackToTheirPlaces() {
        Charts f;
        for (const char* tag : {"a", "b", "c", "d"}) f.addForeign("keras", tag, 20);
        const auto order = [&f] {
            QStringList tags;
            for (const auto* chart : f.panel.charts()) tags << chart->tags().join(QLatin1Char('+'));
            return tags.join(QLatin1Char(' '));
        };
        QCOMPARE(order(), QStringLiteral("a b c d"));
        for (auto* chart : f.panel.charts()) chart->plot().setXRange(5, 10);
        f.panel.join(*f.panel.chart(QStringLiteral("c")), *f.panel.chart(QStringLiteral("a")));
        QCOMPARE(order(), QStringLiteral("b c+a d"));
        f.panel.steps().undo();
        QCOMPARE(order(), QStringLiteral("a b c d"));
        for (const char* tag : {"a", "b", "c", "d"}) {
            const LinePlot& plot = f.plot(QLatin1String(tag));
            QVERIFY(!plot.following());
            QCOMPARE(plot.xFrom(), 5.0);
            QCOMPARE(plot.xTo(), 10.0);
        }
        f.panel.steps().redo();
        QCOMPARE(order(), QStringLiteral("b c+a d"));
        f.panel.steps().undo();
        QCOMPARE(order(), QStringLiteral("a b c d"));
    }

    // Where they are all the charts there are, they keep the zoom, too.
    void theOnlyChartsThatJoinedKeepTheZoom() {
        Charts f;
        for (const char* tag : {"a", "b"}) f.addForeign("keras", tag, 20);
        const auto zoomed = [&f] {
            return std::ranges::all_of(f.panel.charts(), [](ChartCard* chart) {
                return chart->plot().xFrom() == 5.0 && chart->plot().xTo() == 10.0;
            });
        };
        f.panel.chart(QStringLiteral("b"))->plot().setLimits({NAN, NAN, NAN, 2});
        for (auto* chart : f.panel.charts()) chart->plot().setXRange(5, 10);
        f.panel.join(*f.panel.chart(QStringLiteral("a")), *f.panel.chart(QStringLiteral("b")));
        QCOMPARE(f.panel.charts().size(), size_t(1));
        f.panel.steps().undo();
        QCOMPARE(f.panel.charts().size(), size_t(2));
        QVERIFY(zoomed());
        f.panel.steps().redo();
        QCOMPARE(f.panel.charts().size(), size_t(1));
        QVERIFY(zoomed());
        emit f.panel.chart(QStringLiteral("a"))->takeOutRequested(QStringLiteral("b"));
        QTRY_COMPARE(f.panel.charts().size(), size_t(2));
        QVERIFY(zoomed());
    }

    // Charts of a large folder stand in sections, which fold and stay folded, and a filter narrows them.
    void sectionsAndFilter() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        const auto fill = [](Charts& f) {
            f.add("lenet", 100);
            for (int layer = 1; layer <= 5; ++layer)
                for (const char* what : {"mean", "norm", "zeros"})
                    f.addForeign("torch", qPrintable(QStringLiteral("conv_%1/%2").arg(layer).arg(what)), 20);
            test::settle();
        };
        const auto section = [](Charts& f, const char* name) {
            return f.panel.findChild<QToolButton*>(QStringLiteral("group.") + QLatin1String(name));
        };
        const auto seen = [](Charts& f) {
            QStringList tags;
            for (auto* chart : f.panel.charts())
                if (chart->isVisible()) tags << chart->tag();
            return tags;
        };
        {
            Charts f(&settings);
            fill(f);
            QCOMPARE(seen(f).size(), 4 + 15);
            QVERIFY(section(f, "conv_3") && section(f, "conv_3")->isVisible());
            QVERIFY(section(f, "conv_3")->text().contains(QStringLiteral("3")));
            ChartCard& mean = *f.panel.chart(QStringLiteral("conv_3/mean"));
            QVERIFY(mean.y() > section(f, "conv_3")->y() && mean.y() < section(f, "conv_4")->y());
            QVERIFY(f.panel.chart(kSpeed)->y() < section(f, "conv_1")->y());
            const int below = section(f, "conv_4")->y();
            section(f, "conv_3")->setFocus();
            QTest::keyClick(section(f, "conv_3"), Qt::Key_Space);
            QVERIFY(!mean.isVisible());
            QVERIFY(section(f, "conv_3")->hasFocus());
            QVERIFY(section(f, "conv_4")->y() < below);
            // A pinned one stands first, in no section.
            ChartCard& norm = *f.panel.chart(QStringLiteral("conv_4/norm"));
            QTest::mouseClick(norm.findChild<QToolButton*>(QStringLiteral("pin.conv_4/norm")), Qt::LeftButton);
            QVERIFY(norm.y() < f.panel.chart(kLoss)->y());
        }
        Charts f(&settings);
        fill(f);
        QVERIFY(!f.panel.chart(QStringLiteral("conv_3/mean"))->isVisible());
        // What is taken back comes into sight, in a section that is folded, too.
        f.panel.chart(QStringLiteral("conv_3/mean"))->plot().setLogY(true);
        f.panel.steps().undo();
        QVERIFY(f.panel.chart(QStringLiteral("conv_3/mean"))->isVisible());

        auto* filter = f.panel.findChild<QLineEdit*>(QStringLiteral("scalarsFilter"));
        const auto narrowed = [&](const char* text) {
            filter->setText(QString::fromUtf8(text));
            test::settle();
            QStringList tags = seen(f);
            tags.sort();
            return tags;
        };
        QCOMPARE(narrowed("conv_5"), (QStringList{QStringLiteral("conv_5/mean"), QStringLiteral("conv_5/norm"),
                                                  QStringLiteral("conv_5/zeros")}));
        QVERIFY(!section(f, "conv_1")->isVisible());
        QCOMPARE(narrowed("^loss$|speed|samples a"), (QStringList{kSpeed, kLoss}));
        QCOMPARE(narrowed("val_acc, *1/norm"), (QStringList{kAccuracy, QStringLiteral("conv_1/norm")}));
        QCOMPARE(narrowed("nonsense"), QStringList());
        QVERIFY(f.panel.findChild<QWidget*>(QStringLiteral("scalarsEmpty"))->isVisible());
        QCOMPARE(narrowed("").size(), 19);
    }

    // Keys mean the chart that is pointed at, once the keyboard is in one of them, and the frame says which that is.
    void keysAreOfTheChartThatIsPointedAt() {
        Charts f;
        f.add("lenet", 200);
        LinePlot &loss = f.plot(kLoss), &accuracy = f.plot(kAccuracy);
        QWindow* window = f.panel.windowHandle();
        const auto at = [&](QWidget& widget) { return widget.mapTo(&f.panel, widget.rect().center()); };
        const auto framed = [](LinePlot& plot) {
            const QColor edge = plot.grab().toImage().pixelColor(1, plot.height() / 2);
            return edge == Theme::instance().color(Token::Accent);
        };
        auto* slider = f.panel.findChild<QSlider*>();
        slider->setFocus();
        QTest::mouseMove(window, at(loss));
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(slider));  // there its arrows are still meant
        QTest::mouseClick(window, Qt::LeftButton, {}, at(loss));
        QTRY_VERIFY(framed(loss) && !framed(accuracy));
        QTest::keyClick(window, Qt::Key_L);
        QVERIFY(loss.logY() && !accuracy.logY());
        QTest::mouseMove(window, at(accuracy));
        QTRY_VERIFY(framed(accuracy) && !framed(loss));
        QTest::keyClick(window, Qt::Key_X);
        QVERIFY(accuracy.logX() && !loss.logX());
        QTest::mouseMove(window, {3, 3});  // beside them all it stays there
        QTest::keyClick(window, Qt::Key_R);
        QVERIFY(!accuracy.showRaw() && loss.showRaw());
        // Its card is pinned and widened likewise.
        QTest::keyClick(window, Qt::Key_P);
        QVERIFY(f.panel.chart(kAccuracy)->pinned() && !f.panel.chart(kLoss)->pinned());
        QTest::keyClick(window, Qt::Key_E);
        QVERIFY(f.panel.chart(kAccuracy)->expanded() && !f.panel.chart(kLoss)->expanded());
    }

    // A run that goes on from step 100,000 does not begin at 0.
    void farFromZero() {
        Charts f;
        const int run = f.runs.addRun(QStringLiteral("forked"), 4);
        f.runs.append(run, steps(100'000, 100'400));
        QCOMPARE(f.plot(kLoss).xFrom(), 100'000.0);
        QCOMPARE(f.plot(kLoss).xTo(), 100'400.0);
    }

    void logarithmicX() {
        Charts f;
        f.add("lenet", 1000);
        LinePlot& loss = f.wholePlot(kLoss);
        loss.setFocus();
        QTest::keyClick(&loss, Qt::Key_X);
        loss.replotNow();
        QVERIFY(loss.logX());
        QCOMPARE(loss.xFrom(), 1.0);
        QCOMPARE(loss.xTo(), 1000.0);
        // Decades are equally wide.
        const double first = loss.toPixel(10, 1).x() - loss.toPixel(1, 1).x();
        const double last = loss.toPixel(1000, 1).x() - loss.toPixel(100, 1).x();
        QVERIFY2(std::abs(first - last) < 1, qPrintable(QStringLiteral("%1 %2").arg(first).arg(last)));
        QVERIFY(!f.plot(kAccuracy).logX());
        // What comes stands there, zoom and pan keep what is under the hand.
        f.runs.append(0, steps(1001, 10000));
        loss.replotNow();
        QCOMPARE(loss.xTo(), 10000.0);
        const QPointF at = loss.toPixel(100, 1);
        QWheelEvent wheel(at, loss.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&loss, &wheel);
        loss.replotNow();
        QVERIFY(std::abs(loss.toPixel(100, 1).x() - at.x()) < 1.5);
        QVERIFY(loss.xFrom() > 1 && loss.xTo() < 10000);
        // Relative time begins at 0, which no logarithm has: from the first point after it. A clock has none.
        f.panel.setAxis(ScalarAxis::Relative);
        loss.replotNow();
        QVERIFY(std::abs(loss.xFrom() - 0.1) < 1e-6);
        f.panel.setAxis(ScalarAxis::Wall);
        loss.replotNow();
        QVERIFY(std::abs(loss.xFrom() - (1.79e9 + 0.1)) < 1e-3);
        const double middle = loss.toPixel((loss.xFrom() + loss.xTo()) / 2, 1).x();
        QVERIFY(std::abs(middle - loss.plotRect().center().x()) < 2);
    }

    // What x counts, chosen in its menu: each point stands at its step, its time since the run's first, its time of day
    // and its part of the epochs, and the tooltip tells the same.
    void axesByMenu_data() {
        QTest::addColumn<QString>("item");
        QTest::addColumn<QString>("button");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("hundredth");
        QTest::newRow("relative") << "Relative time"
                                  << "relative" << 0. << 19.9 << 9.9;
        QTest::newRow("wall") << "Wall time"
                              << "wall" << 1.79e9 + 0.1 << 1.79e9 + 20 << 1.79e9 + 10;
        QTest::newRow("epoch") << "Epoch"
                               << "epoch" << 0. << 4. << 2.;
        QTest::newRow("step") << "Step"
                              << "step" << 0. << 200. << 100.;
    }
    void axesByMenu() {
        QFETCH(QString, item);
        QFETCH(QString, button);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, hundredth);
        Charts f;
        f.add("lenet", 200);
        f.panel.setSmoothing(0);
        auto* axis = f.panel.findChild<QToolButton*>(QStringLiteral("xAxis"));
        if (item == QStringLiteral("Step")) choose(*axis, QStringLiteral("Epoch"));
        choose(*axis, item);
        QCOMPARE(axis->text().trimmed(), button);
        LinePlot& loss = f.wholePlot(kLoss);
        QVERIFY2(std::abs(loss.xFrom() - from) < 1e-3, qPrintable(QString::number(loss.xFrom(), 'f', 3)));
        QVERIFY2(std::abs(loss.xTo() - to) < 1e-3, qPrintable(QString::number(loss.xTo(), 'f', 3)));
        // The pointer at the hundredth step finds it there.
        moveTo(loss, loss.toPixel(hundredth, 0.2).toPoint());
        const auto* tooltip = f.panel.findChild<PlotTooltip*>();
        QTRY_VERIFY(tooltip && tooltip->isVisible());
        const qsizetype column = tooltip->header().indexOf(QStringLiteral("step")) - 1;
        QVERIFY2(column >= 0, qPrintable(tooltip->header().join(QLatin1Char('|'))));
        const int step = tooltip->rows().at(0).values.at(column).toInt();
        QVERIFY2(std::abs(step - 100) <= 1, qPrintable(QString::number(step)));
    }

    // By the chart's own menu; a clock has no logarithm, and its menu offers none.
    void logarithmicXByMenu() {
        Charts f;
        f.add("lenet", 1000);
        LinePlot& loss = f.wholePlot(kLoss);
        chooseAt(loss, loss.rect().center(), QStringLiteral("Logarithmic x"));
        loss.replotNow();
        QVERIFY(loss.logX());
        QCOMPARE(loss.xFrom(), 1.0);
        chooseAt(loss, loss.rect().center(), QStringLiteral("Logarithmic x"));
        loss.replotNow();
        QVERIFY(!loss.logX());
        QCOMPARE(loss.xFrom(), 0.0);
        choose(*f.panel.findChild<QToolButton*>(QStringLiteral("xAxis")), QStringLiteral("Wall time"));
        QMenu offered;
        loss.fillMenu(offered);
        const auto actions = offered.actions();
        const auto log = std::ranges::find(actions, QStringLiteral("Logarithmic x"), &QAction::text);
        QVERIFY(log != actions.end() && !(*log)->isEnabled());
    }

    // Beside the value stands what the smoothed line has there, as TensorBoard smooths.
    void theTooltipTellsTheSmoothed() {
        Charts f;
        f.add("lenet", 200);
        auto* slider = f.panel.findChild<QSlider*>(QStringLiteral("smoothing"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        const double weight = slider->value() / 1000.0;
        QVERIFY(weight > 0.6 && weight < 0.9);
        double sum = 0, weights = 0;
        std::vector<double> smoothed;
        for (int i = 1; i <= 200; ++i) {
            const double value = 2 / std::sqrt(static_cast<float>(i));
            sum = weight * sum + (1 - weight) * value;
            weights = weight * weights + (1 - weight);
            smoothed.push_back(sum / weights);
        }
        LinePlot& loss = f.wholePlot(kLoss);
        for (const int at : {10, 60, 150}) {
            moveTo(loss, loss.toPixel(at, smoothed[static_cast<size_t>(at - 1)]).toPoint());
            const auto* tooltip = f.panel.findChild<PlotTooltip*>();
            QTRY_VERIFY(tooltip && tooltip->isVisible());
            QCOMPARE(tooltip->header(),
                     (QStringList{QStringLiteral("run"), QStringLiteral("smoothed"), QStringLiteral("value"),
                                  QStringLiteral("step"), QStringLiteral("relative")}));
            const QStringList values = tooltip->rows().at(0).values;
            const int step = values.at(2).toInt();
            QVERIFY(std::abs(step - at) <= 1);
            QCOMPARE(values.at(0), valueText(smoothed[static_cast<size_t>(step - 1)]));
            QCOMPARE(values.at(1), valueText(2 / std::sqrt(static_cast<float>(step))));
            QVERIFY(values.at(0) != values.at(1));
        }
    }

    void typedRanges() {
        Charts f;
        f.add("lenet", 400);
        LinePlot& loss = f.plot(kLoss);
        ChartCard& card = *f.panel.chart(kLoss);
        const auto open = [&] {
            RangePopup* popup = nullptr;
            QMetaObject::invokeMethod(&card, [&] {
                QMenu menu;
                loss.fillMenu(menu);
                for (auto* action : menu.actions())
                    if (action->text() == ChartCard::tr("Fixed ranges…")) action->trigger();
            });
            for (auto* each : loss.findChildren<RangePopup*>())
                if (each->isVisible()) popup = each;
            return popup;
        };
        auto* popup = open();
        QVERIFY(popup);
        const auto field = [&](const char* name) { return popup->findChild<QLineEdit*>(QLatin1String(name)); };
        QTest::keyClicks(field("yFrom"), QStringLiteral("0.05"));
        QTest::keyClicks(field("yTo"), QStringLiteral("half"));
        QTest::keyClick(field("yTo"), Qt::Key_Return);
        auto* problem = popup->findChild<QLabel*>(QStringLiteral("rangeProblem"));
        QVERIFY(problem->isVisible() && problem->text().contains(QStringLiteral("half")));
        QVERIFY(!loss.limits().any());
        field("yTo")->clear();
        QTest::keyClicks(field("yTo"), QStringLiteral("0.01"));
        QTest::keyClick(field("yTo"), Qt::Key_Return);
        QVERIFY2(problem->text().contains(QStringLiteral("0.05")), "from above to");
        field("yTo")->clear();
        QTest::keyClicks(field("yTo"), QStringLiteral("0.5"));
        QTest::keyClicks(field("xTo"), QStringLiteral("200"));
        QTest::keyClick(field("xTo"), Qt::Key_Return);
        QCOMPARE(f.panel.steps().count(), 1);
        QVERIFY(f.panel.isAncestorOf(QApplication::focusWidget()));
        loss.replotNow();
        QCOMPARE(loss.yFrom(), 0.05);
        QCOMPARE(loss.yTo(), 0.5);
        QCOMPARE(loss.xFrom(), 0.0);  // was left to the curves
        QCOMPARE(loss.xTo(), 200.0);
        QCOMPARE(f.plot(kAccuracy).xTo(), 400.0);
        f.runs.append(0, steps(401, 500));
        loss.replotNow();
        QCOMPARE(loss.xTo(), 200.0);  // stays

        // Another chart's fit does not undo it; its own does, and the mark of it says so.
        auto* fixed = card.findChild<QToolButton*>(QStringLiteral("fixed.loss"));
        QVERIFY(fixed->isVisible());
        QTest::keyClick(&f.plot(kAccuracy), Qt::Key_Home);
        QVERIFY(loss.limits().any());
        QTest::mouseDClick(&loss, Qt::LeftButton, {}, loss.plotRect().center());
        loss.replotNow();
        QVERIFY(!loss.limits().any() && fixed->isHidden());
        QCOMPARE(loss.xTo(), 500.0);

        // What is shown now, kept.
        loss.setXRange(100, 300);
        loss.replotNow();
        const double top = loss.yTo();
        popup = open();
        QTest::mouseClick(popup->findChild<QPushButton*>(QStringLiteral("keepRange")), Qt::LeftButton);
        QTest::mouseClick(popup->findChild<QPushButton*>(QStringLiteral("fixRange")), Qt::LeftButton);
        loss.fit();
        loss.replotNow();
        QCOMPARE(loss.xFrom(), 100.0);
        QCOMPARE(loss.xTo(), 300.0);
        QVERIFY(std::abs(loss.yTo() - top) < 1e-9);
        // In time, ranges are others.
        f.panel.setAxis(ScalarAxis::Relative);
        loss.replotNow();
        QVERIFY(std::abs(loss.xTo() - 49.9) < 0.01);
        popup = open();
        field("xFrom")->clear();
        QTest::keyClicks(field("xFrom"), QStringLiteral("0:10"));
        QTest::keyClick(field("xFrom"), Qt::Key_Return);
        loss.replotNow();
        QCOMPARE(loss.xFrom(), 10.0);
        // A time of day has its room, however large the letters are.
        f.panel.setAxis(ScalarAxis::Wall);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Theme::instance().setTextScale(1.5);
        popup = open();
        const QFontMetrics letters = field("xFrom")->fontMetrics();
        QVERIFY(field("xFrom")->width() > letters.horizontalAdvance(QStringLiteral("2026-03-04 10:45:22")));
    }

    // The sixth run's second metric begins the colours anew: a whole line, in the chart and in its legend. With two
    // runs it is the metric that is dashed, in both.
    void legendsAreDashedAsTheirLines() {
        Charts f;
        int last = -1;
        for (const char* name : {"a", "b", "c", "d", "e", "f"}) last = f.add(name, 100);
        f.runs.setVisible([&](const Run& run) { return run.id == last; });
        f.panel.join(*f.panel.chart(kLoss), *f.panel.chart(kAccuracy));
        ChartCard& both = *f.panel.chart(kLoss);
        const auto gapsOf = [&](size_t kind) {
            auto* legend = both.findChild<ChartLegend*>(QStringLiteral("legend.loss"));
            if (!legend->isVisible()) legend = both.findChild<ChartLegend*>(QStringLiteral("legendBelow.loss"));
            const QImage shot = legend->grab().toImage();
            const double ratio = shot.devicePixelRatio();
            const QRgb ground = Theme::instance().color(Token::Bg1).rgb();
            int gaps = 0;
            for (int x = legend->rectOf(kind).left() + 1; x < legend->rectOf(kind).left() + 15; ++x)
                gaps += shot.pixel(qRound(x * ratio), qRound(legend->height() / 2.0 * ratio)) == ground;
            return gaps;
        };
        QTRY_COMPARE(both.curves().kinds().size(), size_t{4});
        QCOMPARE(both.curves().kinds()[2].tag, kAccuracy);
        QVERIFY(Theme::seriesDashes(both.curves().kinds()[2].style.color).isEmpty());
        QCOMPARE(gapsOf(2), 0);
        f.runs.setVisible([](const Run&) { return true; });
        QVERIFY(!Theme::seriesDashes(both.curves().kinds()[2].style.color).isEmpty());
        QVERIFY(gapsOf(2) > 0);
        QCOMPARE(gapsOf(0), 0);
    }

    // Where the names have no room the short ones stand, whole; the tooltip has the others.
    void aNarrowLegendHasShortNames() {
        ChartLegend legend;
        legend.show({{kLoss, false, {}}, {kLoss, true, {}}}, false);
        legend.resize(legend.sizeHint());
        QCOMPARE(legend.shownOf(1), QStringLiteral("validation"));
        legend.resize(legend.sizeHint() - QSize(12, 0));
        QCOMPARE(legend.shownOf(0), QStringLiteral("train"));
        QCOMPARE(legend.shownOf(1), QStringLiteral("val"));
        QCOMPARE(legend.textOf(1), QStringLiteral("validation"));
        QVERIFY(legend.rectOf(1).right() < legend.width());
    }

    // Several runs are named beneath the title, in short as in the list and where the mouse is, whatever a filter
    // leaves out; one needs no name.
    void runsAreNamedBeneathTheTitle() {
        Charts f;
        f.add("lenet · adam", 100);
        ChartCard& loss = *f.panel.chart(kLoss);
        auto* legend = loss.findChild<RunLegend*>(QStringLiteral("runLegend.loss"));
        QVERIFY(!legend->isVisible());
        f.add("lenet · sgd", 100);
        const int third = f.add("lenet · sgd · learning_rate 0.5", 100);
        QVERIFY(legend->isVisible());
        const auto titles = [&] {
            QStringList all;
            for (const auto& line : legend->lines()) all << line.title;
            return all.join(QLatin1Char('|'));
        };
        QCOMPARE(titles(), QStringLiteral("adam|sgd|sgd · lr 0.5"));
        LinePlot& plot = f.wholePlot(kLoss);
        moveTo(plot, plot.toPixel(50, 0.5).toPoint());
        QStringList hovered;
        for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows()) hovered << row.name;
        QVERIFY2(hovered.contains(QStringLiteral("sgd · lr 0.5")), qPrintable(hovered.join(QLatin1Char('|'))));
        legend->resize(60, legend->height());
        QVERIFY(legend->named().size() < 3);
        f.runs.setFiltered(
            [third](const Run& run) { return run.id != third && run.name.contains(QLatin1String("sgd")); });
        QCOMPARE(titles(), QStringLiteral("adam|sgd · lr 0.5"));
        f.runs.setFiltered([](const Run&) { return false; });
        f.runs.change(third, [](Run& run) { run.name = QStringLiteral("mine"); });
        QCOMPARE(titles(), QStringLiteral("adam|sgd|mine"));
    }

    // Where not all have room, the chosen run and one that trains are named all the same, in a chart of any width.
    void theChosenAndTheLiveRunAreNamed() {
        Charts f;
        QList<int> ids;
        for (int i = 0; i < 12; ++i) ids << f.add(qPrintable(QStringLiteral("a longer name of run %1").arg(i)), 100);
        f.panel.resize(800, 860);
        auto* legend = f.panel.chart(kLoss)->findChild<RunLegend*>(QStringLiteral("runLegend.loss"));
        const auto names = [&](int run) {
            QStringList titles;
            for (const auto& line : legend->named()) titles << line.title;
            return titles.contains(f.runs.titleOf(run).text());
        };
        QTRY_VERIFY(legend->isVisible() && f.panel.chart(kLoss)->width() < 400);
        QVERIFY(legend->named().size() > 2 && legend->named().size() < 12);  // more than one row
        QVERIFY(names(ids[0]) && !names(ids[10]) && !names(ids[11]));
        f.panel.setChosenRun(ids[11]);
        QVERIFY(names(ids[0]) && names(ids[11]) && legend->named().back().title.contains(QLatin1String("11")));
        f.runs.append(ids[10], {StateRecord{RunState::Running, {}, -1}});
        QVERIFY(names(ids[10]) && names(ids[11]));
        f.panel.resize(340, 860);
        QTRY_VERIFY(legend->width() < 300);
        QVERIFY(names(ids[10]) && names(ids[11]));
        f.runs.append(ids[10], {StateRecord{RunState::Finished, {}, -1}});
        f.panel.setChosenRun(ids[9]);
        QVERIFY(!names(ids[10]) && !names(ids[11]) && names(ids[9]));
        // As one of a group: the group's line.
        QHash<int, QStringList> groups;
        for (const int id : ids) groups[id] = {QStringLiteral("a long name of the group %1").arg(id)};
        groups[ids[9]] = groups[ids[8]];
        f.panel.setGroups(groups);
        QTRY_COMPARE(legend->lines().size(), size_t{11});
        QVERIFY(
            std::ranges::any_of(legend->named(), [&](const auto& line) { return line.title == groups[ids[8]][0]; }));
    }

    // Side by side, plots begin in the same row, whichever of their titles leaves room for what is beside it.
    void plotsSideBySideAreAligned() {
        Charts f;
        f.add("lenet", 100);
        const auto top = [&](const QString& tag) { return f.plot(tag).mapTo(&f.panel, QPoint()).y(); };
        const auto below = [&](const QString& tag) {
            return f.panel.chart(tag)->findChild<ChartLegend*>(QStringLiteral("legendBelow.") + tag)->isVisible();
        };
        QSet<bool> seen;
        for (int width = 660; width < 1240; width += 10) {
            f.panel.resize(width, 860);
            test::settle();
            QCOMPARE(f.panel.chart(kLoss)->y(), f.panel.chart(kAccuracy)->y());
            QVERIFY2(top(kLoss) == top(kAccuracy), qPrintable(QString::number(width)));
            QCOMPARE(below(kLoss), below(kAccuracy));
            seen << below(kLoss);
        }
        QCOMPARE(seen.size(), 2);
        // One of them draws more runs than the other, or one kind of line alone.
        f.panel.resize(800, 860);
        f.addForeign("another program's run, by a long name", "loss", 9);
        test::settle();
        QCOMPARE(top(kLoss), top(kAccuracy));
    }

    // What is drawn as one says so, and what its band is.
    void aBandHasItsLegend() {
        Charts f;
        const int a = f.add("a", 100), b = f.add("b", 100);
        ChartCard& loss = *f.panel.chart(kLoss);
        const size_t lines = loss.curves().kinds().size();
        f.panel.setGroups({{a, {QStringLiteral("both")}}, {b, {QStringLiteral("both")}}});
        QCOMPARE(loss.curves().kinds().size(), lines + 1);
        const QString extremes = loss.curves().kinds().back().band;
        QVERIFY(!extremes.isEmpty());
        f.panel.setBand(PlotBand::Deviation);
        QVERIFY(loss.curves().kinds().back().band != extremes);
        f.runs.setVisible(b, false);
        QCOMPARE(loss.curves().kinds().size(), lines + 1);
        f.panel.setGroups({});
        QCOMPARE(loss.curves().kinds().size(), lines);
    }

    // A run that is in two groups counts in both lines, and each has its own colour.
    void aRunInTwoGroups() {
        Charts f;
        const int a = f.add("seed 1", 100), b = f.add("seed 2", 100);
        const QString good = QStringLiteral("good"), late = QStringLiteral("late");
        f.panel.setGroups({{a, {good, late}}, {b, {late}}}, {{good, 0}, {late, 3}});
        LinePlot& loss = f.wholePlot(kLoss);
        moveTo(loss, loss.toPixel(50, 0.5).toPoint());
        QHash<QString, QColor> lines;
        for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows()) lines[row.name] = row.color;
        QCOMPARE(lines.value(QStringLiteral("good (mean of 1)")), Theme::instance().series(0));
        QCOMPARE(lines.value(QStringLiteral("late (mean of 2)")), Theme::instance().series(3));
    }

    // Two metrics in one chart by their titles, and apart again by the legend.
    void titlesAreDropped() {
        Charts f;
        const int run = f.add("lenet", 200);
        const QPoint middle(400, 8);
        ChartCard& accuracy = *f.panel.chart(kAccuracy);
        QTest::mousePress(&accuracy, Qt::LeftButton, {}, QPoint(20, 14));
        moveTo(accuracy, QPoint(60, 20), Qt::LeftButton);
        auto* ghost = f.panel.findChild<QLabel*>(QStringLiteral("draggedTitle"));
        QVERIFY(ghost->isVisible());
        for (const bool dark : {false, true}) {  // its words are read in either
            Theme::instance().setDark(dark);
            const QColor ink = Theme::instance().color(Token::Text);
            const QImage image = ghost->grab().toImage();
            int letters = 0;
            for (int y = 4; y < image.height() - 4; ++y)
                for (int x = 4; x < image.width() - 4; ++x)
                    letters += std::abs(image.pixelColor(x, y).lightness() - ink.lightness()) < 40;
            QVERIFY2(letters > 20, dark ? "dark" : "light");
        }
        QTest::keyClick(&accuracy, Qt::Key_Escape);  // given up
        QVERIFY(!f.panel.findChild<QLabel*>(QStringLiteral("draggedTitle"))->isVisible());
        QTest::mouseRelease(&accuracy, Qt::LeftButton, {}, middle);
        QCOMPARE(f.panel.charts().size(), size_t{4});

        f.drag(kAccuracy, kLoss);
        QCOMPARE(f.panel.charts().size(), size_t{3});
        ChartCard& both = *f.panel.chart(kLoss);
        QCOMPARE(f.panel.chart(kAccuracy), &both);
        QCOMPARE(both.tags(), (QStringList{kLoss, kAccuracy}));
        QVERIFY(both.title().contains(kLoss) && both.title().contains(kAccuracy));
        // All four curves stand there, and more come.
        f.runs.append(run, steps(201, 250));
        LinePlot& plot = f.wholePlot(kLoss);
        size_t points = 0;
        for (int series = 0; series < 20; ++series) points += plot.pointCount(series);
        QCOMPARE(points, size_t{2 * 250 + 2 * 5});
        moveTo(plot, plot.toPixel(100, 0.9).toPoint());
        auto* tooltip = f.panel.findChild<PlotTooltip*>();
        QVERIFY(tooltip && tooltip->isVisible());
        QCOMPARE(tooltip->rows()[0].name, QStringLiteral("lenet · val_accuracy"));
        QSet<QRgb> colors;
        for (const auto& row : tooltip->rows()) colors << row.color.rgb();
        QCOMPARE(colors.size(), 2);  // of one run each metric has its own

        auto* legend = both.findChild<ChartLegend*>(QStringLiteral("legend.loss"));
        if (!legend->isVisible()) legend = both.findChild<ChartLegend*>(QStringLiteral("legendBelow.loss"));
        QVERIFY(legend->isVisible());
        QStringList words;
        for (size_t i = 0; i < legend->kinds().size(); ++i) words << legend->textOf(i);
        QCOMPARE(words, (QStringList{kLoss, QStringLiteral("val_loss"), kAccuracy, QStringLiteral("val_accuracy")}));
        QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(2).center());
        auto* menu = legend->findChild<QMenu*>();
        QTRY_VERIFY(menu && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_COMPARE(f.panel.charts().size(), size_t{4});
        QCOMPARE(f.panel.chart(kLoss)->tags(), QStringList{kLoss});
        QCOMPARE(f.plot(kAccuracy).pointCount(0), size_t{250});
        QVERIFY(f.panel.chart(kAccuracy)->isVisible());
    }

    // What a card's buttons do stands in its menu with the key that does it too.
    void itsMenuTellsTheKeysOfItsButtons() {
        Charts f;
        f.add("lenet", 100);
        QTest::mouseClick(f.panel.chart(kLoss)->findChild<QToolButton*>(QStringLiteral("more.loss")), Qt::LeftButton);
        const QPointer<QMenu> menu = f.plot(kLoss).findChild<QMenu*>();
        QTRY_VERIFY(menu && menu->isVisible());
        for (const auto& [name, key] : {std::pair("pin.loss", "P"), {"expand.loss", "E"}}) {
            const auto* row = menu->findChild<QAction*>(QLatin1String(name));
            QVERIFY(row);
            QCOMPARE(row->text().section(QLatin1Char('\t'), 1), QLatin1String(key));
        }
        menu->close();
    }

    // A watched value is called after its layer, whose name is what it is.
    void namesOfLayersStayAsTheyAre() {
        QCOMPARE(ChartCard::titleOf(QStringLiteral("val_accuracy")), QStringLiteral("val accuracy"));
        QCOMPARE(ChartCard::titleOf(QStringLiteral("conv_1/bias/gradient/deviation")),
                 QStringLiteral("conv_1/bias/gradient/deviation"));
    }

    // All charts are made anew while a menu of one is open: it goes with its chart, and no hand holds on to it.
    void menusOutliveNothing() {
        Charts f;
        f.add("lenet", 100);
        QTest::mouseClick(f.panel.chart(kLoss)->findChild<QToolButton*>(QStringLiteral("more.loss")), Qt::LeftButton);
        QPointer<QMenu> menu = f.plot(kLoss).findChild<QMenu*>();
        QTRY_VERIFY(menu && menu->isVisible());
        f.runs.clear();
        QTRY_VERIFY(!menu);
        f.add("lenet", 50);
        QCOMPARE(f.plot(kLoss).pointCount(0), size_t{50});
        // Joined from the menu.
        QMenu* offered = new QMenu;
        f.plot(kLoss).fillMenu(*offered);
        for (auto* action : offered->actions())
            if (action->menu() && action->text() == ScalarsPanel::tr("Draw another metric here"))
                for (auto* each : action->menu()->actions())
                    if (each->text() == ChartCard::titleOf(kAccuracy)) each->trigger();
        delete offered;
        QTRY_COMPARE(f.panel.charts().size(), size_t{3});
        // A reset while a title is dragged leaves nothing behind.
        ChartCard& rate = *f.panel.chart(kRate);
        QTest::mousePress(&rate, Qt::LeftButton, {}, QPoint(20, 14));
        moveTo(rate, QPoint(60, 20), Qt::LeftButton);
        QVERIFY(f.panel.findChild<QLabel*>(QStringLiteral("draggedTitle"))->isVisible());
        f.runs.clear();
        QVERIFY(!f.panel.findChild<QLabel*>(QStringLiteral("draggedTitle"))->isVisible());
    }

    // Step after step by hand is one pause.
    void stepsByHandAreOnePause() {
        Charts f;
        const int run = f.add("lenet", 100);
        for (int i = 101; i <= 110; ++i) {
            f.runs.append(run, {StateRecord{RunState::Running, "", -1}});
            f.runs.append(run, steps(i, i));
            f.runs.append(run, {StateRecord{RunState::Paused, "", -1}});
        }
        QCOMPARE(f.plot(kLoss).marks().size(), 1);
        QCOMPARE(f.runs.find(run)->marks[0].step, 110.0);
    }

    // A range that holds nothing of the curves is not shown for it, and what a range cuts is no outlier.
    void rangesBesideTheCurves() {
        Charts f;
        const int run = f.runs.addRun(QStringLiteral("forked"), 4);
        f.runs.append(run, steps(100'000, 100'400));
        LinePlot& loss = f.plot(kLoss);
        PlotLimits limits;
        limits.xTo = 200;
        loss.setLimits(limits);
        loss.replotNow();
        QCOMPARE(loss.xTo(), 100'400.0);
        limits = {};
        limits.yTo = loss.yTo() / 1000;
        limits.yFrom = 0;
        loss.setLimits(limits);
        loss.replotNow();
        QCOMPARE(loss.yTo(), limits.yTo);
        QVERIFY(loss.findChild<QToolButton*>(QStringLiteral("outliersHidden"))->isHidden());
    }

    // Of two runs each keeps its colour, whichever the metric.
    void runsKeepTheirColours() {
        Charts f;
        f.add("lenet", 100);
        f.add("resnet", 100);
        f.drag(kAccuracy, kLoss);
        LinePlot& plot = f.plot(kLoss);
        moveTo(plot, plot.toPixel(50, 0.5).toPoint());
        for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows())
            QCOMPARE(row.color, Theme::instance().series(row.name.startsWith(QStringLiteral("lenet")) ? 0 : 1));
    }

    void pinnedFirst() {
        Charts f;
        f.add("lenet", 100);
        QTest::mouseClick(f.panel.chart(kRate)->findChild<QToolButton*>(QStringLiteral("pin.learning_rate")),
                          Qt::LeftButton);
        test::settle();
        QVERIFY(f.panel.chart(kRate)->y() < f.panel.chart(kLoss)->y());
        QCOMPARE(f.panel.charts().front()->tag(), kRate);
        QTest::mouseClick(f.panel.chart(kRate)->findChild<QToolButton*>(QStringLiteral("pin.learning_rate")),
                          Qt::LeftButton);
        QVERIFY(f.panel.chart(kRate)->y() > f.panel.chart(kLoss)->y());
    }

    // Charts of which no run is shown leave, and come back with it.
    void hiddenRunsLeaveNoChart() {
        Charts f;
        const int own = f.add("lenet", 100), foreign = f.addForeign("keras", "epoch_loss", 7);
        QVERIFY(f.panel.chart(QStringLiteral("epoch_loss"))->isVisible());
        f.runs.setVisible(foreign, false);
        QTRY_VERIFY(!f.panel.chart(QStringLiteral("epoch_loss"))->isVisible());
        QVERIFY(f.panel.chart(kLoss)->isVisible());
        f.runs.setFiltered([own](const Run& run) { return run.id == own; });
        QTRY_VERIFY(!f.panel.chart(kLoss)->isVisible());
        QPushButton* all = nullptr;
        QTRY_VERIFY((all = f.panel.findChild<QPushButton*>(QStringLiteral("showAllRuns"))) && all->isVisible());
        f.runs.setFiltered([](const Run&) { return false; });
        QTRY_VERIFY(f.panel.chart(kLoss)->isVisible());
        f.runs.setVisible(own, false);
        QTRY_VERIFY(!f.panel.chart(kLoss)->isVisible());
        for (auto* each : f.panel.findChildren<QPushButton*>(QStringLiteral("showAllRuns")))
            if (each->isVisible()) all = each;
        QTest::mouseClick(all, Qt::LeftButton);
        QTRY_VERIFY(f.panel.chart(kLoss)->isVisible() && f.panel.chart(QStringLiteral("epoch_loss"))->isVisible());
    }

    // Other programs count no epochs: where no curve has a place the chart says so, and shows none in a wrong one.
    void epochsThatNobodyTells() {
        Charts f;
        f.add("lenet", 100);
        const QString accuracy = QStringLiteral("train/acc");
        f.addForeign("keras", "train/acc", 7);
        f.addForeign("torch", "loss", 7);
        f.panel.setAxis(ScalarAxis::Epoch);
        QVERIFY2(f.plot(accuracy).sentence().contains(QStringLiteral("no epochs")),
                 qPrintable(f.plot(accuracy).sentence()));
        QCOMPARE(f.plot(kLoss).sentence(), QString());  // one's own has them
        f.addForeign("flax", "train/acc", 7);
        QVERIFY(f.plot(accuracy).sentence().contains(QStringLiteral("no epochs")));
        f.panel.setAxis(ScalarAxis::Step);
        QCOMPARE(f.plot(accuracy).sentence(), QString());
    }

    // A log of many metrics holds nobody up: the first charts are there at once, pinned ones before all, the
    // others while somebody looks; for a picture of all, all.
    void manyChartsComeByAndBy() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("charts/value_19/pinned"), true);
        RunModel runs;
        QStringList tags;
        std::map<QString, std::vector<ScalarPoint>> points;
        for (int i = 0; i < 20; ++i) {
            tags << QStringLiteral("value_%1").arg(i, 2, 10, QLatin1Char('0'));
            points[tags.back()] = {{1, 1.8e9, 0, 1.0}};
        }
        tags.prepend(tags.takeLast());
        const auto add = [&] {
            const int run = runs.addRun(QStringLiteral("torch"), 0);
            runs.change(run, [](Run& other) { other.foreign = true; });
            runs.appendScalars(run, points, false, {});
            return run;
        };
        const auto made = [](const ScalarsPanel& panel) {
            QStringList all;
            for (const auto* chart : panel.charts()) all << chart->tag();
            return all;
        };
        ScalarsPanel panel(runs, &settings), written(runs, &settings), left(runs, &settings);
        const int run = add();
        QCOMPARE(made(panel), tags.first(12));
        test::settle();
        QCOMPARE(made(panel), tags.first(12));  // nobody looks
        panel.resize(1100, 800);
        panel.show();
        QTRY_COMPARE(made(panel), tags);
        QTRY_VERIFY(panel.chart(QStringLiteral("value_18"))->isVisible());
        QSignalSpy finished(&written, &ScalarsPanel::exportFinished);
        written.resize(1100, 800);
        written.show();
        written.savePng(folder.filePath(QStringLiteral("all.png")));
        QCOMPARE(made(written), tags);
        QTRY_COMPARE(finished.count(), 1);
        // Of a run that went nothing comes.
        runs.remove(run);
        left.show();
        test::settle();
        QCOMPARE(made(left), QStringList());
    }

    // Metrics that stand together stay so while their chart waits for its turn.
    void joinedOnesAwaitTheirTurn() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        const auto project = [] { return QStringLiteral("/tmp/a.tlm"); };
        const auto last = QStringLiteral("z_loss"), other = QStringLiteral("z_rate");
        const auto fill = [&](Charts& f) {
            for (int i = 0; i < 14; ++i) f.addForeign("torch", qPrintable(QStringLiteral("m_%1").arg(i)), 5);
            f.addForeign("torch", "z_loss", 5);
            f.addForeign("torch", "z_rate", 5);
        };
        const auto at = [](Charts& f, int i) -> ChartCard& { return *f.panel.chart(QStringLiteral("m_%1").arg(i)); };
        {
            Charts f(&settings, project);
            fill(f);
            QTRY_VERIFY(f.panel.chart(last) && f.panel.chart(other));
            f.panel.join(*f.panel.chart(last), *f.panel.chart(other));
        }
        Charts f(&settings, project);
        fill(f);
        QVERIFY(!f.panel.chart(last));
        f.panel.join(at(f, 0), at(f, 1));
        QTRY_VERIFY(f.panel.chart(last));
        QCOMPARE(f.panel.chart(other), f.panel.chart(last));
    }

    // Whatever the width: the legend is whole, beside the title or below it, and a long title ends in "…".
    void headersAreNeverCut() {
        Charts f;
        f.add("lenet", 200);
        f.addForeign("torch", "gradients/layer_with_a_very_long_name/conv_block_17/kernel_norm", 9);
        for (const int width : {1200, 920, 700, 520, 360}) {
            f.panel.resize(width, 700);
            test::settle();
            for (auto* card : f.panel.charts()) {
                ChartLegend* legend = nullptr;
                for (auto* each : card->findChildren<ChartLegend*>())
                    if (each->isVisible()) legend = each;
                if (card->tag() == kLoss) {
                    QVERIFY2(legend, qPrintable(QString::number(width)));
                    QVERIFY(legend->width() >= legend->sizeHint().width());
                }
                for (auto* button : card->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
                    if (button->isVisible()) {
                        QVERIFY(card->rect().contains(button->geometry()));
                        if (legend && legend->parentWidget() == card)
                            QVERIFY(!button->geometry().intersects(legend->geometry()));
                    }
                auto* title = card->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
                QVERIFY(title->width() >= 24 && title->geometry().right() < card->width());
                const int wanted = title->fontMetrics().horizontalAdvance(title->text());
                if (card->tag() == kLoss) QVERIFY(title->width() >= wanted);
                if (title->width() < wanted) {
                    title->grab();
                    QCOMPARE(title->toolTip(), title->text());
                }
            }
        }
    }

    // Changes of a run stand in the charts of that run, with their words under the pointer.
    void marksOfWhatWasChanged() {
        Charts f;
        const int run = f.add("lenet", 100);
        f.addForeign("keras", "epoch_loss", 7);
        f.runs.append(run, {LearningRateRecord{60, 0.1, 0.01}});
        f.runs.append(run, {StateRecord{RunState::Paused, "", -1}, StateRecord{RunState::Running, "", -1}});
        for (const QString& tag : {kLoss, kRate, kSpeed}) QCOMPARE(f.plot(tag).marks().size(), 2);
        QCOMPARE(f.plot(kLoss).marks()[1].text, QStringLiteral("paused"));
        QCOMPARE(f.plot(kLoss).marks()[1].x, 100.0);
        QVERIFY(f.plot(QStringLiteral("epoch_loss")).marks().isEmpty());
        LinePlot& loss = f.wholePlot(kLoss);
        moveTo(loss, loss.toPixel(60, 1).toPoint());
        auto* tooltip = f.panel.findChild<PlotTooltip*>();
        QVERIFY(tooltip && tooltip->isVisible());
        QCOMPARE(tooltip->words().above, QStringLiteral("lenet · rate 0.1 → 0.01 · step 60"));
        moveTo(loss, loss.toPixel(30, 1).toPoint());
        QCOMPARE(tooltip->words().above, QString());
    }

    // Of a run on disk the marks are known before its curves are: they stand there when those come.
    void marksOfARunThatIsReadLater() {
        Charts f;
        Run brief = RunModel::told({}, {LearningRateRecord{60, 0.1, 0.01}});
        brief.name = QStringLiteral("lenet");
        Run whole = RunModel::told(brief, steps(1, 100));
        brief.whole = false;
        const int run = f.runs.addRun(brief);
        f.add("other", 50);
        QVERIFY(f.plot(kLoss).marks().isEmpty());
        f.runs.fill(run, std::move(whole));
        QCOMPARE(f.plot(kLoss).marks().size(), 1);
    }

    // Runs of one group are one line with its band in every chart, new points and new runs of it too.
    void groupsOfRuns() {
        Charts f;
        const int a = f.add("seed 1", 100), b = f.add("seed 2", 100);
        f.panel.setGroups({{a, {QStringLiteral("lenet")}}, {b, {QStringLiteral("lenet")}}});
        LinePlot& loss = f.wholePlot(kLoss);
        QCOMPARE(loss.drawnPoints(0), 0);
        const auto table = [&] {
            moveTo(loss, loss.toPixel(50, 0.5).toPoint());
            QStringList names;
            for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows()) names << row.name;
            names.sort();
            return names.join(QLatin1Char('|'));
        };
        QCOMPARE(table(), QStringLiteral("lenet (mean of 2)|lenet · validation (mean of 2)"));
        for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows())
            QCOMPARE(row.color, Theme::instance().series(f.runs.find(a)->color));
        f.add("alone", 100);
        loss.replotNow();
        QVERIFY2(table().startsWith(QStringLiteral("alone|alone · validation|lenet")), qPrintable(table()));
        f.runs.setVisible(b, false);
        loss.replotNow();
        QVERIFY2(table().contains(QStringLiteral("lenet (mean of 1)")), qPrintable(table()));
        f.drag(kAccuracy, kLoss);
        loss.replotNow();
        QVERIFY2(table().contains(QStringLiteral("lenet · loss (mean of 1)")), qPrintable(table()));
        f.panel.setGroups({});
        loss.replotNow();
        QVERIFY(loss.drawnPoints(0) > 0);
        QVERIFY(table().contains(QStringLiteral("seed 1")));
    }

    void renamedRuns() {
        Charts f;
        const int run = f.add("lenet", 100);
        f.runs.change(run, [](Run& other) { other.name = QStringLiteral("baseline"); });
        LinePlot& loss = f.plot(kLoss);
        moveTo(loss, loss.toPixel(50, 0.2).toPoint());
        for (const auto& row : f.panel.findChild<PlotTooltip*>()->rows())
            QVERIFY2(row.name.startsWith(QStringLiteral("baseline")), qPrintable(row.name));
    }

    // As lines and letters, one chart and all: with the names of the legend, read as any reader of SVG does.
    void savesLinesAndLetters() {
        Charts f;
        f.add("lenet", 300);
        f.add("résumé & co", 300);
        QTemporaryDir folder;
        const auto letters = [](const QString& path) {
            QFile file(path);
            (void)file.open(QIODevice::ReadOnly);
            QXmlStreamReader reader(&file);
            QStringList words;
            int lines = 0;
            while (!reader.atEnd()) {
                reader.readNext();
                if (!reader.isStartElement()) continue;
                if (reader.name() == QStringLiteral("polyline") || reader.name() == QStringLiteral("path")) ++lines;
                if (reader.name() == QStringLiteral("text")) words << reader.readElementText().trimmed();
            }
            return std::tuple(!reader.hasError(), words, lines);
        };
        const QString one = folder.filePath(QStringLiteral("loss.svg"));
        QSignalSpy exported(&f.plot(kLoss), &LinePlot::exported);
        f.plot(kLoss).saveSvg(one);
        QTRY_COMPARE(exported.count(), 1);
        QCOMPARE(exported[0][1].toString(), QString());
        {
            const auto [good, words, lines] = letters(one);
            QVERIFY(good);
            QVERIFY2(words.contains(QStringLiteral("lenet")) && words.contains(QStringLiteral("résumé & co")),
                     qPrintable(words.join(QLatin1Char('|'))));
            QVERIFY(words.contains(kLoss) && words.contains(QStringLiteral("300")));
            QVERIFY(lines >= 4);
        }
        const QString all = folder.filePath(QStringLiteral("all.svg"));
        QSignalSpy finished(&f.panel, &ScalarsPanel::exportFinished);
        const qsizetype before = finished.count();
        f.panel.saveSvg(all);
        QCOMPARE(finished.count(), before);  // a job writes it
        QTRY_COMPARE(finished.count(), before + 1);
        QCOMPARE(finished.back()[1].toString(), QString());
        const auto [good, words, lines] = letters(all);
        QVERIFY(good);
        for (const QString& word : {kLoss, kAccuracy, QStringLiteral("learning rate"), QStringLiteral("lenet")})
            QVERIFY2(words.contains(word), qPrintable(word));
        f.panel.saveSvg(QStringLiteral("/no/such/folder/a.svg"));
        QTRY_COMPARE(finished.count(), before + 2);
        QVERIFY(finished.back()[1].toString().contains(QStringLiteral("/no/such/folder/a.svg")));
    }

    // Another project's ranges and joined charts are its own; scales go along.
    void remembersByProject() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        QString project = QStringLiteral("/tmp/a.tlm");
        {
            Charts f(&settings, [&] { return project; });
            f.add("lenet", 200);
            f.drag(kAccuracy, kLoss);
            f.plot(kLoss).setLimits({NAN, 150, 0, 2});
            f.plot(kLoss).setLogX(true);
            QTest::mouseClick(f.panel.chart(kSpeed)->findChild<QToolButton*>(QStringLiteral("pin.images_per_second")),
                              Qt::LeftButton);
        }
        Charts again(&settings, [&] { return project; });
        again.add("lenet", 200);
        QCOMPARE(again.panel.chart(kAccuracy), again.panel.chart(kLoss));
        QCOMPARE(again.plot(kLoss).xTo(), 150.0);
        QCOMPARE(again.plot(kLoss).yTo(), 2.0);
        QVERIFY(again.plot(kLoss).logX());
        QCOMPARE(again.panel.charts().front()->tag(), kSpeed);
        project = QStringLiteral("/tmp/b.tlm");
        Charts other(&settings, [&] { return project; });
        other.add("lenet", 200);
        QVERIFY(other.panel.chart(kAccuracy) != other.panel.chart(kLoss));
        QVERIFY(!other.plot(kLoss).limits().any());
        QVERIFY(other.plot(kLoss).logX());
    }
};

QTEST_MAIN(TestCharts)

}  // namespace test_charts

#include "test_charts.moc"
