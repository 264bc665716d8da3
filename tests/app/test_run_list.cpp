// The list of runs: many of them are there before their curves, each tells of itself, it has the keys that lists have
// everywhere; the way to the curves from other workspaces, and where runs without a project go.
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <QtTest>

#include "engine/io/events/event_writer.h"
#include "engine/io/project.h"
#include "engine/run/journal.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "tests/app/run_gestures.h"
#include "ui/commands/edit_command.h"
#include "ui/scalars/run_legend.h"
#include "ui/scalars/runs_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "widgets/controls/question.h"

namespace test_run_list {

using namespace tl;

namespace {

std::vector<double> curve(const Run& run, const char* tag) {
    std::vector<double> values;
    if (const auto found = run.scalars.find(QLatin1String(tag)); found != run.scalars.end())
        for (const ScalarPoint& point : found->second) values.push_back(point.value);
    return values;
}

// As a program that trained it left it: so many steps in two epochs, the second better.
void leaveRun(WindowFixture& f, const QString& name, int steps, double created, int epochs = 2) {
    const QString folder = f.folder.filePath(QStringLiteral("runs/") + name);
    QDir().mkpath(folder);
    RunInfo info;
    info.id = freshRunId();
    info.name = name.toStdString();
    info.created = created;
    info.epochs = epochs;
    writeRunInfo(info, folder.toStdString());
    Project project;
    project.name = info.name;
    project.training.epochs = epochs;
    project.training.batch = 77;
    saveProject(project, folder.toStdString() + "/project.tlm");
    JournalWriter writer(
        folder.toStdString() + "/journal.bin", 0, [] {}, [](const Message&) {});
    writer.add(StateRecord{RunState::Running, {}, -1});
    for (int i = 1; i <= steps; ++i) {
        StepRecord record;
        record.step = i;
        record.epoch = (i - 1) * 2 / steps;
        record.stepInEpoch = (i - 1) % (steps / 2) + 1;
        record.stepsPerEpoch = steps / 2;
        record.loss = 2.0f / static_cast<float>(i);
        writer.add(record);
        if (i % (steps / 2) != 0) continue;
        EpochRecord epoch;
        epoch.epoch = record.epoch;
        epoch.step = i;
        epoch.values = {{"loss", record.loss}, {"val_accuracy", 0.25f * static_cast<float>(record.epoch + 2)}};
        writer.add(epoch);
    }
    writer.add(StateRecord{RunState::Finished, {}, -1});
}

void key(WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(f.window->windowHandle(), key, modifiers);
}

// By the mouse; the menu has an event loop of its own.
bool inMenu(QWidget& where, const QPoint& at, const QString& entry) {
    bool chosen = false;
    QTimer::singleShot(0, &where, [&] {
        QMenu* menu = nullptr;
        const auto opens = [&] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; };
        if (!QTest::qWaitFor(opens, kPatienceMs)) return;
        for (QAction* action : menu->actions())
            if (action->text().startsWith(entry) && action->isEnabled()) {
                chosen = true;
                return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            }
        menu->close();
    });
    QContextMenuEvent ask(QContextMenuEvent::Mouse, at, where.mapToGlobal(at));
    QApplication::sendEvent(&where, &ask);
    return chosen;
}

// The Train workspace's list of so many runs, which were left on disk before the window opened. Null where it does not
// come.
QTreeView* listOf(WindowFixture& f, int runs) {
    for (int i = 0; i < runs; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
    f.window->start({});
    if (!f.ready() || !listed(f, static_cast<size_t>(runs))) return nullptr;
    f.window->showWorkspace(MainWindow::TrainSpace);
    auto* table = f.find<QTreeView>("runTable");
    return QTest::qWaitFor([&] { return table->isVisible(); }, kPatienceMs) ? table : nullptr;
}

}  // namespace

class TestRunList : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("XDG_DATA_HOME", trash_.path().toUtf8()); }  // what is deleted lands here

    // The list is there at once; curves are read when they are shown.
    void manyRunsAreListedBeforeTheirCurves() {
        WindowFixture f({}, false);
        for (int i = 0; i < 25; ++i)
            leaveRun(f, QStringLiteral("run %1").arg(i, 2, 10, QLatin1Char('0')), 200, 1e9 + i);
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(listed(f, 25));
        const auto& runs = f.bench().runs.runs();
        const auto whole = [&] {
            return std::count_if(runs.begin(), runs.end(), [](const Run& r) { return r.whole; });
        };
        QTRY_COMPARE(whole(), 10);
        QCOMPARE(f.bench().library.loads(), 10);  // those that are shown: the newest
        QVERIFY(!runs.front().visible && runs.back().visible);
        QCOMPARE(curve(runs.back(), "loss").size(), size_t{200});

        // What is listed of the others is true, before and after.
        const Run before = runs.front();
        QVERIFY(!before.whole);
        QCOMPARE(before.state, RunState::Finished);
        QCOMPARE(before.lastStep.step, int64_t{200});
        const auto row = [&] {
            QStringList texts;
            for (int column = 0; column < RunModel::ColumnCount; ++column)
                texts << f.bench().runs.index(0, column).data().toString();
            return texts;
        };
        const QStringList told = row();
        QCOMPARE(told[RunModel::Best], QStringLiteral("0.750"));
        QCOMPARE(told[RunModel::Epoch], QStringLiteral("2/2"));
        QVERIFY(std::abs(before.last(QStringLiteral("loss")) - 0.01) < 1e-6);

        // By its swatch, with the mouse.
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->isVisible());
        table->scrollToTop();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).topLeft() + QPoint(14, 13));
        QTRY_VERIFY(runs.front().whole);
        QCOMPARE(f.bench().library.loads(), 11);
        QCOMPARE(curve(runs.front(), "loss").size(), size_t{200});
        QCOMPARE(curve(runs.front(), "val_accuracy"), curve(before, "val_accuracy"));
        QCOMPARE(runs.front().state, RunState::Finished);
        QCOMPARE(row(), told);
        QCOMPARE(f.find<ScalarsPanel>("scalarsPanel")->chart(QStringLiteral("loss"))->plot().pointCount(0),
                 size_t{200});
    }

    // A run's colour is kept with it: after a run is deleted, and in the next window, all have the one they had.
    void coloursAreTheRuns() {
        WindowFixture f;
        QVERIFY(f.ready());
        QMap<QString, int> colors;
        for (int i = 0; i < 3; ++i) QVERIFY(train(f, 1) >= 0);
        for (const Run& run : f.bench().runs.runs()) colors[run.folder] = run.color;
        QCOMPARE(QSet<int>(colors.begin(), colors.end()).size(), 3);
        const QString gone = f.bench().runs.runs().front().folder;
        f.window.reset();
        QVERIFY(QDir(gone).removeRecursively());
        f.open();
        QVERIFY(listed(f, 2));
        for (const Run& run : f.bench().runs.runs()) QCOMPARE(run.color, colors.value(run.folder, -1));
    }

    // Its epochs and settings are its own.
    void aFoundRunTellsOfItself() {
        WindowFixture f({}, false);
        leaveRun(f, QStringLiteral("theirs"), 10, 1e9, 7);
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(listed(f, 1));
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 99, spec.batch = 5; });
        QCOMPARE(f.bench().runs.index(0, RunModel::Epoch).data().toString(), QStringLiteral("2/7"));
        const QString tip = f.bench().runs.index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("batch 77")) && tip.contains(QStringLiteral("7 epochs")), qPrintable(tip));
    }

    // Escape takes the filter's words away, and once more goes on to the list.
    void escapeLeavesTheFilter() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 3);
        QVERIFY(table);
        auto* filter = f.find<QLineEdit>("runFilter");
        QTest::mouseClick(filter, Qt::LeftButton);
        QTest::keyClicks(filter, QStringLiteral("run 1"));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        key(f, Qt::Key_Escape);
        QCOMPARE(filter->text(), QString());
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QVERIFY(filter->hasFocus());
        key(f, Qt::Key_Escape);
        QVERIFY(table->hasFocus());
    }

    // Whichever run is chosen in the list, with the mouse, the charts' legends name it.
    void legendsNameTheChosenRun() {
        WindowFixture f({}, false);
        for (int i = 0; i < 9; ++i) leaveRun(f, QStringLiteral("one of several runs, %1").arg(i), 10, 1e9 + i);
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(listed(f, 9));
        f.window->resize(1280, 720);
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = f.find<QTreeView>("runTable");
        RunLegend* legend = nullptr;
        QTRY_VERIFY((legend = f.find<RunLegend>("runLegend.loss")) && legend->lines().size() == 9);
        QTRY_VERIFY(legend->isVisible() && legend->named().size() < 8);
        for (int row = 0; row < 9; ++row) {
            const QModelIndex index = table->model()->index(row, RunModel::Name);
            table->scrollTo(index);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
            const int run = f.bench().selection.run();
            QCOMPARE(run, index.data(RunModel::IdRole).toInt());
            const QString title = f.bench().runs.titleOf(run).text();
            QVERIFY2(std::ranges::any_of(legend->named(), [&](const auto& line) { return line.title == title; }),
                     qPrintable(title));
        }
    }

    // The keys that lists have everywhere, and the menu that names them.
    void theListByKeyboard() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 3);
        QVERIFY(table);
        const NetworkSpec network = f.bench().network.spec();
        QTest::mouseClick(
            f.window->windowHandle(), Qt::LeftButton, {},
            f.inWindow(table->viewport(), table->visualRect(table->model()->index(1, RunModel::Best)).center()));
        QTRY_VERIFY(table->hasFocus());

        QStringList entries;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (int turn = 0; !menu && turn < 100; ++turn) {
                QCoreApplication::processEvents();
                menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            }
            if (!menu) return;
            for (const QAction* action : menu->actions()) {
                const QString key = action->shortcut().toString(QKeySequence::NativeText);
                entries << (key.isEmpty() ? action->text() : action->text() + QLatin1Char('\t') + key);
            }
            QTest::keyClick(menu, Qt::Key_Escape);
        });
        QContextMenuEvent ask(
            QContextMenuEvent::Mouse, table->visualRect(table->model()->index(1, RunModel::Best)).center(),
            table->viewport()->mapToGlobal(table->visualRect(table->model()->index(1, RunModel::Best)).center()));
        QApplication::sendEvent(table->viewport(), &ask);
        for (const char* named : {"\tSpace", "\tReturn", "Rename run…\tF2", "Delete run…\tDel"})
            QVERIFY2(!entries.filter(QString::fromUtf8(named)).isEmpty(), qPrintable(entries.join(QLatin1Char('|'))));

        table->setFocus();
        key(f, Qt::Key_F2);
        QVERIFY(shown<Question>(f, "renameRunBox"));
        auto* name = f.find<QLineEdit>("questionField");
        QCOMPARE(name->text(), QStringLiteral("run 1"));
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Backspace);  // a run has some name
        QVERIFY(!f.find<QPushButton>("renameButton")->isEnabled());
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(f.find<Question>("renameRunBox"));
        QTest::keyClicks(name, QStringLiteral("the second"));
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(f.bench().runs.runs()[1].name, QStringLiteral("the second"));
        QTRY_VERIFY(!f.find<Question>("renameRunBox"));

        table->setFocus();
        key(f, Qt::Key_Delete);
        QVERIFY(shown<Question>(f, "deleteRunBox"));
        const auto asks = [&](const QString& words) {
            for (const auto* label : f.find<Question>("deleteRunBox")->findChildren<QLabel*>())
                if (label->text().contains(words)) return true;
            return false;
        };
        QVERIFY(asks(QStringLiteral("the second")));
        QTest::mouseClick(f.find<QPushButton>("cancelButton"), Qt::LeftButton);
        QTRY_VERIFY(!f.find<Question>("deleteRunBox"));
        QCOMPARE(f.bench().runs.runs().size(), size_t{3});

        table->setFocus();
        key(f, Qt::Key_A, Qt::ControlModifier);
        key(f, Qt::Key_Delete);
        QVERIFY(shown<Question>(f, "deleteRunBox"));
        QVERIFY(asks(QStringLiteral("3 runs")));
        QVERIFY(asks(QStringLiteral("\n“run 0”\n“the second”\n“run 2”")));
        QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
        QVERIFY(listed(f, 0));
        QVERIFY(QDir(f.folder.filePath(QStringLiteral("runs"))).isEmpty());
        QVERIFY(f.bench().network.spec() == network);

        // All come back, and nothing of them stays in the trash.
        const auto left = [this] { return QDir(trash_.filePath(QStringLiteral("Trash/info"))).entryList(QDir::Files); };
        const auto before = left();
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("3 runs")),
                 qPrintable(f.window->messages().sentence()));
        f.pressOffer(QStringLiteral("Put them back"));
        QVERIFY(listed(f, 3));
        for (const Run& back : f.bench().runs.runs()) QVERIFY(QFile::exists(back.folder + QStringLiteral("/run.json")));
        QCOMPARE(left().size(), before.size() - 3);
        // Long after, from the menu; its folder is another run's meanwhile.
        f.window->actionTable().refresh();
        QVERIFY(!f.find<QAction>("putBackRuns")->isEnabled());
        const QString folder = f.bench().runs.runs()[1].folder, named = f.bench().runs.runs()[1].name;
        f.bench().library.remove({f.bench().runs.runs()[1].id});
        QVERIFY(listed(f, 2));
        QVERIFY(QDir().mkpath(folder));
        f.window->actionTable().refresh();
        QVERIFY(f.find<QAction>("putBackRuns")->text().contains(named));
        f.window->actionTable().trigger(QStringLiteral("putBackRuns"));
        QVERIFY(listed(f, 3));
        QVERIFY(std::ranges::any_of(f.bench().runs.runs(), [&](const Run& back) {
            return back.name == named && back.folder == folder + QStringLiteral("-2");
        }));
    }

    // With the keyboard in the list Undo is of what was deleted there, not of a setting behind a tab; what comes back
    // stands where it was. Elsewhere, and with nothing to put back, it is the document's.
    void undoInTheListPutsBack() {
        WindowFixture f({}, false);
        for (int i = 0; i < 3; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
        f.window->start({});
        QVERIFY(listed(f, 3));
        QVERIFY(f.ready());
        const auto names = [&] {
            QStringList all;
            for (const Run& run : f.bench().runs.runs()) all << run.name;
            return all;
        };
        const QStringList before = names();
        const auto epochs = [&] { return f.bench().training.spec().epochs; };
        f.window->showWorkspace(MainWindow::TrainSpace);
        const int old = epochs();
        f.typeEpochs(old + 5);
        QCOMPARE(epochs(), old + 5);
        auto* table = f.find<QTreeView>("runTable");
        for (const int row : {1, 0}) {
            const QModelIndex index = table->model()->index(row, RunModel::Name);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
            key(f, Qt::Key_Delete);
            QVERIFY(shown<Question>(f, "deleteRunBox"));
            QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
            QVERIFY(listed(f, row + 1u));
        }
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));
        f.window->actionTable().refresh();
        QCOMPARE(f.find<QAction>("undoAction")->text(), QStringLiteral("Put back “run 0”"));
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(listed(f, 2));
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("“run 0” is back in the list."));
        QCOMPARE(f.bench().runs.find(f.bench().selection.run())->name, QStringLiteral("run 0"));  // for all panels
        f.training().editorOf(QStringLiteral("epochs"))->setFocus();
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(epochs(), old);
        f.typeEpochs(old + 5);
        table->setFocus();
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(listed(f, 3));
        QCOMPARE(names(), before);
        QCOMPARE(epochs(), old + 5);
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(epochs(), old);
        QVERIFY(f.window->messages().sentence().startsWith(QStringLiteral("Undone: ")));
    }

    // Deleted by a menu, wherever the keyboard was: it is in the list then, and Undo no other panel's.
    void undoAfterAMenuPutsBack() {
        WindowFixture f({}, false);
        for (int i = 0; i < 2; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
        f.window->start({});
        QVERIFY(listed(f, 2));
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        const auto epochs = [&] { return f.bench().training.spec().epochs; };
        const int typed = epochs() + 5;
        f.typeEpochs(typed);
        f.find<RunsPanel>("runsPanel")->setCurrentRun(f.bench().runs.runs()[0].id);
        f.training().editorOf(QStringLiteral("epochs"))->setFocus();
        f.window->actionTable().refresh();
        f.trigger("deleteRun");
        QVERIFY(shown<Question>(f, "deleteRunBox"));
        QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
        QVERIFY(listed(f, 1));
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(listed(f, 2));
        QCOMPARE(epochs(), typed);
    }

    // What is one run's is grey while several are chosen; why, the first of them says for all.
    void whatAllEntriesNeedIsSaidOnce() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 2);
        QVERIFY(table);
        table->selectAll();
        f.window->actionTable().refresh();
        const QString why = QStringLiteral("Choose one run in the list");
        QStringList saying;
        for (const char* name : {"continueRun", "forkRun", "runAgain", "useWeights", "exportRun", "restoreSettings",
                                 "evaluateRun", "renameRun", "noteRun", "showRunFolder"}) {
            const auto* action = f.find<QAction>(name);
            QVERIFY2(!action->isEnabled() && action->toolTip().startsWith(why), name);
            if (action->text().contains(why)) saying << QLatin1String(name);
        }
        QCOMPARE(saying, QStringList{QStringLiteral("continueRun")});
    }

    // What can be done with several runs is done with all that are chosen, in one step; what is one run's says so, and
    // a heading is no run.
    void severalRunsAreTaggedAtOnce() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 3);
        QVERIFY(table);
        const auto click = [&](int row, Qt::KeyboardModifiers held) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, held,
                              table->visualRect(table->model()->index(row, RunModel::Name)).center());
        };
        const auto tags = [&](size_t run) { return f.bench().runs.runs()[run].info.tags; };
        using Tags = std::vector<std::string>;
        f.bench().library.setTags(f.bench().runs.runs()[1].id, {QStringLiteral("own")});
        QTRY_COMPARE(tags(1), Tags{"own"});
        click(0, Qt::NoModifier);
        click(1, Qt::ControlModifier);
        const auto tagThem = [&](const QString& text) {
            f.window->actionTable().refresh();
            f.window->actionTable().trigger(QStringLiteral("tagRun"));
            QVERIFY(shown<Question>(f, "tagRunBox"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), text);
            QTest::mouseClick(f.find<QPushButton>("tagButton"), Qt::LeftButton);
            QTRY_VERIFY(!f.find<Question>("tagRunBox"));
        };
        tagThem(QStringLiteral("good, kept"));
        QTRY_COMPARE(tags(1), (Tags{"own", "good", "kept"}));
        QCOMPARE(tags(0), (Tags{"good", "kept"}));
        QVERIFY(tags(2).empty());
        tagThem(QStringLiteral("good"));
        QTRY_COMPARE(tags(1), (Tags{"own", "good"}));
        QCOMPARE(tags(0), Tags{"good"});
        table->setFocus();
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(tags(0), (Tags{"good", "kept"}));
        QTRY_COMPARE(tags(1), (Tags{"own", "good", "kept"}));
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Undone: tags of 2 runs."));
        key(f, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(tags(1), (Tags{"own", "good"}));
        QTRY_COMPARE(tags(0), Tags{"good"});
        // A name is one run's.
        key(f, Qt::Key_F2);
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Choose one run in the list."));
        QVERIFY(!f.find<Question>("renameRunBox"));
        // The heading of a single one is not that one.
        f.bench().runs.setGrouping({RunGrouping::Pattern, QStringLiteral("run \\d")});
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const QModelIndex first = table->model()->index(0, 0);
        QTRY_COMPARE(table->model()->rowCount(first), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first.siblingAtColumn(0)).center());
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));
        const auto offered = [&] {
            return f.window->actionTable().refresh(), f.find<QAction>("renameAction")->isEnabled();
        };
        QVERIFY(!offered());
        key(f, Qt::Key_F2);
        QVERIFY(!f.find<Question>("renameRunBox"));
        const QModelIndex one = table->model()->index(0, 0, first);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(one).center());
        QVERIFY(offered());
    }

    // Name, note and tags are taken back there too, in one order with what was deleted; the document's steps come
    // after.
    void undoInTheListTakesBackWhatWasWritten() {
        WindowFixture f({}, false);
        for (int i = 0; i < 2; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
        f.window->start({});
        QVERIFY(listed(f, 2));
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        const int old = f.bench().training.spec().epochs;
        f.typeEpochs(old + 5);
        auto* table = f.find<QTreeView>("runTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, RunModel::Name)).center());
        const auto run = [&]() -> const Run& { return f.bench().runs.runs()[1]; };
        const auto onDisk = [&] { return readRunInfo(run().folder.toStdString()); };
        const auto menuSays = [&] {
            f.window->actionTable().refresh();
            return f.find<QAction>("undoAction")->text();
        };
        const auto undo = [&] {
            table->setFocus();
            key(f, Qt::Key_Z, Qt::ControlModifier);
        };
        const auto answer = [&](const char* action, const char* box, const char* button, const QString& text) {
            f.window->actionTable().trigger(QLatin1String(action));
            QVERIFY(shown<Question>(f, box));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), text);
            QTest::mouseClick(f.find<QPushButton>(button), Qt::LeftButton);
            QTRY_VERIFY(!f.find<Question>(box));
        };
        answer("renameRun", "renameRunBox", "renameButton", QStringLiteral("better"));
        QTRY_COMPARE(run().name, QStringLiteral("better"));
        answer("renameRun", "renameRunBox", "renameButton", QStringLiteral("best"));
        QTRY_COMPARE(run().name, QStringLiteral("best"));
        answer("noteRun", "noteRunBox", "noteButton", QStringLiteral("of warm weights"));
        QTRY_COMPARE(run().info.note, std::string("of warm weights"));
        answer("tagRun", "tagRunBox", "tagButton", QStringLiteral("good, kept"));
        QTRY_COMPARE(run().info.tags, (std::vector<std::string>{"good", "kept"}));
        table->setFocus();
        key(f, Qt::Key_Delete);
        QVERIFY(shown<Question>(f, "deleteRunBox"));
        QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
        QVERIFY(listed(f, 1));

        QCOMPARE(menuSays(), QStringLiteral("Put back “best”"));
        undo();
        QVERIFY(listed(f, 2));
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("“best” is back in the list."));
        QCOMPARE(menuSays(), QStringLiteral("&Undo: tags of run “best”"));
        undo();
        QTRY_VERIFY(run().info.tags.empty());
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Undone: tags of run “best”."));
        QCOMPARE(menuSays(), QStringLiteral("&Undo: note about run “best”"));
        undo();
        undo();  // at once: one after the other, they are not written into one another
        QTRY_COMPARE(run().name, QStringLiteral("better"));
        QVERIFY(run().info.note.empty());
        QCOMPARE(menuSays(), QStringLiteral("&Undo: name of run “run 1”"));
        undo();
        QTRY_COMPARE(run().name, QStringLiteral("run 1"));
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Undone: name of run “run 1”."));
        QVERIFY(onDisk().name == "run 1" && onDisk().note.empty() && onDisk().tags.empty());
        // And once more, in the order in which it was done.
        const auto redo = [&] {
            table->setFocus();
            key(f, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        };
        f.window->actionTable().refresh();
        QCOMPARE(f.find<QAction>("redoAction")->text(), QStringLiteral("&Redo: name of run “run 1”"));
        redo();
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Redone: name of run “run 1”."));
        QVERIFY(run().name == "better" && onDisk().name == "better");
        redo();
        redo();
        QTRY_COMPARE(run().info.note, std::string("of warm weights"));
        QVERIFY(run().name == "best" && onDisk().name == "best");
        for (int i = 0; i < 3; ++i) undo();
        QTRY_COMPARE(run().name, QStringLiteral("run 1"));
        QVERIFY(onDisk().name == "run 1" && onDisk().note.empty());
        // What is written now has nothing to be done again behind it.
        answer("renameRun", "renameRunBox", "renameButton", QStringLiteral("last"));
        QTRY_COMPARE(run().name, QStringLiteral("last"));
        redo();
        undo();
        QTRY_COMPARE(run().name, QStringLiteral("run 1"));
        QCOMPARE(f.bench().training.spec().epochs, old + 5);
        undo();
        QCOMPARE(f.bench().training.spec().epochs, old);

        // What another program wrote since is not lost for it.
        answer("renameRun", "renameRunBox", "renameButton", QStringLiteral("mine"));
        QTRY_COMPARE(run().name, QStringLiteral("mine"));
        RunInfo theirs = onDisk();
        theirs.name = "theirs";
        writeRunInfo(theirs, run().folder.toStdString());
        undo();
        QTRY_VERIFY2(f.window->messages().sentence().contains(QStringLiteral("was changed since")),
                     qPrintable(f.window->messages().sentence()));
        QCOMPARE(onDisk().name, std::string("theirs"));

        // What was written about a run that is gone for good is no step any more.
        f.typeEpochs(old + 7);
        answer("renameRun", "renameRunBox", "renameButton", QStringLiteral("mine again"));
        table->setFocus();
        QTRY_VERIFY2(menuSays().startsWith(QStringLiteral("&Undo: name of run")), qPrintable(menuSays()));
        f.bench().runs.remove(run().id);
        QVERIFY(listed(f, 1));
        QVERIFY2(!menuSays().startsWith(QStringLiteral("&Undo: name of run")), qPrintable(menuSays()));
        undo();
        QCOMPARE(f.bench().training.spec().epochs, old);
    }

    // Of several that were deleted together, some without a trash: which ones are gone is said beside the rest.
    void whatIsGoneForGoodIsNamed() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto tells = [&](const std::vector<RunLibrary::Removed>& runs) {
            emit f.bench().library.removed(runs);
            return f.window->messages().sentence();
        };
        const RunLibrary::Removed kept{"kept", "/a/kept", "/trash/kept"}, one{"one", "/b/one", {}},
            two{"two", "/b/two", {}};
        QCOMPARE(tells({kept}), QStringLiteral("“kept” is in the trash."));
        QCOMPARE(tells({kept, one}),
                 QStringLiteral("“kept” is in the trash. “one” is deleted: there is no trash for /b/one."));
        QCOMPARE(tells({one, kept, two, kept}),
                 QStringLiteral("2 runs are in the trash. “one”, “two” are deleted: there is no trash for them."));
        QVERIFY(f.offer(QStringLiteral("Put them back")));
        QCOMPARE(tells({one, two}), QStringLiteral("2 runs are deleted: there is no trash for them."));
        QCOMPARE(tells({one}), QStringLiteral("“one” is deleted: there is no trash for /b/one."));
    }

    // The question promised the trash: where there is none it is another question.
    void whatHasNoTrashIsAskedForAgain() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 2);
        QVERIFY(table);
        const QString folder = f.bench().runs.runs()[0].folder;
        const auto restore = qScopeGuard([this] { qputenv("XDG_DATA_HOME", trash_.path().toUtf8()); });
        qputenv("XDG_DATA_HOME", (folder + QStringLiteral("/run.json/data")).toUtf8());  // no folder can be made there
        const auto remove = [&] {
            table->setFocus();
            key(f, Qt::Key_Delete);
            if (!shown<Question>(f, "deleteRunBox")) return false;
            QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
            return shown<Question>(f, "deleteForGoodBox") != nullptr;
        };
        f.find<RunsPanel>("runsPanel")->setCurrentRun(f.bench().runs.runs()[0].id);
        QVERIFY(remove());
        QTest::mouseClick(f.find<Question>("deleteForGoodBox")->findChild<QPushButton*>("cancelButton"),
                          Qt::LeftButton);
        QTRY_VERIFY(!f.find<Question>("deleteForGoodBox"));
        QVERIFY(listed(f, 2));
        QVERIFY(QFile::exists(folder));
        QVERIFY(remove());
        QTest::mouseClick(f.find<QPushButton>("deleteForGoodButton"), Qt::LeftButton);
        QVERIFY(listed(f, 1));
        QVERIFY(!QFile::exists(folder));
    }

    // Of many that are to be deleted the first are named, and how many more there are.
    void whatIsDeletedIsNamed() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 8);
        QVERIFY(table);
        const auto asked = [&](int count) {
            table->clearSelection();
            for (int row = 0; row < count; ++row)
                QTest::mouseClick(table->viewport(), Qt::LeftButton, row ? Qt::ControlModifier : Qt::NoModifier,
                                  table->visualRect(table->model()->index(row, RunModel::Name)).center());
            key(f, Qt::Key_Delete);
            QString text;
            if (auto* ask = shown<Question>(f, "deleteRunBox"))
                for (const auto* label : ask->findChildren<QLabel*>()) text += label->text() + QLatin1Char('\n');
            QTest::mouseClick(f.find<QPushButton>("cancelButton"), Qt::LeftButton);
            return text;
        };
        const QString six = asked(6);
        QVERIFY2(six.contains(QStringLiteral("“run 4”\n“run 5”\n")) && !six.contains(QStringLiteral("more")),
                 qPrintable(six));
        QTRY_VERIFY(!f.find<Question>("deleteRunBox"));
        const QString eight = asked(8);
        QVERIFY2(eight.contains(QStringLiteral("“run 0”\n")) &&
                     eight.contains(QStringLiteral("“run 4”\nand 3 more\n")) &&
                     !eight.contains(QStringLiteral("run 5")),
                 qPrintable(eight));
    }

    // What is said of a run calls it what the list calls it: of runs that are all of one project and optimizer, what
    // tells it from the others.
    void whatIsSaidOfARunNamesItAsTheList() {
        WindowFixture f({}, false);
        for (const char* rate : {"0.1", "0.01"})
            leaveRun(f, QStringLiteral("untitled · adam · learning_rate %1").arg(QLatin1String(rate)), 10, 1e9);
        f.window->start({});
        QVERIFY(f.ready() && listed(f, 2));
        f.window->showWorkspace(MainWindow::TrainSpace);
        const auto& runs = f.bench().runs;
        const auto found = std::ranges::find_if(runs.runs(), [](const Run& run) { return run.name.endsWith("0.01"); });
        const int run = found->id;
        const int twin = std::ranges::find_if(runs.runs(), [run](const Run& one) { return one.id != run; })->id;
        QCOMPARE(runs.titleOf(run).text(), QStringLiteral("#1 lr 0.01"));
        const auto act = [&](const char* action, int of) {
            f.find<RunsPanel>("runsPanel")->setCurrentRun(of);
            f.window->actionTable().refresh();
            f.trigger(action);
        };
        const auto said = [&] { return f.window->messages().sentence(); };
        QUndoStack& undo = f.bench().undo;
        const int steps = undo.count();
        act("restoreSettings", run);
        QTRY_VERIFY2(said().contains(QStringLiteral("those of “#1 lr 0.01”")), qPrintable(said()));
        QCOMPARE(undo.count(), steps + 1);
        QVERIFY(nextStep(undo, false));
        QCOMPARE(fullName(*nextStep(undo, false)), QStringLiteral("Restore the settings of #1 lr 0.01 (network)"));
        // Of a run that has the same there is nothing to restore: no step, and what was undone can still be redone.
        TrainingSpec longer = f.bench().training.spec();
        longer.epochs = 9;
        undo.push(new TrainingCommand(f.bench().training, longer, [] { return QStringLiteral("Set epochs"); }));
        undo.undo();
        act("restoreSettings", twin);
        QTRY_VERIFY2(said().contains(QStringLiteral("lr 0.1”")), qPrintable(said()));
        QVERIFY(undo.canRedo());
        QCOMPARE(undo.count(), steps + 2);
        act("deleteRun", run);
        auto* ask = shown<Question>(f, "deleteRunBox");
        QVERIFY(ask);
        QVERIFY(std::ranges::any_of(ask->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text() == QStringLiteral("Delete “#1 lr 0.01”?");
        }));
        QTest::mouseClick(f.find<QPushButton>("deleteRunButton"), Qt::LeftButton);
        QVERIFY(listed(f, 1));
        QTRY_VERIFY2(said().contains(QStringLiteral("“#1 lr 0.01” is")), qPrintable(said()));
    }

    // What was deleted from one project's list is put back beside that project, whichever is open by then.
    void whatComesBackIsNotTheNextProjects() {
        WindowFixture f({}, false);
        for (int i = 0; i < 2; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
        const QDir runs(f.folder.filePath(QStringLiteral("runs")));
        const QStringList folders = runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        f.window->start({});
        QVERIFY(f.ready());
        for (const QString& name : folders) {
            RunInfo info = readRunInfo(runs.filePath(name).toStdString());
            info.project = f.bench().library.project().toStdString();
            writeRunInfo(info, runs.filePath(name).toStdString());
        }
        QVERIFY(listed(f, 2));
        const auto& all = f.bench().runs.runs();
        f.bench().library.remove({all[0].id, all[1].id});
        QVERIFY(listed(f, 0));
        QSignalSpy loaded(&f.bench().library, &RunLibrary::loaded), added(&f.bench().runs, &RunModel::runAdded);
        f.window->document().newEmpty();
        QVERIFY(loaded.wait(kPatienceMs));
        f.window->actionTable().trigger(QStringLiteral("putBackRuns"));
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("2 runs are back")));
        QCOMPARE(runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot), folders);
        QVERIFY(QTest::qWaitFor([&] { return f.bench().jobs.running() == 0; }, kPatienceMs));
        QCOMPARE(added.size(), 0);
        f.window->document().openSample();
        QVERIFY(listed(f, 2));
    }

    // Two rows taken with the mouse, and the key. With fewer the menus show it grey, and the key says what is missing.
    void twoRowsAreComparedByKey() {
        WindowFixture f({}, false);
        QTreeView* table = listOf(f, 3);
        QVERIFY(table);
        const auto click = [&](int row, Qt::KeyboardModifiers held) {
            QTest::mouseClick(f.window->windowHandle(), Qt::LeftButton, held,
                              f.inWindow(table->viewport(),
                                         table->visualRect(table->model()->index(row, 0)).topLeft() + QPoint(60, 12)));
        };
        const auto opens = [&] {
            key(f, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
            if (!shown<QTreeWidget>(f, "runDiffRows")) return false;
            QTest::keyClick(f.window->windowHandle(), Qt::Key_Escape);
            return QTest::qWaitFor([&] { return !f.find<QWidget>("runDiffSheet"); }, kPatienceMs);
        };
        click(0, Qt::NoModifier);
        click(2, Qt::ControlModifier);
        const auto offered = [&] {
            auto* bar = f.window->findChild<QMenuBar*>();
            auto* menu = f.find<QMenu>("runMenu");
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(menu->menuAction()).center());
            const bool open = QTest::qWaitFor([&] { return menu->isVisible(); }, kPatienceMs);
            const bool enabled = f.find<QAction>("compareRuns")->isEnabled();
            menu->close();
            return open && enabled;
        };
        QCOMPARE(f.find<RunsPanel>("runsPanel")->chosenRuns().size(), size_t{2});
        QVERIFY(offered());
        QVERIFY(opens());
        click(1, Qt::NoModifier);
        QCOMPARE(f.find<RunsPanel>("runsPanel")->chosenRuns().size(), size_t{1});
        QVERIFY(!offered());
        key(f, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Choose two or more runs in the list first."));
        QVERIFY(!f.find<QWidget>("runDiffSheet"));
        QVERIFY(!f.find<QAction>("compareRuns")->isEnabled());
        click(2, Qt::ShiftModifier);
        QVERIFY(opens());
    }

    // A column each under the name that the list gives it; what is not as in the first is marked.
    void moreThanTwoRunsAreCompared() {
        WindowFixture f({}, false);
        const QStringList lengths{"2", "5", "7", "2"};
        for (int i = 0; i < 4; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i, lengths[i].toInt());
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(listed(f, 4));
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->isVisible());
        table->selectAll();
        const std::vector<int> chosen = f.find<RunsPanel>("runsPanel")->chosenRuns();
        QCOMPARE(chosen.size(), size_t{4});
        f.window->actionTable().trigger(QStringLiteral("compareRuns"));
        auto* rows = shown<QTreeWidget>(f, "runDiffRows");
        QVERIFY(rows);
        QCOMPARE(rows->columnCount(), 5);
        QTRY_VERIFY(rows->topLevelItemCount() > 0);
        const auto row = [&](const char* name) {
            return rows->findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive).value(0);
        };
        const QTreeWidgetItem *epochs = row("epochs"), *batch = row("batch");
        QVERIFY(epochs && batch);
        for (int column = 1; column <= 4; ++column) {
            const Run& run = *f.bench().runs.find(chosen[static_cast<size_t>(column - 1)]);
            QCOMPARE(rows->headerItem()->text(column), f.bench().runs.titleOf(run.id).text());
            QCOMPARE(epochs->text(column), QString::number(run.epochs));
            QCOMPARE(epochs->foreground(column) == epochs->foreground(1), epochs->text(column) == epochs->text(1));
            QCOMPARE(batch->text(column), QStringLiteral("77"));
            QCOMPARE(batch->foreground(column), batch->foreground(1));
        }
        // By a value that only the third has.
        f.find<QWidget>("runDiffSheet")->findChild<QLineEdit*>()->setText(epochs->text(3));
        QVERIFY(!epochs->isHidden());
        QTest::mouseClick(f.find<QPushButton>("copyRunDiff"), Qt::LeftButton);
        const QString copied = QStringLiteral("* epochs\t") + lengths.join(QLatin1Char('\t'));
        const QString turned = QStringLiteral("* epochs\t2\t7\t5\t2");
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains(copied) || text.contains(turned), qPrintable(text));
    }

    // What a person set the list to is so the next time, with its project; another project knows nothing of it.
    void theListIsAsItWasLeft() {
        WindowFixture f({}, false);
        for (int i = 0; i < 3; ++i) leaveRun(f, QStringLiteral("run %1").arg(i), 10, 1e9 + i);
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(QDir(f.folder.path()).mkdir(QStringLiteral("work")));
        const QString project = f.folder.filePath(QStringLiteral("work/net.tlm"));
        f.window->document().save(project);
        QTRY_COMPARE(f.window->document().path(), project);
        for (int i = 0; i < 3; ++i) {
            const std::string folder = f.folder.filePath(QStringLiteral("runs/run %1").arg(i)).toStdString();
            RunInfo info = readRunInfo(folder);
            info.project = project.toStdString();
            writeRunInfo(info, folder);
        }
        const auto table = [&] { return f.find<QTreeView>("runTable"); };
        const auto group = [&] { return table()->model()->index(0, 0); };
        const auto opens = [&] {
            f.open(project);
            f.window->showWorkspace(MainWindow::TrainSpace);
            return QTest::qWaitFor([&] { return f.window->document().path() == project; }, kPatienceMs) &&
                   listed(f, 3) && QTest::qWaitFor([&] { return table()->isVisible(); }, kPatienceMs);
        };
        const auto drawn = [&] {
            QStringList names;
            for (const Run& run : f.bench().runs.runs())
                if (run.visible) names << run.name;
            return names.join(QLatin1Char(' '));
        };
        const auto rows = [&] {
            QStringList names;
            for (int row = 0; row < table()->model()->rowCount(group()); ++row)
                names << table()->model()->index(row, 0, group()).data().toString();
            return names.join(QLatin1Char(' '));
        };
        QVERIFY(opens());
        QCOMPARE(f.bench().runs.grouping(), RunGrouping());
        f.press("groupRuns");
        auto* menu = f.find<QMenu>("groupRunsMenu");
        QTRY_VERIFY(menu->isVisible());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[2]).center());
        QTRY_COMPARE(f.bench().runs.grouping().by, RunGrouping::Folder);
        auto* header = table()->header();
        for (int click = 0; click < 2; ++click)
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(RunModel::Name) + 60, header->height() / 2});
        QTRY_COMPARE(rows(), QStringLiteral("run 2 run 1 run 0"));
        const QRect row = table()->visualRect(table()->model()->index(1, 0, group()));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, {row.left() + 15, row.center().y()});
        QTRY_COMPARE(drawn(), QStringLiteral("run 0 run 2"));

        QVERIFY(opens());
        QTRY_COMPARE(drawn(), QStringLiteral("run 0 run 2"));
        QTRY_COMPARE(rows(), QStringLiteral("run 2 run 1 run 0"));
        QCOMPARE(table()->header()->sortIndicatorSection(), int(RunModel::Name));
        QCOMPARE(f.bench().runs.grouping().by, RunGrouping::Folder);
        f.window->document().newEmpty();
        QCOMPARE(f.bench().runs.grouping(), RunGrouping());
        QTRY_COMPARE(table()->header()->sortIndicatorSection(), -1);
    }

    // Two runs of other programs, dropped on the window, by the mouse and the list's menu: what they were started with
    // is told apart by their own names for it.
    void twoRunsOfOtherProgramsAreCompared() {
        WindowFixture f;
        const auto leave = [&](const char* name, double rate, const char* optimizer, double loss) {
            EventWriter writer(f.folder.filePath(QStringLiteral("logs/") + QLatin1String(name)).toStdString());
            writer.hparamsStart(
                1e9, {{"lr", rate}, {"optimizer", std::string(optimizer)}, {"batch_size", 32.0}, {"nesterov", true}},
                {"loss/test"}, "");
            for (int step = 1; step <= 3; ++step) writer.scalar("loss/test", step, 1e9 + step, loss / step);
            writer.hparamsEnd(1e9 + 4, true);
        };
        leave("fast", 0.1, "sgd", 3);
        leave("slow", 0.001, "adam", 6);
        QVERIFY(f.ready());
        f.drop(f.folder.filePath(QStringLiteral("logs")));
        QVERIFY(listed(f, 2));
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->isVisible());
        const auto place = [&](int row) {
            return table->visualRect(table->model()->index(row, 0)).topLeft() + QPoint(60, 12);
        };
        for (const int row : {0, 1})
            QTest::mouseClick(f.window->windowHandle(), Qt::LeftButton, row ? Qt::ControlModifier : Qt::NoModifier,
                              f.inWindow(table->viewport(), place(row)));
        QVERIFY(inMenu(*table->viewport(), place(1), QStringLiteral("Compare runs")));
        auto* rows = shown<QTreeWidget>(f, "runDiffRows");
        QVERIFY(rows);
        const int fast = rows->headerItem()->text(1) == QStringLiteral("fast") ? 1 : 2, slow = 3 - fast;
        QCOMPARE(rows->headerItem()->text(fast), QStringLiteral("fast"));
        QCOMPARE(rows->headerItem()->text(slow), QStringLiteral("slow"));
        QTRY_COMPARE(f.find<QLabel>("runDiffVerdict")->text(), QStringLiteral("4 rows differ"));
        const auto row = [&](const QTreeWidgetItem& section, int at) {
            const QTreeWidgetItem& item = *section.child(at);
            return QStringList{item.text(0), item.text(fast), item.text(slow)};
        };
        QCOMPARE(rows->topLevelItemCount(), 2);
        QTreeWidgetItem& settings = *rows->topLevelItem(0);
        QCOMPARE(settings.text(0), QStringLiteral("Settings"));
        QCOMPARE(settings.childCount(), 3);
        QCOMPARE(row(settings, 0), (QStringList{"lr", "0.1", "0.001"}));
        QCOMPARE(row(settings, 1), (QStringList{"optimizer", "sgd", "adam"}));
        QCOMPARE(settings.child(2)->text(0), QStringLiteral("2 rows are the same"));
        QVERIFY(!settings.child(2)->isExpanded());
        const QTreeWidgetItem& results = *rows->topLevelItem(1);
        QCOMPARE(row(results, 0), (QStringList{"loss/test best", "1", "2"}));
        QCOMPARE(row(results, 1), (QStringList{"loss/test last", "1", "2"}));
        // The equal ones unfold.
        rows->setCurrentItem(settings.child(2));
        key(f, Qt::Key_Right);
        QVERIFY(settings.child(2)->isExpanded());
        QCOMPARE(row(*settings.child(2), 0), (QStringList{"batch_size", "32", "32"}));
        QCOMPARE(row(*settings.child(2), 1), (QStringList{"nesterov", "true", "true"}));
        // By a value, in the field above.
        auto* search = f.find<QWidget>("runDiffSheet")->findChild<QLineEdit*>();
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("adam"));
        QCOMPARE(search->text(), QStringLiteral("adam"));
        QVERIFY(settings.child(0)->isHidden() && !settings.child(1)->isHidden() && results.isHidden());
        QTest::mouseClick(f.find<QPushButton>("copyRunDiff"), Qt::LeftButton);
        const QStringList copied = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        const QString rate = fast == 1 ? QStringLiteral("* lr\t0.1\t0.001") : QStringLiteral("* lr\t0.001\t0.1");
        QVERIFY2(copied.contains(rate), qPrintable(QApplication::clipboard()->text()));
        QTest::mouseClick(f.find<QPushButton>("closeRunDiff"), Qt::LeftButton);
        QTRY_VERIFY(!f.find<QWidget>("runDiffSheet"));
    }

    // A project's own folder, opened as if it were others' logs: its runs have events, too, and are listed already.
    void theProjectsOwnFolderBringsNothingTwice() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString place = f.folder.filePath(QStringLiteral("work"));
        QVERIFY(QDir().mkpath(place));
        f.window->document().save(place + QStringLiteral("/net.tlm"));
        QTRY_VERIFY(!f.window->document().path().isEmpty());
        QVERIFY(train(f, 1) >= 0);
        const QString run = f.run().folder;
        QVERIFY(QDir(run + QStringLiteral("/events")).exists());
        {
            EventWriter theirs(place.toStdString() + "/logs/theirs");
            theirs.scalar("loss", 1, 1e9, 2);
        }
        QSignalSpy opened(&f.bench().reader, &RunReader::opened);
        f.drop(place);
        QVERIFY(listed(f, 2));
        QTRY_COMPARE(opened.count(), 1);
        // Again, its runs alone, and the events of one: nothing is new, and all is said.
        for (const QString& path : {place, place + QStringLiteral("/runs"), run, run + QStringLiteral("/events")}) {
            f.drop(path);
            test::settle();
            QVERIFY(QTest::qWaitFor([&] { return f.bench().jobs.running() == 0; }, kPatienceMs));
            test::settle();
            QStringList names;
            for (const Run& each : f.bench().runs.runs()) names << each.name;
            QVERIFY2(names.size() == 2, qPrintable(path + QLatin1Char(' ') + names.join(QLatin1Char('|'))));
        }
        // And a reader that followed the folder before it knew: nothing is found, and nothing is wrong.
        QSignalSpy failed(&f.bench().reader, &RunReader::failed);
        f.bench().reader.open(place + QStringLiteral("/runs"));
        QTRY_VERIFY(!f.bench().reader.folders().contains(place + QStringLiteral("/runs")));
        QCOMPARE(failed.count(), 0);
        QCOMPARE(f.bench().runs.runs().size(), size_t{2});
    }

    // By a link, and beside a data set of very many classes.
    void runsBesideManyFoldersAreFound() {
        WindowFixture f({}, false);
        leaveRun(f, QStringLiteral("far"), 10, 1e9);
        leaveRun(f, QStringLiteral("near"), 10, 1e9 + 1);
        const QDir away(f.folder.filePath(QStringLiteral("away")));
        for (int i = 0; i < 5100; ++i) QVERIFY(away.mkpath(QStringLiteral("work/data/train/%1").arg(i)));
        const auto move = [&](const char* name, const QString& to) {
            return QDir().rename(f.folder.filePath(QStringLiteral("runs/") + QLatin1String(name)), away.filePath(to));
        };
        QVERIFY(away.mkpath(QStringLiteral("disk")) && move("far", QStringLiteral("disk/far")));
        QVERIFY(move("near", QStringLiteral("work/near")));
        QVERIFY(QFile::link(away.filePath(QStringLiteral("disk")), away.filePath(QStringLiteral("work/linked"))));
        QVERIFY(QFile::link(away.filePath(QStringLiteral("work")), away.filePath(QStringLiteral("work/round"))));
        f.window->start({});
        QVERIFY(f.ready());
        QVERIFY(f.bench().runs.runs().empty());
        f.trigger("openRunAction");
        auto* ask = f.find<QFileDialog>("runFolderDialog");
        QVERIFY(ask);
        emit ask->fileSelected(away.filePath(QStringLiteral("work")));
        QVERIFY(listed(f, 2));
        QStringList names;
        for (const Run& run : f.bench().runs.runs()) names << run.name;
        names.sort();
        QCOMPARE(names, (QStringList{"far", "near"}));
    }

    // What was trained last is chosen when the window comes back.
    void theNewestIsChosenAtTheStart() {
        WindowFixture f({}, false);
        leaveRun(f, QStringLiteral("b"), 10, 1e9 + 2);
        leaveRun(f, QStringLiteral("c"), 10, 1e9);
        leaveRun(f, QStringLiteral("a"), 10, 1e9 + 1);
        f.window->start({});
        QVERIFY(listed(f, 3));
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* panel = f.find<RunsPanel>("runsPanel");
        const auto chosen = [&] {
            const Run* run = f.bench().runs.find(panel->currentRun());
            return run ? run->name : QString();
        };
        QTRY_COMPARE(chosen(), QStringLiteral("b"));
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->selectionModel()->hasSelection());
        QCOMPARE(table->currentIndex().data().toString(), QStringLiteral("b"));
    }

    // A run of a project that was given up goes on: the next window tells of it, and shows it.
    void aRunOfAnUnsavedProjectIsToldOf() {
        WindowFixture f({}, false);
        leaveRun(f, QStringLiteral("on"), 10, 1e9);
        const std::string folder = f.folder.filePath(QStringLiteral("runs/on")).toStdString();
        RunInfo info = readRunInfo(folder);
        info.project = "unsaved:before";
        writeRunInfo(info, folder);
        auto lock = std::make_unique<RunLock>(folder);
        f.window->start({});
        QVERIFY(f.ready());
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("Under way: 1 run of unsaved projects."));
        QVERIFY(f.bench().runs.runs().empty());
        f.pressOffer(QStringLiteral("Show it"));
        QVERIFY(listed(f, 1));
        QVERIFY(f.bench().runs.runs().front().elsewhere);
        lock.reset();
        // And when it is over, from the menu.
        f.open();
        QVERIFY(f.ready());
        QVERIFY(f.bench().runs.runs().empty());
        f.window->actionTable().trigger(QStringLiteral("showStrays"));
        QVERIFY(listed(f, 1));
        QTRY_COMPARE(f.window->messages().sentence(), QStringLiteral("In the list: 1 run of unsaved projects."));
    }

    // What another program began meanwhile is steered from here once this window's own run is over.
    void anotherProgramsRunIsSteeredAfterOurs() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 3; }, kPatienceMs));
        const int own = f.bench().controller.currentRun();
        const QString made = f.folder.filePath(QStringLiteral("made")),
                      on = f.folder.filePath(QStringLiteral("runs/on"));
        QVERIFY(QDir().mkpath(made));
        RunInfo info;
        info.id = freshRunId();
        info.name = "on";
        info.epochs = 9;
        writeRunInfo(info, made.toStdString());
        JournalWriter writer(
            made.toStdString() + "/journal.bin", 0, [] {}, [](const Message&) {});
        writer.add(StateRecord{RunState::Running, {}, -1});
        (void)writer.stop();
        auto lock = std::make_unique<RunLock>(made.toStdString());
        QVERIFY(QDir().rename(made, on));
        QVERIFY(listed(f, 2));
        QVERIFY(f.bench().runs.at(on)->elsewhere);
        QVERIFY(f.bench().controller.own());
        f.trigger("stopAction");
        const auto steers = [&] { return f.bench().controller.active() && !f.bench().controller.own(); };
        QVERIFY(QTest::qWaitFor(steers, kPatienceMs));
        QCOMPARE(f.run().folder, on);
        QCOMPARE(f.bench().runs.find(own)->state, RunState::Stopped);
        // The weights of ours are here still, and are written beside it.
        const QString weights = f.folder.filePath(QStringLiteral("weights.safetensors"));
        QStringList told;
        f.bench().controller.exportCheckpoint(weights, false,
                                              [&](const QString& problem, const QString&) { told << problem; });
        QTRY_COMPARE(told, QStringList{QString()});
        QVERIFY(steers());
        lock.reset();
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
    }

    // Begun from another workspace, it shows where its curves are.
    void theWayToTheCurves() {
        WindowFixture f;
        QVERIFY(f.ready());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 100000; });
        QVERIFY(f.canvas().isVisible());
        QVERIFY(!f.find<QWidget>("segmentDot"));
        f.press("trainButton");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 3; }, kPatienceMs));
        QVERIFY(f.find<QWidget>("segmentDot") && f.find<QWidget>("segmentDot")->isVisible());
        auto* button = f.find<QToolButton>("runProgressButton");
        QVERIFY(button->toolTip().contains(QStringLiteral("Ctrl+3")));
        f.press("runProgressButton");
        QTRY_VERIFY(f.find<QWidget>("scalarsPanel")->isVisible());
        QVERIFY(!f.find<QWidget>("segmentDot"));
        f.window->showWorkspace(MainWindow::DataSpace);
        QVERIFY(f.find<QWidget>("segmentDot"));
        f.trigger("stopAction");
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        QVERIFY(!f.find<QWidget>("segmentDot"));
    }

    // Where runs of projects without a file go is a setting.
    void theRunsFolderIsASetting() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString chosen = f.folder.filePath(QStringLiteral("elsewhere"));
        QVERIFY(QDir().mkpath(chosen));
        f.trigger("settingsAction");
        QTest::mouseClick(shown<QPushButton>(f, "setting.runs/folder"), Qt::LeftButton);
        QFileDialog* ask = nullptr;
        QTRY_VERIFY((ask = f.window->findChild<QFileDialog*>()) && ask->isVisible());
        auto* name = ask->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(chosen);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(f.settings->value(QStringLiteral("runs/folder")).toString(), chosen);
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<QWidget>("settingsSheet"));
        f.window->document().newFromTemplate("mlp");
        QVERIFY(f.ready());
        QVERIFY(train(f, 1) >= 0);
        QVERIFY2(f.run().folder.startsWith(chosen + QLatin1Char('/')), qPrintable(f.run().folder));
        f.open();  // and in the next window
        QVERIFY(f.bench().library.freshFolder(QStringLiteral("x"))().startsWith(chosen + QLatin1Char('/')));
    }

private:
    QTemporaryDir trash_;
};

QTEST_MAIN(TestRunList)

}  // namespace test_run_list

#include "test_run_list.moc"
