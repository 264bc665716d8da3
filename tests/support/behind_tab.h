// Docks that are tabs have all but one of them laid out where nobody sees them, and visible nonetheless.
#pragma once

#include <QDockWidget>
#include <QMainWindow>

namespace tl::test {

// In a dock that is a tab behind another.
inline bool behindATab(QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(widget))
            if (const auto* main = qobject_cast<const QMainWindow*>(dock->parentWidget()))
                return dock->visibleRegion().isEmpty() && !main->tabifiedDockWidgets(dock).isEmpty();
    return false;
}

}  // namespace tl::test
