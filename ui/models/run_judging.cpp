// What best and last are of, over all runs of the list: accuracies and losses are two kinds of numbers.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

struct RunModel::Judged {
    QString tag;
    bool accuracy;
    bool validated() const { return tag.startsWith(QLatin1String("val")); }
};

RunModel::Judged RunModel::judged(const Run& run) {
    QString tag = run.judgedBy(true);
    if (!tag.isEmpty()) return {std::move(tag), true};
    return {run.judgedBy(false), false};
}

bool RunModel::judge() {
    bool accuracies = false, validated[2] = {};
    for (const Run& run : runs_) {
        const Judged by = judged(run);
        accuracies = accuracies || by.accuracy;
        validated[by.accuracy] = validated[by.accuracy] || by.validated();
    }
    const bool other = std::exchange(accuracies_, accuracies) != accuracies;
    const bool others = !std::ranges::equal(validated, validated_);
    std::ranges::copy(validated, validated_);
    return other || others;
}

// All are asked only where it has what none of them had: of other programs' runs that takes a look at every name.
bool RunModel::judge(const Run& newer) {
    const Judged by = judged(newer);
    return ((by.accuracy && !accuracies_) || (by.validated() && !validated_[by.accuracy])) && judge();
}

// A training's own number is no match for one over images that it never saw. Of what others named as they liked nobody
// knows which of the two it is: it is shown.
QString RunModel::judgedBy(const Run& run) const {
    const Judged by = judged(run);
    return validated_[by.accuracy] && by.tag.startsWith(QLatin1String("epoch_")) ? QString() : by.tag;
}

bool RunModel::isLoss(const Run& run, int column) const {
    if (!accuracies_) return false;
    if (column == Test) return run.tested().value_or(Run::Tested{}).loss;
    return (column == Best || column == Last) && !run.hasAccuracy();
}

// Tags are called so in every language (decisions/0026).
QString RunModel::figure(double value, bool isLoss) {
    const QString number = std::isfinite(value) ? figureText(value, 3) : QStringLiteral("NaN");
    return isLoss ? QStringLiteral("loss ") + number : number;
}

}  // namespace tl
