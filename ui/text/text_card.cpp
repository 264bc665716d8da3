// See the header.
#include "ui/text/text_card.h"

#include <QDesktopServices>
#include <QTextTable>
#include <QUrl>

#include "ui/models/workbench.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr auto kMarkdown =
    QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML;
constexpr int kMostCells = 4000;

QTextTableFormat tableFormat() {
    QTextTableFormat format;
    format.setCellPadding(6);
    format.setCellSpacing(0);
    format.setBorder(1);
    format.setBorderCollapse(true);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(Theme::instance().color(Token::Line));
    format.setTopMargin(4);
    return format;
}

}  // namespace

MarkdownView::MarkdownView(QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("markdown"));
    document()->setDocumentMargin(12);
    connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) {
        if (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"))
            QDesktopServices::openUrl(url);
    });
}

void MarkdownView::showTexts(const EventTexts& texts) {
    document()->setDefaultFont(Theme::instance().font(13));
    const auto text = [&](size_t i) { return QString::fromStdString(texts.cells[i]); };
    if (texts.cells.size() < 2) {
        document()->setMarkdown(texts.cells.empty() ? QString() : text(0), kMarkdown);
        for (QTextFrame* frame : document()->rootFrame()->childFrames())
            if (auto* table = qobject_cast<QTextTable*>(frame)) table->setFormat(tableFormat());
        return;
    }
    document()->clear();
    const size_t count = std::min<size_t>(texts.cells.size(), kMostCells);
    const int columns = texts.columns, rows = (static_cast<int>(count) + columns - 1) / columns;
    QTextCursor cursor(document());
    QTextTable* table = cursor.insertTable(rows, columns, tableFormat());
    for (size_t i = 0; i < count; ++i)
        table->cellAt(static_cast<int>(i) / columns, static_cast<int>(i) % columns)
            .firstCursorPosition()
            .insertMarkdown(text(i), kMarkdown);
    if (count < texts.cells.size()) {
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(tr("%1 more cells are not shown.").arg(texts.cells.size() - count));
    }
}

TextCard::TextCard(Workbench& bench, int run, const QString& tag) : ItemCard(bench, run, tag) {
    view_ = new MarkdownView(this);
    view_->setAccessibleName(tag);
    setBody(view_);
}

void TextCard::refresh() {
    loadItem(
        QStringLiteral("text"), [](const EventRun& run, const EventItem& where) { return run.texts(where); },
        [this](const std::optional<EventTexts>& texts, int64_t step) {
            if (texts)
                view_->showTexts(*texts);
            else
                view_->setPlainText(tr("The text of step %1 is damaged.").arg(grouped(step)));
            setNote(tr("step %1").arg(grouped(step)));
        },
        [this](const QString& why) { view_->setPlainText(why); });
}

}  // namespace tl
