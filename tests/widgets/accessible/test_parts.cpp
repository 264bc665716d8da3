// Charts and heat maps as a screen reader walks them: from the widget to its curves and cells and back, each with a
// name, a value and a place.
#include <QAccessible>
#include <QTest>

#include "widgets/accessible/parts.h"
#include "widgets/matrix/heat_map.h"
#include "widgets/plot/line_plot.h"
#include "widgets/theme/theme.h"

namespace test_parts {

using namespace tl;

class TestParts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        Theme::instance().apply();
        QAccessible::setActive(true);
    }

    void aHeatMapIsATableOfCells() {
        HeatMap map;
        map.setMatrix({"cat", "dog"}, {8, 2, 1, 9});
        map.resize(320, 320);
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&map);
        QVERIFY(whole);
        QCOMPARE(whole->role(), QAccessible::Table);
        QCOMPARE(whole->childCount(), 4);
        QAccessibleInterface* wrong = whole->child(1);
        QCOMPARE(wrong->role(), QAccessible::Cell);
        QCOMPARE(wrong->text(QAccessible::Name), map.sentence(0, 1));
        QCOMPARE(wrong->text(QAccessible::Value), QStringLiteral("2"));
        QCOMPARE(wrong->parent(), whole);
        QCOMPARE(whole->indexOfChild(wrong), 1);
        QCOMPARE(whole->child(1), wrong);  // the same object each time
        const QPoint middle = wrong->rect().center();
        QCOMPARE(whole->childAt(middle.x(), middle.y()), wrong);
        QVERIFY(!whole->child(4));
        // The keyboard walks it, and the cell that has it says so.
        map.activateWindow();
        map.setFocus();
        QTRY_VERIFY(map.hasFocus());
        QTest::keyClick(&map, Qt::Key_Right);
        QTest::keyClick(&map, Qt::Key_Right);
        QVERIFY(wrong->state().focused);
        QCOMPARE(whole->focusChild(), wrong);
        map.setMatrix({"one"}, {3});
        QCOMPARE(whole->childCount(), 1);
        QVERIFY(!wrong->isValid());
    }

    // Of thousands of parts none is asked who has the keyboard.
    void theOneWithTheKeyboardIsKnown() {
        QWidget widget;
        widget.setAccessibleName(
            "Many");  // a screen reader that runs is told, and asks for the widget, before its parts
        int asked = 0;
        describeParts(widget, {.role = QAccessible::Chart,
                               .count = [] { return 100'000; },
                               .part = [&](int) { return ++asked, AccessiblePart{}; },
                               .at = [](const QPoint&) { return -1; },
                               .focus = [] { return 90'000; }});
        widget.setFocusPolicy(Qt::StrongFocus);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.activateWindow();
        widget.setFocus();
        QTRY_VERIFY(widget.hasFocus());
        QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&widget);
        asked = 0;
        QAccessibleInterface* part = whole->focusChild();
        QVERIFY(part && part != whole);
        QCOMPARE(whole->indexOfChild(part), 90'000);
        QCOMPARE(asked, 0);
    }

    void aChartIsAListOfCurves() {
        LinePlot plot;
        plot.setTitle("loss");
        const int first = plot.addSeries({"lenet"}), second = plot.addSeries({"mlp"});
        const PlotPoint points[] = {{0, 2.5}, {1, 0.25}, {2, 0.5}};
        plot.append(first, points);
        QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&plot);
        QVERIFY(whole);
        QCOMPARE(whole->role(), QAccessible::Chart);
        QCOMPARE(whole->childCount(), 2);
        QAccessibleInterface* curve = whole->child(0);
        QCOMPARE(curve->text(QAccessible::Name), QStringLiteral("lenet"));
        QCOMPARE(curve->text(QAccessible::Value), QStringLiteral("0.500"));
        const QString told = curve->text(QAccessible::Description);
        for (const char* part :
             {"3 points", "last 0.500 at step 2", "least 0.250 at step 1", "greatest 2.500 at step 0"})
            QVERIFY2(told.contains(QLatin1String(part)), qPrintable(told));
        QVERIFY(whole->child(1)->text(QAccessible::Description).contains(QStringLiteral("no points")));
        plot.setSeriesVisible(second, false);
        QCOMPARE(whole->childCount(), 1);
    }
};

QTEST_MAIN(TestParts)

}  // namespace test_parts

#include "test_parts.moc"
