// The inside of NodeCanvas, shared by its few .cpp files: canvas_impl (selection and view),
// canvas_painter (what is seen), interaction and wiring (mouse), keys, drops.
// Nobody else includes this header.
#pragma once

#include <QBasicTimer>
#include <QHash>
#include <QPointer>
#include <optional>

#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/error_card.h"
#include "widgets/canvas/minimap.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/canvas/view_transform.h"
#include "widgets/theme/theme.h"

class QLineEdit;

namespace tl {

class NodePainter;

class NodeCanvas::Impl : public QObject {
public:
    static constexpr double kSnap = 8;          // nodes rest on a grid of 8
    static constexpr double kDragDistance = 4;  // widget pixels before a press becomes a drag

    explicit Impl(NodeCanvas& canvas);

    // --- model and selection (canvas_impl.cpp)
    void setModel(GraphModel* model);
    void ensureLoaded() const;
    void structureChanged();
    void nodeChanged(const QString& id);
    void linksChanged();
    void setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links = {});
    QStringList selectedInOrder() const;
    void prune();
    void describeForScreenReaders();

    // --- view (canvas_impl.cpp)
    QSizeF size() const { return canvas.size(); }
    void setView(const ViewTransform& view);
    void frame(const QRectF& rect, double maxZoom);
    void showStart();  // the first look: all, or the top at a readable size
    QPointF snapped(QPointF scene) const;
    void openPalette(QPointF widgetPoint);
    void startRename(const QString& id);
    void finishRename(bool accept);
    void notice(const QString& text, QPointF at);  // a sentence near the cursor, for a moment

    // --- painting (canvas_painter.cpp)
    void paint(QPainter& painter);
    void paintGrid(QPainter& painter);
    void paintWires(QPainter& painter, const QRectF& visible, bool full);
    void paintLabels(QPainter& painter, const QRectF& visible);
    void paintNodes(QPainter& painter, NodePainter& nodes, const QRectF& visible);
    void paintPorts(QPainter& painter, NodePainter& nodes, int node);
    void paintHand(QPainter& painter);
    void paintGhost(QPainter& painter);
    void paintOverlays(QPainter& painter);
    void paintBubble(QPainter& painter, const QString& text, QPointF at, Token tone);
    void paintEmpty(QPainter& painter);
    void layOutCard();

    // --- mouse (interaction.cpp)
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void doubleClick(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void dragTo(QPointF widget, Qt::KeyboardModifiers modifiers);
    void hover(QPointF widget);
    void updateCursor();
    void cancel();  // whatever is in hand, without a trace
    // the wire in hand (wiring.cpp)
    void takeWire(PortRef anchor, std::optional<CanvasLink> taken, bool byClick);
    void dropWire(QPointF widget);
    PortRef targetAt(QPointF scene) const;  // the port that a wire dropped here would take
    QString refusal(PortRef target) const;  // empty = fits
    void moveSelectionTo(QPointF scene, bool free);
    void dropNodes();
    int wireUnderNode() const;  // for a loose node in hand
    void selectBox(QPointF widget);
    void autoPan();
    double portRadius() const;

    // --- keys (keys.cpp)
    bool key(QKeyEvent* event);
    bool shortcutKey(QKeyEvent* event);
    void nudge(QPointF by);
    void walk(int key);  // Alt + arrow: to the nearest node that way

    // --- drag and drop (drops.cpp)
    void dragEnter(QDragEnterEvent* event);
    void dragMove(QDragMoveEvent* event);
    void dragLeave();
    void drop(QDropEvent* event);

    NodeCanvas& canvas;
    QPointer<GraphModel> model;
    mutable CanvasScene scene;
    mutable bool stale = true;
    ViewTransform view;
    bool viewTouched = false;  // a person panned or zoomed; before that the view fits itself
    bool fitAll = false;       // while untouched: all was asked for, rather than a readable start
    bool wheelPans = false;
    QVector<LayerEntry> layers;
    QString emptyTitle, emptyHint;

    QSet<QString> selected;
    QVector<CanvasLink> selectedWires;

    enum class Mode { Idle, Pan, PressNode, MoveNodes, PressPort, Wire, PressWire, Box, Map, PressCard };
    Mode mode = Mode::Idle;
    bool focusByKey = false;    // then the canvas shows that the keys go to it
    QPointF pressedAt, lastAt;  // widget
    Qt::KeyboardModifiers lastModifiers;
    bool spaceDown = false;
    bool pressedSelected = false;  // the pressed node was in the selection before
    int pressedNode = -1;
    QSet<int> moving;
    QPointF movedBy;  // scene
    int spliceWire = -1;
    QSet<QString> boxBase;

    PortRef anchor;                           // the fixed end of the wire in hand
    std::optional<CanvasLink> takenWire;      // the wire that was taken off its end
    bool wireByClick = false;                 // click-click rather than drag
    mutable QHash<qint64, QString> refusals;  // of ports, for the wire in hand

    int hoverNode = -1, hoverWire = -1, hoverButton = -1, pressedButton = -1;
    PortRef hoverPort;

    ErrorCard card;
    Minimap minimap;
    SearchPalette* palette;
    QPointF paletteAt;  // scene
    PortRef paletteAnchor;
    QString paletteNode;  // its id, as indices may change while it is open
    QPointer<QLineEdit> rename;
    QString renaming;

    std::optional<LayerEntry> ghost;  // a layer that is dragged over the canvas
    QPointF ghostAt;
    int ghostWire = -1;

    QString noticeText;
    QPointF noticeAt;
    QBasicTimer noticeTimer, panTimer;

private:
    void timerEvent(QTimerEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace tl
