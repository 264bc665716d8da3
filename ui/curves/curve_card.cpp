// See the header.
#include "ui/curves/curve_card.h"

#include "ui/models/workbench.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/unit_curve.h"
#include "widgets/theme/theme.h"

namespace tl {

CurveCard::CurveCard(Workbench& bench, int run, const QString& tag) : ItemCard(bench, run, tag) {
    plot_ = new UnitCurve(this);
    plot_->setObjectName(QStringLiteral("curve.") + tag);
    plot_->setAccessibleName(tag);
    plot_->setMessage(tr("Reading…"));
    setBody(plot_);
}

void CurveCard::setKind(Kind kind) {
    kind_ = kind;
    draw();
}

void CurveCard::refresh() {
    plot_->setColor(color());
    loadItem(
        QStringLiteral("curve"), [](const EventRun& run, const EventItem& where) { return run.prCurve(where); },
        [this](std::optional<EventPrCurve> curve, int64_t step) {
            step_ = step;
            curve_ = curve ? std::move(*curve) : EventPrCurve{};
            plot_->setMessage(tr("The curve of step %1 is damaged.").arg(grouped(step)));
            draw();
        });
}

void CurveCard::draw() {
    const size_t count = curve_.precision.size();
    QVector<UnitCurve::Point> points;
    const bool roc = kind_ == Kind::Roc;
    for (size_t i = 0; i < (roc ? count : definedPrecisions(curve_)); ++i) {
        const double tp = curve_.truePositives[i], fp = curve_.falsePositives[i], tn = curve_.trueNegatives[i],
                     fn = curve_.falseNegatives[i];
        UnitCurve::Point point;
        point.x = !roc ? curve_.recall[i] : fp + tn > 0 ? fp / (fp + tn) : 0;
        point.y = !roc ? curve_.precision[i] : tp + fn > 0 ? tp / (tp + fn) : 0;
        point.name = valueText(count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0);
        point.values = {valueText(point.x), valueText(point.y), valueText(tp),
                        valueText(fp),      valueText(tn),      valueText(fn)};
        points << point;
    }
    plot_->setAxes(roc ? tr("false positive rate") : tr("recall"), roc ? tr("true positive rate") : tr("precision"));
    plot_->setCurve(points,
                    {tr("threshold"), roc ? tr("FPR") : tr("recall"), roc ? tr("TPR") : tr("precision"),
                     QStringLiteral("TP"), QStringLiteral("FP"), QStringLiteral("TN"), QStringLiteral("FN")},
                    roc);
    if (count > 0)
        setNote(
            tr("area %1 · step %2").arg(valueText(roc ? areaUnderRoc(curve_) : areaUnderPr(curve_)), grouped(step_)));
}

}  // namespace tl
