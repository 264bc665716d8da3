// The card beside a node that is wrong: one sentence, one more of detail, the repairs as buttons. Laid out and painted
// in widget pixels, so that it stays readable when the network is zoomed out; the canvas asks it what was hit.
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <QVector>

class QPainter;

namespace tl {

struct CanvasNode;

class ErrorCard {
public:
    // Beside `node` (widget coordinates), on the first side where it covers nothing of `obstacles` and fits `room`.
    void layOut(const CanvasNode& data, const QRectF& node, const QRectF& room, const QVector<QRectF>& obstacles);
    void clear() { *this = {}; }
    bool visible() const { return !rect_.isEmpty(); }
    const QString& node() const { return node_; }
    QRectF rect() const { return rect_; }
    QRectF buttonRect(int repair) const { return buttons_.value(repair); }
    int buttonAt(QPointF point) const;  // repair index, or -1
    void paint(QPainter& painter, int hovered, int pressed) const;

private:
    QString node_, error_, detail_;
    QStringList repairs_;
    bool warning_ = false;
    QRectF rect_, errorRect_, detailRect_;
    QVector<QRectF> buttons_;
};

}  // namespace tl
