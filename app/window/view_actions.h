// The View and Help menus: workspaces, panels, theme, the way from panel to panel by keyboard, and what the program is.
#pragma once

#include <vector>

#include "ui/shell/action_table.h"

class QMainWindow;

namespace tl {

class Workspaces;

std::vector<ActionRow> viewActions(QMainWindow& window, Workspaces& workspaces, QSettings& settings);
std::vector<ActionRow> helpActions(QMainWindow& window);

}  // namespace tl
