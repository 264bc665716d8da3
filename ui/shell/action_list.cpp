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

namespace {

bool wordBegins(const QString& text, qsizetype at) {
    if (at == 0 || !text[at - 1].isLetterOrNumber()) return true;
    const QChar c = text[at], before = text[at - 1];
    return (c.isUpper() && !before.isUpper()) || (c.isDigit() && !before.isDigit());
}

// 3: what is typed is a word of the text, or several; 2: it begins one; 1: it is a piece of one; 0: it is not in there.
int fitOf(const QString& typed, const QString& text) {
    int best = 0;
    for (qsizetype at = 0; (at = text.indexOf(typed, at, Qt::CaseInsensitive)) >= 0; ++at) {
        const qsizetype end = at + typed.size();
        const bool ends = end == text.size() || !text[end].isLetterOrNumber();
        best = std::max(best, !wordBegins(text, at) ? 1 : ends ? 3 : 2);
    }
    return best;
}

// "sap" and "savproj" are beginnings of words of "Save the project".
bool beginsWords(QStringView typed, const QString& text, qsizetype from = 0) {
    if (typed.isEmpty()) return true;
    for (qsizetype at = from; at < text.size(); ++at) {
        if (!wordBegins(text, at)) continue;
        qsizetype same = 0;
        while (same < typed.size() && at + same < text.size() && typed[same].toLower() == text[at + same].toLower())
            ++same;
        for (; same > 0; --same)
            if (beginsWords(typed.mid(same), text, at + same)) return true;
    }
    return false;
}

// How well an action is meant by what is typed; 0: it is not. Its title before what others call it, whole words before
// beginnings and pieces, all of these before words that are parted or stand in the menu's name, and those before
// beginnings of words. Letters scattered over a title would find nearly all.
int scoreOf(const QString& typed, const QString& title, const QString& menu, const QString& others) {
    if (typed.isEmpty()) return 1;
    static const QRegularExpression comma(QStringLiteral("[,，、]\\s*")), space(QStringLiteral("\\s+"));
    constexpr int kStep = 100'000;  // more than letters can make
    int fit = 2 * fitOf(typed, title);
    for (const QString& one : others.split(comma, Qt::SkipEmptyParts)) fit = std::max(fit, 2 * fitOf(typed, one) - 1);
    const int letters = fuzzyScore(typed, title);
    if (fit > 0) return (1 + fit) * kStep + letters;
    const QString wide = menu + QLatin1Char(' ') + title;
    const QStringList words = typed.split(space);
    if (std::ranges::all_of(words, [&](const QString& word) { return fitOf(word, wide) > 0; })) return kStep + letters;
    return beginsWords(QString(typed).remove(space), title) ? letters : 0;
}

}  // namespace

// By how well they are meant; the list of keys by menus until something is typed. What does not apply now comes last.
void ActionList::fill() {
    const QString words = search_.text().trimmed();
    struct Hit {
        QString id, title, menu, keys;
        int score;
        bool applies;
    };
    std::vector<Hit> hits;
    for (const QString& id : table_.ids()) {
        if (keysOnly_ && table_.keys(id).isEmpty()) continue;
        const auto recent = words.isEmpty() && !keysOnly_ ? first_.indexOf(id) : -1;
        const int score = recent >= 0 ? 1000 - static_cast<int>(recent)
                                      : scoreOf(words, titleOf(id), table_.menuOf(id), table_.words(id));
        if (score > 0)
            hits.push_back({id, titleOf(id), table_.menuOf(id), table_.keyText(id), score,
                            keysOnly_ || table_.action(id)->isEnabled()});
    }
    if (keysOnly_ && words.isEmpty())
        std::ranges::stable_sort(hits, {}, [this](const Hit& hit) { return table_.menuRank(hit.id); });
    for (const Gesture& gesture : gestures_)
        if (const int score = scoreOf(words, gesture.text, {}, {}); score > 0)
            hits.push_back({{}, gesture.text, tr("Mouse and canvas"), gesture.keys, score, true});
    std::ranges::stable_sort(
        hits, [&](const Hit& a, const Hit& b) { return a.applies != b.applies ? a.applies : a.score > b.score; });
    list_->clear();
    for (const Hit& hit : hits) add(hit.id, hit.title, hit.menu, hit.keys, hit.applies);
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
