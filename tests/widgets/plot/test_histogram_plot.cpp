// Ridges stand as far apart as there is room for, however many there are.
#include <QtTest>

#include "widgets/plot/histogram_plot.h"
#include "widgets/theme/theme.h"

namespace test_histogram_plot {

using namespace tl;

class TestHistogramPlot : public QObject {
    Q_OBJECT
private slots:
    void fewRidgesTakeTheRoomOfMany() {
        HistogramPlot plot;
        plot.resize(360, 400);
        const int most = HistogramPlot::capacity(HistogramPlot::Mode::Ridges, plot.size());
        QVERIFY(most >= 12);
        for (int count = 2; count <= most; ++count) {
            std::vector<Distribution> slices;
            for (int i = 0; i < count; ++i) slices.push_back({double(i), {0, 1, 2}, {1, 2}});
            plot.setSlices(std::move(slices));
            const double gap = plot.baseline(1) - plot.baseline(0);
            QVERIFY2(gap >= HistogramPlot::kRidgeGap && gap <= 2 * HistogramPlot::kRidgeGap,
                     qPrintable(QString::number(gap)));
            QVERIFY(plot.baseline(0) > plot.plotRect().top());
            // From half as many as there is room for on, none of it stays empty.
            if (2 * count >= most) QVERIFY(plot.baseline(0) - 2 * gap <= plot.plotRect().top() + 1);
        }
    }

    // Steps in which nobody looked are no column of a heat map: the plot's ground is seen there.
    void aGapIsSeen() {
        HistogramPlot plot;
        plot.resize(360, 300);
        plot.setMode(HistogramPlot::Mode::HeatMap);
        const auto middle = [&](std::initializer_list<double> steps) {
            std::vector<Distribution> slices;
            for (const double step : steps) slices.push_back({step, {0, 1}, {1}});
            plot.setSlices(std::move(slices));
            return plot.grab().toImage().pixelColor(plot.plotRect().center());
        };
        const QColor ground = Theme::instance().color(Token::Bg1);
        QVERIFY(middle({0, 10, 20, 30, 40}) != ground);
        QCOMPARE(middle({0, 10, 20, 980, 990, 1000}), ground);
    }
};

QTEST_MAIN(TestHistogramPlot)

}  // namespace test_histogram_plot

#include "test_histogram_plot.moc"
