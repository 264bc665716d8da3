// The window's own program is killed with SIGKILL at twenty drawn moments, while it trains and is edited, some of them
// while the run's folder is in the making: every run is found with its curve and the newest checkpoint that was
// written, and the recovery copy holds all edits but those of the last second. This program starts itself again as the
// window; a robot inside does the edits and tells each of them.
#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <QtTest>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <vector>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "app/window/workbench_main.h"
#include "engine/core/rng.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "ui/models/workbench.h"

namespace test_window_kill {

using namespace tl;

namespace {

constexpr int kKills = 20, kBegins = 4, kEditMs = 25, kTicksAllowed = 1000 / kEditMs;

MainWindow* mainWindow() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<MainWindow*>(widget)) return window;
    return nullptr;
}

// The step that its newest checkpoint is of; 0: there is none yet.
long long checkpointOf(const std::string& folder) {
    for (const RunCheckpoint& each : checkpointsIn(folder))
        if (each.kind == RunCheckpoint::Newest) return each.step;
    return 0;
}

// Once the data is there it starts a run and then adds a layer each turn: "edit 7 300 200" is the seventh edit, at the
// 300th step of the run, with a checkpoint of the 200th on the disk. Turns are counted, so a slow machine slows the
// count as well.
void robot() {
    auto* timer = new QTimer(qApp);
    timer->setInterval(kEditMs);
    QObject::connect(timer, &QTimer::timeout, timer, [edits = 0]() mutable {
        MainWindow* window = mainWindow();
        if (!window) return;
        Workbench& bench = window->workbench();
        if (edits == 0 && (bench.data.state() != DataSetModel::State::Ready || !bench.network.reportIsCurrent()))
            return;
        if (edits == 0) window->findChild<QAction*>(QStringLiteral("trainAction"))->trigger();
        const Run* run = bench.runs.find(bench.controller.currentRun());
        if (edits > 0 && (!run || run->lastStep.step == 0)) return;
        const size_t layers = bench.network.spec().nodes.size();
        window->findChild<QAction*>(QStringLiteral("add_Dropout"))->trigger();
        if (bench.network.spec().nodes.size() != layers + 1) std::abort();
        std::printf("edit %d %lld %lld\n", ++edits, run ? static_cast<long long>(run->lastStep.step) : 0LL,
                    run ? checkpointOf(run->folder.toStdString()) : 0LL);
        std::fflush(stdout);
    });
    timer->start();
}

}  // namespace

class TestWindowKill : public QObject {
    Q_OBJECT
private slots:
    void killedAnywhereNothingIsLost() {
        QTemporaryDir folder;
        Project project;
        project.name = "victim";
        project.dataSpec = "sample";
        project.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        project.training.epochs = 100000;
        const QString file = folder.filePath("victim.tlm");
        saveProject(project, file.toStdString());
        const size_t layers = project.network.nodes.size();
        Rng rng(7, streamId("window kill"));
        QStringList seen;
        long long mostKept = 0;
        for (int kill = 0; kill < kKills; ++kill) {
            // The first edit is told as the run is asked for, all others once it has done a step.
            const bool begins = kill < kBegins;
            int after = begins ? 1 : 2 + static_cast<int>(rng.below(119));
            // The last one waits until there is a checkpoint to lose: how soon an epoch ends is the machine's matter.
            const bool waits = kill + 1 == kKills;
            const QString home = folder.filePath(QStringLiteral("home-%1").arg(kill));
            QDir().mkpath(home);
            int edits = 0;
            long long kept = 0;               // the newest checkpoint's step
            std::vector<long long> shown{0};  // the run's step at each edit
            {
                QProcess window;
                window.setProcessEnvironment([] {
                    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                    environment.insert("TENSORLOOM_TEST_ROBOT", "1");
                    return environment;
                }());
                window.start(QCoreApplication::applicationFilePath(),
                             {"app.window_kill", "--settings", home + "/settings.ini", file});
                QVERIFY(window.waitForStarted());
                const auto goesOn = [&] { return edits < after || (waits && kept == 0); };
                while (goesOn() && window.waitForReadyRead(300000))
                    while (window.canReadLine() && goesOn()) {
                        long long step = 0;
                        if (std::sscanf(window.readLine().constData(), "edit %d %lld %lld", &edits, &step, &kept) == 3)
                            shown.push_back(step);
                    }
                if (waits) after = std::max(after, edits);
                QCOMPARE(edits, after);
                if (begins) QThread::usleep(rng.below(60000));
                ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
                QVERIFY(window.waitForFinished(120000));
            }
            // The run: beside the project, with its curve and something to go on from.
            QString found;
            for (const std::string& each : runFoldersIn(folder.filePath("runs").toStdString()))
                if (!seen.contains(QString::fromStdString(each))) found = QString::fromStdString(each);
            if (begins && found.isEmpty()) continue;  // it was no run yet
            QVERIFY(!found.isEmpty());
            seen << found;
            const RunOnDisk run = readRun(found.toStdString());
            QVERIFY2(run.problems.empty(),
                     qPrintable(QString::fromStdString(run.problems.empty() ? "" : run.problems[0].english())));
            QVERIFY(!run.live);
            QCOMPARE(QString::fromStdString(run.info.project), file);
            int64_t steps = 0;
            for (const Event& event : run.events)
                if (const auto* one = std::get_if<StepRecord>(&event)) QCOMPARE(one->step, ++steps);
            // What the window had shown a second before is in the folder.
            QCOMPARE(static_cast<int>(shown.size()), after + 1);
            if (!begins) QVERIFY(run.hasCheckpoint && checkpointOf(found.toStdString()) >= kept);
            mostKept = std::max(mostKept, kept);
            if (after > kTicksAllowed) {
                const long long owed = shown[static_cast<size_t>(after - kTicksAllowed)];
                QVERIFY(owed > 0);
                QVERIFY2(steps >= owed, qPrintable(QStringLiteral("%1 of %2 steps").arg(steps).arg(owed)));
                loadCheckpoint(found.toStdString());
            }
            // The edits: in the copy, but for those of the last second.
            int copied = 0;
            const QDir recovery(home + "/recovery");
            for (const QString& copy : recovery.entryList({"*.tlm"}))
                copied =
                    static_cast<int>(loadProject(recovery.filePath(copy).toStdString()).network.nodes.size() - layers);
            QVERIFY2(copied >= after - kTicksAllowed,
                     qPrintable(QStringLiteral("killed after edit %1, the copy has %2").arg(after).arg(copied)));
            QVERIFY(copied <= after + kTicksAllowed);
        }
        QVERIFY(mostKept > 0);
        // The next window lists them all.
        WindowSettings settings(folder.filePath("last"));
        MainWindow window(settings.settings, folder.filePath("last/recovery"));
        window.start(file);
        QVERIFY(QTest::qWaitFor([&] { return window.workbench().runs.runs().size() == size_t(seen.size()); }, 120000));
        for (const Run& run : window.workbench().runs.runs())
            QVERIFY(run.lastStep.step == 0 || (run.state == RunState::Stopped && run.cutOff));
    }

private:
    struct WindowSettings {
        explicit WindowSettings(const QString& folder) : settings(folder + "/settings.ini", QSettings::IniFormat) {
            QDir().mkpath(folder);
        }
        QSettings settings;
    };
};

namespace {

int runSuite(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("TENSORLOOM_TEST_ROBOT")) {
        qAddPreRoutine(robot);
        return tl::workbenchMain(argc, argv);
    }
    QApplication application(argc, argv);
    TestWindowKill test;
    return QTest::qExec(&test, argc, argv);
}

const bool suiteIsAdded = tl::test::addSuite(__FILE__, runSuite);

}  // namespace

}  // namespace test_window_kill

#include "test_window_kill.moc"
