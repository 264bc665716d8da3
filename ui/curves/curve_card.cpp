// See the header.
#include "ui/curves/curve_card.h"

#include "ui/models/workbench.h"
#include "widgets/plot/axis_text.h"
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
        },
        [this](const QString& why) {
            curve_ = {};
            plot_->setMessage(why);
            draw();
        });
    for (auto& [id, other] : others_) {
        const EventSeries* theirs = bench().events.find(id, tag());
        const qsizetype item = theirs ? theirs->at(bench().step.upTo()) : -1;
        if (item < 0 || (item == other.item && theirs->generation == other.generation)) continue;
        other.item = item;
        other.generation = theirs->generation;
        bench().reader.load(
            this, QStringLiteral("curve over/%1/%2").arg(run()).arg(keyOf(id, tag())), *theirs,
            [where = theirs->items[static_cast<size_t>(item)]](const EventRun& run) { return run.prCurve(where); },
            [this, id = id, item](std::optional<EventPrCurve> curve) {
                const auto found = others_.find(id);
                if (found == others_.end() || found->second.item != item) return;
                found->second.curve = curve ? std::move(*curve) : EventPrCurve{};
                draw();
            },
            [this, id = id, item](const QString& why) {
                const auto found = others_.find(id);
                if (found == others_.end() || found->second.item != item) return;
                found->second = {};
                draw();
                setNote(unread(why));
            });
    }
}

void CurveCard::setCompanions(const std::vector<int>& runs) {
    std::map<int, Other> kept;
    for (const int each : runs)
        if (each != run()) kept[each] = others_.count(each) ? std::move(others_[each]) : Other{};
    const bool fewer = kept.size() < others_.size();
    others_ = std::move(kept);
    setShowsRun(!others_.empty() || runs.size() > 1);
    if (fewer) draw();
}

QVector<UnitCurve::Point> CurveCard::pointsOf(const EventPrCurve& curve) const {
    const size_t count = curve.precision.size();
    QVector<UnitCurve::Point> points;
    const auto add = [&](double x, double y, size_t at) {
        // Beyond the last threshold nothing is taken for a yes.
        const bool none = at == count;
        const size_t i = none ? 0 : at;
        const double tp = none ? 0 : curve.truePositives[i], fp = none ? 0 : curve.falsePositives[i],
                     tn = curve.trueNegatives[i] + (none ? curve.falsePositives[i] : 0),
                     fn = curve.falseNegatives[i] + (none ? curve.truePositives[i] : 0);
        UnitCurve::Point point;
        point.x = x;
        point.y = y;
        point.threshold = none ? 1 : count > 1 ? static_cast<double>(at) / static_cast<double>(count - 1) : 0;
        point.name = none ? QStringLiteral("> 1") : valueText(point.threshold);
        point.values = {valueText(x), valueText(y), valueText(tp), valueText(fp), valueText(tn), valueText(fn)};
        points << point;
    };
    if (kind_ != Kind::Roc) {
        for (const PrPoint& point : prPoints(curve)) add(point.recall, point.precision, point.at);
        return points;
    }
    for (size_t i = 0; i < count; ++i) {
        const double tp = curve.truePositives[i], fp = curve.falsePositives[i], tn = curve.trueNegatives[i],
                     fn = curve.falseNegatives[i];
        add(fp + tn > 0 ? fp / (fp + tn) : 0, tp + fn > 0 ? tp / (tp + fn) : 0, i);
    }
    return points;
}

void CurveCard::draw() {
    const bool roc = kind_ == Kind::Roc;
    plot_->setAxes(roc ? tr("false positive rate") : tr("recall"), roc ? tr("true positive rate") : tr("precision"));
    plot_->setCurve(pointsOf(curve_),
                    {tr("threshold"), roc ? tr("FPR") : tr("recall"), roc ? tr("TPR") : tr("precision"),
                     QStringLiteral("TP"), QStringLiteral("FP"), QStringLiteral("TN"), QStringLiteral("FN")},
                    roc);
    const auto areaOf = [&](const EventPrCurve& curve) {
        return valueText(roc ? areaUnderRoc(curve) : averagePrecision(curve));
    };
    QVector<UnitCurve::Other> laid;
    const auto named = [&](int id, const EventPrCurve& curve) {
        const Run* each = bench().runs.find(id);
        return QStringLiteral("%1 · %2").arg(each ? each->name : QString(), areaOf(curve));
    };
    for (const auto& [id, other] : others_)
        if (!other.curve.precision.empty())
            laid << UnitCurve::Other{
                named(id, other.curve),
                Theme::instance().series(bench().runs.find(id) ? bench().runs.find(id)->color : id),
                pointsOf(other.curve)};
    plot_->setOthers(curve_.precision.empty() ? QString() : named(run(), curve_), laid);
    if (!curve_.precision.empty())
        setNote((roc ? tr("area %1 · step %2") : tr("AP %1 · step %2")).arg(areaOf(curve_), grouped(step_)));
}

}  // namespace tl
