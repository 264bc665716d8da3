// See the header.
#include "ui/shell/action_list.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/action_table.h"
#include "widgets/canvas/fuzzy_match.h"
#include "widgets/controls/labels.h"

namespace tl {

namespace {

enum ActionRole { IdRole = Qt::UserRole, MenuRole, KeysRole, AppliesRole, IconRole, ConflictRole };
constexpr int kActionRow = 32, kMostRows = 16;

class ActionDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {200, Theme::instance().scaled(kActionRow)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRect r = option.rect;
        const bool applies = index.data(AppliesRole).toBool();
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(option.state & QStyle::State_Selected
                                  ? Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg1), 0.2)
                                  : theme.color(Token::Bg2));
            painter->drawRoundedRect(r, Theme::kRadius, Theme::kRadius);
        }
        const QIcon icon = index.data(IconRole).value<QIcon>();
        const int side = theme.scaled(15);
        icon.paint(painter, QRect(r.left() + 10, r.center().y() - side / 2, side, side));
        int right = r.right() - 10;
        const QString keys = index.data(KeysRole).toString();
        painter->setFont(theme.mono());
        painter->setPen(theme.color(index.data(ConflictRole).toBool() ? Token::Warn : Token::Muted));
        painter->drawText(QRect(r.left(), r.top(), right - r.left(), r.height()), Qt::AlignRight | Qt::AlignVCenter,
                          keys);
        if (!keys.isEmpty()) right -= painter->fontMetrics().horizontalAdvance(keys) + 16;
        painter->setFont(theme.font(13));
        painter->setPen(theme.color(applies ? Token::Text : Token::Faint));
        const int left = r.left() + 21 + side;
        const QString title =
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, std::max(0, right - left));
        painter->drawText(QRect(left, r.top(), right - left, r.height()), Qt::AlignLeft | Qt::AlignVCenter, title);
        const int after = left + painter->fontMetrics().horizontalAdvance(title) + 10;
        painter->setFont(theme.font(11));
        painter->setPen(theme.color(Token::Muted));
        if (right - after > 40)
            painter->drawText(
                QRect(after, r.top() + 1, right - after, r.height()), Qt::AlignLeft | Qt::AlignVCenter,
                painter->fontMetrics().elidedText(index.data(MenuRole).toString(), Qt::ElideRight, right - after));
        painter->restore();
    }
};

}  // namespace

ActionList::ActionList(ActionTable& table, QLineEdit& search, const QStringList& first, QWidget* parent)
    : QWidget(parent), table_(table), search_(search), first_(first), list_(new QListWidget),
      nothing_(new ToneLabel(tr("Nothing is called that."), Token::Muted)) {
    list_->setObjectName(QStringLiteral("actionList"));
    list_->setAccessibleName(tr("Actions"));
    list_->setItemDelegate(new ActionDelegate(list_));
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setMouseTracking(true);
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    nothing_->setContentsMargins(10, 10, 10, 10);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(list_, 1);
    column->addWidget(nothing_);
    search_.installEventFilter(this);
    connect(&search_, &QLineEdit::textChanged, this, &ActionList::fill);
    connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
        if (item->data(AppliesRole).toBool()) emit chosen(item->data(IdRole).toString());
    });
    fill();
}

QSize ActionList::sizeHint() const {
    return {400, Theme::instance().scaled(kActionRow) * std::clamp(list_->count(), 1, kMostRows) + 12};
}

void ActionList::showKeys(const QVector<Gesture>& gestures) {
    gestures_ = gestures;
    keysOnly_ = true;
    fill();
}

// The list of keys calls an action what it is always called.
QString ActionList::titleOf(const QString& id) const { return keysOnly_ ? table_.name(id) : table_.title(id); }

void ActionList::add(const QString& id, const QString& title, const QString& menu, const QString& keys, bool applies) {
    auto* item = new QListWidgetItem(title, list_);
    item->setData(IdRole, id);
    item->setData(MenuRole, menu);
    item->setData(KeysRole, keys);
    item->setData(AppliesRole, applies);
    for (const QKeySequence& key : table_.keys(id))
        if (const QString other = table_.conflict(id, key); !other.isEmpty()) {
            item->setData(ConflictRole, true);
            item->setData(KeysRole, QStringLiteral("⚠ ") + keys);
            item->setToolTip(tr("“%1” has %2 too, so it starts neither.")
                                 .arg(table_.name(other), key.toString(QKeySequence::NativeText)));
        }
    if (const QAction* action = table_.action(id)) item->setData(IconRole, action->icon());
    item->setData(Qt::AccessibleTextRole, keys.isEmpty() ? title : title + QStringLiteral(", ") + keys);
}

// Of what others call an action, the best that holds what is typed as it stands: letters in order would be in most.
static int scoreOfWords(const QString& typed, const QString& words) {
    int best = 0;
    for (const QString& one : words.split(QRegularExpression(QStringLiteral("[,，、]\\s*")), Qt::SkipEmptyParts))
        if (one.contains(typed, Qt::CaseInsensitive)) best = std::max(best, fuzzyScore(typed, one));
    return best;
}

// By how well the letters fit the title; the menu's name helps a little. What does not apply now comes last.
void ActionList::fill() {
    const QString words = search_.text().trimmed();
    struct Hit {
        QString id;
        int score;
        bool applies;
    };
    std::vector<Hit> hits;
    for (const QString& id : table_.ids()) {
        if (keysOnly_ && table_.keys(id).isEmpty()) continue;
        const int own = fuzzyScore(words, titleOf(id)),
                  wide = fuzzyScore(words, table_.menuOf(id) + QLatin1Char(' ') + titleOf(id));
        const auto recent = words.isEmpty() && !keysOnly_ ? first_.indexOf(id) : -1;
        const int others = words.isEmpty() ? 0 : scoreOfWords(words, table_.words(id));
        const int score = recent >= 0 ? 1000 - static_cast<int>(recent) : std::max({own * 2, wide, others * 2 - 1});
        if (score > 0) hits.push_back({id, score, table_.action(id)->isEnabled()});
    }
    std::stable_sort(hits.begin(), hits.end(), [this](const Hit& a, const Hit& b) {
        if (keysOnly_) return false;
        if (a.applies != b.applies) return a.applies;
        return a.score > b.score;
    });
    if (keysOnly_)
        std::stable_sort(hits.begin(), hits.end(),
                         [this](const Hit& a, const Hit& b) { return table_.menuRank(a.id) < table_.menuRank(b.id); });
    list_->clear();
    for (const Hit& hit : hits)
        add(hit.id, titleOf(hit.id), table_.menuOf(hit.id), table_.keyText(hit.id), hit.applies || keysOnly_);
    for (const Gesture& gesture : gestures_)
        if (fuzzyScore(words, gesture.text) > 0) add({}, gesture.text, tr("Mouse and canvas"), gesture.keys, true);
    list_->setVisible(list_->count() > 0);
    nothing_->setVisible(list_->count() == 0);
    if (list_->count() > 0) list_->setCurrentRow(0);
    updateGeometry();
}

bool ActionList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: {
            const int step = key->key() == Qt::Key_Up       ? -1
                             : key->key() == Qt::Key_Down   ? 1
                             : key->key() == Qt::Key_PageUp ? -10
                                                            : 10;
            list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, std::max(0, list_->count() - 1)));
            return true;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (const auto* item = list_->currentItem(); item && item->data(AppliesRole).toBool())
                emit chosen(item->data(IdRole).toString());
            return true;
        default: break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace tl
