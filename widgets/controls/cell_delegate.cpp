// See the header.
#include "widgets/controls/cell_delegate.h"

#include <QLineEdit>

namespace tl {

void CellDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    if (line && (line->isModified() || line->text() == index.data(Qt::EditRole).toString())) return;
    QStyledItemDelegate::setEditorData(editor, index);
}

}  // namespace tl
