// Puts the settings into force: theme and text size, language, the canvas's wheel. Called at the start and at every
// change.
#pragma once

namespace tl {

class NodeCanvas;
class Settings;

// Once, before the window is made: its colours and letters are there when it appears.
void applyLook(const Settings& settings);
void followSettings(Settings& settings, NodeCanvas& canvas);  // as long as the canvas lives

}  // namespace tl
