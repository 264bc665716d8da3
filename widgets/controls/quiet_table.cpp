// See the header.
#include "widgets/controls/quiet_table.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QTableView>
#include <QToolTip>

namespace tl {

namespace {

// Of the headings that are cut; what a model says of a column is shown by the header itself.
class HeadingTips : public QObject {
public:
    explicit HeadingTips(QHeaderView& header) : QObject(&header), header_(header) {
        header.viewport()->installEventFilter(this);
    }

private:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return false;
        const auto* help = static_cast<QHelpEvent*>(event);
        const int section = header_.logicalIndexAt(help->pos());
        const auto* model = header_.model();
        if (section < 0 || !model || model->headerData(section, Qt::Horizontal, Qt::ToolTipRole).isValid())
            return false;
        const QString title = model->headerData(section, Qt::Horizontal).toString();
        const bool cut = header_.fontMetrics().horizontalAdvance(title) > header_.sectionSize(section) - kPadding;
        QToolTip::showText(help->globalPos(), cut ? title : QString(), header_.viewport());
        return true;
    }
    static constexpr int kPadding = 6;
    QHeaderView& header_;
};

}  // namespace

void makeQuiet(QTableView& table) {
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    new HeadingTips(*table.horizontalHeader());
}

}  // namespace tl
