// What is seen on the canvas, from the ground up: dots, wires, labels, nodes and their ports, what the tool in hand
// draws, and over all the error card and the minimap. Only what is in view is visited.
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

class QPainter;

namespace tl {

class CanvasCore;

void paintCanvas(CanvasCore& core, QPainter& painter, const QRect& exposed);

// For the tools. A wire with one end in hand, scene coordinates:
void paintLooseWire(QPainter& painter, QPointF start, QPointF end, bool fromOutput, const QColor& color);
// why something cannot be, beside a point of the widget; and what a drop there would do besides.
void paintBubble(QPainter& painter, const CanvasCore& core, const QString& text, QPointF at, const QRectF& taken = {});
void paintHint(QPainter& painter, const CanvasCore& core, const QString& text, QPointF at);

}  // namespace tl
