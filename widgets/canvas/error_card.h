// The card beside a node that is wrong: one sentence, one more of detail, the repairs as buttons, and an x. Laid out
// and painted in widget pixels, so that it stays readable when the network is zoomed out; the canvas asks it what was
// hit.
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
    static constexpr int kNone = -1, kClose = -2;  // beside the repairs' numbers

    // In `room`, near `node` (widget coordinates), where it covers nothing of `obstacles`; not visible where there is
    // no such place: the badge and the list of problems tell as well.
    void layOut(const CanvasNode& data, const QRectF& node, const QRectF& room, const QVector<QRectF>& obstacles);
    void clear() { *this = {}; }
    bool visible() const { return !rect_.isEmpty(); }
    const QString& node() const { return node_; }
    QRectF rect() const { return rect_; }
    QRectF buttonRect(int repair) const { return buttons_.value(repair); }
    QRectF closeRect() const { return close_; }
    int buttonAt(QPointF point) const;  // a repair, kClose or kNone
    void paint(QPainter& painter, int hovered, int pressed) const;

private:
    QString node_, error_, detail_;
    QStringList repairs_;
    bool warning_ = false;
    void arrange(QPointF topLeft, double errorHeight, double detailHeight, int columns);
    QRectF rect_, errorRect_, detailRect_, close_;
    QVector<QRectF> buttons_;
    QVector<double> high_;  // of each button
};

}  // namespace tl
