// The watches panel on its own, by keys and mouse: a watch is added with the names that the network has, its interval
// is edited in place, it is taken away, and a run under way is watched accordingly and tells what that costs.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "tests/support/menus.h"
#include "tests/support/settle.h"
#include "tests/ui/bench_fixture.h"
#include "ui/models/watch_list.h"
#include "ui/shell/standard_edits.h"
#include "ui/watches/watch_table.h"
#include "ui/watches/watches_panel.h"
#include "widgets/theme/theme.h"

namespace test_watches_panel {

using namespace tl;

namespace {

struct Fixture : test::DeskFixture {
    Fixture() {
        markAsPanel(&panel, QStringLiteral("watches"));
        actions.add(panel.rows());
        QObject::connect(&notices, &Notices::shown, &notices, [this](const Notice& notice) { said = notice; });
        show(&panel, {380, 500});
    }
    QTableView* table() { return find<QTableView>("watchTable"); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    int rows() { return table()->model()->rowCount(); }
    int rowOf(const QString& pattern, const QString& kind) {
        for (int row = 0; row < rows(); ++row)
            if (cell(row, WatchTable::Pattern) == pattern && cell(row, WatchTable::Kind) == kind) return row;
        return -1;
    }
    // Into the current row, by keys.
    void writeInterval(const QString& text) {
        QTest::keyClick(table(), Qt::Key_Return);
        QLineEdit* editor = nullptr;
        QTRY_VERIFY(editor = table()->findChild<QLineEdit*>());
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
    }
    void type(const char* name, const QString& text) {
        auto* field = find<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }

    WatchesPanel& panel = *new WatchesPanel(desk);
    Notice said;  // the last
};

}  // namespace

class TestWatchesPanel : public QObject {
    Q_OBJECT
private slots:
    // At the largest letters in a narrow dock: titles are whole, and what is watched can be told.
    void largeLettersCutNoColumn() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        for (const double letters : {1.0, 1.5}) {
            Theme::instance().setTextScale(letters);
            Fixture f;
            f.window.resize(letters > 1 ? 356 : 292, 400);
            const QHeaderView* header = f.table()->horizontalHeader();
            QTRY_COMPARE(header->length(), f.table()->viewport()->width());
            const QFontMetrics words(Theme::instance().font(12)), names(Theme::instance().mono());
            for (int column = 0; column < WatchTable::ColumnCount; ++column) {
                const QString title = f.table()->model()->headerData(column, Qt::Horizontal).toString();
                QVERIFY2(words.horizontalAdvance(title) + 10 <= header->sectionSize(column), qPrintable(title));
            }
            for (int row = 0; row < f.rows(); ++row) {
                const QString name = f.cell(row, WatchTable::Pattern);
                QVERIFY2(names.horizontalAdvance(name) + 16 <= header->sectionSize(WatchTable::Pattern),
                         qPrintable(name));
            }
        }
    }

    // However low and narrow the dock is made: a row is in sight, and what it costs is whole, also while one is added.
    void aRowIsAlwaysInSight() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        for (const double letters : {1.0, 1.5})
            for (const bool adds : {false, true}) {
                Theme::instance().setTextScale(letters);
                Fixture f;
                if (adds) QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
                for (const int width : {1, 292, 380}) {
                    f.window.resize(width, 1);
                    test::settle();
                    const QRect row = f.table()->visualRect(f.table()->model()->index(0, 0));
                    QVERIFY2(f.table()->viewport()->rect().contains(row),
                             qPrintable(QStringLiteral("%1 %2: %3 px of %4")
                                            .arg(letters)
                                            .arg(width)
                                            .arg(f.table()->viewport()->height())
                                            .arg(row.height())));
                    auto* share = f.find<QLabel>("watchShare");
                    const QSize words = share->fontMetrics().size(0, share->text());
                    QVERIFY2(share->width() >= words.width() && share->height() >= words.height(),
                             qPrintable(QStringLiteral("%1 %2: %3x%4 px of %5x%6")
                                            .arg(letters)
                                            .arg(width)
                                            .arg(share->width())
                                            .arg(share->height())
                                            .arg(words.width())
                                            .arg(words.height())));
                }
            }
    }

    void beforeARunItShowsWhatTheNextWillWatch() {
        Fixture f;
        const QAbstractItemModelTester tester(f.table()->model());
        QCOMPARE(f.rows(), 3);
        QVERIFY(f.rowOf("weights", "histogram") >= 0);
        QVERIFY(f.rowOf("gradients", "histogram") >= 0);
        QVERIFY(f.rowOf("weights", "update ratio") >= 0);
        QCOMPARE(f.cell(0, WatchTable::Every), QString("auto"));
        QCOMPARE(f.find<QLabel>("watchShare")->text(), QString("costs at most"));
    }

    // Nothing half written is handed over, no other row goes along, and keys mean the list still.
    void aRowThatGoesTakesNothingAlong() {
        Fixture f;
        const QAbstractItemModelTester tester(f.table()->model());
        WatchList& list = f.bench.controller.watches();
        const Watch lent = watchFrom("conv_1/output:pictures:auto");
        list.lend(lent);
        const auto writeInto = [&](int row) {
            f.table()->setFocus();
            f.table()->setCurrentIndex(f.table()->model()->index(row, 0));
            QTest::keyClick(f.table(), Qt::Key_Return);
            QLineEdit* editor = nullptr;
            QTRY_VERIFY(editor = f.table()->findChild<QLineEdit*>());
            editor->selectAll();
            QTest::keyClicks(editor, "7");
        };
        writeInto(f.rowOf("conv_1/output", "pictures"));
        list.takeBack(lent);
        QCOMPARE(f.rows(), 3);
        QVERIFY(!list.holds(lent));
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(f.table()));
        for (int left = 2; left >= 0; --left) {  // the last one, too
            writeInto(0);
            const std::vector<Watch> before = list.planned();
            list.remove(before.front());
            QCOMPARE(f.rows(), left);
            QCOMPARE(list.planned(), std::vector<Watch>(before.begin() + 1, before.end()));
            QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(f.table()));
        }
    }

    void aWatchIsAddedByHand() {
        Fixture f;
        QVERIFY(f.ready("lenet"));
        QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
        auto* pattern = f.find<QLineEdit>("watchPattern");
        QTRY_VERIFY(pattern->hasFocus());
        // The network's own names complete what is typed.
        QTRY_VERIFY(pattern->completer()->model()->rowCount() > 8);
        QTest::keyClicks(pattern, "conv_2/o");
        QTRY_COMPARE(pattern->completer()->completionCount(), 1);
        QCOMPARE(pattern->completer()->currentCompletion(), QString("conv_2/output"));
        f.type("watchPattern", "conv_*/kernel");
        auto* kind = f.find<QComboBox>("watchKind");
        kind->setFocus();
        QTest::keyClicks(kind, "stat");
        QCOMPARE(kind->currentText(), QString("statistics"));
        f.type("watchEvery", "often");
        QTest::keyClick(f.find<QLineEdit>("watchEvery"), Qt::Key_Return);
        QVERIFY(f.find<QLabel>("watchProblem")->isVisible());
        QVERIFY(f.find<QLabel>("watchProblem")->text().contains("often"));
        f.type("watchEvery", "20");
        QTest::keyClick(f.find<QLineEdit>("watchEvery"), Qt::Key_Return);
        const int row = f.rowOf("conv_*/kernel", "statistics");
        QVERIFY(row >= 0);
        QCOMPARE(f.cell(row, WatchTable::Every), QString("20"));
        QVERIFY(!f.find<QWidget>("watchEntry")->isVisible());
        // In place, by keys.
        f.table()->setFocus();
        f.table()->setCurrentIndex(f.table()->model()->index(row, 0));
        f.writeInterval("7");
        QTRY_COMPARE(f.cell(f.rowOf("conv_*/kernel", "statistics"), WatchTable::Every), QString("7"));
        QTRY_COMPARE(f.table()->currentIndex().row(), f.rowOf("conv_*/kernel", "statistics"));  // keys mean it still
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(f.table()));
        QTest::keyClick(f.table(), Qt::Key_Delete);
        QCOMPARE(f.rowOf("conv_*/kernel", "statistics"), -1);
        QCOMPARE(f.rows(), 3);
        // A default one can be taken away too.
        f.table()->setFocus();
        f.table()->setCurrentIndex(f.table()->model()->index(f.rowOf("gradients", "histogram"), 0));
        QTest::keyClick(f.table(), Qt::Key_Delete);
        QCOMPARE(f.rows(), 2);
        // Escape leaves things as they were.
        QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
        f.type("watchPattern", "input");
        QTest::keyClick(f.find<QLineEdit>("watchPattern"), Qt::Key_Escape);
        QVERIFY(!f.find<QWidget>("watchEntry")->isVisible());
        QCOMPARE(f.rows(), 2);
    }

    // With the keyboard in the panel Undo watches again what was removed there, the last first, and only then is the
    // document's; the note that says so offers it, too.
    void undoPutsBackWhatWasRemoved() {
        Fixture f;
        f.actions.add(standardEdits(f.bench.undo, {}));
        const int epochs = f.bench.training.spec().epochs;
        f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { ++spec.epochs; });
        f.bench.controller.watches().add({"conv_1/output", WatchKind::Pictures, 20});
        QCOMPARE(f.rows(), 4);
        f.table()->setFocus();
        f.table()->setCurrentIndex(f.table()->model()->index(1, 0));
        const QString second = f.cell(1, WatchTable::Pattern), secondKind = f.cell(1, WatchTable::Kind),
                      third = f.cell(2, WatchTable::Kind);
        for (int i = 0; i < 3; ++i) QTest::keyClick(f.table(), Qt::Key_Delete);  // the next one is chosen each time
        QCOMPARE(f.rows(), 1);
        QVERIFY2(f.said.sentence.contains("conv_1/output"), qPrintable(f.said.sentence));
        f.said.offers.at(0).second();  // Undo has this one no more
        QCOMPARE(f.cell(f.rowOf("conv_1/output", "pictures"), WatchTable::Every), QString("20"));
        f.actions.refresh();
        QVERIFY2(f.actions.title("undoAction").contains(third), qPrintable(f.actions.title("undoAction")));
        QTest::keyClick(f.table(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(f.table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.rows(), 4);
        QCOMPARE(f.table()->currentIndex().row(), f.rowOf(second, secondKind));
        QVERIFY2(f.said.sentence.contains(second) && f.said.offers.empty(), qPrintable(f.said.sentence));
        QCOMPARE(f.bench.training.spec().epochs, epochs + 1);
        QTest::keyClick(f.table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench.training.spec().epochs, epochs);
        QCOMPARE(f.rows(), 4);
    }

    // So does what a view was lent.
    void whatAViewWasLentComesBackToo() {
        Fixture f;
        f.actions.add(standardEdits(f.bench.undo, {}));
        WatchList& list = f.bench.controller.watches();
        const Watch lent{"conv_1/output", WatchKind::Pictures, 20};
        list.lend(lent);
        QCOMPARE(f.rows(), 4);
        f.table()->setFocus();
        f.table()->setCurrentIndex(f.table()->model()->index(f.rowOf("conv_1/output", "pictures"), 0));
        QTest::keyClick(f.table(), Qt::Key_Delete);
        QCOMPARE(f.rows(), 3);
        QVERIFY(list.removed().empty());  // the next view that asks for it gets it
        QCOMPARE(f.said.offers.size(), size_t{1});
        QTest::keyClick(f.table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.rows(), 4);
        list.takeBack(lent);  // it is the person's now
        QCOMPARE(f.rows(), 4);
    }

    // Return and Escape in the table mean nothing of the line below it: neither takes what is half written there.
    void keysOfTheTableAreNotTheLines() {
        Fixture f;
        QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
        f.type("watchPattern", "input");
        f.table()->setFocus();
        f.table()->setCurrentIndex(f.table()->model()->index(0, 0));
        f.writeInterval("7");
        QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(f.table()));  // and not what stands beside it
        QTRY_COMPARE(f.cell(2, WatchTable::Every), QString("7"));                     // a changed one stands at the end
        QCOMPARE(f.rows(), 3);
        QCOMPARE(f.table()->currentIndex().row(), 2);
        f.table()->setCurrentIndex({});
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Escape}) QTest::keyClick(f.table(), key);
        QCOMPARE(f.rows(), 3);
        QVERIFY(f.find<QWidget>("watchEntry")->isVisible() && !f.find<QLabel>("watchProblem")->isVisible());
        QCOMPARE(f.find<QLineEdit>("watchPattern")->text(), QString("input"));
    }

    // All by the mouse but the names: what was added while it trains is looked at, and told of.
    void aRunTakesWhatTheMouseAdds() {
        Fixture f;
        QVERIFY(f.start("lenet", 1000));
        QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
        f.type("watchPattern", "conv_1/kernel");
        auto* kind = f.find<QComboBox>("watchKind");
        QTest::mouseClick(kind, Qt::LeftButton);
        auto* list = kind->view();
        QTRY_VERIFY(list->isVisible());
        const QModelIndex statistics = list->model()->index(kind->findText("statistics"), 0);
        QVERIFY(statistics.isValid());
        // A list that has just opened takes no click until it could not be a double one any more.
        const auto chosen = [&] {
            if (list->isVisible())
                QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(statistics).center());
            return kind->currentText() == QString("statistics");
        };
        QVERIFY2(QTest::qWaitFor(chosen, 120000), qPrintable(kind->currentText()));
        f.type("watchEvery", "2");
        QTest::mouseClick(f.find<QAbstractButton>("watchTake"), Qt::LeftButton);
        QTRY_VERIFY(f.rowOf("conv_1/kernel", "statistics") >= 0);
        const auto looks = [&]() -> int64_t {
            for (const WatchState& each : f.run().watches.watches)
                if (each.watch.pattern == "conv_1/kernel" && each.watch.kind == WatchKind::Statistics)
                    return each.looks;
            return 0;
        };
        QTRY_VERIFY(looks() > 2);
        // Taken away by the mouse, it is looked at no more.
        const int row = f.rowOf("conv_1/kernel", "statistics");
        const QRect cell = f.table()->visualRect(f.table()->model()->index(row, WatchTable::Pattern));
        test::chooseAt(*f.table()->viewport(), cell.center(), QStringLiteral("Watch it no more"));
        QTRY_COMPARE(f.rowOf("conv_1/kernel", "statistics"), -1);
        QTRY_COMPARE(looks(), int64_t{0});
    }

    void aRunTellsWhatItWatches() {
        Fixture f;
        f.bench.controller.watches().remove({"gradients", WatchKind::Histogram});
        QVERIFY(f.start("lenet", 1000));
        QTRY_VERIFY(f.rowOf("conv_1/output", "pictures") >= 0);
        QVERIFY(f.rowOf("weights", "histogram") >= 0);
        QCOMPARE(f.rowOf("gradients", "histogram"), -1);
        QTRY_VERIFY(f.find<QLabel>("watchShare")->text().contains("%"));
        // A new one is looked at while it runs, and one that nothing is called says so.
        f.bench.controller.watches().add({"dense_1/output", WatchKind::Statistics, 3});
        const auto state = [&](const std::string& pattern) -> const WatchState* {
            for (const WatchState& each : f.run().watches.watches)
                if (each.watch.pattern == pattern) return &each;
            return nullptr;
        };
        QTRY_VERIFY(state("dense_1/output") && state("dense_1/output")->looks > 0);
        f.bench.controller.watches().add({"dense_9/output", WatchKind::Statistics, 3});
        QTRY_VERIFY(f.rowOf("dense_9/output", "statistics") >= 0);
        const QModelIndex wrong =
            f.table()->model()->index(f.rowOf("dense_9/output", "statistics"), WatchTable::Pattern);
        QVERIFY2(wrong.data(Qt::ToolTipRole).toString().contains("dense_1/output"),
                 qPrintable(wrong.data(Qt::ToolTipRole).toString()));
        f.bench.controller.watches().remove({"dense_9/output", WatchKind::Statistics});
        QTRY_VERIFY(!state("dense_9/output"));
        // The limit goes to the run as well.
        auto* limit = f.find<QDoubleSpinBox>("watchLimit");
        limit->setFocus();
        limit->selectAll();
        QTest::keyClicks(limit, "5");
        QTest::keyClick(limit, Qt::Key_Return);
        QTRY_COMPARE(f.run().watches.limit, 0.05);
    }

    // A look is paid for afterwards: the share that the first ones take says nothing, and is not told.
    void firstLooksAreNoMeasure() {
        Fixture f;
        f.bench.controller.watches().setLimit(1e-6);
        QVERIFY(f.start("lenet", 1000));
        auto* share = f.find<QLabel>("watchShare");
        const auto looked = [&] {
            return std::ranges::any_of(f.run().watches.watches, [](const WatchState& one) { return one.looks > 0; });
        };
        QTRY_VERIFY(looked());
        QTRY_COMPARE(share->text(), QStringLiteral("its cost is being measured; limit"));
        const int row = f.rowOf("weights", "histogram");
        QTRY_VERIFY(
            f.table()->model()->index(row, 0).data(Qt::ToolTipRole).toString().contains("still being measured"));
        QCOMPARE(f.cell(row, WatchTable::Cost), QString());
        f.bench.controller.watches().setLimit(1);
        QTRY_VERIFY(share->text().contains("%"));
    }

    // One that has had its looks is told of, whatever the others still wait for.
    void oneThatCostsTooMuchIsToldAtOnce() {
        Fixture f;
        f.bench.controller.watches().setLimit(1e-6);
        f.bench.controller.watches().add({"weights", WatchKind::Statistics, 1});
        QVERIFY(f.start("lenet", 1000));
        const auto told = [&] { return f.find<QLabel>("watchShare")->text().contains("%"); };
        const auto waits = [&] {
            return std::ranges::any_of(f.run().watches.watches, [](const WatchState& one) {
                return one.looks > 0 && one.looks < 3 && one.share > 1e-6;
            });
        };
        QTRY_VERIFY(waits() && told());
    }

    // One with an interval of the person's own is the person's.
    void aDefaultWatchComesBackAsOne() {
        WatchList list;
        const std::vector<Watch> before = list.planned();
        QSignalSpy asked(&list, &WatchList::asked);
        list.remove(before.front());
        list.add(before.front());
        QVERIFY(list.added().empty() && list.removed().empty());
        QCOMPARE(list.planned(), before);
        QCOMPARE(asked.count(), 2);  // a run under way watches it again
        Watch mine = before.front();
        mine.every = 50;
        list.add(mine);
        list.remove(mine);
        list.add(mine);
        QCOMPARE(list.added(), std::vector<Watch>{mine});
        list.add(before.front());
        QVERIFY(list.added().empty());
        QCOMPARE(list.planned(), before);
    }

    void theListIsKept() {
        QTemporaryDir folder;
        const QString file = folder.filePath("settings.ini");
        {
            QSettings store(file, QSettings::IniFormat);
            WatchList list;
            list.keepIn(store);
            list.add({"conv_1/output", WatchKind::Pictures, 10});
            list.remove({"weights", WatchKind::UpdateRatio});
            list.setLimit(0.01);
        }
        QSettings store(file, QSettings::IniFormat);
        WatchList list;
        list.keepIn(store);
        QCOMPARE(list.added(), (std::vector<Watch>{{"conv_1/output", WatchKind::Pictures, 10}}));
        QCOMPARE(list.planned().size(), size_t{3});
        QCOMPARE(list.limit(), 0.01);
    }
};

QTEST_MAIN(TestWatchesPanel)

}  // namespace test_watches_panel

#include "test_watches_panel.moc"
