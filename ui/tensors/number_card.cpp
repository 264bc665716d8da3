// See the header.
#include "ui/tensors/number_card.h"

#include <algorithm>
#include <cmath>
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

void NumberCard::show(int run, const QString& value, const std::shared_ptr<const ToldNumbers>& told) {
    const QString wanted = QStringLiteral("%1\n%2").arg(run).arg(value);
    if (wanted == shown_ && told == told_) return;
    static const std::vector<PlotPoint> kNone;
    const auto of = [](const std::shared_ptr<const ToldNumbers>& from, const QString& number) -> auto& {
        if (!from) return kNone;
        const auto found = from->numbers.find(number);
        return found == from->numbers.end() ? kNone : found->second;
    };
    // What is drawn stays where it is how the points begin; else the run was taken back, and told other ones.
    bool anew = wanted != shown_ || series_.isEmpty();
    for (const QString& number : numbers_) {
        const std::vector<PlotPoint>&drawn = of(told_, number), &all = of(told, number);
        anew = anew || drawn.size() > all.size() ||
               !std::equal(drawn.begin(), drawn.end(), all.begin(), [](const PlotPoint& a, const PlotPoint& b) {
                   return a.x == b.x && (a.y == b.y || (std::isnan(a.y) && std::isnan(b.y)));
               });
    }
    if (anew) {
        const Run* whose = bench_.runs.find(run);
        plot_->clear();
        series_.clear();
        for (int i = 0; i < numbers_.size(); ++i)
            series_ << plot_->addSeries({names_[i], (whose ? whose->color : 0) + i, i > 0, false});
        plot_->fit();
        shown_ = wanted;
    }
    for (int i = 0; i < numbers_.size(); ++i) {
        const std::vector<PlotPoint>& points = of(told, numbers_[i]);
        const size_t known = plot_->pointCount(series_[i]);
        if (points.size() > known) plot_->append(series_[i], std::span(points).subspan(known));
    }
    told_ = told;
}

bool NumberCard::empty() const {
    return std::all_of(series_.begin(), series_.end(), [this](int each) { return plot_->pointCount(each) == 0; });
}

}  // namespace tl
