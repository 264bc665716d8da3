// Runs outlive their window: they are listed again from their folders, can be continued, begun from, evaluated, named
// and deleted; quitting asks about one under way, which may go on as a program of its own and is found again.
#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeView>
#include <QTreeWidget>
#include <QtTest>

#include "engine/io/checkpoint.h"
#include "engine/model/templates.h"
#include "engine/run/run_info.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "tests/app/run_gestures.h"
#include "tests/support/kernels_on_disk.h"
#include "ui/commands/training_editor.h"
#include "ui/models/breakpoints.h"
#include "ui/scalars/chart_card.h"
#include "ui/scalars/runs_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/action_table.h"
#include "ui/training/training_panel.h"
#include "widgets/controls/question.h"

namespace test_runs {

using namespace tl;

namespace {

// A tenth of the training images held out: the data is split anew.
bool validated(WindowFixture& f) {
    setTraining(f, [](TrainingSpec& spec) { spec.validationFraction = 0.1; });
    return QTest::qWaitFor(
        [&] {
            return f.bench().data.state() == DataSetModel::State::Ready && f.bench().data.dataSet()->validation &&
                   f.bench().network.reportIsCurrent();
        },
        kPatienceMs);
}

QAction* runAction(WindowFixture& f, int run, const char* name) {
    f.window->showWorkspace(MainWindow::TrainSpace);
    f.find<RunsPanel>("runsPanel")->setCurrentRun(run);
    f.window->actionTable().refresh();
    return f.find<QAction>(name);
}

std::vector<double> curve(const Run& run, const char* tag) {
    std::vector<double> values;
    if (const auto found = run.scalars.find(QLatin1String(tag)); found != run.scalars.end())
        for (const ScalarPoint& point : found->second) values.push_back(point.value);
    return values;
}

}  // namespace

class TestRuns : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        qputenv("TENSORLOOM_CLI", TENSORLOOM_CLI);
        qputenv("XDG_DATA_HOME", trash_.path().toUtf8());  // what is deleted lands here
    }

    void aRunIsThereAgainInTheNextWindow() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(validated(f));
        const int id = train(f, 2);
        QVERIFY(id >= 0);
        const Run before = f.run();
        QVERIFY(!before.folder.isEmpty());
        f.open();
        QVERIFY(f.ready());
        QVERIFY(listed(f, 1));
        const Run& after = f.bench().runs.runs().front();
        QVERIFY(QTest::qWaitFor([&] { return after.whole; }, kPatienceMs));
        QCOMPARE(after.name, before.name);
        QCOMPARE(after.folder, before.folder);
        QCOMPARE(after.state, RunState::Finished);
        for (const auto& [tag, points] : before.scalars)
            QCOMPARE(curve(after, qPrintable(tag)), curve(before, qPrintable(tag)));
        QCOMPARE(after.confusion, before.confusion);
        QVERIFY(!after.confusion.isEmpty());
        QCOMPARE(f.bench().controller.currentRun(), -1);  // looked at, not under way
        QVERIFY(!f.bench().controller.hasWeights());
    }

    void anotherProjectNeverShowsThem() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        f.bench().rates.start();  // nor what rate was found for another one's network, now or later
        QTRY_VERIFY(!f.bench().rates.points().empty());
        f.window->document().newFromTemplate("mlp");
        QVERIFY(!f.bench().rates.running() && f.bench().rates.points().empty());
        QVERIFY(f.bench().runs.runs().empty());
        QCOMPARE(f.bench().controller.currentRun(), -1);
        QCOMPARE(f.bench().controller.state(), RunState::Idle);
        QVERIFY(!f.bench().controller.hasWeights());
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        QVERIFY(f.window->document().dirty());  // its run would be hard to find again without a file
        f.window->document().newFromTemplate("mlp");
        test::settle();
        QVERIFY(QTest::qWaitFor([&] { return f.bench().jobs.running() == 0; }, kPatienceMs));
        QVERIFY(f.bench().runs.runs().empty());  // not even the same template's
        QVERIFY(f.bench().rates.points().empty() && f.bench().rates.suggestion() == 0);
        f.window->document().openSample();
        QVERIFY(listed(f, 1));
    }

    // What the command line trained beside the project stands in the list, and is continued in the window.
    void theCommandLinesRunsOpen() {
        QTemporaryDir folder;
        WindowFixture f;
        QVERIFY(f.ready());
        const QString project = folder.filePath("net.tlm");
        f.window->document().save(project);
        QVERIFY(QTest::qWaitFor([&] { return f.window->document().path() == project; }, kPatienceMs));
        QProcess cli;
        cli.setWorkingDirectory(folder.path());
        cli.start(TENSORLOOM_CLI, {"train", "net.tlm", "--epochs", "1"});
        QVERIFY(cli.waitForFinished(kPatienceMs));
        QCOMPARE(cli.exitCode(), 0);
        QVERIFY(listed(f, 1));  // found while the window is open
        const int id = f.bench().runs.runs().front().id;
        QVERIFY(QTest::qWaitFor([&] { return f.bench().runs.find(id)->state == RunState::Finished; }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return f.bench().runs.find(id)->whole; }, kPatienceMs));
        const size_t points = curve(*f.bench().runs.find(id), "loss").size();
        QAction* go = runAction(f, id, "continueRun");
        QVERIFY2(go->isEnabled(), qPrintable(go->text()));
        QCOMPARE(go->text(), QStringLiteral("Continue…"));  // how far is asked
        go->trigger();
        QVERIFY(shown<Question>(f, "continueRunBox"));
        QTest::keyClicks(f.find<QSpinBox>("questionField"), QStringLiteral("2"));
        QTest::keyClick(f.find<QSpinBox>("questionField"), Qt::Key_Return);
        QVERIFY(f.reaches(RunState::Running, kPatienceMs) || f.bench().controller.state() == RunState::Finished);
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QCOMPARE(f.bench().runs.runs().size(), size_t{1});
        QCOMPARE(curve(*f.bench().runs.find(id), "loss").size(), 2 * points);
        QCOMPARE(curve(*f.bench().runs.find(id), "val_loss").size(), size_t{2});
        QCOMPARE(f.bench().runs.find(id)->settings.at(QStringLiteral("epochs")).toDouble(), 2.0);
    }

    // Another program's run stands: seen and stepped from here, and sent on.
    void aRunOfAnotherProgramStands() {
        QTemporaryDir folder;
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->document().newFromTemplate("mlp");
        QVERIFY(f.ready());
        const QString project = folder.filePath("net.tlm");
        f.window->document().save(project);
        QVERIFY(QTest::qWaitFor([&] { return f.window->document().path() == project; }, kPatienceMs));
        const auto place = [&] { return f.inWindow(&f.canvas(), f.canvas().nodeCenter(QStringLiteral("dense_1"))); };
        const QPoint before = place();
        QProcess cli;
        cli.setWorkingDirectory(folder.path());
        cli.start(TENSORLOOM_CLI, {"train", "net.tlm", "--epochs", "1", "--break", "before dense_1 at step 3"});
        QVERIFY(listed(f, 1));
        const Breakpoints& points = f.bench().controller.breakpoints();
        QTRY_VERIFY(points.stop());
        QTRY_VERIFY(f.find<QWidget>("stopStrip")->isVisible());
        test::settle();
        QCOMPARE(place(), before);  // what the hand points at does not move
        QCOMPARE(points.stop()->step, int64_t(3));
        QCOMPARE(points.stop()->layer, std::string("dense_1"));
        QVERIFY(!points.stop()->after);
        QVERIFY(!points.stop()->why.empty());
        bool made = false;
        for (const StopValue& value : points.stop()->values) made = made || (value.made && value.statistics.norm() > 0);
        QVERIFY(made);
        QVERIFY(f.bench().network.node("dense_1").standing);
        QCOMPARE(f.bench().controller.state(), RunState::Paused);
        // Its own settings are shown, and none of the project's among them.
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 33, spec.batch = 77, spec.learningRate = 0.25; });
        const auto shown = [&](const char* key) {
            auto* field = qobject_cast<QLineEdit*>(f.training().editorOf(QLatin1String(key)));
            return field ? field->text().section(' ', 0, 0) : QString();
        };
        QTRY_COMPARE(shown("epochs"), QStringLiteral("1"));
        QCOMPARE(shown("batch"), QString::number(f.run().training->batch));
        QCOMPARE(shown("learning_rate").toDouble(), f.run().training->learningRate);
        QVERIFY(!f.training().editorOf(QStringLiteral("epochs"))->isEnabled());
        f.trigger("stepOpAction");
        QTRY_VERIFY(points.stop() && points.stop()->number == 2);
        QVERIFY(points.stop()->after);
        // Below the canvas, and the graph, a strip says where, and steps by a click.
        auto* strip = f.find<QWidget>("stopStrip");
        f.window->showWorkspace(MainWindow::TrainSpace);
        QVERIFY(!strip->isVisible());
        f.window->showWorkspace(MainWindow::NetworkSpace);
        QTRY_VERIFY(strip->isVisible());
        test::settle();
        QVERIFY(strip->mapTo(f.window.get(), QPoint()).y() >=
                f.canvas().mapTo(f.window.get(), QPoint(0, f.canvas().height())).y());
        const auto words = [&] { return f.find<QLabel>("stopStripWords")->text(); };
        QVERIFY2(words().contains("dense_1") && words().contains("step 3"), qPrintable(words()));
        f.press("stripLayer");
        QTRY_VERIFY(points.stop() && points.stop()->number == 3);
        f.window->showWorkspace(MainWindow::GraphSpace);
        QVERIFY(strip->isVisible());
        f.trigger("stepAgainAction");
        QTRY_VERIFY(points.stop() && points.stop()->index == 0);
        f.bench().controller.resume();  // to its breakpoint once more
        QTRY_VERIFY(points.stop() && points.stop()->number == 5);
        QCOMPARE(points.stop()->layer, std::string("dense_1"));
        // The keyboard, which was brought here from the graph, goes back to it with the strip.
        auto* graph = f.find<QWidget>("graphCanvas");
        graph->setFocus();
        auto* goOn = f.find<QWidget>("stripContinue");
        goOn->setFocus(Qt::TabFocusReason);
        QVERIFY(goOn->hasFocus());
        QTest::keyClick(goOn, Qt::Key_Space);
        QTRY_VERIFY(!points.stop());
        QVERIFY(!strip->isVisible());
        QCOMPARE(f.window->focusWidget(), graph);
        QTRY_COMPARE(cli.state(), QProcess::NotRunning);
        QCOMPARE(cli.exitCode(), 0);
        QTRY_COMPARE(shown("epochs"), QStringLiteral("33"));
        QCOMPARE(shown("batch"), QStringLiteral("77"));
    }

    // A project without a file has its runs in the user's folder; with the file they move beside it.
    void savingTakesTheRunsAlong() {
        QTemporaryDir folder;
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->document().newFromTemplate("mlp");
        QVERIFY(f.ready());
        const int id = train(f, 1);
        QVERIFY(id >= 0);
        QVERIFY(f.run().folder.startsWith(f.folder.path()));
        // Two charts that were put together, and a range of one, go along, too.
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* charts = f.find<ScalarsPanel>("scalarsPanel");
        const QString loss = QStringLiteral("loss"), accuracy = QStringLiteral("accuracy");
        QVERIFY(charts->chart(loss) && charts->chart(accuracy));
        charts->join(*charts->chart(loss), *charts->chart(accuracy));
        PlotLimits limits;
        limits.yFrom = 0.25;
        charts->chart(loss)->plot().setLimits(limits);
        const QString project = folder.filePath("mine.tlm");
        f.window->document().save(project);
        QVERIFY(QTest::qWaitFor([&] { return f.bench().runs.find(id)->folder.startsWith(folder.path() + "/runs/"); },
                                kPatienceMs));
        QVERIFY(!f.window->document().dirty());
        const QString said = f.window->messages().sentence();
        QVERIFY2(said.contains("1 run came along") && said.contains(folder.path() + "/runs"), qPrintable(said));
        f.open(project);
        QVERIFY(listed(f, 1));
        QCOMPARE(f.bench().runs.runs().front().state, RunState::Finished);
        f.window->showWorkspace(MainWindow::TrainSpace);
        charts = f.find<ScalarsPanel>("scalarsPanel");
        QTRY_VERIFY(charts->chart(loss));
        QCOMPARE(charts->chart(loss)->tags(), (QStringList{loss, accuracy}));
        QCOMPARE(charts->chart(loss)->view().limits.yFrom, 0.25);
        // The unsaved project's own are cleared away.
        for (const QString& key : f.settings->allKeys()) QVERIFY2(!key.contains("unsaved"), qPrintable(key));
    }

    // Points and pictures of charts are written when the window goes, not given up.
    void quittingWaitsForWhatIsWritten_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"points.csv", "charts.png", "charts.svg"}) QTest::newRow(name) << QString(name);
    }
    void quittingWaitsForWhatIsWritten() {
        QFETCH(const QString, name);
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        QTemporaryDir folder;
        f.window->document().save(folder.filePath("clean.tlm"));
        QVERIFY(QTest::qWaitFor([&] { return !f.window->document().dirty(); }, kPatienceMs));
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* panel = f.find<ScalarsPanel>("scalarsPanel");
        const QString path = folder.filePath(name);
        name.endsWith("csv")   ? panel->saveCsv(path)
        : name.endsWith("png") ? panel->savePng(path)
                               : panel->saveSvg(path);
        f.window->close();
        QVERIFY(QTest::qWaitFor([&] { return !f.window->isVisible(); }, kPatienceMs));
        QVERIFY(QFileInfo(path).size() > 1000);
    }

    void quittingWithALiveRunAsksAlsoOnACleanProject() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        QTemporaryDir folder;
        f.window->document().save(folder.filePath("clean.tlm"));
        QVERIFY(QTest::qWaitFor([&] { return !f.window->document().dirty(); }, kPatienceMs));
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 3; }, kPatienceMs));
        const QString run = f.run().folder;

        f.window->close();
        auto* box = shown<Question>(f, "liveRunBox");
        QVERIFY(box);
        QTest::mouseClick(f.find<QPushButton>("cancelButton"), Qt::LeftButton);
        QVERIFY(f.window->isVisible());
        QVERIFY(f.bench().controller.active());

        QVERIFY(QTest::qWaitFor([&] { return !f.find<Question>("liveRunBox"); }, kPatienceMs));
        f.window->close();
        QVERIFY(shown<Question>(f, "liveRunBox"));
        QTest::mouseClick(shown<QPushButton>(f, "stopRunButton"), Qt::LeftButton);
        // Until the step under way is done it stops, and nothing is asked twice.
        QVERIFY(f.bench().controller.stopping());
        QVERIFY(!f.find<QPushButton>("trainButton")->isEnabled());
        f.window->close();
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("step under way")),
                 qPrintable(f.window->messages().sentence()));
        QVERIFY(QTest::qWaitFor([&] { return !f.window->isVisible(); }, kPatienceMs));
        QVERIFY(!f.bench().controller.releasing());
        QVERIFY(!isLive(run.toStdString()));
        const RunOnDisk left = readRun(run.toStdString());
        QVERIFY(left.hasCheckpoint);
        const auto* last = std::get_if<StateRecord>(&left.events.back());
        QVERIFY(last && last->state == RunState::Stopped);
        QVERIFY(loadCheckpoint(run.toStdString()).position.step > 0);
    }

    // It had a checkpoint from its start, of which nothing is told: it can be gone on from as in the next window.
    void aRunThatFailedAtOnceHasItsCheckpoint() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.learningRate = 1e30; });
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Paused, kPatienceMs));
        QTRY_VERIFY(f.bench().controller.breakpoints().stop());
        QVERIFY(f.bench().controller.breakpoints().stop()->last);
        f.trigger("pauseAction");  // End run
        QVERIFY(f.reaches(RunState::Failed, kPatienceMs));
        const int id = f.bench().controller.currentRun();
        QTRY_COMPARE(f.bench().controller.weightsObstacle(id), QString());
        QVERIFY(runAction(f, id, "continueRun")->isEnabled());
    }

    // A run's rate is taken back where it was set; what cannot be seen meanwhile is left alone.
    void undoBesideALiveRunIsOfTheRun() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        TrainingEditor editor(f.bench().training, f.bench().undo);
        editor.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
        QCOMPARE(f.bench().undo.index(), 1);
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 3; }, kPatienceMs));
        QWidget* rate = f.training().editorOf(QStringLiteral("learning_rate"));
        rate->setFocus();
        QTest::keyClick(rate, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(rate, QStringLiteral("0.002"));
        QTest::keyClick(rate, Qt::Key_Return);
        QTRY_COMPARE(f.run().marks.size(), size_t{1});
        QTest::keyClick(rate, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(f.run().marks.size(), size_t{2});
        QCOMPARE(f.run().marks[1].to, f.run().marks[0].from);
        QTest::keyClick(rate, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench().undo.index(), 1);
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("run under way")),
                 qPrintable(f.window->messages().sentence()));
        f.trigger("stopAction");
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        f.trigger("undoAction");
        QCOMPARE(f.bench().undo.index(), 0);
    }

    void aRunGoesOnWithoutItsWindowAndIsFoundAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        QTemporaryDir folder;
        const QString project = folder.filePath("on.tlm");
        f.window->document().save(project);
        QVERIFY(QTest::qWaitFor([&] { return !f.window->document().dirty(); }, kPatienceMs));
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 3; }, kPatienceMs));
        const QString run = f.run().folder;
        f.window->close();
        QVERIFY(shown<Question>(f, "liveRunBox"));
        QTest::mouseClick(shown<QPushButton>(f, "goOnButton"), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return !f.window->isVisible(); }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return isLive(run.toStdString()); }, kPatienceMs));

        f.open(project);
        QVERIFY(listed(f, 1));
        QVERIFY(QTest::qWaitFor([&] { return f.bench().controller.active(); }, kPatienceMs));
        QVERIFY(!f.bench().controller.own());
        QVERIFY(f.run().elsewhere);
        const size_t before = f.points("loss");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > before + 10; }, kPatienceMs));
        // No gap where it changed hands.
        const auto points = f.run().scalars.at(QStringLiteral("loss"));
        for (size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<double>(i + 1));

        // What it is asked for reaches it in the order it was asked for.
        for (int i = 1; i <= 60; ++i) f.bench().controller.setLearningRate(0.001 + 1e-6 * i);
        QStringList asked;
        QTRY_COMPARE(([&] {
                         QFile file(run + QStringLiteral("/requests.jsonl"));
                         asked = file.open(QIODevice::ReadOnly)
                                     ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                     : QStringList();
                         return asked.size();
                     }()),
                     qsizetype{60});
        for (int i = 1; i <= 60; ++i)
            QCOMPARE(QJsonDocument::fromJson(asked[i - 1].toUtf8()).object()["learning_rate"].toDouble(),
                     0.001 + 1e-6 * i);

        // The window that found it steers it, and closing that window leaves it alone.
        f.press("trainButton");  // "Pause" now
        QVERIFY(f.reaches(RunState::Paused, kPatienceMs));
        f.window->close();
        QVERIFY(!f.window->isVisible());
        QVERIFY(isLive(run.toStdString()));
        f.open(project);
        QVERIFY(f.reaches(RunState::Paused, kPatienceMs));
        QTest::mouseClick(shown<QWidget>(f, "stopButton"), Qt::LeftButton);
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return !isLive(run.toStdString()); }, kPatienceMs));
    }

    void aStoppedRunContinuesToItsEnd() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(validated(f));
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 3; });
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 5; }, kPatienceMs));
        QVERIFY(!runAction(f, f.bench().controller.currentRun(), "continueRun")->isEnabled());
        QVERIFY(!runAction(f, f.bench().controller.currentRun(), "deleteRun")->isEnabled());
        f.trigger("stopAction");
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        f.open();  // also by the next window
        QVERIFY(f.ready());
        QVERIFY(listed(f, 1));
        const int id = f.bench().runs.runs().front().id;
        QCOMPARE(runAction(f, id, "continueRun")->text(), QStringLiteral("Continue"));  // it asks nothing
        runAction(f, id, "continueRun")->trigger();
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const Run& run = *f.bench().runs.find(id);
        QCOMPARE(curve(run, "val_loss").size(), size_t{3});
        const auto& points = run.scalars.at(QStringLiteral("loss"));
        for (size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<double>(i + 1));
    }

    // As the command line tells it: the run goes on with its data as they are by now.
    void otherDataThanTheRunBeganOnIsTold() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int id = train(f, 1);
        QVERIFY(id >= 0);
        const std::string folder = f.bench().runs.find(id)->folder.toStdString();
        const auto goOn = [&](int epochs) {
            RunController& controller = f.bench().controller;
            const auto rests = [&] { return !isLive(folder) && controller.resumeObstacle(id).isEmpty(); };
            if (!QTest::qWaitFor(rests, kPatienceMs)) return false;
            controller.resumeRun(id, epochs);
            return controller.active() && f.reaches(RunState::Finished, kPatienceMs);
        };
        const auto told = [&] { return f.window->messages().sentence(); };
        QVERIFY(goOn(2));
        QVERIFY2(!told().contains(QStringLiteral("not what the run was trained on")), qPrintable(told()));
        RunInfo info = readRunInfo(folder);
        info.hashes["data"] = "of other labels";
        info.images = 7;
        writeRunInfo(info, folder);
        QVERIFY(goOn(3));
        QVERIFY2(told().contains(QStringLiteral("not what the run was trained on")) &&
                     told().contains(QStringLiteral("training samples instead of 7")),
                 qPrintable(told()));
    }

    void namesNotesWeightsSettingsAndDeletion() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(validated(f));
        const int first = train(f, 2);
        QVERIFY(first >= 0);
        const Run trained = *f.bench().runs.find(first);

        runAction(f, first, "renameRun")->trigger();
        QVERIFY(shown<Question>(f, "renameRunBox"));
        QTest::keyClicks(f.find<QLineEdit>("questionField"), QStringLiteral("the good one"));
        QTest::keyClick(f.find<QLineEdit>("questionField"), Qt::Key_Return);
        QTRY_COMPARE(f.bench().runs.find(first)->name, QStringLiteral("the good one"));
        runAction(f, first, "noteRun")->trigger();
        QVERIFY(shown<Question>(f, "noteRunBox"));
        auto* note = f.find<QPlainTextEdit>("questionField");
        QTest::keyClicks(note, QStringLiteral("kept the"));
        QTest::keyClick(note, Qt::Key_Return);
        QTest::keyClicks(note, QStringLiteral("first layer"));
        QTest::keyClick(note, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(f.bench().runs.find(first)->info.note, std::string("kept the\nfirst layer"));
        QCOMPARE(readRunInfo(trained.folder.toStdString()).name, std::string("the good one"));

        // Begun with its weights, a run is better at its first steps than one from nothing.
        runAction(f, first, "useWeights")->trigger();
        QCOMPARE(f.bench().controller.startsFrom(), first);
        f.bench().selection.setRun(first);
        const int second = train(f, 1);
        QVERIFY(second > first);
        QCOMPARE(f.bench().selection.run(), second);  // what begins is what one looks at
        QVERIFY(curve(*f.bench().runs.find(second), "loss").front() < 0.5 * curve(trained, "loss").front());
        const RunInfo child = readRunInfo(f.bench().runs.find(second)->folder.toStdString());
        QCOMPARE(child.parent.id, readRunInfo(trained.folder.toStdString()).id);
        QVERIFY(child.parent.weightsOnly);

        // Its settings, in one undo step.
        setTraining(f, [](TrainingSpec& spec) { spec.batch = 77; });
        const int steps = f.bench().undo.count();
        runAction(f, first, "restoreSettings")->trigger();
        QTRY_COMPARE(f.bench().training.spec().batch, 32);
        QCOMPARE(f.bench().undo.count(), steps + 1);
        f.bench().undo.undo();
        QCOMPARE(f.bench().training.spec().batch, 77);

        // As the command line evaluates it.
        f.bench().selection.setRun(first);
        runAction(f, first, "evaluateRun")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !f.bench().runs.find(first)->evaluations.empty(); }, kPatienceMs));
        QVERIFY(f.find<QLabel>("confusionTitle")->text().contains(QStringLiteral("test split")));
        const auto& values = f.bench().runs.find(first)->evaluations.front().values;
        QProcess eval;
        eval.start(TENSORLOOM_CLI, {"eval", trained.folder + "/best.safetensors", "--split", "test", "--json"});
        QVERIFY(eval.waitForFinished(kPatienceMs));
        const auto said = QJsonDocument::fromJson(eval.readAllStandardOutput()).object();
        QVERIFY(std::abs(said["accuracy"].toDouble() - static_cast<double>(values.at("accuracy"))) < 1e-5);
        QVERIFY(std::abs(said["loss"].toDouble() - static_cast<double>(values.at("loss"))) < 1e-4);

        // Two at once are two answers.
        runAction(f, first, "evaluateRun")->trigger();
        runAction(f, second, "evaluateRun")->trigger();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return f.bench().runs.find(first)->evaluations.size() == 2 &&
                       f.bench().runs.find(second)->evaluations.size() == 1;
            },
            kPatienceMs));

        // Other data, of another size, which the project does not take up.
        const QString digits = f.folder.filePath(QStringLiteral("digits")), own = f.bench().data.spec();
        for (const char* name : {"3", "7"}) {
            const QString inside = digits + QLatin1Char('/') + QLatin1String(name);
            QVERIFY(QDir().mkpath(inside));
            for (int i = 0; i < 2; ++i) {
                QImage image(30, 30, QImage::Format_Grayscale8);
                image.fill(40 * i);
                QVERIFY(image.save(QStringLiteral("%1/%2.png").arg(inside).arg(i)));
            }
        }
        runAction(f, first, "evaluateRunOnFolder")->trigger();
        QTRY_VERIFY(f.find<QFileDialog>("dataFolderDialog"));
        emit f.find<QFileDialog>("dataFolderDialog")->fileSelected(digits);
        f.find<QFileDialog>("dataFolderDialog")->close();
        QVERIFY(QTest::qWaitFor([&] { return f.bench().runs.find(first)->evaluations.size() == 3; }, kPatienceMs));
        const EvaluationRecord& other = f.bench().runs.find(first)->evaluations.back();
        QCOMPARE(other.split, std::string("digits"));
        QCOMPARE(other.images, int64_t{4});
        QVERIFY(QString::fromStdString(other.data).contains(digits));
        QVERIFY(f.find<QLabel>("confusionTitle")->text().contains(QStringLiteral("on “digits”")));
        QVERIFY(other.values.contains("accuracy"));
        QCOMPARE(f.bench().data.spec(), own);

        runAction(f, second, "deleteRun")->trigger();
        QVERIFY(shown<Question>(f, "deleteRunBox"));
        const QString gone = f.bench().runs.find(second)->folder;
        QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
        QVERIFY(listed(f, 1));
        QVERIFY(!QFile::exists(gone));

        f.open();
        QVERIFY(listed(f, 1));
        QCOMPARE(f.bench().runs.runs().front().name, QStringLiteral("the good one"));
        QCOMPARE(f.bench().runs.runs().front().evaluations.size(), size_t{3});
        // Each can be looked at again.
        f.bench().selection.setRun(f.bench().runs.runs().front().id);
        auto* list = f.find<QComboBox>("confusionSplitList");
        QTRY_VERIFY(list->findText(QStringLiteral("digits")) >= 0);
        const int row = list->findText(QStringLiteral("digits"));
        list->setCurrentIndex(row);
        emit list->activated(row);
        QVERIFY2(f.find<QLabel>("confusionTitle")->text().contains(QStringLiteral("on “digits”, best.safetensors")),
                 qPrintable(f.find<QLabel>("confusionTitle")->text()));
    }

    // Data without a test split: the grey entry says how a run has one, and a run that held a share out is evaluated on
    // it, whatever is held out of the open data by then.
    void evaluatedOnWhatWasHeldOut() {
        WindowFixture f;
        QVERIFY(f.ready());
        QFile rows(f.folder.filePath(QStringLiteral("kinds.csv")));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("x,kind\n");
        for (int i = 0; i < 200; ++i) rows.write(QByteArray::number(i % 7) + (i % 7 > 3 ? ",high\n" : ",low\n"));
        rows.close();
        f.window->document().openData(QStringLiteral("csv:") + rows.fileName());
        QTRY_VERIFY(f.bench().data.dataSet() && f.bench().data.dataSet()->numeric());
        QVERIFY(f.ready());
        f.bench().network.setSpec(findTemplate("mlp").make(f.bench().data.facts()));
        QVERIFY(f.ready());
        const int plain = train(f, 1);
        QVERIFY(plain >= 0);
        const QAction* evaluate = runAction(f, plain, "evaluateRun");
        QVERIFY(!evaluate->isEnabled());
        QVERIFY2(evaluate->toolTip().contains(QStringLiteral("test_split")), qPrintable(evaluate->toolTip()));

        const auto holdsOut = [&](double share) {
            setTraining(f, [&](TrainingSpec& spec) { spec.testFraction = share; });
            return QTest::qWaitFor([&] { return f.bench().data.validationSplit().testFraction == share; },
                                   kPatienceMs) &&
                   f.ready();
        };
        QVERIFY(holdsOut(0.2));
        QCOMPARE(f.bench().data.split(QStringLiteral("test"))->size(), int64_t{40});
        QVERIFY(!runAction(f, plain, "evaluateRun")->isEnabled());  // it saw them all
        const int held = train(f, 1);
        QVERIFY(held > plain);
        QVERIFY(holdsOut(0));
        QVERIFY(!f.bench().data.split(QStringLiteral("test")));
        QTRY_VERIFY(runAction(f, held, "evaluateRun")->isEnabled());
        runAction(f, held, "evaluateRun")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !f.bench().runs.find(held)->evaluations.empty(); }, kPatienceMs));
        QCOMPARE(f.bench().runs.find(held)->evaluations.front().images, int64_t{40});
    }

    // With the kernels that its journal tells, whatever the choices on the disk have become meanwhile.
    void aRunDoneAgainHasItsKernels() {
        test::KernelsOnDisk disk;
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.kernelChoice = "timed"; });
        const int first = train(f, 1);
        QVERIFY(first >= 0);
        const KernelChoices own = test::kernelsOfRun(f.run().folder.toStdString());
        QVERIFY(!own.empty());
        disk.become(test::otherKernels(own));
        QSignalSpy compared(&f.bench().controller, &RunController::compared);
        runAction(f, first, "runAgain")->trigger();
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QCOMPARE(test::kernelsOfRun(f.run().folder.toStdString()), own);
        QTRY_COMPARE(compared.count(), 1);
        QVERIFY2(compared[0][2].toBool(), qPrintable(compared[0][0].toString()));
        // The notice goes by itself: the row keeps what it said.
        const RunModel& runs = f.bench().runs;
        const QString tip = runs.index(runs.rowCount() - 1, RunModel::Name).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("Compared with %1: Same bits").arg(runs.find(first)->name)),
                 qPrintable(tip));
    }

    // Where a run done again differs between two steps whose weights both kept, the steps between are done once more
    // beside the window, which says so; what comes of it stands in the answer.
    void whereTheyPartIsLookedForBesideTheWindow() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int first = train(f, 1);
        QVERIFY(first >= 0);
        // The run's own trace of its weights after a step in the middle is another one than the run would come to.
        QFile trace(f.bench().runs.find(first)->folder + QStringLiteral("/weights.csv"));
        QVERIFY(trace.open(QIODevice::ReadWrite));
        QByteArrayList rows = trace.readAll().split('\n');
        QVERIFY(rows.size() > 6);
        const QByteArray step = rows[5].left(rows[5].indexOf(','));
        QByteArray& turned = rows[5];
        turned[turned.size() - 1] = turned.endsWith('0') ? '1' : '0';
        trace.resize(0);
        trace.write(rows.join('\n'));
        trace.close();

        QSignalSpy noted(&f.bench().controller, &RunController::noted);
        QSignalSpy compared(&f.bench().controller, &RunController::compared);
        runAction(f, first, "runAgain")->trigger();
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QTRY_COMPARE(compared.count(), 1);
        QVERIFY(!compared[0][2].toBool());
        QStringList said;
        for (const auto& each : noted) said << each[0].toString();
        said = said.filter(QStringLiteral("They differ. Steps "));
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0].contains(QStringLiteral("to %1 are done again").arg(QLatin1String(step))),
                 qPrintable(said[0]));
        const QString whole = compared[0][0].toString() + compared[0][1].toStringList().join(QLatin1Char(' '));
        QVERIFY2(whole.contains(QStringLiteral("was done again")), qPrintable(whole));
        QTRY_VERIFY2(f.window->messages().sentence().contains(QStringLiteral("was done again")),
                     qPrintable(f.window->messages().sentence()));
    }

    // A disk that takes no checkpoint is told while there is time to mend it, and the weights are not lost at the end.
    void checkpointsThatAreNotWrittenAreTold() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        QVERIFY(QTest::qWaitFor(
            [&] {
                const QString file = f.run().folder + QStringLiteral("/checkpoint.safetensors");
                return QFile::remove(file) && QDir().mkdir(file);  // where no file can go
            },
            kPatienceMs));
        const auto said = [&] { return f.window->messages().sentence(); };
        QVERIFY2(QTest::qWaitFor([&] { return said().contains(QStringLiteral("is not kept")); }, kPatienceMs),
                 qPrintable(said()));
        QVERIFY(f.run().live());
        QCOMPARE(f.run().problems.size(), size_t{1});
        QVERIFY(f.find<QLabel>("runProblem")->text().contains(QStringLiteral("was not written")));
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        f.pressOffer(QStringLiteral("Write them elsewhere…"));
        auto* ask = shown<QFileDialog>(f, "exportDialog");
        QVERIFY(ask);
        ask->reject();
    }

    // A rate that was set live is the last thing done, also for who looks at the charts; on the other pages, and when
    // the run is over, the project's steps are.
    void aLiveRateIsTakenBackFromTheCharts() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        const int epochs = f.bench().training.spec().epochs;
        f.typeEpochs(100000);
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        auto* rate = qobject_cast<QLineEdit*>(f.training().editorOf(QStringLiteral("learning_rate")));
        const QString before = rate->text();
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("0.00042"));
        QTest::keyClick(rate, Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return f.run().marks.size() == 1; }, kPatienceMs));
        const auto undo = [&f](QWidget* focus) {
            focus->setFocus();
            QTest::keyClick(focus, Qt::Key_Z, Qt::ControlModifier);
        };
        undo(f.find<QWidget>("plot.loss"));
        QVERIFY(QTest::qWaitFor([&] { return f.run().marks.size() == 2; }, kPatienceMs));
        QTRY_COMPARE(rate->text(), before);
        QCOMPARE(f.bench().training.spec().epochs, 100000);
        QTest::keyClick(f.find<QWidget>("plot.loss"), Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(QTest::qWaitFor([&] { return f.run().marks.size() == 3; }, kPatienceMs));
        f.window->showWorkspace(MainWindow::NetworkSpace);
        undo(&f.canvas());
        QCOMPARE(f.bench().training.spec().epochs, epochs);
        QCOMPARE(f.run().marks.size(), size_t{3});
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
    }

    // So is a table, once, until it is written again.
    void tablesThatAreNotWrittenAreTold() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        const QString table = f.run().folder + QStringLiteral("/history.csv");
        QVERIFY(QTest::qWaitFor([&] { return QFile::remove(table) && QDir().mkdir(table); }, kPatienceMs));
        const auto said = [&] { return f.window->messages().sentence(); };
        QVERIFY2(QTest::qWaitFor([&] { return said().contains(QStringLiteral("history.csv was not written")); },
                                 kPatienceMs),
                 qPrintable(said()));
        QCOMPARE(f.run().problems.size(), size_t{1});
        QVERIFY(QDir().rmdir(table));
        QVERIFY(QTest::qWaitFor([&] { return f.run().problems.empty(); }, kPatienceMs));
        QVERIFY2(!said().contains(QStringLiteral("history.csv")), qPrintable(said()));
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
    }

    // From a checkpoint of its own a new run goes on, beneath it; and the same work once more comes to the same bits.
    void forksAndRunsAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        const int first = train(f, 1);
        QVERIFY(first >= 0);
        const Run begun = *f.bench().runs.find(first);
        const double forkedAt = static_cast<double>(begun.lastStep.step);

        runAction(f, first, "forkRun")->trigger();
        QVERIFY(shown<QWidget>(f, "forkRunBox"));
        auto* from = f.find<QComboBox>("forkFrom");
        QVERIFY(from->count() >= 2);  // newest and best
        QVERIFY(from->itemText(0).contains(QString::number(begun.lastStep.step)));
        auto* rate = f.find<QLineEdit>("forkRate");
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("none"));
        QVERIFY(!f.find<QPushButton>("forkButton")->isEnabled());
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("0,0005"));
        QCOMPARE(f.find<QSpinBox>("forkEpochs")->value(), 2);  // one is done
        QTest::mouseClick(f.find<QPushButton>("forkButton"), Qt::LeftButton);
        QTRY_VERIFY(f.bench().controller.currentRun() != first);
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const Run child = *f.bench().runs.find(f.bench().controller.currentRun());
        // Its curve begins where it forked, with the rate that was given.
        QCOMPARE(child.scalars.at(QStringLiteral("loss")).front().step, forkedAt + 1);
        QCOMPARE(curve(child, "learning_rate").front(), 0.0005);
        QVERIFY(curve(child, "loss").front() < 0.5 * curve(begun, "loss").front());
        QVERIFY(f.bench().runs.parentOf(child));
        QCOMPARE(f.bench().runs.parentOf(child)->id, first);
        QCOMPARE(readRunInfo(child.folder.toStdString()).parent.step, begun.lastStep.step);
        QVERIFY(!readRunInfo(child.folder.toStdString()).parent.weightsOnly);
        auto* table = f.find<QTreeView>("runTable");
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->rowCount(table->model()->index(0, 0)), 1);

        QSignalSpy compared(&f.bench().controller, &RunController::compared);
        runAction(f, first, "runAgain")->trigger();
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QTRY_COMPARE(compared.count(), 1);
        QVERIFY2(compared[0][2].toBool(), qPrintable(compared[0][0].toString()));
        const Run again = *f.bench().runs.find(f.bench().controller.currentRun());
        QCOMPARE(curve(again, "loss"), curve(begun, "loss"));
        QCOMPARE(colorOf(readRunInfo(again.folder.toStdString())), again.color);
        QCOMPARE(table->model()->rowCount(table->model()->index(0, 0)), 2);
        runAction(f, first, "runAgain")->trigger();  // a third of the name: here and on the disk
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        QTRY_COMPARE(compared.count(), 2);
        const Run third = *f.bench().runs.find(f.bench().controller.currentRun());
        QVERIFY(third.name != again.name);
        QCOMPARE(QString::fromStdString(readRunInfo(third.folder.toStdString()).name), third.name);

        // Two rows chosen: what differs, on one screen.
        const auto at = [&](int run) {
            return table->model()
                ->match(table->model()->index(0, 0), RunModel::IdRole, run, 1, Qt::MatchExactly | Qt::MatchRecursive)
                .value(0);
        };
        table->selectionModel()->select(at(first), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table->selectionModel()->select(at(child.id), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(f.find<RunsPanel>("runsPanel")->chosenRuns(), (std::vector<int>{first, child.id}));
        f.window->actionTable().refresh();
        QVERIFY2(f.find<QAction>("compareRuns")->isEnabled(), qPrintable(f.find<QAction>("compareRuns")->toolTip()));
        f.trigger("compareRuns");
        auto* rows = shown<QTreeWidget>(f, "runDiffRows");
        QVERIFY(rows);
        QTRY_VERIFY(rows->topLevelItemCount() > 0);
        const auto found = rows->findItems(QStringLiteral("learning_rate"), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0]->text(1), QStringLiteral("0.001"));
        QCOMPARE(found[0]->text(2), QStringLiteral("0.0005"));
        QTest::mouseClick(f.find<QPushButton>("copyRunDiff"), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("* learning_rate\t0.001\t0.0005")));
        QTest::keyClick(f.window->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!f.find<QWidget>("runDiffSheet"));

        // Of two that are not the same the first step that differs is done once more, and stands there.
        emit f.bench().controller.compared(QStringLiteral("They differ."), {}, false, first, 3);
        QAbstractButton* offer = nullptr;
        QTRY_VERIFY([&] {
            for (auto* button : f.window->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->text().contains(QLatin1String("to step 3"))) offer = button;
            return offer != nullptr;
        }());
        QTest::mouseClick(offer, Qt::LeftButton);
        Breakpoints& points = f.bench().controller.breakpoints();
        QTRY_VERIFY(points.stop());
        QCOMPARE(points.stop()->step, int64_t(3));
        QVERIFY(points.all().empty());  // it was for this once
        const auto kept = [&] {
            return f.settings->allKeys()
                .filter(QRegularExpression(QStringLiteral("^breakpoints(/points|\\.projects/)")))
                .size();
        };
        QCOMPARE(kept(), 0);
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        QTRY_COMPARE(compared.count(), 4);  // what it says comes in place of what is offered, not after
        // A person's own of the same words stays.
        points.add(breakpointFrom("at step 3"));
        QCOMPARE(kept(), 1);
        emit f.bench().controller.compared(QStringLiteral("They differ."), {}, false, first, 3);
        offer = nullptr;
        QTRY_VERIFY([&] {
            for (auto* button : f.window->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->text().contains(QLatin1String("to step 3"))) offer = button;
            return offer != nullptr;
        }());
        QTest::mouseClick(offer, Qt::LeftButton);
        QTRY_VERIFY(points.stop());
        QCOMPARE(points.all().size(), size_t{1});
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        QCOMPARE(points.all().size(), size_t{1});
    }

    // From one of those that a callback keeps, too: with the rate as it was, its steps are those of the run that it
    // left.
    void forksFromACallbacksCheckpoint() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.callbacks = {{"model_checkpoint", {{"keep", int64_t{3}}}}}; });
        const int first = train(f, 3);
        QVERIFY(first >= 0);
        const Run begun = *f.bench().runs.find(first);
        runAction(f, first, "forkRun")->trigger();
        QVERIFY(shown<QWidget>(f, "forkRunBox"));
        auto* from = f.find<QComboBox>("forkFrom");
        const int second = from->findText(QStringLiteral("epoch-0002.safetensors"), Qt::MatchContains);
        QVERIFY(second >= 0);
        QVERIFY(from->findText(QStringLiteral("epoch-0001.safetensors"), Qt::MatchContains) >= 0);
        // By keys: a click soon after the one that opened a list is taken for its end.
        const Qt::Key towards = from->currentIndex() < second ? Qt::Key_Down : Qt::Key_Up;
        for (int key = 0; key < from->count() && from->currentIndex() != second; ++key) QTest::keyClick(from, towards);
        QCOMPARE(from->currentIndex(), second);
        f.find<QSpinBox>("forkEpochs")->setValue(3);
        QTest::keyClick(from, Qt::Key_Return);  // from any field
        QTRY_VERIFY(f.bench().controller.currentRun() != first);
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const Run child = *f.bench().runs.find(f.bench().controller.currentRun());
        const RunInfo info = readRunInfo(child.folder.toStdString());
        const int64_t epoch = begun.lastStep.step / 3;
        QCOMPARE(info.parent.step, 2 * epoch);
        QVERIFY(!info.parent.weightsOnly);
        const auto whole = curve(begun, "loss"), rest = curve(child, "loss");
        QCOMPARE(static_cast<int64_t>(rest.size()), epoch);
        QVERIFY(std::equal(rest.begin(), rest.end(), whole.end() - static_cast<ptrdiff_t>(epoch)));
    }

    void aDamagedFolderIsListedWithItsReason() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        const QString folder = f.run().folder;
        QFile file(folder + "/run.json");
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("{\"format\": \"tensorloom-run\", ");
        file.close();
        f.open();
        QVERIFY(listed(f, 1));
        const Run& run = f.bench().runs.runs().front();
        QVERIFY(!run.problems.empty());
        QVERIFY(run.problems[0].english().find("cut short") != std::string::npos);
        QVERIFY(!curve(run, "loss").empty());  // what can be read is shown
        QAction* rename = runAction(f, run.id, "renameRun");
        QVERIFY(!rename->isEnabled());
        QVERIFY2(rename->text().contains(QStringLiteral("cannot be read")), qPrintable(rename->text()));
    }

private:
    QTemporaryDir trash_;
};

QTEST_MAIN(TestRuns)

}  // namespace test_runs

#include "test_runs.moc"
