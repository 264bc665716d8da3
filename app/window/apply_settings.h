// Puts the settings into force: theme and text size, language, the canvas's wheel. Called at the start and at every
// change; for letters of another size the window is made again (main_window.h) and calls it in between.
#pragma once

namespace tl {

class NodeCanvas;
class Settings;

// Before the window is made: its colours and letters are there when it appears.
void applyLook(const Settings& settings);
void followSettings(Settings& settings, NodeCanvas& canvas);  // as long as the canvas lives

}  // namespace tl
