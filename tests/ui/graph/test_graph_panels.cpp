// The panels beside the graph when the same graph gets other times, as it does each second while a run trains: what a
// person is at there stays.
#include <QAbstractButton>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "engine/profile/trace.h"
#include "tests/support/settle.h"
#include "tests/ui/bench_fixture.h"
#include "ui/graph/graph_panel.h"
#include "ui/graph/graph_side_panel.h"
#include "ui/graph/op_panel.h"
#include "ui/graph/plan_panel.h"
#include "ui/models/text.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/memory_map.h"
#include "widgets/theme/theme.h"

namespace test_graph_panels {

using namespace tl;

namespace {

struct Fixture : test::DeskFixture {
    // The plan of a small network, with times.
    bool measuredPlan() {
        if (!ready("lenet")) return false;
        graph.setShown(true);
        return until([this] { return graph.state() == OpGraphModel::State::Ready; }) && measure();
    }
    bool measure() {
        graph.measure();
        return until([this] { return !graph.measuring(); }) && graph.view()->stepSeconds > 0;
    }
    static void deletePending() { QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); }
    OpGraphModel& graph = bench.graph;
};

// A timeline with none of a plan's ops.
std::shared_ptr<const Trace> nothing() {
    TraceBuilder builder;
    builder.add(builder.thread(1, 1), TraceSlice{0, 10, builder.label({"some op", {}, {}, {}, 0, 0}), 0});
    return std::make_shared<const Trace>(builder.finish());
}

QList<QWidget*> rowsOf(const QWidget& panel) {  // parts of the step
    QList<QWidget*> rows;
    for (QWidget* each : panel.findChildren<QWidget*>())
        if (each->focusPolicy() == Qt::TabFocus && !qobject_cast<QAbstractButton*>(each)) rows << each;
    return rows;
}

}  // namespace

class TestGraphPanels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void newTimesKeepTheRowsOfTheStep() {
        Fixture f;
        auto* panel = new GraphSidePanel(f.graph);
        f.show(panel, {300, 800});
        panel->header()->setParent(panel);
        QVERIFY(f.measuredPlan());
        Fixture::deletePending();
        const QList<QWidget*> rows = rowsOf(*panel);
        QVERIFY(rows.size() > 2);
        rows[1]->setFocus();
        QTRY_VERIFY(rows[1]->hasFocus());
        auto* again = f.find<QPushButton>("graphMeasure");
        QVERIFY(again->isVisible());
        emit f.graph.timesChanged();
        Fixture::deletePending();
        QCOMPARE(rowsOf(*panel), rows);
        QVERIFY(rows[1]->hasFocus());
        QCOMPARE(f.find<QPushButton>("graphMeasure"), again);
        QVERIFY(again->isVisible() && !f.find<QPushButton>("graphWithoutRecording")->isVisible());
    }

    void newTimesKeepTheLabelsOfTheOp() {
        Fixture f;
        auto* panel = new OpPanel(f.graph);
        f.show(panel, {320, 600});
        QVERIFY(f.measuredPlan());
        Fixture::deletePending();
        const auto labels = panel->findChildren<QLabel*>();
        const auto said = [&] {
            const QString step = shortTimeText(f.graph.view()->stepSeconds);
            return std::ranges::any_of(labels, [&](const QLabel* each) { return each->text() == step; });
        };
        QVERIFY(said());
        QVERIFY(f.measure());
        Fixture::deletePending();
        QCOMPARE(panel->findChildren<QLabel*>(), labels);
        QVERIFY(said());
        // Another pick is another page.
        f.graph.setPick({0, -1});
        Fixture::deletePending();
        QVERIFY(panel->findChildren<QLabel*>() != labels);
    }

    void newTimesKeepThePlaceInTheKernels() {
        Fixture f;
        auto* panel = new PlanPanel(f.graph);
        f.show(panel, {700, 120});
        panel->header()->setParent(panel);
        f.find<QTabBar>("planTabs")->setCurrentIndex(2);
        QVERIFY(f.measuredPlan());
        auto* kernels = f.find<QTableView>("kernelTable");
        QTRY_VERIFY(kernels->isVisible());
        QVERIFY(kernels->model()->rowCount() > 4);
        const auto keyOf = [](const QModelIndex& index) {
            return index.siblingAtColumn(0).data().toString() + index.siblingAtColumn(1).data().toString();
        };
        kernels->setCurrentIndex(kernels->model()->index(3, 1));
        const QString current = keyOf(kernels->currentIndex());
        kernels->verticalScrollBar()->setValue(1);
        QCOMPARE(kernels->verticalScrollBar()->value(), 1);
        kernels->setColumnWidth(3, 130);
        QSignalSpy reset(kernels->model(), &QAbstractItemModel::modelReset);
        QSignalSpy told(kernels->model(), &QAbstractItemModel::dataChanged);
        QVERIFY(f.measure());
        QCOMPARE(reset.count(), 0);
        QVERIFY(told.count() > 0);
        QCOMPARE(keyOf(kernels->currentIndex()), current);
        QVERIFY(kernels->selectionModel()->isSelected(kernels->currentIndex()));
        QCOMPARE(kernels->verticalScrollBar()->value(), 1);
        QCOMPARE(kernels->columnWidth(3), 130);
    }

    // The keyboard in the table picks as the mouse does, a pick elsewhere shows its row, and nobody's row is moved
    // away.
    void keysPickAndPicksAreShown() {
        Fixture f;
        auto* panel = new PlanPanel(f.graph);
        f.show(panel, {700, 300});
        panel->header()->setParent(panel);
        f.find<QTabBar>("planTabs")->setCurrentIndex(2);
        QVERIFY(f.measuredPlan());
        auto* kernels = f.find<QTableView>("kernelTable");
        QTRY_VERIFY(kernels->isVisible());
        const auto opOf = [&](int node) { return f.graph.view()->nodes[static_cast<size_t>(node)].op; };
        const auto shown = [&] { return kernels->currentIndex().siblingAtColumn(1).data().toString().toStdString(); };
        panel->activateWindow();
        kernels->setFocus();
        QTRY_VERIFY(kernels->hasFocus());
        for (int i = 0; i < 2; ++i) QTest::keyClick(kernels, Qt::Key_Down);
        const int picked = f.graph.pick().node;
        QVERIFY(picked >= 0);
        QCOMPARE(opOf(picked), shown());
        QVERIFY(f.measure());
        QVERIFY(!qobject_cast<QSortFilterProxyModel*>(kernels->model())->dynamicSortFilter());
        QCOMPARE(f.graph.pick().node, picked);
        // Another op, by whoever.
        int other = 0;
        const auto view = f.graph.view();
        const auto& nodes = view->nodes;
        while (nodes[static_cast<size_t>(other)].kernel.empty() || opOf(other) == opOf(picked)) ++other;
        f.graph.setPick({other, -1});
        QCOMPARE(shown(), opOf(other));
        QCOMPARE(f.graph.pick().node, other);
        f.graph.setPick({-1, 0});  // a layer
        QVERIFY(!kernels->selectionModel()->hasSelection());
    }

    // A graph is no copy of itself for its times, and each measurement is told twice: as it begins, and with its times.
    void timesComeIntoTheSameGraph() {
        Fixture f;
        QVERIFY(f.measuredPlan());
        const GraphView* graph = f.graph.view().get();
        QSignalSpy views(&f.graph, &OpGraphModel::viewChanged), times(&f.graph, &OpGraphModel::timesChanged),
            begun(&f.graph, &OpGraphModel::measuringChanged);
        QVERIFY(f.measure());
        QCOMPARE(f.graph.view().get(), graph);
        QCOMPARE(views.count(), 0);
        QCOMPARE(times.count(), 1);
        QCOMPARE(begun.count(), 1);
        f.graph.showTimesOf(nothing(), QStringLiteral("theirs"));
        QVERIFY(Fixture::until([&] { return f.graph.times().nothing; }));
        QCOMPARE(f.graph.view().get(), graph);
        QCOMPARE(graph->stepSeconds, -1.0);
        QVERIFY(std::ranges::all_of(graph->nodes, [](const GraphNode& node) { return node.seconds == -1; }));
        f.graph.showTimesOf(nullptr);
        QCOMPARE(f.graph.view().get(), graph);
        QVERIFY(graph->stepSeconds > 0);
    }

    // Who works by keys goes on where a measurement was asked for, or a recording was left.
    void theKeyboardStaysAtTheMeasurement() {
        Fixture f;
        auto* panel = new GraphSidePanel(f.graph);
        f.show(panel, {300, 800});
        panel->header()->setParent(panel);
        QVERIFY(f.measuredPlan());
        auto* measure = f.find<QPushButton>("graphMeasure");
        auto* without = f.find<QPushButton>("graphWithoutRecording");
        measure->setFocus();
        QTRY_VERIFY(measure->hasFocus());
        QTest::keyClick(measure, Qt::Key_Space);
        QVERIFY(f.graph.measuring() && measure->isVisible() && measure->hasFocus());
        QTest::keyClick(measure, Qt::Key_Space);  // once is enough
        QVERIFY(Fixture::until([&] { return !f.graph.measuring(); }));
        QVERIFY(measure->isVisible() && measure->hasFocus());
        f.graph.showTimesOf(nothing(), QStringLiteral("theirs"));
        QVERIFY(without->isVisible() && !measure->isVisible());
        QVERIFY(without->hasFocus());
        QTest::keyClick(without, Qt::Key_Space);
        QVERIFY(measure->isVisible() && !without->isVisible());
        QVERIFY(measure->hasFocus());
    }

    // Times are of the network as it was: edited while a file's graph is looked at, it has none.
    void timesGoWithTheNetworkBehindAFile() {
        Fixture f;
        QVERIFY(f.measuredPlan());
        f.graph.openFile(f.folder.filePath(QStringLiteral("none.onnx")));
        QVERIFY(Fixture::until([&] { return f.graph.state() == OpGraphModel::State::Failed; }));
        f.set([](TrainingSpec& spec) { spec.batch *= 2; });
        f.graph.show(GraphKind::Compiled);
        QVERIFY(Fixture::until([&] { return f.graph.state() == OpGraphModel::State::Ready; }));
        QVERIFY(!f.graph.view()->nodes.empty());
        QVERIFY(f.graph.view()->stepSeconds < 0);
    }

    // Another plan forgets what is no longer in it, and no more: an op or a group of the same name stays picked.
    void anotherPlanKeepsThePick() {
        Fixture f;
        QVERIFY(f.measuredPlan());
        const auto again = [&](const char* optimizer) {
            QSignalSpy views(&f.graph, &OpGraphModel::viewChanged);
            f.set([&](TrainingSpec& spec) { spec.optimizer.type = optimizer; });
            return Fixture::until([&] { return views.count() > 0; });
        };
        const auto before = f.graph.view();
        QVERIFY(!before->groups.empty());
        f.graph.setPick({-1, 0});
        QVERIFY(again("sgd"));
        QVERIFY(f.graph.pick().group >= 0);
        QCOMPARE(f.graph.view()->groups[static_cast<size_t>(f.graph.pick().group)].name, before->groups[0].name);
    }

    // A graph of another kind is made of what was there: what told of the one before lets go of it at once, be it a
    // pick, what was found in it, or its memory.
    void anotherKindLetsGo() {
        Fixture f;
        auto* panel = new QWidget;
        auto* row = new QHBoxLayout(panel);
        auto* plan = new PlanPanel(f.graph);
        auto* graph = new GraphPanel(f.graph, f.bench.selection, f.bench.controller.breakpoints());
        row->addWidget(graph);
        row->addWidget(plan);
        f.show(panel, {900, 400});
        plan->header()->setParent(plan);
        QVERIFY(f.measuredPlan());
        auto* map = f.find<MemoryMap>("memoryMap");
        QTRY_VERIFY(map->isVisible());
        QVERIFY(!f.graph.view()->groups.empty());
        f.graph.setPick({-1, 0});
        f.graph.setSearch(QStringLiteral("conv"));
        QVERIFY(!f.graph.matches().isEmpty());
        f.graph.show(GraphKind::Ops);
        QCOMPARE(f.graph.state(), OpGraphModel::State::Loading);
        QVERIFY(f.graph.view()->nodes.empty() && f.graph.pick().empty() && f.graph.matches().isEmpty());
        QVERIFY(!map->isVisible());
        graph->setName(QStringLiteral("saved meanwhile"));
        QVERIFY(Fixture::until([&] { return f.graph.state() == OpGraphModel::State::Ready; }));
        QVERIFY(!f.graph.matches().isEmpty());
    }

    // The name that was pressed goes with its path, and the keyboard to the graph.
    void thePathLeadsToTheGraph() {
        Fixture f;
        auto* graph = new GraphPanel(f.graph, f.bench.selection, f.bench.controller.breakpoints());
        f.show(graph, {700, 400});
        QVERIFY(f.measuredPlan());
        int node = 0;
        while (f.graph.view()->nodes[static_cast<size_t>(node)].group < 0) ++node;
        f.graph.setPick({node, -1});
        Fixture::deletePending();
        const auto names = f.find<QWidget>("graphPath")->findChildren<QToolButton*>();
        QVERIFY(names.size() > 3);  // the project's, the graph's, a group's, the op's
        names[2]->setFocus();
        QTRY_VERIFY(names[2]->hasFocus());
        QTest::keyClick(names[2], Qt::Key_Space);
        QVERIFY(f.graph.pick().group >= 0);
        QVERIFY(f.find<GraphCanvas>("graphCanvas")->hasFocus());
    }

    // Keys lead through all blocks, those of an op's other outputs among them, and take the zoomed map along.
    void keysWalkThroughTheMemory() {
        Fixture f;
        auto* panel = new PlanPanel(f.graph);
        f.show(panel, {700, 300});
        panel->header()->setParent(panel);
        QVERIFY(f.measuredPlan());
        auto* map = f.find<MemoryMap>("memoryMap");
        QTRY_VERIFY(map->isVisible());
        map->setFocus();
        QTRY_VERIFY(map->hasFocus());
        for (int i = 0; i < 30; ++i) QTest::keyClick(map, Qt::Key_Plus);
        QSignalSpy picked(map, &MemoryMap::picked);
        const auto blocks = static_cast<int>(f.graph.view()->blocks.size());
        QVERIFY(blocks > 4);
        for (int i = 0; i < blocks; ++i) {
            QTest::keyClick(map, Qt::Key_Right);
            QCOMPARE(picked.takeFirst().at(0).toInt(), i);
            const QRectF there = map->blockRect(i);
            QVERIFY(there.right() > 0 && there.left() < map->width());
            QVERIFY(!map->sentence(i).startsWith(QLatin1Char(',')));
        }
    }

    // An op that reads more tensors than are listed says how many more.
    void tensorsThatAreNotListedAreCounted() {
        Fixture f;
        auto* panel = new OpPanel(f.graph);
        f.show(panel, {320, 600});
        QVERIFY(f.measuredPlan());
        const auto view = f.graph.view();
        const auto most = std::ranges::max_element(
            view->nodes, {}, [](const GraphNode& node) { return node.inputs.size(); });  // the update in one sweep
        QVERIFY(most->inputs.size() > 8);
        f.graph.setPick({static_cast<int>(most - view->nodes.begin()), -1});
        Fixture::deletePending();
        const QString more = QStringLiteral("%1 more").arg(most->inputs.size() - 8);
        QVERIFY(std::ranges::any_of(panel->findChildren<QLabel*>(),
                                    [&](const QLabel* each) { return each->text() == more; }));
    }

    // A button of the op has the keyboard still when its page is made anew.
    void theOpsButtonsKeepTheKeyboard() {
        Fixture f;
        f.actions.add({.id = QStringLiteral("graphToCanvasAction"), .text = "Show on canvas", .run = [] {}});
        auto* panel = new OpPanel(f.graph);
        panel->setActions(f.actions);
        f.show(panel, {320, 600});
        QVERIFY(f.measuredPlan());
        f.graph.setPick({0, -1});
        Fixture::deletePending();
        auto* before = f.find<QPushButton>("graphToCanvasActionButton");
        QVERIFY(before && before->isEnabled());
        before->setFocus();
        QTRY_VERIFY(before->hasFocus());
        f.graph.setPick({1, -1});
        Fixture::deletePending();
        auto* now = f.find<QPushButton>("graphToCanvasActionButton");
        QVERIFY(now != before);
        QVERIFY(now->hasFocus());
    }

    // Another plan has the same weights among other tensors: the row is known by its name.
    void anotherPlanKeepsTheRow() {
        Fixture f;
        auto* panel = new PlanPanel(f.graph);
        f.show(panel, {700, 300});
        panel->header()->setParent(panel);
        f.find<QTabBar>("planTabs")->setCurrentIndex(1);
        QVERIFY(f.measuredPlan());
        auto* tensors = f.find<QTableView>("tensorTable");
        QTRY_VERIFY(tensors->isVisible());
        const auto nameIn = [&](int row) { return tensors->model()->index(row, 0).data().toString(); };
        int row = 0;
        while (row < tensors->model()->rowCount() && !nameIn(row).endsWith(QLatin1String("/kernel"))) ++row;
        const QString current = nameIn(row);
        QVERIFY(!current.isEmpty());
        tensors->setCurrentIndex(tensors->model()->index(row, 0));
        QSignalSpy reset(tensors->model(), &QAbstractItemModel::modelReset);
        f.set([](TrainingSpec& spec) { spec.optimizer.type = "sgd"; });
        QVERIFY(Fixture::until([&] { return reset.count() > 0; }));
        QCOMPARE(tensors->currentIndex().data().toString(), current);
        QVERIFY(tensors->selectionModel()->isSelected(tensors->currentIndex()));
    }
};

QTEST_MAIN(TestGraphPanels)

}  // namespace test_graph_panels

#include "test_graph_panels.moc"
