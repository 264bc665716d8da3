// See the header.
#include "widgets/controls/tab_order.h"

#include <QLayout>
#include <QWidget>

namespace tl {
namespace {

void follow(const QLayout& layout, QWidget*& before) {
    for (int i = 0; i < layout.count(); ++i) {
        if (const QLayout* inner = layout.itemAt(i)->layout()) follow(*inner, before);
        QWidget* widget = layout.itemAt(i)->widget();
        if (!widget) continue;
        if (widget->focusPolicy() & Qt::TabFocus) {
            if (before) QWidget::setTabOrder(before, widget);
            before = widget;
        }
        if (widget->layout()) follow(*widget->layout(), before);
    }
}

}  // namespace

void tabThroughLayouts(QWidget& root) {
    QWidget* before = nullptr;
    if (root.layout()) follow(*root.layout(), before);
}

}  // namespace tl
