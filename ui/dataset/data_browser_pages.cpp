// What stands in the browser's place before there is anything to browse.
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dataset/data_browser_panel.h"
#include "ui/models/text.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/theme/theme.h"

namespace tl {

// Below what helps: the kinds of data that can be opened or dropped, each with its icon.
QWidget* DataBrowserPanel::makeEmpty() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 24);
    column->addWidget(empty_, 1);
    auto* kinds = new QGridLayout;  // narrow enough for large letters on a small screen
    kinds->setHorizontalSpacing(20);
    kinds->setVerticalSpacing(8);
    constexpr int kInARow = 3;
    kinds->setColumnStretch(0, 1);
    kinds->setColumnStretch(kInARow + 1, 1);
    int count = 0;
    for (const SourceType& type : allSources()) {
        if (!type.recognises) continue;  // built in
        auto* icon = new QLabel;
        icon->setPixmap(Theme::instance().pixmap(QString::fromStdString(type.icon), Theme::instance().scaled(16),
                                                 Theme::instance().color(Token::Muted), devicePixelRatioF()));
        auto* name = new ToneLabel(q(type.title).section(QStringLiteral(" ("), 0, 0), Token::Muted, ToneLabel::Caption);
        name->setToolTip(q(type.help));
        auto* kind = new QHBoxLayout;
        kind->setSpacing(6);
        kind->addWidget(icon);
        kind->addWidget(name);
        kind->addStretch(1);
        kinds->addLayout(kind, count / kInARow, 1 + count % kInARow);
        ++count;
    }
    column->addLayout(kinds);
    return page;
}

QWidget* DataBrowserPanel::makeLoading() {
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("dataLoading"));
    auto* column = new QVBoxLayout(page);
    column->setAlignment(Qt::AlignCenter);
    column->setSpacing(12);
    loadingTitle_ = new ToneLabel({}, Token::Text, ToneLabel::Title);
    loadingTitle_->setAlignment(Qt::AlignCenter);
    column->addWidget(loadingTitle_);
    loading_ = new ProgressStrip;
    loading_->setFixedWidth(360);
    column->addWidget(loading_, 0, Qt::AlignCenter);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelOpening"));
    connect(cancel, &QPushButton::clicked, this, &DataBrowserPanel::cancelRequested);
    column->addWidget(cancel, 0, Qt::AlignCenter);
    return page;
}

// Above the pictures while more of them are still found and looked into.
QWidget* DataBrowserPanel::makeCounting() {
    countingRow_ = new QWidget;
    auto* row = new QHBoxLayout(countingRow_);
    row->setContentsMargins(14, 2, 14, 6);
    row->setSpacing(12);
    counting_ = new ProgressStrip;
    row->addWidget(counting_, 1);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelCounting"));
    connect(cancel, &QPushButton::clicked, this, &DataBrowserPanel::cancelRequested);
    row->addWidget(cancel);
    countingRow_->hide();
    return countingRow_;
}

}  // namespace tl
