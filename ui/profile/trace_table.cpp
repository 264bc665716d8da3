// See the header.
#include "ui/profile/trace_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <algorithm>

#include "widgets/controls/labels.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kBars = 260;  // px, of the last column while there is room

class BarDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        if ((option.state & QStyle::State_Selected) != 0) {
            QColor tint = theme.color(Token::Accent);
            tint.setAlphaF(0.16f);
            painter->fillRect(option.rect, tint);
        }
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                          theme.color(Token::Line));
        QRect room = option.rect.adjusted(8, 0, -12, -1);
        const double bar = index.data(TraceTableModel::BarRole).toDouble();
        const bool number = index.column() > 0;
        painter->setFont(number ? theme.mono(11.5) : theme.font(12));
        painter->setPen(theme.color(Token::Text));
        const QString text = index.data().toString();
        if (bar >= 0) {
            const int width = painter->fontMetrics().horizontalAdvance(QStringLiteral("99.9 %"));
            const QRect words(room.right() - width, room.top(), width + 1, room.height());
            painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter, text);
            const QRectF track(room.left(), room.center().y() - 1.5, words.left() - room.left() - 8, 4);
            painter->setRenderHint(QPainter::Antialiasing, true);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(Token::Bg3));
            painter->drawRoundedRect(track, 2, 2);
            const bool warns = index.data(TraceTableModel::WarnsRole).toBool();
            painter->setBrush(theme.color(warns ? Token::Warn : Token::Good));
            painter->drawRoundedRect(QRectF(track.topLeft(), QSizeF(track.width() * std::min(bar, 1.0), 4)), 2, 2);
            painter->setRenderHint(QPainter::Antialiasing, false);
            return;
        }
        const auto swatch = index.data(TraceTableModel::SwatchRole).value<QColor>();
        if (swatch.isValid()) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(swatch);
            painter->setRenderHint(QPainter::Antialiasing, true);
            painter->drawRoundedRect(QRectF(room.left(), room.center().y() - 4, 9, 9), 2, 2);
            painter->setRenderHint(QPainter::Antialiasing, false);
            room.setLeft(room.left() + 17);
        }
        painter->setPen(theme.color(text == QLatin1String("–") ? Token::Faint : Token::Text));
        painter->drawText(room, (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
    }
};

}  // namespace

void TraceTableModel::setColumns(const QStringList& titles, const QStringList& helps) {
    beginResetModel();
    titles_ = titles;
    helps_ = helps;
    endResetModel();
}

void TraceTableModel::setRows(std::vector<Row> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int TraceTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int TraceTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(titles_.size());
}

QVariant TraceTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<size_t>(index.row())];
    const TableCell& cell = row.cells[static_cast<size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return plainTip(index.column() == 0 ? cell.text : cell.help);
    case ValueRole:  // names by their letters
        return index.column() == 0 && cell.value == 0 ? QVariant(cell.text) : QVariant(cell.value);
    case BarRole: return cell.bar;
    case SwatchRole: return cell.swatch.isValid() ? QVariant(cell.swatch) : QVariant();
    case WarnsRole: return cell.warns;
    case KeyRole: return row.key;
    case Qt::TextAlignmentRole: return int((index.column() > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant TraceTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= titles_.size()) return {};
    if (role == Qt::DisplayRole) return titles_[section];
    if (role == Qt::ToolTipRole) return helps_.value(section);
    if (role == Qt::TextAlignmentRole)
        return int((section > 0 && section + 1 < titles_.size() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

TraceTableView::TraceTableView(TraceTableModel& model, const char* name, const QString& title, int names,
                               QWidget* parent)
    : QTableView(parent), names_(names) {
    setObjectName(QLatin1String(name));
    setAccessibleName(title);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSortRole(TraceTableModel::ValueRole);
    sorted->setSourceModel(&model);
    setModel(sorted);
    setItemDelegate(new BarDelegate(this));
    setFrameShape(QFrame::NoFrame);
    makeQuiet(*this);
    setWordWrap(false);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::DescendingOrder);  // as the rows come
    verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultSectionSize(104);
    horizontalHeader()->setMinimumHeight(Theme::instance().scaled(Theme::kTableRow));
    const auto fit = [this] {  // no title is cut
        for (int column = 1; column < horizontalHeader()->count(); ++column)
            setColumnWidth(column, std::max(columnWidth(column), horizontalHeader()->sectionSizeHint(column) + 6));
        shareRoom();
    };
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column) { chosen_ = chosen_ || (column == 0 && !sharing_); });
    connect(horizontalHeader(), &QHeaderView::sectionCountChanged, this, fit);
    connect(&Theme::instance(), &Theme::changed, this, fit, Qt::QueuedConnection);
    fit();
}

void TraceTableView::shareRoom() {
    const int last = horizontalHeader()->count() - 1;
    if (chosen_ || last < 1) return;
    int room = viewport()->width() - Theme::instance().scaled(kBars);
    for (int column = 1; column < last; ++column) room -= columnWidth(column);
    const int least = Theme::instance().scaled(names_);
    sharing_ = true;
    setColumnWidth(0, std::clamp(room, least, 2 * least));
    sharing_ = false;
}

void TraceTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareRoom();
}

qint64 TraceTableView::currentKey() const {
    return currentIndex().isValid() ? currentIndex().data(TraceTableModel::KeyRole).toLongLong() : -1;
}

void TraceTableView::setCurrentKey(qint64 key) {
    quiet_ = true;
    QModelIndex found;
    for (int row = 0; row < model()->rowCount() && !found.isValid(); ++row)
        if (model()->index(row, 0).data(TraceTableModel::KeyRole).toLongLong() == key) found = model()->index(row, 0);
    setCurrentIndex(found);
    if (!found.isValid()) clearSelection();
    quiet_ = false;
}

void TraceTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (!quiet_ && current.isValid()) emit keyChosen(currentKey());
}

}  // namespace tl
