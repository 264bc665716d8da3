// Every metric against Keras on the same predictions (tests/reference/metrics.py), over batches of different sizes:
// sums are added up and only then made a number.
#include <QtTest>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include "engine/graph/plan.h"
#include "engine/layers/layer_type.h"
#include "engine/layers/metric_type.h"
#include "engine/model/build.h"
#include "engine/ops/op.h"
#include "engine/train/metric_sums.h"
#include "tests/support/reference_file.h"

namespace test_metrics {

using namespace tl;

namespace {

const nlohmann::json& sets() {
    static const nlohmann::json all = referenceFile("metrics").at("sets");
    return all;
}

// The epoch's values of an Output whose predictions are what it is given.
std::map<std::string, double> epochValues(const nlohmann::json& set, Properties properties,
                                          std::vector<double>* confusion = nullptr) {
    properties["loss"] = std::string("mean_squared_error");
    const auto classes = set.at("classes").get<int64_t>();
    MetricSums sums;
    std::vector<BuiltMetric> metrics;
    int64_t images = 0;
    for (const auto& batch : set.at("batches")) {
        const auto labels = batch.at("labels").get<std::vector<int>>();
        const auto rows = static_cast<int64_t>(labels.size());
        const BuiltNetwork built = buildLayer(*findLayer("Output"), {"", {{classes}}, properties}, rows, false);
        CompileOptions options;
        options.outputs = {built.confusion};
        for (const BuiltMetric& metric : built.metrics) options.outputs.push_back(metric.sums);
        ModelState state;
        Plan plan(built.graph, state, options);
        const auto predictions = flattened(batch.at("predictions"));
        auto* data = static_cast<float*>(plan.input("input_0"));
        for (size_t i = 0; i < predictions.size(); ++i) data[i] = static_cast<float>(predictions[i]);
        std::memcpy(plan.input("labels"), labels.data(), labels.size() * sizeof(int));
        plan.run(Phase::Forward, {});
        MetricSums found;
        const auto read = [&](const std::string& name, ValueId value) {
            const Tensor tensor = plan.read(value);
            const auto numbers = tensor.as<float>();
            found[name].assign(numbers.begin(), numbers.end());
        };
        for (const BuiltMetric& metric : built.metrics) read(metric.name, metric.sums);
        read(kConfusion, built.confusion);
        addTo(sums, found);
        images += rows;
        metrics = built.metrics;
    }
    if (confusion) *confusion = sums.at(kConfusion);
    return metricValues(metrics, sums, images);
}

}  // namespace

class TestMetrics : public QObject {
    Q_OBJECT
private slots:
    void asKeras_data() {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("index");
        for (size_t set = 0; set < sets().size(); ++set) {
            const auto& results = sets()[set].at("results");
            for (size_t i = 0; i < results.size(); ++i)
                QTest::addRow("%d classes, %s %s", sets()[set].at("classes").get<int>(),
                              results[i].at("metric").get<std::string>().c_str(),
                              results[i].at("properties").dump().c_str())
                    << static_cast<int>(set) << static_cast<int>(i);
        }
    }
    void asKeras() {
        QFETCH(int, set);
        QFETCH(int, index);
        const auto& reference = sets()[static_cast<size_t>(set)];
        const auto& result = reference.at("results")[static_cast<size_t>(index)];
        const auto metric = result.at("metric").get<std::string>();
        Properties properties{{"metrics", metric}};
        for (const auto& [key, value] : result.at("properties").items())
            properties[key] = value.is_string()           ? PropertyValue(value.get<std::string>())
                              : value.is_number_integer() ? PropertyValue(value.get<int64_t>())
                                                          : PropertyValue(value.get<double>());
        const double found = epochValues(reference, properties).at(metric), expected = result.at("value").get<double>();
        // Keras keeps its sums and divides in float32.
        QVERIFY2(std::abs(found - expected) <= 1e-6 * std::max(1.0, std::abs(expected)),
                 qPrintable(QStringLiteral("%1, Keras %2").arg(found, 0, 'g', 9).arg(expected, 0, 'g', 9)));
    }

    // No metric without a comparison.
    void allCompared() {
        std::set<std::string> seen;
        for (const auto& set : sets())
            for (const auto& result : set.at("results")) seen.insert(result.at("metric").get<std::string>());
        for (const MetricType& metric : allMetrics()) QVERIFY2(seen.count(metric.id), metric.id.c_str());
    }

    // A prediction that is no number is never right: not of any class, not on either side of a threshold.
    void nanIsNeverRight_data() {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<int>("set");
        for (const char* metric : {"accuracy", "binary_accuracy", "top_k_categorical_accuracy", "precision", "recall",
                                   "true_positives", "true_negatives", "f1_score", "mean_iou", "auc"})
            for (int set = 0; set < 3; ++set)
                if (set < 2 ||
                    (QLatin1String(metric) != "f1_score" && QLatin1String(metric) != "top_k_categorical_accuracy"))
                    QTest::addRow("%s %d", metric, set) << QString(metric) << set;
    }
    void nanIsNeverRight() {
        QFETCH(QString, metric);
        QFETCH(int, set);
        nlohmann::json broken = sets()[static_cast<size_t>(set)];
        for (auto& batch : broken["batches"])
            for (auto& row : batch["predictions"])
                for (auto& score : row) score = std::nan("");
        std::vector<double> confusion;
        const Properties properties{{"metrics", metric.toStdString()}};
        QCOMPARE(epochValues(broken, properties, &confusion).at(metric.toStdString()), 0.0);
        QCOMPARE(confusion, std::vector<double>(confusion.size(), 0.0));
    }
    // One class's score is enough to spoil a row, which class it is being no matter; the references agree.
    void oneNanSpoilsARow() {
        const double nan = std::nan("");
        const std::vector<ReferenceTensor> scores{{{4, 3}, {5, nan, 0, nan, 1, 0, 0, 1, nan, 2, 1, 0}},
                                                  {{4}, {0, 1, 1, 0}}};
        QCOMPARE(findOp("CountCorrect").reference(scores, {}, {})[0].values[0], 1.0);
        const auto confusion = findOp("ConfusionMatrix").reference(scores, {{"threshold", 0.5}}, {})[0].values;
        QCOMPARE(std::accumulate(confusion.begin(), confusion.end(), 0.0), 1.0);
        const std::vector<ReferenceTensor> answers{{{2}, {nan, nan}}, {{2}, {0, 1}}};
        const auto counts = findOp("ThresholdCounts").reference(answers, {{"threshold", 0.5}}, {})[0].values;
        QCOMPARE(counts, (std::vector<double>{0, 1, 0, 1}));
    }

    // Several at once are what each is by itself.
    void severalAtOnce() {
        const auto& set = sets()[0];
        const auto all = epochValues(set, {{"metrics", std::string("accuracy, auc, f1_score, precision")}});
        QCOMPARE(all.size(), size_t{4});
        for (const auto& [name, value] : all) QCOMPARE(value, epochValues(set, {{"metrics", name}}).at(name));
    }

    void confusionMatrix() {
        const auto& set = sets()[1];
        std::vector<double> found;
        epochValues(set, {{"metrics", std::string("none")}}, &found);
        std::vector<double> expected(9, 0);
        for (const auto& batch : set.at("batches"))
            for (size_t i = 0; i < batch.at("labels").size(); ++i) {
                const auto row = batch.at("predictions")[i].get<std::vector<double>>();
                const auto best = std::max_element(row.begin(), row.end()) - row.begin();
                expected[batch.at("labels")[i].get<size_t>() * 3 + static_cast<size_t>(best)] += 1;
            }
        QCOMPARE(found, expected);
        const std::vector<int64_t> counts(found.begin(), found.end());
        const auto classes = classScores(counts);
        QCOMPARE(classes.size(), size_t{3});
        for (size_t k = 0; k < 3; ++k) {
            QCOMPARE(classes[k].images, counts[3 * k] + counts[3 * k + 1] + counts[3 * k + 2]);
            QCOMPARE(classes[k].recall, double(counts[4 * k]) / double(classes[k].images));
            QCOMPARE(classes[k].precision, double(counts[4 * k]) / double(counts[k] + counts[3 + k] + counts[6 + k]));
            QCOMPARE(classes[k].f1,
                     2 * classes[k].recall * classes[k].precision / (classes[k].recall + classes[k].precision));
        }
    }
};

QTEST_GUILESS_MAIN(TestMetrics)

}  // namespace test_metrics

#include "test_metrics.moc"
