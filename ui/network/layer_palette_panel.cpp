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

#include "engine/layers/layer_type.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

enum Role { TypeRole = Qt::UserRole, CategoryRole, IconRole };

constexpr int kEntry = 28, kCaption = 30;

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {100, index.data(TypeRole).toString().isEmpty() ? kCaption : kEntry};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const QRect r = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (index.data(TypeRole).toString().isEmpty()) {
            painter->setFont(theme.font(11, QFont::Medium));
            painter->setPen(theme.color(Token::Muted));
            painter->drawText(r.adjusted(12, 0, -8, -5), Qt::AlignLeft | Qt::AlignBottom, index.data().toString());
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
        painter->drawRoundedRect(QRectF(r.left() + 16, r.top() + 6, 3, r.height() - 12), 1.5, 1.5);
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(QPointF(r.left() + 27, r.top() + (r.height() - 14) / 2.0),
                            theme.pixmap(index.data(IconRole).toString(), 14, theme.color(Token::Muted), ratio));
        painter->setFont(theme.font(13));
        painter->setPen(theme.color(Token::Text));
        painter->drawText(r.adjusted(51, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
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
        QPixmap picture(QSize(NodeCanvas::kNodeWidth, kEntry) * devicePixelRatioF());
        picture.setDevicePixelRatio(devicePixelRatioF());
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = Theme::instance();
        painter.setPen(theme.color(Token::Line));
        painter.setBrush(theme.color(Token::Bg1));
        painter.drawRoundedRect(QRectF(0.5, 0.5, NodeCanvas::kNodeWidth - 1, kEntry - 1), Theme::kRadius,
                                Theme::kRadius);
        QStyleOptionViewItem option;
        option.rect = QRect(-10, 0, NodeCanvas::kNodeWidth + 10, kEntry);
        itemDelegate()->paint(&painter, option, indexFromItem(item));
        painter.end();
        drag->setPixmap(picture);
        drag->setHotSpot({NodeCanvas::kNodeWidth / 2, kEntry / 2});
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
    auto* hint = new QLabel(tr("Tab"), search_);
    hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    hint->setToolTip(tr("Tab on the canvas opens the same search at the cursor"));
    auto* inside = new QHBoxLayout(search_);
    inside->setContentsMargins(0, 0, 9, 0);
    inside->addStretch();
    inside->addWidget(hint);
    const auto retint = [hint] {
        const Theme& theme = Theme::instance();
        hint->setStyleSheet(
            QStringLiteral("color:%1;background:transparent;font-size:11px").arg(theme.color(Token::Faint).name()));
    };
    retint();
    connect(&Theme::instance(), &Theme::changed, hint, retint);
    connect(search_, &QLineEdit::textChanged, hint, [hint](const QString& text) { hint->setVisible(text.isEmpty()); });
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
            return;
        }
    });
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        const QString type = item->data(TypeRole).toString();
        if (!type.isEmpty()) emit addRequested(type);
    });
    connect(&Theme::instance(), &Theme::changed, list_, [this] { list_->viewport()->update(); });
    fill();
}

void LayerPalettePanel::fill() {
    const QString wanted = search_->text().trimmed();
    list_->clear();
    QString category;
    for (const LayerType& type : allLayers()) {
        const QString title = q(type.title), help = q(type.help), section = q(titleOf(type.category));
        if (!wanted.isEmpty() && !title.contains(wanted, Qt::CaseInsensitive) &&
            !section.contains(wanted, Qt::CaseInsensitive) && !q(type.id).contains(wanted, Qt::CaseInsensitive))
            continue;
        if (section != category) {
            auto* caption = new QListWidgetItem(section, list_);
            caption->setFlags(Qt::NoItemFlags);
            category = section;
        }
        auto* item = new QListWidgetItem(title, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
        item->setData(TypeRole, q(type.id));
        item->setData(CategoryRole, q(nameOf(type.category)));
        item->setData(IconRole, q(type.icon));
        item->setToolTip(help);
    }
    if (list_->count() == 0) {
        auto* none = new QListWidgetItem(tr("No layer is called “%1”").arg(wanted), list_);
        none->setFlags(Qt::NoItemFlags);
    }
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
        if (key == Qt::Key_Escape && !search_->text().isEmpty()) {
            search_->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace tl
