// Cells of lists whose models change while somebody writes.
#pragma once

#include <QStyledItemDelegate>

namespace tl {

// What is written or chosen in a cell's line stays, whatever changes in its row.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
};

}  // namespace tl
