// See the header. The property "passing" tells the window's keys that the keyboard is only visiting here.
#include "widgets/controls/sheet.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "widgets/controls/labels.h"

namespace tl {

namespace {

constexpr int kSheetTop = 64, kSheetBelow = 48, kLitMs = 240;

}  // namespace

class SheetCard : public QWidget {
public:
    using QWidget::QWidget;
    void light(bool on) {
        lit_ = on;
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double half = lit_ ? 1 : 0.5;
        painter.setPen(QPen(theme.color(lit_ ? Token::Accent : Token::Line), 2 * half));
        painter.setBrush(theme.color(Token::Bg1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), Theme::kCardRadius,
                                Theme::kCardRadius);
    }
    void mousePressEvent(QMouseEvent*) override {}  // not the sheet's: it would close
    bool lit_ = false;
};

Sheet::Sheet(QWidget& window, const QString& title, const QString& placeholder)
    : QWidget(&window), card_(new SheetCard(this)), column_(new QVBoxLayout(card_)), body_(nullptr), search_(nullptr) {
    for (Sheet* other : window.findChildren<Sheet*>(Qt::FindDirectChildrenOnly))
        if (other != this) other->close();
    setProperty("passing", true);
    setAccessibleName(title);
    hide();
    column_->setContentsMargins(12, 12, 12, 12);
    column_->setSpacing(8);
    if (!placeholder.isEmpty()) {
        search_ = new QLineEdit;
        search_->setObjectName(QStringLiteral("sheetSearch"));
        search_->setPlaceholderText(placeholder);
        search_->setAccessibleName(title + QStringLiteral(": ") + placeholder);
        search_->addAction(Theme::instance().icon(QStringLiteral("search"), Token::Faint), QLineEdit::LeadingPosition);
        Theme::instance().fixHeight(search_, 34);
        column_->addWidget(search_);
    }
    body_ = new QVBoxLayout;
    body_->setSpacing(0);
    column_->addLayout(body_, 1);
    window.installEventFilter(this);
    card_->installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (isVisible()) place();
        update();
    });
}

Sheet* Sheet::shownIn(const QWidget& window) {
    const auto sheets = window.findChildren<Sheet*>(Qt::FindDirectChildrenOnly);
    const auto shown = std::ranges::find_if(sheets, &Sheet::isVisible);
    return shown == sheets.end() ? nullptr : *shown;
}

void Sheet::showTitle() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 0, 0);
    auto* title = new ElidedLabel(Qt::ElideMiddle);
    title->setType(ToneLabel::Headline);
    title->setObjectName(QStringLiteral("sheetTitle"));
    title->setText(accessibleName());
    row->addWidget(title, 1);
    auto* leave = new QToolButton;
    leave->setObjectName(QStringLiteral("sheetClose"));
    leave->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    leave->setIconSize(Theme::instance().square(12));
    leave->setFixedSize(Theme::instance().square(Theme::kControl));
    leave->setToolTip(tr("Close (Esc)"));
    leave->setAccessibleName(tr("Close"));
    connect(leave, &QToolButton::clicked, this, &Sheet::close);
    row->addWidget(leave);
    column_->insertLayout(0, row);
}

QWidget* Sheet::firstFocus() const { return search_; }

// What was searched for is no loss.
bool Sheet::holds() const {
    for (const QLineEdit* line : findChildren<QLineEdit*>())
        if (line != search_ && line->isModified()) return true;
    for (const QPlainTextEdit* text : findChildren<QPlainTextEdit*>())
        if (text->document()->isModified()) return true;
    return false;
}

void Sheet::setTall(bool tall) { tall_ = tall; }

void Sheet::open() {
    before_ = QApplication::focusWidget();
    for (QObject* each : parentWidget()->children()) watchSibling(each);
    show();
    raise();
    place();
    if (QWidget* first = firstFocus()) first->setFocus(Qt::PopupFocusReason);
    QAccessibleEvent event(this, QAccessible::DialogStart);
    QAccessible::updateAccessibility(&event);
}

void Sheet::close() {
    if (isHidden()) return;
    hide();
    if (before_) before_->setFocus(Qt::PopupFocusReason);
    QAccessibleEvent event(this, QAccessible::DialogEnd);
    QAccessible::updateAccessibility(&event);
    emit closed();
    deleteLater();
}

void Sheet::place() {
    const QRect all = parentWidget()->rect();
    setGeometry(all);
    const int width = std::min(Theme::instance().scaled(width_), all.width() - 32);
    const int room = all.height() - kSheetTop - kSheetBelow;
    const int wanted = card_->hasHeightForWidth() ? card_->heightForWidth(width) : card_->sizeHint().height();
    const int height = std::min(room, tall_ ? 720 : wanted);
    card_->setGeometry((all.width() - width) / 2, kSheetTop, width, height);
}

// Round and round inside.
bool Sheet::focusNextPrevChild(bool next) {
    QWidget* const from = QApplication::focusWidget();
    QWidget* w = from ? from : firstFocus();
    if (!w) return true;
    for (int guard = 0; guard < 10000; ++guard) {
        w = next ? w->nextInFocusChain() : w->previousInFocusChain();
        if (w == from) break;
        if (isAncestorOf(w) && (w->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && w->isEnabled() &&
            w->isVisibleTo(this) && !w->focusProxy()) {
            w->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return true;
}

bool Sheet::isCovered() const {
    const QObjectList& all = parentWidget()->children();
    return std::any_of(std::next(all.begin(), all.indexOf(this)), all.end(), [this](const QObject* each) {
        const auto* other = qobject_cast<const QWidget*>(each);
        return other && other != this && other->isVisible() && !other->isWindow() &&
               !other->testAttribute(Qt::WA_TransparentForMouseEvents);
    });
}

void Sheet::watchSibling(QObject* sibling) {
    if (sibling->isWidgetType() && sibling != this) sibling->installEventFilter(this);
}

void Sheet::comeForward() {
    if (isVisible() && isCovered()) raise();
}

bool Sheet::eventFilter(QObject* watched, QEvent* event) {
    const bool resized = watched == parentWidget() && event->type() == QEvent::Resize;
    const bool grown = watched == card_ && event->type() == QEvent::LayoutRequest && !tall_;
    if ((resized || grown) && isVisible()) place();
    // Docks that come together in tabs, as larger letters make them, are raised with their bar and what parts them.
    if (watched == parentWidget() && event->type() == QEvent::ChildAdded)
        watchSibling(static_cast<QChildEvent*>(event)->child());
    if (watched->parent() == parentWidget() &&
        (event->type() == QEvent::ZOrderChange || event->type() == QEvent::ShowToParent))
        QMetaObject::invokeMethod(this, &Sheet::comeForward, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void Sheet::keyPressEvent(QKeyEvent* event) {
    event->accept();  // no key goes past it to the window
    if (event->key() == Qt::Key_Escape) return close();
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return;
    // As in a dialog: the button that has the keyboard, or the one that stands out, from any field.
    auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
    if (button && !isAncestorOf(button)) button = nullptr;
    for (auto* each : findChildren<QPushButton*>())
        if (!button && each->property("primary").toBool() && each->isVisible()) button = each;
    if (button) button->click();
}

void Sheet::mousePressEvent(QMouseEvent*) {
    if (!holds()) return close();
    card_->light(true);
    QTimer::singleShot(kLitMs, card_, [this] { card_->light(false); });
}

void Sheet::paintEvent(QPaintEvent*) {
    QColor dim = Qt::black;
    dim.setAlphaF(Theme::instance().dark() ? 0.5f : 0.28f);
    QPainter(this).fillRect(rect(), dim);
}

}  // namespace tl
