// What a calibration finds in times that are known: the factors they were made of, the size of the caches, and a scale
// where there is too little to tell more. And that a real calibration is about a real machine.
#include <QtTest>

#include <QTemporaryDir>
#include <cmath>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/io/calibration_file.h"
#include "engine/model/templates.h"
#include "engine/train/step_time.h"

namespace test_step_time {

using namespace tl;

namespace {

double near(double value, double expected) { return std::abs(value / expected - 1); }

// Kernels of one kind that obey the law to a per mille.
std::vector<KernelSample> samplesOf(const char* op, const char* implementation, const KernelSpeed& law,
                                    double cacheBytes, int count) {
    std::vector<KernelSample> samples;
    Rng random(1, streamId(op));
    for (int i = 0; i < count; ++i) {
        const StepCost cost{op, implementation, std::pow(10, 4 + 4 * random.uniform()),
                            std::pow(10, 4 + 4 * random.uniform())};
        const double planBytes = std::pow(10, 5 + 4 * random.uniform());
        const double seconds = law.start + law.perOperation * cost.flops + law.perByte * cost.bytes +
                               law.perFarByte * cost.bytes * std::max(0.0, 1 - cacheBytes / planBytes);
        samples.push_back({cost, planBytes, seconds * (0.999 + 0.002 * random.uniform())});
    }
    return samples;
}

}  // namespace

class TestStepTime : public QObject {
    Q_OBJECT
private slots:
    void findsTheLaw() {
        const KernelSpeed law{2e-6, 1e-11, 4e-11, 6e-11};
        const Calibration found = fitCalibration(samplesOf("Conv2D", "own", law, 1 << 21, 300));
        const KernelSpeed& speed = found.kernels.at("Conv2D own");
        QCOMPARE(speed.cacheBytes, double(1 << 21));
        QVERIFY2(near(speed.start, law.start) < 0.02, qPrintable(QString::number(speed.start)));
        QVERIFY2(near(speed.perOperation, law.perOperation) < 0.02, qPrintable(QString::number(speed.perOperation)));
        QVERIFY2(near(speed.perByte, law.perByte) < 0.05, qPrintable(QString::number(speed.perByte)));
        QVERIFY2(near(speed.perFarByte, law.perFarByte) < 0.05, qPrintable(QString::number(speed.perFarByte)));
    }

    // A kind seen twice has the law of its op, twice as slow; one never seen has that of all.
    void fewSamplesScaleWhatIsKnown() {
        const KernelSpeed law{0, 1e-11, 0, 0}, slow{0, 2e-11, 0, 0};
        auto samples = samplesOf("MatMul", "quick", law, 1e12, 400);
        const auto more = samplesOf("MatMul", "slow", slow, 1e12, 2);
        samples.insert(samples.end(), more.begin(), more.end());
        const Calibration found = fitCalibration(samples);
        const auto seconds = [&](const char* op, const char* implementation) {
            PlanCost cost;
            cost.steps = {{op, implementation, 1e8, 1e6}};
            return predictedSeconds(cost, found);
        };
        QVERIFY2(near(seconds("MatMul", "quick"), 1e-3) < 0.05,
                 qPrintable(QString::number(seconds("MatMul", "quick"))));
        QVERIFY2(near(seconds("MatMul", "slow"), 2e-3) < 0.05, qPrintable(QString::number(seconds("MatMul", "slow"))));
        QVERIFY(near(seconds("MatMul", "another"), 1e-3) < 0.05);
        QVERIFY(near(seconds("Unseen", "any"), 1e-3) < 0.05);
    }

    void filesKeepIt() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("deep/er/calibration.json").toStdString();
        QVERIFY(readCalibration(path).empty());
        Calibration made = fitCalibration(samplesOf("Add", "own", {1e-6, 0, 1e-11, 0}, 1 << 20, 50));
        made.device = "cpu";
        made.threads = 3;
        writeCalibration(path, made);
        const Calibration read = readCalibration(path);
        QCOMPARE(read.device, made.device);
        QCOMPARE(read.threads, 3);
        QCOMPARE(read.kernels.at("Add own").cacheBytes, made.kernels.at("Add own").cacheBytes);
        QCOMPARE(read.kernels.size(), made.kernels.size());
        QCOMPARE(read.kernels.at("Add own").perByte, made.kernels.at("Add own").perByte);

        // A version with other ops measured something else.
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        const auto at = text.indexOf("\"ops\": \"") + 8;
        QVERIFY(at > 8);
        QByteArray other = text;
        other[at] = other[at] == '0' ? '1' : '0';
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(other);
        file.close();
        QVERIFY(readCalibration(path).empty());

        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.replace("between_kernels", "between"));
        file.close();
        QVERIFY_THROWS_EXCEPTION(Error, readCalibration(path));
    }

    // The cost that is told before a plan is made is the plan's own, kernel by kernel.
    void costIsThePlans() {
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkSpec network = findTemplate("lenet").make(facts);
        StepPlanOptions options;
        options.optimizer = {"adam", {}};
        const PlanCost told = stepCost(network, facts, 32, options);
        ModelState state;
        initialize(network, facts, 1, state);
        StepPlan plan(network, facts, 32, options, state);
        const PlanCost& real = plan.plan().cost();
        QCOMPARE(told.steps.size(), real.steps.size());
        QCOMPARE(told.flops, real.flops);
        QCOMPARE(told.peakBytes(), real.peakBytes());
        const auto measured = measureKernels(plan, 0.05);
        QCOMPARE(measured.size(), real.steps.size());
        for (const KernelSample& sample : measured) QVERIFY(sample.seconds > 0);
    }

    void stopsWhenAsked() {
        QVERIFY(calibrate("cpu", 1, [](double share) { return share == 0; }).empty());
    }
};

QTEST_GUILESS_MAIN(TestStepTime)

}  // namespace test_step_time

#include "test_step_time.moc"
