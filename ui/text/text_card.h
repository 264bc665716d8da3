// The text of one tag of one run at the step that is looked at: Markdown as TensorBoard shows it, tensors of texts as
// tables. HTML in it stays text, and nothing is loaded from anywhere.
#pragma once

#include <QTextBrowser>

#include "engine/io/events/event_values.h"
#include "ui/tags/item_card.h"

namespace tl {

class MarkdownView : public QTextBrowser {
    Q_OBJECT
public:
    explicit MarkdownView(QWidget* parent = nullptr);
    void showTexts(const EventTexts& texts);

private:
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

class TextCard : public ItemCard {
    Q_OBJECT
public:
    TextCard(Workbench& bench, int run, const QString& tag);
    MarkdownView& view() const { return *view_; }
    void refresh() override;

private:
    MarkdownView* view_;
};

}  // namespace tl
