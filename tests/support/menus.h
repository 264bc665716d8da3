// Menus as a hand uses them: opened by a button or the right one, whether that waits for the menu's end or not, and an
// item of them clicked on.
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTimer>
#include <QtTest>

namespace tl::test {

// Does what opens a menu, and clicks on one of its items.
template <typename Open>
void chooseIn(Open open, const QString& text) {
    bool chosen = false;
    QTimer look;
    look.setInterval(5);
    QObject::connect(&look, &QTimer::timeout, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu || !menu->isVisible()) return;
        for (QAction* action : menu->actions())
            if (action->text() == text) {
                look.stop();
                chosen = true;
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            }
    });
    look.start();
    open();
    QTRY_VERIFY2(chosen, qPrintable(text));
    QTRY_VERIFY(!QApplication::activePopupWidget());
}
inline void choose(QAbstractButton& button, const QString& text) {
    chooseIn([&] { QTest::mouseClick(&button, Qt::LeftButton); }, text);
}
// In what the right button opens there.
inline void chooseAt(QWidget& widget, const QPoint& at, const QString& text) {
    chooseIn(
        [&] {
            QTest::mouseClick(&widget, Qt::RightButton, {}, at);
            QContextMenuEvent asked(QContextMenuEvent::Mouse, at, widget.mapToGlobal(at));
            QApplication::sendEvent(&widget, &asked);
        },
        text);
}

}  // namespace tl::test
