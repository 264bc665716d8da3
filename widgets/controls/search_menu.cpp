// See the header. The keyboard stays in the field; Up, Down, Enter and Escape pass through it to the menu.
#include "widgets/controls/search_menu.h"

#include <QLineEdit>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "widgets/controls/labels.h"

namespace tl {

namespace {

constexpr int kMany = 8;

QWidgetAction* boxed(QMenu* menu, QWidget* widget, const QMargins& margins) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(margins);
    column->addWidget(widget);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(box);
    menu->addAction(action);
    return action;
}

}  // namespace

SearchMenu::SearchMenu(const QString& placeholder, QWidget* parent) : QMenu(parent), search_(new QLineEdit) {
    setToolTipsVisible(true);
    search_->setObjectName(QStringLiteral("menuSearch"));
    search_->setPlaceholderText(placeholder);
    search_->setAccessibleName(placeholder);
    search_->setMinimumWidth(200);
    field_ = boxed(this, search_, {4, 4, 4, 4});
    connect(search_, &QLineEdit::textChanged, this, &SearchMenu::filter);
}

QAction* SearchMenu::addEntry(const QString& group, const QString& text, const QString& help) {
    if (groups_.isEmpty() || groups_.back().name != group) {
        QAction* caption = nullptr;
        if (!group.isEmpty()) {
            caption = boxed(this, new SectionLabel(group), {10, 8, 10, 2});
            caption->setEnabled(false);
        }
        groups_.push_back({group, caption, {}});
    }
    QAction* action = addAction(text);
    action->setToolTip(help);
    groups_.back().entries << action;
    return action;
}

void SearchMenu::filter(const QString& words) {
    QAction* first = nullptr;
    for (const Group& group : groups_) {
        bool any = false;
        const bool whole = group.name.contains(words, Qt::CaseInsensitive);
        for (QAction* action : group.entries) {
            const bool fits = whole || action->text().contains(words, Qt::CaseInsensitive) ||
                              action->toolTip().contains(words, Qt::CaseInsensitive);
            action->setVisible(fits);
            any |= fits;
            if (fits && !first) first = action;
        }
        if (group.caption) group.caption->setVisible(any);
    }
    setActiveAction(words.isEmpty() ? nullptr : first);
    search_->setFocus();
}

void SearchMenu::showEvent(QShowEvent* event) {
    QMenu::showEvent(event);
    qsizetype entries = 0;
    for (const Group& group : groups_) entries += group.entries.size();
    field_->setVisible(entries > kMany);
    if (entries > kMany) search_->setFocus();
}

}  // namespace tl
