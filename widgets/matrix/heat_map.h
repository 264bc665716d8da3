// A square matrix of counts as a heat map: one row for each true class, one column for each that was predicted. A
// cell's strength is its share of the row, so that rare classes show too; right answers are green and wrong ones red.
#pragma once

#include <QImage>
#include <QStringList>
#include <QVector>
#include <QWidget>

namespace tl {

struct AccessiblePart;

class HeatMap : public QWidget {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);
    // counts[row * names + column]; both empty: nothing is drawn.
    void setMatrix(const QStringList& names, const QVector<qint64>& counts);

    QRectF cellRect(int row, int column) const;
    // Row and column under a point; (-1, -1) beside the cells.
    QPoint cellAt(const QPointF& point) const;
    // Under the mouse or walked to, where it counts something; else (-1, -1).
    QPoint currentCell() const { return holds(current_) ? current_ : QPoint(-1, -1); }
    // "3 of 150 images of “cat” were taken for “dog” (2 %)".
    QString sentence(int row, int column) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return width; }
    QSize sizeHint() const override { return {320, 320}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

signals:
    void activated(int row, int column);  // by the person, a cell that counts something: a click, Return or Space

private:
    qint64 count(int row, int column) const { return counts_[row * names_.size() + column]; }
    QRectF grid() const;  // the cells; names stand left and above
    QImage makeFills() const;
    QFont fittingFont(double room) const;  // of the numbers in cells with that much room
    void paintNames(QPainter& painter) const;
    void focusCell(QPoint cell);
    bool holds(QPoint cell) const { return cell.x() >= 0 && count(cell.x(), cell.y()) > 0; }
    AccessiblePart cellPart(int index) const;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    bool event(QEvent*) override;

    QStringList names_;
    QVector<qint64> counts_, totals_;  // totals: of each row
    double nameWidth_ = 0;             // of the longest, px
    QString longest_;                  // number in a cell, of letters that are all as wide; empty: all are 0
    QImage fills_;                     // a pixel a cell; null after a change
    QPoint current_{-1, -1};           // (row, column) under the mouse or walked to
    QPoint pressed_{-1, -1};           // likewise, while the button is down
};

}  // namespace tl
