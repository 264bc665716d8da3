// What is done with one chart or card: by its keys, its menu ("chart") and the command palette, in every panel that has
// some.
#pragma once

#include <functional>

class QMenu;
class QUndoStack;
class QWidget;

namespace tl {

class ActionTable;

// The chart in `panel` that has the keyboard is meant. The rows are added with the first panel.
void offerCharts(ActionTable& table, QWidget& panel);
// Of panels whose cards can be pinned and expanded, and hold no such charts.
void offerCards(ActionTable& table, QWidget& panel);
// With the keyboard in `panel`, its fields included, Undo means the last of its own steps, as long as there is one
// (decisions/0038): what was set at charts, or of a run under way.
void offerSteps(ActionTable& table, QWidget& panel, QUndoStack& steps, const std::function<bool()>& when = {});
// The rows for a chart's menu, which shows what its card's own buttons do too: by which key.
void fillChartMenu(ActionTable& table, QMenu& menu);

}  // namespace tl
