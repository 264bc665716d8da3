// See the header. A list rather than a QMenu, which would break what is higher than the screen into columns. What the
// field does not take of the keys comes here.
#include "widgets/controls/search_menu.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kMany = 8, kGap = 2, kLeastWidth = 200;
constexpr int kEntryRole = Qt::UserRole;

}  // namespace

SearchMenu::SearchMenu(const QString& placeholder, QWidget* parent)
    : QFrame(parent, Qt::Popup), search_(new QLineEdit), list_(new QListWidget) {
    setObjectName(QStringLiteral("searchMenu"));
    setAttribute(Qt::WA_DeleteOnClose);
    Theme::instance().style(this, QStringLiteral("#searchMenu { background: @bg2; border: 1px solid @line; }"
                                                 "QListView { background: transparent; font-size: 13px; }"
                                                 "QListView::item { padding: 0 10px; border-radius: 4px; }"
                                                 "QListView::item:selected { background: @bg3; }"));
    search_->setObjectName(QStringLiteral("menuSearch"));
    search_->setPlaceholderText(placeholder);
    search_->setAccessibleName(placeholder);
    list_->setObjectName(QStringLiteral("menuList"));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setMouseTracking(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(4);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    connect(search_, &QLineEdit::textChanged, this, [this] {
        fill();
        place();
    });
    connect(list_, &QListWidget::itemEntered, list_, [this](QListWidgetItem* item) {
        if (item->flags() & Qt::ItemIsEnabled) list_->setCurrentItem(item);
    });
    connect(list_, &QListWidget::itemClicked, this, &SearchMenu::choose);
}

void SearchMenu::addEntry(const QString& group, const QString& text, const QString& help) {
    entries_.push_back({group, text, help});
}

// Nothing is chosen before somebody types or takes an arrow.
void SearchMenu::fill() {
    const QString words = search_->text().trimmed();
    const auto holds = [&](const QString& text) { return text.contains(words, Qt::CaseInsensitive); };
    const Theme& theme = Theme::instance();
    list_->clear();
    QString group;
    for (int i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (!holds(entry.text) && !holds(entry.group) && !holds(entry.help)) continue;
        if (entry.group != group) {
            group = entry.group;
            auto* caption = new QListWidgetItem(group.toUpper(), list_);
            caption->setData(Qt::AccessibleTextRole, group);
            caption->setFont(theme.font(11, QFont::DemiBold));
            caption->setForeground(theme.color(Token::Muted));
            caption->setFlags(Qt::NoItemFlags);
        }
        auto* item = new QListWidgetItem(entry.text, list_);
        item->setToolTip(entry.help);
        item->setData(kEntryRole, i);
        if (!words.isEmpty() && !list_->currentItem()) list_->setCurrentItem(item);
    }
}

void SearchMenu::place() {
    if (!button_) return;
    const QRect room = button_->screen()->availableGeometry();
    const QRect button(button_->mapToGlobal(at_.topLeft()), at_.size());
    const int below = room.bottom() - button.bottom() - kGap, above = button.top() - kGap - room.top();
    int rows = 2 * list_->frameWidth();
    for (int i = 0; i < list_->count(); ++i) rows += list_->sizeHintForRow(i);
    const QMargins around = layout()->contentsMargins();
    const int field = search_->isHidden() ? 0 : search_->sizeHint().height() + layout()->spacing();
    const int wanted = rows + field + around.top() + around.bottom() + 2 * frameWidth();
    if (!isVisible()) {  // it keeps its side while it becomes lower
        above_ = wanted > below && above > below;
        const int scroll = list_->verticalScrollBar()->sizeHint().width();
        setFixedWidth(std::max(Theme::instance().scaled(kLeastWidth), list_->sizeHintForColumn(0) + scroll + 16));
    }
    const int high = std::min(wanted, above_ ? above : below);
    setFixedHeight(high);
    move(std::clamp(button.left(), room.left(), std::max(room.left(), room.right() - width())),
         above_ ? button.top() - kGap - high : button.bottom() + kGap);
}

void SearchMenu::open(QWidget& within, const QRect& at) {
    button_ = &within;
    at_ = at;
    search_->setVisible(entries_.size() > kMany);
    ensurePolished();
    fill();
    place();
    show();
    (search_->isHidden() ? static_cast<QWidget*>(this) : search_)->setFocus(Qt::PopupFocusReason);
}

void SearchMenu::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item || !isVisible()) return;
    const int entry = item->data(kEntryRole).toInt();
    close();
    emit chosen(entry);
}

void SearchMenu::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(list_, event); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(); return;
    case Qt::Key_Escape: close(); return;
    default: QFrame::keyPressEvent(event);
    }
}

}  // namespace tl
