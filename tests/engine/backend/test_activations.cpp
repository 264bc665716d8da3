// Every activation and its slope on the CPU where random numbers seldom fall: exact zeros of both signs, NaN.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "engine/core/activation.h"
#include "op_runner.h"

namespace test_activations {

using namespace tl;

namespace {

// Enough for a register of every width, and for what is left behind whole ones.
constexpr size_t kCount = 37;

ReferenceTensor filled(double even, double odd) {
    ReferenceTensor tensor{{static_cast<int64_t>(kCount)}, {}};
    for (size_t i = 0; i < kCount; ++i) tensor.values.push_back(i % 2 == 0 ? even : odd);
    return tensor;
}

// What the kernel makes of the inputs, kept as `type`.
std::vector<double> onCpu(const std::string& op, const Attributes& attributes, DType type,
                          const std::vector<ReferenceTensor>& inputs) {
    std::vector<Memory> in, out{Memory(TensorDesc{inputs[0].shape, type, {}})};
    for (const ReferenceTensor& input : inputs) in.push_back(fromReference(input, type, Given::Plain));
    runKernel(op, attributes, in, out, {});
    return values(out[0]);
}

}  // namespace

class TestActivations : public QObject {
    Q_OBJECT
private slots:
    void zeros_data() { everyKind(); }
    void zeros();
    void nanStays_data() { everyKind(); }
    void nanStays();

private:
    static void everyKind() {
        QTest::addColumn<QString>("kind");
        for (const ActivationKind& kind : activationKinds()) QTest::newRow(kind.name) << QString(kind.name);
    }
};

// A slope has one value at 0, from whichever side its result came.
void TestActivations::zeros() {
    QFETCH(QString, kind);
    const ReferenceTensor x = filled(0.0, -0.0), dy = filled(1, 1);
    const double own = activationKind(kind.toStdString()).alpha;
    for (const double alpha : {own, own / 2}) {
        const Attributes attributes{{"kind", kind.toStdString()}, {"alpha", alpha}};
        const ReferenceTensor y = findOp("Activation").reference({{x}}, attributes, {})[0];
        const ReferenceTensor dx = findOp("ActivationGrad").reference({{x, y, dy}}, attributes, {})[0];
        for (const DType type : {DType::Float32, DType::BFloat16}) {
            if (type != DType::Float32 && !kernelsOf("cpu").accepts("Activation", type)) continue;
            const double tolerance = type == DType::Float32 ? 1e-6 : 8e-3;
            QVERIFY(relativeError(onCpu("Activation", attributes, type, {x}), y.values) <= tolerance);
            QVERIFY(relativeError(onCpu("ActivationGrad", attributes, type, {x, y, dy}), dx.values) <= tolerance);
        }
    }
}

// In the definition, too, or a device that keeps it would be found wrong.
void TestActivations::nanStays() {
    QFETCH(QString, kind);
    const Attributes attributes{{"kind", kind.toStdString()}};
    const ReferenceTensor x = filled(std::nan(""), std::nan(""));
    const auto isNan = [](double value) { return std::isnan(value); };
    QVERIFY(std::ranges::all_of(findOp("Activation").reference({{x}}, attributes, {})[0].values, isNan));
    for (const DType type : {DType::Float32, DType::BFloat16})
        if (type == DType::Float32 || kernelsOf("cpu").accepts("Activation", type))
            QVERIFY(std::ranges::all_of(onCpu("Activation", attributes, type, {x}), isNan));
}

QTEST_GUILESS_MAIN(TestActivations)

}  // namespace test_activations

#include "test_activations.moc"
