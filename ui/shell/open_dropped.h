// What was dropped on the window or one of its panels from a file manager: one thing is opened, and a word told of the
// others.
#pragma once

#include <QStringList>

namespace tl {

struct Desk;

void openDropped(Desk& desk, const QStringList& paths);

}  // namespace tl
