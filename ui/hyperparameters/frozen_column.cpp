// See the header.
#include "ui/hyperparameters/frozen_column.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

FrozenColumn::FrozenColumn(QTableView& table) : QTableView(&table), table_(table) {
    setObjectName(QStringLiteral("frozenColumn"));
    setAccessibleName(table.accessibleName());
    setModel(table.model());
    setSelectionModel(table.selectionModel());
    setFocusPolicy(Qt::NoFocus);
    setAutoScroll(false);  // to what is chosen: the table does
    setShowGrid(table.showGrid());
    setWordWrap(table.wordWrap());
    setTextElideMode(table.textElideMode());
    setVerticalScrollMode(table.verticalScrollMode());
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(table.verticalHeader()->defaultSectionSize());
    setFont(table.font());
    Theme::instance().style(this, QStringLiteral("#frozenColumn { border-right: 1px solid @line; }"));

    QHeaderView *own = horizontalHeader(), *its = table.horizontalHeader();
    own->setSectionsClickable(true);
    own->setSortIndicatorShown(true);
    own->setSortIndicator(its->sortIndicatorSection(), its->sortIndicatorOrder());
    connect(own, &QHeaderView::sortIndicatorChanged, its, &QHeaderView::setSortIndicator);
    connect(its, &QHeaderView::sortIndicatorChanged, own, &QHeaderView::setSortIndicator);
    connect(own, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (column == 0) table_.setColumnWidth(0, width);
    });
    connect(its, &QHeaderView::sectionResized, this, [this](int column) {
        if (column == 0) place();
    });
    const auto follow = [this] { verticalScrollBar()->setValue(table_.verticalScrollBar()->value()); };
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this, follow);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, follow);
    connect(table.horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] { place(); });
    table.viewport()->installEventFilter(this);
    place();
}

void FrozenColumn::place() {
    const QRect view = table_.viewport()->geometry();
    const int head = table_.horizontalHeader()->height(), width = table_.columnWidth(0);
    setColumnWidth(0, width);
    setGeometry(view.left(), view.top() - head, std::min(width + 1, view.width()), view.height() + head);
    setVisible(table_.horizontalScrollBar()->value() > 0);
    verticalScrollBar()->setValue(table_.verticalScrollBar()->value());
}

// A cell of this column that became the current one would scroll the table back to it.
bool FrozenColumn::viewportEvent(QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        if (const int row = rowAt(static_cast<QMouseEvent*>(event)->position().toPoint().y()); row >= 0)
            table_.selectRow(row);
        table_.setFocus(Qt::MouseFocusReason);
        return true;
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: return true;
    case QEvent::Wheel: return QCoreApplication::sendEvent(table_.viewport(), event);
    default: return QTableView::viewportEvent(event);
    }
}

bool FrozenColumn::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_.viewport() && event->type() == QEvent::Resize) place();
    return QTableView::eventFilter(watched, event);
}

}  // namespace tl
