// What the processor can do at most is measured where it can do it.
#include <QtTest>

#include "engine/backend/cpu/isa.h"
#include "engine/backend/probe.h"

namespace test_probe {

using namespace tl;

class TestProbe : public QObject {
    Q_OBJECT
private slots:
    void limitsAreMeasured() {
        QVERIFY(probeFlops(1, 0.01) > 0);
        QVERIFY(probeBandwidth(1, 0.01) > 0);
        const double halves = probeBf16Flops(1, 0.01);
        QCOMPARE(halves > 0, cpu::multipliesBf16() || cpu::multipliesTiles());
        qInfo() << "GF/s on one thread: float32" << probeFlops(1, 0.2) / 1e9 << "bfloat16" << halves / 1e9;
    }
};

QTEST_MAIN(TestProbe)

}  // namespace test_probe

#include "test_probe.moc"
