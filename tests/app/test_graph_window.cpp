// The Graph workspace with real mouse and keys: the plan is compiled while somebody looks, an op that is picked tells
// its kernel, cost and memory and goes to its layer and back, steps are measured, files of other programs open.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "engine/profile/trace.h"
#include "tests/app/window_fixture.h"
#include "tests/support/kernels_on_disk.h"
#include "ui/breakpoints/stop_strip.h"
#include "ui/commands/network_edits.h"
#include "ui/graph/graph_panel.h"
#include "ui/graph/graph_pictures.h"
#include "ui/graph/graph_stops.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/watch_list.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/memory_map.h"

namespace test_graph_window {

using namespace tl;

namespace {

struct GraphFixture : WindowFixture {
    GraphFixture() {
        QVERIFY(ready());
        QTest::keyClick(window.get(), Qt::Key_4, Qt::ControlModifier);
        settle();
    }
    OpGraphModel& graph() { return bench().graph; }
    const GraphView& view() { return *graph().view(); }
    GraphCanvas& picture() { return *find<GraphCanvas>("graphCanvas"); }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return graph().state() != OpGraphModel::State::Loading && !picture().busy(); },
                                120000));
    }
    void kind(int index) {
        QTest::mouseClick(find<SegmentedBar>("graphKinds")->segment(index), Qt::LeftButton);
        settle();
    }
    int nodeOf(const char* op) {
        for (size_t i = 0; i < view().nodes.size(); ++i)
            if (view().nodes[i].op == op) return int(i);
        return -1;
    }
    void click(GraphItem item) {
        const QRect rect = picture().itemRect(item);
        QVERIFY2(picture().rect().contains(rect.center()), "not in view");
        QTest::mouseClick(&picture(), Qt::LeftButton, {}, QPoint(rect.center().x(), rect.top() + 8));
    }
    QString words(const char* panel) {  // of all labels
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        QStringList all;
        for (QLabel* label : find<QWidget>(panel)->findChildren<QLabel*>())
            if (!label->isHidden()) all << label->text();
        return all.join(QLatin1Char('\n'));
    }
};

}  // namespace

class TestGraphWindow : public QObject {
    Q_OBJECT
private slots:
    void compilesWhenLookedAt() {
        WindowFixture before;
        QVERIFY(before.ready());
        QVERIFY(before.bench().graph.view()->nodes.empty());  // nobody looks yet
        GraphFixture fixture;
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Ready);
        QCOMPARE(fixture.view().kind, GraphKind::Compiled);
        QVERIFY(fixture.nodeOf("Conv2D") >= 0);
        // An edit makes it anew.
        const size_t steps = fixture.view().nodes.size();
        NetworkSpec network = fixture.bench().network.spec();
        for (const NodeSpec& node : network.nodes)
            if (node.type == "MaxPooling2D") {
                edits::removeLayers(network, {std::string(node.id)}, true);
                break;
            }
        fixture.bench().network.setSpec(network);
        QTRY_VERIFY(fixture.graph().state() == OpGraphModel::State::Ready && fixture.view().nodes.size() != steps);
    }

    void pickedOpTellsAll() {
        GraphFixture fixture;
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        QTest::mouseClick(&fixture.picture(), Qt::LeftButton, {}, QPoint(2, 400));
        QVERIFY(fixture.graph().pick().empty());
        fixture.click(conv);
        QCOMPARE(fixture.graph().pick().node, conv);
        const GraphNode& node = fixture.view().nodes[size_t(conv)];
        const QString words = fixture.words("opPanel");
        for (const QString& word : {q(node.kernel), flopsText(node.flops), QStringLiteral("shares with")})
            QVERIFY2(words.contains(word), qPrintable(word + QStringLiteral(" in ") + words));
        QCOMPARE(fixture.bench().selection.node(), q(node.layer));
        QCOMPARE(fixture.find<QPushButton>("graphToTimelineActionButton")->isEnabled(),
                 fixture.find<QAction>("workspace_profile") != nullptr);
        fixture.press("graphToCanvasActionButton");
        QVERIFY(fixture.canvas().isVisible());
        QCOMPARE(fixture.canvas().selectedNodes(), QStringList(q(node.layer)));
    }

    // Whatever was pressed here, the next keys on the canvas name no layer anew.
    void showOnCanvasEditsNoName() {
        GraphFixture fixture;
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        fixture.click(conv);
        const NetworkSpec before = fixture.bench().network.spec();
        for (const Qt::Key key : {Qt::Key_F2, Qt::Key_M, Qt::Key_Delete})
            QTest::keyClick(fixture.window->windowHandle(), key);
        fixture.press("graphToCanvasActionButton");
        QVERIFY(fixture.canvas().isVisible());
        QVERIFY(fixture.canvas().hasFocus());
        for (const Qt::Key key : {Qt::Key_Z, Qt::Key_Z, Qt::Key_Return})
            QTest::keyClick(fixture.window->windowHandle(), key);
        QVERIFY(fixture.bench().network.spec() == before);
    }

    // A layer that is picked on the canvas: its ops in the graph.
    void layersLeadHere() {
        GraphFixture fixture;
        fixture.window->showWorkspace(MainWindow::NetworkSpace);
        QString dense;
        for (const NodeSpec& node : fixture.bench().network.spec().nodes)
            if (node.type == "Dense") dense = q(node.id);
        fixture.canvas().revealNode(dense);
        fixture.bench().selection.setNode(dense);
        fixture.trigger("showInGraphAction");
        fixture.settle();
        QVERIFY(fixture.picture().isVisible());
        QVERIFY(fixture.graph().pick().node >= 0);
        QCOMPARE(q(fixture.view().nodes[size_t(fixture.graph().pick().node)].layer), dense);
        QVERIFY(fixture.picture().rect().contains(fixture.picture().itemRect(fixture.picture().pick()).center()));
    }

    void threeGraphs() {
        GraphFixture fixture;
        fixture.kind(0);
        QCOMPARE(fixture.view().nodes.size(), fixture.bench().network.spec().nodes.size());
        fixture.kind(1);
        QVERIFY(fixture.nodeOf("Conv2DKernelGrad") >= 0);
        const size_t ops = fixture.view().nodes.size();
        fixture.kind(2);
        QVERIFY(fixture.view().nodes.size() < ops);
        QVERIFY(!fixture.view().notes.empty());
        QVERIFY(fixture.words("graphSidePanel").contains(q(fixture.view().notes[0].text)));
    }

    void searchFindsAndGoes() {
        GraphFixture fixture;
        fixture.picture().setFocus();
        QTest::keyClick(&fixture.picture(), Qt::Key_Slash);
        auto* search = fixture.find<QLineEdit>("graphSearch");
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, QStringLiteral("grad"));
        QVERIFY(fixture.graph().matches().size() >= 2);
        for (int node : fixture.graph().matches()) {
            const GraphNode& one = fixture.view().nodes[size_t(node)];
            std::string all = one.name + one.op;
            for (int tensor : one.outputs) all += fixture.view().tensors[size_t(tensor)].name;
            QVERIFY2(q(all).contains(QStringLiteral("grad"), Qt::CaseInsensitive), all.c_str());
        }
        QTest::keyClick(search, Qt::Key_Return);
        fixture.settle();
        const int first = fixture.graph().pick().node;
        QVERIFY(fixture.graph().matches().contains(first));
        QVERIFY(fixture.picture().layoutNow().seen(first));  // its phase was unfolded
        QTest::keyClick(search, Qt::Key_Return);
        fixture.settle();
        QVERIFY(fixture.graph().pick().node > first);
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(!fixture.graph().searching());
    }

    void measuredStepsTellWhereItGoes() {
        GraphFixture fixture;
        QVERIFY(fixture.view().stepSeconds < 0);
        fixture.press("graphMeasure");
        QTRY_VERIFY(fixture.view().stepSeconds > 0);
        double sum = 0;
        for (const GraphNode& node : fixture.view().nodes) {
            QCOMPARE(node.seconds >= 0, node.step >= 0);
            sum += std::max(node.seconds, 0.0);
        }
        QVERIFY(std::abs(sum - fixture.view().stepSeconds) < 1e-9);
        QVERIFY(fixture.words("graphSidePanel").contains(shortTimeText(fixture.view().stepSeconds)));
        fixture.graph().reveal({fixture.nodeOf("Conv2D"), -1});
        QVERIFY(fixture.words("opPanel").contains(QStringLiteral("GF/s")));
        // Other colours: what they mean is told.
        QTest::mouseClick(fixture.find<SegmentedBar>("graphColours")->segment(3), Qt::LeftButton);
        QCOMPARE(fixture.graph().colour(), OpGraphModel::Colour::Precision);
    }

    // New times come every second while a run trains: who looks around is left alone, and nothing is laid out anew.
    void newTimesMoveNothing() {
        GraphFixture fixture;
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        QVERIFY(fixture.picture().rect().contains(fixture.picture().itemRect(conv).center()));
        const QPointF middle = fixture.picture().rect().center();
        QWheelEvent away(middle, fixture.picture().mapToGlobal(middle), QPoint(5000, 0), QPoint(0, 0), Qt::NoButton,
                         Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&fixture.picture(), &away);
        const QRect there = fixture.picture().itemRect(conv);
        QVERIFY(!fixture.picture().rect().intersects(there));
        emit fixture.graph().timesChanged();
        QCOMPARE(fixture.picture().itemRect(conv), there);
        fixture.graph().measure();
        QTRY_VERIFY(fixture.view().stepSeconds > 0);
        QCOMPARE(fixture.picture().itemRect(conv), there);
        QCOMPARE(fixture.graph().pick().node, conv);
    }

    // A recording without a step of this plan: neither does a measurement that was begun before take its place, nor is
    // a step of no time told. Without it, the graph is laid out as it was.
    void aRecordingOfNothingHere() {
        GraphFixture fixture;
        TraceBuilder builder;
        builder.add(builder.thread(1, 1), TraceSlice{0, 10, builder.label({"some op", {}, {}, {}, 0, 0}), 0});
        const auto trace = std::make_shared<const Trace>(builder.finish());
        const auto content = fixture.picture().content();
        fixture.graph().measure();
        QVERIFY(fixture.graph().measuring());
        fixture.graph().showTimesOf(trace, QStringLiteral("theirs"));
        QTRY_VERIFY(fixture.words("graphSidePanel").contains(QStringLiteral("Nothing of “theirs”")));
        QVERIFY(!fixture.words("graphSidePanel").contains(QStringLiteral("A step of")));
        QTRY_COMPARE(fixture.bench().jobs.running(), 0);
        QVERIFY(fixture.view().stepSeconds < 0);
        QVERIFY(!fixture.graph().recording().isEmpty());
        QTRY_VERIFY(fixture.find<QPushButton>("graphWithoutRecording")->isVisible());
        fixture.press("graphWithoutRecording");
        QVERIFY(fixture.graph().recording().isEmpty());
        QCOMPARE(fixture.picture().content(), content);
        QVERIFY(!fixture.picture().busy());
    }

    void tablesAndMemory() {
        GraphFixture fixture;
        QVERIFY(fixture.find<QLabel>("planPeak")->text().contains(bytesText(fixture.view().peakBytes)));
        auto* map = fixture.find<MemoryMap>("memoryMap");
        QVERIFY(map->isVisible());
        int block = 0;  // the largest that an op makes
        for (size_t i = 0; i < fixture.view().blocks.size(); ++i) {
            const GraphBlock& one = fixture.view().blocks[i];
            if (one.tensor >= 0 && one.bytes > fixture.view().blocks[size_t(block)].bytes) block = int(i);
        }
        const QRectF rect = map->blockRect(block);
        QTest::mouseClick(map, Qt::LeftButton, {}, rect.center().toPoint());
        fixture.settle();
        QVERIFY(fixture.graph().pick().node >= 0);
        auto* tabs = fixture.find<QTabBar>("planTabs");
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        auto* tensors = fixture.find<QTableView>("tensorTable");
        QTRY_VERIFY(tensors->isVisible());
        QCOMPARE(tensors->model()->rowCount(), int(fixture.view().tensors.size()));
        // Largest first.
        QVERIFY(tensors->model()->index(0, 4).data(Qt::UserRole).toDouble() >=
                tensors->model()->index(1, 4).data(Qt::UserRole).toDouble());
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(2).center());
        auto* kernels = fixture.find<QTableView>("kernelTable");
        QTRY_VERIFY(kernels->isVisible());
        int count = 0, steps = 0;
        for (int row = 0; row < kernels->model()->rowCount(); ++row)
            count += kernels->model()->index(row, 2).data(Qt::UserRole).toInt();
        for (const GraphNode& node : fixture.view().nodes) steps += node.step >= 0 ? 1 : 0;
        QCOMPARE(count, steps);
    }

    // Where there is room no name of the path is cut.
    void thePathIsWhole() {
        GraphFixture fixture;
        for (const int kind : {0, 1, 2}) {
            fixture.kind(kind);
            fixture.settle();
            for (const char* project : {"net", "mobilenet", "digits-lenet", "a", "ill"}) {
                fixture.find<GraphPanel>("graphPanel")->setName(QLatin1String(project));
                test::settle();
                const auto names = fixture.find<QWidget>("graphPath")->findChildren<QToolButton*>();
                QVERIFY(names.size() >= 2);
                for (const QToolButton* name : names) QCOMPARE(name->text(), name->toolTip());
            }
        }
    }

    void otherProgramsFiles() {
        GraphFixture fixture;
        const QString folder = QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/graphs/");
        fixture.graph().openFile(folder + QStringLiteral("tf2onnx.onnx"));
        fixture.settle();
        QCOMPARE(fixture.view().kind, GraphKind::Foreign);
        const int conv = fixture.nodeOf("Conv");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        QVERIFY(fixture.words("opPanel").contains(QStringLiteral("kernel_shape")));
        fixture.graph().setSearch(QStringLiteral("conv"));
        const QSet<int> found = fixture.graph().matches();
        QVERIFY(!found.isEmpty());
        const auto isGroup = [](const GraphGroup& group) { return !group.closed; };
        const auto& groups = fixture.view().groups;
        const auto group = static_cast<int>(std::ranges::find_if(groups, isGroup) - groups.begin());
        QVERIFY(group < static_cast<int>(groups.size()));
        const bool open = !fixture.picture().isOpen(group);
        fixture.picture().setOpen(group, open);
        fixture.settle();
        fixture.graph().setPick({-1, group});
        // What cannot be read takes no graph away; where there is none it says so in its place.
        fixture.graph().openFile(folder + QStringLiteral("none.onnx"));
        QTRY_VERIFY(fixture.window->messages().sentence().contains(QStringLiteral("none.onnx")));
        fixture.settle();
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Ready);
        QVERIFY(fixture.nodeOf("Conv") >= 0);
        QCOMPARE(fixture.graph().search(), QStringLiteral("conv"));  // and its search with it
        QCOMPARE(fixture.graph().matches(), found);
        QCOMPARE(fixture.picture().isOpen(group), open);  // its folds, and what is picked
        QCOMPARE(fixture.graph().pick(), (GraphPick{-1, group}));
        fixture.graph().setSearch({});
        fixture.kind(2);
        fixture.graph().openFile(folder + QStringLiteral("none.onnx"));
        fixture.settle();
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Failed);
        QVERIFY(fixture.words("graphPanel").contains(QStringLiteral("none.onnx")));
        auto* kinds = fixture.find<SegmentedBar>("graphKinds");
        QCOMPARE(kinds->currentIndex(), 3);
        fixture.kind(2);
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Ready);
        // What was looked for in one graph is not looked for in another.
        auto* search = fixture.find<QLineEdit>("graphSearch");
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("conv_1"));
        QVERIFY(!fixture.graph().matches().isEmpty());
        fixture.graph().openFile(folder + QStringLiteral("function.pb"));
        fixture.settle();
        QVERIFY(!fixture.graph().searching());
        QCOMPARE(search->text(), QString());
        QVERIFY(!fixture.window->messages().sentence().contains(QStringLiteral("none.onnx")));  // it was of that file
        fixture.kind(0);
        fixture.kind(3);  // the file is still there
        QVERIFY(fixture.nodeOf("MatMul") >= 0);
    }

    // An op of a file names what it reads and makes, and what of it is nowhere.
    void tensorsOfAFileAreNamed() {
        GraphFixture fixture;
        QFile file(fixture.folder.filePath(QStringLiteral("dangling.pbtxt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("node { name: 'image' op: 'Placeholder' }\n"
                   "node { name: 'sum' op: 'AddV2' input: 'image' input: 'nothing_here:1' }\n");
        file.close();
        fixture.graph().openFile(file.fileName());
        fixture.settle();
        fixture.graph().reveal({fixture.nodeOf("AddV2"), -1});
        fixture.settle();
        const QStringList words = fixture.words("opPanel").split(QLatin1Char('\n'));
        QVERIFY2(words.contains(QStringLiteral("image")), qPrintable(words.join(QLatin1Char('\n'))));
        QVERIFY2(words.contains(QStringLiteral("nothing_here:1: no node of its graph makes it")),
                 qPrintable(words.join(QLatin1Char('\n'))));
    }

    // A session's RunMetadata colours its graph by time and memory; another step is chosen with the mouse.
    void othersTimesOfAStep() {
        GraphFixture fixture;
        fixture.graph().openFile(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/events/run_metadata"));
        fixture.settle();
        QCOMPARE(fixture.view().kind, GraphKind::Foreign);
        auto* times = fixture.find<SegmentedBar>("graphColours")->segment(int(OpGraphModel::Colour::Time));
        QVERIFY(times->isVisible());
        QTest::mouseClick(times, Qt::LeftButton);
        const auto noted = [&](OpGraphModel::Colour colour) {
            const GraphTints tints = tintsOf(fixture.view(), colour);
            return std::count_if(tints.cards.begin(), tints.cards.end(),
                                 [](const GraphTint& tint) { return !tint.note.isEmpty() && tint.heat >= 0; });
        };
        QVERIFY(noted(OpGraphModel::Colour::Time) > 8);
        QVERIFY(noted(OpGraphModel::Colour::Memory) > 1);
        auto* steps = fixture.find<QComboBox>("graphStats");
        QVERIFY(steps && steps->isVisible());
        QCOMPARE(steps->currentText(), QStringLiteral("step 20"));
        QCOMPARE(steps->count(), 2);
        const double newest = fixture.view().stepSeconds;
        steps->setFocus();
        QTest::keyClick(steps, Qt::Key_Up);
        fixture.settle();
        QTRY_COMPARE(fixture.find<QComboBox>("graphStats")->currentText(), QStringLiteral("step 10"));
        QVERIFY(fixture.view().stepSeconds != newest);
        QVERIFY2(fixture.words("graphSidePanel").contains(QStringLiteral("ops that ran are in this graph")),
                 qPrintable(fixture.words("graphSidePanel")));
        // The op's page has its time, memory and device.
        fixture.graph().reveal({fixture.nodeOf("MatMul"), -1});
        QVERIFY(fixture.words("opPanel").contains(QStringLiteral("CPU:0")));
        QVERIFY(fixture.words("opPanel").contains(QStringLiteral("of the step")));
    }

    void cancelledAndMadeAgain() {
        GraphFixture fixture;
        fixture.graph().show(GraphKind::Ops);
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Loading);
        fixture.graph().cancel();
        QCoreApplication::processEvents();
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Failed);
        for (QPushButton* button : fixture.find<QWidget>("graphPanel")->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Try again")) {
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        fixture.settle();
        QCOMPARE(fixture.graph().state(), OpGraphModel::State::Ready);
    }

    // While a run is under way its own steps tell the times.
    void liveTimes() {
        GraphFixture fixture;
        fixture.bench().controller.start();
        QTRY_VERIFY(fixture.graph().times().liveSteps > 0);
        QVERIFY(fixture.view().stepSeconds > 0);
        QVERIFY(fixture.words("graphSidePanel").contains(shortTimeText(fixture.view().stepSeconds)));
        fixture.bench().controller.stop();
        QTRY_VERIFY(!fixture.bench().controller.active());
    }

    // Of a run that has ended before anybody looked, its last steps tell them; another network has none of it.
    void timesOfARunThatHasEnded() {
        GraphFixture fixture;
        fixture.window->showWorkspace(MainWindow::TrainSpace);
        TrainingSpec spec = fixture.bench().training.spec();
        spec.epochs = 1;
        fixture.bench().training.setSpec(spec);
        QVERIFY(fixture.ready());
        fixture.bench().controller.start();
        QVERIFY(fixture.reaches(RunState::Finished, 120000));
        QCOMPARE(fixture.graph().times().liveSteps, 0);
        QTest::keyClick(fixture.window.get(), Qt::Key_4, Qt::ControlModifier);
        fixture.settle();
        QTRY_VERIFY(fixture.graph().times().liveSteps > 0);
        const int steps = fixture.graph().times().liveSteps;
        QVERIFY(fixture.view().stepSeconds > 0);
        QVERIFY(fixture.words("graphSidePanel").contains(shortTimeText(fixture.view().stepSeconds)));
        fixture.kind(static_cast<int>(GraphKind::Ops));  // and back
        fixture.kind(static_cast<int>(GraphKind::Compiled));
        QTRY_COMPARE(fixture.graph().times().liveSteps, steps);
        fixture.window->document().newFromTemplate("mlp");
        QVERIFY(fixture.ready());
        fixture.settle();
        QVERIFY(!QTest::qWaitFor([&] { return fixture.graph().times().liveSteps > 0; }, 1500));
    }

    // Those that the run began with, with the times that they were chosen by, whatever the choices on the disk become.
    void kernelsAreTheRunsOwn() {
        test::KernelsOnDisk disk;
        GraphFixture fixture;
        TrainingSpec spec = fixture.bench().training.spec();
        spec.kernelChoice = "timed";
        spec.epochs = 1;
        fixture.bench().training.setSpec(spec);
        QVERIFY(fixture.ready());
        fixture.bench().controller.start();
        QVERIFY(fixture.reaches(RunState::Finished, 120000));
        const KernelChoices own = test::kernelsOfRun(fixture.run().folder.toStdString());
        QVERIFY(!own.empty());
        const auto shown = [&](const KernelChoices& choices) {
            int timed = 0;
            for (const GraphNode& node : fixture.view().nodes) {
                if (node.kernelTimes.empty()) continue;
                ++timed;
                if (std::ranges::none_of(choices, [&](const auto& choice) {
                        return choice.second.implementation == node.kernel && choice.second.times == node.kernelTimes;
                    }))
                    return false;
            }
            return timed > 0;
        };
        QTRY_VERIFY(shown(own));
        const KernelChoices others = test::otherKernels(own);
        disk.become(others);
        fixture.graph().again();
        fixture.settle();
        QVERIFY(shown(own));
        // Where none of the window's own was trained, they are what the next one would have.
        fixture.bench().controller.forget();
        QTRY_VERIFY(shown(others));
    }

    // What a run did before, perhaps of another project, tells nothing of the one that stands at its first step.
    void timesAreOfThisRun() {
        GraphFixture fixture;
        RunController& controller = fixture.bench().controller;
        TrainingSpec longer = fixture.bench().training.spec();
        longer.epochs = 10000;
        fixture.bench().training.setSpec(longer);
        fixture.settle();
        controller.start();
        QTRY_VERIFY(fixture.graph().times().liveSteps > 0);
        fixture.window->showWorkspace(MainWindow::TrainSpace);  // nobody looks, and it goes on
        const size_t seen = fixture.points("loss");
        QTRY_VERIFY(fixture.points("loss") > seen + 20);
        controller.stop();
        QTRY_VERIFY(!controller.active());
        fixture.window->document().newFromTemplate("mlp");
        QVERIFY(fixture.ready());
        Breakpoint first;  // in the first step
        first.side = Breakpoint::Side::Before;
        first.place = "dense_1";
        controller.breakpoints().add(first);
        controller.start();
        QTRY_VERIFY(controller.breakpoints().stop());
        QTest::keyClick(fixture.window.get(), Qt::Key_4, Qt::ControlModifier);
        fixture.settle();
        const bool told = QTest::qWaitFor([&] { return fixture.graph().times().liveSteps > 0; }, 2500);
        QVERIFY2(!told, qPrintable(QString::number(fixture.graph().times().liveSteps)));
        // Its op is in sight.
        const int picked = fixture.graph().pick().node;
        QVERIFY(picked >= 0);
        QVERIFY(fixture.picture().layoutNow().seen(picked));
        QVERIFY(fixture.picture().rect().contains(fixture.picture().itemRect(picked).center()));
        controller.stop();
        QTRY_VERIFY(!controller.active());
    }

    // What the picked op makes, while a run is on and somebody looks; no watch outlives that.
    void outputOfThePickedOp() {
        GraphFixture fixture;
        RunController& controller = fixture.bench().controller;
        const auto watched = [&](const std::string& pattern) {
            return std::ranges::count(controller.watches().planned(), pattern, &Watch::pattern);
        };
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        const std::string value = fixture.view().tensors[size_t(fixture.view().nodes[size_t(conv)].outputs[0])].name;
        auto* numbers = fixture.find<QLabel>("opOutputNumbers");
        QVERIFY(numbers && numbers->text().isEmpty());
        QVERIFY(fixture.find<QLabel>("opOutputHint")->isVisible());
        QCOMPARE(watched(value), 0);
        controller.start();
        QTRY_VERIFY2(numbers->text().contains(QStringLiteral("% zero")), value.c_str());
        QTRY_VERIFY(!fixture.find<QLabel>("opOutputLeast")->text().isEmpty());  // of the other watch
        QVERIFY(fixture.find<QLabel>("opOutputHint")->isHidden());
        QVERIFY2(fixture.find<QLabel>("opOutputCaption")->text().contains(QStringLiteral("step"), Qt::CaseInsensitive),
                 qPrintable(fixture.find<QLabel>("opOutputCaption")->text()));
        QCOMPARE(watched(value), 2);
        const int other = fixture.nodeOf("MaxPool2D") >= 0 ? fixture.nodeOf("MaxPool2D") : conv + 1;
        fixture.graph().reveal({other, -1});
        QCOMPARE(watched(value), 0);
        QVERIFY(numbers->text().isEmpty());  // not those of the op before
        fixture.graph().reveal({conv, -1});
        QCOMPARE(watched(value), 2);
        fixture.window->showWorkspace(MainWindow::NetworkSpace);
        QCOMPARE(watched(value), 0);
        controller.stop();
        QTRY_VERIFY(!controller.active());
    }

    void breaksAtThePickedOp() {
        GraphFixture fixture;
        auto& points = fixture.bench().controller.breakpoints();
        fixture.graph().setPick({});
        QVERIFY(!fixture.find<QPushButton>("breakBeforeOpActionButton"));
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        fixture.press("breakBeforeOpActionButton");
        QCOMPARE(points.all().size(), size_t{1});
        QVERIFY(points.all()[0].op && points.all()[0].side == Breakpoint::Side::Before);
        QCOMPARE(points.all()[0].place, fixture.view().nodes[size_t(conv)].name);
    }

    // Pressed in while there is a breakpoint before the op, by mouse and by key; its card bears a dot.
    void breaksAreSeenAndTakenAway() {
        GraphFixture fixture;
        auto& points = fixture.bench().controller.breakpoints();
        const int conv = fixture.nodeOf("Conv2D");
        fixture.graph().reveal({conv, -1});
        fixture.settle();
        const auto button = [&] { return fixture.find<QPushButton>("breakBeforeOpActionButton"); };
        const auto dot = [&] {
            const QRect card = fixture.picture().itemRect(conv);
            QImage image(fixture.picture().size(), QImage::Format_RGB32);
            fixture.picture().render(&image);
            return image.pixelColor(card.left(), card.center().y()) == Theme::instance().color(Token::Bad);
        };
        QVERIFY(!button()->isChecked() && !dot());
        QTest::mouseClick(button(), Qt::LeftButton);
        QCOMPARE(points.all().size(), size_t{1});
        QVERIFY(button()->isChecked() && dot());
        QVERIFY(fixture.picture().sentence(conv).contains("breakpoint"));
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(points.all().empty());
        QVERIFY(!button()->isChecked() && !dot());
        fixture.picture().setFocus();
        QTest::keyClick(&fixture.picture(), Qt::Key_F9);
        QCOMPARE(points.all().size(), size_t{1});
        QVERIFY(points.all()[0].op && button()->isChecked() && dot());
        points.setEnabled(0, false);
        QVERIFY(!button()->isChecked() && !dot());
        QTest::keyClick(&fixture.picture(), Qt::Key_F9);
        QVERIFY(points.all()[0].enabled && dot());
        QTest::keyClick(&fixture.picture(), Qt::Key_F9);
        QVERIFY(points.all().empty());
        // A layer's is at its first op, in every graph.
        Breakpoint layer;
        layer.side = Breakpoint::Side::Before;
        layer.place = fixture.view().nodes[size_t(conv)].layer;
        points.add(layer);
        QVERIFY(dot() && button()->isChecked());
        QTest::keyClick(&fixture.picture(), Qt::Key_F9);  // whose dot it is
        QVERIFY(points.all().empty());
        // Nothing is picked here, whatever is on the canvas.
        fixture.bench().selection.setNode(QString::fromStdString(layer.place));
        fixture.graph().setPick({});
        QTest::keyClick(&fixture.picture(), Qt::Key_F9);
        QVERIFY(points.all().empty());
        points.add(layer);
        for (const int kind : {0, 1}) {
            fixture.kind(kind);
            GraphPlaces places;
            const GraphStops stops = stopsIn(fixture.view(), places, points.all(), nullptr);
            QCOMPARE(stops.on.size(), 1);
            QCOMPARE(fixture.view().nodes[size_t(*stops.on.begin())].layer, layer.place);
        }
    }

    // A run stands in the midst of what the plan has joined: the card that does the op is outlined, and it is said that
    // another plan is stepped. To continue leaves the person where he looks.
    void theStandingOpIsMarked() {
        GraphFixture fixture;
        RunController& controller = fixture.bench().controller;
        int fused = -1;
        for (size_t i = 0; i < fixture.view().nodes.size() && fused < 0; ++i)
            if (fixture.view().phaseOf(fixture.view().nodes[i]) == "forward" && fixture.view().nodes[i].ops.size() > 1)
                fused = int(i);
        QVERIFY(fused >= 0);
        const std::string inner = fixture.view().nodes[size_t(fused)].ops.back();
        TrainingSpec longer = fixture.bench().training.spec();
        longer.epochs = 10000;
        fixture.bench().training.setSpec(longer);
        fixture.settle();
        controller.breakpoints().add(breakpointFrom("before op " + inner));
        QVERIFY(!fixture.find<QWidget>("graphOtherPlan")->isVisible());
        controller.start();
        QTRY_VERIFY(controller.breakpoints().stop());
        fixture.settle();
        QTRY_COMPARE(fixture.graph().pick().node, fused);
        QVERIFY(fixture.find<QWidget>("stopStrip")->isVisible());
        QVERIFY(fixture.picture().sentence(fused).contains("stands here"));
        const QString said = fixture.words("graphOtherPlan");
        QVERIFY2(said.contains(QString::fromStdString(inner)), qPrintable(said));
        const QRect card = fixture.picture().itemRect(fused);
        QImage image(fixture.picture().size(), QImage::Format_RGB32);
        fixture.picture().render(&image);
        QCOMPARE(image.pixelColor(card.left() - 8, card.center().y()), Theme::instance().color(Token::Warn));
        // One number of the step, above and in the strip.
        const int64_t step = controller.breakpoints().stop()->step;
        QVERIFY(fixture.find<QLabel>("stopStripWords")->text().contains(QStringLiteral("step %1").arg(step)));
        const auto* progress = fixture.find<QWidget>("runProgressButton");
        QVERIFY2(progress->accessibleDescription().contains(QStringLiteral("step %1").arg(step)),
                 qPrintable(progress->accessibleDescription()));
        QVERIFY(fixture.find<QPushButton>("trainButton")->text().contains("Continue"));
        const int64_t number = controller.breakpoints().stop()->number;
        fixture.press("stripContinue");
        QTRY_VERIFY(controller.breakpoints().stop() && controller.breakpoints().stop()->number > number);
        QVERIFY(fixture.picture().isVisible());
        QTRY_VERIFY(fixture.find<QLabel>("stopStripWords")->text().contains(QStringLiteral("step %1").arg(step + 1)));
        // In the graph of ops, which is the one that is stepped, there is nothing to say.
        fixture.press("graphShowOps");
        fixture.settle();
        QCOMPARE(fixture.graph().kind(), GraphKind::Ops);
        QVERIFY(!fixture.find<QWidget>("graphOtherPlan")->isVisible());
        QTRY_VERIFY(fixture.picture().sentence(fixture.view().nodeDoing(inner)).contains("stands here"));
        controller.stop();
        QTRY_VERIFY(!controller.active());
        QVERIFY(!fixture.picture().sentence(fixture.view().nodeDoing(inner)).contains("stands here"));
    }

    // The strip of a run that stands takes room below the graph, which stays as it is looked at, and fits itself after.
    void theStripMovesNoOp() {
        GraphFixture fixture;
        fixture.window->document().newFromTemplate("mlp");
        QVERIFY(fixture.ready());
        fixture.kind(0);  // all of it fits
        auto* strip = fixture.find<StopStrip>("stopStrip");
        const QRect before = fixture.picture().itemRect(0);
        const int height = fixture.picture().height();
        const auto turn = [&](bool open) {
            emit strip->turns(open);
            strip->setVisible(open);
            return QTest::qWaitFor([&] { return (fixture.picture().height() == height) != open; }, 120000);
        };
        for (const bool open : {true, false, true, false}) {
            QVERIFY(turn(open));
            QCOMPARE(fixture.picture().itemRect(0), before);
        }
        fixture.window->resize(fixture.window->width(), fixture.window->height() - 100);
        QTRY_VERIFY(fixture.picture().height() < height);
        QTRY_VERIFY(fixture.picture().itemRect(0) != before);
    }

    // Where ops run: the plan's device, or what a file says of each node.
    void colouredByDevice() {
        GraphFixture fixture;
        const auto legend = [&] {
            QStringList words;
            for (const auto& one : tintsOf(fixture.view(), fixture.graph().colour()).legend) words << one.second;
            return words.join(QLatin1Char(' '));
        };
        auto* bar = fixture.find<SegmentedBar>("graphColours");
        QVERIFY(bar->segment(4)->isHidden());  // a plan is of one
        fixture.graph().setColour(OpGraphModel::Colour::Device);
        QCOMPARE(legend(), QStringLiteral("cpu"));
        fixture.graph().reveal({fixture.nodeOf("Conv2D"), -1});
        QVERIFY(fixture.words("opPanel").contains(QStringLiteral("device\ncpu")));
        fixture.kind(0);
        QCOMPARE(legend(), QString());
        QFile file(fixture.folder.filePath(QStringLiteral("two.pbtxt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("node { name: 'a' op: 'Placeholder' device: '/job:worker/replica:0/task:0/device:CPU:0' }\n"
                   "node { name: 'b' op: 'Relu' input: 'a' device: '/device:GPU:0' }\n");
        file.close();
        fixture.graph().setColour(OpGraphModel::Colour::Type);
        fixture.graph().openFile(file.fileName());
        fixture.settle();
        QVERIFY(bar->segment(4)->isVisible());
        QTest::mouseClick(bar->segment(4), Qt::LeftButton);
        QCOMPARE(fixture.graph().colour(), OpGraphModel::Colour::Device);
        QCOMPARE(legend(), QStringLiteral("CPU:0 GPU:0"));
    }

    // Without data, without layers, with a fault: a sentence, and what helps.
    void saysWhatIsMissing() {
        GraphFixture fixture;
        fixture.bench().network.setSpec({});
        QTRY_COMPARE(fixture.graph().state(), OpGraphModel::State::Empty);
        QVERIFY(fixture.words("graphPanel").contains(fixture.graph().sentence()));
        GraphFixture broken;
        NetworkSpec network = broken.bench().network.spec();
        for (const NodeSpec& node : network.nodes)
            if (node.type == "Flatten") {
                edits::removeLayers(network, {std::string(node.id)}, true);
                break;
            }
        broken.bench().network.setSpec(network);
        QTRY_COMPARE(broken.graph().state(), OpGraphModel::State::Failed);
        broken.kind(0);  // as designed it can be seen all the same
        QCOMPARE(broken.graph().state(), OpGraphModel::State::Ready);
    }
};

QTEST_MAIN(TestGraphWindow)

}  // namespace test_graph_window

#include "test_graph_window.moc"
