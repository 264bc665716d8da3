// Read off the model; no file is touched from here.
#include "ui/dataset/data_set_checks.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/core/brief.h"
#include "engine/data/columns.h"
#include "engine/data/spec_settings.h"
#include "ui/models/item_title.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DataSetChecks)
};

QString sizeText(int width, int height) { return QStringLiteral("%1×%2").arg(width).arg(height); }

// What the files are, and what they are brought to; where nobody has said, the ways that there are.
void addSizeCheck(QVector<DataCheck>& found, const DataSet& set) {
    const ImageSizes& sizes = set.sizes;
    const QString files =
        sizes.mixed() ? Words::tr("%1 to %2")
                            .arg(sizeText(sizes.minWidth, sizes.minHeight), sizeText(sizes.maxWidth, sizes.maxHeight))
                      : sizeText(sizes.width, sizes.height);
    const QString shape = sizeText(static_cast<int>(set.shape()[2]), static_cast<int>(set.shape()[1]));
    if (sizes.chosen) {
        found << DataCheck{true, false, Words::tr("all images are brought to %1").arg(shape),
                           Words::tr("The files are %1.").arg(files)};
    } else if (!sizes.mixed()) {
        found << DataCheck{true, false, Words::tr("all images are %1").arg(files), {}};
    } else {
        DataCheck mixed{false, false, Words::tr("sizes from %1: all are stretched to %2").arg(files, shape),
                        Words::tr("%1 is their usual size. Say how the others are brought to one size.").arg(shape)};
        const auto [width, height] = suggestedSize(sizes);
        const QString size = sizeText(width, height);
        const QString setting = QStringLiteral("size=%1x%2&resize=").arg(width).arg(height);
        mixed.offers << DataOffer{DataOffer::Set, Words::tr("Crop to %1").arg(size), setting + QStringLiteral("fill")}
                     << DataOffer{DataOffer::Set, Words::tr("Fit into %1").arg(size), setting + QStringLiteral("fit")}
                     << DataOffer{DataOffer::Set, Words::tr("Stretch to %1").arg(size),
                                  setting + QStringLiteral("stretch")};
        found << mixed;
    }
}

QString farText(double value) {
    return std::abs(value) < 1000 || std::abs(value) > 1e15 ? q(brief(value)) : grouped(std::llround(value));
}

// A column that says which row it is tells nothing of others, and a network learns the rows by heart from it: whole
// numbers that count up without large gaps (some rows are in other splits), or a name that says so.
void addCountedRowsCheck(QVector<DataCheck>& found, const DataSet& set, const SourceStatistics& statistics) {
    constexpr int64_t kFewRows = 10;
    const auto& columns = statistics.unscaled.empty() ? statistics.columns : statistics.unscaled;
    const auto ignore = std::ranges::find(set.settings, "ignore", &Property::key);
    if (ignore == set.settings.end() || columns.size() < 2) return;
    int64_t rows = 0;
    for (const auto& split : {set.train, set.validation, set.test}) rows += split ? split->size() : 0;
    const auto counts = [&](const ColumnStatistics& column) {
        const double range = column.maximum - column.minimum;
        return column.rising && set.train->size() >= kFewRows && range < 2 * static_cast<double>(rows);
    };
    const Properties said = settingValues(set.settings, set.spec);
    const std::string before = said.contains("ignore") ? toString(said.at("ignore")) : "none";
    for (const ColumnStatistics& column : columns) {
        const QString name = q(column.name).toLower();
        const bool named = name == QLatin1String("id") || name == QLatin1String("index") ||
                           name == QLatin1String("unnamed: 0");  // as pandas calls its own
        if (!column.whole || column.deviation == 0 || !(named || counts(column))) continue;
        found << DataCheck{false, false, Words::tr("“%1” counts the rows").arg(q(column.name)),
                           Words::tr("It says nothing of rows that are to come. Leave it out, unless it is a time.")};
        if (std::ranges::count(ignore->choices, column.name) == 0) continue;
        const std::string all = before == "none" ? column.name : before + "," + column.name;
        found.back().offers << DataOffer{DataOffer::Set, Words::tr("Leave it out"),
                                         q(joinSettings("", {{"ignore", all}})).mid(1)};
    }
}

// Scaling the columns leaves the labels as they are.
void addTargetCheck(QVector<DataCheck>& found, const DataSet& set, const SourceStatistics& statistics) {
    constexpr double kFar = 100;
    if (!set.labelled || !(std::max(std::abs(statistics.targetMean), statistics.targetDeviation) > kFar)) return;
    found << DataCheck{
        false, false,
        Words::tr("the labels are %1 ± %2").arg(farText(statistics.targetMean), farText(statistics.targetDeviation)),
        Words::tr("A network is slow to reach numbers far from 1, and its loss is huge. Let the file tell them in a "
                  "larger unit, such as thousands, or less their mean.")};
}

// A column whose values are far larger than the others' drowns them, and begins a training with a huge loss.
void addScaleCheck(QVector<DataCheck>& found, const DataSet& set, const SourceStatistics& statistics) {
    constexpr double kLarge = 10;
    const bool offered = std::ranges::count(set.settings, "scale", &Property::key) > 0;
    if (!offered || statistics.columns.empty()) return;
    const auto reach = [](const ColumnStatistics& column) {
        return column.deviation > 0 ? std::max(std::abs(column.minimum), std::abs(column.maximum)) : 0;
    };
    const Properties said = settingValues(set.settings, set.spec);
    const ColumnStatistics& widest = *std::ranges::max_element(statistics.columns, {}, reach);
    if ((said.contains("scale") && toString(said.at("scale")) != "none") || !(reach(widest) > kLarge)) return;
    found << DataCheck{
        false, false, Words::tr("“%1” reaches %2").arg(q(widest.name), farText(reach(widest))),
        Words::tr("Networks learn badly from values far from 1, and from columns of very different sizes.")};
    found.back().offers << DataOffer{DataOffer::Set, Words::tr("Scale the columns"), QStringLiteral("scale=standard")};
}

// What is there twice, and what of other splits is in the training split too.
void addContentChecks(QVector<DataCheck>& found, const DataSetModel& data, const DataSet& set,
                      const SourceStatistics& statistics) {
    constexpr size_t kNamed = 8;
    const QString train = QStringLiteral("train");
    const auto names = [](const QStringList& all, qint64 count) {
        return all.join(QLatin1Char('\n')) + (count > all.size() ? Words::tr("\n… and more") : QString());
    };
    if (statistics.duplicates.empty()) {
        found << DataCheck{true, false, Words::tr("nothing is there twice"), {}};
    } else {
        QStringList groups;
        for (size_t g = 0; g < statistics.duplicates.size() && g < kNamed; ++g)
            groups << QStringLiteral("%1 = %2").arg(itemTitle(*set.train, train, statistics.duplicates[g][0]),
                                                    itemTitle(*set.train, train, statistics.duplicates[g][1]));
        QString text = Words::tr("%1 repeated in the training split").arg(grouped(statistics.repeated()));
        if (statistics.contradictions > 0)
            text += Words::tr(", %1 with different labels").arg(grouped(statistics.contradictions));
        found << DataCheck{false, statistics.contradictions > 0, text,
                           names(groups, static_cast<qint64>(statistics.duplicates.size()))};
        found.back().offers << DataOffer{DataOffer::Show, Words::tr("Show them"), {}, DataSubset::Repeated};
    }
    if (!set.validation && !set.test) return;
    for (const char* split : {"validation", "test"}) {
        QStringList pairs;
        qint64 count = 0;
        for (const Leak& leak : *data.leaks()) {
            if (leak.split != split) continue;
            ++count;
            if (static_cast<size_t>(pairs.size()) >= kNamed) continue;
            const auto& source = leak.split == "test" ? set.test : set.validation;
            pairs << QStringLiteral("%1 = %2").arg(itemTitle(*source, QLatin1String(split), leak.item),
                                                   itemTitle(*set.train, train, leak.trainItem));
        }
        if (count > 0)
            found << DataCheck{false, true,
                               Words::tr("%1 of %2 are training items too")
                                   .arg(grouped(count), DataSetModel::splitTitle(QLatin1String(split))),
                               names(pairs, count)};
    }
    if (!data.leaks()->empty())
        found.back().offers << DataOffer{DataOffer::Show, Words::tr("Show them"), {}, DataSubset::Leaks};
    else
        found << DataCheck{true, false, Words::tr("no other split repeats a training item"), {}};
}

}  // namespace

QVector<DataCheck> dataChecks(const DataSetModel& data) {
    QVector<DataCheck> found;
    if (data.state() != DataSetModel::State::Ready) return found;
    const DataSet& set = *data.dataSet();
    if (const auto& broken = data.broken(); !broken.empty())
        found << DataCheck{
            false,
            true,
            broken.size() == 1
                ? Words::tr("1 file or folder is left out")
                : Words::tr("%1 files or folders are left out").arg(grouped(static_cast<qint64>(broken.size()))),
            {}};
    else
        found << DataCheck{true,
                           false,
                           data.statistics() ? (set.numeric() ? Words::tr("every row can be read")
                                                              : Words::tr("every image can be read"))
                                             : Words::tr("no broken file found so far"),
                           {}};

    const auto& counts = data.classCounts();
    if (counts.size() > 1) {
        const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
        const auto name = [&](auto it) {
            return QString::fromStdString(set.train->classNames()[static_cast<size_t>(it - counts.begin())]);
        };
        if (*least == 0) {
            QStringList without;
            for (auto it = counts.begin(); it != counts.end(); ++it)
                if (*it == 0) without << name(it);
            const QString named = without.size() <= 3 ? without.join(QStringLiteral(", "))
                                                      : Words::tr("%1 and %2 more")
                                                            .arg(without.mid(0, 2).join(QStringLiteral(", ")),
                                                                 QString::number(without.size() - 2));
            found << DataCheck{false, false, Words::tr("no image of class %1").arg(named),
                               without.join(QLatin1Char('\n'))};
        } else {
            const double ratio = static_cast<double>(*most) / static_cast<double>(*least);
            const QString text = QStringLiteral("1 : %1").arg(ratio, 0, 'f', ratio < 10 ? 2 : 0);
            found << (ratio < 1.5
                          ? DataCheck{true, false, Words::tr("classes are even (%1)").arg(text), {}}
                          : DataCheck{
                                false, false, Words::tr("classes are uneven (%1)").arg(text),
                                Words::tr("%1 has the fewest images, %2 the most.").arg(name(least), name(most))});
        }
    }
    if (!set.numeric()) addSizeCheck(found, set);
    if (const auto& statistics = data.statistics()) {
        addCountedRowsCheck(found, set, *statistics);
        addScaleCheck(found, set, *statistics);
        addTargetCheck(found, set, *statistics);
        addContentChecks(found, data, set, *statistics);
    } else if (!data.measuring()) {
        found << DataCheck{false, false, Words::tr("not measured: nothing is known of repeated images or pixels"), {}};
        found.back().offers << DataOffer{DataOffer::Measure, Words::tr("Measure")};
    }
    for (const auto& note : set.notes) found << DataCheck{true, false, q(note), {}, true};
    if (!data.error().empty()) found << DataCheck{false, true, q(data.error()), {}};
    return found;
}

}  // namespace tl
