// What is kept of a curve from view to view and from point to point, against the same made anew.
#include <QtTest>
#include <cmath>
#include <random>

#include "widgets/plot/kept_columns.h"

namespace test_kept_columns {

using namespace tl;

namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

class TestKeptColumns : public QObject {
    Q_OBJECT
private slots:
    void columnsHoldTheirX_data() {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<bool>("log");
        QTest::newRow("steps") << 0.0 << 33333.0 << false;
        QTest::newRow("a second of today") << 1.79e9 << 1.79e9 + 1 << false;
        QTest::newRow("far and narrow") << 1e15 << 1e15 + 64 << false;
        QTest::newRow("to both sides") << -3.0 << 5.0 << false;
        QTest::newRow("log steps") << 1.0 << 1e6 << true;
        QTest::newRow("log below one") << 1e-6 << 0.5 << true;
    }
    void columnsHoldTheirX() {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(bool, log);
        const auto range = steadyColumns(from, to, 700, log ? PixelScale::Log : PixelScale::Linear);
        QVERIFY(range.last - range.first >= 700 && range.last - range.first < 770);
        QVERIFY(range.grid.edge(range.first) <= from && range.grid.edge(range.last) > to);
        for (int i = 0; i <= 1000; ++i) {
            const double x = log ? from * std::pow(to / from, i / 1000.0) : from + (to - from) * i / 1000;
            const int64_t column = range.grid.columnOf(x);
            QVERIFY(range.grid.edge(column) <= x && x < range.grid.edge(column + 1));
        }
        // A view of the same width somewhere near has the same columns.
        if (!log && from < 1e12) {
            const double by = (to - from) / 3;
            QVERIFY(steadyColumns(from + by, to + by, 700).grid == range.grid);
        }
    }

    // What a logarithmic scale has no place for lies below every view, and is no reason to look for ever.
    void belowALogarithmicScale() {
        const auto range = steadyColumns(1, 100, 150, PixelScale::Log);
        for (const double x : {0.0, -5.0, -HUGE_VAL, std::nan("")}) QVERIFY(range.grid.columnOf(x) < range.first);
        QVERIFY(range.grid.columnOf(HUGE_VAL) >= range.last);
        QVERIFY(range.grid.columnOf(1e-300) < range.first);
    }

    void equalsWhatIsMadeAnew_data() {
        QTest::addColumn<bool>("log");
        QTest::addColumn<bool>("gaps");
        QTest::addColumn<double>("first");
        QTest::newRow("linear") << false << false << 1.0;
        QTest::newRow("linear with gaps") << false << true << 1.0;
        QTest::newRow("log") << true << false << 1.0;
        QTest::newRow("log with gaps") << true << true << 1.0;
        QTest::newRow("log of what begins at 0") << true << false << -1.0;
    }
    void equalsWhatIsMadeAnew() {
        QFETCH(bool, log);
        QFETCH(bool, gaps);
        QFETCH(double, first);
        std::mt19937 random(3);
        ChunkedVector<double> xs;
        MinMaxPyramid ys;
        KeptLine extremes(KeptLine::Each::Extremes), means(KeptLine::Each::Mean);
        KeptBand band;
        double x = first, from = 1, to = 100;
        for (int turn = 0; turn < 1500; ++turn) {
            const size_t fresh = turn == 0 ? 1 : turn % 3 ? random() % 4 : random() % 400;
            for (size_t i = 0; i < fresh; ++i) {
                // Steps, some at the same place, some far apart.
                x += random() % 50 == 0 ? 0.0 : random() % 40 == 0 ? 60.0 : 1.0;
                xs.push_back(x);
                ys.append(gaps && random() % 30 == 0 ? std::nan("") : std::normal_distribution<>()(random));
            }
            switch (random() % 4) {
            case 0: from = 1, to = x + 1; break;                                           // follows
            case 1: from += (to - from) * 0.02, to += (to - from) * 0.02; break;           // pans
            case 2: to = from + (to - from) * (random() % 2 ? 0.7 : 1.3), to += 1; break;  // zooms
            default: break;
            }
            const auto columns = steadyColumns(from, to, 150, log ? PixelScale::Log : PixelScale::Linear);
            const double left = columns.grid.edge(columns.first), right = columns.grid.edge(columns.last);
            std::vector<PlotPoint> anew;
            for (KeptLine* kept : {&extremes, &means}) {
                kept == &extremes ? reduceToPixels(xs, ys, columns, anew) : averageToPixels(xs, ys, columns, anew);
                const auto& had = kept->over(xs, ys, columns);
                const auto inside = [&](const std::vector<PlotPoint>& all) {
                    std::vector<PlotPoint> some;
                    for (const auto& point : all)
                        if (point.x >= left && point.x < right) some.push_back(point);
                    return some;
                };
                const auto expected = inside(anew), found = inside(had);
                QCOMPARE(found.size(), expected.size());
                for (size_t i = 0; i < found.size(); ++i) {
                    QCOMPARE(found[i].x, expected[i].x);
                    QVERIFY(same(found[i].y, expected[i].y));
                }
                // The line enters and leaves where it did.
                const auto beyond = [&](const std::vector<PlotPoint>& all) {
                    return std::pair(!all.empty() && all.front().x < left, !all.empty() && all.back().x >= right);
                };
                QVERIFY(beyond(had) == beyond(anew));
                QVERIFY(std::is_sorted(had.begin(), had.end(), [](const auto& a, const auto& b) { return a.x < b.x; }));
            }
            // A band's columns, between whose points lines run that begin outside the view.
            KeptBand whole;
            const auto count = static_cast<size_t>(columns.last - columns.first);
            const PixelColumn *had = band.over(xs, ys, columns), *expected = whole.over(xs, ys, columns);
            for (size_t i = 0; i < count; ++i) {
                QVERIFY(same(had[i].least, expected[i].least) && same(had[i].greatest, expected[i].greatest));
                QVERIFY(std::isnan(had[i].mean) ? std::isnan(expected[i].mean)
                                                : std::abs(had[i].mean - expected[i].mean) < 1e-9);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestKeptColumns)

}  // namespace test_kept_columns

#include "test_kept_columns.moc"
