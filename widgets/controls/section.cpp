// See the header.
#include "widgets/controls/section.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// As wide as what stands in it and the scroll bar beside that: nothing is cut. What would take too much of the window
// is scrolled to.
class ColumnArea : public QScrollArea {
public:
    ColumnArea() {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
    }

private:
    static constexpr int kMost = 300;

    QSize minimumSizeHint() const override {
        const QSize least = QScrollArea::minimumSizeHint();
        if (!widget()) return least;
        const int wanted = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
        return {std::max(least.width(), std::min(wanted, Theme::instance().scaled(kMost))), least.height()};
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

ScrollColumn makeScrollColumn() {
    auto* area = new ColumnArea;
    area->viewport()->setAutoFillBackground(false);
    auto* page = new QWidget;
    page->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    area->setWidget(page);
    page->setAutoFillBackground(false);  // setWidget() turns it on
    return {area, column};
}

Section addSection(QVBoxLayout* page, const QString& caption, bool rows) {
    constexpr int kMargin = 12;
    if (page->count() > 0) page->addWidget(new Separator);
    auto* column = new QVBoxLayout;
    const int left = rows ? 2 : kMargin;
    column->setContentsMargins(left, kMargin, rows ? 0 : kMargin, 14);
    column->setSpacing(rows ? 6 : 4);
    auto* label = new SectionLabel(caption);
    label->setContentsMargins(kMargin - left, 0, 0, rows ? 0 : 4);
    column->addWidget(label);
    page->addLayout(column);
    return {column, label};
}

}  // namespace tl
