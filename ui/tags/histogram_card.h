// The histograms of one tag of one run. Of thousands of steps it asks for as many as the plot can show, evenly apart;
// how many that is of how many is told beside the title.
#pragma once

#include <map>

#include "ui/tags/tag_card.h"
#include "widgets/plot/histogram_plot.h"

namespace tl {

class HistogramCard : public TagCard {
    Q_OBJECT
public:
    HistogramCard(Workbench& bench, int run, const QString& tag);
    HistogramPlot& plot() const { return *plot_; }
    void setMode(HistogramPlot::Mode mode);
    void refresh() override;

private:
    std::vector<uint32_t> wanted(const EventSeries& series) const;  // items, by rising step
    void showLoaded(const std::vector<uint32_t>& items);
    void resizeEvent(QResizeEvent*) override;
    HistogramPlot* plot_;
    QToolButton* log_;
    std::map<uint32_t, Distribution> loaded_;  // by item; empty ones could not be read
    std::vector<uint32_t> shown_;              // of those
    std::vector<uint32_t> asked_;              // that are on their way
    int generation_ = -1;
};

}  // namespace tl
