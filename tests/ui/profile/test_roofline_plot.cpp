// Names beside the dots of a roofline: those that take the most time, none across another, the chosen one always.
#include <QtTest>

#include "ui/profile/roofline_plot.h"

using namespace tl;

namespace {

RooflineDot dot(qint64 key, double intensity, double flops, double seconds) {
    return {key, QStringLiteral("conv_%1 · Conv2D").arg(key), Qt::red, intensity, flops, seconds, 0.5};
}

}  // namespace

class TestRooflinePlot : public QObject {
    Q_OBJECT
private slots:
    void namesKeepClear() {
        RooflinePlot plot;
        plot.resize(900, 400);
        plot.setLimits({1e11, 1e10, 4});
        const QFontMetricsF metrics(plot.font());
        // Five in a row at nearly one place, and one far away.
        std::vector<RooflineDot> dots;
        for (int i = 0; i < 5; ++i) dots.push_back(dot(i, 10 * (1 + 0.02 * i), 4e10 * (1 + 0.02 * i), 1.0 - 0.1 * i));
        dots.push_back(dot(5, 0.3, 2e9, 0.1));
        plot.setDots(dots);
        const auto free = plot.names(metrics);
        QVERIFY(!free.empty() && free.size() < dots.size());
        QVERIFY(std::ranges::any_of(free, [](const auto& each) { return each.first == 5; }));
        for (size_t chosen = 0; chosen < dots.size(); ++chosen) {
            plot.setCurrent(dots[chosen].key);
            const auto named = plot.names(metrics);
            QCOMPARE(named.front().first, chosen);
            for (size_t i = 0; i < named.size(); ++i) {
                QVERIFY(named[i].second.width() > metrics.horizontalAdvance(dots[named[i].first].name) + 8);
                for (size_t k = 0; k < i; ++k) QVERIFY(!named[i].second.intersects(named[k].second));
            }
        }
    }
};

QTEST_MAIN(TestRooflinePlot)
#include "test_roofline_plot.moc"
