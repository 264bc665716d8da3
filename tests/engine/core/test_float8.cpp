// The 8-bit floats against ml_dtypes' numbers: every code there and back, rounding, ties, what is too large, NaN; and
// the scales that bring a tensor to their range.
#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

#include "engine/core/float8.h"
#include "tests/engine/core/float8_numbers.h"

namespace test_float8 {

using namespace tl;

namespace {

struct Table {
    Float8 type;
    const uint32_t* values;  // of all 256 codes
    const uint8_t* codes;    // of test::kNumbers
    float largest;
};
const Table kTables[] = {{Float8::E4M3, test::kValuesE4M3, test::kCodesE4M3, 448},
                         {Float8::E5M2, test::kValuesE5M2, test::kCodesE5M2, 57344}};

float floatOf(uint32_t bits) { return std::bit_cast<float>(bits); }

bool same(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (a != a && b != b); }

// The nearest of the table's numbers; of two as near the one whose code is even.
float nearest(const Table& table, float x) {
    const auto size = static_cast<double>(std::min(std::abs(x), table.largest));
    float best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int code = 0; code < 128; ++code) {
        const float value = floatOf(table.values[code]);
        if (!std::isfinite(value)) break;
        const double distance = std::abs(size - static_cast<double>(value));
        if (distance < least || (distance == least && code % 2 == 0)) least = distance, best = value;
    }
    return std::copysign(best, x);
}

}  // namespace

class TestFloat8 : public QObject {
    Q_OBJECT
private slots:
    void everyCode();
    void rounding();
    void randomNumbers();
    void scales();
};

void TestFloat8::everyCode() {
    for (const Table& table : kTables)
        for (int code = 0; code < 256; ++code) {
            const float value = floatOf(table.values[code]);
            QVERIFY2(same(valueOf(table.type, static_cast<uint8_t>(code)), value), qPrintable(QString::number(code)));
            if (!std::isfinite(value)) continue;
            QCOMPARE(int{bitsOf(table.type, value)}, code);
            QVERIFY(same(roundedTo(table.type, value), value));
        }
}

void TestFloat8::rounding() {
    for (const Table& table : kTables)
        for (size_t i = 0; i < std::size(test::kNumbers); ++i) {
            const float x = floatOf(test::kNumbers[i]), rounded = roundedTo(table.type, x);
            const QString what = QString("%1: %2").arg(x).arg(rounded);
            QVERIFY2(same(rounded, floatOf(table.values[table.codes[i]])), qPrintable(what));
            if (x == x) QCOMPARE(int{bitsOf(table.type, rounded)}, int{table.codes[i]});
            if (x != x) QVERIFY(std::isnan(valueOf(table.type, bitsOf(table.type, rounded))));
        }
}

void TestFloat8::randomNumbers() {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    for (const Table& table : kTables) {
        QCOMPARE(roundedTo(table.type, INFINITY), table.largest);  // as conversions of GPUs do that saturate
        for (int i = 0; i < 20000; ++i) {
            const float x = i % 2 ? std::ldexp(normal(random), i % 37 - 20) : floatOf(random());
            if (!std::isfinite(x)) continue;
            const float rounded = roundedTo(table.type, x), expected = nearest(table, x);
            QVERIFY2(same(rounded, expected), qPrintable(QString("%1: %2, %3").arg(x).arg(rounded).arg(expected)));
        }
    }
}

// Powers of two: the largest with which the tensor's largest number stays within the type.
void TestFloat8::scales() {
    std::mt19937 random(9);
    for (const Table& table : kTables) {
        QCOMPARE(scaleOf(table.type, table.largest), 1.0f);
        QCOMPARE(scaleOf(table.type, std::nextafter(table.largest, INFINITY)), 0.5f);
        QCOMPARE(scaleOf(table.type, 0), 0x1p126f);
        for (const float none : {INFINITY, NAN}) QVERIFY(std::isnan(scaleOf(table.type, none)));
        for (int i = 0; i < 20000; ++i) {
            const float largest = floatOf(random() & 0x7fffffffu);
            if (!std::isfinite(largest)) continue;
            const float scale = scaleOf(table.type, largest);
            int exponent = 0;
            QCOMPARE(std::frexp(scale, &exponent), 0.5f);
            QVERIFY(largest * scale <= table.largest);
            QVERIFY(scale == 0x1p126f ||
                    static_cast<double>(largest) * 2 * static_cast<double>(scale) > static_cast<double>(table.largest));
            QCOMPARE(largest * scale * (1 / scale), largest * scale / scale);
            if (largest > 1e-30f) QCOMPARE(largest * scale * (1 / scale), largest);
        }
    }
}

QTEST_GUILESS_MAIN(TestFloat8)

}  // namespace test_float8

#include "test_float8.moc"
