// See the header.
#include "app/window/message_bar.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/notice_row.h"
#include "widgets/controls/sheet.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// The order they stand in.
constexpr Notice::Kind kOrder[] = {Notice::Problem, Notice::Warning, Notice::Note, Notice::Question};
constexpr int kInset = 12, kApart = 6, kWidest = 760, kNarrowest = 320;
// A sentence is read in seconds; one with an offer wants a decision, too.
constexpr int kStayMs = 6000, kStayPerLetterMs = 40, kStayWithOfferMs = 15000;

bool isControl(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
           qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QTabBar*>(widget);
}

// What must stay within reach: controls, and what painted pages name as such ("keepClear", a rectangle).
QVector<QRect> controlsOf(const QWidget& page, const QWidget& bar) {
    QVector<QRect> taken;
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget == &bar || bar.isAncestorOf(widget)) continue;
        const QRect kept = widget->property("keepClear").toRect();
        if (!kept.isEmpty()) taken << kept.translated(widget->mapTo(&page, QPoint()));
        // As much of it as can be seen: a scrolled page holds more.
        if (isControl(widget))
            if (const QRect seen = widget->visibleRegion().boundingRect(); !seen.isEmpty())
                taken << seen.translated(widget->mapTo(&page, QPoint()));
    }
    return taken;
}

// What is better seen, of painted pages that say so ("cards", a region).
QVector<QRect> cardsOf(const QWidget& page) {
    QVector<QRect> cards;
    for (const QWidget* widget : page.findChildren<QWidget*>())
        if (widget->isVisible())
            for (const QRect& card : widget->property("cards").value<QRegion>())
                cards << card.translated(widget->mapTo(&page, QPoint()));
    return cards;
}

}  // namespace

MessageBar::MessageBar(QWidget* over) : QWidget(over), column_(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("messageBar"));
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(kApart);
    timer_.setObjectName(QStringLiteral("messageTimer"));
    timer_.setParent(this);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this] { close(Notice::Note); });
    connect(qApp, &QApplication::focusChanged, this, &MessageBar::linger);
    over->installEventFilter(this);
    if (auto* pages = qobject_cast<QStackedWidget*>(over))
        connect(pages, &QStackedWidget::currentChanged, this, &MessageBar::place, Qt::QueuedConnection);
    hide();
}

std::vector<Notice::Kind> MessageBar::shown() const {
    std::vector<Notice::Kind> shown;
    for (const Notice::Kind kind : kOrder)
        if (standing_[kind]) shown.push_back(kind);
    return shown;
}

void MessageBar::show(const Notice& notice) {
    // What failed now is told now; a note before it has been there to read.
    standing_[Notice::Note].reset();
    const auto& before = standing_[notice.kind];
    // Nothing else would show that the same went wrong again.
    int& times = times_[notice.kind];
    times = before && before->sentence == notice.sentence && notice.kind != Notice::Question ? times + 1 : 1;
    standing_[notice.kind] = notice;
    // It takes the place of what was said of the same before.
    if (!notice.topic.isEmpty())
        for (auto& other : standing_)
            if (other && other->topic == notice.topic && other->kind != notice.kind) other.reset();
    dropRow(notice.kind);
    refresh();
    QAccessibleEvent told(rows_[notice.kind]->words(), QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void MessageBar::close(Notice::Kind kind) {
    standing_[kind].reset();
    refresh();
}

void MessageBar::dismiss() {
    const std::vector<Notice::Kind> kinds = shown();
    for (const Notice::Kind kind : kinds)
        if (kind != Notice::Question || kinds.size() == 1) standing_[kind].reset();
    refresh();
}

void MessageBar::settle(const QString& topic) {
    for (const Notice::Kind kind : kOrder)
        if (kind != Notice::Question && standing_[kind] && standing_[kind]->topic == topic) close(kind);
}

void MessageBar::settleAll() {
    for (const Notice::Kind kind : kOrder)
        if (kind != Notice::Question) standing_[kind].reset();
    refresh();
}

void MessageBar::dropRow(Notice::Kind kind) {
    NoticeRow* row = std::exchange(rows_[kind], nullptr);
    if (!row) return;
    row->hide();
    column_->removeWidget(row);
    row->setParent(nullptr);  // nobody finds it any more
    row->deleteLater();       // it may be its own button that was pressed
}

void MessageBar::refresh() {
    timer_.stop();
    const std::vector<Notice::Kind> kinds = shown();
    for (const Notice::Kind kind : kOrder)
        if (!standing_[kind]) dropRow(kind);
    if (kinds.empty()) {
        listen(false);
        hide();
        takeRoom(0);
        emit placed({});
        return;
    }
    for (size_t i = 0; i < kinds.size(); ++i) {
        const Notice::Kind kind = kinds[i];
        if (rows_[kind]) continue;
        const Notice& notice = *standing_[kind];
        auto* row = rows_[kind] = new NoticeRow(notice, this);
        const int times = times_[kind];
        row->say(times > 1 ? tr("%1 (%n times)", nullptr, times).arg(notice.sentence) : notice.sentence);
        column_->insertWidget(static_cast<int>(i), row);
        connect(row, &NoticeRow::closed, this, [this, kind] { close(kind); });
        connect(row, &NoticeRow::unfolded, this, [this] {
            around_ = {};
            place();
        });
        connect(row, &NoticeRow::taken, this, [this, kind](int offer) {
            const auto action = standing_[kind]->offers[static_cast<size_t>(offer)].second;
            close(kind);
            action();
        });
        row->show();
    }
    listen(true);
    setVisible(true);
    around_ = {};
    place();
    raise();
    linger();
}

void MessageBar::linger() {
    const auto& note = standing_[Notice::Note];
    if (!note || !isVisible()) return;
    if (underMouse() || isAncestorOf(QApplication::focusWidget())) {
        timer_.stop();
    } else if (!timer_.isActive()) {
        timer_.start(note->offers.empty() ? kStayMs + kStayPerLetterMs * static_cast<int>(note->sentence.size())
                                          : kStayWithOfferMs);
    }
}

void MessageBar::putOffers(bool below, int room, int width) {
    for (const Notice::Kind kind : shown()) rows_[kind]->putOffers(below || rows_[kind]->crowded(room), width);
    layout()->activate();
}

int MessageBar::heightAt(int width) const {
    const int wanted = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height();
    return std::max(wanted, minimumSizeHint().height());
}

// The lowest in the page, in the middle or at a side.
QRect MessageBar::freePlace(const QVector<QRect>& taken, QSize size) const {
    const QWidget& page = *parentWidget();
    const int foot = page.height() - kInset, right = page.width() - kInset - size.width();
    QVector<int> lows{foot};
    for (const QRect& each : taken)
        if (each.top() - kApart < foot) lows << each.top() - kApart;
    std::sort(lows.begin(), lows.end(), std::greater<>());
    for (const int low : lows) {
        if (low - size.height() < kInset) break;
        for (const int left : {(page.width() - size.width()) / 2, right, kInset}) {
            const QRect there(QPoint(left, low - size.height()), size);
            if (std::ranges::none_of(taken, [&](const QRect& each) { return each.intersects(there); })) return there;
        }
    }
    return {};
}

// Beside the canvas's cards, narrow if need be; else over them but over no control; at the foot where there is no such
// place.
void MessageBar::place() {
    if (!isVisible()) return;
    const QWidget& page = *parentWidget();
    const int room = page.width() - 2 * kInset;
    const QVector<QRect> controls = controlsOf(page, *this), all = controls + cardsOf(page);
    // What it does to its own layout asks for its place again, and ends in what it wants then.
    const Around now{page.size(), page.minimumSizeHint(), sizeHint(), heightAt(this->width()), all};
    if (now == around_) return;
    around_ = now;
    putOffers(false, room, std::min(room, kWidest));
    int roomy = kNarrowest;
    for (const Notice::Kind kind : shown()) roomy = std::max(roomy, rows_[kind]->roomyWidth());
    const int width = std::min({room, kWidest, roomy});
    const int height = heightAt(width);
    const int own = height + 2 * kInset - page.contentsMargins().bottom();
    const bool high = page.height() - own >= page.minimumSizeHint().height() && own < page.height() / 2;
    if (asks() && high) {
        takeRoom(height + 2 * kInset);
        setGeometry((page.width() - width) / 2, page.height() - kInset - height, width, height);
        emit placed({});
        return;
    }
    takeRoom(0);
    QRect there = freePlace(all, {width, height});
    if (there.isEmpty() && all != controls) {
        putOffers(true, room, Theme::instance().scaled(kNarrowest));
        const int narrow = std::max(Theme::instance().scaled(kNarrowest), minimumSizeHint().width());
        if (narrow < width) there = freePlace(all, {narrow, heightAt(narrow)});
        if (there.isEmpty()) putOffers(false, room, std::min(room, kWidest));
    }
    if (there.isEmpty()) there = freePlace(controls, {width, height});
    if (there.isEmpty()) there = {(page.width() - width) / 2, page.height() - kInset - height, width, height};
    setGeometry(there);
    emit placed(there);
}

void MessageBar::takeRoom(int height) {
    if (parentWidget()->contentsMargins().bottom() != height) parentWidget()->setContentsMargins(0, 0, 0, height);
}

bool MessageBar::event(QEvent* event) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        const bool handled = QWidget::event(event);
        linger();
        return handled;
    }
    return QWidget::event(event);
}

// Every event of the program passes by while a message stands, and none otherwise.
void MessageBar::listen(bool on) {
    qApp->removeEventFilter(this);
    if (on) qApp->installEventFilter(this);
}

// It has come up to the window, or to a panel that floats; lists and tables keep every key, whether they use it or not.
bool MessageBar::leftOver(QObject* watched) const {
    const auto* widget = qobject_cast<QWidget*>(watched);
    const auto ours = [this](const QWidget* top) {
        return top == window() || (qobject_cast<const QDockWidget*>(top) && top->parentWidget() == window());
    };
    if (!widget || !ours(widget->window())) return false;
    if (widget == widget->window()) return true;
    return qobject_cast<const QAbstractItemView*>(widget) && !Sheet::shownIn(*window());
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && leftOver(watched)) {
        dismiss();
        return true;
    }
    if (watched != parentWidget()) return QWidget::eventFilter(watched, event);
    if (isVisible() && (type == QEvent::Resize || type == QEvent::ChildAdded || type == QEvent::LayoutRequest)) {
        // When what is new has its place.
        QMetaObject::invokeMethod(this, &MessageBar::place, Qt::QueuedConnection);
        raise();
    }
    return QWidget::eventFilter(watched, event);
}

void MessageBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else
        QWidget::keyPressEvent(event);
}

QString MessageBar::sentence() const {
    QStringList sentences;
    for (const Notice::Kind kind : shown()) sentences << rows_[kind]->words()->text();
    return sentences.join(QLatin1Char('\n'));
}

}  // namespace tl
