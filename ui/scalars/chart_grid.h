// Lays the chart cards out: metrics two abreast and large, the others in a row below and smaller, an expanded one over
// the full width, pinned ones first; one column where it is narrow. Rows grow to fill the height there is.
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/scalars/chart_card.h"

class QSvgGenerator;

namespace tl {

class ChartGrid : public QScrollArea {
    Q_OBJECT
public:
    explicit ChartGrid(QWidget* parent = nullptr);
    void setCards(const std::vector<ChartCard*>& cards);  // in order; become its children
    void arrange();
    QPixmap picture(double scale);  // all charts as they stand
    void draw(QSvgGenerator& svg);  // the same as lines and letters

private:
    struct Page {  // where each chart's picture stands: long legends make charts higher
        std::vector<QRectF> places;
        QSize size;
    };
    Page page() const;
    void align();  // the plots of each row
    static void paintFrame(QPainter& painter, const QRectF& place);
    void resizeEvent(QResizeEvent*) override;
    QWidget* page_;
    std::vector<ChartCard*> cards_;
    std::vector<std::vector<ChartCard*>> rows_;
};

}  // namespace tl
