// The overlay is a sibling of the focused widget, lets the mouse through, and is 2 px larger on each side.
#include "widgets/theme/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSplitter>
#include <QTabBar>

#include "widgets/theme/theme.h"

namespace tl {

class FocusRing::Overlay : public QWidget {
public:
    Overlay(QWidget* parent, bool inside) : QWidget(parent), inside_(inside) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        setObjectName(QStringLiteral("focusRing"));
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QColor color = Theme::instance().color(Token::Accent);
        if (!inside_) color.setAlphaF(0.22);
        painter.setPen(QPen(color, inside_ ? 1.5 : 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), Theme::kRadius + 2, Theme::kRadius + 2);
    }
    bool inside_;
};

FocusRing::FocusRing(QApplication* app) : QObject(app) {
    connect(app, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
    app->installEventFilter(this);
}

FocusRing::~FocusRing() { delete overlay_; }

void FocusRing::follow(QWidget* widget) {
    if (overlay_) {
        overlay_->hide();
        overlay_->deleteLater();
        overlay_ = nullptr;
    }
    target_ = nullptr;
    if (!widget || widget->isWindow() || !widget->parentWidget()) return;
    // An editable combo box or a spin box focuses the line edit inside it.
    if (qobject_cast<QComboBox*>(widget->parentWidget()) || qobject_cast<QAbstractSpinBox*>(widget->parentWidget()))
        widget = widget->parentWidget();
    const bool field = qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSpinBox*>(widget);
    const bool button = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget);
    // What fills a panel shows that the keyboard came to it along its own edge.
    const bool view = !field && !button && (widget->focusPolicy() & Qt::TabFocus) && !qobject_cast<QTabBar*>(widget) &&
                      !qobject_cast<QAbstractSlider*>(widget);
    inside_ = view;
    // A splitter would take the overlay for one more pane.
    if (!widget->parentWidget() || qobject_cast<QSplitter*>(widget->parentWidget()) ||
        !(field || ((button || view) && byKey_)) || widget->property("noFocusRing").toBool())
        return;
    target_ = widget;
    overlay_ = new Overlay(widget->parentWidget(), inside_);
    place();
    overlay_->show();
    overlay_->raise();
}

void FocusRing::place() {
    if (overlay_ && target_)
        overlay_->setGeometry(inside_ ? target_->geometry() : target_->geometry().adjusted(-2, -2, 2, 2));
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress: byKey_ = true; break;
    case QEvent::MouseButtonPress: byKey_ = false; break;
    case QEvent::Move:
    case QEvent::Resize:
        if (watched == target_) place();
        break;
    case QEvent::Hide:
        if (watched == target_ && overlay_) overlay_->hide();
        break;
    case QEvent::Show:
        if (watched == target_ && overlay_) overlay_->show();
        break;
    default: break;
    }
    return false;
}

}  // namespace tl
