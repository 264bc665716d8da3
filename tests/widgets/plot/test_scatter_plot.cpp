// Predicted numbers over true ones: a dot is walked to, told and asked for, by hand and by key.
#include <QApplication>
#include <QtTest>

#include "widgets/plot/plot_tooltip.h"
#include "widgets/plot/scatter_plot.h"
#include "widgets/theme/theme.h"

namespace test_scatter_plot {

using namespace tl;

class TestScatterPlot : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void dotsAreToldAndAskedFor() {
        ScatterPlot plot;
        plot.resize(400, 400);
        plot.setAxes("true", "predicted");
        plot.setDots({{0, 1, 1}, {2, 2, 3000}, {4, 3, 2}}, 0, 4);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QSignalSpy asked(&plot, &ScatterPlot::activated);
        const auto pixel = [&](int dot) { return plot.toPixel(plot.dots()[dot]).toPoint(); };
        // What is equal lies on the diagonal of a square.
        const QRectF area = plot.plotRect();
        QCOMPARE(area.width(), area.height());
        QVERIFY((plot.toPixel({2, 2}) - area.center()).manhattanLength() < 1e-6);
        QVERIFY(area.contains(pixel(0)) && area.contains(pixel(2)));

        QTest::mouseMove(&plot, pixel(1));
        QTRY_COMPARE(plot.current(), 1);
        const auto* card = plot.findChild<PlotTooltip*>();
        QCOMPARE(card->header(), (QStringList{"samples", "true", "predicted"}));
        QCOMPARE(card->rows()[0].name, QString("3,000"));
        QCOMPARE(card->rows()[0].values, (QStringList{"2.000", "2.000"}));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, pixel(1));
        QCOMPARE(asked.takeFirst(), QVariantList{1});
        QTest::mouseClick(&plot, Qt::LeftButton, {}, area.bottomRight().toPoint() - QPoint(2, 2));  // beside them
        QVERIFY(asked.isEmpty());

        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Home);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);  // there is no further one
        QCOMPARE(plot.current(), 2);
        QCOMPARE(plot.accessibleDescription(), QString("true 4.000, predicted 3.000, samples: 2"));
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(asked.takeFirst(), QVariantList{2});
        QTest::keyClick(&plot, Qt::Key_Escape);
        QCOMPARE(plot.current(), -1);
        QTest::keyClick(&plot, Qt::Key_Return);
        QVERIFY(asked.isEmpty());
    }

    // All the same number: there is an axis all the same.
    void oneNumberAlone() {
        ScatterPlot plot;
        plot.resize(300, 300);
        for (const double value : {0.0, 5.0, -1e12}) {
            plot.setDots({{value, value, 1}}, value, value);
            QVERIFY(plot.plotRect().contains(plot.toPixel(plot.dots()[0])));
            plot.grab();
        }
    }
};

QTEST_MAIN(TestScatterPlot)

}  // namespace test_scatter_plot

#include "test_scatter_plot.moc"
