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
        QToolTip::showText(help->globalPos(), cut ? plainTip(title) : QString(), header_.viewport());
        return true;
    }
    static constexpr int kPadding = 6;
    QHeaderView& header_;
};

// Qt's own way of cutting a title gets lost where a style sheet draws it: it would run out of the section, and of one
// that stands to the right the beginning.
class CutHeader : public QHeaderView {
public:
    CutHeader() : QHeaderView(Qt::Horizontal) {}

private:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
        QHeaderView::initStyleOptionForIndex(option, section);
        QStyleOptionHeader whole(*option);
        whole.rect = QRect(0, 0, sectionSize(section), height());
        const int room = style()->subElementRect(QStyle::SE_HeaderLabel, &whole, this).width();
        option->text = QFontMetrics(Theme::instance().font(kLetters)).elidedText(option->text, textElideMode(), room);
    }
    static constexpr int kLetters = 12;  // as in the style sheet
};

}  // namespace

void makeQuiet(QTableView& table) {
    table.setHorizontalHeader(new CutHeader);
    table.horizontalHeader()->setSectionsClickable(true);
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
