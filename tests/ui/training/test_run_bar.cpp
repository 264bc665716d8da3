// The run bar and the training panel beside it, by keys and mouse: a run that is told to stop says so at once, and a
// start takes no text away that was refused.
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "engine/model/templates.h"
#include "ui/commands/training_editor.h"
#include "ui/models/workbench.h"
#include "ui/training/run_bar.h"
#include "ui/training/training_panel.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

struct Fixture {
    Fixture() {
        auto* both = new QWidget;
        auto* row = new QHBoxLayout(both);
        row->addWidget(panel);
        row->addWidget(bar);
        window.setCentralWidget(both);
        actions.add(bar->rows());
        window.resize(1200, 900);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }
    ~Fixture() {
        bench.controller.stop();
        (void)QTest::qWaitFor([this] { return !bench.controller.active(); }, 120000);
    }
    bool ready() {
        bench.data.open(QStringLiteral("sample"));
        if (!QTest::qWaitFor([this] { return bench.data.state() == DataSetModel::State::Ready; }, 120000)) return false;
        bench.network.setFacts(bench.data.facts(), QStringLiteral("sample"));
        bench.network.setSpec(findTemplate("mlp").make(bench.data.facts()));
        return QTest::qWaitFor([this] { return bench.network.reportIsCurrent(); }, 120000);
    }
    QString said() { return window.findChild<QToolButton*>("runProgressButton")->accessibleDescription(); }
    QWidget* button(const char* name) { return window.findChild<QWidget*>(QLatin1String(name)); }

    QTemporaryDir folder;
    QSettings store{folder.filePath("settings.ini"), QSettings::IniFormat};
    Workbench bench;
    TrainingEditor editor{bench.training, bench.undo};
    QMainWindow window;
    ActionTable actions{window, store};
    TrainingPanel* panel = new TrainingPanel(bench.training, editor, bench.controller, bench.runs, bench.data,
                                             bench.rates, bench.devices, bench.forecast);
    RunBar* bar = new RunBar(bench.controller, bench.runs, bench.training, editor, bench.devices);
};

}  // namespace

class TestRunBar : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // However long the step under way still takes.
    void aRunThatStopsSaysSoAtOnce() {
        Fixture f;
        f.editor.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 100000; });
        QVERIFY(f.ready());
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
        QVERIFY(f.ready());
        auto* rate = qobject_cast<QLineEdit*>(f.panel->editorOf(QStringLiteral("learning_rate")));
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "1e30");
        QSignalSpy met(f.bar, &RunBar::obstacleMet);
        QTest::keyClick(rate, Qt::Key_F5);
        QCOMPARE(met.size(), 1);
        QVERIFY2(met[0][0].toString().contains("learning_rate"), qPrintable(met[0][0].toString()));
        QVERIFY(!f.bench.controller.active());
        QCOMPARE(rate->text(), QString("1e30"));
        QVERIFY(rate->hasFocus());
        QVERIFY(f.window.findChild<QLabel*>("learning_rate.problem")->isVisible());
        rate->selectAll();
        QTest::keyClicks(rate, "0.01");
        QTest::keyClick(rate, Qt::Key_F5);
        QVERIFY(f.bench.controller.active());
        QCOMPARE(met.size(), 1);
    }
};

QTEST_MAIN(TestRunBar)
#include "test_run_bar.moc"
