// The window's program: options, application, theme, window.
#pragma once

namespace tl {

int workbenchMain(int argc, char** argv);

}  // namespace tl
