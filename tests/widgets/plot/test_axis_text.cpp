// What stands beside an axis: as few digits as tell neighbours apart, never two ticks with the same words.
#include <QSet>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>

#include "widgets/plot/axis_text.h"

namespace test_axis_text {

using namespace tl;

class TestAxisText : public QObject {
    Q_OBJECT
private slots:
    void ticks_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("step");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << 0.5 << "0";
        QTest::newRow("half") << 1.5 << 0.5 << "1.5";
        QTest::newRow("decimals of the step") << 1.0 << 0.25 << "1.00";
        QTest::newRow("rate") << 0.0005 << 0.0005 << "0.0005";
        QTest::newRow("rate as a float") << 0.001000000047 << 0.0005 << "0.0010";
        QTest::newRow("tiny") << 5e-6 << 5e-6 << "5e-6";
        QTest::newRow("thousands") << 2000.0 << 1000.0 << "2 k";
        QTest::newRow("between thousands") << 1250.0 << 250.0 << "1.25 k";
        QTest::newRow("millions") << 2.5e6 << 5e5 << "2.5 M";
        QTest::newRow("negative") << -0.2 << 0.2 << "-0.2";
    }
    void ticks() {
        QFETCH(double, value);
        QFETCH(double, step);
        QFETCH(QString, text);
        QCOMPARE(tickText(value, step), text);
    }

    // A step that is smaller than what tells two doubles apart leads nowhere: it is not taken for ever.
    void endsThatAreNextToEachOtherHaveFewTicks() {
        for (const double from : {1.0, -1.0, 1e15, 0.3}) {
            const std::vector<double> ticks = roundTicks(from, std::nextafter(from, 1e300), 8);
            QVERIFY(ticks.size() <= 3);
            QVERIFY(std::adjacent_find(ticks.begin(), ticks.end(), std::greater_equal<>()) == ticks.end());
        }
        QCOMPARE(roundTicks(0, 1, 5).size(), size_t{6});
    }

    void powers() {
        QCOMPARE(powerText(0.01, 0.005, 20), QStringLiteral("0.01"));
        QCOMPARE(powerText(10, 0.005, 20), QStringLiteral("10"));
        // One tick as a power makes all of them powers.
        QCOMPARE(powerText(1e-5, 1e-6, 2), QStringLiteral("1e-5"));
        QCOMPARE(powerText(0.01, 1e-6, 2), QStringLiteral("1e-2"));
        QCOMPARE(powerText(1, 1e-6, 2), QStringLiteral("1e0"));
        QCOMPARE(powerText(5e-4, 1e-4, 2), QStringLiteral("5e-4"));
    }

    void neighboursDiffer() {
        for (int exponent = -8; exponent <= 12; ++exponent)
            for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
                const double step = factor * std::pow(10.0, exponent);
                QSet<QString> seen;
                for (int i = 0; i <= 12; ++i) {
                    const QString text = tickText(i * step, step);
                    QVERIFY2(!seen.contains(text), qPrintable(QStringLiteral("%1, step %2").arg(text).arg(step)));
                    QVERIFY2(text.size() <= 8, qPrintable(text));
                    seen.insert(text);
                }
            }
    }

    void values() {
        QCOMPARE(valueText(0.001000000047), QStringLiteral("0.00100"));
        QCOMPARE(valueText(0.51764), QStringLiteral("0.518"));
        QCOMPARE(valueText(12.3456), QStringLiteral("12.35"));
        QCOMPARE(valueText(3184), QStringLiteral("3,184"));
        QCOMPARE(valueText(std::nan("")), QStringLiteral("NaN"));
        QCOMPARE(positionText(65, AxisKind::Seconds), QStringLiteral("1:05"));
    }
};

QTEST_GUILESS_MAIN(TestAxisText)

}  // namespace test_axis_text

#include "test_axis_text.moc"
