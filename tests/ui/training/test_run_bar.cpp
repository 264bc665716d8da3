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
#include "ui/training/run_bar.h"
#include "ui/training/training_panel.h"
#include "widgets/theme/theme.h"

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

    TrainingPanel* panel = new TrainingPanel(bench.training, training, bench.controller, bench.runs, bench.data,
                                             bench.rates, bench.devices, bench.forecast);
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
        QVERIFY(f.actions.action("pauseAction")->text().contains("End run"));
        QTRY_COMPARE(f.find<QAbstractButton>("trainButton")->text().trimmed(), QString("End run"));
        QTest::keyClick(&f.window, Qt::Key_F10);
        QVERIFY(points.stop());
        QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
        QTRY_COMPARE(f.bench.controller.state(), RunState::Failed);
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
        QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
        QVERIFY2(!f.said().contains("stopping"), qPrintable(f.said()));
        QVERIFY(f.button("trainButton")->isEnabled());
    }

    // It stays where it is, with the word below it, and nothing starts.
    void aStartTakesNoRefusedText() {
        Fixture f;
        QVERIFY(f.ready("mlp"));
        auto* rate = qobject_cast<QLineEdit*>(f.panel->editorOf(QStringLiteral("learning_rate")));
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "1e30");
        QSignalSpy met(f.bar, &RunBar::obstacleMet);
        for (const bool key : {true, false}) {
            key ? QTest::keyClick(rate, Qt::Key_F5) : QTest::mouseClick(f.button("trainButton"), Qt::LeftButton);
            QCOMPARE(met.size(), key ? 1 : 2);
            QVERIFY2(met.back()[0].toString().contains("learning_rate"), qPrintable(met.back()[0].toString()));
            QVERIFY(!f.bench.controller.active());
            QCOMPARE(rate->text(), QString("1e30"));
            QVERIFY(rate->hasFocus());
            QVERIFY(f.find<QLabel>("learning_rate.problem")->isVisible());
        }
        rate->selectAll();
        QTest::keyClicks(rate, "0.01");
        QTest::keyClick(rate, Qt::Key_F5);
        QVERIFY(f.bench.controller.active());
        QCOMPARE(met.size(), 2);
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
#include "test_run_bar.moc"
