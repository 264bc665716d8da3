// See the header. Qt's reason of a focus change does not tell: what had the focus and is hidden hands it on as Tab
// does.
#include "widgets/controls/focus_frame.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QWidget>

namespace tl {

namespace {

class LastInput : public QObject {
public:
    explicit LastInput(QObject* parent) : QObject(parent) { parent->installEventFilter(this); }
    bool byKey = true;  // before anything was done
    QPointer<QWidget> pressed;

private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType())
            pressed = static_cast<QWidget*>(watched);
        if ((key || event->type() == QEvent::MouseButtonPress) && byKey != key) {
            byKey = key;
            if (QWidget* at = QApplication::focusWidget()) at->update();
        }
        return QObject::eventFilter(watched, event);
    }
};

}  // namespace

bool showsFocus(const QWidget& widget) {
    static auto* last = new LastInput(qApp);
    return widget.hasFocus() &&
           (last->byKey || (last->pressed && (last->pressed == &widget || widget.isAncestorOf(last->pressed))));
}

}  // namespace tl
