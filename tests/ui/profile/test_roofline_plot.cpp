// Names beside the dots of a roofline: those that take the most time, none across another, the chosen one always.
#include <QtTest>

#include "ui/profile/roofline_plot.h"
#include "widgets/theme/theme.h"

namespace test_roofline_plot {

using namespace tl;

namespace {

RooflineDot dot(qint64 key, double intensity, double flops, double seconds) {
    return {key, QStringLiteral("conv_%1 · Conv2D").arg(key), Qt::red, intensity, flops, seconds, 0.5, 1e11};
}

}  // namespace

class TestRooflinePlot : public QObject {
    Q_OBJECT
private slots:
    // What is said over the page leaves the axis and its title to be read.
    void theAxisIsKeptClear() {
        RooflinePlot plot;
        plot.resize(900, 400);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const QRect kept = plot.property("keepClear").toRect();
        QCOMPARE(kept.bottom(), plot.rect().bottom());
        QCOMPARE(kept.width(), plot.width());
        QVERIFY(kept.height() >= 2 * plot.fontMetrics().height() && kept.height() < 80);
    }

    // Of two the nearer one, of a large one its rim, too.
    void aDotIsPointedAt() {
        RooflinePlot plot;
        plot.resize(900, 400);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setLimits({1e11, 1e10, 4});
        const RooflineDot large = dot(0, 10, 4e10, 1), small = dot(1, 0.3, 2e9, 0.01);
        plot.setDots({large, small});
        QSignalSpy chosen(&plot, &RooflinePlot::chosen);
        const auto click = [&](const RooflineDot& at, int beside) {
            QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.place(at).toPoint() + QPoint(beside, 0));
        };
        click(large, 11);
        QCOMPARE(chosen.takeFirst().at(0).toLongLong(), 0);
        click(small, 9);
        QCOMPARE(chosen.takeFirst().at(0).toLongLong(), 1);
        click(small, 20);
        QCOMPARE(chosen.count(), 0);
    }

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

    // Products of 16-bit numbers have a limit of their own, which is drawn above that of float32 where it is known.
    void halvesHaveTheirOwnRoof() {
        RooflinePlot plot;
        plot.resize(900, 400);
        plot.setDots({dot(0, 0.3, 2e9, 0.1)});
        // Pixels that are more of the roof's colour than of the ground's in a row, in the right quarter of the plot.
        const auto drawnAt = [&](double flops) {
            const QImage image = plot.grab().toImage();
            const auto off = [ground = Theme::instance().color(Token::Bg0)](const QColor& pixel) {
                return std::abs(pixel.red() - ground.red()) + std::abs(pixel.green() - ground.green());
            };
            const int roof = off(Theme::instance().color(Token::Muted));
            const double ratio = image.devicePixelRatio();
            const int y = qRound(plot.place(dot(0, 1, flops, 1)).y() * ratio);
            int most = 0;
            for (int row = y - 1; row <= y + 1; ++row) {
                int found = 0;
                for (int x = image.width() * 3 / 4; x < image.width(); ++x)
                    found += off(image.pixelColor(x, row)) > roof / 2;
                most = std::max(most, found);
            }
            return most;
        };
        plot.setLimits({1e11, 1e10, 4, 3e11});
        QVERIFY(drawnAt(1e11) > 150);
        QVERIFY2(drawnAt(3e11) > 60, qPrintable(QString::number(drawnAt(3e11))));  // dashes
        plot.setLimits({1e11, 1e10, 4});
        QVERIFY(drawnAt(1e11) > 150);
        QVERIFY2(drawnAt(3e11) < 10, qPrintable(QString::number(drawnAt(3e11))));
    }

    // What is said of the limits stands where no dot comes, however wide the plot is and however fast an op.
    void whatIsSaidIsBesideTheDots() {
        for (const QSize& size : {QSize(1500, 400), QSize(700, 400), QSize(300, 300)}) {
            RooflinePlot plot;
            plot.resize(size);
            plot.setLimits({1e11, 1e10, 4, 3e11});
            plot.setDots({dot(0, 0.1, 9.9e11, 1.0), dot(1, 1, 9.9e11, 1.0)});  // over the roof: all is said
            QVERIFY(plot.noteLines().size() >= 1);
            QCOMPARE(plot.noteLines().size() == 1, size.width() == 1500);
            for (qsizetype i = 0; i < plot.noteLines().size(); ++i)
                for (const double x : {0.1, 1.0}) {
                    const QPointF at = plot.place(dot(0, x, 9.9e11, 1));
                    QVERIFY2(plot.noteRect(i).bottom() <= at.y(), qPrintable(QString::number(at.y())));
                }
        }
    }

    // However low the plot is, and at the corner, where both axes have a number.
    void numbersOfTheAxesKeepClear() {
        for (const QSize& size : {QSize(900, 400), QSize(900, 120), QSize(260, 200)}) {
            RooflinePlot plot;
            plot.resize(size);
            plot.setLimits({1e11, 1e10, 4});
            plot.setDots({dot(0, 0.012, 1.5e6, 1.0), dot(1, 90, 5e10, 0.5)});
            const auto ticks = plot.ticks(QFontMetricsF(plot.font()));
            QVERIFY(std::ranges::any_of(ticks, [](const auto& tick) { return tick.text == QLatin1String("0.01"); }));
            for (size_t i = 0; i < ticks.size(); ++i) {
                QVERIFY(QRectF(plot.rect()).contains(ticks[i].place));
                for (size_t k = 0; k < i; ++k)
                    QVERIFY2(!ticks[i].place.intersects(ticks[k].place),
                             qPrintable(ticks[i].text + QStringLiteral(" and ") + ticks[k].text));
            }
        }
    }
};

QTEST_MAIN(TestRooflinePlot)

}  // namespace test_roofline_plot

#include "test_roofline_plot.moc"
