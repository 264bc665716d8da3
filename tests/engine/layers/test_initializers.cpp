// Deviation and limits of every initialiser against its formula, and that a draw depends on the key alone.
#include <QtTest>
#include <cmath>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"

using namespace tl;

class TestInitializers : public QObject {
    Q_OBJECT
private slots:
    // For [64, 32, 3, 3]: fan in 288, fan out 576. Deviations: Glorot sqrt(2 / 864), He sqrt(2 / 288), LeCun
    // sqrt(1 / 288).
    void deviation_data() {
        QTest::addColumn<double>("deviation");
        QTest::addColumn<double>("limit");
        const double glorot = std::sqrt(2.0 / 864), he = std::sqrt(2.0 / 288), lecun = std::sqrt(1.0 / 288);
        const double root3 = std::sqrt(3.0), cut = 2 / 0.87962566103423978;
        QTest::newRow("glorot_uniform") << glorot << glorot * root3;
        QTest::newRow("glorot_normal") << glorot << glorot * cut;
        QTest::newRow("he_uniform") << he << he * root3;
        QTest::newRow("he_normal") << he << he * cut;
        QTest::newRow("lecun_uniform") << lecun << lecun * root3;
        QTest::newRow("lecun_normal") << lecun << lecun * cut;
        QTest::newRow("random_uniform") << 0.05 / root3 << 0.05;
        QTest::newRow("random_normal") << 0.05 << 0.5;
        QTest::newRow("truncated_normal") << 0.05 * 0.87962566103423978 << 0.1;
        QTest::newRow("zeros") << 0.0 << 0.0;
    }
    void deviation() {
        QFETCH(double, deviation);
        QFETCH(double, limit);
        const Shape shape{64, 32, 3, 3};
        std::vector<float> values(static_cast<size_t>(shape.elements()));
        Rng rng(3, 4);
        initializer(QTest::currentDataTag())(values, shape, rng);
        double sum = 0, squares = 0;
        for (float value : values) {
            sum += value;
            squares += double(value) * value;
            QVERIFY(std::abs(value) <= limit * 1.000001);
        }
        const double count = static_cast<double>(values.size()), mean = sum / count;
        QVERIFY(std::abs(mean) <= 4 * deviation / std::sqrt(count));
        QVERIFY(std::abs(std::sqrt(squares / count - mean * mean) - deviation) <= 0.02 * deviation);
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
#include "test_initializers.moc"
