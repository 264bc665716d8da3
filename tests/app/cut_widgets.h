// What of a window's labels, buttons, fields, choices and lists is shown narrower or lower than its letters need.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStyleOption>
#include <functional>

#include "tests/app/all_views.h"
#include "tests/support/behind_tab.h"
#include "widgets/properties/property_editors.h"
#include "widgets/properties/property_line.h"
#include "widgets/theme/theme.h"

namespace tl::test {

// `look` sees each dock that is a tab behind another, in front for as long; `skips` says which it need not.
inline void throughDocksBehind(QMainWindow& window, const std::function<bool(const QDockWidget&)>& skips,
                               const std::function<void(QDockWidget&)>& look) {
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (!behindATab(dock) || skips(*dock)) continue;
        QDockWidget* before = nullptr;
        for (QDockWidget* beside : window.tabifiedDockWidgets(dock))
            if (beside->isVisible() && !behindATab(beside)) before = beside;
        dock->raise();
        settle();
        look(*dock);
        if (before) before->raise();
        settle();
    }
}

inline bool isShown(QWidget* widget) { return widget->isVisible() && !behindATab(widget); }

// Shown narrower or lower than their letters need: labels, buttons, fields, choices, and the rows of lists.
// spared: what ends in "…" by itself, and has the rest in its tooltip or says only what may be written.
inline QStringList cutTexts(QWidget& root, bool spared = false) {
    QStringList cut;
    const auto lacks = [&](const QWidget* widget, const QString& text, int width, int height) {
        if (width <= 1 && height <= 1) return;
        cut << QStringLiteral("%1 %2 “%3” lacks %4 by %5 px")
                   .arg(widget->metaObject()->className(), widget->objectName(), text.left(60))
                   .arg(std::max(width, 0))
                   .arg(std::max(height, 0));
    };
    const auto look = [&](QWidget* widget, const QString& text, bool wraps) {
        if (!isShown(widget) || text.isEmpty() || widget->width() <= 1) return;
        // Segments say themselves how narrow they may be: with less padding than a style gives.
        const int own = widget->minimumWidth(), hint = widget->minimumSizeHint().width();
        const int least = own > 0 ? std::min(own, hint) : hint;
        const int width = wraps || widget->maximumWidth() <= widget->width() ? 0 : least - widget->width();
        const int needed = wraps ? widget->heightForWidth(widget->width()) : widget->fontMetrics().height();
        lacks(widget, text, width, needed - widget->height());
    };
    for (QLabel* label : root.findChildren<QLabel*>())  // a card's subtitle asks for no room
        if (!spared || label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored)
            look(label, label->text(), label->wordWrap());
    for (QAbstractButton* button : root.findChildren<QAbstractButton*>())
        if (!spared || button->objectName() != QLatin1String("advanced")) look(button, button->text(), false);
    for (QLineEdit* field : root.findChildren<QLineEdit*>()) {
        if (!isShown(field)) continue;
        const QString text = field->text().isEmpty() ? field->placeholderText() : QString();
        QStyleOptionFrame option;
        option.initFrom(field);
        int room = field->style()->subElementRect(QStyle::SE_LineEditContents, &option, field).width() -
                   field->textMargins().left() - field->textMargins().right() - 4;
        for (QWidget* inside : field->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (inside->isVisible()) room -= inside->width() + 4;
        lacks(field, text, text.isEmpty() || spared ? 0 : field->fontMetrics().horizontalAdvance(text) - room,
              field->fontMetrics().height() - field->height());
    }
    for (QComboBox* box : root.findChildren<QComboBox*>()) {
        if (!isShown(box)) continue;
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        // In a property's line it elides where even the whole line is too narrow, and so does the name that a machine
        // gives to its processor.
        const auto* line = qobject_cast<PropertyLine*>(box->parentWidget());
        const bool elides =
            (line && line->stacked()) ||
            (box->objectName() == QLatin1String("setting.training/device") && qobject_cast<ChoiceEdit*>(box));
        const int width = box->fontMetrics().horizontalAdvance(box->currentText()) - room.width();
        lacks(box, box->currentText(), elides ? 0 : width, box->fontMetrics().height() - box->height());
    }
    for (QAbstractItemView* view : root.findChildren<QAbstractItemView*>()) {
        if (!isShown(view) || !view->model() || view->model()->rowCount() == 0) continue;
        if (qobject_cast<QHeaderView*>(view)) continue;  // has its table's model, but none of its rows
        const int letters = QFontMetrics(Theme::instance().font(13)).height();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0, view->rootIndex());
            const QRect given = view->visualRect(index);
            if (index.data().toString().isEmpty() || !view->viewport()->rect().contains(given.center())) continue;
            lacks(view, index.data().toString(), 0, letters - given.height());
            break;  // they are alike
        }
    }
    return cut;
}

}  // namespace tl::test
