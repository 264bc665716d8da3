// The chart with real events: live appending of millions, zoom, pan, fit, tooltip, log y, gaps, exports.
#include <QFileDialog>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>
#include <QWheelEvent>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <random>

#include "widgets/plot/line_plot.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace test_line_plot {

using namespace tl;

namespace {

// Straight to the widget: QTest::mouseMove warps the real pointer and returns before the event is there.
void moveTo(QWidget& widget, const QPoint& at) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

std::vector<PlotPoint> ramp(int count, int from = 0) {
    std::vector<PlotPoint> points;
    for (int i = from; i < from + count; ++i) points.push_back({double(i), 1 + std::sin(i * 0.01)});
    return points;
}

void wheel(QWidget& widget, const QPointF& at, int turns, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * turns}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&widget, &event);
}

struct Chart {
    Chart() {
        window.resize(900, 420);
        plot = new LinePlot(&window);
        plot->setGeometry(20, 20, 800, 360);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }
    QWidget window;
    LinePlot* plot;
};

}  // namespace

class TestLinePlot : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // Beyond the end of its curves, or before them, a chart is not blank without a word.
    void nothingInSightIsSaid() {
        Chart chart;
        LinePlot& plot = *chart.plot;
        QVERIFY(!plot.sentence().isEmpty());
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        plot.append(series, ramp(41, 80));
        QCOMPARE(plot.sentence(), QString());
        plot.setXRange(500, 900);
        QVERIFY2(plot.sentence().contains(QStringLiteral("ends at step 120")), qPrintable(plot.sentence()));
        plot.setXRange(1, 20);
        QVERIFY2(plot.sentence().contains(QStringLiteral("begins at step 80")), qPrintable(plot.sentence()));
        plot.setXRange(100, 900);
        QCOMPARE(plot.sentence(), QString());
        plot.setXRange(90.2, 90.8);  // between two points a line goes through
        QCOMPARE(plot.sentence(), QString());
    }

    void millionsOfPoints() {
        Chart chart;
        chart.plot->setSmoothing(0.6);
        const int series = chart.plot->addSeries({QStringLiteral("loss"), 0, false});
        std::mt19937 random(1);
        std::normal_distribution<> noise;
        std::vector<PlotPoint> points;
        for (int block = 0; block < 50; ++block) {
            points.clear();
            for (int i = 0; i < 100000; ++i) points.push_back({block * 1e5 + i, 2 + 0.3 * noise(random)});
            chart.plot->append(series, points);
        }
        chart.plot->replotNow();
        QCOMPARE(chart.plot->pointCount(series), size_t{5'000'000});
        QVERIFY(chart.plot->drawnPoints(series) <=
                4.4 * chart.plot->plotRect().width() * chart.plot->devicePixelRatioF() + 8);
        QVERIFY(chart.plot->drawnPoints(series) > 1000);

        // Another smoothing is worked out in slices: the call does not wait for it.
        chart.plot->setSmoothing(0.9);
        QVERIFY(chart.plot->busy());
        QTRY_VERIFY(!chart.plot->busy());
    }

    // However often points arrive, they are drawn once when the event loop has its turn, and not while nobody looks.
    void repaintsOnceForAllThatCame() {
        Chart chart, other;
        const int series = chart.plot->addSeries({QStringLiteral("loss"), 0, false});
        other.plot->addSeries({QStringLiteral("loss"), 0, false});
        chart.plot->replotNow();
        const int before = chart.plot->replots();
        for (int i = 0; i < 400; ++i) chart.plot->append(series, ramp(5, 5 * i));
        QCOMPARE(chart.plot->replots(), before);
        QTRY_COMPARE(chart.plot->replots(), before + 1);
        chart.window.hide();
        const int hidden = chart.plot->replots(), seen = other.plot->replots();
        chart.plot->append(series, ramp(5, 2000));
        other.plot->append(0, ramp(5));
        QTRY_VERIFY(other.plot->replots() > seen);  // had the hidden one been due, it would have come first
        QCOMPARE(chart.plot->replots(), hidden);
        chart.window.show();
        QTRY_VERIFY(chart.plot->replots() > hidden);
    }

    // Of a page of charts those that are scrolled away cost nothing; each is drawn when it comes into sight.
    void isDrawnWhereItIsInSight() {
        QScrollArea area;
        auto* page = new QWidget;
        page->resize(580, 2000);
        auto *below = new LinePlot(page), *above = new LinePlot(page);
        below->setGeometry(0, 1600, 580, 300);
        above->setGeometry(0, 0, 580, 300);
        area.setWidget(page);
        for (LinePlot* plot : {below, above})
            plot->append(plot->addSeries({QStringLiteral("loss"), 0, false}), ramp(100));
        area.resize(600, 400);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QTRY_VERIFY(above->replots() > 0);
        const int drawn = above->replots();
        for (LinePlot* plot : {below, above}) plot->append(0, ramp(100, 100));
        QTRY_VERIFY(above->replots() > drawn);  // had the one below been due, it would have come first
        QCOMPARE(below->replots(), 0);
        area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
        QTRY_VERIFY(below->replots() > 0);
        QCOMPARE(below->xTo(), 199.0);
        const int left = above->replots();
        for (LinePlot* plot : {above, below}) plot->append(0, ramp(100, 200));
        QTRY_COMPARE(below->xTo(), 299.0);
        QCOMPARE(above->replots(), left);
    }

    void zoomPanAndFit() {
        Chart chart;
        auto& plot = *chart.plot;
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        plot.append(series, ramp(1001));
        plot.replotNow();
        QCOMPARE(plot.xFrom(), 0.0);
        QCOMPARE(plot.xTo(), 1000.0);
        QVERIFY(plot.following());
        QSignalSpy zoomed(&plot, &LinePlot::xZoomed), fitted(&plot, &LinePlot::fitted);

        const QPointF at = plot.toPixel(250, 1);
        wheel(plot, at, 3);
        plot.replotNow();
        QCOMPARE(zoomed.count(), 1);
        QVERIFY(!plot.following());
        QVERIFY(std::abs(plot.toPixel(250, 1).x() - at.x()) < 1.5);  // what was under the pointer stays there
        QVERIFY(plot.xTo() - plot.xFrom() < 600);

        plot.append(series, ramp(500, 1001));  // growing does not move a zoomed view
        const double from = plot.xFrom();
        plot.replotNow();
        QCOMPARE(plot.xFrom(), from);

        const QPoint middle = plot.plotRect().center();
        QTest::mousePress(&plot, Qt::MiddleButton, {}, middle);
        moveTo(plot, middle + QPoint(100, 0));
        QTest::mouseRelease(&plot, Qt::MiddleButton, {}, middle + QPoint(100, 0));
        QVERIFY(plot.xFrom() < from);

        QTest::mouseDClick(&plot, Qt::LeftButton, {}, middle);
        plot.replotNow();
        QVERIFY(plot.following());
        QCOMPARE(fitted.count(), 1);
        QCOMPARE(plot.xTo(), 1500.0);

        const QPoint first = plot.toPixel(300, 1.8).toPoint(), second = plot.toPixel(700, 0.4).toPoint();
        QTest::mousePress(&plot, Qt::LeftButton, {}, first);
        moveTo(plot, second);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, second);
        plot.replotNow();
        QVERIFY(std::abs(plot.xFrom() - 300) < 4 && std::abs(plot.xTo() - 700) < 4);
        QVERIFY(std::abs(plot.yFrom() - 0.4) < 0.05 && std::abs(plot.yTo() - 1.8) < 0.05);

        QTest::keyClick(&plot, Qt::Key_Home);
        plot.replotNow();
        QVERIFY(plot.following());
        QCOMPARE(plot.xFrom(), 0.0);
        wheel(plot, middle, -3);  // already everything: stays so
        QVERIFY(plot.following());
        for (int i = 0; i < 400; ++i) wheel(plot, middle, 2);  // no zoom beyond what numbers can tell apart
        plot.replotNow();
        QVERIFY(plot.xTo() > plot.xFrom());
        plot.showAll();
        QVERIFY(plot.following());
    }

    // Only the button that began a drag ends it; hidden, it is over.
    void aDragIsOfOneButton() {
        Chart chart;
        LinePlot& plot = *chart.plot;
        plot.append(plot.addSeries({QStringLiteral("loss"), 0, false}), ramp(1001));
        plot.replotNow();
        const QPoint first = plot.toPixel(300, 1.8).toPoint(), second = plot.toPixel(700, 0.4).toPoint();
        const QPoint between = (first + second) / 2;
        QTest::mousePress(&plot, Qt::LeftButton, {}, first);
        moveTo(plot, between);
        QMouseEvent press(QEvent::MouseButtonPress, between, plot.mapToGlobal(between), Qt::RightButton,
                          Qt::LeftButton | Qt::RightButton, {});
        QApplication::sendEvent(&plot, &press);
        QMouseEvent release(QEvent::MouseButtonRelease, between, plot.mapToGlobal(between), Qt::RightButton,
                            Qt::LeftButton, {});
        QApplication::sendEvent(&plot, &release);
        QVERIFY(plot.following());
        moveTo(plot, second);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, second);
        plot.replotNow();
        QVERIFY(std::abs(plot.xFrom() - 300) < 4 && std::abs(plot.xTo() - 700) < 4);
        const double from = plot.xFrom();
        QTest::mousePress(&plot, Qt::MiddleButton, {}, plot.plotRect().center());
        plot.hide();
        plot.show();
        moveTo(plot, plot.plotRect().center() + QPoint(100, 0));
        QCOMPARE(plot.xFrom(), from);
    }

    void tooltipSortsByDistance() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0);
        const int low = plot.addSeries({QStringLiteral("low"), 0, false});
        const int high = plot.addSeries({QStringLiteral("high"), 1, false});
        for (int i = 0; i <= 100; ++i) {
            plot.append(low, std::vector<PlotPoint>{{double(i), 1.0}});
            plot.append(high, std::vector<PlotPoint>{{double(i), 3.0}});
        }
        plot.replotNow();
        QSignalSpy moved(&plot, &LinePlot::cursorMoved);
        moveTo(plot, plot.toPixel(50, 2.9).toPoint());
        auto* tooltip = chart.window.findChild<PlotTooltip*>();
        QVERIFY(tooltip && tooltip->isVisible());
        QCOMPARE(tooltip->rows().size(), 2);
        QCOMPARE(tooltip->rows()[0].name, QStringLiteral("high"));
        QCOMPARE(tooltip->rows()[0].values, (QStringList{QStringLiteral("3.000"), QStringLiteral("50")}));
        QCOMPARE(moved.last()[0].toDouble(), 50.0);
        moveTo(plot, plot.toPixel(50, 1.2).toPoint());
        QCOMPARE(tooltip->rows()[0].name, QStringLiteral("low"));

        QSignalSpy clicked(&plot, &LinePlot::seriesClicked);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toPixel(30, 3.0).toPoint());
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toInt(), high);
        plot.setSeriesVisible(high, false);
        plot.replotNow();
        moveTo(plot, plot.toPixel(60, 1.0).toPoint());
        QCOMPARE(tooltip->rows().size(), 1);
        moveTo(plot, QPoint(2, 2));
        QVERIFY(!tooltip->isVisible());
    }

    void oddValues() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0.6);
        plot.replotNow();  // empty
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        plot.append(series, std::vector<PlotPoint>{{1, std::nan("")}, {2, INFINITY}});
        plot.replotNow();  // nothing finite
        plot.append(series, std::vector<PlotPoint>{{3, 2.0}});
        plot.replotNow();  // one point
        QVERIFY(plot.yFrom() <= 2 && plot.yTo() >= 2 && plot.yTo() > plot.yFrom());
        plot.append(series, std::vector<PlotPoint>{{4, 0.0}, {5, -3}, {2, 1e-3}, {6, 500}});  // x falls once
        plot.replotNow();
        QVERIFY(plot.yFrom() <= -3 && plot.yTo() >= 500);
        plot.setLogY(true);
        plot.replotNow();
        QVERIFY(plot.yFrom() > 0 && plot.yFrom() <= 1e-3 && plot.yTo() >= 500);
        plot.setLogY(false);
        for (int i = 0; i < 20; ++i) plot.append(series, std::vector<PlotPoint>{{7.0 + i, 1.0 + 0.01 * i}});
        plot.setIgnoreOutliers(true);
        plot.replotNow();
        QVERIFY(plot.yTo() < 400);
        QCOMPARE(plot.pointCount(series), size_t{27});
        plot.replotNow();
        const QImage without = plot.grab().toImage();
        plot.setMarks({{4, QStringLiteral("rate 0.1 → 0.01")}});
        plot.replotNow();
        QVERIFY(plot.grab().toImage() != without);
    }

    // Each line of a mark's words is as high as its letters.
    void tooltipGrowsWithTheLetters() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        QWidget window;
        window.resize(900, 400);
        PlotTooltip tooltip(&window);
        for (const double scale : {1.0, 1.5}) {
            Theme::instance().setTextScale(scale);
            tooltip.showRows({QStringLiteral("run")}, {}, {10, 10}, {QStringLiteral("one"), {}});
            const int one = tooltip.height();
            tooltip.showRows({QStringLiteral("run")}, {}, {10, 10}, {QStringLiteral("one\ntwo"), {}});
            QVERIFY(tooltip.height() - one >= QFontMetrics(Theme::instance().font(12)).height());
        }
    }

    // A name is cut only where the window has no room for it.
    void tooltipNamesAreWhole() {
        QWidget window;
        window.resize(900, 400);
        PlotTooltip tooltip(&window);
        const QStringList header{QStringLiteral("run"), QStringLiteral("value"), QStringLiteral("step")};
        for (QString name = QStringLiteral("r2 · validation"); name.size() < 70; name += QLatin1Char('i')) {
            const TooltipRow row{Qt::red, name, {QStringLiteral("0.123"), QStringLiteral("1,200")}};
            tooltip.showRows(header, {row}, QPoint(300, 100));
            QCOMPARE(tooltip.shownName(row), name);
            QVERIFY(window.rect().adjusted(-16, -16, 16, 16).contains(tooltip.geometry()));
        }
        const TooltipRow row{Qt::red, QString(400, QLatin1Char('m')), {QStringLiteral("0.123"), QStringLiteral("1")}};
        tooltip.showRows(header, {row}, QPoint(300, 100));
        QVERIFY(tooltip.shownName(row).contains(QChar(0x2026)));
        QVERIFY(window.rect().adjusted(-16, -16, 16, 16).contains(tooltip.geometry()));
    }

    // y goes from the 5th to the 95th percentile of the points in sight and along the curve's own course, but for a
    // hundredth of it: spikes are hidden, the fall that a loss begins with is not. How many are hidden is told, and
    // shown at a click.
    void percentilesTellWhatIsInSight() {
        Chart chart;
        auto& plot = *chart.plot;
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        const auto loss = [](int i) { return 0.05 + 2.25 * std::exp(-i / 40.0) + 0.02 * std::sin(i * 1.7); };
        std::vector<PlotPoint> points;
        for (int i = 0; i < 2000; ++i) points.push_back({double(i), loss(i)});
        points.push_back({2000, 4e9});
        points.push_back({2001, 9e8});
        for (int i = 2002; i < 2100; ++i) points.push_back({double(i), loss(i)});
        plot.append(series, points);
        auto* mark = plot.findChild<QToolButton*>(QStringLiteral("outliersHidden"));
        for (const bool log : {false, true}) {
            plot.setLogY(log);
            plot.setIgnoreOutliers(true);
            plot.replotNow();
            std::vector<double> sorted;
            for (const PlotPoint& point : points) sorted.push_back(point.y);
            std::sort(sorted.begin(), sorted.end());
            const double p95 = sorted[sorted.size() * 95 / 100];
            QVERIFY(loss(21) > 4 * p95);  // the curve begins far above
            QVERIFY2(plot.yTo() >= loss(21) && plot.yTo() < (log ? 20 : 3),
                     qPrintable(QStringLiteral("%1 of %2").arg(plot.yTo()).arg(p95)));
            const auto hidden = std::count_if(points.begin(), points.end(), [&](const PlotPoint& point) {
                return point.y < plot.yFrom() || point.y > plot.yTo();
            });
            QVERIFY(mark->isVisible());
            QVERIFY(hidden >= 2);
            QCOMPARE(mark->text().section(QLatin1Char(' '), 0, 0), QString::number(hidden));
            QVERIFY2(mark->toolTip().contains(QStringLiteral("4e+09")), qPrintable(mark->toolTip()));
            QVERIFY(plot.rect().contains(mark->geometry()));
            QTest::mouseClick(mark, Qt::LeftButton);
            QVERIFY(!plot.ignoreOutliers());
            plot.replotNow();
            QVERIFY(plot.yTo() >= 4e9 && mark->isHidden());
        }
        QCOMPARE(plot.pointCount(series), points.size());
        // Of the points in sight, not of all.
        plot.setLogY(false);
        plot.setIgnoreOutliers(true);
        plot.setXRange(0, 30);
        plot.replotNow();
        QVERIFY2(plot.yTo() > 2, qPrintable(QString::number(plot.yTo())));
    }

    // A validation's few points count as much as the thousands beside them; of fewer than twenty none is an outlier.
    void fewPointsAreNoOutliers() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setIgnoreOutliers(true);
        auto* mark = plot.findChild<QToolButton*>(QStringLiteral("outliersHidden"));
        const auto steps = [](int count, int spike) {
            std::vector<PlotPoint> points;
            for (int i = 0; i < count; ++i) points.push_back({i * 100.0, i == spike ? 90.0 : 0.5 + 0.001 * (i % 7)});
            return points;
        };
        int series = plot.addSeries({QStringLiteral("val_loss"), 0, true, false});
        plot.append(series, steps(15, 7));
        plot.replotNow();
        QVERIFY(plot.yTo() >= 90 && mark->isHidden());
        plot.clear();
        series = plot.addSeries({QStringLiteral("val_loss"), 0, true, false});
        plot.append(series, steps(30, 20));
        plot.replotNow();
        QVERIFY2(plot.yTo() < 1, qPrintable(QString::number(plot.yTo())));
        QVERIFY2(mark->isVisible() && mark->text().startsWith(QLatin1String("1 ")), qPrintable(mark->text()));

        // The best step of few stands a little above the others, which it does not flatten.
        plot.clear();
        const double accuracies[] = {0.28, 0.44, 0.31, 0.34, 0.34, 0.75, 0.25, 0.25, 0.31, 0.35,
                                     0.34, 0.08, 0.5,  0.78, 0.66, 0.67, 0.65, 0.62, 0.7,  1.0};
        std::vector<PlotPoint> steps20;
        for (const double each : accuracies) steps20.push_back({double(steps20.size()), each});
        plot.append(plot.addSeries({QStringLiteral("accuracy"), 0, false}), steps20);
        plot.replotNow();
        QVERIFY2(plot.yTo() >= 1 && mark->isHidden(), qPrintable(QString::number(plot.yTo())));
        plot.clear();
        series = plot.addSeries({QStringLiteral("val_loss"), 0, true, false});
        plot.append(series, steps(30, 20));

        const int training = plot.addSeries({QStringLiteral("loss"), 0, false});
        std::vector<PlotPoint> low;
        for (int i = 0; i < 2900; ++i) low.push_back({double(i), 0.01});
        plot.append(training, low);
        plot.replotNow();
        QVERIFY2(plot.yTo() >= 0.506 && plot.yTo() < 1, qPrintable(QString::number(plot.yTo())));
    }

    // One run that learns among many that do not is no outlier, nor what a run has come to just now; a loss that has
    // diverged still does not flatten the others.
    void aCurvesOwnCourseIsNeverCut() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setIgnoreOutliers(true);
        auto* mark = plot.findChild<QToolButton*>(QStringLiteral("outliersHidden"));
        const auto add = [&](int count, const auto& valueAt) {
            std::vector<PlotPoint> points;
            for (int i = 0; i < count; ++i) points.push_back({double(i), valueAt(i)});
            plot.append(plot.addSeries({QStringLiteral("accuracy"), 0, false}), points);
            plot.replotNow();
        };
        for (int run = 0; run < 24; ++run) add(200, [](int i) { return 0.1 + 0.01 * (i % 7); });
        add(40, [](int i) { return i < 20 ? 0.1 : 0.1 + 0.04 * (i - 19); });
        QVERIFY2(plot.yTo() >= 0.9 && mark->isHidden(), qPrintable(QString::number(plot.yTo())));
        plot.clear();
        add(1000, [](int i) { return i < 997 ? 0.1 + 0.01 * (i % 7) : 0.9; });
        QVERIFY2(plot.yTo() >= 0.9 && mark->isHidden(), qPrintable(QString::number(plot.yTo())));
        plot.clear();
        for (int run = 0; run < 24; ++run) add(200, [](int i) { return 2.0 - 0.005 * i; });
        add(40, [](int i) { return i < 38 ? 2.0 : 1e6; });
        QVERIFY2(plot.yTo() < 3 && mark->isVisible(), qPrintable(QString::number(plot.yTo())));
    }

    // Where two curves lie on each other the one that leads is seen, whichever was there first.
    void whatLeadsIsInFront() {
        Chart chart;
        auto& plot = *chart.plot;
        QList<int> ids;
        for (const int color : {0, 1}) {
            ids << plot.addSeries({QStringLiteral("run"), color, false});
            plot.append(ids.back(), std::vector<PlotPoint>{{0, 1}, {100, 1}});
        }
        const auto seen = [&] {
            plot.replotNow();
            return plot.grab().toImage().pixelColor(plot.toPixel(50, 1).toPoint());
        };
        const auto near = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 60;
        };
        QVERIFY2(near(seen(), Theme::instance().series(1)), qPrintable(seen().name()));
        plot.setLeading({ids[0]});
        QVERIFY2(near(seen(), Theme::instance().series(0)), qPrintable(seen().name()));
        plot.setLeading({});
        QVERIFY2(near(seen(), Theme::instance().series(1)), qPrintable(seen().name()));
    }

    // The keyboard's frame is for who uses the keyboard: what a mouse has hidden hands the focus on without it.
    void theFrameIsForTheKeyboard() {
        QWidget window;
        auto* button = new QPushButton(QStringLiteral("another tab"), &window);
        auto* plot = new LinePlot(&window);
        plot->append(plot->addSeries({QStringLiteral("loss"), 0, false}), std::vector<PlotPoint>{{0, 1}, {1, 2}});
        plot->setFocusPolicy(Qt::StrongFocus);
        plot->setGeometry(0, 40, 400, 240);
        connect(button, &QPushButton::clicked, button, &QWidget::hide);
        window.resize(400, 280);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::setActiveWindow(&window);
        const auto framed = [&] {
            return plot->grab().toImage().pixelColor(1, 120) == Theme::instance().color(Token::Accent);
        };
        button->setFocus();
        QVERIFY(!framed());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(plot->hasFocus());
        QVERIFY(!framed());
        QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY(framed());
    }

    // A learning rate that stays is a flat line with 0 in sight, also where floats made its last digits up.
    void aConstantIsFlat() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0.6);
        const int series = plot.addSeries({QStringLiteral("learning rate"), 0, false});
        for (int i = 0; i < 500; ++i) plot.append(series, std::vector<PlotPoint>{{double(i), 0.001 + (i % 7) * 1e-11}});
        plot.replotNow();
        QCOMPARE(plot.yFrom(), 0.0);
        QVERIFY2(plot.yTo() > 0.00125 && plot.yTo() <= 0.002, qPrintable(QString::number(plot.yTo())));
        plot.append(series, std::vector<PlotPoint>{{500, 0.0001}});  // a real change is no rounding
        plot.replotNow();
        QVERIFY(plot.yTo() < 0.00125 && plot.yTo() >= 0.001);
        for (const double value : {0.0, -3.0, 1e-30, 7e20}) {
            plot.clear();
            plot.append(plot.addSeries({QStringLiteral("a"), 0, false}),
                        std::vector<PlotPoint>{{0, value}, {1, value}});
            plot.replotNow();
            QVERIFY(plot.yFrom() <= value && plot.yTo() >= value && plot.yTo() > plot.yFrom());
        }
    }

    // The strong line is the debiased average, the faint one behind it every extreme: seen in the pixels.
    void theStrongLineIsTheSmoothedOne() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0.95);
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        std::vector<PlotPoint> points;
        for (int i = 0; i < 40000; ++i) points.push_back({double(i), i % 2 ? 2.0 : 0.0});
        plot.append(series, points);
        plot.replotNow();
        const QImage shot = plot.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QColor strong = Theme::instance().series(0), ground = Theme::instance().color(Token::Bg1);
        const QRect area = plot.plotRect().adjusted(2, 0, -2, 0);
        const double ratio = shot.devicePixelRatio();
        const auto near = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 24;
        };
        int strongPixels = 0, faintRows = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            int faint = 0;
            for (int x = area.left(); x <= area.right(); x += 3) {
                const QColor pixel = shot.pixelColor(qRound(x * ratio), qRound(y * ratio));
                if (near(pixel, strong)) {
                    ++strongPixels;
                    QVERIFY2(std::abs(y - plot.toPixel(0, 1).y()) < 6, qPrintable(QString::number(y)));
                } else if (!near(pixel, ground)) {
                    ++faint;
                }
            }
            faintRows += faint > area.width() / 12;
        }
        QVERIFY(strongPixels > area.width() / 6);
        QVERIFY2(faintRows > 0.6 * std::abs(plot.toPixel(0, 2).y() - plot.toPixel(0, 0).y()),
                 qPrintable(QString::number(faintRows)));
    }

    // A validation curve is told from its training curve without colour: rings stand on it, dashes between. The run
    // that has the first one's colour again is dashed.
    void curvesAreToldApart() {
        Chart chart;
        auto& plot = *chart.plot;
        const auto flat = [&](const PlotSeriesStyle& style, double y) {
            const int series = plot.addSeries(style);
            std::vector<PlotPoint> points;
            for (int i = 0; i <= 300; ++i) points.push_back({double(i), y});
            plot.append(series, points);
        };
        flat({QStringLiteral("train"), 0, false}, 1.3);  // none lies on a line of the grid
        flat({QStringLiteral("validation"), 0, true, false}, 2.3);
        flat({QStringLiteral("seventh"), 6, false}, 3.3);
        flat({QStringLiteral("seventh, validation"), 6, true, false}, 4.3);
        plot.replotNow();
        const QImage shot = plot.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRgb ground = Theme::instance().color(Token::Bg1).rgb();
        const double ratio = shot.devicePixelRatio();
        // On the line: the share that is drawn, the number of gaps; 3 pixels above it: what stands out.
        struct Line {
            int drawn = 0, gaps = 0, above = 0;
        };
        const auto line = [&](double y) {
            Line line;
            const int row = qRound(plot.toPixel(0, y).y() * ratio);
            bool before = true;
            for (int x = plot.plotRect().left() + 6; x < plot.plotRect().right() - 6; ++x) {
                const auto inked = [&](int up) { return shot.pixel(qRound(x * ratio), row - up) != ground; };
                const bool on = inked(0) || inked(-1) || inked(1);
                line.drawn += on;
                line.gaps += before && !on;
                line.above += inked(3);
                before = on;
            }
            return line;
        };
        const Line train = line(1.3), validation = line(2.3), seventh = line(3.3), other = line(4.3);
        const int width = plot.plotRect().width() - 12;
        QVERIFY2(train.drawn >= width - 4, qPrintable(QString::number(train.drawn)));  // the line's ends may lie inside
        QVERIFY2(train.gaps <= 1 && train.above == 0, qPrintable(QString::number(train.above)));
        QVERIFY2(validation.gaps > 10 && validation.above > 20, qPrintable(QString::number(validation.above)));
        QVERIFY2(seventh.gaps > 10 && seventh.above == 0, qPrintable(QString::number(seventh.gaps)));
        QVERIFY(other.gaps > 10 && other.above > 20);
        QVERIFY2(seventh.drawn > validation.drawn * 0.9, "long dashes");
    }

    // What the table says and where the dots stand is one point, also between two and at a curve's ends.
    void dotsAgreeWithTheTable() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0.9);
        const int train = plot.addSeries({QStringLiteral("train"), 0, false});
        plot.append(train, std::vector<PlotPoint>{{0, 1}, {10, 5}, {20, 1}, {30, 5}, {40, 1}});
        plot.append(plot.addSeries({QStringLiteral("validation"), 1, true, false}),
                    std::vector<PlotPoint>{{10, 4}, {30, 2}});
        plot.replotNow();
        const auto dotAt = [&](const QImage& shot, double x, double y, const QColor& color) {
            const QPointF at = plot.toPixel(x, y) * shot.devicePixelRatio();
            int found = 0;
            for (int dy = -5; dy <= 5; ++dy)
                for (int dx = -5; dx <= 5; ++dx) {
                    const QColor p = shot.pixelColor(qRound(at.x()) + dx, qRound(at.y()) + dy);
                    found += std::abs(p.red() - color.red()) + std::abs(p.green() - color.green()) +
                                 std::abs(p.blue() - color.blue()) <
                             40;
                }
            return found;
        };
        const struct { double pointer, step; } cases[] = {{13, 10}, {17.5, 20}, {26, 30}};
        for (const auto& [pointer, step] : cases) {
            moveTo(plot, plot.toPixel(pointer, 2).toPoint());
            auto* tooltip = chart.window.findChild<PlotTooltip*>();
            QVERIFY(tooltip && tooltip->isVisible());
            QCOMPARE(tooltip->rows().size(), 2);
            for (const auto& row : tooltip->rows()) {
                const bool validation = row.name == QStringLiteral("validation");
                const double said = row.values.last().toDouble();
                if (!validation) QCOMPARE(said, step);
                const double y = row.values.first().toDouble();  // what is drawn there
                tooltip->hide();
                const QImage shot = plot.grab().toImage();
                QVERIFY2(dotAt(shot, said, y, Theme::instance().series(validation ? 1 : 0)) >= 20,
                         qPrintable(QStringLiteral("%1 at %2").arg(row.name).arg(said)));
            }
        }
    }

    // A validation's last point stands at the chart's right end: its ring is not cut in half there.
    void theLastDotIsWhole() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.append(plot.addSeries({QStringLiteral("validation"), 1, true}),
                    std::vector<PlotPoint>{{0, 1}, {50, 3}, {100, 2}});
        plot.replotNow();
        const QImage shot = plot.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const double ratio = shot.devicePixelRatio();
        const int end = plot.plotRect().right(), middle = qRound(plot.toPixel(100, 2).y());
        const auto pixel = [&](int x, int y) { return shot.pixel(qRound(x * ratio), qRound(y * ratio)); };
        int inked = 0;
        for (int y = middle - 3; y <= middle + 3; ++y)
            for (int x = end + 2; x <= end + 3; ++x) inked += pixel(x, y) != pixel(end + 10, middle);
        QVERIFY(inked > 2);
    }

    // Three curves of a group are one: their mean, and a band from the least to the greatest or one deviation wide. A
    // curve counts where it runs, between its points too.
    void groupsAreMeanAndBand() {
        Chart chart;
        auto& plot = *chart.plot;
        std::vector<int> members;
        for (int k = 0; k < 3; ++k) {
            members.push_back(plot.addSeries({QStringLiteral("seed %1").arg(k), k, false}));
            std::vector<PlotPoint> points;
            // The last one ends half way and has a point only every 50 steps.
            for (int i = 0; i <= (k == 2 ? 500 : 1000); i += k == 2 ? 50 : 1)
                points.push_back({double(i), 1.0 + k + (k == 0 && i == 700 ? 7 : 0)});
            plot.append(members.back(), points);
        }
        const int group = plot.addGroup({QStringLiteral("lenet"), 0, false});
        for (const int member : members) plot.setGroups(member, {group});
        plot.replotNow();
        LinePlot::Band band = plot.groupAt(group, 225);
        QCOMPARE(band.curves, 3);
        QCOMPARE(band.mean, 2.0);
        QCOMPARE(band.low, 1.0);
        QCOMPARE(band.high, 3.0);
        band = plot.groupAt(group, 800);
        QCOMPARE(band.curves, 2);
        QCOMPARE(band.mean, 1.5);
        QCOMPARE(plot.groupAt(group, 700).high, 8.0);  // no spike is lost
        QVERIFY(plot.yTo() >= 8);
        for (const int member : members) QCOMPARE(plot.drawnPoints(member), 0);

        // Seen: the mean's line, and paler ground to either side of it.
        const QImage shot = plot.grab().toImage();
        const auto at = [&](double x, double y) {
            const QPointF place = plot.toPixel(x, y) * shot.devicePixelRatio();
            return shot.pixelColor(qRound(place.x()), qRound(place.y()));
        };
        const QColor ground = at(900, 5);
        QVERIFY(at(225, 1.4) != ground && at(225, 2.6) != ground && at(225, 3.4) == ground);
        QVERIFY(at(225, 2) != at(225, 1.4));

        moveTo(plot, plot.toPixel(225, 2).toPoint());
        auto* tooltip = chart.window.findChild<PlotTooltip*>();
        QCOMPARE(tooltip->rows().size(), 1);
        QCOMPARE(tooltip->rows()[0].name, QStringLiteral("lenet (mean of 3)"));
        QCOMPARE(tooltip->rows()[0].values.first(), QStringLiteral("1 to 3")
                                                        .replace(QStringLiteral("1"), valueText(1))
                                                        .replace(QStringLiteral("3"), valueText(3)));

        plot.setBand(PlotBand::Deviation);
        plot.replotNow();
        band = plot.groupAt(group, 225);
        QVERIFY(std::abs(band.high - band.mean - std::sqrt(2.0 / 3)) < 1e-12);
        plot.setSeriesVisible(members[2], false);
        plot.setLogX(true);
        plot.replotNow();
        band = plot.groupAt(group, 225);
        QCOMPARE(band.curves, 2);
        QCOMPARE(band.mean, 1.5);
        plot.removeGroup(group);
        plot.replotNow();
        QVERIFY(plot.drawnPoints(members[0]) > 0);
        QCOMPARE(plot.groupAt(group, 225).curves, 0);
    }

    // Where none of a group's runs was under way there is neither line nor band: two evenings are two stretches. One
    // that lasted a moment is seen all the same.
    void groupsHaveGaps() {
        Chart chart;
        auto& plot = *chart.plot;
        const int group = plot.addGroup({QStringLiteral("lenet"), 0, false});
        for (const double from : {0.0, 700.0, 995.0}) {
            const int member = plot.addSeries({QStringLiteral("run"), 0, false});
            plot.setGroups(member, {group});
            std::vector<PlotPoint> points;
            for (int i = 0; i <= (from == 995 ? 0 : 300); ++i) points.push_back({from + i, i % 2 ? 1.0 : 3.0});
            plot.append(member, points);
        }
        plot.replotNow();
        QCOMPARE(plot.groupAt(group, 500).curves, 0);
        const QImage shot = plot.grab().toImage();
        const QRgb ground = Theme::instance().color(Token::Bg1).rgb();
        const auto inked = [&](double x, double y) {
            const QPointF at = plot.toPixel(x, y) * shot.devicePixelRatio();
            return shot.pixel(qRound(at.x()), qRound(at.y())) != ground;
        };
        for (const double y : {1.3, 1.7, 2.3, 2.7}) {
            QVERIFY(inked(150, y) && inked(850, y));
            QVERIFY2(!inked(500, y), qPrintable(QString::number(y)));
        }
    }

    // Cut at the axis, a band leaves the ranges as steeply in a file as on the screen.
    void bandsKeepTheirSlopeInAFile() {
        Chart chart;
        auto& plot = *chart.plot;
        const int group = plot.addGroup({QStringLiteral("steep"), 0, false});
        for (int k = 0; k < 450; ++k) {  // so many that a column is several pixels wide
            const int one = plot.addSeries({QStringLiteral("a"), 0, false});
            std::vector<PlotPoint> points;
            for (int i = 0; i <= 1000; i += 20) points.push_back({double(i), i / 100 % 2 ? 3.0 : k % 2 ? 0.2 : 0.6});
            plot.append(one, points);
            plot.setGroups(one, {group});
        }
        PlotLimits limits;
        limits.yFrom = 0, limits.yTo = 1;
        plot.setLimits(limits);
        plot.replotNow();
        const QImage seen = plot.picture(1).toImage().convertToFormat(QImage::Format_RGB32);
        QImage drawn(seen.size(), seen.format());
        QPainter painter(&drawn);
        painter.drawPicture(0, 0, plot.drawing());
        painter.end();
        const QRect room =
            plot.plotRect().translated(0, plot.pictureSize().height() - plot.height()).adjusted(2, 2, -2, -2);
        const QRgb ground = seen.pixel(room.bottomLeft());
        const QPointF within = plot.toPixel(50, 0.3);
        const QRgb band = seen.pixel(within.toPoint() + QPoint(0, plot.pictureSize().height() - plot.height()));
        QVERIFY(band != ground);
        const auto area = [&](const QImage& image) {
            int pixels = 0;
            for (int y = room.top(); y <= room.bottom(); ++y)
                for (int x = room.left(); x <= room.right(); ++x) pixels += image.pixel(x, y) == band;
            return pixels;
        };
        const int whole = area(seen), cut = area(drawn);
        QVERIFY2(std::abs(whole - cut) < whole / 100, qPrintable(QStringLiteral("%1 %2").arg(whole).arg(cut)));
    }

    // Of three hundred curves the table tells the nearest, and how many more there are.
    void tooltipOfMany() {
        Chart chart;
        auto& plot = *chart.plot;
        for (int k = 0; k < 300; ++k)
            plot.append(plot.addSeries({QStringLiteral("run %1").arg(k), k, false}),
                        std::vector<PlotPoint>{{0, double(k)}, {100, double(k)}});
        plot.replotNow();
        moveTo(plot, plot.toPixel(97, 150).toPoint());
        auto* tooltip = chart.window.findChild<PlotTooltip*>();
        QVERIFY(tooltip && tooltip->isVisible());
        QCOMPARE(tooltip->rows().size(), 12);
        QVERIFY(std::abs(tooltip->rows()[0].name.section(QLatin1Char(' '), 1).toInt() - 150) <= 1);
        QVERIFY2(tooltip->words().below.contains(QStringLiteral("288")), qPrintable(tooltip->words().below));
    }

    // A file of lines has no clipping: what leaves the ranges ends at the axes, a group's band too.
    void linesOfAFileEndAtTheAxes() {
        const std::vector<PlotPoint> points{{0, 50}, {10, -3}, {20, 0.5}, {30, 0.6}, {40, 9}, {50, 0.2}, {60, 70}};
        for (const bool grouped : {false, true}) {
            Chart chart;
            auto& plot = *chart.plot;
            QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("a.svg"));
            const int group = grouped ? plot.addGroup({QStringLiteral("both"), 0, false}) : -1;
            for (const double apart : {0.0, 0.1}) {
                std::vector<PlotPoint> own = points;
                for (PlotPoint& point : own) point.y += apart;
                const int one = plot.addSeries({QStringLiteral("a"), 0, false});
                plot.append(one, own);
                if (grouped) plot.setGroups(one, {group});
            }
            PlotLimits limits;
            limits.yFrom = 0, limits.yTo = 1;
            plot.setLimits(limits);
            plot.replotNow();
            QSignalSpy exported(&plot, &LinePlot::exported);
            plot.saveSvg(path);
            QTRY_COMPARE(exported.count(), 1);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QXmlStreamReader reader(&file);
            int lines = 0, bands = 0;
            double least = 1e9, greatest = -1e9, shift = 0;
            bool pale = false;
            const auto take = [&](const QString& words) {
                static const QRegularExpression pair(QStringLiteral("-?[0-9.e-]+,(-?[0-9.e-]+)"));
                for (const auto& found : pair.globalMatch(words)) {
                    const double y = found.captured(1).toDouble() + shift;
                    least = std::min(least, y), greatest = std::max(greatest, y);
                }
            };
            while (!reader.atEnd()) {
                reader.readNext();
                if (!reader.isStartElement()) continue;
                const auto attribute = [&](const char* name) {
                    return reader.attributes().value(QLatin1String(name)).toString();
                };
                if (reader.name() == QStringLiteral("g")) {
                    const QString moved = attribute("transform").section(QLatin1Char(','), 5);
                    shift = moved.chopped(moved.endsWith(QLatin1Char(')'))).toDouble();
                    pale = std::abs(attribute("fill-opacity").toDouble() - 0.2) < 0.02;
                }
                if (reader.name() == QStringLiteral("polyline") && ++lines > (grouped ? 1 : 2))  // of the legend
                    take(attribute("points"));
                if (reader.name() == QStringLiteral("path") && pale) ++bands, take(attribute("d"));
            }
            const double head = plot.pictureSize().height() - plot.height();
            const QRect area = plot.plotRect();
            const QString all = QStringLiteral("%1 lines, %2 bands, %3..%4 of %5..%6 below %7")
                                    .arg(lines)
                                    .arg(bands)
                                    .arg(least)
                                    .arg(greatest)
                                    .arg(area.top())
                                    .arg(area.bottom())
                                    .arg(head);
            QVERIFY2(lines >= 4 && bands == (grouped ? 1 : 0), qPrintable(all));  // they leave and come back
            QVERIFY2(least >= area.top() + head - 1.5 && greatest <= area.bottom() + head + 2.5, qPrintable(all));
            QVERIFY2(greatest - least > area.height() - 3, qPrintable(all));
        }
    }

    // Ticks have as many digits as they need: no two say the same, and each says where it stands; 0 is "0".
    void ticksSayWhereTheyStand() {
        Chart chart;
        auto& plot = *chart.plot;
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        QSignalSpy exported(&plot, &LinePlot::exported);
        for (const int height : {130, 200, 360})
            for (const auto& [least, greatest] : {std::pair{0.001, 0.001},
                                                  {0.0, 0.0002},
                                                  {0.00098, 0.001},
                                                  {1e-6, 0.1},
                                                  {0.0001, 0.0004},
                                                  {0.0, 2.3},
                                                  {0.9971, 0.9999},
                                                  {0.0003, 0.0005},
                                                  {41000.0, 42100.0},
                                                  {-0.02, 0.03}}) {
                plot.clear();
                plot.resize(800, height);
                plot.append(plot.addSeries({QStringLiteral("a"), 0, false}),
                            std::vector<PlotPoint>{{0, greatest}, {50, least}, {100, least}});
                plot.replotNow();
                exported.clear();
                plot.saveSvg(path);
                QTRY_COMPARE(exported.count(), 1);
                QCOMPARE(exported[0][1].toString(), QString());
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                QXmlStreamReader reader(&file);
                QStringList words;
                while (!reader.atEnd())
                    if (reader.readNext(); reader.isStartElement() && reader.name() == QStringLiteral("text"))
                        words << reader.readElementText().trimmed();
                QVERIFY(words.removeOne(QStringLiteral("a")));
                words.removeAll(QString());
                for (int x = 0; x <= 100; x += 10) words.removeOne(QString::number(x));
                const QString all =
                    QStringLiteral("%1..%2: %3").arg(least).arg(greatest).arg(words.join(QLatin1Char('|')));
                QVERIFY2(words.size() >= 2, qPrintable(all));
                words.removeDuplicates();
                QVector<double> values;
                for (QString word : words) {
                    double unit = 1;
                    if (word.endsWith(QStringLiteral(" k"))) unit = 1000, word.chop(2);
                    bool good = false;
                    values << word.toDouble(&good) * unit;
                    QVERIFY2(good && (values.last() != 0 || word == QStringLiteral("0")), qPrintable(all));
                }
                std::sort(values.begin(), values.end());
                // Evenly apart to a hundredth, and no further than the axis goes.
                const double step = values[1] - values[0];
                for (int i = 1; i < values.size(); ++i)
                    QVERIFY2(std::abs(values[i] - values[i - 1] - step) < step * 0.01, qPrintable(all));
                QVERIFY2(values.first() >= plot.yFrom() - step * 0.01 && values.last() <= plot.yTo() + step * 0.01,
                         qPrintable(all));
                if (plot.yFrom() == 0) QVERIFY2(values.first() == 0, qPrintable(all));
            }
    }

    // However many runs there are, the legend stays in the picture and clear of the title.
    void pictureHoldsItsLegend() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setTitle(QStringLiteral("loss"));
        const QColor ground = Theme::instance().color(Token::Bg1);
        int before = 0;
        for (int i = 0; i < 20; ++i) {
            const int series = plot.addSeries({QStringLiteral("resnet20 · cosine · run %1").arg(i), i, i % 2 == 1});
            plot.append(series, ramp(10));
            if (i != 0 && i != 19) continue;
            const QImage shot = plot.picture(2).toImage().scaledToWidth(plot.width(), Qt::FastTransformation);
            for (int y = 0; y < shot.height() - plot.height(); ++y)
                for (const int x : {0, 1, 2, 3, shot.width() - 4, shot.width() - 2, shot.width() - 1})
                    QCOMPARE(shot.pixelColor(x, y).rgb(), ground.rgb());
            // The legend's samples: each series' colour is found above the curves.
            const auto seen = [&](const QColor& color) {
                for (int y = 0; y < shot.height() - plot.height(); ++y)
                    for (int x = 0; x < shot.width(); ++x) {
                        const QColor p = shot.pixelColor(x, y);
                        if (std::abs(p.red() - color.red()) + std::abs(p.green() - color.green()) +
                                std::abs(p.blue() - color.blue()) <
                            40)
                            return true;
                    }
                return false;
            };
            for (int k = 0; k <= std::min(i, 5); k += 2)
                QVERIFY2(seen(Theme::instance().series(k)), qPrintable(QString::number(k)));
            if (i == 0) before = shot.height();
            if (i == 19) QVERIFY2(shot.height() > before + 60, "twenty names need rows of their own");
        }
    }

    // Where the keyboard and the pointer are is nothing of the chart's: its files are the same without them.
    void filesHaveNoFrameOfTheKeyboard() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.append(plot.addSeries({QStringLiteral("loss"), 0, false}), ramp(100));
        plot.replotNow();
        const auto bytes = [&] {
            const QPicture drawing = plot.drawing();
            return QByteArray(drawing.data(), drawing.size());
        };
        const QImage alone = plot.picture(1).toImage();
        const QByteArray lines = bytes();
        chart.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&chart.window));
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_F2);  // by hand, and nothing to a chart
        moveTo(plot, plot.rect().center());
        QVERIFY(plot.hasFocus() && plot.grab().toImage().pixelColor(1, 180) == Theme::instance().color(Token::Accent));
        QVERIFY(plot.picture(1).toImage() == alone);
        QVERIFY(bytes() == lines);
    }

    // A weight that did not move has a ratio of 0, which a logarithm has no place for: it is told on the floor.
    void zerosOnALogAxis() {
        Chart chart;
        auto& plot = *chart.plot;
        const int series = plot.addSeries({QStringLiteral("ratio"), 2, false});
        std::vector<PlotPoint> points;
        for (int i = 0; i < 100; ++i) points.push_back({double(i), i >= 40 && i < 60 ? 0.0 : 0.001 * (1 + i % 7)});
        plot.append(series, points);
        plot.replotNow();
        QCOMPARE(plot.offLog(), 0);
        plot.setLogY(true);
        plot.replotNow();
        const int some = plot.offLog();
        QVERIFY(some >= 3);
        // In the curve's colour, where the zeros are and nowhere else.
        const QColor color = Theme::instance().series(2);
        const QImage shot = plot.grab().toImage();
        const double scale = shot.devicePixelRatio();
        const QRect area = plot.plotRect();
        const auto ticked = [&](double from, double to) {
            for (double x = plot.toPixel(from, 1).x(); x <= plot.toPixel(to, 1).x(); ++x)
                if (shot.pixelColor(qRound(x * scale), qRound((area.bottom() - 2) * scale)) == color) return true;
            return false;
        };
        QVERIFY(ticked(42, 58));
        QVERIFY(!ticked(5, 35) && !ticked(66, 95));
        plot.setXRange(0, 30);
        plot.replotNow();
        QCOMPARE(plot.offLog(), 0);
    }

    // What lies beyond a zoomed view costs nothing; in the end everything stands there.
    void waitsWhereNothingMoves() {
        Chart chart;
        auto& plot = *chart.plot;
        const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
        plot.append(series, ramp(1'000'000));
        QTRY_VERIFY(plot.replots() > 0);
        int sent = 1'000'000;
        // Another chart beside it, whose every point moves the picture, counts the chances there were.
        Chart quick;
        int told = 0;
        quick.plot->addSeries({QStringLiteral("loss"), 0, false});
        const auto replotsWhile = [&](int each) {
            const int before = plot.replots(), from = quick.plot->replots();
            [&] {
                while (quick.plot->replots() < from + 40) {
                    const int last = quick.plot->replots();
                    plot.append(series, ramp(each, sent));
                    sent += each;
                    quick.plot->clear();
                    quick.plot->addSeries({QStringLiteral("loss"), 0, false});
                    quick.plot->append(0, ramp(10, told += 10));
                    QTRY_VERIFY(quick.plot->replots() > last);
                }
            }();
            return plot.replots() - before;
        };
        QVERIFY(replotsWhile(20000) >= 1);
        QTRY_COMPARE(plot.xTo(), double(sent - 1));
        plot.setXRange(1000, 2000);
        const int shown = plot.replots();
        QTRY_VERIFY(plot.replots() > shown);
        QCOMPARE(replotsWhile(20000), 0);
        plot.fit();
        QTRY_COMPARE(plot.xTo(), double(sent - 1));
        plot.append(series, ramp(10, sent));
        QTRY_COMPARE(plot.xTo(), double(sent + 9));
    }

    // A long file tells how far it is, and is given up at a word.
    void longExportsCanBeCancelled() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.append(plot.addSeries({QStringLiteral("loss"), 0, false}), ramp(200'000));
        QTemporaryDir folder;
        QSignalSpy exported(&plot, &LinePlot::exported), cancelled(&plot, &LinePlot::exportCancelled);
        QSignalSpy told(&plot, &LinePlot::exporting);
        plot.saveCsv(folder.filePath(QStringLiteral("whole.csv")));
        QTRY_COMPARE(exported.count(), 1);
        QVERIFY(told.count() >= 3);
        double last = 0;
        for (const auto& each : told) QVERIFY(each[1].toDouble() > std::exchange(last, each[1].toDouble()));
        QVERIFY(last < 1);
        plot.saveCsv(folder.filePath(QStringLiteral("half.csv")));
        plot.saveCsv(folder.filePath(QStringLiteral("second.csv")));  // one at a time
        QCOMPARE(exported.count(), 2);
        QVERIFY(exported[1][1].toString().contains(QStringLiteral("already")));
        plot.cancelExport();
        QTRY_COMPARE(cancelled.count(), 1);
        QCOMPARE(cancelled[0][0].toString(), folder.filePath(QStringLiteral("half.csv")));
        QCOMPARE(exported.count(), 2);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("whole.csv")});
    }

    // A picture is painted beside the window, of the chart as it was when it was asked for, and as fine as ever.
    void picturesArePaintedBeside() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setSmoothing(0.6);
        QList<int> curves;
        for (int k = 0; k < 60; ++k) {
            curves << plot.addSeries({QStringLiteral("run %1").arg(k), k, k % 3 == 0});
            std::vector<PlotPoint> points;
            for (int i = 0; i < 4000; ++i) points.push_back({double(i), k + std::sin(i * 1.7 + k)});
            plot.append(curves.back(), points);
        }
        plot.replotNow();
        const int replots = plot.replots(), drawn = plot.drawnPoints(curves[0]);
        QTemporaryDir folder;
        const QString png = folder.filePath(QStringLiteral("a.png")), svg = folder.filePath(QStringLiteral("a.svg"));
        const QImage asked = plot.picture(2).toImage().convertToFormat(QImage::Format_RGB32);
        QThreadPool& pool = *QThreadPool::globalInstance();
        const int threads = pool.maxThreadCount();
        pool.setMaxThreadCount(1);
        QSemaphore held;
        pool.start([&held] { held.acquire(); });
        const auto always = qScopeGuard([&] {
            held.release();
            pool.waitForDone();
            pool.setMaxThreadCount(threads);
        });
        QSignalSpy exported(&plot, &LinePlot::exported), cancelled(&plot, &LinePlot::exportCancelled);
        QSignalSpy told(&plot, &LinePlot::exporting);
        plot.savePng(png);
        plot.saveSvg(svg);  // one at a time
        QCOMPARE(exported.count(), 1);
        QVERIFY(exported[0][1].toString().contains(QStringLiteral("already")));
        QCOMPARE(plot.replots(), replots);  // nothing is painted here
        QCOMPARE(plot.drawnPoints(curves[0]), drawn);
        plot.clear();
        held.release();
        QTRY_COMPARE(exported.count(), 2);
        QCOMPARE(exported[1][1].toString(), QString());
        QVERIFY(told.count() > 3 && told.back()[1].toDouble() <= 1);
        QVERIFY(QImage(png).convertToFormat(QImage::Format_RGB32) == asked);
        plot.append(plot.addSeries({QStringLiteral("other"), 0, false}), ramp(10));
        plot.replotNow();
        pool.start([&held] { held.acquire(); });
        plot.saveSvg(svg);
        plot.cancelExport();
        held.release();
        QTRY_COMPARE(cancelled.count(), 1);
        QCOMPARE(cancelled[0][0].toString(), svg);
        QVERIFY(!QFile::exists(svg));
    }

    // What a picture shows of few curves is what the screen shows.
    void picturesAreAsTheScreen() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.append(plot.addSeries({QStringLiteral("a"), 0, false}), ramp(300));
        plot.append(plot.addSeries({QStringLiteral("b"), 1, true}),
                    std::vector<PlotPoint>{{0, 100}, {100, 20}, {200, 160}, {299, 40}});
        plot.replotNow();
        const QImage screen = plot.grab(plot.plotRect()).toImage().convertToFormat(QImage::Format_RGB32);
        const int head = plot.pictureSize().height() - plot.height();
        const QImage file =
            plot.picture(1).toImage().convertToFormat(QImage::Format_RGB32).copy(plot.plotRect().translated(0, head));
        int others = 0;
        for (int y = 0; y < screen.height(); ++y)
            for (int x = 0; x < screen.width(); ++x) {
                const QColor a = screen.pixelColor(x, y), b = file.pixelColor(x, y);
                others +=
                    std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) > 60;
            }
        QVERIFY2(others < 40, qPrintable(QString::number(others)));
    }

    void exports() {
        Chart chart;
        auto& plot = *chart.plot;
        plot.setTitle(QStringLiteral("loss"));
        plot.setSmoothing(0.5);
        const int series = plot.addSeries({QStringLiteral("lenet, \"a\""), 0, false});
        plot.append(series, std::vector<PlotPoint>{{1, 4.0}, {2, std::nan("")}, {3, 2.0}});
        plot.replotNow();
        QTemporaryDir folder;
        const QString csv = folder.filePath(QStringLiteral("Кривая.csv")),
                      png = folder.filePath(QStringLiteral("curve.png"));
        QSignalSpy exported(&plot, &LinePlot::exported);
        plot.saveCsv(csv);
        plot.append(series, std::vector<PlotPoint>{{4, 1.0}});  // after that
        QTRY_COMPARE(exported.count(), 1);
        QCOMPARE(exported[0][0].toString(), csv);
        QCOMPARE(exported[0][1].toString(), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QStringLiteral("series,step,value,smoothed"));
        QCOMPARE(lines[1], QStringLiteral("\"lenet, \"\"a\"\"\",1,4,4"));
        QVERIFY(lines[2].contains(QStringLiteral("nan")));
        QCOMPARE(lines[3].section(QLatin1Char(','), -1).toDouble(), (4.0 * 0.5 * 0.5 + 2.0 * 0.5) / 0.75);
        plot.savePng(png);
        QCOMPARE(exported.count(), 1);  // a job writes it
        QTRY_COMPARE(exported.count(), 2);
        QCOMPARE(exported[1][1].toString(), QString());
        QCOMPARE(QImage(png).width(), 2 * plot.width());
        plot.saveCsv(QStringLiteral("/no/such/folder/x.csv"));
        QTRY_COMPARE(exported.count(), 3);
        QVERIFY(exported[2][1].toString().contains(QStringLiteral("/no/such/folder/x.csv")));
        // From the menu: the window goes on while it asks, and a word says where the file is.
        plot.exportPngInteractively();
        auto* ask = plot.window()->findChild<QFileDialog*>();
        QVERIFY(ask);
        QTRY_VERIFY(ask->isVisible());
        auto* name = ask->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(folder.filePath(QStringLiteral("asked")));
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(exported.count(), 4);
        QCOMPARE(exported[3][0].toString(), folder.filePath(QStringLiteral("asked.png")));
        QVERIFY(QFileInfo(exported[3][0].toString()).size() > 500);
    }

    void followsTheTheme() {
        Chart chart;
        chart.plot->append(chart.plot->addSeries({QStringLiteral("loss"), 0, false}), ramp(100));
        chart.plot->replotNow();
        for (int turn = 0; turn < 2; ++turn) {
            const int before = chart.plot->replots();
            Theme::instance().setDark(!Theme::instance().dark());
            QVERIFY(chart.plot->replots() > before);  // before anything is painted
            const QColor ground = chart.plot->grab().toImage().pixelColor(3, 3);
            QCOMPARE(ground.rgb(), Theme::instance().color(Token::Bg1).rgb());
        }
    }
};

QTEST_MAIN(TestLinePlot)

}  // namespace test_line_plot

#include "test_line_plot.moc"
