// Conditions are taken out of the text first; what is left is the name's pattern, literal if it is no valid expression.
#include "ui/scalars/run_filter.h"

#include <cmath>

namespace tl {

RunFilter::RunFilter(RunModel& runs, QObject* parent) : QSortFilterProxyModel(parent), runs_(runs) {
    setSourceModel(&runs);
    setSortRole(RunModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void RunFilter::setText(const QString& text) {
    static const QRegularExpression condition(
        QStringLiteral(R"(([A-Za-z_]\w*)\s*(<=|>=|!=|==|=|<|>)\s*(-?[0-9.]+(?:e-?[0-9]+)?)\s*(,|and|&)?)"));
    QString rest = text;
    conditions_.clear();
    for (auto matches = condition.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        conditions_.append({match.captured(1), match.captured(2), match.captured(3).toDouble()});
        rest.remove(match.captured(0));
    }
    rest = rest.trimmed();
    name_ = QRegularExpression(rest, QRegularExpression::CaseInsensitiveOption);
    if (!name_.isValid())
        name_ = QRegularExpression(QRegularExpression::escape(rest), QRegularExpression::CaseInsensitiveOption);
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const Run& run = runs_.runs()[static_cast<size_t>(row)];
    if (!name_.pattern().isEmpty() && !name_.match(run.name).hasMatch()) return false;
    for (const auto& c : conditions_) {
        const QString tag = c.tag == QLatin1String("val_acc") ? QStringLiteral("val_accuracy")
                            : c.tag == QLatin1String("acc")   ? QStringLiteral("accuracy")
                                                              : c.tag;
        double value = run.last(tag);
        if (tag == QLatin1String("epoch")) value = static_cast<double>(run.lastStep.epoch + 1);
        if (tag == QLatin1String("step")) value = static_cast<double>(run.lastStep.step);
        const bool fits = c.op == QLatin1String("<")    ? value < c.value
                          : c.op == QLatin1String("<=") ? value <= c.value
                          : c.op == QLatin1String(">")  ? value > c.value
                          : c.op == QLatin1String(">=") ? value >= c.value
                          : c.op == QLatin1String("!=") ? value != c.value
                                                        : std::abs(value - c.value) <= 1e-9 * std::abs(c.value);
        if (!fits) return false;  // NaN, a value that the run lacks, fits no condition
    }
    return true;
}

}  // namespace tl
