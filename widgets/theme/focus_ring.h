// The soft ring around the control that has the keyboard's focus: style sheets cannot draw outside a widget, so one
// transparent overlay follows the focus. Text fields show it always, buttons only when the focus came by key.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QApplication;

namespace tl {

class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QApplication* app);
    ~FocusRing() override;

private:
    class Overlay;
    void follow(QWidget* widget);
    void place();
    bool eventFilter(QObject* watched, QEvent* event) override;
    QPointer<QWidget> target_;
    QPointer<QWidget> overlay_;
    bool inside_ = false;
    bool byKey_ = false;
};

}  // namespace tl
