// See the header.
#include "widgets/controls/section.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/labels.h"

namespace tl {

ScrollColumn makeScrollColumn() {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
