// See the header.
#include "ui/scalars/run_diff_sheet.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kSheetWidth = 1100, kNameWidth = 260;

QString cell(const std::string& text) { return text.empty() ? QStringLiteral("–") : q(text); }

}  // namespace

RunDiffSheet::RunDiffSheet(QWidget& window, const QString& a, const QString& b)
    : Sheet(window, tr("Two runs"), tr("Filter rows")) {
    setObjectName(QStringLiteral("runDiffSheet"));
    showTitle();
    setWidth(std::min(kSheetWidth, window.width() - 64));
    verdict_ = new ToneLabel(tr("Comparing…"), Token::Muted);
    verdict_->setObjectName(QStringLiteral("runDiffVerdict"));
    verdict_->setWordWrap(true);
    verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    verdict_->setContentsMargins(16, 4, 16, 8);
    body().addWidget(verdict_);
    rows_ = new QTreeWidget;
    rows_->setObjectName(QStringLiteral("runDiffRows"));
    rows_->setAccessibleName(tr("What differs"));
    rows_->setColumnCount(3);
    rows_->setHeaderLabels({tr("name"), a, b});
    rows_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    rows_->setUniformRowHeights(true);
    rows_->setIndentation(16);
    rows_->header()->setStretchLastSection(true);
    rows_->setColumnWidth(0, kNameWidth);
    const int rest = std::min(kSheetWidth, window.width() - 64) - kNameWidth;
    rows_->setColumnWidth(1, rest / 2 - 20);
    body().addWidget(rows_, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(16, 8, 16, 14);
    foot->addStretch(1);
    copy_ = new QPushButton(tr("Copy as text"));
    copy_->setObjectName(QStringLiteral("copyRunDiff"));
    copy_->setEnabled(false);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(q(toText(diff_, false, [](const std::string& key) {
            return QCoreApplication::translate("Engine", key.c_str()).toStdString();
        })));
    });
    foot->addWidget(copy_);
    auto* done = new QPushButton(tr("Close"));
    done->setObjectName(QStringLiteral("closeRunDiff"));
    connect(done, &QPushButton::clicked, this, &Sheet::close);
    foot->addWidget(done);
    body().addLayout(foot);
    connect(&search(), &QLineEdit::textChanged, this, &RunDiffSheet::filter);
}

QWidget* RunDiffSheet::firstFocus() const { return rows_; }

void RunDiffSheet::showDiff(RunDiff diff, const std::optional<RunComparison>& bits) {
    diff_ = std::move(diff);
    diff_.a = rows_->headerItem()->text(1).toStdString();
    diff_.b = rows_->headerItem()->text(2).toStdString();
    verdict_->setToken(bits && bits->same() ? Token::Good : Token::Text);
    verdict_->setText(bits ? q(bits->verdict())
                           : tr("%n row(s) differ", nullptr, static_cast<int>(diff_.differences())));
    QStringList lines;
    if (bits)
        for (const Message& line : bits->details()) lines << q(line);
    verdict_->setToolTip(plainTip(lines.join(QLatin1Char('\n'))));
    fill();
    filter(search().text());
    copy_->setEnabled(true);
}

void RunDiffSheet::fill() {
    const auto& theme = Theme::instance();
    QFont bold = theme.font(12);
    bold.setWeight(QFont::DemiBold);
    for (const DiffSection& section : diff_.sections) {
        auto* top = new QTreeWidgetItem(rows_, {q(section.title)});
        top->setFont(0, bold);
        top->setFirstColumnSpanned(true);
        QTreeWidgetItem* same = nullptr;
        int equal = 0;
        for (const DiffRow& row : section.rows) {
            if (row.same()) {
                ++equal;
                continue;
            }
            auto* item = new QTreeWidgetItem(top, {q(row.name), cell(row.a), cell(row.b)});
            for (int column = 1; column < 3; ++column) {
                item->setFont(column, theme.mono());
                item->setForeground(column, theme.color(Token::Text));
                item->setToolTip(column, plainTip(item->text(column)));
            }
            item->setForeground(0, theme.color(Token::Warn));
        }
        if (equal > 0) {
            same = new QTreeWidgetItem(top, {tr("%n row(s) are the same", nullptr, equal)});
            same->setFirstColumnSpanned(true);
            same->setForeground(0, theme.color(Token::Muted));
            for (const DiffRow& row : section.rows) {
                if (!row.same()) continue;
                auto* item = new QTreeWidgetItem(same, {q(row.name), cell(row.a), cell(row.b)});
                for (int column = 0; column < 3; ++column) {
                    if (column > 0) item->setFont(column, theme.mono());
                    item->setForeground(column, theme.color(Token::Muted));
                    item->setToolTip(column, plainTip(item->text(column)));
                }
            }
        }
        top->setExpanded(true);
    }
    rows_->setCurrentItem(rows_->topLevelItem(0));
}

// A row is found by its name and values; the equal ones unfold for it.
void RunDiffSheet::filter(const QString& words) {
    const auto look = [&](const auto& self, QTreeWidgetItem* item) -> bool {
        bool any = item->childCount() == 0 && (words.isEmpty() || item->text(0).contains(words, Qt::CaseInsensitive) ||
                                               item->text(1).contains(words, Qt::CaseInsensitive) ||
                                               item->text(2).contains(words, Qt::CaseInsensitive));
        for (int i = 0; i < item->childCount(); ++i) any |= self(self, item->child(i));
        item->setHidden(!any);
        if (item->parent() && item->childCount() > 0) item->setExpanded(any && !words.isEmpty());
        return any;
    };
    for (int i = 0; i < rows_->topLevelItemCount(); ++i) look(look, rows_->topLevelItem(i));
}

}  // namespace tl
