// A dock, which has an edge while it is a window of its own, and its title: a word, or a panel's own header, with float
// and close at the right that appear under the mouse or by keyboard. Dragging its empty part moves the dock.
#pragma once

#include <QDockWidget>
#include <QWidget>
#include <functional>

class QHBoxLayout;

namespace tl {

// Qt leaves a frame's room around one that floats and paints nothing there where it has a title of ours: in the colour
// of what lies behind, it would run into that.
class Dock : public QDockWidget {
public:
    using QDockWidget::QDockWidget;

private:
    void paintEvent(QPaintEvent* event) override;
};

class DockTitle : public QWidget {
    Q_OBJECT
public:
    // header may be null: the dock's window title is shown. last stands at the very right, beyond float and close.
    DockTitle(QDockWidget* dock, QWidget* header, QWidget* last = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void addAction(const QString& icon, const QString& text, std::function<void()> action);

private:
    bool event(QEvent* event) override;
    void showButtons(bool on);
    QWidget* buttons_;
    QHBoxLayout* row_;
};

}  // namespace tl
