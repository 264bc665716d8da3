// Percentiles and resampling of histograms against numbers worked out by hand.
#include <QtTest>

#include "widgets/plot/distribution.h"

namespace test_distribution {

using namespace tl;

class TestDistribution : public QObject {
    Q_OBJECT
private slots:
    void percentilesGoEvenlyThroughABin() {
        const Distribution one{0, {0, 1, 2, 4}, {2, 2, 4}};
        QCOMPARE(one.total(), 8.0);
        QCOMPARE(one.percentile(0), 0.0);
        QCOMPARE(one.percentile(0.125), 0.5);
        QCOMPARE(one.percentile(0.5), 2.0);
        QCOMPARE(one.percentile(0.75), 3.0);
        QCOMPARE(one.percentile(1), 4.0);
        QCOMPARE(one.mean(), (2 * 0.5 + 2 * 1.5 + 4 * 3) / 8);
        QVERIFY(std::isnan(Distribution{}.percentile(0.5)) && std::isnan(Distribution{}.mean()));
    }

    void resamplingLosesNothing() {
        const Distribution one{0, {0, 1, 2, 4}, {2, 2, 4}};
        const auto bins = one.resampled(0, 4, 8);
        QCOMPARE(bins.size(), size_t{8});
        for (const double each : bins) QCOMPARE(each, 1.0);
        double all = 0;
        for (const double each : one.resampled(-1, 5, 7)) all += each;
        QVERIFY(std::abs(all - 8) < 1e-9);
    }

    void oneValueStandsInOneBin() {
        const Distribution one{0, {0.25, 0.25}, {10}};
        const auto bins = one.resampled(0, 1, 4);
        QCOMPARE(bins[1], 10.0);
        QCOMPARE(bins[0] + bins[2] + bins[3], 0.0);
        QCOMPARE(one.percentile(0.3), 0.25);
    }

    // Where nobody looked for long there is a gap; intervals that differ on the two sides of a distance are none.
    void reachesAndGaps() {
        const auto gaps = [](std::initializer_list<double> steps) {
            std::vector<Distribution> slices;
            for (const double step : steps) slices.push_back({step, {0, 1}, {1}});
            const std::vector<Reach> reaches = reachesOf(slices);
            std::vector<double> found;
            for (size_t i = 0; i < reaches.size(); ++i) {
                if (reaches[i].gap) found.push_back(slices[i].step);
                const bool meet = i + 1 < reaches.size() && reaches[i].to == reaches[i + 1].from;
                if (i + 1 < reaches.size() && meet == reaches[i].gap) found.push_back(-1);
            }
            return found;
        };
        QCOMPARE(gaps({}), std::vector<double>{});
        QCOMPARE(gaps({1, 1000}), std::vector<double>{});
        QCOMPARE(gaps({1, 2, 10, 20, 40, 60, 160, 260}), std::vector<double>{});
        QCOMPARE(gaps({10, 20, 30, 500, 510, 520}), std::vector<double>{30});
        QCOMPARE(gaps({1, 200, 210, 220, 900}), (std::vector<double>{1, 220}));
        const auto reaches = reachesOf({{10, {0, 1}, {1}}, {20, {0, 1}, {1}}, {500, {0, 1}, {1}}});
        QCOMPARE(reaches[1].from, 15.0);
        QCOMPARE(reaches[1].to, 25.0);
        QCOMPARE(reaches[2].from, 495.0);
        const std::vector<Distribution> slices{{10, {}, {}}, {20, {}, {}}, {500, {}, {}}};
        const auto pieces = piecesOf(slices);
        QCOMPARE(pieces.size(), size_t{2});
        QVERIFY(pieces[0].size() == 2 && pieces[1].data() == &slices[2] && pieces[1].size() == 1);
    }

    // TensorBoard's and PyTorch's edges may be infinite or a hundred decades wide.
    void wildEdgesAreTaken() {
        const Distribution wide{0, {-1e300, 0, 1, 1e300}, {1, 4, 1}};
        const auto bins = wide.resampled(0, 1, 4);
        for (const double each : bins) QVERIFY(std::isfinite(each));
        QCOMPARE(bins[0], 1.0);
        const Distribution infinite{0, {0, 1, INFINITY}, {4, 1}};
        QCOMPARE(infinite.resampled(0, 1, 4)[3], 1.0);
    }
};

QTEST_GUILESS_MAIN(TestDistribution)

}  // namespace test_distribution

#include "test_distribution.moc"
