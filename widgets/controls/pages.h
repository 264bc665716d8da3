// A stack of pages that asks for no more room than the page in front: what is wide elsewhere keeps no window wide.
#pragma once

#include <QStackedWidget>

namespace tl {

class Pages : public QStackedWidget {
public:
    Pages() {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }

private:
    QSize minimumSizeHint() const override {
        const QWidget* front = currentWidget();
        return front ? front->minimumSizeHint().expandedTo(front->minimumSize()) : QStackedWidget::minimumSizeHint();
    }
};

}  // namespace tl
