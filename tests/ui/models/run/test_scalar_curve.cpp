// A curve gives its points back, whatever they are, and takes little room for those of a run.
#include <QtTest>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "ui/models/scalar_curve.h"

namespace test_scalar_curve {

using namespace tl;

namespace {

constexpr size_t kMany = 3000;  // some blocks, and a part of one

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// What differs; empty: nothing.
QString differsIn(const ScalarCurve& curve, const std::vector<ScalarPoint>& was) {
    if (curve.size() != was.size()) return QStringLiteral("%1 points").arg(curve.size());
    size_t i = 0;
    for (const ScalarPoint& is : curve) {
        const ScalarPoint &point = was[i], at = curve[i];
        if (is.step != point.step || at.step != point.step) return QStringLiteral("step %1").arg(i);
        if (!same(is.value, point.value) || !same(at.value, point.value)) return QStringLiteral("value %1").arg(i);
        if (!(std::abs(is.wallTime - point.wallTime) <= 1.5e-6)) return QStringLiteral("time %1").arg(i);
        if (!(std::abs(is.epoch - point.epoch) <= 1e-6)) return QStringLiteral("epoch %1").arg(i);
        ++i;
    }
    return {};
}

// Of a network that does 30,000 steps a second, four of which are an epoch.
ScalarPoint quick(size_t i) {
    return {static_cast<double>(i + 1), 1.76e9 + static_cast<double>(i * i % 7) * 3e-6 + static_cast<double>(i) / 3e4,
            static_cast<double>(i / 4) + static_cast<double>(i % 4 + 1) / 4,
            static_cast<double>(1.0f / static_cast<float>(i + 1))};
}

using Change = std::function<void(ScalarPoint&, size_t)>;

// What runs of any kind, and other programs, may tell.
std::vector<std::pair<const char*, Change>> changes() {
    std::vector<std::pair<const char*, Change>> all;
    const auto row = [&](const char* name, const Change& change) { all.emplace_back(name, change); };
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    row("of a run", [](ScalarPoint&, size_t) {});
    row("constant", [](ScalarPoint& p, size_t) { p.value = 0.1; });
    row("no floats", [](ScalarPoint& p, size_t i) { p.value = 0.1 * std::cos(static_cast<double>(i)); });
    row("one that is no float", [](ScalarPoint& p, size_t i) { p.value = i == 700 ? 0.1 : p.value; });
    row("no numbers", [](ScalarPoint& p, size_t) { p.value = kNan; });
    row("infinite", [](ScalarPoint& p, size_t) { p.value = kInf; });
    row("some no numbers", [](ScalarPoint& p, size_t i) {
        const double odd[] = {kNan, kInf, -kInf, p.value};
        p.value = odd[i % 4];
    });
    row("no number first", [](ScalarPoint& p, size_t i) { p.value = i % 512 == 0 ? kNan : p.value; });
    row("beyond floats", [](ScalarPoint& p, size_t i) {
        const double odd[] = {1e300, -1e300, 1e-300, std::numeric_limits<double>::denorm_min(),
                              std::numeric_limits<double>::max()};
        p.value = odd[i % 5];
    });
    row("from one end to the other",
        [](ScalarPoint& p, size_t i) { p.value = (i % 512 < 256 ? -1 : 1) * std::numeric_limits<double>::max(); });
    row("far steps", [](ScalarPoint& p, size_t) { p.step += 1e12; });
    row("steps further than doubles count", [](ScalarPoint& p, size_t) { p.step = 9e15 + 3 * p.step; });
    row("steps back and forth", [](ScalarPoint& p, size_t i) { p.step = static_cast<double>(i * 7919 % 1000003); });
    row("far steps back and forth",
        [](ScalarPoint& p, size_t i) { p.step = 1e12 + static_cast<double>(i * 7919 % 1000003) * 1e3; });
    row("every second from some step on", [](ScalarPoint& p, size_t i) { p.step += i < 800 ? 0 : p.step; });
    row("slow steps", [](ScalarPoint& p, size_t i) { p.wallTime = 1.76e9 + 17.123456 * static_cast<double>(i); });
    row("a day between two", [](ScalarPoint& p, size_t i) { p.wallTime += i < 700 ? 0 : 86400.987654; });
    row("a clock that was set back", [](ScalarPoint& p, size_t i) { p.wallTime -= i < 900 ? 0 : 3600.5; });
    row("no times", [](ScalarPoint& p, size_t) { p.wallTime = p.epoch = 0; });
    row("epochs of other lengths",
        [](ScalarPoint& p, size_t i) { p.epoch = std::sqrt(static_cast<double>(i)) * 1000 / 3; });
    return all;
}

}  // namespace

class TestScalarCurve : public QObject {
    Q_OBJECT
private slots:
    void pointsComeBack_data() {
        QTest::addColumn<size_t>("row");
        const auto all = changes();
        for (size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].first) << i;
    }

    void pointsComeBack() {
        QFETCH(size_t, row);
        const Change change = changes()[row].second;
        ScalarCurve curve;
        std::vector<ScalarPoint> was;
        for (size_t i = 0; i < kMany; ++i) {
            ScalarPoint point = quick(i);
            change(point, i);
            was.push_back(point);
            curve.push_back(point);
            QCOMPARE(curve.back().step, point.step);
        }
        const QString differs = differsIn(curve, was);
        QVERIFY2(differs.isEmpty(), qPrintable(differs));
        QCOMPARE(curve.front().step, was.front().step);
        QCOMPARE(curve.back().step, was.back().step);
    }

    // By them a run that goes on knows what it takes back.
    void wholeEpochsAreExact() {
        ScalarCurve curve;
        const auto epoch = [](size_t i) { return static_cast<double>(1000 + i + i * i % 3); };
        for (size_t i = 0; i < kMany; ++i) curve.push_back({static_cast<double>(i), 0, epoch(i), 0});
        for (size_t i = 0; i < kMany; ++i)
            if (curve[i].epoch != epoch(i)) QFAIL(qPrintable(QString::number(i)));
    }

    void theLastAreTakenBack() {
        ScalarCurve curve;
        std::vector<ScalarPoint> was;
        const auto add = [&](size_t i) {
            was.push_back(quick(i));
            curve.push_back(was.back());
        };
        for (size_t i = 0; i < kMany; ++i) add(i);
        const ScalarCurve before = curve;
        const std::vector<ScalarPoint> all = was;
        for (const size_t left : {size_t{2999}, size_t{2560}, size_t{2559}, size_t{700}, size_t{512}, size_t{0}}) {
            while (curve.size() > left) curve.pop_back();
            was.resize(left);
            QVERIFY2(differsIn(curve, was).isEmpty(), qPrintable(QString::number(left)));
            for (size_t i = 0; i < 600; ++i) add(2 * kMany + i);
            QVERIFY2(differsIn(curve, was).isEmpty(), qPrintable(QString::number(left)));
        }
        QVERIFY(differsIn(before, all).isEmpty());  // a copy has its own
    }

    void theFirstOfAStepIsFound() {
        ScalarCurve curve;
        QCOMPARE(curve.lowerIndex(1), size_t{0});
        for (size_t i = 0; i < kMany; ++i) curve.push_back({static_cast<double>(2 * (i / 2)), 0, 0, 0});
        QCOMPARE(curve.lowerIndex(-1), size_t{0});
        QCOMPARE(curve.lowerIndex(600), size_t{600});
        QCOMPARE(curve.lowerIndex(601), size_t{602});
        QCOMPARE(curve.lowerIndex(2998), size_t{2998});
        QCOMPARE(curve.lowerIndex(2999), kMany);
    }

    // Four numbers as doubles are 32 bytes.
    void aPointTakesLittleRoom() {
        ScalarCurve loss, rate, few;
        for (size_t i = 0; i < 100'000; ++i) {
            ScalarPoint point = quick(i);
            loss.push_back(point);
            point.value = 0.001;
            rate.push_back(point);
            if (i < 10) few.push_back(point);
        }
        QVERIFY2(loss.bytes() < 900'000, qPrintable(QString::number(loss.bytes())));
        QVERIFY2(rate.bytes() < 500'000, qPrintable(QString::number(rate.bytes())));
        QVERIFY2(few.bytes() < 1000, qPrintable(QString::number(few.bytes())));  // of thousands of runs
    }
};

QTEST_GUILESS_MAIN(TestScalarCurve)

}  // namespace test_scalar_curve

#include "test_scalar_curve.moc"
