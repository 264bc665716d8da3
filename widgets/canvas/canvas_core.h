// The inside of NodeCanvas: the model's scene, the selection, the view, and whichever tool is in hand. The canvas hands
// its events here; the painter and the tools read it. Nobody outside of widgets/canvas includes this header.
#pragma once

#include <QBasicTimer>
#include <QHash>
#include <QPointer>
#include <memory>
#include <optional>

#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/error_card.h"
#include "widgets/canvas/layer_drop.h"
#include "widgets/canvas/minimap.h"
#include "widgets/canvas/name_edit.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/canvas/tools/canvas_tool.h"
#include "widgets/canvas/view_transform.h"

namespace tl {

class CanvasCore : public QObject {
public:
    static constexpr double kSnap = 8;          // nodes rest on a grid of 8
    static constexpr double kDragDistance = 4;  // widget pixels before a press becomes a drag

    explicit CanvasCore(NodeCanvas& canvas);
    ~CanvasCore() override;

    // --- model and selection
    void setModel(GraphModel* model);
    void ensureLoaded() const;
    void setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links = {});
    void choose(int node);  // alone, and the keyboard goes on from it
    QStringList selectedInOrder() const;
    QStringList selectedFromTheTop() const;
    void setCurrent(const QString& id);  // where the keyboard is; screen readers hear of it
    void announce(const QString& text);  // to screen readers
    // The node that way from this one: along a wire where one leads there, else the nearest. -1 = none.
    int neighbour(int node, Qt::Key arrow) const;

    // --- view
    QSizeF size() const { return canvas.size(); }
    QPointF middle() const { return {canvas.width() / 2.0, canvas.height() / 2.0}; }
    void setView(const ViewTransform& view);
    void followTextSize();  // 100 % is as large as letters are
    void frameAll();
    void frame(const QRectF& rect, const QRectF& room, double maxZoom);
    void showStart();  // the first look: all, or the top at a readable size
    void reveal(int node);
    static QPointF snapped(QPointF scene);
    double portRadius() const;
    QRect areaOf(int node) const;                  // in the widget: its card and all that is drawn around it
    void notice(const QString& text, QPointF at);  // a sentence near the cursor, for a moment

    // --- palette, names, error card
    // from: what the new layer is wired to; after: what it is to follow.
    void openPalette(QPointF widgetPoint, PortRef from, const QStringList& after = {});
    void openPaletteAfterSelection(QPointF widgetPoint);
    // The middle of a card that follows none: at the mouse, else below the last one in view; beside a card
    // that stands there.
    QPointF placeOfItsOwn() const;
    void startRename(const QString& id);
    void layOutCard();
    void setTaken(const QVector<QRect>& taken);  // by others, see NodeCanvas
    bool dismissCard();                          // whether there was one

    // --- mouse (canvas_mouse.cpp)
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void doubleClick(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void contextMenu(QContextMenuEvent* event);
    void hover(QPointF widget);
    void leave();
    void updateCursor();
    void take(std::unique_ptr<CanvasTool> tool);
    void cancel();  // whatever is in hand, without a trace

    // --- keys (canvas_keys.cpp)
    bool key(QKeyEvent* event);
    void connectSelection();
    void disconnectSelection();
    void makeFirstRepair();

    NodeCanvas& canvas;
    QPointer<GraphModel> model;
    mutable CanvasScene scene;
    ViewTransform view;
    bool viewTouched = false;  // a person panned, zoomed or dropped something; before that the view fits itself
    bool viewHeld = false;     // it does not follow the canvas's size
    bool fitAll = false;       // while untouched: all was asked for, rather than a readable start
    bool wheelPans = false;
    QVector<LayerEntry> layers;
    QString emptyTitle, emptyHint;
    QRectF emptyColumn() const;   // for what an empty canvas says
    QRect emptyHintRect() const;  // of its lines

    QSet<QString> selected;
    QVector<CanvasLink> selectedWires;
    QString current;

    std::unique_ptr<CanvasTool> tool;
    bool focusByKey = false;       // then the canvas shows that the keys go to it
    QPointF lastAt;                // widget
    std::optional<QPointF> mouse;  // widget; where the mouse is while it is over the canvas
    Qt::KeyboardModifiers lastModifiers;
    bool spaceDown = false;
    struct Hover {
        int node = -1, wire = -1, cardButton = -1;
        PortRef port;
        friend bool operator==(const Hover&, const Hover&) = default;
    } hovered;

    ErrorCard card;
    QHash<QString, QString> dismissed;  // node -> the error whose card was closed
    Minimap minimap;
    SearchPalette* palette;
    QPointF paletteAt;         // scene
    int palettePort = -1;      // of paletteNode
    QString paletteNode;       // its id, as indices may change while it is open
    QStringList paletteAfter;  // the layers that the new one is to follow
    NameEdit* names;
    LayerDrop drop;
    QString noticeText;
    QPointF noticeAt;

private:
    void structureChanged();
    void nodeChanged(const QString& id);
    void takeIn();
    void linksChanged();
    void prune();
    void chosen(const QString& type);
    void panAtEdge();
    void timerEvent(QTimerEvent* event) override;
    void walk(Qt::Key arrow, bool extend);

    mutable bool stale_ = true;
    mutable QSet<QString> staleNodes_;
    mutable bool staleLinks_ = false;
    QVector<QRect> taken_;
    quint64 cardRevision_ = ~quint64{0};
    ViewTransform cardView_;
    QString cardFor_;
    QSizeF cardRoom_;
    QBasicTimer noticeTimer_, panTimer_;
};

}  // namespace tl
