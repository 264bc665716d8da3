// The keyboard stays in the line edit; Up, Down and Page keys are passed on to the list.
#include "widgets/canvas/search_palette.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

enum Role { TypeRole = Qt::UserRole, CategoryRole, IconRole, NoteRole };
constexpr int kPaletteWidth = 300, kPaletteRow = 28, kMaxRows = 9;
constexpr int kNever = 1000;  // used, among the recent ones

int paletteWidth() { return Theme::instance().scaled(kPaletteWidth); }
int rowHeight() { return Theme::instance().scaled(kPaletteRow); }

// Category bar, icon, title, and at the right a note: "recent", or the layer that it is with a property set.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {paletteWidth() - 16, rowHeight()};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto& theme = Theme::instance();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRect r = option.rect;
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(option.state & QStyle::State_Selected
                                  ? Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg2), 0.28)
                                  : theme.color(Token::Bg3));
            painter->drawRoundedRect(r, 5, 5);
        }
        const QColor category = theme.category(index.data(CategoryRole).toString());
        painter->fillRect(QRectF(r.left() + 6, r.top() + 6, 3, r.height() - 12), category);
        const double ratio = painter->device()->devicePixelRatioF();
        const int icon = theme.scaled(15);
        painter->drawPixmap(r.left() + 17, r.top() + (r.height() - icon) / 2,
                            theme.pixmap(index.data(IconRole).toString(), icon, category, ratio));
        const QString note = index.data(NoteRole).toString();
        painter->setFont(theme.font(11));
        painter->setPen(theme.color(Token::Muted));
        painter->drawText(r.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, note);
        const int noteWidth = painter->fontMetrics().horizontalAdvance(note);
        painter->setFont(theme.font(13));
        painter->setPen(theme.color(Token::Text));
        const QRect words = r.adjusted(25 + icon, 0, -16 - noteWidth, 0);
        painter->drawText(words, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, words.width()));
        painter->restore();
    }
};

}  // namespace

SearchPalette::SearchPalette(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("layerPalette"));
    setAccessibleName(tr("Add a layer"));
    hide();
    purpose_ = new QLabel(this);
    purpose_->setWordWrap(true);
    edit_ = new QLineEdit(this);
    edit_->setPlaceholderText(tr("Search layers"));
    edit_->setAccessibleName(tr("Search layers"));
    edit_->addAction(Theme::instance().icon(QStringLiteral("search"), Token::Faint), QLineEdit::LeadingPosition);
    edit_->installEventFilter(this);
    list_ = new QListWidget(this);
    list_->setItemDelegate(new RowDelegate(list_));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setMouseTracking(true);
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->viewport()->setAutoFillBackground(false);
    list_->setStyleSheet(QStringLiteral("QListView { background: transparent; }"));
    nothing_ = new QLabel(this);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(6, 6, 6, 6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(purpose_);
    column->addWidget(edit_);
    column->addWidget(list_);
    column->addWidget(nothing_);
    Theme::instance().fixWidth(this, kPaletteWidth);
    connect(edit_, &QLineEdit::textChanged, this, &SearchPalette::refill);
    connect(list_, &QListWidget::itemClicked, this, &SearchPalette::chooseCurrent);
}

void SearchPalette::open(const QPoint& at, const QString& purpose, int axes,
                         std::function<bool(const LayerEntry&)> accepts) {
    axes_ = axes;
    accepts_ = std::move(accepts);
    purpose_->setText(purpose);
    purpose_->setVisible(!purpose.isEmpty());
    QPalette muted = purpose_->palette();
    muted.setColor(QPalette::WindowText, Theme::instance().color(Token::Muted));
    purpose_->setPalette(muted);
    nothing_->setPalette(muted);
    {
        const QSignalBlocker blocker(edit_);
        edit_->clear();
    }
    show();
    refill();
    const QRect room = parentWidget()->rect().adjusted(8, 8, -8, -8);
    move(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    raise();
    edit_->setFocus(Qt::PopupFocusReason);
}

void SearchPalette::noteUsed(const QString& type) {
    recent_.removeAll(type);
    recent_.prepend(type);
    while (recent_.size() > 5) recent_.removeLast();
}

void SearchPalette::refill() {
    const QString query = edit_->text().trimmed();
    const auto recency = [this](int i) {
        const auto place = recent_.indexOf(layers_[i].type);
        return place < 0 ? kNever : int(place);
    };
    QVector<int> hits = searchLayers(layers_, query, axes_);
    hits.removeIf([this](int i) { return accepts_ && !accepts_(layers_[i]); });
    if (query.isEmpty()) {
        hits.removeIf([&](int i) { return !layers_[i].of.isEmpty() && recency(i) == kNever; });
        std::stable_sort(hits.begin(), hits.end(), [&](int a, int b) { return recency(a) < recency(b); });
    }
    list_->clear();
    for (const int hit : hits) {
        const LayerEntry& entry = layers_[hit];
        auto* item = new QListWidgetItem(entry.title, list_);
        item->setData(TypeRole, entry.type);
        item->setData(CategoryRole, entry.category);
        item->setData(IconRole, entry.icon);
        item->setData(NoteRole, recency(hit) < kNever ? tr("recent") : entry.of);
        item->setToolTip(entry.help);
    }
    list_->setCurrentRow(0);
    list_->setVisible(!hits.isEmpty());
    list_->setFixedHeight(rowHeight() * std::clamp(int(hits.size()), 1, kMaxRows) + 2);
    nothing_->setVisible(hits.isEmpty());
    nothing_->setText(layers_.isEmpty() ? tr("There are no layers to choose from.")
                      : query.isEmpty() ? tr("No layer fits here.")
                                        : tr("No layer is called \"%1\".").arg(query));
    layout()->activate();
    resize(paletteWidth(), sizeHint().height());
}

void SearchPalette::chooseCurrent() {
    const auto* item = list_->currentItem();
    if (!item || !isVisible()) return;
    const QString type = item->data(TypeRole).toString();
    noteUsed(type);
    hide();
    parentWidget()->setFocus(Qt::PopupFocusReason);
    emit chosen(type);
}

// What is hidden hands the keyboard to whatever comes next in the window.
void SearchPalette::dismiss() {
    if (!isVisible()) return;
    if (window()->focusWidget() == edit_) parentWidget()->setFocus(Qt::PopupFocusReason);
    hide();
    emit dismissed();
}

bool SearchPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();  // typing must never fire a menu's key
        return false;
    }
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) dismiss();
    } else if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Escape: dismiss(); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab: chooseCurrent(); return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QCoreApplication::sendEvent(list_, event); return true;
        default: break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void SearchPalette::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::mix(theme.color(Token::Faint), theme.color(Token::Line), 0.4), 1));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
}

}  // namespace tl
