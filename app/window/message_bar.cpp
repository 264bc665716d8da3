// See the header.
#include "app/window/message_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr int kInset = 12, kWidest = 760;
}

MessageBar::MessageBar(QWidget* over) : QWidget(over), icon_(new QLabel), text_(new QLabel), buttons_(new QHBoxLayout) {
    setObjectName(QStringLiteral("messageBar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 8, 8);
    row->setSpacing(10);
    text_->setObjectName(QStringLiteral("messageText"));
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("messageClose"));
    close->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    close->setAccessibleName(tr("Dismiss"));
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
    row->addWidget(icon_, 0, Qt::AlignVCenter);
    row->addWidget(text_, 1);
    row->addLayout(buttons_);
    row->addWidget(close, 0, Qt::AlignVCenter);
    connect(&Theme::instance(), &Theme::changed, this, &MessageBar::retint);
    over->installEventFilter(this);
    hide();
}

void MessageBar::show(Kind kind, const QString& sentence, const std::vector<Offer>& offers) {
    kind_ = kind;
    text_->setText(sentence);
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto& [label, action] : offers) {
        auto* button = new QPushButton(label);
        button->setObjectName(QStringLiteral("messageOffer%1").arg(buttons_->count()));
        connect(button, &QPushButton::clicked, this, [this, action = action] {
            dismiss();
            action();
        });
        buttons_->addWidget(button);
    }
    retint();
    setVisible(true);
    place();
    raise();
}

void MessageBar::place() {
    const int room = parentWidget()->width() - 2 * kInset;
    layout()->activate();
    const int width = std::min({room, kWidest, std::max(sizeHint().width(), 320)});
    const int wanted = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height();
    setGeometry((parentWidget()->width() - width) / 2, kInset, width, std::max(wanted, minimumSizeHint().height()));
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (isVisible() && (event->type() == QEvent::Resize || event->type() == QEvent::ChildAdded)) {
        place();
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

void MessageBar::dismiss() {
    text_->clear();
    hide();
}

QString MessageBar::sentence() const { return isHidden() ? QString() : text_->text(); }

void MessageBar::retint() {
    const Theme& theme = Theme::instance();
    icon_->setPixmap(
        theme.pixmap(kind_ == Problem ? QStringLiteral("exclamation-circle") : QStringLiteral("info-circle"), 16,
                     theme.color(kind_ == Problem ? Token::Bad : Token::Accent), devicePixelRatioF()));
    update();
}

void MessageBar::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QColor tint = theme.color(kind_ == Problem ? Token::Bad : Token::Accent);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Theme::mix(tint, theme.color(Token::Line), 0.5));
    painter.setBrush(Theme::mix(tint, theme.color(Token::Bg2), 0.1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
}

}  // namespace tl
