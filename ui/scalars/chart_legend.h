// Beside a chart's title: what its lines are, "— train  -o- validation", or its tags. Names give way where there is
// little room; in a chart of several tags each has a menu.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/scalars/chart_curves.h"

namespace tl {

class ChartLegend : public QWidget {
    Q_OBJECT
public:
    explicit ChartLegend(QWidget* parent = nullptr);
    // colored: samples have the curves' own colours, since all are one run's.
    void show(const std::vector<ChartCurves::Kind>& kinds, bool colored);
    bool needed() const { return kinds_.size() > 1; }
    const std::vector<ChartCurves::Kind>& kinds() const { return kinds_; }
    QString textOf(size_t kind) const;   // "validation"
    QString shownOf(size_t kind) const;  // "val" where there is no room for all
    QRect rectOf(size_t kind) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    void takeOutRequested(const QString& tag);

private:
    bool severalTags() const;
    int widthFor(bool brief) const;
    QString textFor(size_t kind, bool brief) const;
    void menuAt(const QPoint& position);
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    std::vector<ChartCurves::Kind> kinds_;
    bool colored_ = false;
};

}  // namespace tl
