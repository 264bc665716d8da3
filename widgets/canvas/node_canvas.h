// The node editor's view: zoomable, pannable, paints nodes and wires of a GraphModel and emits what the person
// wants done. It changes nothing but its own selection and view.
#pragma once

#include <QPointF>
#include <QRegion>
#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>

#include "widgets/canvas/graph_model.h"
#include "widgets/canvas/layer_search.h"
#include "widgets/canvas/name_edit.h"

namespace tl {

class CanvasCore;

class NodeCanvas : public QWidget {
    Q_OBJECT
    Q_PROPERTY(QRegion cards READ cards)  // what lies over the page goes beside them, where there is room
public:
    static constexpr const char* kLayerMime = "application/x-tensorloom-layer";  // drag data: the type id

    explicit NodeCanvas(QWidget* parent = nullptr);
    ~NodeCanvas() override;

    void setModel(GraphModel* model);
    void setLayers(const QVector<LayerEntry>& layers);  // what can be created
    void setNameCheck(NameEdit::Check check);           // which names renaming in place takes
    void setEmptyText(const QString& title, const QString& hint);
    int belowEmptyText() const;  // y, whether the canvas is empty or not

    QStringList selectedNodes() const;
    QVector<CanvasLink> selectedLinks() const;
    void select(const QStringList& nodes);
    QString currentNode() const;           // the one selected node, or empty
    bool holdsWire() const;                // one is in hand
    double zoom() const;                   // 1: as large as letters are
    void setZoom(double zoom);             // about the view's centre
    void frame(const QStringList& nodes);  // empty = all
    void showStart();                      // a first look: all, or the top where all would be too small to read
    void holdView(bool on);                // as it is, while something beside the canvas takes room from it
    void revealNode(const QString& id);
    void keepInSight();                          // all, where no card is in sight
    void setTaken(const QVector<QRect>& taken);  // where other things lie over it: no error card there
    void setMinimapVisible(bool visible);
    bool minimapVisible() const;
    void setWheelPans(bool pans);           // the wheel pans and Ctrl+wheel zooms; off: the wheel zooms
    void renameInPlace(const QString& id);  // F2: a line edit over the name

    // For tests and tools: where things are, in widget coordinates.
    QPoint nodeCenter(const QString& id) const;
    QPoint inputPort(const QString& id, int port) const;
    QPoint outputPort(const QString& id) const;
    QPointF toScene(const QPoint& widgetPoint) const;
    QRegion cards() const;                 // in view; none where they are too many to stand apart
    QRect errorCard() const;               // in view; empty when there is none
    QRect repairButton(int repair) const;  // on it
    QRect closeButton() const;
    // Where the mouse is over the canvas, in the scene; nothing while it is elsewhere.
    std::optional<QPointF> mouseInScene() const;
    CanvasCore& core() const { return *core_; }  // for the other files of this folder

public slots:
    void openPalette(const QPoint& at = {});  // a fuzzy search at the cursor
    void openPaletteAfterSelection();         // the same; the new layer is wired to the selected ones, if there are any
    void connectSelection();                  // several; or takes a wire from the one in hand, for arrows and Enter
    void disconnectSelection();               // the wires of the one, or those between several
    void makeFirstRepair();                   // of what is wrong with the selected layer, or with one in view

signals:
    void selectionChanged();
    void zoomChanged(double zoom);
    void searchShown(bool shown);  // the search for a layer to create
    // Intentions. Scene coordinates; `connectTo` etc. are empty where they do not apply.
    void createRequested(const QString& type, QPointF at, const QString& connectFrom, const QString& connectTo,
                         int connectPort);
    void appendRequested(const QString& type, const QStringList& after);            // wired to these, top first
    void insertRequested(const QString& type, const CanvasLink& into);              // dropped on a wire
    void spliceRequested(const QString& node, QPointF by, const CanvasLink& into);  // a node moved onto a wire
    void connectRequested(const QString& from, const QString& to, int port);
    void connectAllRequested(const QStringList& nodes);  // each to the next, or all to a merge; top first
    void disconnectRequested(const QVector<CanvasLink>& links);
    void reconnectRequested(const CanvasLink& old, const QString& to, int port);  // a wire's end was moved
    // When the drag ends. goesOn: one more step of a nudge whose key is held down.
    void moveRequested(const QStringList& ids, QPointF by, bool goesOn);
    void renameRequested(const QString& id, const QString& name);
    void repairRequested(const QString& node, int repair);  // a button on an error card
    void openRequested(const QString& node);                // double-click: to its properties
    void filesDropped(const QStringList& paths);
    void contextMenuRequested(const QPoint& globalPos, const QString& node);

private:
    std::unique_ptr<CanvasCore> core_;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void keyReleaseEvent(QKeyEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dragMoveEvent(QDragMoveEvent*) override;
    void dragLeaveEvent(QDragLeaveEvent*) override;
    void dropEvent(QDropEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void leaveEvent(QEvent*) override;
};

}  // namespace tl
