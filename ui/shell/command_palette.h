// Two sheets over the action table: the command palette (any action by a few letters of its name), and the list of keys
// and mouse gestures.
#pragma once

class QSettings;
class QWidget;

namespace tl {

class ActionTable;

void openCommandPalette(QWidget& window, ActionTable& table, QSettings& settings);
void openKeyList(QWidget& window, ActionTable& table);

}  // namespace tl
