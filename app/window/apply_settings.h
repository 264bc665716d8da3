// Puts the settings into force: theme and text size, language. Called at the start and at every change; for letters of
// another size the window is made again (main_window.h) and calls it in between.
#pragma once

class QObject;

namespace tl {

class Settings;

// Before the window is made: its colours and letters are there when it appears.
void applyLook(const Settings& settings);
void followSettings(Settings& settings, QObject& context);  // as long as this lives

}  // namespace tl
