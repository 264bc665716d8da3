// What an undo step is called, asked for whenever the language changes.
#pragma once

#include <QString>
#include <functional>

namespace tl {

using StepName = std::function<QString()>;

}  // namespace tl
