// A thin layer over the list in ui/models.
#include "ui/breakpoints/breakpoint_table.h"

#include "engine/core/error.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

BreakpointTable::BreakpointTable(Breakpoints& points, QObject* parent)
    : QAbstractListModel(parent), points_(points), rows_(static_cast<int>(points.all().size())) {
    connect(&points, &Breakpoints::changed, this, [this] {
        const int rows = static_cast<int>(points_.all().size());
        if (rows == rows_) {
            if (rows > 0) emit dataChanged(index(0), index(rows - 1));
            return;
        }
        beginResetModel();
        rows_ = rows;
        endResetModel();
    });
}

int BreakpointTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

QVariant BreakpointTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows_) return {};
    const Breakpoint& one = points_.all()[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
    case Qt::ToolTipRole: return QString::fromStdString(toText(one));
    case Qt::CheckStateRole: return one.enabled ? Qt::Checked : Qt::Unchecked;
    case Qt::FontRole: return Theme::instance().mono();
    case Qt::ForegroundRole: return Theme::instance().color(one.enabled ? Token::Text : Token::Faint);
    default: return {};
    }
}

Qt::ItemFlags BreakpointTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable | Qt::ItemIsUserCheckable;
}

bool BreakpointTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.row() >= rows_) return false;
    if (role == Qt::CheckStateRole) {
        points_.setEnabled(index.row(), value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole) return false;
    try {
        Breakpoint edited = breakpointFrom(value.toString().toStdString());
        edited.enabled = points_.all()[static_cast<size_t>(index.row())].enabled;
        points_.replace(index.row(), edited);
        emit taken();
        return true;
    } catch (const Error& error) {
        emit refused(q(error.message()));
        return false;
    }
}

}  // namespace tl
