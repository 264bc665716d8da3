// See the header. Of what stands, a problem and a note are shown before a question.
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
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

#include "widgets/controls/sheet.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kInset = 12, kApart = 6, kWidest = 760, kNarrowest = 320;
constexpr int kSentence = 220;  // px that a sentence and its icons have beside what is offered, at letters of 100 %
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

MessageBar::MessageBar(QWidget* over) : QWidget(over), icon_(new QLabel), text_(new QLabel) {
    setObjectName(QStringLiteral("messageBar"));
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(14, 8, 8, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(6);
    grid_->setColumnStretch(1, 1);
    text_->setObjectName(QStringLiteral("messageText"));
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("messageClose"));
    close->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    close->setAccessibleName(tr("Dismiss"));
    close->setToolTip(tr("Dismiss (%1)").arg(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)));
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
    grid_->addWidget(icon_, 0, 0, Qt::AlignVCenter);
    grid_->addWidget(text_, 0, 1);
    grid_->addWidget(close, 0, 3, Qt::AlignVCenter);
    timer_.setObjectName(QStringLiteral("messageTimer"));
    timer_.setParent(this);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this] {
        standing_[Notice::Note].reset();
        refresh();
    });
    connect(qApp, &QApplication::focusChanged, this, &MessageBar::linger);
    connect(&Theme::instance(), &Theme::changed, this, &MessageBar::retint);
    over->installEventFilter(this);
    if (auto* pages = qobject_cast<QStackedWidget*>(over))
        connect(pages, &QStackedWidget::currentChanged, this, &MessageBar::place, Qt::QueuedConnection);
    hide();
}

std::vector<Notice::Kind> MessageBar::shown() const {
    std::vector<Notice::Kind> shown;
    for (const Notice::Kind kind : {Notice::Problem, Notice::Note, Notice::Question})
        if (standing_[kind] && (kind != Notice::Question || shown.empty())) shown.push_back(kind);
    return shown;
}

void MessageBar::show(const Notice& notice) {
    if (notice.kind == Notice::Note && !notice.topic.isEmpty()) settle(notice.topic);
    // What failed now is told now; a note before it has been there to read.
    if (notice.kind != Notice::Note) standing_[Notice::Note].reset();
    // Nothing else would show that the same went wrong again.
    const auto& problem = standing_[Notice::Problem];
    if (notice.kind == Notice::Problem) times_ = problem && problem->sentence == notice.sentence ? times_ + 1 : 1;
    standing_[notice.kind] = notice;
    refresh();
    QAccessibleEvent told(text_, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void MessageBar::dismiss() {
    for (const Notice::Kind kind : shown()) standing_[kind].reset();
    refresh();
}

void MessageBar::settle(const QString& topic) {
    auto& problem = standing_[Notice::Problem];
    if (!problem || problem->topic != topic) return;
    problem.reset();
    refresh();
}

void MessageBar::settleAll() {
    standing_[Notice::Note].reset();
    standing_[Notice::Problem].reset();
    refresh();
}

void MessageBar::refresh() {
    if (buttons_) {
        buttons_->hide();
        buttons_->deleteLater();
        buttons_ = nullptr;
    }
    timer_.stop();
    const std::vector<Notice::Kind> kinds = shown();
    if (kinds.empty()) {
        text_->clear();
        listen(false);
        hide();
        takeRoom(0);
        emit placed({});
        return;
    }
    QStringList sentences;
    for (const Notice::Kind kind : kinds) {
        const Notice& notice = *standing_[kind];
        const bool again = kind == Notice::Problem && times_ > 1;
        sentences << (again ? tr("%1 (%n times)", nullptr, times_).arg(notice.sentence) : notice.sentence);
        for (const auto& [label, action] : notice.offers) {
            if (!buttons_) {
                buttons_ = new QWidget(this);
                auto* made = new QHBoxLayout(buttons_);
                made->setContentsMargins(0, 0, 0, 0);
                made->setSpacing(8);
            }
            QLayout* row = buttons_->layout();
            auto* button = new QPushButton(label);
            button->setObjectName(QStringLiteral("messageOffer%1").arg(row->count()));
            button->setProperty("primary", kind == Notice::Question && row->count() == 0);
            connect(button, &QPushButton::clicked, this, [this, kind, action = action] {
                standing_[kind].reset();
                refresh();
                action();
            });
            row->addWidget(button);
        }
    }
    text_->setText(sentences.join(QLatin1Char('\n')));
    retint();
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

// Beside the sentence, or in a row below it.
void MessageBar::putButtons(bool below) {
    if (buttons_) {
        grid_->removeWidget(buttons_);
        if (below)
            grid_->addWidget(buttons_, 1, 1, 1, 3, Qt::AlignLeft);
        else
            grid_->addWidget(buttons_, 0, 2, Qt::AlignVCenter);
    }
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
    const bool question = shown().front() == Notice::Question;
    const QVector<QRect> controls = controlsOf(page, *this), all = controls + cardsOf(page);
    // What it does to its own layout asks for its place again, and ends in what it wants then.
    const Around now{page.size(), page.minimumSizeHint(), sizeHint(), heightAt(this->width()), all};
    if (now == around_) return;
    around_ = now;
    const bool below = buttons_ && (buttons_->layout()->count() > 2 ||
                                    room - buttons_->sizeHint().width() < Theme::instance().scaled(kSentence));
    putButtons(below);
    // Each sentence on one line where there is room; a label that may wrap asks for less.
    const int whole = text_->fontMetrics().size(0, text_->text()).width() - text_->sizeHint().width();
    const int width = std::min({room, kWidest, std::max(sizeHint().width() + std::max(0, whole) + 4, kNarrowest)});
    const int height = heightAt(width);
    const int own = height + 2 * kInset - page.contentsMargins().bottom();
    const bool roomy = page.height() - own >= page.minimumSizeHint().height() && own < page.height() / 2;
    if (question && roomy) {
        takeRoom(height + 2 * kInset);
        setGeometry((page.width() - width) / 2, page.height() - kInset - height, width, height);
        emit placed({});
        return;
    }
    takeRoom(0);
    QRect there = freePlace(all, {width, height});
    if (there.isEmpty() && all != controls) {
        putButtons(true);
        const int narrow = std::max(Theme::instance().scaled(kNarrowest), minimumSizeHint().width());
        if (narrow < width) there = freePlace(all, {narrow, heightAt(narrow)});
        if (there.isEmpty()) putButtons(below);
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

QString MessageBar::sentence() const { return isHidden() ? QString() : text_->text(); }

void MessageBar::retint() {
    const Theme& theme = Theme::instance();
    const bool problem = standing_[Notice::Problem].has_value();
    icon_->setPixmap(theme.pixmap(problem ? QStringLiteral("exclamation-circle") : QStringLiteral("info-circle"),
                                  theme.scaled(16), theme.color(problem ? Token::Bad : Token::Accent),
                                  devicePixelRatioF()));
    update();
}

void MessageBar::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QColor tint = theme.color(standing_[Notice::Problem] ? Token::Bad : Token::Accent);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Theme::mix(tint, theme.color(Token::Line), 0.5));
    painter.setBrush(Theme::mix(tint, theme.color(Token::Bg2), 0.1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
}

}  // namespace tl
