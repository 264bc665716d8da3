// Under a chart's title, where it has several runs: whose line is whose, by the short names that the list has too. As
// many as there is room for; the others are counted, and the tool tip names them.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/scalars/chart_curves.h"

namespace tl {

class RunLegend : public QWidget {
    Q_OBJECT
public:
    explicit RunLegend(QWidget* parent = nullptr);
    void show(std::vector<ChartCurves::Line> lines);
    const std::vector<ChartCurves::Line>& lines() const { return lines_; }
    size_t shownCount() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

private:
    int widthOf(const QString& text) const;
    QString restText(size_t shown) const;  // "+3"
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent*) override;
    std::vector<ChartCurves::Line> lines_;
};

}  // namespace tl
