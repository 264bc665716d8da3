// Conditions are taken out of the text first; what is left is the name's pattern, literal if it is no valid expression.
#include "ui/scalars/run_filter.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tl {

namespace {

struct Titled {
    QLatin1String tag;  // in any language; the column's title does as well
    int column;
};
constexpr Titled kColumns[] = {{QLatin1String("best"), RunModel::Best},
                               {QLatin1String("last"), RunModel::Last},
                               {QLatin1String("test"), RunModel::Test}};

// The full name of what a condition is about.
QString tagOf(const QString& word, const RunModel& runs) {
    for (const auto& [tag, column] : kColumns)
        if (word == runs.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) return tag;
    if (word == QLatin1String("val_acc")) return QStringLiteral("val_accuracy");
    if (word == QLatin1String("acc")) return QStringLiteral("accuracy");
    if (word == QLatin1String("batch")) return QStringLiteral("batch_size");
    if (word == QLatin1String("lr") || word == QLatin1String("rate")) return QStringLiteral("learning_rate");
    return word;
}

bool isCounter(const QString& tag) { return tag == QLatin1String("epoch") || tag == QLatin1String("step"); }

}  // namespace

RunFilter::RunFilter(RunModel& runs, QObject* parent) : QObject(parent), runs_(runs) {
    // Of a whole project's runs all at once: what one is called is told from all that are listed.
    connect(&runs, &RunModel::runAdded, this, [this](int run) {
        if (!runs_.reading()) refresh(runs_.rowOf(run), runs_.rowOf(run));
    });
    connect(&runs, &RunModel::readingChanged, this, [this] {
        if (!runs_.reading()) refresh(0, runs_.rowCount() - 1);
    });
    // Curves, names, tags and settings come and change.
    connect(&runs, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) { refresh(first.row(), last.row()); });
}

void RunFilter::setText(const QString& text) {
    runs_.keepFilter(text);
    static const QRegularExpression condition(
        QStringLiteral(R"(([\p{L}_][\p{L}\p{N}_/.]*)\s*(<=|>=|!=|==|=|<|>)\s*)"
                       R"((-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?![\w.])|)"
                       R"((?<=[=<>\s])[A-Za-z][\w.:-]*|"[^"]*")\s*(?:,|and\b|&+)?)"));
    static const QRegularExpression half(QStringLiteral(R"(\S*\s*(?:<=|>=|!=|==|=|<|>).*)"));
    QString rest = text;
    conditions_.clear();
    unread_.clear();
    for (auto matches = condition.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        QString word = match.captured(3);
        word.remove(QLatin1Char('"'));
        bool number = false;
        const double value = word.toDouble(&number);
        if (!number &&
            (match.captured(2).startsWith(QLatin1Char('<')) || match.captured(2).startsWith(QLatin1Char('>'))))
            continue;  // words have no size
        conditions_.append({tagOf(match.captured(1), runs_), match.captured(2), word,
                            number ? value : std::numeric_limits<double>::quiet_NaN()});
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
    whole_ = QRegularExpression(QRegularExpression::anchoredPattern(name_.pattern()), name_.patternOptions());
    refresh(0, runs_.rowCount() - 1);
    tell();
}

// Told to the model: charts and table then agree at any moment.
void RunFilter::refresh(int first, int last) {
    const Run* const all = runs_.runs().data();
    runs_.setFiltered(
        [&](const Run& run) { return &run < all + first || &run > all + last ? run.filtered : !fits(run); });
    if (!told_.isEmpty() || !unread_.isEmpty() || !conditions_.isEmpty()) tell();
}

void RunFilter::tell() {
    const QString now = problem();
    if (now == told_) return;
    told_ = now;
    emit problemChanged();
}

// Asked at each change: what all runs have is gathered only where there is something to tell.
QString RunFilter::problem() const {
    if (!unread_.isEmpty() || conditions_.isEmpty()) return unread_;
    const QStringList own{QStringLiteral("epoch"), QStringLiteral("step"), QStringLiteral("tag"),
                          kColumns[0].tag,         kColumns[1].tag,        kColumns[2].tag};
    const auto isOfEpoch = [](const QString& tag) { return tag.startsWith(QLatin1String("epoch_")); };
    const auto known = [&](const Condition& c) {
        return own.contains(c.tag) || std::ranges::any_of(runs_.runs(), [&](const Run& run) {
                   return run.settings.contains(c.tag) || (!isOfEpoch(c.tag) && run.scalars.contains(c.tag));
               });
    };
    const auto unknown = std::ranges::find_if_not(conditions_, known);
    if (unknown == conditions_.end()) return {};
    QStringList all = runs_.tags();
    all.removeIf(isOfEpoch);
    if (all.isEmpty()) return {};
    all << own;
    QSet<QString> there(all.begin(), all.end());
    for (const Run& run : runs_.runs())
        for (const auto& [name, value] : run.settings) {
            if (there.contains(name)) continue;
            there.insert(name);
            all << name;
        }
    return tr("No run has a value “%1”. There are: %2").arg(unknown->tag, all.join(QStringLiteral(", ")));
}

// By its name, what the list calls it, or a setting's whole word: a run that has a name of a person's is "sgd" still.
bool RunFilter::named(const Run& run) const {
    if (name_.match(run.name).hasMatch() || name_.match(runs_.titleOf(run.id).text()).hasMatch()) return true;
    return std::ranges::any_of(run.settings, [&](const auto& setting) {
        return setting.second.typeId() == QMetaType::QString && whole_.match(setting.second.toString()).hasMatch();
    });
}

bool RunFilter::fits(const Run& run) const {
    if (!name_.pattern().isEmpty() && !named(run)) return false;
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const Condition& c) { return fits(run, c); });
}

bool RunFilter::fits(const Run& run, const Condition& c) const {
    const bool unequal = c.op == QLatin1String("!=");
    const auto word = [&](const QString& own) {
        const bool same = own.compare(c.word, Qt::CaseInsensitive) == 0;
        return unequal ? !same : same && (c.op == QLatin1String("=") || c.op == QLatin1String("=="));
    };
    if (c.tag == QLatin1String("tag")) {
        const bool has = std::any_of(run.info.tags.begin(), run.info.tags.end(), [&](const std::string& tag) {
            return QString::fromStdString(tag).compare(c.word, Qt::CaseInsensitive) == 0;
        });
        return has != unequal;
    }
    double value = run.last(c.tag);
    if (isCounter(c.tag)) {
        value = static_cast<double>(c.tag == QLatin1String("epoch") ? run.lastStep.epoch + 1 : run.lastStep.step);
    } else if (const auto setting = run.settings.find(c.tag); setting != run.settings.end()) {
        if (setting->second.typeId() != QMetaType::Double) return word(setting->second.toString());
        if (std::isnan(value) || c.tag == QLatin1String("learning_rate")) value = setting->second.toDouble();
    } else if (const auto* title = std::ranges::find(kColumns, c.tag, &Titled::tag);
               title != std::end(kColumns) && std::isnan(value) && !runs_.isLoss(run, title->column)) {
        value = runs_.index(runs_.rowOf(run.id), title->column).data(RunModel::SortRole).toDouble();
    }
    // NaN, a value that the run lacks, fits no condition.
    return c.op == QLatin1String("<")    ? value < c.value
           : c.op == QLatin1String("<=") ? value <= c.value
           : c.op == QLatin1String(">")  ? value > c.value
           : c.op == QLatin1String(">=") ? value >= c.value
           : unequal                     ? value < c.value || value > c.value
                                         : std::abs(value - c.value) <= 1e-9 * std::abs(c.value);
}

}  // namespace tl
