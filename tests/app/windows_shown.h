// For tests of what must not be a window of its own, not even for a moment.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaObject>
#include <QWidget>

namespace tl::test {

// What is shown as a window of its own beside the one that is looked at.
struct WindowsShown : QObject {
    explicit WindowsShown(QWidget* but) : but_(but) { qApp->installEventFilter(this); }
    bool eventFilter(QObject* object, QEvent* event) override {
        const auto* widget = event->type() == QEvent::Show ? qobject_cast<QWidget*>(object) : nullptr;
        if (widget && widget->isWindow() && widget != but_ && widget->windowType() != Qt::Popup &&
            widget->windowType() != Qt::ToolTip)
            names << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        return false;
    }
    QStringList names;

private:
    QWidget* but_;
};

}  // namespace tl::test
