// Under a chart's title, where it has several runs: whose line is whose, by the short names that the list has too. As
// many as two rows have room for; the others are counted, and the tool tip names them.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/scalars/chart_curves.h"

namespace tl {

class RunLegend : public QWidget {
    Q_OBJECT
public:
    explicit RunLegend(QWidget* parent = nullptr);
    void show(std::vector<ChartCurves::Line> lines);
    const std::vector<ChartCurves::Line>& lines() const { return lines_; }
    std::vector<ChartCurves::Line> named() const;  // those that there is room for
    int rowsIn(int width) const;                   // that it wants there; 0: it has nothing to say
    void setRows(int rows);                        // that it has: more, where the chart beside it wants them
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

private:
    struct Place {
        size_t line;
        QRect room;
    };
    struct Layout {
        std::vector<Place> places;
        QRect rest;  // of "+3"
    };
    std::optional<Layout> layOut(const std::vector<size_t>& chosen, int width, int rows) const;  // none: no room
    void arrange();
    int rowHeight() const;
    int widthOf(const QString& text) const;
    QString restText(size_t shown) const;  // "+3"
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent*) override { arrange(); }
    void paintEvent(QPaintEvent*) override;
    std::vector<ChartCurves::Line> lines_;
    Layout layout_;
    int rows_ = 1;
};

}  // namespace tl
