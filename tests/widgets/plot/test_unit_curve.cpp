// A curve in the unit square with others over it: the card names whose each row is, and takes of the others the point
// of the nearest threshold, however many thresholds each has.
#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QtTest>

#include "widgets/plot/histogram_plot.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/plot/unit_curve.h"

namespace test_unit_curve {

using namespace tl;

namespace {

// Thresholds from 0 to 1 in equal steps.
QVector<UnitCurve::Point> curve(int count, double bend) {
    QVector<UnitCurve::Point> points;
    for (int i = 0; i < count; ++i) {
        UnitCurve::Point point;
        point.threshold = static_cast<double>(i) / (count - 1);
        point.x = 1 - point.threshold;
        point.y = std::pow(point.threshold, bend);
        point.name = QString::number(point.threshold);
        point.values = {QString::number(point.x), QString::number(point.y)};
        points << point;
    }
    return points;
}

}  // namespace

class TestUnitCurve : public QObject {
    Q_OBJECT
private slots:
    void othersAtTheNearestThreshold() {
        UnitCurve plot;
        plot.resize(400, 400);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const QStringList header{"threshold", "recall", "precision"};
        plot.setCurve(curve(11, 1), header, false);
        const auto card = [&] { return plot.findChild<PlotTooltip*>(); };
        QTest::mouseMove(&plot, plot.toPixel(plot.points()[5]).toPoint());
        QTRY_COMPARE(plot.current(), 5);
        QCOMPARE(card()->header(), header);
        QCOMPARE(card()->rows().size(), 1);
        QCOMPARE(card()->rows()[0].name, QString("0.5"));
        // One with more thresholds, one with fewer, one that has none yet.
        plot.setOthers("own", {{"fine", Qt::red, curve(101, 2)}, {"coarse", Qt::blue, curve(3, 3)}, {"none", {}, {}}});
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.current(), 6);
        QCOMPARE(card()->header(), QStringList{QString()} + header);
        const auto& rows = card()->rows();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0].name, QString("own"));
        QCOMPARE(rows[0].values.front(), QString("0.6"));
        QCOMPARE(rows[1].name, QString("fine"));
        QCOMPARE(rows[1].values, (QStringList{"0.6", "0.4", "0.36"}));
        QCOMPARE(rows[2].name, QString("coarse"));
        QCOMPARE(rows[2].values, (QStringList{"0.5", "0.5", "0.125"}));
    }

    // The card is a child of the window, to reach over the plot's edge: of the one where the plot is now.
    void theCardGoesAlongIntoAnotherWindow() {
        QMainWindow window;
        window.setCentralWidget(new QWidget);
        window.resize(900, 600);
        auto* dock = new QDockWidget;
        auto* both = new QWidget;
        auto* row = new QHBoxLayout(both);
        auto* curves = new UnitCurve;
        auto* histogram = new HistogramPlot;
        row->addWidget(curves);
        row->addWidget(histogram);
        dock->setWidget(both);
        window.addDockWidget(Qt::RightDockWidgetArea, dock);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        curves->setCurve(curve(11, 1), {"threshold", "recall", "precision"}, false);
        histogram->setSlices({{0, {0, 1, 2}, {1, 2}}, {1, {0, 1, 2}, {2, 1}}});
        const auto pointAt = [](QWidget& plot, const QPoint& at) {
            QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(&plot, &move);
        };
        const auto cards = [](const QWidget& where) {
            int shown = 0;
            for (const auto* card : where.findChildren<PlotTooltip*>())
                shown += card->window() == &where && card->isVisible();
            return shown;
        };
        const auto pointAtBoth = [&](QWidget& where) {
            int shown = 0;
            pointAt(*curves, curves->toPixel(curves->points()[5]).toPoint());
            shown += cards(where);
            QTest::keyClick(curves, Qt::Key_Right);
            QEvent leave(QEvent::Leave);
            QApplication::sendEvent(curves, &leave);
            pointAt(*histogram, {histogram->plotRect().center().x(), qRound(histogram->baseline(1)) - 4});
            shown += cards(where);
            QApplication::sendEvent(histogram, &leave);
            return shown;
        };
        QCOMPARE(pointAtBoth(window), 2);
        dock->setFloating(true);
        QVERIFY(QTest::qWaitForWindowExposed(dock));
        QCOMPARE(curves->window(), static_cast<QWidget*>(dock));
        QCOMPARE(pointAtBoth(*dock), 2);
        QCOMPARE(cards(window), 0);
        dock->setFloating(false);
        QCOMPARE(pointAtBoth(window), 2);
    }
};

QTEST_MAIN(TestUnitCurve)

}  // namespace test_unit_curve

#include "test_unit_curve.moc"
