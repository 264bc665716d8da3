// The view of a graph: cards in boxes that fold, wires between them, coloured by whatever is measured. Nothing is
// edited here. Layouts are made off the window's thread; a newer one stops the older, and the item that was folded
// stays where it is on the screen.
#pragma once

#include <QHash>
#include <QPointF>
#include <QSet>
#include <QStaticText>
#include <QThreadPool>
#include <QWidget>
#include <memory>
#include <optional>
#include <stop_token>

#include "widgets/canvas/grid_index.h"
#include "widgets/canvas/view_transform.h"
#include "widgets/graph/graph_layout.h"

namespace tl {

class GraphCanvas : public QWidget {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    // Folded as the boxes say. With `like`, boxes of the same names stay as they are, and so do view and pick.
    void setContent(GraphContentPtr content, bool like = false);
    const GraphContentPtr& content() const { return content_; }
    void setTints(QVector<GraphTint> cards, QVector<GraphTint> boxes);  // one for each, or none

    GraphItem pick() const { return pick_; }
    void setPick(GraphItem item);
    void setMarked(const QSet<int>& cards);   // outlined beside the pick: the other ops of a layer
    void setMatches(const QSet<int>& cards);  // of a search: the rest is dimmed; empty = no search
    // Cards with a breakpoint, with one that is switched off, and the one at which something stands (-1: none); a
    // folded box bears the marks of what is in it.
    void setStops(const QSet<int>& on, const QSet<int>& off, int standing);
    void bringIntoView(GraphItem item);  // moves as little as it takes
    void reveal(GraphItem item);         // unfolds what it is in, picks it and brings it to the middle

    bool isOpen(int box) const { return box < int(open_.size()) && open_[size_t(box)]; }
    void setOpen(int box, bool open);
    void openAll(bool open);

    double zoom() const { return view_.zoom; }
    void setZoom(double zoom);                    // about the middle
    void fit();                                   // all of it
    void setCovered(int top) { covered_ = top; }  // px at its top that lie under something: a fitted view begins below
    void frame();                                 // what is picked, at 100 % in the middle
    void holdView(bool on);                       // as it is, while something beside the canvas takes room from it
    bool minimapVisible() const { return minimap_; }
    void setMinimapVisible(bool visible);

    bool busy() const { return pending_; }  // a layout is being made
    const GraphLayout& layoutNow() const { return layout_; }
    QRect itemRect(GraphItem item) const;  // in the widget; empty where not seen
    GraphItem itemAt(const QPointF& widget) const;
    QString sentence(GraphItem item) const;  // what is told of it: to screen readers and in the tool tip

    // The whole picture by the ending of its name: .svg or .png. Recorded at once; a pool's thread paints and writes,
    // and saved() follows.
    void saveAs(const QString& path);

signals:
    void pickChanged(GraphItem item);
    void activated(GraphItem item);  // double click or Return on a card
    void layoutChanged();
    void zoomChanged(double zoom);
    void saved(const QString& path, const QString& error);  // error: empty, or a sentence
    void contextMenuRequested(const QPoint& global, GraphItem item);

private:
    friend class GraphPainter;
    struct Texts {
        QStaticText title, detail, note;
        double noteWidth = 0;
        bool ready = false;
    };
    void layOutSoon(GraphItem anchor);
    void fitReadably();  // all, or the top where all would be too small to read
    void take(GraphLayout layout, GraphItem anchor, quint64 number);
    void index();
    void placeStops();
    const Texts& textsOf(GraphItem item) const;
    void pickByKey(GraphItem item);
    GraphItem along(int key) const;  // the item that an arrow leads to from the pick
    void up();
    void toggle(int box);
    QRectF minimapRect() const;
    QPointF sceneAtMinimap(const QPointF& widget) const;
    void paintMinimap(QPainter& painter) const;
    double lowestZoom() const;

    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

    GraphContentPtr content_ = std::make_shared<GraphContent>();
    std::vector<bool> open_;
    GraphLayout layout_;
    GridIndex itemIndex_, pieceIndex_;
    std::vector<int> labels_;  // by piece: the wire whose words stand at its start; -1 = none
    double mostBytes_ = 1;
    QVector<GraphTint> cardTints_, boxTints_;
    mutable std::vector<Texts> texts_;

    ViewTransform view_;
    int covered_ = 0;
    bool fitted_ = true;  // the view follows the graph until a person moves it
    bool held_ = false;   // but not the canvas's size
    GraphItem pick_ = kNoItem;
    QSet<int> marked_, matches_;
    enum class Stop { None, Off, On };
    QSet<int> stopsOn_, stopsOff_;
    int standing_ = -1;
    QHash<GraphItem, Stop> stops_;  // as they are seen now
    GraphItem standingItem_ = kNoItem;
    std::vector<bool> bright_;  // by slot, while something is picked
    bool keyboard_ = false, minimap_ = true;
    std::optional<QPointF> drag_;  // where the mouse was
    bool dragging_ = false, onMap_ = false;
    GraphItem wanted_ = kNoItem;  // to be shown once it is laid out
    mutable QPixmap map_;

    QThreadPool pool_;
    std::stop_source stop_;
    quint64 number_ = 0;
    bool pending_ = false;
};

}  // namespace tl
