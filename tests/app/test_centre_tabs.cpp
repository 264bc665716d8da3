// Panels that share the middle of a workspace: the tabs' row, its controls, keyboard and mouse, and what is remembered.
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

#include "app/window/centre_tabs.h"
#include "app/window/workspaces.h"
#include "tests/app/window_fixture.h"
#include "ui/models/breakpoints.h"

namespace test_centre_tabs {

using namespace tl;

namespace {

PanelRow row(const char* id, const char* title) { return {id, title, "", {}, {}}; }

QWidget* controls(int width) {
    auto* header = new QWidget;
    auto* line = new QHBoxLayout(header);
    line->setContentsMargins(0, 0, 0, 0);
    auto* field = new QLineEdit;
    field->setFixedWidth(width);
    line->addStretch(1);
    line->addWidget(field);
    return header;
}

struct Tabs {
    CentreTabs tabs{QStringLiteral("testTabs")};
    QLineEdit *first = new QLineEdit, *second = new QLineEdit;
    QWidget *left = controls(120), *right = controls(400);
    Tabs() {
        tabs.add(row("one", "Scalars"), {first, left});
        tabs.add(row("two", "Runs"), {second, right});
        tabs.resize(700, 400);
        tabs.QWidget::show();
    }
    QTabBar* bar() { return tabs.findChild<QTabBar*>(QStringLiteral("testTabs")); }
};

}  // namespace

class TestCentreTabs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // Nine views in a narrow window: their tabs draw closer before one of them is cut.
    void tabsDrawCloserBeforeTheyAreCut() {
        Tabs t;
        QVERIFY(QTest::qWaitForWindowExposed(&t.tabs));
        for (const char* title : {"Tensors", "Pictures", "Text", "Curves", "Debugger"})
            t.tabs.add(row(title, title), {new QLineEdit, nullptr});
        t.tabs.resize(2000, 400);
        const int roomy = t.bar()->sizeHint().width();
        const auto cut = [&] { return t.bar()->tabRect(t.bar()->count() - 1).right() >= t.bar()->width(); };
        QVERIFY(!cut());
        t.tabs.resize(roomy, 400);  // less the margins
        QVERIFY(t.bar()->sizeHint().width() < roomy);
        QVERIFY(!cut());
        t.tabs.resize(2000, 400);
        QCOMPARE(t.bar()->sizeHint().width(), roomy);
    }

    // Where they have no room all the same, those that are there are whole, and a menu has the others.
    void tabsWithoutRoomAreInAMenu() {
        Tabs t;
        QVERIFY(QTest::qWaitForWindowExposed(&t.tabs));
        for (const char* title : {"Tensors", "Pictures", "Text", "Curves", "Debugger"})
            t.tabs.add(row(title, title), {new QLineEdit, nullptr});
        auto* more = t.tabs.findChild<QToolButton*>(QStringLiteral("testTabsMore"));
        QVERIFY(more && !more->isVisible());
        const auto whole = [&] {
            for (int i = 0; i < t.bar()->count(); ++i)
                if (t.bar()->isTabVisible(i) && !t.bar()->rect().contains(t.bar()->tabRect(i))) return false;
            return t.bar()->isTabVisible(t.tabs.current()) && more->geometry().left() > t.bar()->geometry().right() &&
                   more->geometry().right() < t.tabs.width();
        };
        for (const int width : {380, 300, 240, 200}) {
            t.tabs.resize(width, 400);
            QTRY_VERIFY(more->isVisible());
            QVERIFY2(whole(), qPrintable(QString::number(width)));
        }
        // Whichever is in front, and however often the row changes a little.
        for (int front = 0; front < t.bar()->count(); ++front)
            for (const int width : {380, 388, 300, 308}) {
                t.tabs.show(front);
                t.tabs.resize(width, 400);
                QVERIFY2(more->isVisible() && whole(), qPrintable(QStringLiteral("%1 at %2").arg(front).arg(width)));
            }
        t.tabs.show(0);
        t.tabs.resize(200, 400);
        QStringList names;
        QTimer::singleShot(0, &t.tabs, [&] {
            auto* menu = t.tabs.findChild<QMenu*>(QStringLiteral("testTabsMoreMenu"));
            for (QAction* action : menu->actions()) names << action->text();
            menu->setActiveAction(menu->actions().last());
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::mouseClick(more, Qt::LeftButton);
        QVERIFY(names.contains(QStringLiteral("Debugger")) && !names.contains(QStringLiteral("Scalars")));
        QCOMPARE(t.bar()->tabText(t.tabs.current()), QStringLiteral("Debugger"));
        QVERIFY(whole());
        t.tabs.resize(2000, 400);
        QTRY_VERIFY(!more->isVisible());
        for (int i = 0; i < t.bar()->count(); ++i) QVERIFY(t.bar()->isTabVisible(i));
    }

    // The whole row of the Train workspace has room in the smallest of usual screens, the list of breakpoints beside
    // it.
    void allViewsOfTrainFitASmallWindow() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1280, 800);
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* bar = f.find<QTabBar>("trainTabs");
        QTRY_VERIFY(bar->isVisible());
        const int last = bar->count() - 1;
        QCOMPARE(bar->tabText(last), QStringLiteral("Debugger"));
        QTRY_VERIFY2(bar->rect().contains(bar->tabRect(last)), qPrintable(QString::number(bar->width())));
        auto* list = f.find<QWidget>("breakpointList");
        f.trigger("addBreakpointAction");
        QTRY_VERIFY(list->isVisible());
        QVERIFY(list->height() >= 2 * Theme::kTableRow);
        QVERIFY(f.find<QLineEdit>("breakpointEntry")->hasFocus());
        QVERIFY(f.window->rect().contains(QRect(list->mapTo(f.window.get(), QPoint()), list->size())));
    }

    void aClickBringsThePanelAndItsControls() {
        Tabs t;
        QVERIFY(QTest::qWaitForWindowExposed(&t.tabs));
        QVERIFY(t.first->isVisible() && t.left->isVisible());
        QVERIFY(!t.second->isVisible() && !t.right->isVisible());
        QSignalSpy changed(&t.tabs, &CentreTabs::currentChanged);
        QTest::mouseClick(t.bar(), Qt::LeftButton, {}, t.bar()->tabRect(1).center());
        QCOMPARE(changed.size(), 1);
        QVERIFY(!t.first->isVisible() && !t.left->isVisible());
        QVERIFY(t.second->isVisible() && t.right->isVisible());
        QCOMPARE(t.tabs.panel(), static_cast<QWidget*>(t.second));
    }

    void theKeyboardStaysWithTheTabsAndMovesThem() {
        Tabs t;
        t.tabs.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&t.tabs));
        t.first->setFocus();
        t.tabs.show(1);
        QVERIFY(t.bar()->hasFocus());  // not with a field that nobody sees
        QTest::keyClick(t.bar(), Qt::Key_Left);
        QCOMPARE(t.tabs.current(), 0);
        QTest::keyClick(t.bar(), Qt::Key_Right);
        QCOMPARE(t.tabs.current(), 1);
    }

    // Where both have no room in one line the controls stand below, whole.
    void narrowControlsGoBelow() {
        Tabs t;
        QVERIFY(QTest::qWaitForWindowExposed(&t.tabs));
        t.tabs.show(1);
        const auto top = [&](QWidget* widget) { return widget->mapTo(&t.tabs, QPoint(0, 0)).y(); };
        QVERIFY(top(t.right) < top(t.bar()) + t.bar()->height());
        t.tabs.resize(460, 400);
        QTRY_VERIFY(top(t.right) >= top(t.bar()) + t.bar()->height());
        const int right = t.right->mapTo(&t.tabs, QPoint(t.right->width(), 0)).x();
        QVERIFY(right <= t.tabs.width());
        QTRY_VERIFY(top(t.second) >= top(t.right) + t.right->height());
    }

    void controlsThatThePanelHidesTakeNoRoom() {
        Tabs t;
        QVERIFY(QTest::qWaitForWindowExposed(&t.tabs));
        t.tabs.resize(460, 400);
        t.tabs.show(1);
        QTRY_VERIFY(t.second->mapTo(&t.tabs, QPoint(0, 0)).y() >=
                    t.right->mapTo(&t.tabs, QPoint(0, 0)).y() + t.right->height());
        const int before = t.second->mapTo(&t.tabs, QPoint(0, 0)).y();
        t.right->hide();
        QTRY_VERIFY(t.second->mapTo(&t.tabs, QPoint(0, 0)).y() < before);
        t.right->show();
        QTRY_COMPARE(t.second->mapTo(&t.tabs, QPoint(0, 0)).y(), before);
    }

    // What is lent comes back once, and not from somebody who has chosen since.
    void aTabIsLent() {
        Tabs t;
        QVERIFY(t.tabs.lend(QStringLiteral("two")));
        QCOMPARE(t.tabs.current(), 1);
        QVERIFY(!t.tabs.lend(QStringLiteral("three")));
        t.tabs.giveBack();
        QCOMPARE(t.tabs.current(), 0);
        t.tabs.show(1);
        t.tabs.giveBack();
        QCOMPARE(t.tabs.current(), 1);
        QVERIFY(t.tabs.lend(QStringLiteral("two")));  // it stands there
        t.tabs.giveBack();
        QCOMPARE(t.tabs.current(), 1);
        QVERIFY(t.tabs.lend(QStringLiteral("one")));
        t.tabs.show(1);
        t.tabs.show(0);
        t.tabs.giveBack();
        QCOMPARE(t.tabs.current(), 0);
    }

    // A stop brings the debugger; when the run goes on, or ends, what stood there comes back, unless somebody chose.
    void aStopGivesTheMiddleBack() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        const auto* bar = f.find<QTabBar>("trainTabs");
        const auto front = [&] { return bar->tabData(bar->currentIndex()).toString(); };
        auto& points = f.bench().controller.breakpoints();
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 100000;
        f.bench().training.setSpec(spec);
        points.add(breakpointFrom("after forward"));
        f.trigger("trainAction");
        QTRY_VERIFY(points.stop());
        QCOMPARE(front(), QStringLiteral("debugger"));
        points.remove(0);
        auto* rate = f.training().editorOf(QStringLiteral("learning_rate"));
        rate->setFocus();
        f.bench().controller.resume();
        QTRY_COMPARE(front(), QStringLiteral("scalars"));
        QVERIFY(rate->hasFocus());  // who writes elsewhere goes on writing
        points.add(breakpointFrom("after forward"));
        QTRY_COMPARE(front(), QStringLiteral("debugger"));
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped));
        QCOMPARE(front(), QStringLiteral("scalars"));

        f.trigger("trainAction");
        QTRY_VERIFY(points.stop());
        QCOMPARE(front(), QStringLiteral("debugger"));
        f.trigger("tab_tensors");
        f.trigger("tab_debugger");
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped));
        QCOMPARE(front(), QStringLiteral("debugger"));
    }

    void theWindowStartsWithScalars() {
        WindowFixture f;
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* bar = f.find<QTabBar>("trainTabs");
        QVERIFY(bar && bar->isVisible());
        QCOMPARE(bar->tabText(bar->currentIndex()), QStringLiteral("Scalars"));
        QCOMPARE(bar->currentIndex(), 0);
    }

    // By keys from view to view; the next window begins where this one was.
    void theChosenViewIsRemembered() {
        WindowFixture f;
        f.window->showWorkspace(MainWindow::TrainSpace);
        QTest::keyClick(f.window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QTest::keyClick(f.window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(f.find<QTabBar>("trainTabs")->currentIndex(), 2);
        QTest::keyClick(f.window.get(), Qt::Key_PageUp, Qt::ControlModifier);
        auto* bar = f.find<QTabBar>("trainTabs");
        QCOMPARE(bar->tabText(bar->currentIndex()), QStringLiteral("Tensors"));
        f.open();
        f.window->showWorkspace(MainWindow::TrainSpace);
        bar = f.find<QTabBar>("trainTabs");
        QCOMPARE(bar->tabText(bar->currentIndex()), QStringLiteral("Tensors"));
        // The View menu and the command palette know each by name, from any workspace.
        f.window->showWorkspace(MainWindow::NetworkSpace);
        f.trigger("tab_scalars");
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->currentIndex(), 0);
    }
};

QTEST_MAIN(TestCentreTabs)

}  // namespace test_centre_tabs

#include "test_centre_tabs.moc"
