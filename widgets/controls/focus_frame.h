// Whether a widget that paints itself is to show that the keyboard is at it: it has the focus, and the last thing a
// person did in the program was to press a key, or the mouse on that very widget: not on a tab that then hands it on.
#pragma once

class QWidget;

namespace tl {

bool showsFocus(const QWidget& widget);

}  // namespace tl
