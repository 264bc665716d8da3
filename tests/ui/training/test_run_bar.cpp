// The run bar and the training panel beside it, by keys and mouse: a run that is told to stop says so at once, and a
// start takes no text away that was refused.
#include <QAbstractButton>
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "tests/ui/bench_fixture.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/training/run_bar.h"
#include "ui/training/training_panel.h"
#include "widgets/theme/theme.h"

namespace test_run_bar {

using namespace tl;

namespace {

struct Fixture : test::DeskFixture {
    Fixture() {
        auto* both = new QWidget;
        auto* row = new QHBoxLayout(both);
        row->addWidget(panel);
        row->addWidget(bar);
        actions.add(bar->rows());
        show(both, {1200, 900});
    }
    QString said() { return window.findChild<QToolButton*>("runProgressButton")->accessibleDescription(); }
    QWidget* button(const char* name) { return find<QWidget>(name); }

    TrainingPanel* panel = new TrainingPanel(bench.training, training, bench.controller, bench.runs, bench.network,
                                             bench.data, bench.rates, bench.devices, bench.forecast);
    RunBar* bar = new RunBar(bench.controller, bench.runs, bench.training, training, bench.devices);
};

}  // namespace

class TestRunBar : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // What made a number that is none is looked at as long as one likes: no key for a step ends the run by the way.
    void aRunThatCannotGoOnIsEndedByItsOwnName() {
        Fixture f;
        f.set([](TrainingSpec& spec) { spec.learningRate = 1e20; });
        QVERIFY(f.start("lenet", 200));
        const Breakpoints& points = f.bench.controller.breakpoints();
        QTRY_VERIFY(points.stop() && points.stop()->last);
        f.actions.refresh();
        QVERIFY(!f.actions.action("stepAction")->isEnabled());
        // The key for Train says what is to be done first, and begins nothing.
        QSignalSpy told(f.bar, &RunBar::obstacleMet);
        QTest::keyClick(&f.window, Qt::Key_F5);
        QCOMPARE(told.count(), 1);
        QVERIFY(told[0][0].toString().contains("End it"));
        QVERIFY(points.stop() && f.bench.runs.runs().size() == 1);
        QVERIFY(f.actions.action("pauseAction")->text().contains("End run"));
        QTRY_COMPARE(f.find<QAbstractButton>("trainButton")->text().trimmed(), QString("End run"));
        QTest::keyClick(&f.window, Qt::Key_F10);
        QVERIFY(points.stop());
        QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Failed);
    }

    // As every debugger's: F5 goes on with a run that stands or is paused, and begins no other.
    void theKeyForTrainGoesOnWithARunThatRests() {
        Fixture f;
        Breakpoints& points = f.bench.controller.breakpoints();
        points.add(breakpointFrom("before conv_1 at step 3"));
        f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
        QVERIFY(f.ready("lenet"));
        const auto drawn = [&](const char* id) {
            return f.actions.action(QLatin1String(id))->icon().pixmap(16).toImage();
        };
        QTest::keyClick(&f.window, Qt::Key_F5);
        QTRY_VERIFY(points.stop());
        QTRY_COMPARE(f.bench.controller.state(), RunState::Paused);
        const int run = f.bench.controller.currentRun();
        QCOMPARE(drawn("pauseAction"), drawn("trainAction"));
        QTest::keyClick(&f.window, Qt::Key_F5);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
        QTRY_VERIFY(!points.stop());
        QVERIFY(drawn("pauseAction") != drawn("trainAction"));
        f.actions.refresh();
        QVERIFY(!f.actions.action("trainAction")->isEnabled());
        QTest::keyClick(&f.window, Qt::Key_F8);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Paused);
        QTest::keyClick(&f.window, Qt::Key_F5);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
        QCOMPARE(f.bench.controller.currentRun(), run);
        QCOMPARE(f.bench.runs.runs().size(), size_t{1});
        QTest::keyClick(&f.window, Qt::Key_F5, Qt::ShiftModifier);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
        // Held down it begins no run after the other.
        f.actions.refresh();
        QVERIFY(f.actions.action("trainAction")->isEnabled());
        QTest::simulateEvent(&f.window, true, Qt::Key_F5, Qt::NoModifier, QString(), true);
        QVERIFY(!f.bench.controller.active());
        QCOMPARE(f.bench.runs.runs().size(), size_t{1});
    }

    // However long the step under way still takes.
    void aRunThatStopsSaysSoAtOnce() {
        Fixture f;
        f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
        QVERIFY(f.ready("mlp"));
        QTest::keyClick(&f.window, Qt::Key_F5);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
        QVERIFY(f.button("trainButton")->isEnabled());
        QTest::keyClick(&f.window, Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(f.bench.controller.active());  // nothing was heard of it yet
        QVERIFY2(f.said().contains("stopping"), qPrintable(f.said()));
        QVERIFY(!f.button("trainButton")->isEnabled());
        f.actions.refresh();
        QVERIFY(!f.actions.action("pauseAction")->isEnabled());
        QSignalSpy told(f.bar, &RunBar::obstacleMet);  // nor does another begin by the way
        f.actions.trigger("trainAction");
        QCOMPARE(told.count(), 1);
        QVERIFY(told[0][0].toString().contains("ends with the step"));
        QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
        QCOMPARE(f.bench.runs.runs().size(), size_t{1});
        QVERIFY2(!f.said().contains("stopping"), qPrintable(f.said()));
        QVERIFY(f.button("trainButton")->isEnabled());
    }

    // Where it stood is said of a run that was stopped there, and no more of one that went on.
    void aRunThatIsStoppedWhereItStandsSaysWhere() {
        for (const bool goesOn : {false, true}) {
            Fixture f;
            Breakpoints& points = f.bench.controller.breakpoints();
            points.add(breakpointFrom("before conv_1 at step 3"));
            f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
            QVERIFY(f.ready("lenet"));
            QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
            QTRY_VERIFY(points.stop());
            if (goesOn) {
                QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
                QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
            }
            QTest::mouseClick(f.button("stopButton"), Qt::LeftButton);
            QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
            const QString whole = f.said() + QLatin1Char('\n') + f.find<QToolButton>("runProgressButton")->toolTip();
            QVERIFY2(whole.contains("stopped in conv_1") == !goesOn, qPrintable(whole));
            QVERIFY2(whole.contains("It stood before conv_1") == !goesOn, qPrintable(whole));
            QVERIFY2(goesOn || whole.contains("step 3"), qPrintable(whole));
        }
    }

    // The button is grey while the run starts; what comes next in the window is not meant by the next key.
    void aStartByMouseKeepsTheKeyboardAtTheBar() {
        for (const bool behind : {false, true}) {
            Fixture f;
            f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
            QVERIFY(f.ready("mlp"));
            QWidget other;  // in front
            if (behind) {
                other.show();
                other.activateWindow();
                QVERIFY(QTest::qWaitForWindowActive(&other));
                QVERIFY(!f.window.isActiveWindow());
            }
            QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
            QCOMPARE(f.bench.controller.state(), RunState::Starting);
            QVERIFY(!f.button("trainButton")->isEnabled());
            QCOMPARE(f.window.focusWidget(), f.bar);
            QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
            QCOMPARE(f.window.focusWidget(), f.button("trainButton"));
        }
    }

    // It stays where it is, with the word below it, and nothing starts.
    void aStartTakesNoRefusedText() {
        Fixture f;
        QVERIFY(f.ready("mlp"));
        auto* rate = qobject_cast<QLineEdit*>(f.panel->editorOf(QStringLiteral("learning_rate")));
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "-1");
        QSignalSpy met(f.bar, &RunBar::obstacleMet);
        for (const bool key : {true, false}) {
            key ? QTest::keyClick(rate, Qt::Key_F5) : QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
            QCOMPARE(met.size(), key ? 1 : 2);
            QVERIFY2(met.back()[0].toString().contains("learning_rate"), qPrintable(met.back()[0].toString()));
            QVERIFY(!f.bench.controller.active());
            QCOMPARE(rate->text(), QString("-1"));
            QVERIFY(rate->hasFocus());
            QVERIFY(f.find<QLabel>("learning_rate.problem")->isVisible());
        }
        rate->selectAll();
        QTest::keyClicks(rate, "0.01");
        QTest::keyClick(rate, Qt::Key_F5);
        QVERIFY(f.bench.controller.active());
        QCOMPARE(met.size(), 2);
    }

    // Where another value is refused, field and problems speak of the same batch.
    void aRefusedValueNamesTheOneThatStays() {
        Fixture f;
        QVERIFY(f.ready("mlp"));
        auto* batch = qobject_cast<QLineEdit*>(f.panel->editorOf(QStringLiteral("batch")));
        batch->setFocus();
        batch->selectAll();
        QTest::keyClicks(batch, "20000");
        QTest::keyClick(batch, Qt::Key_Return);
        const auto problems = [&] {
            QStringList all;
            for (const Problem& one : f.bench.problems.all()) all << q(one.what.message);
            return all.join(QLatin1Char('\n'));
        };
        QVERIFY2(problems().contains("20000"), qPrintable(problems()));
        QTest::keyClicks(batch, "0");
        QTest::keyClick(batch, Qt::Key_Return);
        const auto* said = f.find<QLabel>("batch.problem");
        QVERIFY2(said->text().contains("65536") && said->text().endsWith("20000 stays."), qPrintable(said->text()));
        QVERIFY2(problems().contains("20000"), qPrintable(problems()));
        QTest::keyClick(batch, Qt::Key_Escape);
        QCOMPARE(batch->text(), QString("20000"));
        QVERIFY2(!said->text().contains("stays"), qPrintable(said->text()));
    }

    // A run that would fail as soon as it begins is none: it is told before, and the list stays as it is.
    void aStartThatCannotBeIsTold() {
        Fixture f;
        QVERIFY(f.ready("mlp"));
        f.set([](TrainingSpec& spec) { spec.batch = 1'000'000; });
        QSignalSpy met(f.bar, &RunBar::obstacleMet);
        QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
        QCOMPARE(met.size(), 1);
        QVERIFY2(met[0][0].toString().contains("larger than the training set"), qPrintable(met[0][0].toString()));
        QVERIFY(!f.bench.controller.active() && f.bench.runs.runs().empty());
    }
};

QTEST_MAIN(TestRunBar)

}  // namespace test_run_bar

#include "test_run_bar.moc"
