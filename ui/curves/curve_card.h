// The precision and recall, or the hits and false alarms (ROC), of one tag of one run at the step that is looked at,
// with the area under the curve; those of other runs laid over it.
#pragma once

#include "engine/io/events/event_values.h"
#include "ui/tags/item_card.h"
#include "widgets/plot/unit_curve.h"

namespace tl {

class CurveCard : public ItemCard {
    Q_OBJECT
public:
    enum class Kind { PrecisionRecall, Roc };
    CurveCard(Workbench& bench, int run, const QString& tag);
    UnitCurve& plot() const { return *plot_; }
    void setKind(Kind kind);
    void setCompanions(const std::vector<int>& runs) override;
    void refresh() override;

private:
    struct Other {
        EventPrCurve curve;
        qsizetype item = -1;
        int generation = -1;
    };
    QVector<UnitCurve::Point> pointsOf(const EventPrCurve& curve) const;
    void draw();
    UnitCurve* plot_;
    Kind kind_ = Kind::PrecisionRecall;
    EventPrCurve curve_;
    std::map<int, Other> others_;  // by run
    int64_t step_ = 0;
};

}  // namespace tl
