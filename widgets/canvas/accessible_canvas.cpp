// Children are made when somebody asks for them, and kept by id: a card stays the same object for a screen reader
// however the network changes around it.
#include "widgets/canvas/accessible_canvas.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QRegularExpression>

#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/tools/wire_tool.h"

namespace tl {

namespace {

class AccessibleCanvas;

// What cards and ports have in common: no QObject of their own, a place on the canvas, a press.
class AccessibleItem : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    explicit AccessibleItem(NodeCanvas* canvas, const QString& id) : canvas_(canvas), id_(id) {}
    bool isValid() const override { return canvas_ && index() >= 0; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return canvas_ ? canvas_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < childCount(); ++i)
            if (QAccessibleInterface* one = child(i); one->rect().contains(x, y)) return one;
        return nullptr;
    }
    void setText(QAccessible::Text, const QString&) override {}
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

protected:
    CanvasCore& core() const { return canvas_->core(); }
    int index() const {
        core().ensureLoaded();
        return core().scene.index(id_);
    }
    QRect onScreen(const QRectF& scene) const {
        const QRect there = core().view.toWidget(scene).toAlignedRect();
        return {canvas_->mapToGlobal(there.topLeft()), there.size()};
    }
    QPointer<NodeCanvas> canvas_;
    QString id_;
};

class AccessiblePort : public AccessibleItem {
public:
    AccessiblePort(NodeCanvas* canvas, const QString& id, QAccessible::Id card, int port)
        : AccessibleItem(canvas, id), card_(card), port_(port) {}
    QAccessibleInterface* parent() const override { return QAccessible::accessibleInterface(card_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Button; }
    QAccessible::State state() const override { return {}; }
    QRect rect() const override {
        if (!isValid()) return {};
        const QPointF at = core().scene.portPosition({index(), port_});
        return onScreen(QRectF(at - QPointF(6, 6), QSizeF(12, 12)));
    }
    QString text(QAccessible::Text what) const override {
        if (!isValid() || (what != QAccessible::Name && what != QAccessible::Description)) return {};
        const auto& scene = core().scene;
        QStringList ends;
        for (const int w : scene.wiresAt({index(), port_}))
            ends << (port_ < 0 ? scene.wires()[w].data.to : scene.wires()[w].data.from);
        QString list = ends.join(QStringLiteral(", "));
        if (what == QAccessible::Description) return list;
        if (port_ < 0)
            return ends.isEmpty() ? NodeCanvas::tr("output, not connected") : NodeCanvas::tr("output, to %1").arg(list);
        return ends.isEmpty() ? NodeCanvas::tr("input %1, not connected").arg(port_ + 1)
                              : NodeCanvas::tr("input %1, from %2").arg(QString::number(port_ + 1), list);
    }
    void doAction(const QString& action) override {
        if (!isValid() || action != pressAction()) return;
        canvas_->setFocus(Qt::OtherFocusReason);
        core().take(WireTool::byKeys(core(), {index(), port_}));
    }

private:
    QAccessible::Id card_;
    int port_;
};

class AccessibleCard : public AccessibleItem {
public:
    using AccessibleItem::AccessibleItem;
    ~AccessibleCard() override {
        for (const QAccessible::Id port : ports_) QAccessible::deleteAccessibleInterface(port);
    }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(canvas_); }
    int childCount() const override {
        if (!isValid()) return 0;
        return core().scene.portCount(index()) + (core().scene.node(index()).data.hasOutput ? 1 : 0);
    }
    QAccessibleInterface* child(int i) const override {
        if (i < 0 || i >= childCount()) return nullptr;
        const int port = i < core().scene.portCount(index()) ? i : -1;
        QAccessible::Id& known = ports_[port];
        if (!known) {
            auto* self = const_cast<AccessibleCard*>(this);
            known = QAccessible::registerAccessibleInterface(
                new AccessiblePort(canvas_, id_, QAccessible::uniqueId(self), port));
        }
        return QAccessible::accessibleInterface(known);
    }
    int indexOfChild(const QAccessibleInterface* one) const override {
        for (int i = 0; i < childCount(); ++i)
            if (child(i) == one) return i;
        return -1;
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = state.selectable = state.movable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.selected = core().selected.contains(id_);
        state.focused = canvas_->hasFocus() && core().current == id_;
        state.offscreen = !QRectF(canvas_->rect()).intersects(core().view.toWidget(core().scene.node(index()).rect));
        return state;
    }
    QRect rect() const override { return isValid() ? onScreen(core().scene.node(index()).rect) : QRect(); }
    QString text(QAccessible::Text what) const override {
        if (!isValid()) return {};
        const CanvasNode& data = core().scene.node(index()).data;
        if (what == QAccessible::Description)
            return (QStringList{data.summary} + data.repairs)
                .filter(QRegularExpression(QStringLiteral(".")))
                .join(QStringLiteral(", "));
        if (what != QAccessible::Name) return {};
        QStringList words{data.id, data.typeName};
        if (!data.output.isEmpty()) words << data.output;
        if (data.bypassed) words << NodeCanvas::tr("bypassed");
        if (data.frozen) words << NodeCanvas::tr("weights frozen");
        if (!data.error.isEmpty())
            words << (data.warning ? NodeCanvas::tr("warning: %1") : NodeCanvas::tr("error: %1")).arg(data.error);
        return words.join(QStringLiteral(", "));
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override {
        if (!isValid()) return;
        core().choose(index());
        core().reveal(index());
        if (action == setFocusAction()) canvas_->setFocus(Qt::OtherFocusReason);
        if (action == pressAction()) emit canvas_->openRequested(id_);
    }

private:
    mutable QHash<int, QAccessible::Id> ports_;
};

class AccessibleCanvas : public QAccessibleWidget {
public:
    explicit AccessibleCanvas(NodeCanvas* canvas) : QAccessibleWidget(canvas, QAccessible::List), canvas_(canvas) {}
    ~AccessibleCanvas() override {
        for (const QAccessible::Id card : cards_) QAccessible::deleteAccessibleInterface(card);
    }
    int childCount() const override { return int(nodes().size()); }
    QAccessibleInterface* child(int i) const override {
        if (i < 0 || i >= childCount()) return nullptr;
        if (cards_.size() > 2 * nodes().size() + 64) forgetTheGone();
        const QString& id = nodes()[i].data.id;
        QAccessible::Id& known = cards_[id];
        if (!known) known = QAccessible::registerAccessibleInterface(new AccessibleCard(canvas_, id));
        return QAccessible::accessibleInterface(known);
    }
    int indexOfChild(const QAccessibleInterface* one) const override {
        for (auto card = cards_.cbegin(); card != cards_.cend(); ++card)
            if (QAccessible::accessibleInterface(*card) == one) return core().scene.index(card.key());
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint at = canvas_->mapFromGlobal(QPoint(x, y));
        if (!canvas_->rect().contains(at)) return nullptr;
        return child(core().scene.nodeAt(core().view.toScene(QPointF(at))));
    }
    QAccessibleInterface* focusChild() const override {
        return canvas_->hasFocus() ? child(core().scene.index(core().current)) : nullptr;
    }

private:
    CanvasCore& core() const { return canvas_->core(); }
    const QVector<NodeItem>& nodes() const {
        core().ensureLoaded();
        return core().scene.nodes();
    }
    void forgetTheGone() const {
        cards_.removeIf([this](auto card) {
            if (core().scene.index(card.key()) >= 0) return false;
            QAccessible::deleteAccessibleInterface(*card);
            return true;
        });
    }
    NodeCanvas* canvas_;
    mutable QHash<QString, QAccessible::Id> cards_;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* canvas = qobject_cast<NodeCanvas*>(object);
    return canvas ? new AccessibleCanvas(canvas) : nullptr;
}

}  // namespace

void installAccessibleCanvas() {
    static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(once);
}

void announceCurrent(NodeCanvas& canvas, int node) {
    if (node < 0) return;
    const auto& data = canvas.core().scene.node(node).data;
    canvas.setAccessibleDescription(QStringList{data.id, data.typeName, data.summary, data.error}
                                        .filter(QRegularExpression(QStringLiteral(".")))
                                        .join(QStringLiteral(", ")));
    for (const auto type : {QAccessible::Selection, QAccessible::Focus}) {
        QAccessibleEvent event(&canvas, type);
        event.setChild(node);
        QAccessible::updateAccessibility(&event);
    }
}

}  // namespace tl
