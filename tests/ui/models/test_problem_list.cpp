// What is wrong with network and training stands in one list.
#include <QtTest>
#include <algorithm>

#include "engine/layers/layer_type.h"
#include "tests/ui/bench_fixture.h"
#include "ui/models/text.h"
#include "ui/network/problems_panel.h"

namespace test_problem_list {

using namespace tl;

class TestProblemList : public QObject {
    Q_OBJECT
private slots:
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
        ProblemsPanel panel(f.bench.problems, editor, f.bench.undo);
        QCOMPARE(panel.problems(), 1);
        QSignalSpy asked(&panel, &ProblemsPanel::trainingRequested);
        panel.show();
        QTest::mouseClick(panel.findChild<QWidget*>(QStringLiteral("problem_0")), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        f.set([&](TrainingSpec& spec) { spec.batch = static_cast<int>(images); });
        QVERIFY(problems.all().empty());
        QCOMPARE(panel.problems(), 0);
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

    void aDeviceThatIsNotHereIsAProblem() {
        test::BenchFixture f;
        QVERIFY(f.ready("lenet"));
        f.set([](TrainingSpec& spec) { spec.device = "cuda:77"; });
        QTRY_VERIFY(!f.bench.devices.searching());
        QTRY_COMPARE(f.bench.problems.all().size(), size_t{1});
        QVERIFY(q(f.bench.problems.all().front().what.message).contains(QStringLiteral("cuda:77")));
    }
};

QTEST_MAIN(TestProblemList)

}  // namespace test_problem_list

#include "test_problem_list.moc"
