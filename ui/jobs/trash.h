// What is deleted lies in the desktop's trash, where there is one, and can be taken out again. These touch the disk:
// for jobs.
#pragma once

#include <QString>

namespace tl {

QString moveToTrash(const QString& path);                   // where it lies then; empty: there is no trash for it
void putBack(const QString& trashed, const QString& path);  // throws Error: something else is there, or it cannot move

}  // namespace tl
