// Lays the chart cards out: metrics two abreast and large, the others in a row below and smaller, an expanded one over
// the full width; one column where it is narrow. Rows grow to fill the height there is.
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/scalars/chart_card.h"

namespace tl {

class ChartGrid : public QScrollArea {
    Q_OBJECT
public:
    explicit ChartGrid(QWidget* parent = nullptr);
    void setCards(const std::vector<ChartCard*>& cards);  // in order; become its children
    void arrange();
    QPixmap picture(double scale);  // all charts as they stand

private:
    void resizeEvent(QResizeEvent*) override;
    QWidget* page_;
    std::vector<ChartCard*> cards_;
};

}  // namespace tl
