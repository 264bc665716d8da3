// See the header.
#include "ui/models/layer_table_model.h"

#include <QSet>
#include <algorithm>
#include <utility>

#include "ui/models/network_model.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

LayerTableModel::LayerTableModel(const NetworkModel& network, QObject* parent)
    : QAbstractTableModel(parent), network_(network), rows_(rows()) {
    const auto change = [this] { stale_ = true; };
    connect(&network_, &NetworkModel::structureChanged, this, change);
    connect(&network_, &NetworkModel::reportChanged, this, change);
}

std::vector<LayerTableModel::Row> LayerTableModel::rows() const {
    const QString none = QStringLiteral("–");
    std::vector<Row> result;
    QSet<QString> placed;
    const auto add = [&](const QString& id) {
        const NodeReport* known = network_.report(id);
        result.push_back({id, known && known->outputKnown ? q(known->output.toString()) : none,
                          known ? grouped(known->parameters) : none});
        placed.insert(id);
    };
    const QStringList ids = network_.nodeIds();
    const QSet<QString> there(ids.begin(), ids.end());
    result.reserve(static_cast<size_t>(ids.size()));
    for (const std::string& id : network_.report().order)
        if (const QString layer = q(id); there.contains(layer) && !placed.contains(layer)) add(layer);
    for (const QString& id : ids)  // those on a cycle have no order
        if (!placed.contains(id)) add(id);
    return result;
}

void LayerTableModel::refresh() {
    if (!std::exchange(stale_, false)) return;
    std::vector<Row> now = rows();
    const bool same = std::equal(now.begin(), now.end(), rows_.begin(), rows_.end(),
                                 [](const Row& a, const Row& b) { return a.layer == b.layer; });
    if (!same) {
        beginResetModel();
        rows_ = std::move(now);
        endResetModel();
        return;
    }
    const auto first = std::mismatch(now.begin(), now.end(), rows_.begin()).first;
    if (first == now.end()) return;
    const auto last = std::mismatch(now.rbegin(), now.rend(), rows_.rbegin()).first;
    const int top = static_cast<int>(first - now.begin()), bottom = static_cast<int>(now.rend() - last) - 1;
    rows_ = std::move(now);
    emit dataChanged(index(top, Output), index(bottom, Parameters));
}

QString LayerTableModel::layer(const QModelIndex& index) const {
    return index.isValid() ? rows_[static_cast<size_t>(index.row())].layer : QString();
}

QString LayerTableModel::longest(Column column) const {
    QString found = headerData(column, Qt::Horizontal).toString();
    for (const Row& row : rows_) {
        const QString& text = column == Layer ? row.layer : column == Output ? row.output : row.parameters;
        if (text.size() > found.size()) found = text;
    }
    return found;
}

int LayerTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LayerTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 3; }

QVariant LayerTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<size_t>(index.row())];
    const bool number = index.column() != Layer;
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Layer ? row.layer : index.column() == Output ? row.output : row.parameters;
    case Qt::ToolTipRole: return number ? QVariant() : plainTip(row.layer);
    case Qt::TextAlignmentRole: return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: return number ? QVariant(Theme::instance().mono()) : QVariant();
    default: return {};
    }
}

QVariant LayerTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Layer ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    return section == Layer ? tr("layer") : section == Output ? tr("output") : tr("params");
}

}  // namespace tl
