// Every initialiser against Keras's definition of it: mean, deviation and limits of what is drawn, with its arguments;
// orthogonality; and how a layer's properties choose one.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/initializer.h"
#include "engine/layers/layer_type.h"

namespace test_initializers {

using namespace tl;

namespace {

// Through the properties of a Dense, which hold every initialiser's arguments.
std::vector<float> drawn(const std::string& name, const Properties& arguments, const Shape& shape) {
    const LayerType& dense = *findLayer("Dense");
    Properties properties{{"kernel_initializer", name}};
    for (const auto& [key, value] : arguments) properties["kernel_initializer_" + key] = value;
    const PropertyReader reader(dense.properties, properties, "dense_1");
    std::vector<float> values(static_cast<size_t>(shape.elements()));
    Rng rng(3, 4);
    initializerOf(reader, "kernel", shape)(values, shape, rng);
    return values;
}

}  // namespace

class TestInitializers : public QObject {
    Q_OBJECT
private slots:
    // For [64, 32, 3, 3]: fan in 288, fan out 576. Deviations: Glorot sqrt(2 / 864), He sqrt(2 / 288), LeCun
    // sqrt(1 / 288).
    void deviation_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Properties>("arguments");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<double>("limit");  // of the distance from the mean
        const auto row = [](const char* name, double deviation, double limit, const Properties& arguments = {},
                            double mean = 0) {
            const std::string tag =
                name + std::string(arguments.empty() ? "" : " with arguments") +
                (arguments.count("distribution") ? std::get<std::string>(arguments.at("distribution")) : "");
            QTest::newRow(tag.c_str()) << name << arguments << mean << deviation << limit;
        };
        const double glorot = std::sqrt(2.0 / 864), he = std::sqrt(2.0 / 288), lecun = std::sqrt(1.0 / 288);
        const double root3 = std::sqrt(3.0), kept = 0.87962566103423978, cut = 2 / kept;
        row("glorot_uniform", glorot, glorot * root3);
        row("glorot_normal", glorot, glorot * cut);
        row("he_uniform", he, he * root3);
        row("he_normal", he, he * cut);
        row("lecun_uniform", lecun, lecun * root3);
        row("lecun_normal", lecun, lecun * cut);
        row("random_uniform", 0.05 / root3, 0.05);
        row("random_uniform", 1.5 / root3, 1.5, {{"minval", -1.0}, {"maxval", 2.0}}, 0.5);
        row("random_normal", 0.05, 0.5);
        row("random_normal", 0.25, 2.5, {{"mean", 3.0}, {"stddev", 0.25}}, 3);
        row("truncated_normal", 0.05 * kept, 0.1);
        row("truncated_normal", 0.25 * kept, 0.5, {{"mean", -1.0}, {"stddev", 0.25}}, -1);
        row("variance_scaling", lecun, lecun * cut);
        using Text = std::string;
        const double fanOut = std::sqrt(3.0 / 576);
        row("variance_scaling", fanOut, fanOut * root3,
            {{"scale", 3.0}, {"mode", Text("fan_out")}, {"distribution", Text("uniform")}});
        row("variance_scaling", glorot, glorot * 10,
            {{"scale", 1.0}, {"mode", Text("fan_avg")}, {"distribution", Text("untruncated_normal")}});
        row("zeros", 0, 0);
        row("ones", 0, 0, {}, 1);
        row("constant", 0, 0, {{"value", -2.5}}, -2.5);
    }
    void deviation() {
        QFETCH(QString, name);
        QFETCH(Properties, arguments);
        QFETCH(double, mean);
        QFETCH(double, deviation);
        QFETCH(double, limit);
        const Shape shape{64, 32, 3, 3};
        const auto values = drawn(name.toStdString(), arguments, shape);
        double sum = 0, squares = 0, largest = 0;
        for (float value : values) {
            const double distance = double(value) - mean;
            sum += distance;
            squares += distance * distance;
            largest = std::max(largest, std::abs(distance));
        }
        QVERIFY2(largest <= limit * 1.000001 + 1e-7 * std::abs(mean), qPrintable(QString::number(largest)));
        const double count = static_cast<double>(values.size()), off = sum / count;
        QVERIFY(std::abs(off) <= 4 * deviation / std::sqrt(count));
        QVERIFY(std::abs(std::sqrt(squares / count - off * off) - deviation) <= 0.02 * deviation);
    }

    // Rows (or columns, where they are fewer) of length `gain` and at right angles to each other.
    void orthogonal_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("gain");
        QTest::newRow("wide") << 20 << 50 << 1.0;
        QTest::newRow("tall") << 50 << 20 << 1.0;
        QTest::newRow("square") << 64 << 64 << 2.0;
        QTest::newRow("one row") << 1 << 9 << 0.5;
    }
    void orthogonal() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(double, gain);
        // A filter's other axes are its columns.
        const Shape shape = columns % 2 == 0 ? Shape{rows, 2, columns / 2} : Shape{rows, columns};
        const auto values = drawn("orthogonal", {{"gain", gain}}, shape);
        const int count = std::min(rows, columns), length = std::max(rows, columns);
        const auto at = [&](int vector, int i) {
            return double(values[size_t(rows <= columns ? vector * columns + i : i * columns + vector)]);
        };
        double worst = 0, sum = 0;
        for (int a = 0; a < count; ++a)
            for (int b = 0; b <= a; ++b) {
                double product = 0;
                for (int i = 0; i < length; ++i) product += at(a, i) * at(b, i);
                worst = std::max(worst, std::abs(product - (a == b ? gain * gain : 0)));
            }
        for (float value : values) sum += double(value);
        QVERIFY2(worst <= 1e-6 * gain * gain, qPrintable(QString::number(worst)));
        // No direction is preferred: the mean of all is near 0.
        QVERIFY(std::abs(sum) <= 5 * gain * std::sqrt(double(count)));
    }

    // Turned and mirrored ones alike, and no corner has a sign of its own.
    void orthogonalOnesAreAllAsLikely() {
        int positive = 0, turned = 0;
        for (uint64_t seed = 0; seed < 400; ++seed) {
            std::vector<float> made(4);
            Rng rng(seed, 1);
            initializer("orthogonal")(made, {2, 2}, rng);
            positive += made[0] > 0;
            turned += made[0] * made[3] > made[1] * made[2];
        }
        for (const int count : {positive, turned})
            QVERIFY2(150 < count && count < 250, qPrintable(QString::number(count)));
    }

    void identity() { QVERIFY(drawn("identity", {{"gain", 3.0}}, {2, 3}) == std::vector<float>({3, 0, 0, 0, 3, 0})); }

    // As torch.nn.init.dirac_ fills [3, 2, 3, 3]; with `rest`, the filters beyond the channels are torch.nn.Conv2d's.
    void dirac() {
        std::vector<float> passed(3 * 2 * 9, 0.0f);
        passed[4] = passed[18 + 9 + 4] = 1;
        QVERIFY(drawn("dirac", {}, {3, 2, 3, 3}) == passed);
        QVERIFY(drawn("dirac", {}, {2, 2, 4}) == std::vector<float>({0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
        const auto wide = drawn("dirac", {{"rest", 1.0}}, {200, 2, 3, 3});
        QVERIFY(std::equal(passed.begin(), passed.begin() + 36, wide.begin()));
        const double bound = 1 / std::sqrt(18.0), count = 198 * 18;
        double square = 0, largest = 0;
        for (size_t i = 36; i < wide.size(); ++i) {
            square += double(wide[i]) * double(wide[i]);
            largest = std::max(largest, std::abs(double(wide[i])));
        }
        QVERIFY(largest <= bound && largest > 0.99 * bound);
        // The squares of a uniform draw of variance v deviate by sqrt(0.8) v.
        const double variance = bound * bound / 3;
        QVERIFY(std::abs(square / count - variance) < 5 * std::sqrt(0.8 / count) * variance);
        QVERIFY_EXCEPTION_THROWN(drawn("dirac", {}, {3, 2}), Error);
    }

    // Keras fills matrices only with these, and says so.
    void shapesThatDoNotFit() {
        QVERIFY_EXCEPTION_THROWN(drawn("identity", {}, {2, 3, 3, 3}), Error);
        QVERIFY_EXCEPTION_THROWN(drawn("identity", {}, {3}), Error);
        QVERIFY_EXCEPTION_THROWN(drawn("orthogonal", {}, {3}), Error);
    }

    // So a bias offers none of them, but where it is a matrix: GRU's.
    void whatABiasOffers() {
        const auto offers = [](const char* layer, const std::string& name) {
            for (const Property& property : findLayer(layer)->properties)
                if (property.key == "bias_initializer") return std::ranges::count(property.choices, name) > 0;
            return false;
        };
        for (const char* layer : {"Dense", "Conv2D", "DepthwiseConv2D", "SeparableConv2D", "MultiHeadAttention"}) {
            QVERIFY2(offers(layer, "he_normal"), layer);
            for (const char* name : {"orthogonal", "identity", "dirac"}) QVERIFY2(!offers(layer, name), layer);
        }
        QVERIFY(offers("GRU", "orthogonal"));
    }

    // The row that holds for a weight, by its name.
    void rowsOfWeights() {
        Property kernel, recurrent;
        kernel.key = "kernel_initializer", recurrent.key = "recurrent_initializer";
        kernel.kind = recurrent.kind = PropertyKind::Choice;
        kernel.defaultValue = std::string("ones"), recurrent.defaultValue = std::string("zeros");
        const std::vector<Property> table{kernel, recurrent};
        const Properties none;
        const PropertyReader reader(table, none, "lstm_1");
        const auto first = [&](const std::string& weight) {
            std::vector<float> value(1);
            Rng rng(1, 1);
            initializerOf(reader, weight, {1})(value, {1}, rng);
            return value[0];
        };
        QCOMPARE(first("kernel"), 1.0f);
        QCOMPARE(first("query_kernel"), 1.0f);
        QCOMPARE(first("recurrent_kernel"), 0.0f);
        QVERIFY_EXCEPTION_THROWN(first("bias"), Error);
    }

    void vectorsAndOnes() {
        std::vector<float> values(5);
        Rng rng(1, 1);
        initializer("ones")(values, {5}, rng);
        QVERIFY(values == std::vector<float>(5, 1.0f));
        initializer("glorot_uniform")(values, {5}, rng);
        for (float value : values) QVERIFY(std::isfinite(value));
    }

    void unknown() { QVERIFY_EXCEPTION_THROWN(initializer("gorlot"), Error); }
};

QTEST_GUILESS_MAIN(TestInitializers)

}  // namespace test_initializers

#include "test_initializers.moc"
