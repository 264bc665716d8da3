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

constexpr int kNameWidth = 260, kValueWidth = 420, kLeastWidth = 110;

void addRow(QTreeWidgetItem& to, const DiffRow& row) {
    const auto& theme = Theme::instance();
    QStringList texts{q(row.name)};
    for (const std::string& value : row.values) texts << (value.empty() ? QStringLiteral("–") : q(value));
    auto* item = new QTreeWidgetItem(&to, texts);
    for (int column = 0; column < texts.size(); ++column) {
        const bool marked = column > 0 && texts[column] != texts[1];
        if (column > 0) item->setFont(column, theme.mono());
        item->setForeground(column, theme.color(row.same() ? Token::Muted : marked ? Token::Warn : Token::Text));
        item->setToolTip(column, plainTip(texts[column]));
    }
}

}  // namespace

RunDiffSheet::RunDiffSheet(QWidget& window, const QStringList& runs)
    : Sheet(window, tr("Runs compared"), tr("Filter rows")) {
    setObjectName(QStringLiteral("runDiffSheet"));
    showTitle();
    const auto count = static_cast<int>(runs.size());
    const int width = std::min(kNameWidth + count * kValueWidth, window.width() - 64);
    setWidth(width);
    verdict_ = new ToneLabel(tr("Comparing…"), Token::Muted);
    verdict_->setObjectName(QStringLiteral("runDiffVerdict"));
    verdict_->setWordWrap(true);
    verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    verdict_->setContentsMargins(16, 4, 16, 8);
    body().addWidget(verdict_);
    rows_ = new QTreeWidget;
    rows_->setObjectName(QStringLiteral("runDiffRows"));
    rows_->setAccessibleName(tr("What differs"));
    rows_->setHeaderLabels(QStringList{tr("name")} + runs);
    rows_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    rows_->setUniformRowHeights(true);
    rows_->setIndentation(16);
    rows_->header()->setStretchLastSection(true);
    rows_->header()->setMinimumSectionSize(kLeastWidth);
    rows_->setColumnWidth(0, kNameWidth);
    const int each = std::max(kLeastWidth, (width - kNameWidth - 40) / count);
    for (int i = 0; i < count; ++i) {
        rows_->setColumnWidth(i + 1, each);
        rows_->headerItem()->setToolTip(i + 1, plainTip(runs[i]));  // of many, its column is narrower than its name
    }
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
    for (size_t i = 0; i < diff_.runs.size(); ++i)
        diff_.runs[i] = rows_->headerItem()->text(static_cast<int>(i) + 1).toStdString();
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
        for (const DiffRow& row : section.rows)
            if (!row.same()) addRow(*top, row);
        const auto equal = static_cast<int>(std::ranges::count_if(section.rows, &DiffRow::same));
        if (equal > 0) {
            auto* same = new QTreeWidgetItem(top, {tr("%n row(s) are the same", nullptr, equal)});
            same->setFirstColumnSpanned(true);
            same->setForeground(0, theme.color(Token::Muted));
            for (const DiffRow& row : section.rows)
                if (row.same()) addRow(*same, row);
        }
        top->setExpanded(true);
    }
    rows_->setCurrentItem(rows_->topLevelItem(0));
}

// A row is found by its name and values; the equal ones unfold for it.
void RunDiffSheet::filter(const QString& words) {
    const auto look = [&](const auto& self, QTreeWidgetItem* item) -> bool {
        bool any = false;
        for (int column = 0; item->childCount() == 0 && column < item->columnCount(); ++column)
            any |= item->text(column).contains(words, Qt::CaseInsensitive);
        for (int i = 0; i < item->childCount(); ++i) any |= self(self, item->child(i));
        item->setHidden(!any);
        if (item->parent() && item->childCount() > 0) item->setExpanded(any && !words.isEmpty());
        return any;
    };
    for (int i = 0; i < rows_->topLevelItemCount(); ++i) look(look, rows_->topLevelItem(i));
}

}  // namespace tl
