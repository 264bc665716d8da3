// Projections against scikit-learn's (tests/reference/embedding.py): the same components, and a t-SNE that loses no
// more and keeps neighbours as well; the same points whatever the threads; stopped and refused where it should be.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/projection/embedding.h"
#include "tests/support/reference_file.h"

namespace test_embedding {

using namespace tl;

namespace {

struct Cloud {
    nlohmann::json reference = referenceFile("embedding");
    std::vector<float> values;
    std::vector<int> labels;
    Rows rows;
    Cloud() {
        for (const auto& row : reference["rows"])
            for (const auto& value : row) values.push_back(value.get<float>());
        labels = reference["labels"].get<std::vector<int>>();
        rows = {values.data(), static_cast<int64_t>(labels.size()), static_cast<int64_t>(reference["rows"][0].size())};
    }
};

// scikit-learn's measure: how far those are in the rows that the points' neighbours are taken from.
double trustworthiness(const Rows& rows, const Rows& points, int k) {
    double penalty = 0;
    const int64_t n = rows.count;
    for (int64_t i = 0; i < n; ++i) {
        std::map<int64_t, int64_t> rank;
        int64_t next = 1;
        for (const Neighbour& each : nearest(rows, i, static_cast<int>(n), Nearness::Euclidean))
            rank[each.row] = next++;
        for (const Neighbour& each : nearest(points, i, k, Nearness::Euclidean))
            penalty += static_cast<double>(std::max<int64_t>(0, rank[each.row] - k));
    }
    const auto count = static_cast<double>(n);
    return 1 - penalty * 2 / (count * k * (2 * count - 3 * k - 1));
}

}  // namespace

class TestEmbedding : public QObject {
    Q_OBJECT
private slots:
    void principalComponentsAreScikitLearns() {
        const Cloud cloud;
        const PrincipalView view = principalView(cloud.rows, 3);
        for (int d = 0; d < 3; ++d) {
            QVERIFY(std::abs(view.varianceShare[static_cast<size_t>(d)] -
                             cloud.reference["variance_share"][static_cast<size_t>(d)].get<double>()) < 1e-6);
            double sign = 0;  // a component may point either way
            for (int64_t i = 0; i < cloud.rows.count; ++i)
                sign += static_cast<double>(view.points[static_cast<size_t>(i * 3 + d)]) *
                        cloud.reference["components"][static_cast<size_t>(i)][static_cast<size_t>(d)].get<double>();
            sign = sign < 0 ? -1 : 1;
            for (int64_t i = 0; i < cloud.rows.count; ++i) {
                const double wanted =
                    cloud.reference["components"][static_cast<size_t>(i)][static_cast<size_t>(d)].get<double>();
                QVERIFY(std::abs(sign * static_cast<double>(view.points[static_cast<size_t>(i * 3 + d)]) - wanted) <
                        1e-4);
            }
        }
    }

    // Wide and many rows: by subspaces, against the exact way over the same numbers.
    void subspacesFindWhatTheExactWayFinds() {
        const int64_t count = 1300, width = 1100;
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        std::vector<float> values(static_cast<size_t>(count * width));
        std::vector<std::vector<float>> directions(5, std::vector<float>(static_cast<size_t>(width)));
        for (auto& direction : directions)
            for (float& each : direction) each = normal(random) / std::sqrt(static_cast<float>(width));
        for (int64_t i = 0; i < count; ++i) {
            float* row = values.data() + i * width;
            for (int64_t j = 0; j < width; ++j) row[j] = 0.05f * normal(random);
            for (size_t k = 0; k < directions.size(); ++k) {
                const float along = normal(random) * (30 - 5.0f * static_cast<float>(k));
                for (int64_t j = 0; j < width; ++j) row[j] += along * directions[k][static_cast<size_t>(j)];
            }
        }
        const PrincipalView many = principalView({values.data(), count, width}, 3);
        // Fewer rows than 1,024 go the exact way.
        const PrincipalView few = principalView({values.data(), 1000, width}, 3);
        for (size_t k = 0; k < 3; ++k) {
            QVERIFY2(std::abs(many.varianceShare[k] - few.varianceShare[k]) < 0.03,
                     qPrintable(QString("%1 %2").arg(many.varianceShare[k]).arg(few.varianceShare[k])));
            double product = 0, a = 0, b = 0;
            for (size_t i = 0; i < 1000; ++i) {
                const double x = many.points[i * 3 + k], y = few.points[i * 3 + k];
                product += x * y, a += x * x, b += y * y;
            }
            QVERIFY2(std::abs(product) / std::sqrt(a * b) > 0.97,
                     qPrintable(QString::number(product / std::sqrt(a * b))));
        }
        QCOMPARE(principalView({values.data(), count, width}, 3).points, many.points);
    }

    void tsneLosesNoMoreThanScikitLearns_data() {
        QTest::addColumn<int>("dims");
        QTest::newRow("2") << 2;
        QTest::newRow("3") << 3;
    }
    void tsneLosesNoMoreThanScikitLearns() {
        QFETCH(int, dims);
        const Cloud cloud;
        TsneOptions options;
        options.dims = dims;
        double last = 0;
        int told = 0;
        const TsneView view = tsne(cloud.rows, options, {}, [&](double share, const std::vector<float>& points) {
            QVERIFY(share > last && points.size() == static_cast<size_t>(cloud.rows.count * dims));
            last = share;
            ++told;
        });
        QVERIFY(told > 10);
        const auto& wanted = cloud.reference["tsne_" + std::to_string(dims)];
        QVERIFY2(
            view.divergence < wanted["divergence"].get<double>() * 1.1 + 0.02,
            qPrintable(QString("%1, scikit-learn %2").arg(view.divergence).arg(wanted["divergence"].get<double>())));
        const double trust = trustworthiness(cloud.rows, {view.points.data(), cloud.rows.count, dims}, 10);
        QVERIFY2(trust > wanted["trustworthiness"].get<double>() - 0.01,
                 qPrintable(QString("%1, scikit-learn %2").arg(trust).arg(wanted["trustworthiness"].get<double>())));
        // A point's nearest is of its cluster.
        int same = 0;
        for (int64_t i = 0; i < cloud.rows.count; ++i)
            same += cloud.labels[static_cast<size_t>(i)] ==
                    cloud.labels[static_cast<size_t>(
                        nearest({view.points.data(), cloud.rows.count, dims}, i, 1, Nearness::Euclidean)[0].row)];
        QVERIFY(same > 0.98 * static_cast<double>(cloud.rows.count));
    }

    void threadsChangeNothing() {
        const Cloud cloud;
        TsneOptions options;
        options.iterations = 60;
        options.threads = 1;
        const TsneView one = tsne(cloud.rows, options);
        options.threads = 4;
        QCOMPARE(tsne(cloud.rows, options).points, one.points);
    }

    // Far cells taken as a whole change the divergence by next to nothing.
    void theTreeIsNearTheExactSum() {
        const Cloud cloud;
        TsneOptions options;
        options.iterations = 300;
        const double tree = tsne(cloud.rows, options).divergence;
        options.angle = 0;
        const double exact = tsne(cloud.rows, options).divergence;
        QVERIFY2(std::abs(tree - exact) < 0.05, qPrintable(QString("%1 %2").arg(tree).arg(exact)));
    }

    void oddRowsAreTaken() {
        const std::vector<float> same(40, 3.0f);
        const TsneView equal = tsne({same.data(), 10, 4}, {.iterations = 50});
        for (const float each : equal.points) QVERIFY(std::isfinite(each));
        const std::vector<float> two{0, 0, 1, 1};
        QCOMPARE(principalView({two.data(), 2, 2}, 3).points.size(), size_t{6});
        QCOMPARE(tsne({two.data(), 2, 2}, {.iterations = 20}).points.size(), size_t{6});
        QVERIFY_EXCEPTION_THROWN((void)principalView({two.data(), 1, 4}, 3), Error);
        const std::vector<float> broken{0, 0, 1, NAN};
        QVERIFY_EXCEPTION_THROWN((void)principalView({broken.data(), 2, 2}, 3), Error);
    }

    void itStopsWhenAsked() {
        const Cloud cloud;
        std::stop_source stop;
        QVERIFY_EXCEPTION_THROWN((void)tsne(cloud.rows, {}, stop.get_token(),
                                            [&](double, const std::vector<float>&) { stop.request_stop(); }),
                                 Error);
    }

    void nearestByLengthAndByDirection() {
        const std::vector<float> values{1, 0, 10, 0.1f, 0, 1.1f, 1.5f, 0.5f};
        const Rows rows{values.data(), 4, 2};
        QCOMPARE(nearest(rows, 0, 1, Nearness::Euclidean)[0].row, int64_t{3});
        QCOMPARE(nearest(rows, 0, 1, Nearness::Cosine)[0].row, int64_t{1});
        QCOMPARE(nearest(rows, 0, 10, Nearness::Cosine).size(), size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestEmbedding)

}  // namespace test_embedding

#include "test_embedding.moc"
