// The list of runs while much happens to it: what is asked of the model for many runs, what stands while a person
// writes or has a menu open, and what a name may be.
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/scalars/run_delegate.h"
#include "ui/scalars/run_sparkline.h"
#include "ui/scalars/run_tree.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/action_table.h"
#include "widgets/theme/theme.h"

namespace test_runs_panel {

using namespace tl;

namespace {

// Counts what its table is asked for.
class CountedRuns : public RunModel {
public:
    mutable int asked = 0;
    QVariant data(const QModelIndex& index, int role) const override {
        ++asked;
        return RunModel::data(index, role);
    }
};

std::vector<Event> epoch(int number, float loss, std::optional<float> accuracy = {}) {
    StepRecord step;
    step.step = number;
    step.epoch = number - 1;
    step.stepInEpoch = step.stepsPerEpoch = 1;
    step.loss = loss;
    EpochRecord epoch;
    epoch.epoch = step.epoch;
    epoch.step = number;
    epoch.values = {{"loss", loss}};
    if (accuracy) epoch.values["accuracy"] = *accuracy;
    return {step, epoch};
}

int add(RunModel& runs, const QString& name, float loss, const QString& parent = {}) {
    Run run;
    run.name = name;
    run.folder = QStringLiteral("/runs/") + name;
    run.info.id = name.toStdString();
    if (!parent.isEmpty()) run.info.parent = {parent.toStdString(), parent.toStdString(), "a file", 7, false};
    run.epochs = 9;
    run.training = TrainingSpec();
    const int id = runs.addRun(std::move(run));
    runs.append(id, epoch(1, loss));
    return id;
}

struct List {
    RunModel& runs;
    RunsPanel panel{runs};
    QTreeView* table = panel.findChild<QTreeView*>(QStringLiteral("runTable"));

    QTemporaryDir folder;
    QSettings keys{folder.filePath(QStringLiteral("keys.ini")), QSettings::IniFormat};
    ActionTable actions{panel, keys};

    explicit List(RunModel& all) : runs(all) {
        panel.resize(500, 300);
        markAsPanel(&panel, QStringLiteral("runs"));
        actions.add(panel.rows());
        QObject::connect(&panel, &RunsPanel::menuRequested, &actions,
                         [this](QMenu& menu) { actions.fill(menu, QStringLiteral("run")); });
    }
    bool open() {
        panel.show();
        panel.activateWindow();
        return QTest::qWaitForWindowActive(&panel);
    }
    QString names() const {
        QStringList all;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            all << table->model()->index(row, 0).data().toString();
        return all.join(QLatin1Char(' '));
    }
    QLineEdit* editName(int row) const {
        const QPoint there = table->visualRect(table->model()->index(row, 0)).topLeft() + QPoint(50, 12);
        QTest::mouseDClick(panel.windowHandle(), Qt::LeftButton, {}, table->viewport()->mapTo(&panel, there));
        return table->findChild<QLineEdit*>(QStringLiteral("runCellEditor"));
    }
};

// Where a widget was painted.
class Painted : public QObject {
public:
    explicit Painted(QRegion& region) : region_(region) {}

private:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) region_ += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
    QRegion& region_;
};

}  // namespace

class TestRunsPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // And it stands in the order that was asked for, with what was folded.
    void aNewPanelKeepsOrderAndFolds() {
        RunModel runs;
        add(runs, QStringLiteral("b"), 2);
        add(runs, QStringLiteral("forked"), 9, QStringLiteral("b"));
        add(runs, QStringLiteral("a"), 3);
        {
            List list(runs);
            QVERIFY(list.open());
            QTRY_COMPARE(list.names(), QStringLiteral("b a"));
            auto* header = list.table->header();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(RunModel::Name) + 60, header->height() / 2});
            QTRY_COMPARE(list.names(), QStringLiteral("a b"));
            const QModelIndex parent = list.table->model()->index(1, 0);
            QVERIFY(list.table->isExpanded(parent));
            list.table->setCurrentIndex(parent);
            QTest::keyClick(list.table, Qt::Key_Left);
            QVERIFY(!list.table->isExpanded(parent));
        }
        List again(runs);
        QVERIFY(again.open());
        QTRY_COMPARE(again.names(), QStringLiteral("a b"));
        QCOMPARE(again.table->header()->sortIndicatorSection(), int(RunModel::Name));
        QVERIFY(!again.table->isExpanded(again.table->model()->index(1, 0)));
    }

    // Accuracies stand before losses, and as good ones among themselves, in either direction; a condition on the best
    // is on accuracies.
    void twoKindsOfNumbersAreSortedApart() {
        RunModel runs;
        add(runs, QStringLiteral("far"), 7);
        add(runs, QStringLiteral("near"), 0.25f);
        runs.append(add(runs, QStringLiteral("poor"), 1), epoch(2, 1, 0.5f));
        runs.append(add(runs, QStringLiteral("good"), 2), epoch(2, 1, 0.75f));
        runs.addRun(QStringLiteral("new"), 5);
        List list(runs);
        QVERIFY(list.open());
        for (const int column : {RunModel::Best, RunModel::Last}) {
            list.table->sortByColumn(column, Qt::DescendingOrder);
            QTRY_COMPARE(list.names(), QStringLiteral("good poor near far new"));
            list.table->sortByColumn(column, Qt::AscendingOrder);
            QTRY_COMPARE(list.names(), QStringLiteral("poor good far near new"));
        }
        const auto best = [&](const QModelIndex& parent, int row) {
            return list.table->model()->index(row, RunModel::Best, parent).data().toString();
        };
        QCOMPARE(best({}, 2), QStringLiteral("loss 7.000"));
        auto* search = list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        QTest::keyClicks(search, QStringLiteral("best > 0.6"));
        QTRY_COMPARE(list.names(), QStringLiteral("good"));
        search->clear();
        // A group's are of its accuracies; where it has none, of its losses.
        runs.setGrouping({RunGrouping::Pattern, QStringLiteral("a")});
        QTRY_COMPARE(list.table->model()->rowCount(), 2);
        QCOMPARE(best({}, 0), QStringLiteral("loss 0.250"));  // far and near
        QCOMPARE(best({}, 1), QStringLiteral("0.750"));
        runs.remove(2);
        runs.remove(3);
        QTRY_COMPARE(best({}, 0), QStringLiteral("0.250"));
    }

    // However a list is ordered: the third click on a heading takes the order away, and no choice with it.
    void aChoiceOutlivesEveryOrder() {
        using Runs = std::vector<int>;
        RunModel runs;
        for (const auto& [name, loss] :
             {std::pair("c", 3.0f), std::pair("a", 1.0f), std::pair("d", 4.0f), std::pair("b", 2.0f)})
            add(runs, QLatin1String(name), loss);
        List list(runs);
        list.panel.resize(700, 300);
        QVERIFY(list.open());
        auto* header = list.table->header();
        const auto press = [&](int row, Qt::KeyboardModifiers keys = {}) {
            const QRect cell = list.table->visualRect(list.table->model()->index(row, 0));
            QTest::mouseClick(list.table->viewport(), Qt::LeftButton, keys, cell.topLeft() + QPoint(60, 12));
        };
        const auto chosen = [&] {
            Runs all = list.panel.chosenRuns();
            std::ranges::sort(all);
            return all;
        };
        // The keyboard's row is one of them, and then none of them.
        for (const bool apart : {false, true}) {
            list.table->clearSelection();
            press(0);
            press(2, Qt::ControlModifier);
            for (int time = 0; apart && time < 2; ++time) press(3, Qt::ControlModifier);
            QCOMPARE(chosen(), (Runs{0, 2}));
            int clicked = 0;
            for (const int column : {RunModel::Name, RunModel::Loss, RunModel::Best, RunModel::Last, RunModel::Epoch}) {
                for (int time = 0; time < 3; ++time) {
                    if (header->isSectionHidden(column)) break;
                    const int at = header->sectionViewportPosition(column) + header->sectionSize(column) / 2;
                    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {at, header->height() / 2});
                    QCOMPARE(header->sortIndicatorSection(), time < 2 ? column : -1);
                    QCOMPARE(chosen(), (Runs{0, 2}));
                    ++clicked;
                }
                QCOMPARE(list.names(), QStringLiteral("c a d b"));
            }
            QVERIFY(clicked >= 6);
        }
        // Rows that stand together are chosen as one stretch.
        list.table->selectAll();
        list.table->sortByColumn(RunModel::Name, Qt::AscendingOrder);
        QCOMPARE(chosen(), (Runs{0, 1, 2, 3}));
        QCOMPARE(list.table->selectionModel()->selection().size(), 1);
    }

    // As many stretches as there are rows in them.
    void everyOtherOfManyIsChosen() {
        RunModel runs;
        for (int i = 0; i < 200; ++i) add(runs, QStringLiteral("run %1").arg(i), static_cast<float>(i));
        List list(runs);
        QVERIFY(list.open());
        QItemSelection rows;
        std::vector<int> wanted;
        for (int row = 0; row < 200; row += 2) {
            rows.append(QItemSelectionRange(list.table->model()->index(row, 0)));
            wanted.push_back(row);
        }
        list.table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QCOMPARE(list.panel.chosenRuns(), wanted);
        list.table->sortByColumn(RunModel::Loss, Qt::DescendingOrder);
        std::ranges::reverse(wanted);
        QCOMPARE(list.panel.chosenRuns(), wanted);
    }

    // A heading that is chosen stays so, and what is folded around the chosen run; without groups its runs are.
    void aChosenHeadingStays() {
        using Runs = std::vector<int>;
        RunModel runs;
        const int a = add(runs, QStringLiteral("a"), 1), b = add(runs, QStringLiteral("b"), 2);
        const int other = add(runs, QStringLiteral("other"), 3);
        runs.change(other, [](Run& run) { run.folder = QStringLiteral("/elsewhere/other"); });
        runs.setGrouping({RunGrouping::Folder, {}});
        List list(runs);
        QVERIFY(list.open());
        const auto group = [&](const char* name) {
            for (int row = 0; row < list.table->model()->rowCount(); ++row)
                if (const QModelIndex index = list.table->model()->index(row, 0);
                    index.data(RunTree::GroupNameRole).toString() == QLatin1String(name))
                    return index;
            return QModelIndex();
        };
        list.panel.setCurrentRun(other);
        QTest::mouseClick(list.table->viewport(), Qt::LeftButton, {},
                          list.table->visualRect(group("runs")).topLeft() + QPoint(60, 12));
        QVERIFY(list.panel.headingChosen());
        list.table->sortByColumn(RunModel::Loss, Qt::DescendingOrder);
        QVERIFY(list.panel.headingChosen());
        QCOMPARE(list.table->currentIndex(), group("runs"));
        QCOMPARE(list.panel.chosenRuns(), (Runs{b, a}));
        list.panel.setCurrentRun(a);
        list.table->collapse(group("runs"));
        list.table->sortByColumn(RunModel::Loss, Qt::AscendingOrder);
        QVERIFY(!list.table->isExpanded(group("runs")));
        QCOMPARE(list.panel.currentRun(), a);
        list.table->setCurrentIndex(group("runs"));
        runs.setGrouping({});
        QVERIFY(!list.panel.headingChosen());
        QCOMPARE(list.panel.chosenRuns(), (Runs{a, b}));
    }

    // The window makes its panels anew with another language: the filter's field says what the runs are filtered by,
    // and the button of groups that there are some.
    void aNewPanelShowsFilterAndGroups() {
        RunModel runs;
        for (const char* name : {"adam", "sgd", "sgd again"}) add(runs, QString::fromUtf8(name), 1);
        const auto field = [](const List& list) {
            return list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        };
        const auto icon = [](const List& list) {
            return list.panel.findChild<QToolButton*>(QStringLiteral("groupRuns"))->icon().pixmap(16, 16).toImage();
        };
        QImage grouped, plain;
        {
            List list(runs);
            QVERIFY(list.open());
            QTest::keyClicks(field(list), QStringLiteral("sgd"));
            QTRY_COMPARE(list.names(), QStringLiteral("sgd sgd again"));
            plain = icon(list);
            runs.setGrouping({RunGrouping::Folder, {}});
            grouped = icon(list);
            QVERIFY(grouped != plain);
        }
        List list(runs);
        QVERIFY(list.open());
        QCOMPARE(field(list)->text(), QStringLiteral("sgd"));
        QVERIFY(icon(list) == grouped);
        runs.setGrouping({});
        QVERIFY(icon(list) == plain);
        QTRY_COMPARE(list.names(), QStringLiteral("sgd sgd again"));
        field(list)->selectAll();
        QTest::keyClick(field(list), Qt::Key_Delete);
        QTRY_COMPARE(list.names(), QStringLiteral("adam sgd sgd again"));
    }

    // The filter knows the columns by their titles, in whichever language they are.
    void theFilterKnowsTheColumns() {
        RunModel runs;
        const int good = add(runs, QStringLiteral("good"), 1), poor = add(runs, QStringLiteral("poor"), 3);
        add(runs, QStringLiteral("new"), 2);
        for (const auto& [number, accuracy] : {std::pair(2, 0.99f), std::pair(3, 0.5f)})
            runs.append(good, epoch(number, 1, accuracy));
        for (const auto& [number, accuracy] : {std::pair(2, 0.25f), std::pair(3, 0.75f)})
            runs.append(poor, epoch(number, 3, accuracy));
        runs.change(poor, [](Run& run) {
            EvaluationRecord test;
            test.split = "test";
            test.values = {{"accuracy", 0.5f}};
            run.evaluations = {test};
        });
        List list(runs);
        QVERIFY(list.open());
        auto* search = list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        auto* problem = list.panel.findChild<QLabel*>(QStringLiteral("runFilterProblem"));
        const struct {
            const char *text, *left;
        } cases[] = {{"best > 0.98", "good"},           {"best < 0.98", "poor"}, {"last > 0.6", "poor"},
                     {"oo last<0.6, best>0.6", "good"}, {"test = 0.5", "poor"},  {"best > 0.999", ""}};
        for (const auto& [text, left] : cases) {
            search->clear();
            QTest::keyClicks(search, QLatin1String(text));
            QTRY_COMPARE(list.names(), QLatin1String(left));
            QVERIFY2(problem->isHidden(), qPrintable(problem->text()));
        }
        search->clear();
        QTest::keyClicks(search, QStringLiteral("bst > 0.98"));
        QVERIFY2(problem->text().contains(QLatin1String("best, last, test")), qPrintable(problem->text()));
        // In Chinese.
        class Chinese : public QTranslator {
        public:
            bool isEmpty() const override { return false; }
            QString translate(const char* context, const char* text, const char*, int) const override {
                return QLatin1String(context) == QLatin1String("tl::RunModel") &&
                               QLatin1String(text) == QLatin1String("best")
                           ? QStringLiteral("最好")
                           : QString();
            }
        } chinese;
        QCoreApplication::installTranslator(&chinese);
        search->setText(QStringLiteral("最好 > 0.98"));  // an input method's text comes whole
        QTRY_COMPARE(list.names(), QStringLiteral("good"));
        QVERIFY2(problem->isHidden(), qPrintable(problem->text()));
        QCoreApplication::removeTranslator(&chinese);
    }

    // Runs that a project brings are filtered as those are that come one by one.
    void aProjectsRunsAreFiltered() {
        RunModel runs;
        List list(runs);
        QVERIFY(list.open());
        QTest::keyClicks(list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter")), QStringLiteral("sgd"));
        runs.clear();
        runs.setReading(true);
        for (const char* name : {"adam", "sgd", "sgd again"}) add(runs, QLatin1String(name), 1);
        runs.setReading(false);
        QVERIFY(runs.runs()[0].filtered && !runs.runs()[1].filtered && !runs.runs()[2].filtered);
        QTRY_COMPARE(list.names(), QStringLiteral("sgd sgd again"));
        add(runs, QStringLiteral("rmsprop"), 1);
        QVERIFY(runs.runs()[3].filtered);
    }

    // What tells a cut name from all others is worked out once, and again with other names, another filter or width:
    // a live run's list is painted several times a second.
    void namesAreCutOnce() {
        RunModel runs;
        const QString common = QStringLiteral("a network with a name that is cut in its middle %1 and at its very end");
        for (int i = 0; i < 40; ++i) add(runs, common.arg(i), 1);
        List list(runs);
        QVERIFY(list.open());
        const auto* delegate = qobject_cast<RunDelegate*>(list.table->itemDelegate());
        const auto paint = [&] {
            list.table->viewport()->repaint();
            return delegate->cuts();
        };
        QTRY_VERIFY(paint() >= 40);
        int before = delegate->cuts();
        for (int i = 2; i < 6; ++i) runs.append(runs.runs().back().id, epoch(i, 0.5f));
        QCOMPARE(paint(), before);
        runs.change(runs.runs()[3].id, [](Run& run) { run.name = QStringLiteral("another"); });
        QVERIFY(paint() > before);
        before = delegate->cuts();
        QCOMPARE(paint(), before);
        QTest::keyClicks(list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter")), QStringLiteral("3"));
        QTRY_VERIFY(list.table->model()->rowCount() < 20);
        QVERIFY(paint() > before);
        before = delegate->cuts();
        list.panel.resize(list.panel.width() - 40, 300);
        QTRY_VERIFY(paint() > before);
        before = delegate->cuts();
        QCOMPARE(paint(), before);
    }

    // Of many runs some have curves: a word says how many, and its menu chooses others.
    void saysHowManyAreDrawn() {
        RunModel runs;
        for (int i = 0; i < 13; ++i) add(runs, QStringLiteral("run %1").arg(i), 1);
        List list(runs);
        QVERIFY(list.open());
        auto* drawn = list.panel.findChild<QToolButton*>(QStringLiteral("runsDrawn"));
        auto* menu = list.panel.findChild<QMenu*>(QStringLiteral("runsDrawnMenu"));
        QVERIFY(drawn && menu && drawn->isVisible());
        QVERIFY2(drawn->text().contains(QLatin1String("13 of 13")), qPrintable(drawn->text()));
        const QRect place = list.table->geometry();
        runs.setVisible([](const Run& run) { return run.id >= 9; });
        QTRY_VERIFY2(drawn->text().contains(QLatin1String("4 of 13")), qPrintable(drawn->text()));
        QCOMPARE(list.table->geometry(), place);  // the next swatch is where it was
        const auto press = [&](const char* name) {
            QTimer::singleShot(0, this, [&] {
                QVERIFY(menu->isVisible());
                auto* action = menu->findChild<QAction*>(QLatin1String(name));
                QVERIFY(action);
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            });
            QTest::mouseClick(drawn, Qt::LeftButton);
        };
        const auto shown = [&] {
            QList<int> ids;
            for (const Run& run : runs.runs())
                if (run.visible) ids << run.id;
            return ids;
        };
        press("drawNewest");
        QCOMPARE(shown(), (QList<int>{3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
        list.table->setCurrentIndex(list.table->model()->index(1, 0));
        press("drawChosen");
        QCOMPARE(shown(), QList<int>{1});
        // What the filter leaves out is neither counted nor changed.
        QTest::keyClicks(list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter")), QStringLiteral("run 1"));
        QTRY_VERIFY2(drawn->text().contains(QLatin1String("1 of 4")), qPrintable(drawn->text()));
        press("drawAll");
        QCOMPARE(shown(), (QList<int>{1, 10, 11, 12}));
        QTRY_VERIFY2(drawn->text().contains(QLatin1String("4 of 4")), qPrintable(drawn->text()));
    }

    // A run that goes takes nothing of what is being written about another one.
    void whatIsWrittenOutlivesAnotherRun() {
        RunModel runs;
        for (const char* name : {"a", "b", "c"}) add(runs, QLatin1String(name), 1);
        List list(runs);
        QVERIFY(list.open());
        QSignalSpy edited(&list.panel, &RunsPanel::edited);
        QLineEdit* line = list.editName(2);
        QVERIFY(line);
        const QPointer<QLineEdit> before = line;
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("the best"));
        runs.remove(0);
        QTRY_COMPARE(list.names(), QStringLiteral("b c"));
        QTRY_VERIFY(!before);
        const auto now = [&] { return list.table->findChild<QLineEdit*>(QStringLiteral("runCellEditor")); };
        QTRY_VERIFY(now() && now()->text() == QLatin1String("the best"));
        QTest::keyClicks(now(), QStringLiteral(" one"));
        QTest::keyClick(now(), Qt::Key_Return);
        QTRY_COMPARE(edited.count(), 1);
        QCOMPARE(edited[0][0].toInt(), 2);
        QCOMPARE(edited[0][2].toString(), QStringLiteral("the best one"));
    }

    // A run that trains overtakes others while the menu of one is open: the menu is still that one's.
    void aMenuStaysWithItsRun() {
        RunModel runs;
        for (const char* name : {"a", "b", "c", "d"}) add(runs, QLatin1String(name), static_cast<float>(*name - 'a'));
        List list(runs);
        QVERIFY(list.open());
        list.table->sortByColumn(RunModel::Loss, Qt::AscendingOrder);
        QTRY_COMPARE(list.names(), QStringLiteral("a b c d"));
        const QPoint there = list.table->visualRect(list.table->model()->index(2, 0)).center();
        bool hidden = false;
        QTimer::singleShot(0, this, [&] {
            auto* menu = list.panel.findChild<QMenu*>(QStringLiteral("runMenu"));
            if (!menu) return;
            runs.append(0, epoch(2, 9));
            (void)QTest::qWaitFor([&] { return list.names() == QLatin1String("b c d a"); }, 120000);
            menu->setActiveAction(menu->actions().front());
            QTest::keyClick(menu, Qt::Key_Return);
            hidden = true;
        });
        QContextMenuEvent ask(QContextMenuEvent::Mouse, there, list.table->viewport()->mapToGlobal(there));
        QApplication::sendEvent(list.table->viewport(), &ask);
        QVERIFY(hidden);
        QCOMPARE(list.names(), QStringLiteral("b c d a"));
        for (const Run& run : runs.runs()) QCOMPARE(run.visible, run.name != QLatin1String("c"));
    }

    // What is done to all runs at once costs each row a fixed number of questions, not one round of all rows each.
    void manyRunsAreAskedOnce() {
        constexpr int kRuns = 120;
        CountedRuns runs;
        List list(runs);
        QSignalSpy resets(list.table->model(), &QAbstractItemModel::modelReset);
        QSignalSpy told(list.table->model(), &QAbstractItemModel::dataChanged);
        for (int i = 0; i < kRuns; ++i) add(runs, QStringLiteral("run %1").arg(i), 0.001f * static_cast<float>(i));
        const auto settled = [&] {
            QCoreApplication::processEvents();
            const int asked = std::exchange(runs.asked, 0);
            const auto times = resets.count() + told.count();
            resets.clear();
            told.clear();
            return std::pair<int, int>(asked, static_cast<int>(times));
        };
        const auto opened = settled();
        QCOMPARE(list.table->model()->rowCount(), kRuns);
        QVERIFY2(opened.second <= 3, qPrintable(QString::number(opened.second)));
        QVERIFY2(opened.first <= 40 * kRuns, qPrintable(QString::number(opened.first)));

        // All but one hidden, as by Return in the list.
        list.panel.setCurrentRun(3);
        (void)settled();
        list.actions.setHome(list.table);
        (void)settled();
        list.actions.trigger(QStringLiteral("onlyRunAction"));
        const auto only = settled();
        QVERIFY(runs.runs()[3].visible && !runs.runs()[4].visible);
        QVERIFY2(only.second <= 2, qPrintable(QString::number(only.second)));
        QVERIFY2(only.first <= 40 * kRuns, qPrintable(QString::number(only.first)));

        // A letter of the filter, and it taken back.
        auto* search = list.panel.findChild<QLineEdit*>(QStringLiteral("runFilter"));
        QTest::keyClick(search, Qt::Key_7);
        const auto filtered = settled();
        QVERIFY(list.table->model()->rowCount() < kRuns / 2);
        QVERIFY2(filtered.second <= 2, qPrintable(QString::number(filtered.second)));
        QVERIFY2(filtered.first <= 40 * kRuns, qPrintable(QString::number(filtered.first)));
        search->clear();
        (void)settled();
        QCOMPARE(list.table->model()->rowCount(), kRuns);

        // One that trains: the others' widths are known.
        runs.append(5, epoch(2, 0.5f));
        runs.append(5, epoch(3, 0.25f));
        QTRY_VERIFY(told.count() > 0);  // as often as numbers can be read
        const auto live = settled();
        QCOMPARE(live.second, 1);
        QVERIFY2(live.first < kRuns, qPrintable(QString::number(live.first)));

        // Where they stand in the order of what its values do not change, none is asked for its place.
        list.table->sortByColumn(RunModel::Name, Qt::AscendingOrder);
        (void)settled();
        runs.append(5, epoch(4, 0.125f));
        QTRY_VERIFY(told.count() > 0);
        const auto sorted = settled();
        QVERIFY2(sorted.first < kRuns, qPrintable(QString::number(sorted.first)));
    }

    // What changes within a group is painted at once, the last of them too.
    void whatChangesInAGroupIsPainted() {
        RunModel runs;
        for (const char* name : {"a", "b", "c"}) add(runs, QString::fromUtf8(name), 1);
        const int last = runs.runs().back().id;
        runs.setGrouping({RunGrouping::Folder, {}});
        List list(runs);
        QVERIFY(list.open());
        const QModelIndex group = list.table->model()->index(0, 0);
        QCOMPARE(list.table->model()->rowCount(group), 3);
        QRegion painted;
        Painted watch(painted);
        list.table->viewport()->installEventFilter(&watch);
        QTest::qWait(300);  // all that was to be painted is
        painted = {};
        runs.change(last, [](Run& run) { run.name = QStringLiteral("renamed"); });
        QTRY_VERIFY(painted.contains(list.table->visualRect(list.table->model()->index(2, 0, group)).center()));
        list.table->viewport()->removeEventFilter(&watch);
    }

    // Its keys are rows of the table of actions: they can be others.
    void keysOfTheList() {
        RunModel runs;
        for (const char* name : {"a", "b", "c"}) add(runs, QString::fromUtf8(name), 1);
        List list(runs);
        QVERIFY(list.open());
        const auto drawn = [&] {
            QString names;
            for (const Run& run : runs.runs()) names += run.visible ? run.name : QString();
            return names;
        };
        list.panel.setCurrentRun(runs.runs()[1].id);
        list.table->setFocus();
        QTest::keyClick(list.table, Qt::Key_Space);
        QCOMPARE(drawn(), QStringLiteral("ac"));
        QTest::keyClick(list.table, Qt::Key_Return);
        QCOMPARE(drawn(), QStringLiteral("b"));
        list.actions.setKeys(QStringLiteral("toggleRunAction"), {QKeySequence(Qt::Key_H)});
        QTest::keyClick(list.table, Qt::Key_Space);
        QCOMPARE(drawn(), QStringLiteral("b"));
        QTest::keyClick(list.table, Qt::Key_H);
        QCOMPARE(drawn(), QString());
        QLineEdit* line = list.editName(1);  // in a field they are letters
        QVERIFY(line);
        QTest::keyClick(line, Qt::Key_End);
        QTest::keyClicks(line, QStringLiteral("h h"));
        QCOMPARE(line->text(), QStringLiteral("bh h"));
        QCOMPARE(drawn(), QString());
    }

    // Out of sight nothing is measured; what came meanwhile has its room when the list is shown.
    void aListOutOfSightMeasuresNothing() {
        RunModel runs;
        add(runs, QStringLiteral("a"), 1);
        const int second = add(runs, QStringLiteral("b"), 1);
        List list(runs);
        QVERIFY(list.open());
        const int narrow = list.table->columnWidth(RunModel::Loss);
        QSignalSpy told(list.table->model(), &QAbstractItemModel::dataChanged);
        list.panel.hide();
        runs.append(second, epoch(2, 123456));
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(list.table->columnWidth(RunModel::Loss), narrow);
        list.panel.show();
        QTRY_VERIFY(list.table->columnWidth(RunModel::Loss) > narrow);
    }

    // A column is as wide as what stands in it, also where that changed later or somewhere else.
    void widthsFollowWhatStandsThere() {
        RunModel runs;
        const int first = add(runs, QStringLiteral("a"), 1), second = add(runs, QStringLiteral("b"), 1);
        List list(runs);
        QVERIFY(list.open());
        const int narrow = list.table->columnWidth(RunModel::Loss);
        runs.append(second, epoch(2, 123456));
        QTRY_VERIFY(list.table->columnWidth(RunModel::Loss) > narrow);
        const int wide = list.table->columnWidth(RunModel::Loss);
        runs.append(first, epoch(2, 2));
        QCoreApplication::processEvents();
        QCOMPARE(list.table->columnWidth(RunModel::Loss), wide);
        runs.remove(second);
        QTRY_COMPARE(list.table->columnWidth(RunModel::Loss), narrow);
    }

    // Whatever its width in parts of a pixel, no number is cut: "12/300" for "12/3…".
    void numbersAreWholeAtAnyLength() {
        RunModel runs;
        List list(runs);
        QVERIFY(list.open());
        for (const int epochs : {1, 20, 300, 4000, 50000, 600000}) {
            runs.clear();
            Run run;
            run.name = QStringLiteral("a");
            run.epochs = epochs;
            const int id = runs.addRun(std::move(run));
            std::vector<Event> far = epoch(1, 1);
            std::get<StepRecord>(far.front()).epoch = epochs - 1;
            runs.append(id, far);
            const QString text = QStringLiteral("%1/%1").arg(epochs);
            QTRY_COMPARE(list.table->model()->index(0, RunModel::Epoch).data().toString(), text);
            QVERIFY(!list.table->isColumnHidden(RunModel::Epoch));
            const int room = list.table->columnWidth(RunModel::Epoch) - RunDelegate::kLeft - RunDelegate::kRight;
            QCOMPARE(QFontMetrics(Theme::instance().mono()).elidedText(text, Qt::ElideRight, room), text);
        }
    }

    // Which curve stands for a run, and its means where it has more points than there are columns.
    void theLossInSmall() {
        RunModel runs;
        const int id = runs.addRun(QStringLiteral("a"), 9);
        const auto curve = [&](int columns = 80) { return sparklineOf(*runs.find(id), columns); };
        QVERIFY(curve().tag.isEmpty() && curve().values.empty());
        const auto validated = [](int number, float loss, float value) {
            std::vector<Event> events = epoch(number, loss);
            std::get<EpochRecord>(events.back()).values["val_loss"] = value;
            return events;
        };
        runs.append(id, validated(1, 3, 2));
        QCOMPARE(curve().tag, QStringLiteral("loss"));  // of one epoch there is no curve
        QCOMPARE(curve().values, std::vector<double>{3});
        runs.append(id, validated(2, 2, NAN));
        runs.append(id, validated(3, 1, 0.5f));
        QCOMPARE(curve().tag, QStringLiteral("val_loss"));
        QCOMPARE(curve().values.size(), size_t{3});
        QVERIFY(curve().values[0] == 2 && std::isnan(curve().values[1]) && curve().values[2] == 0.5);
        // Three points are no curve where there are a hundred steps.
        std::vector<Event> steps;
        for (int i = 4; i <= 103; ++i) {
            StepRecord step;
            step.step = i;
            step.loss = 1;
            steps.emplace_back(step);
        }
        runs.append(id, steps);
        QCOMPARE(curve().tag, QStringLiteral("loss"));
        for (int i = 104; i <= 260; ++i) runs.append(id, validated(i, 1, static_cast<float>(i - 100)));
        QCOMPARE(curve().values.size(), size_t{80});
        QCOMPARE(curve().values.back(), 159.5);
        QCOMPARE(curve(10).values.back(), 152.5);
    }

    // It stands between name and numbers where it was chosen, high at first where the loss was, and at every width.
    void rowsHaveTheirCurve() {
        RunModel runs;
        const int id = add(runs, QStringLiteral("falling"), 4);
        for (int i = 2; i <= 20; ++i) runs.append(id, epoch(i, 4.0f / static_cast<float>(i)));
        List list(runs);
        list.panel.resize(380, 300);
        QVERIFY(list.open());
        const auto inkAt = [&](double share) {  // the row of the curve's first pixel in a column; -1: none
            const QRect cell = list.table->visualRect(list.table->model()->index(0, 0));
            const QImage picture = list.table->viewport()->grab(cell).toImage();
            const QColor ink = Theme::instance().series(runs.find(id)->color);
            const int x =
                picture.width() - RunDelegate::kCurveRoom + 6 + qRound(share * (RunDelegate::kCurveWidth - 4));
            for (int y = 0; y < picture.height(); ++y) {
                const QColor pixel = picture.pixelColor(x, y);
                if (std::abs(pixel.red() - ink.red()) + std::abs(pixel.green() - ink.green()) +
                        std::abs(pixel.blue() - ink.blue()) <
                    150)
                    return y;
            }
            return -1;
        };
        for (const int width : {220, 900, 380}) {
            list.panel.resize(width, 300);
            QTRY_VERIFY(std::abs(list.table->viewport()->width() - width) < 20);
            QCOMPARE(inkAt(0.5) >= 0, width > 300);
        }
        QVERIFY2(inkAt(0) >= 0 && inkAt(0.02) < inkAt(0.5) && inkAt(0.5) <= inkAt(0.98),
                 qPrintable(QStringLiteral("%1 %2 %3").arg(inkAt(0.02)).arg(inkAt(0.5)).arg(inkAt(0.98))));
        runs.setVisible(id, false);  // its curve is grey then, as its name is
        QTRY_VERIFY(inkAt(0.5) < 0);
        runs.setVisible(id, true);
        QTRY_VERIFY(inkAt(0.5) >= 0);
        list.keys.setValue(QStringLiteral("runs/columns/curve"), true);
        list.panel.remember(list.keys);
        list.panel.resize(220, 300);
        QTRY_VERIFY(list.table->viewport()->width() < 230);
        QVERIFY(inkAt(0.5) >= 0);
    }

    // A note is seen in its run's row: as a mark beside the name, or in a column of its own.
    void aNoteLeavesAMark() {
        RunModel runs;
        const int id = add(runs, QStringLiteral("mine"), 1);
        List list(runs);
        QVERIFY(list.open());
        const auto row = [&] { return list.table->model()->index(0, 0); };
        const auto cell = [&] {
            const QRect all = list.table->visualRect(row());
            return list.table->viewport()->grab(QRect(all.topLeft(), QSize(100, all.height()))).toImage();
        };
        const QImage plain = cell();
        runs.change(id, [](Run& run) { run.info.note = "diverged with seed 7"; });
        QTRY_VERIFY(cell() != plain);
        QVERIFY(row().data(Qt::ToolTipRole).toString().contains(QStringLiteral("diverged with seed 7")));
        list.keys.setValue(QStringLiteral("runs/columns/note"), true);
        list.panel.remember(list.keys);
        QTRY_VERIFY(!list.table->isColumnHidden(RunTree::Note));
        QTRY_COMPARE(cell(), plain);
    }

    // A column of few letters is no wider than was counted for it: nothing leaves the list at its right.
    void shortHeadingsStayInside() {
        RunModel runs;
        for (const double x : {1.0, 2.0}) {
            Run run;
            run.name = QStringLiteral("run %1").arg(x);
            run.foreign = true;
            for (const char* name : {"a", "b", "c"}) run.settings[QLatin1String(name)] = x;
            runs.addRun(std::move(run));
        }
        List list(runs);
        QVERIFY(list.open());
        for (int width = 240; width <= 500; width += 20) {
            list.panel.resize(width, 300);
            QTRY_VERIFY(std::abs(list.table->viewport()->width() - width) < 20);
            QTRY_COMPARE(list.table->horizontalScrollBar()->maximum(), 0);
        }
        QVERIFY(!list.table->isColumnHidden(RunTree::Settings));
    }

    void namesComeBeforeMoreNumbers() {
        RunModel runs;
        QStringList names;
        for (const char* name : {"digits-lenet · adam", "digits-lenet · sgd", "resnet20 · cosine", "mlp-wide", "vgg"})
            add(runs, names.emplace_back(QString::fromUtf8(name)), 4);
        List list(runs);
        list.panel.resize(300, 300);
        QVERIFY(list.open());
        const QFontMetricsF letters(Theme::instance().font(12));
        const double longest = letters.horizontalAdvance(names.front());
        QTRY_VERIFY(list.table->columnWidth(RunModel::Name) >= RunDelegate::kSwatchWidth + longest);
        QVERIFY(!list.table->isColumnHidden(RunModel::Best) && !list.table->isColumnHidden(RunModel::Epoch));
        for (int width = 300; width <= 480; width += 20) {
            list.panel.resize(width, 300);
            QTRY_VERIFY(list.table->viewport()->width() > width - 30);
            QVERIFY(list.table->columnWidth(RunModel::Name) >= RunDelegate::kSwatchWidth + longest);
        }
    }

    // Beside losses a name is whole; where it is cut its middle goes, and the tool tip has it.
    void aLongNameIsWholeBesideItsLosses() {
        RunModel runs;
        const QString name = QStringLiteral("resnet20 · cosine · warmup 500 · seed 17");
        const int id = add(runs, name, 4);
        for (int i = 2; i <= 20; ++i) runs.append(id, epoch(i, 4.0f / static_cast<float>(i)));
        List list(runs);
        QVERIFY(list.open());
        const QModelIndex row = list.table->model()->index(0, 0);
        const int letters = QFontMetrics(Theme::instance().font(12)).horizontalAdvance(name);
        int losses = 0, cut = 0;
        for (int width = 260; width <= 760; width += 20) {
            list.panel.resize(width, 300);
            QTRY_VERIFY(list.table->viewport()->width() > width - 30);
            const int room = list.table->columnWidth(RunModel::Name) - RunDelegate::kSwatchWidth - 5;
            const bool beside = !list.table->isColumnHidden(RunModel::Loss);
            losses += beside;
            cut += room < letters;
            QVERIFY2(room >= letters || !beside, qPrintable(QStringLiteral("%1: %2").arg(width).arg(room)));
        }
        QVERIFY2(losses > 0 && cut > 0, qPrintable(QStringLiteral("%1 %2").arg(losses).arg(cut)));
        QVERIFY(row.data(Qt::ToolTipRole).toString().startsWith(name));
        const RunDelegate delegate(runs, nullptr);
        const QString shown = delegate.shortName(*runs.find(id), QFontMetrics(Theme::instance().font(12)), 120);
        QVERIFY2(shown.startsWith(QStringLiteral("resnet")) && shown.endsWith(QStringLiteral("17")), qPrintable(shown));
    }

    // However long the part is that tells the runs apart: the name is cut, and the tool tip has it.
    void aVeryLongNameLeavesRoomForNumbers() {
        RunModel runs;
        const QString same = QString(60, QLatin1Char('w'));
        for (const char* end : {"left · adam", "right · adam"})
            runs.change(add(runs, same + QString::fromUtf8(end), 1), [](Run& run) {  // names alone
                run.training.reset();
                run.settings.clear();
            });
        List list(runs);
        list.panel.resize(320, 300);
        QVERIFY(list.open());
        for (int width = 320; width <= 480; width += 20) {
            list.panel.resize(width, 300);
            QTRY_VERIFY(list.table->viewport()->width() > width - 30);
            for (const int column : {RunModel::Epoch, RunModel::Best, RunModel::Last})
                QVERIFY2(!list.table->isColumnHidden(column), qPrintable(QString::number(width)));
            QVERIFY(list.table->visualRect(list.table->model()->index(0, RunModel::Last)).right() <
                    list.table->viewport()->width());
        }
        for (int row = 0; row < 2; ++row)
            QVERIFY(list.table->model()->index(row, 0).data(Qt::ToolTipRole).toString().contains(same));
    }

    // Names are made of what a run is of and what it sets otherwise: what tells it from the others is not what goes.
    void whatTellsNamesApartStays() {
        RunModel runs;
        for (const char* name : {"digits-lenet · adam", "digits-lenet · adam · learning_rate 0.01 · batch_size 64",
                                 "digits-lenet · adam · learning_rate 0.1 · batch_size 64",
                                 "digits-lenet · sgd · learning_rate 0.01 · batch_size 64"})
            runs.change(add(runs, QString::fromUtf8(name), 1), [](Run& run) {  // names alone
                run.training.reset();
                run.settings.clear();
            });
        const RunDelegate delegate(runs, nullptr);
        const QFontMetrics metrics(Theme::instance().font(12));
        for (const int room : {120, 150, 180, 220}) {
            QSet<QString> told;
            for (const Run& run : runs.runs()) {
                const QString name = delegate.shortName(run, metrics, room);
                QVERIFY2(metrics.horizontalAdvance(name) <= room, qPrintable(name));
                told << name;
                const QString rate = run.name.section(QStringLiteral("learning_rate "), 1).section(QChar(' '), 0, 0);
                if (room >= 150)
                    QVERIFY2(name.contains(rate) && name.contains(run.name.section(QStringLiteral(" · "), 1, 1)),
                             qPrintable(name));
            }
            QVERIFY2(told.size() == 4, qPrintable(QStringList(told.begin(), told.end()).join(QLatin1Char('|'))));
        }
    }

    // A run that begins comes into sight beneath all others; one that is found on disk moves nothing.
    void whatBeginsComesIntoSight() {
        RunModel runs;
        for (int i = 0; i < 40; ++i) add(runs, QStringLiteral("run %1").arg(i), 1);
        List list(runs);
        QVERIFY(list.open());
        const auto inSight = [&](int run) {
            for (int row = 0; row < list.table->model()->rowCount(); ++row) {
                const QModelIndex index = list.table->model()->index(row, 0);
                if (index.data(RunModel::IdRole).toInt() == run)
                    return list.table->viewport()->rect().contains(list.table->visualRect(index).center());
            }
            return false;
        };
        const int found = add(runs, QStringLiteral("found"), 1);
        QTRY_COMPARE(list.table->model()->rowCount(), 41);
        QVERIFY(!inSight(found));
        const int begun = runs.addRun(QStringLiteral("begun"), 5);
        runs.append(begun, {StateRecord{RunState::Starting, {}, -1}});
        QTRY_COMPARE(list.table->model()->rowCount(), 42);
        QVERIFY(inSight(begun));
    }

    void aNameIsNeverEmptied() {
        RunModel runs;
        add(runs, QStringLiteral("mine"), 1);
        List list(runs);
        QVERIFY(list.open());
        QSignalSpy edited(&list.panel, &RunsPanel::edited);
        for (const char* text : {"", "   "}) {
            QLineEdit* line = list.editName(0);
            QVERIFY(line);
            line->selectAll();
            QTest::keyClick(line, Qt::Key_Delete);
            QTest::keyClicks(line, QLatin1String(text));
            QTest::keyClick(line, Qt::Key_Return);
            QTRY_VERIFY(!list.table->findChild<QLineEdit*>(QStringLiteral("runCellEditor")));
            QCOMPARE(edited.count(), 0);
            QCOMPARE(list.names(), QStringLiteral("mine"));
        }
    }

    // Rows keep their places while somebody writes in one, and take the new ones after.
    void writingOutlivesANewOrder() {
        RunModel runs;
        for (const char* name : {"a", "b", "c"}) add(runs, QLatin1String(name), static_cast<float>(*name - 'a'));
        List list(runs);
        QVERIFY(list.open());
        list.table->sortByColumn(RunModel::Loss, Qt::AscendingOrder);
        QTRY_COMPARE(list.names(), QStringLiteral("a b c"));
        QSignalSpy edited(&list.panel, &RunsPanel::edited);
        QPointer<QLineEdit> line = list.editName(1);
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("better"));
        runs.append(0, epoch(2, 9));          // now the worst
        add(runs, QStringLiteral("d"), 0.5);  // and another one is found
        QCoreApplication::processEvents();
        QVERIFY(line);
        QCOMPARE(line->text(), QStringLiteral("better"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(edited.count(), 1);
        QCOMPARE(edited.front().at(0).toInt(), 1);
        QCOMPARE(edited.front().at(2).toString(), QStringLiteral("better"));
        QTRY_COMPARE(list.names(), QStringLiteral("d b c a"));
        for (const Run& run : runs.runs()) QVERIFY(run.visible);  // that Return was no "Show only this"

        // The list is another one altogether: nothing of it is kept.
        QVERIFY(list.editName(0));
        runs.clear();
        QTRY_COMPARE(list.names(), QString());
        add(runs, QStringLiteral("e"), 1);
        QTRY_COMPARE(list.names(), QStringLiteral("e"));
    }

    // Forks of a run that is gone, and folders that were edited into a circle, are each their own beginning.
    void groupsByTheFirstParent() {
        RunModel runs;
        const int first = add(runs, QStringLiteral("first"), 1), child = add(runs, QStringLiteral("child"), 1, "first");
        const int late = add(runs, QStringLiteral("late"), 1, "child"),
                  lost = add(runs, QStringLiteral("lost"), 1, "gone");
        add(runs, QStringLiteral("x"), 1, "y");
        add(runs, QStringLiteral("y"), 1, "x");
        runs.setGrouping({RunGrouping::Parent, {}});
        for (const int run : {first, child, late}) QCOMPARE(runs.groupsOf(*runs.find(run)), QStringList("first"));
        QCOMPARE(runs.groupsOf(*runs.find(lost)), QStringList("lost"));
        List list(runs);
        QCOMPARE(list.table->model()->rowCount(), 4);
        // One that its parent is told of later, and one whose parent is deleted.
        runs.change(lost, [](Run& run) { run.info.parent.id = "late"; });
        QCOMPARE(runs.groupsOf(*runs.find(lost)), QStringList("first"));
        runs.remove(first);
        QCOMPARE(runs.groupsOf(*runs.find(lost)), QStringList("child"));
        runs.change(child, [](Run& run) { run.info.id = "another"; });
        QCOMPARE(runs.groupsOf(*runs.find(lost)), QStringList("late"));
    }

    // What is hidden counts neither in its group's mean nor in the curve; where all are, the numbers stay, as a run's
    // do.
    void aGroupIsOfThoseThatAreDrawn() {
        RunModel runs;
        add(runs, QStringLiteral("a"), 1);
        const int b = add(runs, QStringLiteral("b"), 3);
        runs.setGrouping({RunGrouping::Folder, {}});
        List list(runs);
        QVERIFY(list.open());
        const auto shows = [&](int column, int role = Qt::DisplayRole) {
            return list.table->model()->index(0, column).data(role).toString();
        };
        QCOMPARE(shows(RunModel::Name), QStringLiteral("runs  2"));
        QCOMPARE(shows(RunModel::Loss), QStringLiteral("2.000"));
        const auto press = [&](int row) {  // its swatch
            const QModelIndex parent = list.table->model()->index(0, 0);
            const QModelIndex index = row < 0 ? parent : list.table->model()->index(row, 0, parent);
            QTest::mouseClick(list.table->viewport(), Qt::LeftButton, {},
                              list.table->visualRect(index).topLeft() + QPoint(14, 13));
        };
        press(1);
        QVERIFY(!runs.find(b)->visible);
        QTRY_COMPARE(shows(RunModel::Name), QStringLiteral("runs  1 of 2"));
        QCOMPARE(shows(RunModel::Loss), QStringLiteral("1.000"));
        QVERIFY2(shows(0, Qt::ToolTipRole).contains(QLatin1String("1 of 2")), qPrintable(shows(0, Qt::ToolTipRole)));
        press(-1);
        QTRY_COMPARE(shows(RunModel::Name), QStringLiteral("runs  2"));
        QCOMPARE(shows(RunModel::Loss), QStringLiteral("2.000"));
    }

    // The best of a group is its best run's, not a mean of bests; of accuracies the greatest, of losses the least.
    void aGroupsBestIsItsBestRuns() {
        RunModel runs;
        const int a = add(runs, QStringLiteral("a"), 1), b = add(runs, QStringLiteral("b"), 3);
        runs.setGrouping({RunGrouping::Folder, {}});
        List list(runs);
        QVERIFY(list.open());
        const auto shows = [&](int column, int role = Qt::DisplayRole) {
            return list.table->model()->index(0, column).data(role).toString();
        };
        QCOMPARE(shows(RunModel::Best), QStringLiteral("1.000"));
        QCOMPARE(shows(RunModel::Last), QStringLiteral("2.000"));
        runs.append(a, epoch(2, 1, 0.5f));
        runs.append(b, epoch(2, 3, 0.75f));
        QCOMPARE(shows(RunModel::Best), QStringLiteral("0.750"));
        QCOMPARE(shows(RunModel::Last), QStringLiteral("0.625"));
        for (const bool all : {true, false}) {
            const QString tip = shows(RunModel::Name, Qt::ToolTipRole);
            QVERIFY2(tip.contains(QLatin1String("means")) && tip.contains(QLatin1String("best")), qPrintable(tip));
            if (all) runs.setVisible(b, false);
        }
        QCOMPARE(shows(RunModel::Best), QStringLiteral("0.500"));
    }

    // A group for each tag, by name: a run of two tags stands in both, with what began from it.
    void groupsByEachTag() {
        RunModel runs;
        const auto tagged = [&](const char* name, const std::vector<std::string>& tags, const char* parent = "") {
            const int run = add(runs, QLatin1String(name), 1, parent);
            runs.change(run, [&](Run& change) { change.info.tags = tags; });
            return run;
        };
        const int both = tagged("both", {"wide", "good"}), child = tagged("child", {"good"}, "both");
        const int late = tagged("late", {"wide"});
        const int plain = tagged("plain", {});
        for (const int run : {both, child, plain}) QCOMPARE(runs.groupsOf(*runs.find(run)), QStringList());
        QVERIFY(runs.groupColors().isEmpty());
        runs.setGrouping({RunGrouping::Tag, {}});
        List list(runs);
        QVERIFY(list.open());
        const QAbstractItemModel& model = *list.table->model();
        QStringList rows;
        const auto read = [&](const auto& self, const QModelIndex& parent, const QString& before) -> void {
            for (int row = 0; row < model.rowCount(parent); ++row) {
                const QModelIndex index = model.index(row, 0, parent);
                rows << before + index.data().toString();
                self(self, index, before + QLatin1Char('.'));
            }
        };
        read(read, {}, {});
        QCOMPARE(rows.join(QLatin1Char(' ')),
                 QStringLiteral("good  2 .both ..child wide  2 .both .late in no group  1 .plain"));
        // Groups that share their first run are told apart by colour all the same.
        QCOMPARE(model.index(0, 0).data(RunTree::GroupColorRole).toInt(), runs.find(child)->color);
        QCOMPARE(model.index(1, 0).data(RunTree::GroupColorRole).toInt(), runs.find(both)->color);
        // The one that was clicked stays the chosen one, not the same run's row in the other group.
        const QModelIndex second = model.index(0, 0, model.index(1, 0));
        list.table->scrollTo(second);
        QTest::mouseClick(list.table->viewport(), Qt::LeftButton, {}, list.table->visualRect(second).center());
        QCOMPARE(list.panel.currentRun(), both);
        list.panel.setCurrentRun(both);
        QCOMPARE(list.table->currentIndex(), second);
        QCOMPARE(list.panel.chosenRuns(), std::vector<int>{both});
        // Hidden there, it is hidden.
        QTest::keyClick(list.table, Qt::Key_Space);
        QVERIFY(!runs.find(both)->visible && runs.find(late)->visible);
    }

    // What is chosen is looked for once, and anew whenever it may be something else.
    void whatIsChosenIsKnownAtAnyTime() {
        using Runs = std::vector<int>;
        RunModel runs;
        const int parent = add(runs, "parent", 1), child = add(runs, "child", 1, "parent"), other = add(runs, "b", 1);
        List list(runs);
        QVERIFY(list.open());
        list.panel.setCurrentRun(parent);
        QCOMPARE(list.panel.chosenRuns(), Runs{parent});
        list.table->selectAll();
        QCOMPARE(list.panel.chosenRuns(), (Runs{parent, child, other}));
        const QModelIndex top = list.table->model()->index(0, 0);
        list.table->collapse(top);
        QCOMPARE(list.panel.chosenRuns(), (Runs{parent, other}));
        list.table->expand(top);
        QCOMPARE(list.panel.chosenRuns(), (Runs{parent, child, other}));
        runs.remove(child);
        QCOMPARE(list.panel.chosenRuns(), (Runs{parent, other}));
        list.table->clearSelection();
        QCOMPARE(list.panel.chosenRuns(), Runs{list.panel.currentRun()});
        runs.clear();
        QCOMPARE(list.panel.chosenRuns(), Runs());
    }
};

QTEST_MAIN(TestRunsPanel)

}  // namespace test_runs_panel

#include "test_runs_panel.moc"
