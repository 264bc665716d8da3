// The 16-bit floats: every one of them there and back, rounding against its definition, and the vector code of each
// instruction set against the plain one, bit for bit.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/backend/cpu/vec/table.h"
#include "engine/core/half.h"
#include "engine/core/rng.h"

namespace test_half {

using namespace tl;

namespace {

// Numbers of every size, those halfway between two 16-bit ones and their neighbours, and what is no number.
std::vector<float> numbers() {
    std::vector<float> all{0.0f,
                           -0.0f,
                           65504.0f,
                           65519.99f,
                           65520.0f,
                           1e38f,
                           std::numeric_limits<float>::max(),
                           std::numeric_limits<float>::min(),
                           std::numeric_limits<float>::denorm_min(),
                           0x1p-24f,
                           0x1p-25f,
                           0x1.8p-25f,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN()};
    Rng rng(1, 2);
    for (int i = 0; i < 200000; ++i) {
        const uint32_t bits = rng.bits();
        all.push_back(std::bit_cast<float>(bits));
        all.push_back(std::bit_cast<float>((bits & 0xffff0000u) | 0x8000u));                  // bfloat16's ties
        all.push_back(std::bit_cast<float>(((bits & 0x0fffe000u) | 0x30000000u) | 0x1000u));  // float16's ties
        all.push_back(static_cast<float>(rng.normal()));
        all.push_back(static_cast<float>(rng.normal() * 1e-6));
    }
    return all;
}

template <typename Half>
Half fromBits(uint32_t bits) {
    Half half;
    half.bits = static_cast<uint16_t>(bits);
    return half;
}

// No 16-bit float is nearer to `value`, and of two as near the even one is taken.
template <typename Half>
QString wrong(float value) {
    const Half found(value);
    if (std::isnan(value)) return std::isnan(static_cast<float>(found)) ? QString() : "a NaN became a number";
    if (std::signbit(value) != (found.bits >> 15 == 1)) return "the sign changed";
    const auto distance = [&](uint32_t bits) {
        const auto other = static_cast<double>(static_cast<float>(fromBits<Half>(bits)));
        // The next power of two stands for infinity.
        const double largest = std::is_same_v<Half, Float16> ? 0x1p16 : 0x1p128;
        return std::abs(static_cast<double>(value) - (std::isinf(other) ? std::copysign(largest, other) : other));
    };
    if (std::isinf(value)) return std::isinf(static_cast<float>(found)) ? QString() : "infinity became a number";
    const double here = distance(found.bits);
    for (const uint32_t other : {found.bits + 1u, found.bits - 1u}) {
        if ((other & 0x7fffu) > 0x7fffu - 1 || (other ^ found.bits) >> 15) continue;
        if (std::isnan(static_cast<float>(fromBits<Half>(other)))) continue;
        if (distance(other) < here) return QString("%1 is nearer than %2").arg(other).arg(found.bits);
        if (distance(other) == here && found.bits % 2 == 1) return "an odd one of two as near";
    }
    return {};
}

std::vector<std::pair<const char*, const cpu::VecTable*>> tables() {
    std::vector<std::pair<const char*, const cpu::VecTable*>> all{{"sse2", &cpu::sse2::table()}};
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) all.emplace_back("avx2", &cpu::avx2::table());
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        all.emplace_back("avx512", &cpu::avx512::table());
    return all;
}

}  // namespace

class TestHalf : public QObject {
    Q_OBJECT
private slots:
    void thereAndBack() {
        for (uint32_t bits = 0; bits < 65536; ++bits) {
            const auto brain = static_cast<float>(fromBits<BFloat16>(bits));
            const auto half = static_cast<float>(fromBits<Float16>(bits));
            if (!std::isnan(brain)) QCOMPARE(uint32_t{BFloat16(brain).bits}, bits);
            if (!std::isnan(half)) QCOMPARE(uint32_t{Float16(half).bits}, bits);
            QCOMPARE(std::isnan(half), (bits & 0x7fffu) > 0x7c00u);
        }
        QCOMPARE(static_cast<float>(fromBits<Float16>(0x3555)), 0.333251953125f);
        QCOMPARE(static_cast<float>(fromBits<Float16>(0x0001)), 0x1p-24f);
        QCOMPARE(static_cast<float>(fromBits<Float16>(0x7bff)), 65504.0f);
        QCOMPARE(static_cast<float>(BFloat16(3.14159265f)), 3.140625f);
    }

    void roundsToNearestEven() {
        for (const float value : numbers()) {
            const QString brain = wrong<BFloat16>(value), half = wrong<Float16>(value);
            QVERIFY2(brain.isEmpty(), qPrintable(QString("bfloat16 of %1: %2").arg(value).arg(brain)));
            QVERIFY2(half.isEmpty(), qPrintable(QString("float16 of %1: %2").arg(value).arg(half)));
        }
    }

    void vectorCodeGivesTheSameBits() {
        const std::vector<float> from = numbers();
        const auto count = static_cast<int64_t>(from.size());
        std::vector<uint16_t> narrow(from.size());
        std::vector<float> wide(65536);
        std::vector<uint16_t> every(65536);
        for (size_t i = 0; i < every.size(); ++i) every[i] = static_cast<uint16_t>(i);
        for (const auto& [name, table] : tables()) {
            const auto check = [&, name = name, table = table]<typename T>(cpu::Half type, T) {
                table->narrow(type, count, from.data(), narrow.data());
                for (size_t i = 0; i < from.size(); ++i)
                    QVERIFY2(narrow[i] == T(from[i]).bits, qPrintable(QString("%1: %2").arg(name).arg(from[i])));
                table->widen(type, 65536, every.data(), wide.data());
                for (uint32_t i = 0; i < 65536; ++i) {
                    const auto expected = static_cast<float>(fromBits<T>(i));
                    QVERIFY2(std::bit_cast<uint32_t>(wide[i]) == std::bit_cast<uint32_t>(expected) ||
                                 (std::isnan(wide[i]) && std::isnan(expected)),
                             qPrintable(QString("%1: %2").arg(name).arg(i)));
                }
            };
            check(cpu::Half::BFloat16, BFloat16());
            check(cpu::Half::Float16, Float16());
        }
    }

    void tensorsWiden() {
        Tensor half(Shape{3}, DType::Float16);
        half.as<Float16>()[1] = Float16(0.5f);
        half.as<Float16>()[2] = Float16(-2.0f);
        const Tensor wide = toFloat32(half);
        QCOMPARE(wide.dtype(), DType::Float32);
        QCOMPARE(std::vector<float>(wide.as<float>().begin(), wide.as<float>().end()),
                 (std::vector<float>{0, 0.5f, -2}));
        QCOMPARE(half.bytes(), size_t{6});
    }
};

QTEST_GUILESS_MAIN(TestHalf)

}  // namespace test_half

#include "test_half.moc"
