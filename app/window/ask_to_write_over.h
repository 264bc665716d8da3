// The question before a file that another window, or another program, has written since it was opened here is written.
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace tl {

void askToWriteOver(QWidget& window, const QString& path, std::function<void()> over, std::function<void()> elsewhere);

}  // namespace tl
