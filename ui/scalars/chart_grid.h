// Lays the chart cards out: metrics two abreast and large, the others in a row below and smaller, an expanded one over
// the full width, pinned ones first; one column where it is narrow. Rows grow to fill the height there is. Sections
// with a title fold, and their charts are small and of one size.
#pragma once

#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "ui/scalars/chart_card.h"
#include "widgets/controls/card_groups.h"

class QToolButton;

namespace tl {

class ChartGrid : public CardGroups {
    Q_OBJECT
public:
    explicit ChartGrid(QWidget* parent = nullptr) : CardGroups(parent) {}
    struct Section {
        QString title;  // empty: its cards stand without a caption
        std::vector<ChartCard*> cards;
    };
    void setSections(std::vector<Section> sections);  // in order; the cards become its children
    void reveal(ChartCard& card);                     // unfolds where it is, and scrolls there
    // All charts as they stand; of hundreds of curves each takes a moment, so they come one after the other.
    // Where *stop turns true meanwhile, what is there by then.
    void take(PlotPicture::Kind kind, std::shared_ptr<const std::atomic<bool>> stop,
              std::function<void(PlotPicture)> done);

private:
    struct Taken;
    void takeNext(const std::shared_ptr<Taken>& taken);
    PlotPicture picture(const Taken& taken) const;
    void arrange() override;
    void place();  // what is not folded away
    void align();  // the plots of each row
    void resizeEvent(QResizeEvent*) override;
    std::vector<Section> sections_;
    std::vector<QToolButton*> titles_;  // of the sections in sight, from the top
    std::vector<ChartCard*> cards_;     // that are not folded away
    std::vector<std::vector<ChartCard*>> rows_;
};

}  // namespace tl
