// The pyramid against a plain scan on random values, its reduction to pixels, and the smoothing formula.
#include <QtTest>
#include <cmath>
#include <random>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/series_pyramid.h"
#include "widgets/plot/smoothing.h"

namespace test_series_pyramid {

using namespace tl;

class TestSeriesPyramid : public QObject {
    Q_OBJECT
private slots:
    void extremesEqualAScan() {
        std::mt19937 random(1);
        MinMaxPyramid pyramid;
        std::vector<double> plain;
        for (int i = 0; i < 10007; ++i) {
            double y = std::uniform_real_distribution<>(-1, 1)(random);
            if (random() % 50 == 0) y = std::nan("");
            if (random() % 97 == 0) y = INFINITY;
            plain.push_back(y);
            pyramid.append(y);
        }
        for (int trial = 0; trial < 2000; ++trial) {
            size_t first = random() % plain.size(), last = random() % (plain.size() + 1);
            if (first > last) std::swap(first, last);
            int64_t least = -1, greatest = -1, count = 0;
            double sum = 0;
            for (size_t i = first; i < last; ++i) {
                if (!std::isfinite(plain[i])) continue;
                if (least < 0 || plain[i] < plain[least]) least = static_cast<int64_t>(i);
                if (greatest < 0 || plain[i] > plain[greatest]) greatest = static_cast<int64_t>(i);
                sum += plain[i];
                ++count;
            }
            const auto found = pyramid.extremes(first, last);
            QCOMPARE(found.least, least);
            QCOMPARE(found.greatest, greatest);
            QCOMPARE(found.count, count);
            QVERIFY(std::abs(found.sum - sum) < 1e-9);
        }
    }

    void noSpikeIsDropped() {
        ChunkedVector<double> xs;
        MinMaxPyramid ys;
        const int count = 1'000'000;
        for (int i = 0; i < count; ++i) {
            xs.push_back(i);
            ys.append(i == 123457 ? 50.0 : i == 900001 ? -70.0 : std::sin(i * 0.001));
        }
        std::vector<PlotPoint> out;
        for (const auto& [from, to] : {std::pair{0.0, 999999.0}, {100000.0, 950000.0}, {123400.0, 900100.0}}) {
            reduceToPixels(xs, ys, columnsAcross(from, to, 700), out);
            QVERIFY2(out.size() <= 4 * 700 + 2, qPrintable(QString::number(out.size())));
            const auto has = [&](double x, double y) {
                return std::any_of(out.begin(), out.end(), [&](const PlotPoint& p) { return p.x == x && p.y == y; });
            };
            QVERIFY(has(123457, 50));
            QVERIFY(has(900001, -70));
            QVERIFY(std::is_sorted(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.x < b.x; }));
        }
    }

    void queryGivesPixelsNotPoints() {
        ChunkedVector<double> xs;
        MinMaxPyramid ys;
        for (int i = 0; i < 4'000'000; ++i) {
            xs.push_back(i);
            ys.append(i % 1000);
        }
        std::vector<PlotPoint> out;
        reduceToPixels(xs, ys, columnsAcross(0, 4'000'000, 1000), out);
        QVERIFY2(out.size() > 1000 && out.size() <= 4002, qPrintable(QString::number(out.size())));
    }

    void fewPointsComeAsTheyAre() {
        ChunkedVector<double> xs;
        MinMaxPyramid ys;
        for (const double y : {1.0, std::nan(""), 3.0, double(INFINITY), 5.0}) {
            xs.push_back(static_cast<double>(xs.size()));
            ys.append(y);
        }
        std::vector<PlotPoint> out;
        reduceToPixels(xs, ys, columnsAcross(1, 3, 100), out);
        QCOMPARE(out.size(), size_t{5});  // the three, and one beyond each end
        QVERIFY(std::isnan(out[1].y));
        QVERIFY(std::isinf(out[3].y));
        QCOMPARE(ys.nonFinite().size(), size_t{2});
        reduceToPixels(xs, ys, columnsAcross(10, 20, 100), out);
        QCOMPARE(out.size(), size_t{1});  // the line still enters from the left
        ChunkedVector<double> none;
        reduceToPixels(none, MinMaxPyramid(), columnsAcross(0, 1, 100), out);
        QVERIFY(out.empty());
    }

    void averageSurvivesOneHugeValue() {
        ChunkedVector<double> xs;
        MinMaxPyramid ys;
        for (int i = 0; i < 100000; ++i) {
            xs.push_back(i);
            ys.append(i == 10 ? 1e30 : 2.0);
        }
        std::vector<PlotPoint> out;
        averageToPixels(xs, ys, columnsAcross(0, 99999, 100), out);
        QCOMPARE(out.size(), size_t{100});
        QCOMPARE(out[50].y, 2.0);
        QCOMPARE(out.front().x, 0.0);
        QCOMPARE(out.back().x, 99999.0);
    }

    // Against the formula of the scalar dashboards: last = last*s + (1-s)*y; n++; out = last/(1-s^n).
    void smoothing() {
        for (const double weight : {0.0, 0.3, 0.6, 0.9, 0.999}) {
            Smoother smoother(weight);
            std::mt19937 random(7);
            double last = 0;
            int n = 0;
            for (int i = 0; i < 500; ++i) {
                const double y = i == 20 ? std::nan("") : i == 21 ? INFINITY : std::normal_distribution<>(3, 2)(random);
                const double out = smoother.next(y);
                if (!std::isfinite(y)) {
                    QVERIFY(std::isnan(y) ? std::isnan(out) : out == y);
                    continue;
                }
                last = last * weight + (1 - weight) * y;
                ++n;
                const double expected = weight > 0 ? last / (1 - std::pow(weight, n)) : y;
                QVERIFY2(std::abs(out - expected) < 1e-9 * (1 + std::abs(expected)),
                         qPrintable(QString::number(out - expected)));
            }
        }
        QCOMPARE(Smoother(0.9).next(5.0), 5.0);  // debiased: the first point is itself
    }

    void tickTexts_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("step");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << 0.5 << 0 << "0";
        QTest::newRow("decimals") << 2.0 << 0.5 << 0 << "2.0";
        QTest::newRow("quarter") << 0.25 << 0.25 << 0 << "0.25";
        QTest::newRow("thousands") << 2000.0 << 2000.0 << 0 << "2 k";
        QTest::newRow("half thousands") << 2500.0 << 500.0 << 0 << "2.5 k";
        QTest::newRow("millions") << 5e6 << 1e6 << 0 << "5 M";
        QTest::newRow("negative") << -1500.0 << 500.0 << 0 << "-1.5 k";
        QTest::newRow("float noise") << 0.30000000000000004 << 0.1 << 0 << "0.3";
        QTest::newRow("tiny") << 2e-6 << 1e-6 << 0 << "2e-6";
        QTest::newRow("minutes") << 90.0 << 30.0 << 1 << "1:30";
        QTest::newRow("hours") << 3725.0 << 5.0 << 1 << "1:02:05";
    }
    void tickTexts() {
        QFETCH(double, value);
        QFETCH(double, step);
        QFETCH(int, kind);
        QTEST(tickText(value, step, static_cast<AxisKind>(kind)), "text");
    }
};

QTEST_GUILESS_MAIN(TestSeriesPyramid)

}  // namespace test_series_pyramid

#include "test_series_pyramid.moc"
