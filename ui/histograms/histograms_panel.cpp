// See the header.
#include "ui/histograms/histograms_panel.h"

#include <QSettings>

#include "ui/models/workbench.h"
#include "ui/tags/histogram_card.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/segmented_bar.h"

namespace tl {

HistogramsPanel::HistogramsPanel(Desk& desk)
    : TagPanel(desk, EventKind::Histogram,
               {"histograms", "bar-chart-steps", tr("No histograms yet"),
                tr("How weights, gradients and outputs are spread is drawn here, step by step, once a run records it: "
                   "watch a value while it trains, or open a folder that TensorFlow, PyTorch or Keras logs into."),
                tr("conv_9, */gradient")}) {
    modes_ = new SegmentedBar;
    modes_->setObjectName(QStringLiteral("histogramModes"));
    modes_->addSegment(tr("ridges"), tr("One step before the other, the newest in front"));
    modes_->addSegment(tr("overlay"), tr("All steps over each other"));
    modes_->addSegment(tr("heat map"), tr("Steps from left to right, values upwards"));
    modes_->addSegment(tr("percentiles"), tr("Bands that hold 38, 68, 87 and 100 % of the values"));
    const QString key = QStringLiteral("tags/histograms/mode");
    modes_->setCurrentIndex(settings().value(key, 0).toInt());
    connect(modes_, &SegmentedBar::currentChanged, this, [this, key](int mode) {
        settings().setValue(key, mode);
        for (QWidget* card : flow().cards())
            static_cast<HistogramCard*>(card)->setMode(static_cast<HistogramPlot::Mode>(mode));
    });
    addControl(modes_);
    setCardSize(300, 372);
}

TagCard* HistogramsPanel::make(int run, const QString& tag) {
    auto* card = new HistogramCard(bench(), run, tag);
    card->plot().setMode(static_cast<HistogramPlot::Mode>(modes_->currentIndex()));
    return card;
}

}  // namespace tl
