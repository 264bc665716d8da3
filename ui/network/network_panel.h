// The middle of the Network workspace: the node canvas, the breadcrumb, and the floating buttons. Turns the canvas's
// intentions into undo steps through NetworkEditor and keeps the shared selection in step.
#pragma once

#include <QRect>
#include <QStringList>
#include <QWidget>
#include <functional>

#include "widgets/canvas/node_canvas.h"

class QLabel;
class QMenu;
class QToolButton;

namespace tl {

class ActionTable;
class NetworkEditor;
class NetworkModel;
class Selection;
class StartRow;

class NetworkPanel : public QWidget {
    Q_OBJECT
public:
    NetworkPanel(NetworkModel& model, NetworkEditor& editor, Selection& selection, QWidget* parent = nullptr);

    NodeCanvas* canvas() const { return canvas_; }
    // A rectangle of the panel that something else lies over: the canvas keeps its error card away from there.
    void setCovered(const QRect& covered);
    void showKeys(const ActionTable& actions);  // those that its words name
    void setStart(StartRow* start);             // what is offered while there are no layers
    // What a right click on a layer, or beside one, offers.
    void setMenus(std::function<void(QMenu& menu, bool node)> fill) { fillMenu_ = std::move(fill); }

public slots:
    void addLayer(const QString& type);  // after the selected layers, and connected to them
    void cut();
    void copy();
    // At the cursor where it is over the canvas (or its menu was opened), else beside the original.
    void paste();
    void pasteWithWires();
    void duplicate();
    void remove();
    void removeAndReconnect();
    void toggleBypass();
    void rename();
    void toggleTrainable();
    void selectAll();
    void autoLayout();
    void findNode();
    void fit();
    void reveal(const QString& node);

signals:
    void refused(const QString& sentence);
    void dataDropped(const QStringList& paths);

private:
    static QString hint(const QString& searchKey);  // while there are no layers
    void showTitle();                               // in the breadcrumb
    void wireCanvas();                              // the canvas's intentions become edits
    void select(const QStringList& ids);
    void pasteAt(bool withWires);
    void append(const QString& type, const QStringList& after);
    void showMenu(const QPoint& at, const QString& node);
    void fitTitle(int room);
    void place();
    void showZoom();
    void showStart();
    QToolButton* floatingButton(const QString& icon, const QString& tip, const char* name);
    void resizeEvent(QResizeEvent* event) override;

    NetworkModel& model_;
    NetworkEditor& editor_;
    Selection& selection_;
    NodeCanvas* canvas_;
    QLabel* breadcrumb_;
    QWidget* buttons_;
    StartRow* start_ = nullptr;
    bool searching_ = false;  // the search for a layer lies where it would
    QToolButton *fit_, *zoom_;
    QRect covered_;
    QStringList known_;  // the layers, as they were called at the last change of structure
    std::function<void(QMenu&, bool)> fillMenu_;
    std::optional<QPointF> menuAt_;  // where the context menu is open, in the scene
};

}  // namespace tl
