// What Undo, Cut, Copy, Paste and Select all mean in widgets that every panel has: text fields, selectable labels,
// lists and tables (whose rows are copied as lines of text).
#pragma once

#include <QHash>
#include <QWidget>
#include <vector>

#include "ui/commands/edit_command.h"
#include "ui/shell/action_table.h"

namespace tl {

bool isTextField(const QWidget* widget);
// Rows of the Edit menu; panels add their own meanings with ActionTable::offer.
// `told` hears what was undone or redone, in a sentence.
std::vector<ActionRow> standardEdits(QUndoStack& undo,
                                     std::function<void(const QString& sentence, StepOf of)> told = {});
// Find, with the keyboard in panel, goes to its search field. Escape there clears it, and once more goes on to what is
// searched.
void offerSearch(ActionTable& table, QWidget& panel, const char* field, QWidget* searched = nullptr);
// What stands in these fields, by their names, and where it stands again when the panels were made anew.
QHash<QString, QString> searches(const QWidget& window);
void searchAgain(const QWidget& window, const QHash<QString, QString>& searches);
// "copyText": what Copy takes from a widget that paints itself.
void setCopyText(QWidget* widget, const QString& text);

}  // namespace tl
