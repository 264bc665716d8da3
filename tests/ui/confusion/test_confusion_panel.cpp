// The panel of the confusion matrix: what it shows of which run, and what it says before there is anything.
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableWidget>
#include <QtTest>

#include "ui/confusion/confusion_panel.h"
#include "ui/models/run_model.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/matrix/heat_map.h"
#include "widgets/theme/theme.h"

namespace test_confusion_panel {

using namespace tl;

namespace {

EpochRecord epoch(int64_t number, std::vector<int64_t> confusion) {
    EpochRecord record;
    record.epoch = number;
    record.confusion = std::move(confusion);
    return record;
}

}  // namespace

class TestConfusionPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void showsTheLastValidation() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(360, 700);
        panel.show();
        auto* map = panel.findChild<HeatMap*>();
        auto* table = panel.findChild<QTableWidget*>();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        QVERIFY(!map->isVisible());

        const int run = runs.addRun(QStringLiteral("lenet · adam"), 3, {"cat", "dog"});
        QVERIFY(!map->isVisible());
        runs.append(run, {epoch(0, {6, 4, 2, 8})});
        QVERIFY(map->isVisible());
        QVERIFY2(title->text().contains("epoch 1") && title->text().contains("14 of 20"), qPrintable(title->text()));
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("cat"));
        QCOMPARE(table->item(0, 1)->text(), QStringLiteral("0.750"));
        QCOMPARE(table->item(0, 2)->text(), QStringLiteral("0.600"));
        QCOMPARE(table->item(0, 3)->text(), QStringLiteral("0.667"));
        QCOMPARE(table->item(1, 4)->text(), QStringLiteral("10"));

        runs.append(run, {epoch(1, {10, 0, 0, 10}), epoch(2, {})});  // the last one was without validation
        QTRY_VERIFY(title->text().contains("epoch 2") && title->text().contains("20 of 20"));
        QVERIFY(map->sentence(0, 0).contains("10 of 10"));
        runs.append(run, {epoch(2, {1, 2, 3})});  // of no such classes: nothing is made of it
        QVERIFY(title->text().contains("epoch 2"));
    }

    // However many epochs end in a moment, the last one's matrix is what stays, and few of the others are drawn.
    void manyEpochsInAMoment() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(360, 700);
        panel.show();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const int run = runs.addRun(QStringLiteral("mlp"), 3, {"cat", "dog"});
        QStringList seen;
        for (int64_t i = 0; i < 1000; ++i) {
            runs.append(run, {epoch(i, {6, 4, 2, 8})});
            if (seen.isEmpty() || seen.last() != title->text()) seen << title->text();
        }
        QVERIFY2(seen.size() == 1, qPrintable(seen.join(QLatin1Char('\n'))));  // no event was handled in between
        QTRY_VERIFY(title->text().contains("epoch 1000"));
    }

    // The first matrix fills a page that was not shown before: its columns have the panel's width all the same.
    void theFirstMatrixFits() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(300, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const int run = runs.addRun(QStringLiteral("mlp"), 3, {"cat", "dog"});
        runs.append(run, {epoch(0, {6, 4, 2, 8})});
        auto* table = panel.findChild<QTableWidget*>(QStringLiteral("classTable"));
        QTRY_VERIFY(table->isVisible());
        const auto sum = [&] { return table->horizontalHeader()->length(); };
        QTRY_COMPARE(sum(), table->viewport()->width());
        QVERIFY(table->visualItemRect(table->item(0, 1)).right() < table->viewport()->width());
    }

    // What was asked for is shown at once, and both can be gone back to.
    void anEvaluationHasItsOwn() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(360, 700);
        panel.show();
        auto* map = panel.findChild<HeatMap*>();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        auto* splits = panel.findChild<SegmentedBar*>(QStringLiteral("confusionSplit"));
        const int run = runs.addRun(QStringLiteral("lenet · adam"), 3, {"cat", "dog"});
        EvaluationRecord test{"test", "best.safetensors", 40, 7, {{"accuracy", 0.75f}}, {5, 5, 0, 10}};
        test.views = 6;  // an accuracy of several views of each image is told as one
        runs.append(run, {test});
        QVERIFY2(title->text().contains("the mean of 6 views"), qPrintable(title->text()));
        test.views = 1;
        test.wallTime = 7.5;
        runs.append(run, {test});
        QVERIFY2(!title->text().contains("views"), qPrintable(title->text()));
        QVERIFY(map->isVisible() && !splits->isVisible());
        QVERIFY2(title->text().contains("test split") && title->text().contains("15 of 20"), qPrintable(title->text()));
        QVERIFY(map->sentence(0, 0).contains("5 of 10"));

        const int other = runs.addRun(QStringLiteral("lenet · sgd"), 3, {"cat", "dog"});
        runs.append(other, {epoch(0, {10, 0, 0, 10})});
        QVERIFY(!splits->isVisible() && title->text().contains("epoch 1"));
        test.wallTime = 8;
        runs.append(other, {test});
        QVERIFY(splits->isVisible());
        QVERIFY2(title->text().contains("test split"), qPrintable(title->text()));
        QTest::mouseClick(splits->segment(0), Qt::LeftButton);
        QVERIFY2(title->text().contains("epoch 1") && title->text().contains("20 of 20"), qPrintable(title->text()));
        QTest::mouseClick(splits->segment(1), Qt::LeftButton);
        QVERIFY(map->sentence(0, 0).contains("5 of 10"));
        test.confusion.pop_back();  // of no such classes: the one before stays
        test.wallTime = 9;
        runs.append(other, {test});
        QVERIFY(map->sentence(0, 0).contains("5 of 10"));

        // Whose samples are asked for: the matrix's that is shown, one of its cells or all that were wrong.
        QSignalSpy asked(&panel, &ConfusionPanel::samplesRequested);
        const auto click = [&](int row, int column) {
            QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(row, column).center().toPoint());
        };
        auto* wrong = panel.findChild<QPushButton*>(QStringLiteral("showAllWrong"));
        click(0, 1);
        QCOMPARE(asked.takeFirst(), (QVariantList{other, QStringLiteral("test"), 0, 1}));
        QVERIFY(panel.anyWrong());
        QTest::mouseClick(wrong, Qt::LeftButton);
        QCOMPARE(asked.takeFirst(), (QVariantList{other, QStringLiteral("test"), -1, -1}));
        QTest::mouseClick(splits->segment(0), Qt::LeftButton);
        click(0, 1);                                    // counts none
        QVERIFY(asked.isEmpty() && !panel.anyWrong());  // all were right
        click(1, 1);
        QCOMPARE(asked.takeFirst(), (QVariantList{other, QStringLiteral("validation"), 1, 1}));
        QTest::mouseClick(splits->segment(1), Qt::LeftButton);

        // A run that has just begun has neither: what is left of the last one cannot be switched.
        QVERIFY(splits->isVisible());
        Run fresh;
        fresh.classNames = QStringList{"cat", "dog"};
        fresh.state = RunState::Starting;
        const int next = runs.addRun(std::move(fresh));
        QVERIFY(map->isVisible() && !splits->isVisible());
        test = {"validation", "best.safetensors", 40, 10, {}, {9, 1, 1, 9}};  // which is not of the test split
        runs.append(next, {test});
        QVERIFY(map->sentence(0, 0).contains("5 of 10"));
    }

    // With other data there are more than two: a list has them all, each with its own matrix.
    void otherDataHaveTheirOwn() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(360, 700);
        panel.show();
        auto* map = panel.findChild<HeatMap*>();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        auto* splits = panel.findChild<SegmentedBar*>(QStringLiteral("confusionSplit"));
        auto* list = panel.findChild<QComboBox*>(QStringLiteral("confusionSplitList"));
        const int run = runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"});
        runs.append(run, {epoch(0, {10, 0, 0, 10})});
        EvaluationRecord test{"test", "best.safetensors", 40, 7, {}, {5, 5, 0, 10}};
        runs.append(run, {test});
        QVERIFY(splits->isVisible() && !list->isVisible());
        EvaluationRecord digits{"digits", "best.safetensors", 40, 8, {}, {3, 1, 2, 4}};
        digits.data = "folder:/data/digits";
        runs.append(run, {digits});
        QVERIFY(!splits->isVisible() && list->isVisible());
        QCOMPARE(list->count(), 3);
        QCOMPARE(list->currentText(), QStringLiteral("digits"));  // it was asked for
        QVERIFY(list->toolTip().contains(QStringLiteral("folder:/data/digits")));
        QCOMPARE(title->text(), QStringLiteral("lenet on “digits”, best.safetensors of step 40: 7 of 10 right"));
        QVERIFY(map->sentence(0, 0).contains("3 of 4"));
        QSignalSpy asked(&panel, &ConfusionPanel::samplesRequested);
        panel.requestAllWrong();
        QCOMPARE(asked.takeFirst(), (QVariantList{run, QStringLiteral("folder:/data/digits"), -1, -1}));

        const auto choose = [&](int row) {
            list->setCurrentIndex(row);
            emit list->activated(row);
        };
        choose(0);
        QVERIFY2(title->text().contains("epoch 1"), qPrintable(title->text()));
        choose(1);
        QVERIFY2(title->text().contains("test split"), qPrintable(title->text()));
        // A newer one takes its place in the list, and another of that name beside it.
        digits.confusion = {4, 0, 0, 6};
        digits.wallTime = 9;
        runs.append(run, {digits});
        QCOMPARE(list->count(), 3);
        QVERIFY2(title->text().contains("10 of 10"), qPrintable(title->text()));
        digits.data = "folder:/elsewhere/digits";
        digits.confusion = {0, 0, 0, 0};
        digits.wallTime = 10;
        runs.append(run, {digits});
        QCOMPARE(list->count(), 4);
        QCOMPARE(title->text(),
                 QStringLiteral("lenet on “digits”, best.safetensors of step 40: the network's scores are no numbers"));

        // A run that lies on disk has them as well, and begins with its validation.
        Run other = *runs.find(run);
        other.name = QStringLiteral("sgd");
        const int found = runs.addRun(std::move(other));
        panel.setRun(found);
        QVERIFY2(title->text().startsWith("sgd, validation"), qPrintable(title->text()));
        QCOMPARE(list->count(), 4);
        QCOMPARE(list->currentIndex(), 0);

        // What data are called may be long, and is no markup.
        digits.split = "<b>" + std::string(300, 'w');
        digits.data = "folder:/data/long";
        digits.wallTime = 11;
        runs.append(found, {digits});
        QVERIFY2(title->text().startsWith("sgd on “<b>ww"), qPrintable(title->text()));
        QVERIFY(title->minimumSizeHint().width() < panel.width());
        QVERIFY2(list->toolTip().contains(QStringLiteral("&lt;b&gt;ww")), qPrintable(list->toolTip()));
    }

    // Of a network that has diverged nothing is counted, neither right nor wrong.
    void scoresThatAreNoNumbersAreTold() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.show();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const int run = runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"});
        runs.append(run, {epoch(1, {0, 0, 0, 0})});
        QCOMPARE(title->text(), QStringLiteral("lenet, validation after epoch 2: the network's scores are no numbers"));
        QVERIFY(!panel.anyWrong());
        runs.append(run, {EvaluationRecord{"test", "best.safetensors", 40, 7, {}, {0, 0, 0, 0}}});
        QCOMPARE(title->text(),
                 QStringLiteral("lenet, test split, best.safetensors of step 40: the network's scores are no numbers"));
    }

    // What is not counted is told, each kind with its number.
    void samplesThatAreNotCountedAreTold() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.show();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const int run = runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"});
        EpochRecord one = epoch(0, {6, 4, 2, 8});
        one.images = 23;
        one.unread = 1500;
        runs.append(run, {one});
        QCOMPARE(title->text(), QStringLiteral("lenet, validation after epoch 1: 14 of 20 right · samples whose scores "
                                               "are no numbers: 3 · samples that could not be read: 1,500"));
        EvaluationRecord test{"test", "best.safetensors", 40, 7, {}, {0, 0, 0, 0}};
        test.unread = 12;
        runs.append(run, {test});
        QCOMPARE(title->text(), QStringLiteral("lenet, test split, best.safetensors of step 40: 0 of 0 right · samples "
                                               "that could not be read: 12"));
    }

    // One that comes back from the trash is not the chosen one, and a name may change.
    void aRunThatComesBackTakesNoPlace() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(360, 700);
        panel.show();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const int chosen = runs.addRun(QStringLiteral("chosen"), 3, {"cat", "dog"});
        runs.append(chosen, {epoch(0, {6, 4, 2, 8})});
        Run back;
        back.name = QStringLiteral("back");
        back.classNames = QStringList{"cat", "dog"};
        back.confusion = {10, 0, 0, 10};
        runs.addRun(std::move(back));
        QVERIFY2(title->text().startsWith("chosen"), qPrintable(title->text()));
        runs.change(chosen, [](Run& run) { run.name = QStringLiteral("renamed"); });
        QVERIFY2(title->text().startsWith("renamed"), qPrintable(title->text()));
    }

    // At any width of its dock: no column is cut, the class has its name, and what has no room is told or scrolled to.
    void theTableFitsItsDock() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(240, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        runs.append(runs.addRun(QStringLiteral("lenet"), 3, {"aeroplane", "dog"}), {epoch(0, {600, 400, 200, 800})});
        auto* table = panel.findChild<QTableWidget*>();
        const auto columns = [&] {
            QList<int> shown;
            for (int column = 0; column < table->columnCount(); ++column)
                if (!table->isColumnHidden(column)) shown << column;
            return shown;
        };
        const auto fits = [&] {
            const QFontMetrics words(table->horizontalHeader()->font());
            for (const int column : columns()) {
                const QRect cell = table->visualRect(table->model()->index(0, column));
                if (cell.right() > table->viewport()->width()) return false;
                if (cell.width() < words.horizontalAdvance(table->horizontalHeaderItem(column)->text()) + 6)
                    return false;
            }
            return table->columnWidth(0) >= words.horizontalAdvance(QStringLiteral("aeroplane"));
        };
        QTRY_VERIFY(fits());
        QVERIFY(columns().contains(1) && columns().contains(2));
        QVERIFY(table->item(0, 0)->toolTip().contains(QStringLiteral("1,000")));
        panel.resize(420, 700);
        QTRY_COMPARE(columns(), (QList<int>{0, 1, 2, 3, 4}));
        QCOMPARE(table->horizontalHeaderItem(4)->text(), QStringLiteral("samples"));  // rows of a table, too
        QTRY_VERIFY(fits());
        panel.resize(150, 700);  // the rest is a scroll bar away
        QTRY_VERIFY(table->horizontalScrollBar()->isVisible());
    }

    // Larger letters need wider columns, at once and at any width; titles and numbers are never cut.
    void largerLettersAreWhole() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.resize(300, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        runs.append(runs.addRun(QStringLiteral("lenet"), 3, {"cat", "dog"}), {epoch(0, {6000, 4000, 2000, 8000})});
        auto* table = panel.findChild<QTableWidget*>();
        const auto cut = [&] {
            QStringList found;
            const auto* header = table->horizontalHeader();
            for (int column = 0; column < table->columnCount(); ++column) {
                if (table->isColumnHidden(column)) continue;
                const int width = table->columnWidth(column);
                const QTableWidgetItem* item = table->item(0, column);
                const int number =
                    column == 0 ? 0 : QFontMetrics(Theme::instance().mono()).horizontalAdvance(item->text()) + 6;
                if (width < header->sectionSizeHint(column) || width < number)
                    found << table->horizontalHeaderItem(column)->text();
            }
            return found.join(' ');
        };
        for (const double scale : {1.0, 1.3, 1.5}) {
            Theme::instance().setTextScale(scale);
            for (int width = 240; width <= 460; width += 20) {
                panel.resize(width, 700);
                QCoreApplication::processEvents();
                QTRY_COMPARE(cut(), QString());
            }
        }
        Theme::instance().setTextScale(1);
    }

    void theNewestRunThenTheOnePicked() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.show();
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const int first = runs.addRun(QStringLiteral("one"), 1, {"a", "b"});
        runs.append(first, {epoch(0, {1, 0, 0, 1})});
        const int second = runs.addRun(QStringLiteral("two"), 1, {"a", "b"});
        runs.append(second, {epoch(0, {0, 1, 1, 0})});
        QVERIFY(title->text().startsWith("two"));
        panel.setRun(first);
        QVERIFY(title->text().startsWith("one"));
        runs.append(second, {epoch(1, {0, 1, 1, 0})});  // goes on behind
        QVERIFY(title->text().startsWith("one"));
        runs.clear();
        QVERIFY(!panel.findChild<HeatMap*>()->isVisible());
    }

    // Others' runs that join the list, and a run that leaves it, take the matrix of the run under way from nobody.
    void staysWithTheLiveRun() {
        RunModel runs;
        ConfusionPanel panel(runs);
        panel.show();
        const int gone = runs.addRun(QStringLiteral("old"), 1, {"a", "b"});
        const int live = runs.addRun(QStringLiteral("live"), 3, {"a", "b"});
        runs.append(live, {StateRecord{RunState::Running, {}, -1}, epoch(0, {600, 400, 200, 800})});
        auto* title = panel.findChild<QLabel*>(QStringLiteral("confusionTitle"));
        const auto shows = [&](const QString& name) { return title->isVisible() && title->text().startsWith(name); };
        QVERIFY(shows(QStringLiteral("live")));
        Run keras;
        keras.name = QStringLiteral("keras");
        keras.foreign = true;
        runs.addRun(keras);
        QVERIFY(shows(QStringLiteral("live")));
        runs.addRun(QStringLiteral("found on disk"), 1, {"a", "b"});
        QVERIFY(shows(QStringLiteral("live")));
        runs.remove(gone);
        QVERIFY(shows(QStringLiteral("live")));
    }
};

QTEST_MAIN(TestConfusionPanel)

}  // namespace test_confusion_panel

#include "test_confusion_panel.moc"
