// The View and Help menus: workspaces, panels, theme, the way from panel to panel by keyboard, the sheets over the
// window.
#pragma once

#include <vector>

#include "ui/shell/action_table.h"

class QMainWindow;

namespace tl {

class Settings;
class Workspaces;
struct Desk;

std::vector<ActionRow> viewActions(Workspaces& workspaces, Settings& settings);
// Settings, the command palette, the list of keys, what the program is.
std::vector<ActionRow> helpActions(QMainWindow& window, Desk& desk);

}  // namespace tl
