// See the header.
#include "app/window/notice_row.h"

#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocument>
#include <QToolButton>
#include <algorithm>

#include "app/window/message_bar.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kSentence = 220;  // px that a sentence and its icons have beside what is offered, at letters of 100 %
constexpr int kLines = 3;

Token tintOf(Notice::Kind kind) {
    return kind == Notice::Problem ? Token::Bad : kind == Notice::Warning ? Token::Warn : Token::Accent;
}

QString signOf(Notice::Kind kind) {
    return kind == Notice::Problem   ? QStringLiteral("exclamation-circle")
           : kind == Notice::Warning ? QStringLiteral("exclamation-triangle")
                                     : QStringLiteral("info-circle");
}

}  // namespace

NoticeRow::NoticeRow(const Notice& notice, QWidget* parent)
    : QWidget(parent), kind_(notice.kind), icon_(new QLabel), text_(new QLabel), more_(new QToolButton),
      close_(new QToolButton), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(14, 8, 8, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(6);
    grid_->setColumnStretch(1, 1);
    icon_->setObjectName(QStringLiteral("messageSign"));
    text_->setObjectName(QStringLiteral("messageText"));
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    close_->setObjectName(QStringLiteral("messageClose"));
    close_->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    close_->setAccessibleName(MessageBar::tr("Dismiss"));
    close_->setToolTip(
        MessageBar::tr("Dismiss (%1)").arg(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)));
    connect(close_, &QToolButton::clicked, this, &NoticeRow::closed);
    more_->setObjectName(QStringLiteral("messageMore"));
    more_->setText(MessageBar::tr("More…"));
    more_->hide();
    connect(more_, &QToolButton::clicked, this, [this] {
        whole_ = true;
        emit unfolded();
    });
    grid_->addWidget(icon_, 0, 0, Qt::AlignVCenter);
    grid_->addWidget(text_, 0, 1);
    grid_->addWidget(more_, 1, 1, Qt::AlignLeft);
    grid_->addWidget(close_, 0, 3, Qt::AlignVCenter);
    if (!notice.offers.empty()) {
        offers_ = new QWidget;
        auto* row = new QGridLayout(offers_);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        for (int i = 0; i < static_cast<int>(notice.offers.size()); ++i) {
            auto* button = new QPushButton(notice.offers[static_cast<size_t>(i)].first);
            button->setObjectName(QStringLiteral("messageOffer%1").arg(i));
            button->setProperty("primary", kind_ == Notice::Question && i == 0);
            connect(button, &QPushButton::clicked, this, [this, i] { emit taken(i); });
            row->addWidget(button, 0, i);
        }
    }
    connect(&Theme::instance(), &Theme::changed, this, &NoticeRow::retint);
    retint();
}

void NoticeRow::say(const QString& sentence) { text_->setText(sentence); }

int NoticeRow::roomyWidth() const {
    const int whole = text_->fontMetrics().size(0, text_->text()).width() - text_->sizeHint().width();
    return sizeHint().width() + std::max(0, whole) + 4;
}

bool NoticeRow::crowded(int room) const {
    return offers_ &&
           (offers_->layout()->count() > 2 || room - offers_->sizeHint().width() < Theme::instance().scaled(kSentence));
}

// In a narrow page a long sentence would lie over all of it.
void NoticeRow::fold(int width) {
    const int line = text_->fontMetrics().lineSpacing();
    const bool folded = !whole_ && text_->heightForWidth(width) > (kLines + 0.5) * line;
    text_->setMaximumHeight(folded ? kLines * line : QWIDGETSIZE_MAX);
    text_->setAlignment(Qt::AlignLeft | (folded ? Qt::AlignTop : Qt::AlignVCenter));
    text_->setToolTip(folded ? Qt::convertFromPlainText(text_->text(), Qt::WhiteSpaceNormal) : QString());
    more_->setVisible(folded);
}

void NoticeRow::putOffers(bool below, int width) {
    const int gap = grid_->horizontalSpacing();
    const QMargins edges = grid_->contentsMargins();
    const int room = width - edges.left() - edges.right() - icon_->sizeHint().width() - gap;
    int words = room - gap - close_->sizeHint().width();
    if (offers_) {
        grid_->removeWidget(offers_);
        auto* rows = static_cast<QGridLayout*>(offers_->layout());
        QWidgetList all;
        for (int i = 0; i < rows->count(); ++i) all << rows->itemAt(i)->widget();
        for (int columns = static_cast<int>(all.size()); columns > 0; --columns) {
            for (QWidget* each : all) rows->removeWidget(each);
            for (int i = 0; i < all.size(); ++i) rows->addWidget(all[i], i / columns, i % columns);
            if (!below || offers_->sizeHint().width() <= room) break;
        }
        if (below)
            grid_->addWidget(offers_, 2, 1, 1, 3, Qt::AlignLeft);
        else
            grid_->addWidget(offers_, 0, 2, Qt::AlignVCenter);
        if (!below) words -= gap + offers_->sizeHint().width();
    }
    fold(words);
    grid_->activate();
}

void NoticeRow::retint() {
    const Theme& theme = Theme::instance();
    icon_->setPixmap(theme.pixmap(signOf(kind_), theme.scaled(16), theme.color(tintOf(kind_)), devicePixelRatioF()));
    update();
}

void NoticeRow::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QColor tint = theme.color(tintOf(kind_));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Theme::mix(tint, theme.color(Token::Line), 0.5));
    painter.setBrush(Theme::mix(tint, theme.color(Token::Bg2), 0.1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
}

}  // namespace tl
