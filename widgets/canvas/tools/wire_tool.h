// A wire in hand: dragged from a port, taken off its end, or taken by a click or by the key C and put down by the next
// one. It knows where it may end and why not: the model is asked once for each port that comes into view. Dropped on
// empty canvas it asks for a new layer.
#pragma once

#include <QHash>
#include <optional>

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class WireTool : public CanvasTool {
public:
    static std::unique_ptr<WireTool> fromPort(CanvasCore& core, PortRef port, QPointF at);
    static std::unique_ptr<WireTool> fromWire(CanvasCore& core, int wire, QPointF at);
    static std::unique_ptr<WireTool> byKeys(CanvasCore& core, PortRef port);
    WireTool(CanvasCore& core, PortRef anchor, QPointF at) : CanvasTool(core), anchor_(anchor), pressedAt_(at) {}

    Hand press(QPointF at, Qt::MouseButton button) override;
    void move(QPointF at, Qt::KeyboardModifiers modifiers) override;
    Hand release(QPointF at, Qt::KeyboardModifiers modifiers) override;
    Hand key(QKeyEvent* event, bool* taken) override;
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
    bool pansAtEdge() const override { return inHand_ && !byKeys_; }
    bool showsCard() const override { return !inHand_; }
    int litWire() const override { return displaced(); }
    const CanvasLink* hiddenWire() const override { return taken_ ? &*taken_ : nullptr; }
    PortLook look(PortRef port) const override;
    bool wiring() const override { return inHand_; }
    void paintScene(QPainter& painter) const override;
    void paintOverlay(QPainter& painter) const override;
    QString effect() const;  // of a drop here on the wire that is there, in a few words; empty: none is

private:
    void takeUp();
    void aim(PortRef target);
    PortRef targetAt(QPointF scene) const;         // the port that a wire dropped here would take
    PortRef firstFitting(int node) const;          // of a card that the wire is over
    const QString& refusal(PortRef target) const;  // empty = fits
    int displaced() const;                         // the wire that stands where this one would end; -1 = none
    void drop(QPointF at);

    PortRef anchor_;                   // the fixed end
    int pressedWire_ = -1;             // taken when the drag begins
    std::optional<CanvasLink> taken_;  // the wire that was taken off its end
    QPointF pressedAt_;
    bool inHand_ = false, byClick_ = false, byKeys_ = false;
    PortRef target_;
    mutable QHash<qint64, QString> refusals_;  // asked once a port
};

}  // namespace tl
