// The precision and recall, or the hits and false alarms (ROC), of one tag of one run at the step that is looked at,
// with the area under the curve.
#pragma once

#include "engine/io/events/event_values.h"
#include "ui/tags/item_card.h"

namespace tl {

class UnitCurve;

class CurveCard : public ItemCard {
    Q_OBJECT
public:
    enum class Kind { PrecisionRecall, Roc };
    CurveCard(Workbench& bench, int run, const QString& tag);
    UnitCurve& plot() const { return *plot_; }
    void setKind(Kind kind);
    void refresh() override;

private:
    void draw();
    UnitCurve* plot_;
    Kind kind_ = Kind::PrecisionRecall;
    EventPrCurve curve_;
    int64_t step_ = 0;
};

}  // namespace tl
