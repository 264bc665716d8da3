// Which of many rectangles are near, without asking all of them: a grid of cells, each with the ids whose rectangles
// touch it. Long ones (the wire of a skip over a hundred layers) stand in a list of their own.
#pragma once

#include <QHash>
#include <QRectF>
#include <QVector>

namespace tl {

class GridIndex {
public:
    void clear();
    void insert(int id, const QRectF& rect);
    void remove(int id, const QRectF& rect);  // as it was inserted
    // Ascending, each once; some may lie just outside of the rectangle.
    QVector<int> near(const QRectF& rect) const;

private:
    static constexpr double kCell = 256;
    static constexpr qint64 kMostCells = 64;
    struct Span {
        qint64 left, top, right, bottom;
        qint64 cells() const { return (right - left + 1) * (bottom - top + 1); }
    };
    static Span span(const QRectF& rect);
    static quint64 key(qint64 x, qint64 y) { return quint64(quint32(x)) << 32 | quint32(y); }
    QHash<quint64, QVector<int>> cells_;
    QVector<int> long_;
};

}  // namespace tl
