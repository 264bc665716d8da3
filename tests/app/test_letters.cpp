// Larger letters and back again, on a small screen: what stands beside the middle is as wide as it was, in every
// workspace.
#include <QAbstractButton>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSlider>
#include <QtTest>

#include "tests/app/window_fixture.h"
#include "tests/support/behind_tab.h"

namespace test_letters {

using namespace tl;

class TestLetters : public QObject {
    Q_OBJECT
private slots:
    // The smallest screen that the program is for holds the whole window at any size of letters, also while a run
    // stands still and has the most buttons.
    void largeLettersFitASmallScreen() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Theme::instance().setTextScale(1.5);
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running));
        f.trigger("pauseAction");
        QVERIFY(f.reaches(RunState::Paused));
        const QSize screen(1024, 700);
        f.window->resize(screen);
        for (int space = 0; space < 5; ++space) {
            f.window->showWorkspace(space);
            test::settle();
            // What is named above the canvas does not lie under its buttons.
            if (space == MainWindow::NetworkSpace) {
                NetworkPanel& panel = f.networkPanel();
                const auto* path = f.find<QLabel>("breadcrumb");
                for (auto* button : panel.findChildren<QAbstractButton*>())
                    if (button->isVisible())
                        QVERIFY2(!QRect(button->mapTo(&panel, QPoint()), button->size()).intersects(path->geometry()),
                                 qPrintable(button->objectName()));
            }
            QVERIFY2(f.window->width() <= screen.width() && f.window->height() <= screen.height(),
                     qPrintable(QStringLiteral("workspace %1: %2x%3:%4")
                                    .arg(space)
                                    .arg(f.window->width())
                                    .arg(f.window->height())
                                    .arg(f.wide(250))));
        }
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped));
        f.trigger("closeDataAction");
        f.window->showWorkspace(MainWindow::DataSpace);
        test::settle();
        QVERIFY2(f.window->width() <= screen.width(), qPrintable(f.wide(250)));
    }

    // What a small window takes from its sides, their widths and the heights in them, comes back with the room, in
    // every workspace.
    void sidesGrowBack() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto sides = [&] {
            QMap<QString, QSize> sizes;
            for (auto* dock : f.window->findChildren<QDockWidget*>())
                if (dock->isVisible() && !test::behindATab(dock) &&
                    f.window->dockWidgetArea(dock) != Qt::BottomDockWidgetArea)
                    sizes[dock->objectName()] = dock->size();
            return sizes;
        };
        for (int space = 0; space < 5; ++space) {
            f.window->showWorkspace(space);
            test::settle();
            f.window->resize(1600, 1000);
            test::settle();
            f.window->showWorkspace((space + 1) % 5);  // and back, to docks that are as large as they were
            test::settle();
            f.window->showWorkspace(space);
            test::settle();
            const auto before = sides();
            f.window->resize(900, 700);
            test::settle();
            f.window->resize(1600, 1000);
            test::settle();
            const auto after = sides();
            for (const QString& dock : before.keys())
                QVERIFY2(after[dock] == before[dock], qPrintable(QStringLiteral("%1: %2x%3, before %4x%5")
                                                                     .arg(dock)
                                                                     .arg(after[dock].width())
                                                                     .arg(after[dock].height())
                                                                     .arg(before[dock].width())
                                                                     .arg(before[dock].height())));
        }
    }

    // A column that a large window has at small letters lets the window shrink at large ones, and has its docks and
    // their heights again with the room for them: also after another start, and in a workspace that was not in sight.
    void aColumnComesBack_data() {
        QTest::addColumn<bool>("inSight");
        QTest::addColumn<bool>("restarted");
        QTest::newRow("in sight") << true << false;
        QTest::newRow("not in sight") << false << false;
        QTest::newRow("in sight, another start") << true << true;
        QTest::newRow("not in sight, another start") << false << true;
    }
    void aColumnComesBack() {
        QFETCH(bool, inSight);
        QFETCH(bool, restarted);
        const QSize large(1600, 1240), small(1024, 700);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        WindowFixture f;
        QVERIFY(f.ready());
        const auto letters = [&](double scale) {
            Theme::instance().setTextScale(scale);
            test::settle();
        };
        const auto leave = [&] {
            if (!inSight) f.window->showWorkspace(MainWindow::NetworkSpace);
            test::settle();
        };
        const auto look = [&] {
            f.window->showWorkspace(MainWindow::TrainSpace);
            test::settle();
            QMap<QString, QSize> sizes;
            for (auto* dock : f.window->findChildren<QDockWidget*>())
                if (dock->isVisible() && !test::behindATab(dock)) sizes[dock->objectName()] = dock->size();
            return sizes;
        };
        f.window->resize(large);
        test::settle();
        look();
        f.trigger("resetLayoutAction");
        const auto before = look();
        QVERIFY(before.contains(QStringLiteral("watchesDock")) && before.contains(QStringLiteral("breakpointsDock")));
        leave();
        letters(1.5);
        f.window->resize(small);
        test::settle();
        look();
        QCOMPARE(f.window->size(), small);
        const QSize asked = f.window->minimumSizeHint();
        QVERIFY2(asked.height() <= small.height() && asked.width() <= small.width(),
                 qPrintable(QStringLiteral("%1x%2").arg(asked.width()).arg(asked.height())));
        leave();
        if (restarted) {
            f.window->close();
            f.open();
            f.window->resize(small);
            test::settle();
        }
        letters(1);
        f.window->resize(large);
        test::settle();
        const auto after = look();
        QCOMPARE(after.keys(), before.keys());
        for (const QString& dock : before.keys())
            QVERIFY2(std::abs(after[dock].width() - before[dock].width()) <= 4 &&
                         std::abs(after[dock].height() - before[dock].height()) <= 4,
                     qPrintable(QStringLiteral("%1: %2x%3, before %4x%5")
                                    .arg(dock)
                                    .arg(after[dock].width())
                                    .arg(after[dock].height())
                                    .arg(before[dock].width())
                                    .arg(before[dock].height())));
    }

    // Four docks one above the other, as a high window has them also at large letters, make no low one higher that the
    // workspace is shown in next.
    void aHighWindowsColumnFitsALowOne_data() {
        QTest::addColumn<bool>("restarted");
        QTest::newRow("in another workspace") << false;
        QTest::newRow("another start") << true;
    }
    void aHighWindowsColumnFitsALowOne() {
        QFETCH(bool, restarted);
        const QSize high(1600, 1840), small(1024, 700);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Theme::instance().setTextScale(1.5);
        WindowFixture f;
        QVERIFY(f.ready());
        const auto apart = [&](const char* dock) { return !test::behindATab(f.find<QDockWidget>(dock)); };
        const auto look = [&](const QSize& size) {
            f.window->resize(size);
            test::settle();
            f.window->showWorkspace(MainWindow::TrainSpace);
            test::settle();
        };
        look(high);
        f.trigger("resetLayoutAction");
        test::settle();
        QVERIFY(apart("watchesDock") && apart("breakpointsDock"));
        if (restarted) {
            f.window->close();
            f.open();
        } else {
            f.window->showWorkspace(MainWindow::NetworkSpace);
            test::settle();
        }
        look(small);
        QCOMPARE(f.window->size(), small);
        f.window->showWorkspace(MainWindow::NetworkSpace);
        look(high);
        QVERIFY(apart("watchesDock") && apart("breakpointsDock"));
    }

    // By keys, one after the other, all is laid out once: when the last was pressed, or with the end of the sheet.
    void quickKeysAreOneChange() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        f.trigger("settingsAction");
        test::settle();
        auto* slider = f.find<QSlider>("setting.text/size");
        slider->setFocus();
        changed.clear();
        for (int i = 0; i < 4; ++i) QTest::keyClick(slider, Qt::Key_Right);
        const auto labels = slider->parentWidget()->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](auto* each) { return each->text() == QStringLiteral("120 %"); }));
        QTRY_COMPARE(Theme::instance().textScale(), 1.2);
        QCOMPARE(changed.size(), 1);
        slider = f.find<QSlider>("setting.text/size");  // the window was made again, and the sheet in it
        QVERIFY(slider->hasFocus());
        for (int i = 0; i < 4; ++i) QTest::keyClick(slider, Qt::Key_Left);
        QTest::keyClick(slider, Qt::Key_Escape);
        QTRY_COMPARE(Theme::instance().textScale(), 1.0);
        QCOMPARE(changed.size(), 2);
    }

    // While the handle is held the sheet stays as it is, and takes the size when it is let go.
    void theSliderStaysUnderTheHand() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        f.trigger("settingsAction");
        test::settle();
        auto* slider = f.find<QSlider>("setting.text/size");
        slider->setFocus();
        changed.clear();
        QTest::keyClick(slider, Qt::Key_Right);
        slider->setSliderDown(true);  // soon after a key
        const auto* pause = slider->findChild<QTimer*>();
        QTRY_VERIFY(!pause->isActive());
        slider->setSliderPosition(140 / 5);
        test::settle();
        QCOMPARE(changed.size(), 0);
        QCOMPARE(f.find<QSlider>("setting.text/size"), slider);
        slider->setSliderDown(false);
        QTRY_COMPARE(Theme::instance().textScale(), 1.4);
        QCOMPARE(changed.size(), 1);
    }

    // A window that grows while another workspace is shown, or is closed small and opened large: what was narrow, and
    // what a low window had no room for, is there again.
    void sidesGrowBackUnseen() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QSize large(1600, 980), small(700, 600);
        const auto docks = [&] {
            QMap<QString, int> widths;
            for (auto* dock : f.window->findChildren<QDockWidget*>()) {
                if (!dock->isVisible() || test::behindATab(dock)) continue;
                const bool below = f.window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
                widths[dock->objectName()] = below ? 0 : dock->width();
            }
            return widths;
        };
        const auto settled = [&](const QSize& size, int space) {
            f.window->resize(size);
            f.window->showWorkspace(space);
            test::settle();
        };
        for (int space = 0; space < 4; ++space) {
            settled(small, space);  // the first look at it
            settled(small, (space + 1) % 4);
            f.window->resize(large);
            test::settle();
            settled(large, space);
            const auto first = docks();
            f.trigger("resetLayoutAction");
            test::settle();
            const auto whole = docks();
            for (const QString& dock : whole.keys()) {  // in a low window some are tabs at first
                QVERIFY2(f.find<QDockWidget>(qPrintable(dock))->isVisible(), qPrintable(dock));
                if (first.contains(dock)) QCOMPARE(first[dock], whole[dock]);
            }
            settled(small, space);
            f.window->close();
            f.open();
            settled(large, space);
            QCOMPARE(docks(), whole);
        }
        QVERIFY(docks().contains(QStringLiteral("planDock")));
    }

    // A workspace that is shown with larger letters only after they have grown: that a panel needs more for them is
    // nobody's wish.
    void whatLettersNeedIsNotKept() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        f.window->resize(1280, 720);
        const auto show = [&](int space) {
            f.window->showWorkspace(space);
            test::settle();
            return f.find<QDockWidget>("imageDock")->width();
        };
        const auto letters = [&](double scale) {
            show(MainWindow::NetworkSpace);
            Theme::instance().setTextScale(scale);
            test::settle();
        };
        const int before = show(MainWindow::DataSpace);
        letters(1.5);
        f.find<QDockWidget>("imageDock")->widget()->setMinimumWidth(before + 60);
        QVERIFY(show(MainWindow::DataSpace) >= before + 60);
        letters(1);
        const int after = show(MainWindow::DataSpace);
        QVERIFY2(std::abs(after - before) <= 4, qPrintable(QStringLiteral("%1, before %2").arg(after).arg(before)));
    }

    // Through the settings, with a step below, in every workspace: also where panels want more room than a side may
    // take of the window, and where a person has made a side wider.
    void lettersAndBack() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1280, 800);
        test::settle();
        const auto sides = [&] {
            QMap<QString, int> widths;
            for (auto* dock : f.window->findChildren<QDockWidget*>())
                if (dock->isVisible() && !test::behindATab(dock) &&
                    f.window->dockWidgetArea(dock) != Qt::BottomDockWidgetArea)
                    widths[dock->objectName()] = dock->width();
            return widths;
        };
        const auto goThrough = [&](const QList<int>& keys) {
            f.trigger("settingsAction");
            test::settle();
            QPointer<QMenuBar> before = f.window->findChild<QMenuBar*>();
            for (const int key : keys) {
                auto* slider = f.find<QSlider>("setting.text/size");  // a new one where the pause between keys was long
                slider->setFocus();
                QTest::keyClick(slider, static_cast<Qt::Key>(key));
                test::settle();
            }
            QTest::keyClick(f.find<QSlider>("setting.text/size"), Qt::Key_Escape);
            if (!QTest::qWaitFor([&] { return !before; }, 120000)) qFatal("the window was not made again");
            test::settle();
            QCOMPARE(f.window->width(), 1280);
        };
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        for (const int space :
             QList<int>{MainWindow::TrainSpace, MainWindow::NetworkSpace, MainWindow::DataSpace, 3, 4}) {
            f.window->showWorkspace(space);
            test::settle();
            if (space == MainWindow::DataSpace) {  // by the edge between the middle and the right
                auto* dock = f.window->findChildren<QDockWidget*>()[0];
                for (auto* one : f.window->findChildren<QDockWidget*>())
                    if (one->isVisible() && f.window->dockWidgetArea(one) == Qt::RightDockWidgetArea) dock = one;
                const QPoint edge(dock->x() - 1, dock->y() + dock->height() / 2);
                const int width = dock->width();
                QTest::mousePress(f.window.get(), Qt::LeftButton, {}, edge);
                QTest::mouseMove(f.window.get(), edge - QPoint(50, 0));
                test::settle();
                QTest::mouseRelease(f.window.get(), Qt::LeftButton, {}, edge - QPoint(50, 0));
                test::settle();
                QVERIFY2(
                    dock->width() > width + 30,
                    qPrintable(
                        QStringLiteral("%1: %2, %3 before").arg(dock->objectName()).arg(dock->width()).arg(width)));
            }
            const auto before = sides();
            goThrough({Qt::Key_End});
            QCOMPARE(Theme::instance().textScale(), 1.5);
            goThrough({Qt::Key_Home, Qt::Key_Right, Qt::Key_Right});
            QCOMPARE(Theme::instance().textScale(), 1.0);
            const auto after = sides();
            QCOMPARE(after.keys(), before.keys());
            for (const QString& dock : before.keys())
                QVERIFY2(std::abs(after[dock] - before[dock]) <= 4,
                         qPrintable(QStringLiteral("%1: %2, before %3").arg(dock).arg(after[dock]).arg(before[dock])));
        }
    }

    // Its answer would be for a part of the window that is gone.
    void aFileDialogGoesWithTheWindowsParts() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("saveAsAction");
        QVERIFY(f.find<QFileDialog>("saveDialog"));
        QSignalSpy gone(f.window->findChild<QMenuBar*>(), &QObject::destroyed);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Theme::instance().setTextScale(1.5);
        QTRY_COMPARE(gone.count(), 1);
        QVERIFY(!f.find<QFileDialog>("saveDialog"));
    }
};

QTEST_MAIN(TestLetters)

}  // namespace test_letters

#include "test_letters.moc"
