// The time of a step in the window: from a calibration on disk, for the network as it stands, and nothing where the
// machine was not measured or the network is wrong.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/backend/device.h"
#include "engine/io/calibration_file.h"
#include "engine/model/templates.h"
#include "ui/jobs/step_forecast.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

using namespace tl;

class TestStepForecast : public QObject {
    Q_OBJECT
    QTemporaryDir cache_;

    struct Bench {
        JobTracker jobs;
        NetworkModel network{jobs};
        TrainingModel training;
        DeviceList devices{jobs};
        StepForecast forecast{jobs, network, training, devices};
        Bench() {
            QObject::connect(&training, &TrainingModel::changed, &network,
                             [this] { network.setTraining(training.spec()); });
            network.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
            network.setSpec(findTemplate("mlp").make(network.facts()));
        }
    };
    std::string file() const { return calibrationPath("cpu", findDevice("cpu").threads); }

private slots:
    void initTestCase() {
        QVERIFY(cache_.isValid());
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    }
    void cleanup() { QFile::remove(QString::fromStdString(file())); }

    void nothingIsToldOfAMachineNotMeasured() {
        Bench bench;
        QTRY_VERIFY(bench.network.reportIsCurrent() && bench.jobs.running() == 0);
        QCOMPARE(bench.forecast.seconds(), 0.0);
        // Memory needs no measurement: it is the plan's that a run would compile.
        QCOMPARE(bench.forecast.planBytes(),
                 stepCost(bench.network.spec(), bench.network.facts(), bench.training.spec().batch,
                          trainingPlan(bench.training.spec(), DType::UInt8))
                     .peakBytes());
        QVERIFY(bench.forecast.problem().empty());
        QVERIFY(bench.forecast.measurable());
        // Several devices, or one of another machine, are nothing to measure here.
        for (const char* elsewhere : {"cpu,cuda:7", "cuda:7"}) {
            TrainingSpec spec = bench.training.spec();
            spec.device = elsewhere;
            bench.training.setSpec(spec);
            QVERIFY(!bench.forecast.measurable());
        }
    }

    // A microsecond each kernel and nothing else, so that the answer is known.
    void followsTheNetworkAndTheBatch() {
        Calibration calibration;
        calibration.device = "cpu";
        calibration.kernels[""] = {1e-6, 0, 0, 0, 1};
        calibration.kernels["MatMul"] = {0, 1e-9, 0, 0, 1};
        writeCalibration(file(), calibration);
        Bench bench;
        QTRY_VERIFY(bench.forecast.seconds() > 0);
        const auto expected = [&] {
            return predictedSeconds(stepCost(bench.network.spec(), bench.network.facts(), bench.training.spec().batch,
                                             trainingPlan(bench.training.spec(), DType::UInt8)),
                                    calibration);
        };
        QCOMPARE(bench.forecast.seconds(), expected());
        const double before = bench.forecast.seconds();

        TrainingSpec larger = bench.training.spec();
        larger.batch *= 4;
        bench.training.setSpec(larger);
        QTRY_VERIFY(bench.forecast.seconds() > 2 * before);
        QCOMPARE(bench.forecast.seconds(), expected());

        NetworkSpec broken = bench.network.spec();
        broken.links.pop_back();
        bench.network.setSpec(broken);
        QTRY_COMPARE(bench.forecast.seconds(), 0.0);
    }

    void aDamagedFileIsTold() {
        QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(file())).path()));
        QFile damaged(QString::fromStdString(file()));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{");
        damaged.close();
        Bench bench;
        QTRY_VERIFY(!bench.forecast.problem().empty());
        QCOMPARE(bench.forecast.seconds(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestStepForecast)
#include "test_step_forecast.moc"
