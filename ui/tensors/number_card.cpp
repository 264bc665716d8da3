// See the header.
#include "ui/tensors/number_card.h"

#include <algorithm>
#include <span>

#include "ui/models/workbench.h"
#include "widgets/plot/line_plot.h"

namespace tl {

NumberCard::NumberCard(const Workbench& bench, const QString& title, const QStringList& numbers,
                       const QStringList& names, QWidget* parent)
    : Card(title, {}, parent), bench_(bench), numbers_(numbers), names_(names), plot_(new LinePlot(this)) {
    setObjectName(QStringLiteral("numbers.") + numbers.front());
    plot_->setObjectName(QStringLiteral("plot.") + numbers.front());
    plot_->setTitle(title);
    plot_->setXAxis(AxisKind::Number, tr("step"));
    setBody(plot_);
}

void NumberCard::show(int run, const QString& value, const ValueNumbers& numbers) {
    const Run* whose = bench_.runs.find(run);
    const QString wanted = QStringLiteral("%1\n%2").arg(run).arg(value);
    bool anew = wanted != shown_;
    std::vector<std::vector<PlotPoint>> all;
    for (int i = 0; i < numbers_.size(); ++i) {
        const auto found = numbers.find(numbers_[i]);
        all.push_back(found == numbers.end() ? std::vector<PlotPoint>() : found->second);
        // Fewer than before: the run was taken back.
        anew = anew || series_.isEmpty() || all.back().size() < plot_->pointCount(series_[i]);
    }
    if (anew) {
        plot_->clear();
        series_.clear();
        for (int i = 0; i < numbers_.size(); ++i)
            series_ << plot_->addSeries({names_[i], (whose ? whose->color : 0) + i, i > 0, false});
        plot_->fit();
        shown_ = wanted;
    }
    for (int i = 0; i < numbers_.size(); ++i) {
        const std::vector<PlotPoint>& points = all[static_cast<size_t>(i)];
        const size_t known = plot_->pointCount(series_[i]);
        if (points.size() > known) plot_->append(series_[i], std::span(points).subspan(known));
    }
}

bool NumberCard::empty() const {
    return std::all_of(series_.begin(), series_.end(), [this](int each) { return plot_->pointCount(each) == 0; });
}

}  // namespace tl
