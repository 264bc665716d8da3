// See the header.
#include "widgets/controls/section.h"

#include <QVBoxLayout>

#include "widgets/controls/labels.h"

namespace tl {

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
