// See the header.
#include "widgets/controls/folding_row.h"

#include <QBoxLayout>
#include <QEvent>
#include <algorithm>

namespace tl {

FoldingRow::FoldingRow(QWidget* first, QWidget* second, int spacing, Grows grows, QWidget* parent)
    : QWidget(parent), layout_(new QBoxLayout(QBoxLayout::LeftToRight, this)), first_(first), second_(second) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(spacing);
    layout_->addWidget(first_, grows == Grows::First ? 1 : 0);
    layout_->addWidget(second_, grows == Grows::Second ? 1 : 0);
}

static int least(const QWidget* part) { return std::max(part->minimumWidth(), part->minimumSizeHint().width()); }

int FoldingRow::beside() const { return least(first_) + layout_->spacing() + least(second_); }

QSize FoldingRow::minimumSizeHint() const {
    const QMargins around = contentsMargins();
    return {std::max(least(first_), least(second_)) + around.left() + around.right(),
            QWidget::minimumSizeHint().height()};
}

void FoldingRow::fold() {
    const auto direction = beside() > contentsRect().width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (direction == layout_->direction()) return;
    layout_->setDirection(direction);
    updateGeometry();
}

// What stands in a part may have become wider: a choice, a number.
bool FoldingRow::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) fold();
    return QWidget::event(event);
}

}  // namespace tl
