// See the header.
#include "widgets/canvas/canvas_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/node_painter.h"
#include "widgets/canvas/tools/card_tool.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kLabelRoom = 240;

class CanvasPainter {
public:
    CanvasPainter(CanvasCore& core, QPainter& painter, const QRect& exposed)
        : core_(core), scene_(core.scene), painter_(painter), nodes_(core.view.zoom, core.canvas.devicePixelRatioF()),
          exposed_(exposed), visible_(core.view.toScene(QRectF(exposed)).adjusted(-20, -20, 20, 20)) {}

    void paint() {
        painter_.fillRect(exposed_, theme_.color(Token::Bg0));
        paintGrid();
        if (scene_.nodes().isEmpty() && !core_.drop.over()) {
            paintEmpty();
        } else {
            const bool block = nodes_.detail() == Detail::Block;
            painter_.setRenderHint(QPainter::Antialiasing, !block);
            painter_.save();
            painter_.translate(core_.view.offset);
            painter_.scale(core_.view.zoom, core_.view.zoom);
            paintWires(!block);
            if (nodes_.detail() == Detail::Full) paintLabels();
            paintNodes();
            painter_.setRenderHint(QPainter::Antialiasing);
            if (core_.tool) core_.tool->paintScene(painter_);
            paintWaitingWire();
            core_.drop.paint(painter_);
            painter_.restore();
        }
        painter_.setRenderHint(QPainter::Antialiasing);
        paintOverlays();
    }

private:
    void paintGrid() {
        // Steps of 24, doubled until the dots stand at least 16 px apart.
        double step = 24;
        while (step * core_.view.zoom < 16) step *= 2;
        const QRectF room = core_.view.toScene(QRectF(exposed_).adjusted(-1, -1, 1, 1));
        QVector<QPointF> dots;
        for (double y = std::floor(room.top() / step) * step; y < room.bottom(); y += step)
            for (double x = std::floor(room.left() / step) * step; x < room.right(); x += step) {
                const QPointF p = core_.view.toWidget(QPointF(x, y));
                dots.push_back({std::floor(p.x()) + 0.5, std::floor(p.y()) + 0.5});
            }
        painter_.setPen(
            QPen(Theme::mix(theme_.color(Token::Faint), theme_.color(Token::Bg0), theme_.dark() ? 0.42 : 0.4), 1));
        painter_.drawPoints(dots.constData(), int(dots.size()));
    }

    const CanvasLink* hidden() const { return core_.tool ? core_.tool->hiddenWire() : nullptr; }

    void paintWires(bool full) {
        const QColor plain = Theme::mix(theme_.color(Token::Muted), theme_.color(Token::Bg0), 0.72);
        const double width = std::max(1.6, 1.0 / core_.view.zoom);
        const int lit = core_.drop.over() ? core_.drop.litWire() : core_.tool ? core_.tool->litWire() : -1;
        const CanvasLink* inHand = hidden();
        painter_.setBrush(Qt::NoBrush);
        for (const int w : scene_.wiresIn(visible_)) {
            const auto& item = scene_.wires()[w];
            if (inHand && *inHand == item.data) continue;
            const bool chosen = core_.selectedWires.contains(item.data);
            QPen pen(plain, width);
            if (item.data.wrong) {
                pen.setColor(theme_.color(Token::Bad));
                pen.setDashPattern({3.5, 2.5});
            }
            if (w == core_.hovered.wire && !item.data.wrong) pen.setColor(theme_.color(Token::Text));
            if (chosen || w == lit) {
                if (!item.data.wrong) pen.setColor(theme_.color(Token::Accent));
                pen.setWidthF(width * (w == lit ? 2 : 1.5));
            }
            painter_.setPen(pen);
            if (!full && item.wire.lane)
                painter_.drawLine(item.wire.laneRect().topLeft(), item.wire.laneRect().bottomLeft());
            else if (!full || item.wire.straight())
                painter_.drawLine(item.wire.from, item.wire.to);
            else
                painter_.drawPath(item.wire.path());
        }
    }

    void paintLabels() {
        const QFont font = theme_.drawnMono(11);
        const QFontMetricsF metrics(font);
        const CanvasLink* inHand = hidden();
        painter_.setFont(font);
        // Of wires beside what is painted, too: a label is wider than its wire.
        for (const int w : scene_.wiresIn(visible_.adjusted(-kLabelRoom, 0, kLabelRoom, 0))) {
            const auto& item = scene_.wires()[w];
            if (!item.labelled || (inHand && *inHand == item.data)) continue;
            const QPointF middle = item.wire.at(0.5);
            if (item.wire.to.y() - item.wire.from.y() < 24) continue;
            const double width = metrics.horizontalAdvance(item.data.label), height = 16;
            // Beside a wire that runs down there, on a curved one.
            const bool beside = item.wire.straight() || item.wire.lane;
            const QRectF box = beside ? QRectF(middle.x() + 10, middle.y() - height / 2, width + 6, height)
                                      : QRectF(middle.x() - width / 2 - 3, middle.y() - height / 2, width + 6, height);
            if (!visible_.intersects(box)) continue;
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(theme_.color(Token::Bg0));
            painter_.drawRoundedRect(box, 3, 3);
            painter_.setPen(item.data.wrong ? theme_.color(Token::Bad) : theme_.color(Token::Muted));
            painter_.drawText(box, Qt::AlignCenter, item.data.label);
        }
    }

    void paintNodes() {
        QVector<int> raised;
        for (const int i : scene_.nodesIn(visible_)) {
            if (core_.selected.contains(scene_.node(i).data.id))
                raised.push_back(i);
            else
                paintNode(i, false);
        }
        for (const int i : raised) paintNode(i, true);
    }

    void paintNode(int i, bool chosen) {
        const auto& item = scene_.node(i);
        nodes_.paint(painter_, item, nodes_.detail() == Detail::Block ? item.texts : scene_.texts(i),
                     {chosen, i == core_.hovered.node, chosen && core_.focusByKey && item.data.id == core_.current});
        if (nodes_.detail() != Detail::Block) paintPorts(i);
        if (!item.data.error.isEmpty() && nodes_.detail() == Detail::Full)
            nodes_.paintBadge(painter_, item.rect.topRight() + QPointF(-4, 3),
                              theme_.color(item.data.warning ? Token::Warn : Token::Bad));
    }

    void paintPorts(int node) {
        const auto& data = scene_.node(node).data;
        const bool wiring = core_.tool && core_.tool->wiring();
        const auto one = [&](PortRef port) {
            const bool free = !port.isOutput() && port.port >= data.inputs;
            // The place for one more input shows when it can be used.
            if (free && !wiring && core_.hovered.node != node && !core_.selected.contains(data.id)) return;
            const auto look = wiring ? core_.tool->look(port) : CanvasTool::PortLook::Plain;
            const bool dimmed = look == CanvasTool::PortLook::Dimmed;
            const bool strong = look == CanvasTool::PortLook::Target || (port == core_.hovered.port && !dimmed);
            nodes_.paintPort(painter_, scene_.portPosition(port), strong, dimmed, free);
        };
        for (int p = 0; p < scene_.portCount(node); ++p) one({node, p});
        if (data.hasOutput) one({node, -1});
    }

    // While the palette asks what a wire is to be connected to.
    void paintWaitingWire() {
        if (!core_.palette->isVisible() || core_.paletteNode.isEmpty()) return;
        const PortRef from{scene_.index(core_.paletteNode), core_.palettePort};
        if (from.valid())
            paintLooseWire(painter_, scene_.portPosition(from), core_.paletteAt, from.isOutput(),
                           theme_.color(Token::Accent));
    }

    void paintOverlays() {
        if (!core_.tool || core_.tool->showsCard()) {
            core_.layOutCard();
            const auto* press = dynamic_cast<const CardTool*>(core_.tool.get());
            core_.card.paint(painter_, core_.hovered.cardButton, press ? press->pressedButton() : ErrorCard::kNone);
        }
        if (core_.tool) core_.tool->paintOverlay(painter_);
        if (!scene_.nodes().isEmpty()) core_.minimap.paint(painter_, scene_, core_.view, core_.size());
        if (!core_.noticeText.isEmpty())
            paintBubble(painter_, core_, core_.noticeText, core_.noticeAt, core_.tool ? QRectF() : core_.card.rect());
        if (core_.canvas.hasFocus() && core_.focusByKey) {
            painter_.setPen(QPen(theme_.color(Token::Accent), 1));
            painter_.setBrush(Qt::NoBrush);
            painter_.drawRect(QRectF(core_.canvas.rect()).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }

    void paintEmpty() {
        if (core_.emptyTitle.isEmpty() && core_.emptyHint.isEmpty()) return;
        painter_.setRenderHint(QPainter::Antialiasing);
        const QRectF all(core_.canvas.rect()), column = core_.emptyColumn();
        painter_.drawPixmap(QPointF(all.center().x() - 16, column.top()),
                            theme_.pixmap(QStringLiteral("diagram-2"), 32, theme_.color(Token::Faint),
                                          core_.canvas.devicePixelRatioF()));
        painter_.setFont(theme_.font(15, QFont::DemiBold));
        painter_.setPen(theme_.color(Token::Text));
        painter_.drawText(column.adjusted(0, 44, 0, 0), Qt::AlignHCenter | Qt::TextWordWrap, core_.emptyTitle);
        painter_.setFont(theme_.font(13));
        painter_.setPen(theme_.color(Token::Muted));
        painter_.drawText(core_.emptyHintRect(), Qt::AlignHCenter | Qt::TextWordWrap, core_.emptyHint);
    }

    const Theme& theme_ = Theme::instance();
    CanvasCore& core_;
    const CanvasScene& scene_;
    QPainter& painter_;
    NodePainter nodes_;
    QRect exposed_;   // what is to be painted
    QRectF visible_;  // the same in the scene, and what reaches into it
};

}  // namespace

void paintCanvas(CanvasCore& core, QPainter& painter, const QRect& exposed) {
    CanvasPainter(core, painter, exposed).paint();
}

void paintLooseWire(QPainter& painter, QPointF start, QPointF end, bool fromOutput, const QColor& color) {
    painter.setPen(QPen(color, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath((fromOutput ? Wire::between(start, end) : Wire::between(end, start)).path());
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(end, 3.5, 3.5);
}

namespace {

void paintWords(QPainter& painter, const CanvasCore& core, const QString& text, QPointF at, const QRectF& taken,
                const QString& icon, Token tone) {
    const auto& theme = Theme::instance();
    const QFont font = theme.font(12);
    const QSizeF textSize = QFontMetricsF(font).boundingRect(QRectF(0, 0, 280, 400), Qt::TextWordWrap, text).size();
    QRectF box(at + QPointF(14, 16), textSize + QSizeF(34, 12));
    box.moveLeft(std::min(box.left(), core.canvas.width() - box.width() - 8));
    box.moveTop(std::min(box.top(), core.canvas.height() - box.height() - 8));
    if (box.intersects(taken)) {
        // Beside it, by the shortest way that the canvas has room for.
        constexpr double kGap = 6;
        QPointF ways[] = {{0, taken.bottom() + kGap - box.top()},
                          {0, taken.top() - kGap - box.bottom()},
                          {taken.right() + kGap - box.left(), 0},
                          {taken.left() - kGap - box.right(), 0}};
        std::ranges::sort(ways, {}, &QPointF::manhattanLength);
        const auto fits = [&](QPointF way) { return QRectF(core.canvas.rect()).contains(box.translated(way)); };
        if (const auto way = std::ranges::find_if(ways, fits); way != std::end(ways)) box.translate(*way);
    }
    painter.setPen(QPen(Theme::mix(theme.color(tone), theme.color(Token::Bg1), 0.6), 1));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(box, Theme::kRadius, Theme::kRadius);
    painter.drawPixmap(QPointF(box.left() + 8, box.top() + 8),
                       theme.pixmap(icon, 12, theme.color(tone), core.canvas.devicePixelRatioF()));
    painter.setFont(font);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(box.adjusted(26, 6, -6, -6), Qt::TextWordWrap, text);
}

}  // namespace

void paintBubble(QPainter& painter, const CanvasCore& core, const QString& text, QPointF at, const QRectF& taken) {
    paintWords(painter, core, text, at, taken, QStringLiteral("slash-circle"), Token::Bad);
}

void paintHint(QPainter& painter, const CanvasCore& core, const QString& text, QPointF at) {
    paintWords(painter, core, text, at, {}, QStringLiteral("arrow-left-right"), Token::Accent);
}

}  // namespace tl
