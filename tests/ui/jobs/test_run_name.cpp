// A run's name tells it from the first one, or from the one whose weights it begins with.
#include <QtTest>

#include "ui/jobs/run_name.h"
#include "ui/models/run_model.h"

namespace test_run_name {

using namespace tl;

namespace {

TrainingSpec trained(double rate, int64_t batch = 32) {
    TrainingSpec spec;
    spec.learningRate = rate;
    spec.batch = batch;
    return spec;
}

}  // namespace

class TestRunName : public QObject {
    Q_OBJECT
private slots:
    void saysWhatDiffers() {
        const RunSettings first = settingsOf(trained(0.001), "sample");
        const auto name = [&](const TrainingSpec& spec, const std::string& data = "sample") {
            return runName(QStringLiteral("lenet"), settingsOf(spec, data), first);
        };
        QCOMPARE(runName(QStringLiteral("lenet"), first, RunSettings()), QStringLiteral("lenet · adam"));
        QCOMPARE(name(trained(0.001)), QStringLiteral("lenet · adam"));
        QCOMPARE(name(trained(0.01)), QStringLiteral("lenet · adam · learning_rate 0.01"));
        QCOMPARE(name(trained(0.01, 64)), QStringLiteral("lenet · adam · batch_size 64 · learning_rate 0.01"));
        QCOMPARE(name(trained(0.01, 64), "mnist:/data/mnist"),
                 QStringLiteral("lenet · adam · batch_size 64 · data_set mnist:mnist · learning_rate 0.01"));
        // The precision has a place of its own, however much differs besides.
        TrainingSpec halved = trained(0.01, 64);
        halved.precision = "bfloat16";
        QCOMPARE(name(halved, "mnist:/data/mnist"),
                 QStringLiteral("lenet · adam · bfloat16 · batch_size 64 · data_set mnist:mnist · learning_rate 0.01"));
        halved = trained(0.001);
        halved.precision = "float16";
        QCOMPARE(name(halved), QStringLiteral("lenet · adam · float16"));
        QCOMPARE(runName(QStringLiteral("lenet"), first, settingsOf(halved, "sample")),
                 QStringLiteral("lenet · adam · float32"));
        TrainingSpec other = trained(0.001);
        other.optimizer.type = "sgd";
        other.optimizer.properties["momentum"] = 0.9;  // adam has none to compare
        QCOMPARE(name(other), QStringLiteral("lenet · sgd"));
        TrainingSpec flipped = trained(0.001);
        flipped.augmentation.push_back({"RandomFlip", {}});
        QCOMPARE(name(flipped), QStringLiteral("lenet · adam · augmentation RandomFlip"));
        // What was taken away is told, too, and options that every optimizer has.
        QCOMPARE(runName(QStringLiteral("lenet"), first, settingsOf(flipped, "sample")),
                 QStringLiteral("lenet · adam · no augmentation"));
        TrainingSpec clipped = trained(0.001);
        clipped.optimizerOptions["clipnorm"] = 1.0;
        QCOMPARE(name(clipped), QStringLiteral("lenet · adam · optimizer.clipnorm 1"));
        clipped.optimizer = other.optimizer;
        QCOMPARE(name(clipped), QStringLiteral("lenet · sgd · optimizer.clipnorm 1"));
        QCOMPARE(runName(QStringLiteral("lenet"), first, settingsOf(trained(0.001), "mnist:/data/mnist")),
                 QStringLiteral("lenet · adam · data_set sample"));
    }

    // Whatever was trained in between, and whenever it came into the list.
    void theFirstRunIsWhatOthersAreToldFrom() {
        RunModel runs;
        const auto add = [&](double rate, double started) {
            Run run;
            run.training = trained(rate);
            run.info.dataSpec = "sample";
            run.started = started;
            return runs.addRun(std::move(run));
        };
        const int second = add(0.01, 200);
        add(0.001, 100);
        Run foreign;
        foreign.foreign = true;
        foreign.started = 50;
        foreign.settings = settingsOf(trained(0.5), "sample");
        runs.addRun(std::move(foreign));
        add(0.25, 0);  // nobody knows when
        const QString project = QStringLiteral("lenet");
        const RunSettings same = settingsOf(trained(0.01), "sample");
        QCOMPARE(runName(project, same, runs, nullptr), QStringLiteral("lenet · adam · learning_rate 0.01"));
        add(0.02, 300);
        QCOMPARE(runName(project, same, runs, nullptr), QStringLiteral("lenet · adam · learning_rate 0.01"));
        QCOMPARE(runName(project, same, runs, runs.find(second)), QStringLiteral("lenet · adam"));
    }
};

QTEST_GUILESS_MAIN(TestRunName)

}  // namespace test_run_name

#include "test_run_name.moc"
