// What was dropped on a panel from a file manager, as the window opens it: one thing, and a word of the others.
#pragma once

#include <QStringList>

namespace tl {

struct Desk;

void openDropped(Desk& desk, const QStringList& paths);

}  // namespace tl
