// The top row of the window: logo, menus, and at the right the project's file with a dot while it is not saved. A row
// of our own, since the corner widgets of a menu bar would be squeezed to the height of a menu's title.
#pragma once

#include <QWidget>

class QLabel;
class QMenuBar;

namespace tl {

class Document;

class MenuRow : public QWidget {
    Q_OBJECT
public:
    explicit MenuRow(Document& document, QWidget* parent = nullptr);
    QMenuBar& menus() { return *menus_; }

private:
    void tint();
    void show(const Document& document);
    QMenuBar* menus_;
    QLabel *logo_, *file_, *unsaved_;
};

}  // namespace tl
