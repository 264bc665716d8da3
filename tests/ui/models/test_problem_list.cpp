// What is wrong with network and training stands in one list.
#include <QListWidget>
#include <QPushButton>
#include <QtTest>
#include <algorithm>

#include "engine/layers/layer_type.h"
#include "engine/train/data_facts.h"
#include "tests/ui/bench_fixture.h"
#include "ui/models/text.h"
#include "ui/network/network_panel.h"
#include "ui/network/problems_panel.h"

namespace test_problem_list {

using namespace tl;

class TestProblemList : public QObject {
    Q_OBJECT
private slots:
    // Checks and forecasts of the canvas are told of the data what a session is: counts and mixed labels too.
    void theNetworkKnowsTheDataAsASessionDoes() {
        Workbench bench;
        bench.data.open(QStringLiteral("sample"));
        QTRY_VERIFY_WITH_TIMEOUT(bench.data.state() == DataSetModel::State::Ready, 120000);
        const auto same = [&] {
            return bench.network.facts() == factsOf(*bench.data.dataSet(), bench.training.spec());
        };
        QVERIFY(same());
        QVERIFY(!bench.network.facts().labels.counts.empty());
        TrainingSpec spec = bench.training.spec();
        spec.augmentation = {{"MixUp", {}}};
        bench.training.setSpec(spec);
        QVERIFY(bench.network.facts().labels.mixed);
        QVERIFY(same());
    }

    void aBatchThatIsTooLargeIsAProblem() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        const ProblemList& problems = f.bench.problems;
        QVERIFY(problems.all().empty());
        QSignalSpy changed(&problems, &ProblemList::changed);
        const auto images = f.bench.data.dataSet()->train->size();
        f.set([&](TrainingSpec& spec) { spec.batch = static_cast<int>(images) + 1; });
        QVERIFY(!changed.isEmpty());
        QCOMPARE(problems.all().size(), size_t{1});
        QVERIFY(problems.all().front().training);
        QCOMPARE(problems.errors(), 1);
        QVERIFY2(q(problems.all().front().what.message).contains(QString::number(images)),
                 qPrintable(q(problems.all().front().what.message)));
        // The panel shows it, and a click asks for the settings of training.
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        TrainingEditor training(f.bench.training, f.bench.undo);
        ProblemsPanel panel(f.bench.problems, editor, training, f.bench.undo);
        QCOMPARE(panel.problems(), 1);
        QSignalSpy asked(&panel, &ProblemsPanel::trainingRequested);
        panel.show();
        QTest::mouseClick(panel.findChild<QWidget*>(QStringLiteral("problem_0")), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        // Its repair is one step.
        auto* repair = panel.findChild<QPushButton*>(QStringLiteral("repair_0_0"));
        QVERIFY(repair);
        QCOMPARE(repair->accessibleName(), QStringLiteral("Set batch_size to %1").arg(images));
        repair->click();
        QCOMPARE(f.bench.training.spec().batch, static_cast<int>(images));
        QVERIFY(problems.all().empty());
        QCOMPARE(panel.problems(), 0);
        QCOMPARE(f.bench.undo.count(), 1);
        f.bench.undo.undo();
        QCOMPARE(panel.problems(), 1);
        // What else is refused is not the batch's fault.
        f.set([](TrainingSpec& spec) { spec.epochs = 0; });
        QVERIFY(problems.all().front().what.repairs.empty());
    }

    // Who mends by keyboard goes on at the next repair, and what is still wrong keeps its row.
    void aRepairHandsTheFocusOn() {
        test::BenchFixture f;
        QVERIFY(f.ready("mlp"));
        NetworkSpec bare = f.bench.network.spec();
        bare.remove({"rescaling_1"}, true);
        f.bench.network.setSpec(bare);
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{1});
        f.set([&](TrainingSpec& spec) { spec.batch = static_cast<int>(f.bench.data.dataSet()->train->size()) + 1; });
        QCOMPARE(f.bench.problems.all().size(), size_t{2});
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        TrainingEditor training(f.bench.training, f.bench.undo);
        ProblemsPanel panel(f.bench.problems, editor, training, f.bench.undo);
        panel.resize(1200, 300);
        panel.show();
        auto* first = panel.findChild<QWidget*>(QStringLiteral("problem_0"));
        auto* repair = panel.findChild<QPushButton*>(QStringLiteral("repair_1_0"));
        QVERIFY(first && repair);
        repair->setFocus();
        QCOMPARE(panel.focusWidget(), repair);
        repair->click();
        QCOMPARE(panel.problems(), 1);
        QVERIFY(first->isVisible());
        QVERIFY(panel.focusWidget() && panel.focusWidget() != first && first->isAncestorOf(panel.focusWidget()));
    }

    // Of no layer: its sentence alone is what a screen reader says and what is copied.
    void aProblemOfTheWholeNetworkIsCalledByItsSentence() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        NetworkSpec network = f.bench.network.spec();
        network.remove({"output"}, false);
        f.bench.network.setSpec(network);
        QVERIFY(f.until([&] { return f.bench.network.reportIsCurrent(); }));
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        TrainingEditor training(f.bench.training, f.bench.undo);
        ProblemsPanel panel(f.bench.problems, editor, training, f.bench.undo);
        QStringList names;
        for (int i = 0; i < panel.problems(); ++i)
            names << panel.findChild<QWidget*>(QStringLiteral("problem_%1").arg(i))->accessibleName();
        QVERIFY2(names.contains(QStringLiteral("The network has no Output")), qPrintable(names.join(QLatin1Char('|'))));
    }

    // Thousands of epochs push no warning out of the log; its newest line is in sight.
    void whatIsSaidOnceStaysInTheLog() {
        test::BenchFixture f;
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        TrainingEditor training(f.bench.training, f.bench.undo);
        ProblemsPanel panel(f.bench.problems, editor, training, f.bench.undo);
        auto* log = panel.findChild<QListWidget*>(QStringLiteral("logList"));
        panel.log(QStringLiteral("begun"));
        for (int epoch = 0; epoch < 3000; ++epoch) {
            if (epoch == 500) panel.log(QStringLiteral("a warning"));
            panel.log(QStringLiteral("epoch %1").arg(epoch), QStringLiteral("epoch"));
        }
        const int most = log->count();
        QVERIFY(most < 3000);
        const auto said = [log](int row) { return log->item(row)->text(); };
        QVERIFY(said(0).endsWith(QStringLiteral("begun")));
        QVERIFY(said(1).endsWith(QStringLiteral("a warning")));
        QVERIFY(said(2).endsWith(QStringLiteral("epoch %1").arg(3002 - most)));
        QVERIFY(said(most - 1).endsWith(QStringLiteral("epoch 2999")));
        panel.resize(400, 200);
        panel.show();
        panel.showTab(2);
        panel.log(QStringLiteral("the last"));
        QTRY_VERIFY(log->viewport()->rect().contains(log->visualItemRect(log->item(most - 1))));
        QVERIFY(said(most - 1).endsWith(QStringLiteral("the last")));
        // Where nothing else is left, the oldest goes.
        for (int line = 0; line < most + 1; ++line) panel.log(QStringLiteral("line %1").arg(line));
        QCOMPARE(log->count(), most);
        QVERIFY(said(0).endsWith(QStringLiteral("line 1")));
    }

    // More memory than there is: told before a run is begun, which swap may still help.
    void aRunThatIsTooLargeIsToldBefore() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        QTRY_VERIFY(f.bench.forecast.memory().total() > 0);
        QVERIFY(f.bench.problems.all().empty());
        const auto memory = static_cast<size_t>(f.bench.devices.devices().front().memoryBytes);
        QVERIFY(memory > 0);
        f.bench.problems.setMemoryNeed(memory);
        QVERIFY(f.bench.problems.all().empty());
        f.bench.problems.setMemoryNeed(memory + 1);
        QCOMPARE(f.bench.problems.all().size(), size_t{1});
        QVERIFY(f.bench.problems.all().front().training);
        QCOMPARE(f.bench.problems.errors(), 0);
        QVERIFY(q(f.bench.problems.all().front().what.message).contains(QStringLiteral("smaller batch")));
        QCOMPARE(f.bench.controller.obstacle(), QString());
        f.bench.problems.setMemoryNeed(0);
        QVERIFY(f.bench.problems.all().empty());
    }

    // No layer is at fault, and yet there is nothing to make a plan of.
    void whatOnlyAPlanShowsIsAProblem() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        NetworkSpec frozen = f.bench.network.spec();
        for (size_t i = 0; i < frozen.nodes.size(); ++i)
            if (std::ranges::count(findLayer(frozen.nodes[i].type)->properties, "trainable", &Property::key))
                frozen.nodes.edit(i).properties["trainable"] = false;
        const NetworkSpec before = f.bench.network.spec();
        f.bench.network.setSpec(frozen);
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{1});
        QVERIFY(f.bench.network.report().ok());
        QVERIFY2(q(f.bench.problems.all().front().what.message).contains(QStringLiteral("frozen")),
                 qPrintable(q(f.bench.problems.all().front().what.message)));
        QVERIFY2(f.bench.controller.obstacle().contains(QStringLiteral("frozen")),
                 qPrintable(f.bench.controller.obstacle()));
        f.bench.network.setSpec(before);  // what was said of the network before is not held against it
        QVERIFY(!f.bench.network.reportIsCurrent());
        QCOMPARE(f.bench.controller.obstacle(), QString());
        QTRY_VERIFY(f.bench.problems.all().empty());
    }

    // A project whose data is elsewhere by now: the path is named, and other data takes its place only when asked to.
    void dataThatHasMovedIsNamed() {
        test::BenchFixture f;
        f.bench.network.setSpec(findTemplate("lenet").make({{1, 28, 28}, 10}));
        f.bench.data.open(QStringLiteral("folder:/nowhere/imgs"));
        QTRY_COMPARE(f.bench.data.state(), DataSetModel::State::Failed);
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{2});  // and that the input's shape is not known
        const std::vector<Problem> problems = f.bench.problems.all();
        QVERIFY2(q(problems[0].what.message).contains(QStringLiteral("/nowhere/imgs")),
                 qPrintable(q(problems[0].what.message)));
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        QSignalSpy asked(&editor, &NetworkEditor::dataRequested);
        for (const Problem& one : problems) editor.repair(q(one.what.node), one.what.repairs.at(0));
        QCOMPARE(asked.count(), 2);
        for (const QVariantList& spec : asked) QCOMPARE(spec.front().toString(), QString());  // the person is asked
        // The card of the layer where it comes in says the cause.
        const CanvasNode input = f.bench.network.node(QStringLiteral("input"));
        QVERIFY2(input.error.contains(QStringLiteral("/nowhere/imgs")), qPrintable(input.error));
        QVERIFY(!input.warning);
        QCOMPARE(input.repairs.size(), qsizetype(problems[0].what.repairs.size()));
    }

    // As somebody draws their first network: no error, but why it learns nothing is said on the layer's card.
    void pixelsThatNothingRescalesAreTold() {
        test::BenchFixture f;
        QVERIFY(f.ready("mlp"));
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        NetworkSpec bare = f.bench.network.spec();
        bare.remove({"rescaling_1"}, true);
        f.bench.network.setSpec(bare);
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{1});
        const Problem told = f.bench.problems.all().front();
        QCOMPARE(f.bench.problems.errors(), 0);
        QCOMPARE(told.what.node, std::string("dense_1"));
        QVERIFY(f.bench.network.node(QStringLiteral("dense_1")).warning);
        editor.repair(q(told.what.node), told.what.repairs.at(0));
        QTRY_VERIFY(f.bench.problems.all().empty());
        QVERIFY(f.bench.network.spec().find("rescaling_1"));
    }

    // What was made for images would leave nothing to tell a table's rows by.
    void aRescalingOfPixelsOnATable() {
        test::BenchFixture f;
        QTemporaryDir folder;
        const auto open = [&](const char* name, const QByteArray& rows) {
            QFile file(folder.filePath(QLatin1String(name)));
            if (!file.open(QIODevice::WriteOnly)) return false;
            file.write(rows);
            file.close();
            f.bench.data.open(QStringLiteral("csv:") + file.fileName());
            return f.until([&] { return f.bench.data.statistics() != nullptr; });
        };
        const auto told = [&f]() -> const Problem* {
            const auto& all = f.bench.problems.all();
            const auto found = std::ranges::find_if(all, [](const Problem& p) { return p.what.node == "rescaling_1"; });
            return found == all.end() ? nullptr : &*found;
        };
        f.bench.network.setSpec(findTemplate("linear").make({{1, 28, 28}, 2}));
        QVERIFY(f.bench.network.spec().find("rescaling_1"));
        QVERIFY(open("pixels.csv", "a,b,label\n0,255,0\n128,17,1\n"));
        QVERIFY(!told());
        QVERIFY(open("table.csv", "a,b,label\n-2,0.5,0\n1,2,1\n"));
        QVERIFY(told());
        QCOMPARE(f.bench.network.node(QStringLiteral("input")).summary, QStringLiteral("table.csv · 2 · float32"));
        QVERIFY(told()->what.severity == Diagnostic::Severity::Warning);
        QVERIFY2(q(told()->what.message).contains(QStringLiteral("from -2 to 2")), qPrintable(q(told()->what.message)));
        // The layer's card says it as well, and repairs it.
        NetworkEditor editor(f.bench.network, f.bench.undo, f.bench.jobs);
        NetworkPanel panel(f.bench.network, editor, f.bench.selection);
        const CanvasNode shown = f.bench.network.node(QStringLiteral("rescaling_1"));
        QCOMPARE(shown.error, q(told()->what.message));
        QVERIFY(shown.warning);
        emit panel.canvas()->repairRequested(shown.id, 0);
        QVERIFY(!f.bench.network.spec().find("rescaling_1"));
        QTRY_VERIFY(!told());
        f.bench.undo.undo();
        QTRY_VERIFY(told());
    }

    void aDeviceThatIsNotHereIsAProblem() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        f.set([](TrainingSpec& spec) { spec.device = "cuda:77"; });
        QTRY_VERIFY(!f.bench.devices.searching());
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{1});
        QVERIFY(q(f.bench.problems.all().front().what.message).contains(QStringLiteral("cuda:77")));
    }

    // The run would go to its end, and nobody would stop it: told before, and not refused.
    void aCallbackThatWatchesNothingIsAProblem() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        const auto watch = [&f](const char* callback, const char* value) {
            f.set([&](TrainingSpec& spec) { spec.callbacks = {{callback, {{"monitor", std::string(value)}}}}; });
            return f.bench.problems.all().size();
        };
        for (const char* callback : {"early_stopping", "reduce_lr_on_plateau"}) {
            QCOMPARE(watch(callback, "acc"), size_t{1});
            const Problem& problem = f.bench.problems.all().front();
            QVERIFY(problem.training);
            QCOMPARE(f.bench.problems.errors(), 0);
            QVERIFY2(q(problem.what.message).contains(QStringLiteral("\"acc\"")) &&
                         q(problem.what.message).contains(QStringLiteral("loss, accuracy")),
                     qPrintable(q(problem.what.message)));
            QCOMPARE(f.bench.controller.obstacle(), QString());
            for (const char* value : {"loss", "accuracy"}) QCOMPARE(watch(callback, value), size_t{0});
        }
        QCOMPARE(watch("model_checkpoint", "acc"), size_t{0});  // it keeps all, whatever their values
    }
};

QTEST_MAIN(TestProblemList)

}  // namespace test_problem_list

#include "test_problem_list.moc"
