// See the header.
#include "widgets/controls/quiet_table.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QToolTip>

#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// Qt's own way of cutting a title gets lost where a style sheet draws it: it would run out of the section, and of one
// that stands to the right the beginning.
class CutHeader : public QHeaderView {
public:
    CutHeader() : QHeaderView(Qt::Horizontal) {}
    bool isCut(int section) const {
        QStyleOptionHeader option;
        initStyleOption(&option);
        QHeaderView::initStyleOptionForIndex(&option, section);
        const QString title = model()->headerData(section, Qt::Horizontal).toString();
        return letters().horizontalAdvance(title) > room(option, section);
    }

private:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        option->text = letters().elidedText(option->text, textElideMode(), room(*option, section));
    }
    // Where there may be an arrow, a style sheet keeps its place free in every section.
    int room(const QStyleOptionHeader& option, int section) const {
        QStyleOptionHeader whole(option);
        whole.rect = QRect(0, 0, sectionSize(section), height());
        const int arrow =
            isSortIndicatorShown() ? style()->subElementRect(QStyle::SE_HeaderArrow, &whole, this).width() : 0;
        return style()->subElementRect(QStyle::SE_HeaderLabel, &whole, this).width() - arrow;
    }
    static QFontMetrics letters() { return QFontMetrics(Theme::instance().font(12)); }  // as in the style sheet
};

// Of the headings that are cut; what a model says of a column is shown by the header itself.
class HeadingTips : public QObject {
public:
    explicit HeadingTips(CutHeader& header) : QObject(&header), header_(header) {
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
        QToolTip::showText(help->globalPos(), header_.isCut(section) ? plainTip(title) : QString(), header_.viewport());
        return true;
    }
    CutHeader& header_;
};

}  // namespace

void makeQuiet(QTableView& table) {
    auto* header = new CutHeader;
    table.setHorizontalHeader(header);
    table.horizontalHeader()->setSectionsClickable(true);
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    new HeadingTips(*header);
}

}  // namespace tl
