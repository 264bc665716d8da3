// The node editor's view: zoomable, pannable, paints nodes and wires of a GraphModel and emits what the person
// wants done. It changes nothing but its own selection and view. See UX of node editors in docs/architecture.md.
#pragma once

#include <QPointF>
#include <QSet>
#include <QStringList>
#include <QWidget>
#include <memory>

#include "widgets/canvas/graph_model.h"

namespace tl {

struct LayerEntry {  // for the search palette at the cursor and for drops
    QString type, title, category, icon, help;
    bool hasInput = true, hasOutput = true;  // the palette filters by them when a wire is dropped on empty canvas
};

class NodeCanvas : public QWidget {
    Q_OBJECT
public:
    static constexpr int kNodeWidth = 200, kNodeHeight = 46;
    static constexpr const char* kLayerMime = "application/x-tensorloom-layer";  // drag data: the type id

    explicit NodeCanvas(QWidget* parent = nullptr);
    ~NodeCanvas() override;

    void setModel(GraphModel* model);
    void setLayers(const QVector<LayerEntry>& layers);  // what can be created
    void setEmptyText(const QString& title, const QString& hint);

    QStringList selectedNodes() const;
    QVector<CanvasLink> selectedLinks() const;
    void select(const QStringList& nodes);
    QString currentNode() const;  // the one selected node, or empty
    double zoom() const;
    void setZoom(double zoom);             // about the view's centre
    void frame(const QStringList& nodes);  // empty = all
    void showStart();                      // a first look: all, or the top where all would be too small to read
    void revealNode(const QString& id);
    void setMinimapVisible(bool visible);
    bool minimapVisible() const;
    void setWheelPans(bool pans);           // the wheel pans and Ctrl+wheel zooms; off: the wheel zooms
    void renameInPlace(const QString& id);  // F2: a line edit over the name

    // For tests and tools: where things are, in widget coordinates.
    QPoint nodeCenter(const QString& id) const;
    QPoint inputPort(const QString& id, int port) const;
    QPoint outputPort(const QString& id) const;
    QPointF toScene(const QPoint& widgetPoint) const;
    QRect repairButton(int repair) const;  // on the error card in view; empty when there is none

public slots:
    void openPalette(const QPoint& at = {});  // Tab: fuzzy search palette

signals:
    void selectionChanged();
    void zoomChanged(double zoom);
    // Intentions. Scene coordinates; `linkTo` etc. are empty where they do not apply.
    void createRequested(const QString& type, QPointF at, const QString& connectFrom, const QString& connectTo,
                         int connectPort);
    void insertRequested(const QString& type, QPointF at, const CanvasLink& into);  // dropped on a wire
    void spliceRequested(const QString& node, QPointF by, const CanvasLink& into);  // a node moved onto a wire
    void connectRequested(const QString& from, const QString& to, int port);
    void disconnectRequested(const QVector<CanvasLink>& links);
    void reconnectRequested(const CanvasLink& old, const QString& to, int port);  // a wire's end was moved
    void moveRequested(const QStringList& ids, QPointF by);                       // when the drag ends
    void deleteRequested(const QStringList& nodes, const QVector<CanvasLink>& links, bool reconnect);
    void renameRequested(const QString& id, const QString& name);
    void copyRequested();
    void cutRequested();
    void pasteRequested(QPointF at);
    void duplicateRequested();
    void repairRequested(const QString& node, int repair);  // a button on an error card
    void activated(const QString& node);                    // double-click
    void filesDropped(const QStringList& paths, QPointF at);
    void contextMenuRequested(const QPoint& globalPos, const QString& node);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
    friend class Impl;
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
