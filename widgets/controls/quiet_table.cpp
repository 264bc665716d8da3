// See the header.
#include "widgets/controls/quiet_table.h"

#include <QHeaderView>
#include <QTableView>

namespace tl {

void makeQuiet(QTableView& table) {
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
}

}  // namespace tl
