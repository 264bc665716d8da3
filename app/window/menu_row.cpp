// See the header.
#include "app/window/menu_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>

#include "app/document/document.h"
#include "widgets/controls/labels.h"

namespace tl {

MenuRow::MenuRow(Document& document, QWidget* parent)
    : QWidget(parent), menus_(new QMenuBar(this)), logo_(new QLabel), file_(new ToneLabel({}, Token::Muted)),
      unsaved_(new QLabel) {
    setObjectName(QStringLiteral("menuRow"));
    menus_->setNativeMenuBar(false);
    menus_->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    file_->setObjectName(QStringLiteral("fileName"));
    unsaved_->setObjectName(QStringLiteral("unsavedDot"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 14, 0);
    row->setSpacing(6);
    row->addWidget(logo_);
    row->addWidget(new ToneLabel(QStringLiteral("Tensorloom"), Token::Text, ToneLabel::Title));
    row->addSpacing(6);
    row->addWidget(menus_, 1);
    row->addWidget(file_);
    row->addWidget(unsaved_);
    tint();
    show(document);
    connect(&Theme::instance(), &Theme::changed, this, &MenuRow::tint);
    connect(&document, &Document::changed, this, [this, &document] { show(document); });
}

void MenuRow::tint() {
    const Theme& theme = Theme::instance();
    // At least: Chinese is taller than Latin, and a bar that is too low for its entries shows none.
    setMinimumHeight(theme.scaled(Theme::kMenuBar));
    menus_->setMinimumHeight(theme.scaled(Theme::kMenuBar));
    logo_->setPixmap(
        theme.pixmap(QStringLiteral("bezier2"), theme.scaled(14), theme.color(Token::Accent), devicePixelRatioF()));
    QPixmap dot(QSize(10, 10) * devicePixelRatioF());
    dot.setDevicePixelRatio(devicePixelRatioF());
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Warn));
    painter.drawEllipse(QRectF(0.5, 0.5, 9, 9));
    painter.end();
    unsaved_->setPixmap(dot);
}

void MenuRow::show(const Document& document) {
    file_->setText(document.fileName());
    file_->setToolTip(document.path().isEmpty() ? tr("Not saved to a file yet") : document.path());
    unsaved_->setToolTip(tr("Not saved"));
    unsaved_->setAccessibleName(tr("Not saved"));
    unsaved_->setVisible(document.dirty());
}

}  // namespace tl
