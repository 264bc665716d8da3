// See the header.
#include "ui/curves/curves_panel.h"

#include <QSettings>

#include "ui/curves/curve_card.h"
#include "ui/models/workbench.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/segmented_bar.h"

namespace tl {

CurvesPanel::CurvesPanel(Desk& desk)
    : TagPanel(desk, EventKind::PrCurve,
               {"curves", "bezier2", tr("No curves yet"),
                tr("Precision and recall, and the ROC curve, of each class appear here once a run records them for its "
                   "validation samples, or from what PyTorch and TensorBoard's pr_curve wrote."),
                tr("class_3, pr/*")}) {
    kinds_ = new SegmentedBar;
    kinds_->setObjectName(QStringLiteral("curveKinds"));
    kinds_->addSegment(tr("PR"), tr("Precision over recall"));
    kinds_->addSegment(tr("ROC"), tr("True positive rate over false positive rate"));
    const QString key = QStringLiteral("tags/curves/kind");
    kinds_->setCurrentIndex(settings().value(key, 0).toInt());
    connect(kinds_, &SegmentedBar::currentChanged, this, [this, key](int kind) {
        settings().setValue(key, kind);
        for (QWidget* card : flow().cards()) static_cast<CurveCard*>(card)->setKind(static_cast<CurveCard::Kind>(kind));
    });
    addControl(kinds_);
    setCardSize(300, 340);
}

TagCard* CurvesPanel::make(int run, const QString& tag) {
    auto* card = new CurveCard(bench(), run, tag);
    card->setKind(static_cast<CurveCard::Kind>(kinds_->currentIndex()));
    return card;
}

}  // namespace tl
