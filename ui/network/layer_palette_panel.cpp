// One list widget for captions and entries: keyboard, wheel and drag come from Qt, the delegate only paints.
#include "ui/network/layer_palette_panel.h"

#include <QApplication>
#include <QDrag>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <utility>

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"
#include "ui/network/layer_entries.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

enum Role { TypeRole = Qt::UserRole, CategoryRole, IconRole, FoldedRole, NoteRole };

constexpr int kEntry = 28, kCaption = 30, kTextLeft = 44;

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {100, Theme::instance().scaled(index.data(TypeRole).toString().isEmpty() ? kCaption : kEntry)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const QRect r = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (index.data(TypeRole).toString().isEmpty()) {
            painter->setFont(theme.font(11, QFont::Medium));
            const bool over = option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus);
            const bool folded = index.data(FoldedRole).toBool();
            const int arrow = theme.scaled(10);
            painter->setPen(theme.color(over ? Token::Text : Token::Muted));
            painter->drawText(r.adjusted(12, 0, -26, -5), Qt::AlignLeft | Qt::AlignBottom, index.data().toString());
            if ((over || folded) && index.flags() & Qt::ItemIsEnabled)
                painter->drawPixmap(
                    QPointF(r.right() - 12 - arrow, r.bottom() - 6 - arrow),
                    theme.pixmap(folded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down"), arrow,
                                 theme.color(Token::Muted), painter->device()->devicePixelRatioF()));
            painter->restore();
            return;
        }
        const bool hovered = option.state & QStyle::State_MouseOver, chosen = option.state & QStyle::State_Selected;
        if (hovered || chosen) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(chosen ? Token::Bg3 : Token::Bg2));
            painter->drawRoundedRect(QRectF(r).adjusted(4, 1, -4, -1), Theme::kRadius, Theme::kRadius);
        }
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.category(index.data(CategoryRole).toString()));
        painter->drawRoundedRect(QRectF(r.left() + 12, r.top() + 6, 3, r.height() - 12), 1.5, 1.5);
        const double ratio = painter->device()->devicePixelRatioF();
        const int icon = theme.scaled(14);
        painter->drawPixmap(QPointF(r.left() + 22, r.top() + (r.height() - icon) / 2.0),
                            theme.pixmap(index.data(IconRole).toString(), icon, theme.color(Token::Muted), ratio));
        const QString note = index.data(NoteRole).toString();
        painter->setFont(theme.font(11));
        painter->setPen(theme.color(Token::Muted));
        painter->drawText(r.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter, note);
        const int noteWidth = note.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(note) + 16;
        painter->setFont(theme.font(13));
        painter->setPen(theme.color(Token::Text));
        const QRect words = r.adjusted(kTextLeft - 14 + icon, 0, -4 - noteWidth, 0);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, words.width()));
        painter->restore();
    }
};

class List : public QListWidget {
public:
    using QListWidget::QListWidget;

protected:
    QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override {
        auto* mime = new QMimeData;
        if (!items.isEmpty())
            mime->setData(QLatin1String(NodeCanvas::kLayerMime), items[0]->data(TypeRole).toString().toUtf8());
        return mime;
    }
    void startDrag(Qt::DropActions) override {
        QListWidgetItem* item = currentItem();
        if (!item || item->data(TypeRole).toString().isEmpty()) return;
        auto* drag = new QDrag(this);
        drag->setMimeData(mimeData({item}));
        const Theme& theme = Theme::instance();
        const QSize size(theme.scaled(int(CanvasNode::kWidth)), theme.scaled(kEntry));
        QPixmap picture(size * devicePixelRatioF());
        picture.setDevicePixelRatio(devicePixelRatioF());
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.color(Token::Line));
        painter.setBrush(theme.color(Token::Bg1));
        painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), Theme::kRadius, Theme::kRadius);
        QStyleOptionViewItem option;
        option.rect = QRect(-10, 0, size.width() + 10, size.height());
        itemDelegate()->paint(&painter, option, indexFromItem(item));
        painter.end();
        drag->setPixmap(picture);
        drag->setHotSpot({size.width() / 2, size.height() / 2});
        drag->exec(Qt::CopyAction);
    }
};

}  // namespace

LayerPalettePanel::LayerPalettePanel(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("layerPalette"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);

    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("layerSearch"));
    search_->setPlaceholderText(tr("Search layers"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Search layers"));
    search_->addAction(Theme::instance().icon(QStringLiteral("search"), Token::Faint), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    key_ = new QLabel(search_);
    key_->setObjectName(QStringLiteral("layerSearchKey"));
    key_->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* inside = new QHBoxLayout(search_);
    inside->setContentsMargins(0, 0, 9, 0);
    inside->addStretch();
    inside->addWidget(key_);
    Theme::instance().style(key_, QStringLiteral("color: @faint; background: transparent; font-size: 11px"));
    connect(search_, &QLineEdit::textChanged, key_, [this](const QString& text) { key_->setVisible(text.isEmpty()); });
    auto* box = new QHBoxLayout;
    box->setContentsMargins(10, 2, 10, 2);
    box->addWidget(search_);
    layout->addLayout(box);

    list_ = new List;
    list_->setObjectName(QStringLiteral("layerList"));
    list_->setAccessibleName(tr("Layers"));
    list_->setItemDelegate(new Delegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setDragEnabled(true);
    list_->setDragDropMode(QAbstractItemView::DragOnly);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    layout->addWidget(list_, 1);

    connect(search_, &QLineEdit::textChanged, this, &LayerPalettePanel::fill);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        for (int i = 0; i < list_->count(); ++i) {
            const QString type = list_->item(i)->data(TypeRole).toString();
            if (type.isEmpty()) continue;
            emit addRequested(type);
            search_->setFocus(Qt::OtherFocusReason);  // by keys one after another
            return;
        }
    });
    list_->installEventFilter(this);
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        const QString type = item->data(TypeRole).toString();
        if (!type.isEmpty()) emit addRequested(type);
    });
    connect(list_, &QListWidget::itemClicked, this, &LayerPalettePanel::toggle);
    connect(&Theme::instance(), &Theme::changed, list_, [this] { list_->viewport()->update(); });
    fill();
}

// Folds or unfolds the category of a caption; entries and the captions of a search's results stay as they are.
void LayerPalettePanel::toggle(QListWidgetItem* item) {
    if (!item->data(TypeRole).toString().isEmpty() || !search_->text().trimmed().isEmpty()) return;
    const QString category = item->data(CategoryRole).toString();
    const int row = list_->row(item);
    QStringList folded = folded_;
    if (!folded.removeOne(category)) folded << category;
    setFolded(folded);
    list_->setCurrentRow(row);
    emit foldedChanged(folded_);
}

void LayerPalettePanel::setFolded(const QStringList& categories) {
    folded_ = categories;
    fill();
}

// By category; what a search finds stands in one list, best first, as Tab's palette has it.
void LayerPalettePanel::fill() {
    const QString wanted = search_->text().trimmed();
    list_->clear();
    const QVector<LayerEntry> layers = layerEntries();
    QString category;
    for (const int i : searchLayers(layers, wanted, axes_)) {
        const LayerEntry& layer = layers[i];
        if (wanted.isEmpty() && !layer.of.isEmpty()) continue;
        const bool folded = wanted.isEmpty() && folded_.contains(layer.category);
        if (wanted.isEmpty() && layer.category != category) {
            category = layer.category;
            const LayerType* type = findLayer(layer.type.toStdString());
            auto* caption = new QListWidgetItem(q(titleOf(type->category)), list_);
            caption->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            caption->setData(CategoryRole, category);
            caption->setData(FoldedRole, folded);
            caption->setToolTip(folded ? tr("Show these layers") : tr("Fold these layers away"));
        }
        if (folded) continue;
        auto* item = new QListWidgetItem(layer.title, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
        item->setData(TypeRole, layer.type);
        item->setData(CategoryRole, layer.category);
        item->setData(IconRole, layer.icon);
        item->setData(NoteRole, layer.of);
        item->setToolTip(layer.of.isEmpty() ? QStringLiteral("%1: %2").arg(layer.title, layer.help) : layer.help);
    }
    if (list_->count() == 0) {
        auto* none = new QListWidgetItem(tr("No layer is called “%1” or speaks of it").arg(wanted), list_);
        none->setFlags(Qt::NoItemFlags);
    }
}

void LayerPalettePanel::setKey(const QString& key) { key_->setText(key); }

void LayerPalettePanel::setAxes(int axes) {
    if (axes == std::exchange(axes_, axes) || search_->text().trimmed().isEmpty()) return;
    // As after Enter in the list, which adds and chooses a layer: the next one adds the same again.
    const QListWidgetItem* current = list_->currentItem();
    const QString type = current ? current->data(TypeRole).toString() : QString();
    fill();
    for (int i = 0; i < list_->count() && !type.isEmpty(); ++i)
        if (list_->item(i)->data(TypeRole).toString() == type) list_->setCurrentRow(i);
}

void LayerPalettePanel::focusSearch() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

QPoint LayerPalettePanel::entryCenter(const QString& type) const {
    for (int i = 0; i < list_->count(); ++i) {
        if (list_->item(i)->data(TypeRole).toString() != type) continue;
        list_->scrollToItem(list_->item(i));
        return list_->visualItemRect(list_->item(i)).center();
    }
    return {-1, -1};
}

bool LayerPalettePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            list_->setFocus();
            for (int i = 0; i < list_->count() && !list_->currentItem(); ++i)
                if (!list_->item(i)->data(TypeRole).toString().isEmpty()) list_->setCurrentRow(i);
            return true;
        }
    }
    if (watched == list_ && event->type() == QEvent::KeyPress && list_->currentItem()) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const QString type = list_->currentItem()->data(TypeRole).toString();
        const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (type.isEmpty() && (enter || key == Qt::Key_Space)) {
            toggle(list_->currentItem());
            return true;
        }
        if (!type.isEmpty() && enter) {
            emit addRequested(type);
            list_->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace tl
