// See the header.
#include "app/window/dock_title.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "widgets/controls/controls.h"

namespace tl {

namespace {

constexpr int kHeight = 34;

QToolButton* small(const QString& icon, const QString& text) {
    auto* button = new QToolButton;
    button->setIcon(Theme::instance().icon(icon, Token::Faint));
    button->setIconSize(Theme::instance().square(12));
    button->setFixedSize(Theme::instance().square(20));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::NoFocus);  // the View menu does the same by keyboard
    return button;
}

}  // namespace

void Dock::paintEvent(QPaintEvent* event) {
    QDockWidget::paintEvent(event);
    if (!isFloating()) return;
    QPainter painter(this);
    painter.setPen(Theme::instance().color(Token::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

DockTitle::DockTitle(QDockWidget* dock, QWidget* header, QWidget* last) : QWidget(dock), buttons_(new QWidget) {
    row_ = new QHBoxLayout(this);
    row_->setContentsMargins(header ? 0 : 12, 0, 8, 0);
    row_->setSpacing(2);
    if (header) {
        row_->addWidget(header, 1);
    } else {
        auto* title = new ToneLabel(dock->windowTitle(), Token::Text, ToneLabel::Title);
        connect(dock, &QDockWidget::windowTitleChanged, title, &QLabel::setText);
        row_->addWidget(title);
        row_->addStretch(1);
    }
    auto* inner = new QHBoxLayout(buttons_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    QToolButton* floating = small(QStringLiteral("window-stack"), tr("Float or dock"));
    QToolButton* close = small(QStringLiteral("x-lg"), tr("Close (the View menu brings it back)"));
    connect(floating, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    inner->addWidget(floating);
    inner->addWidget(close);
    QSizePolicy policy = buttons_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    buttons_->setSizePolicy(policy);
    row_->addWidget(buttons_);
    if (last) row_->addWidget(last);
    const int height = Theme::instance().scaled(kHeight);
    setFixedHeight(header ? std::max(height, header->minimumHeight()) : height);
    showButtons(false);
}

void DockTitle::addAction(const QString& icon, const QString& text, std::function<void()> action) {
    QToolButton* button = small(icon, text);
    button->setIconSize(Theme::instance().square(14));
    connect(button, &QToolButton::clicked, this, std::move(action));
    row_->addWidget(button);
}

// A dock asks for the hint alone, whatever the fixed height says.
QSize DockTitle::sizeHint() const { return {QWidget::sizeHint().width(), minimumHeight()}; }
QSize DockTitle::minimumSizeHint() const { return {QWidget::minimumSizeHint().width(), minimumHeight()}; }

void DockTitle::showButtons(bool on) { buttons_->setVisible(on); }

bool DockTitle::event(QEvent* event) {
    if (event->type() == QEvent::Enter) showButtons(true);
    if (event->type() == QEvent::Leave) showButtons(false);
    return QWidget::event(event);
}

}  // namespace tl
