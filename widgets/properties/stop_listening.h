// A widget that dies takes the keyboard from the editors inside it, and they tell of an edit once more. A class that
// listens to its own children ends that first, in its destructor: its members are gone when theirs runs.
#pragma once

#include <QWidget>

namespace tl {

inline void stopListening(QWidget& listener) {
    for (QObject* child : listener.findChildren<QObject*>()) child->disconnect(&listener);
}

}  // namespace tl
