// Widgets that paint themselves, told to screen readers as trees: a widget names its parts (curves, cells), and each is
// an object with a role, a name and a place. Parts are made when somebody asks for them, and kept as long as the
// widget.
#pragma once

#include <QAccessible>
#include <QRect>
#include <QString>
#include <QWidget>
#include <functional>

namespace tl {

struct AccessiblePart {
    QAccessible::Role role = QAccessible::StaticText;
    QString name = {}, value = {}, description = {};
    QRect rect = {};  // in the widget
    bool focused = false, selected = false;
};

struct AccessibleParts {
    QAccessible::Role role = QAccessible::Grouping;  // of the widget itself
    std::function<int()> count;
    std::function<AccessiblePart(int)> part;  // 0 to count - 1
    std::function<int(const QPoint&)> at;     // the part under a point of the widget; -1: none
    std::function<int()> focus = {};          // the part that has the keyboard, as it says itself; -1, or null: none
};

// What the widget is made of, from now on. Its own accessible name stays.
void describeParts(QWidget& widget, const AccessibleParts& parts);
// Tells listeners that the keyboard has come to a part.
void announcePart(QWidget& widget, int part);

}  // namespace tl
