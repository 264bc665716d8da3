// Every column against every other as small pictures of dots, a dot a thing: how settings and results go together. In
// the diagonal stand the columns' names, at the outer edges their values. What fewer than two things have is left out.
// GUI thread only.
#pragma once

#include <QSet>
#include <QWidget>

#include "widgets/plot/parallel_axes.h"

namespace tl {

class ScatterMatrix : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostColumns = 8;
    struct Label {  // a value at the left of a row or beneath a column
        QString text;
        QRectF place;
    };
    explicit ScatterMatrix(QWidget* parent = nullptr);
    void setData(const QVector<AxisColumn>& columns, const QVector<AxisLine>& lines);  // of more columns the last ones
    QVector<Label> labels() const;
    void setDimmed(const QSet<int>& ids);
    void setCurrent(int id);
    QRectF cellRect(int row, int column) const;
    QPointF dotAt(int line, int row, int column) const;  // x by `column`, y by `row`
    QSize easySize() const;                              // with it, names and values have room
    int columns() const { return static_cast<int>(columns_.size()); }
    QSize sizeHint() const override { return {600, 400}; }
    QSize minimumSizeHint() const override { return {200, 200}; }

signals:
    void picked(int id);
    void logChosen(const QString& column, std::optional<bool> log);  // none: by its values

private:
    int lineNear(const QPointF& point) const;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    QVector<AxisColumn> columns_;
    QVector<AxisLine> lines_;
    QVector<AxisScale> scales_;
    QSet<int> dimmed_;
    int current_ = -1, hovered_ = -1;
};

}  // namespace tl
