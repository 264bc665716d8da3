// The time of a step in the window: from a calibration on disk, for the network as it stands, and nothing where the
// machine was not measured or the network is wrong.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/backend/device.h"
#include "engine/io/calibration_file.h"
#include "engine/model/templates.h"
#include "ui/jobs/step_forecast.h"
#include "ui/models/data_set_model.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"
#include "ui/models/watch_list.h"

namespace test_step_forecast {

using namespace tl;

class TestStepForecast : public QObject {
    Q_OBJECT
    QTemporaryDir cache_;

    struct Bench {
        JobTracker jobs;
        NetworkModel network{jobs};
        TrainingModel training;
        DataSetModel data{jobs};
        DeviceList devices{jobs};
        WatchList watches;
        StepForecast forecast{jobs, network, training, data, devices, watches};
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
        QTRY_VERIFY(bench.forecast.planBytes() > 0);
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

    // A plan of seconds would hold up what the window's few threads are there for.
    void plansAreCompiledOneAtATime() {
        Bench bench;
        QTRY_VERIFY(bench.forecast.planBytes() > 0 && bench.jobs.running() == 0);
        const size_t small = bench.forecast.planBytes();
        int most = 0, began = 0, before = 0;
        connect(&bench.jobs, &JobTracker::runningChanged, this, [&](int count) {
            most = std::max(most, count);
            began += count > std::exchange(before, count);
        });
        const auto limit = [&](int mebibytes) {  // validation does not depend on it
            TrainingSpec spec = bench.training.spec();
            spec.memoryLimit = mebibytes;
            bench.training.setSpec(spec);
        };
        for (int mebibytes : {4000, 3000, 2000}) limit(mebibytes);
        QCOMPARE(bench.forecast.planBytes(), size_t{0});  // nothing of a plan that is no more
        QTRY_COMPARE(most, 1);
        limit(1000);  // while one is compiled
        QTRY_COMPARE(bench.forecast.planBytes(), small);
        QCOMPARE(most, 1);
        QCOMPARE(began, 2);
        // What a plan does not depend on begins nothing.
        TrainingSpec spec = bench.training.spec();
        spec.epochs += 1;
        spec.learningRate *= 2;
        bench.training.setSpec(spec);
        QVERIFY(!QTest::qWaitFor([&] { return began > 2; }, 600));
        QCOMPARE(bench.forecast.planBytes(), small);
    }

    void aTablesNumbersAreFloats() {
        QTemporaryDir folder;
        QFile table(folder.filePath(QStringLiteral("points.csv")));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("x,y,label\n1,2,a\n2,1,b\n3,4,a\n4,3,b\n");
        table.close();
        Bench bench;
        QTRY_VERIFY(bench.forecast.planBytes() > 0);
        bench.data.open(QStringLiteral("csv:") + table.fileName());
        QTRY_COMPARE(bench.data.state(), DataSetModel::State::Ready);
        QTRY_COMPARE(bench.forecast.planBytes(),
                     stepCost(bench.network.spec(), bench.network.facts(), bench.training.spec().batch,
                              trainingPlan(bench.training.spec(), DType::Float32))
                         .peakBytes());
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

}  // namespace test_step_forecast

#include "test_step_forecast.moc"
