// The card beside the pointer: one row a curve with its colour, name, smoothed value, value and position. A child of
// the window, so that it may reach over the chart's edge, and never in the pointer's way.
#pragma once

#include <QColor>
#include <QPointer>
#include <QVector>
#include <QWidget>

namespace tl {

struct TooltipRow {
    QColor color;
    QString name;
    QStringList values;  // as many as the header has after its first
    bool ring = false;   // a validation curve's dot
};

class PlotTooltip : public QWidget {
    Q_OBJECT
public:
    explicit PlotTooltip(QWidget* window);
    // That of a plot, in the window where the plot is now: it may have been another one before.
    static PlotTooltip& over(const QWidget& plot, QPointer<PlotTooltip>& kept);
    struct Words {
        QString above, below;  // lines of a mark over the rows; what is left out under them
    };
    // header: "run", "smoothed", "value", "step". Beside `at`, in the window's coordinates.
    void showRows(const QStringList& header, const QVector<TooltipRow>& rows, const QPoint& at,
                  const Words& words = {});
    const QVector<TooltipRow>& rows() const { return rows_; }
    const QStringList& header() const { return header_; }
    QString shownName(const TooltipRow& row) const;  // cut only where the window has no room for it
    const Words& words() const { return words_; }

private:
    void paintEvent(QPaintEvent*) override;
    QStringList header_;
    QVector<TooltipRow> rows_;
    Words words_;
    QVector<int> widths_;
    int above_ = 0;  // height of the words over the rows
};

}  // namespace tl
