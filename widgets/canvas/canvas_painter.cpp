// What is seen on the canvas, from the ground up: dots, wires, labels, nodes and their ports, the wire in hand, the
// drop preview, and over all the error card and the minimap. Only what is in view is painted.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/canvas_impl.h"
#include "widgets/canvas/node_painter.h"
#include "widgets/theme/theme.h"

namespace tl {

void NodeCanvas::Impl::paint(QPainter& painter) {
    const auto& theme = Theme::instance();
    painter.fillRect(canvas.rect(), theme.color(Token::Bg0));
    if (scene.nodes().isEmpty() && !ghost) {
        paintGrid(painter);
        paintEmpty(painter);
        paintOverlays(painter);
        return;
    }
    paintGrid(painter);
    NodePainter nodes(view.zoom, canvas.devicePixelRatioF());
    const bool full = nodes.detail() == Detail::Full;
    painter.setRenderHint(QPainter::Antialiasing, nodes.detail() != Detail::Block);
    const QRectF visible = view.toScene(QRectF(canvas.rect())).adjusted(-16, -16, 16, 16);
    painter.save();
    painter.translate(view.offset);
    painter.scale(view.zoom, view.zoom);
    paintWires(painter, visible, nodes.detail() != Detail::Block);
    if (full) paintLabels(painter, visible);
    paintNodes(painter, nodes, visible);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHand(painter);
    paintGhost(painter);
    painter.restore();
    painter.setRenderHint(QPainter::Antialiasing);
    paintOverlays(painter);
}

void NodeCanvas::Impl::paintGrid(QPainter& painter) {
    // Steps of 24, doubled until the dots stand at least 16 px apart.
    double step = 24;
    while (step * view.zoom < 16) step *= 2;
    const QRectF visible = view.toScene(QRectF(canvas.rect()));
    QVector<QPointF> dots;
    for (double y = std::floor(visible.top() / step) * step; y < visible.bottom(); y += step)
        for (double x = std::floor(visible.left() / step) * step; x < visible.right(); x += step) {
            const QPointF p = view.toWidget({x, y});
            dots.push_back({std::floor(p.x()) + 0.5, std::floor(p.y()) + 0.5});
        }
    const auto& theme = Theme::instance();
    painter.setPen(QPen(Theme::mix(theme.color(Token::Faint), theme.color(Token::Bg0), theme.dark() ? 0.42 : 0.4), 1));
    painter.drawPoints(dots.constData(), int(dots.size()));
}

void NodeCanvas::Impl::paintWires(QPainter& painter, const QRectF& visible, bool full) {
    const auto& theme = Theme::instance();
    const QColor plain = Theme::mix(theme.color(Token::Muted), theme.color(Token::Bg0), 0.72);
    const double width = std::max(1.6, 1.0 / view.zoom);
    painter.setBrush(Qt::NoBrush);
    for (int w = 0; w < scene.wires().size(); ++w) {
        const auto& item = scene.wires()[w];
        if (!item.bounds.adjusted(-2, -2, 2, 2).intersects(visible) || (takenWire && *takenWire == item.data)) continue;
        const bool chosen = selectedWires.contains(item.data);
        const bool target = w == spliceWire || w == ghostWire;
        QPen pen(plain, width);
        if (item.data.wrong) {
            pen.setColor(theme.color(Token::Bad));
            pen.setDashPattern({3.5, 2.5});
        }
        if (w == hoverWire && !item.data.wrong) pen.setColor(theme.color(Token::Text));
        if (chosen || target) {
            if (!item.data.wrong) pen.setColor(theme.color(Token::Accent));
            pen.setWidthF(width * (target ? 2 : 1.5));
        }
        painter.setPen(pen);
        if (full)
            painter.drawPath(item.path);
        else
            painter.drawLine(item.wire.from, item.wire.to);
    }
}

void NodeCanvas::Impl::paintLabels(QPainter& painter, const QRectF& visible) {
    const auto& theme = Theme::instance();
    const QFont font = theme.mono(11);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    for (const auto& item : scene.wires()) {
        if (!item.labelled || (takenWire && *takenWire == item.data)) continue;
        const QPointF middle = item.wire.at(0.5);
        if (!visible.contains(middle) || item.wire.to.y() - item.wire.from.y() < 24) continue;
        const double width = metrics.horizontalAdvance(item.data.label), height = 16;
        // Beside a straight wire, on a curved one.
        const QRectF box = item.wire.straight()
                               ? QRectF(middle.x() + 10, middle.y() - height / 2, width + 6, height)
                               : QRectF(middle.x() - width / 2 - 3, middle.y() - height / 2, width + 6, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::Bg0));
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(item.data.wrong ? theme.color(Token::Bad) : theme.color(Token::Muted));
        painter.drawText(box, Qt::AlignCenter, item.data.label);
    }
}

void NodeCanvas::Impl::paintNodes(QPainter& painter, NodePainter& nodes, const QRectF& visible) {
    const auto& theme = Theme::instance();
    for (const bool raised : {false, true})
        for (int i = 0; i < scene.nodes().size(); ++i) {
            const auto& item = scene.node(i);
            const bool chosen = selected.contains(item.data.id);
            if (chosen != raised || !item.rect.intersects(visible)) continue;
            nodes.paint(painter, item, {chosen, i == hoverNode, false});
            if (nodes.detail() != Detail::Block) paintPorts(painter, nodes, i);
            if (!item.data.error.isEmpty() && nodes.detail() == Detail::Full)
                nodes.paintBadge(painter, item.rect.topRight() + QPointF(-4, 3),
                                 theme.color(item.data.warning ? Token::Warn : Token::Bad));
        }
}

void NodeCanvas::Impl::paintPorts(QPainter& painter, NodePainter& nodes, int node) {
    const bool wiring = mode == Mode::Wire;
    const auto& data = scene.node(node).data;
    const auto one = [&](PortRef port) {
        const bool free = !port.isOutput() && port.port >= data.inputs;
        // The place for one more input shows when it can be used.
        if (free && !wiring && hoverNode != node && !selected.contains(data.id)) return;
        const bool own = wiring && port == anchor;
        const bool dimmed = wiring && !own && (port.isOutput() == anchor.isOutput() || !refusal(port).isEmpty());
        nodes.paintPort(painter, scene.portPosition(port), own || (port == hoverPort && !dimmed), dimmed, free);
    };
    for (int p = 0; p < scene.portCount(node); ++p) one({node, p});
    if (data.hasOutput) one({node, -1});
}

void NodeCanvas::Impl::paintHand(QPainter& painter) {
    const bool waiting = palette->isVisible() && !paletteNode.isEmpty();
    if (mode != Mode::Wire && !waiting) return;
    const auto& theme = Theme::instance();
    const PortRef from = waiting ? PortRef{scene.index(paletteNode), paletteAnchor.port} : anchor;
    if (!from.valid()) return;
    QPointF end = waiting ? paletteAt : view.toScene(lastAt);
    QColor color = theme.color(Token::Accent);
    if (!waiting && hoverPort.valid()) {
        if (refusal(hoverPort).isEmpty())
            end = scene.portPosition(hoverPort);
        else
            color = theme.color(Token::Bad);
    }
    const QPointF start = scene.portPosition(from);
    painter.setPen(QPen(color, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath((from.isOutput() ? Wire::between(start, end) : Wire::between(end, start)).path());
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(end, 3.5, 3.5);
}

void NodeCanvas::Impl::paintGhost(QPainter& painter) {
    if (!ghost) return;
    const auto& theme = Theme::instance();
    const QPointF at = snapped(ghostAt - QPointF(kNodeWidth / 2.0, kNodeHeight / 2.0));
    const QRectF rect(at, QSizeF(kNodeWidth, kNodeHeight));
    const QColor category = theme.category(ghost->category);
    painter.save();
    painter.setOpacity(0.85);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5, Qt::DashLine));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(rect, Theme::kCardRadius, Theme::kCardRadius);
    painter.fillRect(QRectF(rect.left(), rect.top() + 6, 4, rect.height() - 12), category);
    painter.drawPixmap(QRectF(rect.left() + 13, rect.top() + 15, 15, 15), theme.pixmap(ghost->icon, 15, category, 2),
                       QRectF(0, 0, 30, 30));
    painter.setFont(theme.font(13, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(rect.adjusted(34, 0, -8, 0), Qt::AlignVCenter, ghost->title);
    painter.restore();
}

void NodeCanvas::Impl::layOutCard() {
    card.clear();
    if (view.zoom < 0.3 || mode == Mode::MoveNodes) return;
    // The selected node's, else the first one in view: one card at a time keeps the canvas calm.
    const QRectF room(canvas.rect());
    int shown = -1;
    for (int i = 0; i < scene.nodes().size(); ++i) {
        const auto& data = scene.node(i).data;
        if (data.error.isEmpty() || !room.intersects(view.toWidget(scene.node(i).rect))) continue;
        if (selected.size() == 1 && selected.contains(data.id)) {
            shown = i;
            break;
        }
        if (shown < 0 && !data.warning) shown = i;
    }
    if (shown < 0) return;
    QVector<QRectF> obstacles{minimap.rect(size())};
    for (const auto& item : scene.nodes())
        if (const QRectF rect = view.toWidget(item.rect).adjusted(-6, -6, 6, 6); rect.intersects(room))
            obstacles.push_back(rect);
    card.layOut(scene.node(shown).data, view.toWidget(scene.node(shown).rect), room, obstacles);
}

void NodeCanvas::Impl::paintOverlays(QPainter& painter) {
    const auto& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    if (mode != Mode::Wire && mode != Mode::Box) {
        layOutCard();
        card.paint(painter, hoverButton, pressedButton);
    }
    if (mode == Mode::Box && (lastAt - pressedAt).manhattanLength() > kDragDistance) {
        QColor tint = theme.color(Token::Accent);
        painter.setPen(QPen(tint, 1));
        tint.setAlphaF(0.1);
        painter.setBrush(tint);
        painter.drawRect(QRectF(pressedAt, lastAt).normalized().adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (!scene.nodes().isEmpty()) minimap.paint(painter, scene, view, size());
    if (mode == Mode::Wire && hoverPort.valid() && !refusal(hoverPort).isEmpty())
        paintBubble(painter, refusal(hoverPort), lastAt, Token::Bad);
    else if (!noticeText.isEmpty())
        paintBubble(painter, noticeText, noticeAt, Token::Bad);
    if (canvas.hasFocus() && focusByKey) {
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(canvas.rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void NodeCanvas::Impl::paintBubble(QPainter& painter, const QString& text, QPointF at, Token tone) {
    const auto& theme = Theme::instance();
    const QFont font = theme.font(12);
    const QSizeF textSize = QFontMetricsF(font).boundingRect(QRectF(0, 0, 280, 400), Qt::TextWordWrap, text).size();
    QRectF box(at + QPointF(14, 16), textSize + QSizeF(34, 12));
    box.moveLeft(std::min(box.left(), canvas.width() - box.width() - 8));
    box.moveTop(std::min(box.top(), canvas.height() - box.height() - 8));
    painter.setPen(QPen(Theme::mix(theme.color(tone), theme.color(Token::Bg1), 0.6), 1));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(box, Theme::kRadius, Theme::kRadius);
    painter.drawPixmap(QPointF(box.left() + 8, box.top() + 8),
                       theme.pixmap(QStringLiteral("slash-circle"), 12, theme.color(tone), canvas.devicePixelRatioF()));
    painter.setFont(font);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(box.adjusted(26, 6, -6, -6), Qt::TextWordWrap, text);
}

void NodeCanvas::Impl::paintEmpty(QPainter& painter) {
    if (emptyTitle.isEmpty() && emptyHint.isEmpty()) return;
    const auto& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all(canvas.rect());
    const double width = std::min(420.0, all.width() - 32);
    const QRectF column(all.center().x() - width / 2, all.center().y() - 60, width, 160);
    painter.drawPixmap(
        QPointF(all.center().x() - 16, column.top()),
        theme.pixmap(QStringLiteral("diagram-2"), 32, theme.color(Token::Faint), canvas.devicePixelRatioF()));
    painter.setFont(theme.font(15, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(column.adjusted(0, 44, 0, 0), Qt::AlignHCenter | Qt::TextWordWrap, emptyTitle);
    painter.setFont(theme.font(13));
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(column.adjusted(0, 70, 0, 0), Qt::AlignHCenter | Qt::TextWordWrap, emptyHint);
}

}  // namespace tl
