// Conditions are taken out of the text first; what is left is the name's pattern, literal if it is no valid expression.
#include "ui/scalars/run_filter.h"

#include <cmath>

namespace tl {

namespace {

// The full name of what a condition is about.
QString tagOf(const QString& word) {
    if (word == QLatin1String("val_acc")) return QStringLiteral("val_accuracy");
    if (word == QLatin1String("acc")) return QStringLiteral("accuracy");
    return word;
}

bool isCounter(const QString& tag) { return tag == QLatin1String("epoch") || tag == QLatin1String("step"); }

}  // namespace

RunFilter::RunFilter(RunModel& runs, QObject* parent) : QSortFilterProxyModel(parent), runs_(runs) {
    setSourceModel(&runs);
    setSortRole(RunModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    connect(&runs, &RunModel::runAdded, this, qOverload<int>(&RunFilter::refresh));
    connect(&runs, &RunModel::scalarsAppended, this, qOverload<int>(&RunFilter::refresh));
}

void RunFilter::setText(const QString& text) {
    static const QRegularExpression condition(QStringLiteral(
        R"(([A-Za-z_][\w/]*)\s*(<=|>=|!=|==|=|<|>)\s*(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?))"
        R"((?![\w.])\s*(?:,|and\b|&+)?)"));
    static const QRegularExpression half(QStringLiteral(R"(\S*\s*(?:<=|>=|!=|==|=|<|>).*)"));
    QString rest = text;
    conditions_.clear();
    unread_.clear();
    for (auto matches = condition.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        conditions_.append({tagOf(match.captured(1)), match.captured(2), match.captured(3).toDouble()});
        rest.remove(match.captured(0));
    }
    if (const auto cut = half.match(rest); cut.hasMatch()) {
        unread_ = tr("“%1” is no condition. One reads: loss < 0.4").arg(cut.captured(0).trimmed());
        rest.remove(cut.captured(0));
    }
    rest = rest.trimmed();
    name_ = QRegularExpression(rest, QRegularExpression::CaseInsensitiveOption);
    if (!name_.isValid()) {
        if (unread_.isEmpty())
            unread_ = tr("“%1” is no regular expression (%2): names are searched for these very letters.")
                          .arg(rest, name_.errorString());
        name_ = QRegularExpression(QRegularExpression::escape(rest), QRegularExpression::CaseInsensitiveOption);
    }
    refresh();
}

void RunFilter::refresh() {
    // Told to the model first: charts and table then agree at any moment.
    std::vector<int> ids;
    for (const auto& run : runs_.runs()) ids.push_back(run.id);
    for (const int id : ids) refresh(id);
    invalidateFilter();
    if (const QString now = problem(); now != told_) {
        told_ = now;
        emit problemChanged();
    }
}

void RunFilter::refresh(int id) {
    const Run* run = runs_.find(id);
    if (!run) return;
    runs_.setFiltered(id, !fits(*run));
    if (told_.isEmpty() && unread_.isEmpty() && conditions_.isEmpty()) return;
    if (const QString now = problem(); now != told_) {
        told_ = now;
        emit problemChanged();
    }
}

QString RunFilter::problem() const {
    if (!unread_.isEmpty()) return unread_;
    QStringList known;
    for (const QString& tag : runs_.tags())
        if (!tag.startsWith(QLatin1String("epoch_"))) known << tag;
    if (known.isEmpty()) return {};
    known << QStringLiteral("epoch") << QStringLiteral("step");
    for (const auto& c : conditions_)
        if (!known.contains(c.tag))
            return tr("No run has a value “%1”. There are: %2").arg(c.tag, known.join(QStringLiteral(", ")));
    return {};
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    return !runs_.runs()[static_cast<size_t>(row)].filtered;
}

bool RunFilter::fits(const Run& run) const {
    if (!name_.pattern().isEmpty() && !name_.match(run.name).hasMatch()) return false;
    for (const auto& c : conditions_) {
        double value = run.last(c.tag);
        if (isCounter(c.tag))
            value = static_cast<double>(c.tag == QLatin1String("epoch") ? run.lastStep.epoch + 1 : run.lastStep.step);
        const bool fits = c.op == QLatin1String("<")    ? value < c.value
                          : c.op == QLatin1String("<=") ? value <= c.value
                          : c.op == QLatin1String(">")  ? value > c.value
                          : c.op == QLatin1String(">=") ? value >= c.value
                          : c.op == QLatin1String("!=") ? value < c.value || value > c.value
                                                        : std::abs(value - c.value) <= 1e-9 * std::abs(c.value);
        if (!fits) return false;  // NaN, a value that the run lacks, fits no condition
    }
    return true;
}

}  // namespace tl
