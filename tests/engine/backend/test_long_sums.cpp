// Sums over so many rows that a float32 total would no longer move by what a row adds.
#include <QtTest>

#include "op_runner.h"

namespace test_long_sums {

using namespace tl;

class TestLongSums : public QObject {
    Q_OBJECT
private slots:
    void biasGrad();
};

void TestLongSums::biasGrad() {
    constexpr int64_t rows = 1 << 21;
    const ReferenceTensor dy{{rows, 3}, std::vector<double>(static_cast<size_t>(rows) * 3, 1.1f)};
    OpRun run;
    run.threads = 1;
    std::vector<Memory> in{fromReference(dy, DType::Float32, Given::Plain)};
    std::vector<Memory> out{Memory(TensorDesc{Shape{3}, DType::Float32, {}})};
    runKernel("BiasGrad", {}, in, out, run);
    const double exact = static_cast<double>(1.1f) * static_cast<double>(rows);
    QVERIFY(relativeError(values(out[0]), {exact, exact, exact}) < 1e-4);
}

QTEST_GUILESS_MAIN(TestLongSums)

}  // namespace test_long_sums

#include "test_long_sums.moc"
