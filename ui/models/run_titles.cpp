// See the header.
#include "ui/models/run_titles.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <map>
#include <utility>

namespace tl {

namespace {

const QString kProject = QStringLiteral(" project"), kOptimizer = QStringLiteral("optimizer"),
              kPrecision = QStringLiteral("precision"), kNumber = QStringLiteral(" number");

// What a made name says, by setting; null where it was not made.
using Said = QMap<QString, QString>;

QString valueOf(const RunSettings& settings, const QString& key) {
    const auto found = settings.find(key);
    return found == settings.end() ? QString() : settingText(found->second);
}

Said read(const RunName& run) {
    static const QRegularExpression setting(QStringLiteral("^([a-z]\\w*(?:\\.\\w+)*) (.+)$")),
        numbered(QStringLiteral("^(.+) (\\d+)$"));
    // Forks of before ended with " from 500", in the part of a setting.
    static const QRegularExpression begins(QStringLiteral("(?<! ·) from (?=\\d+$)"));
    QStringList parts = QString(run.name).replace(begins, QStringLiteral(" · from ")).split(QStringLiteral(" · "));
    if (parts.size() < 2) return {};
    Said said;
    // The number of a name that was there already comes last, "adam 2", "learning_rate 0.01 2", but for what a fork's
    // says of where it begins: "learning_rate 0.01 2 · from 500".
    const auto takeNumber = [&](QString& part) {
        const auto match = numbered.match(part);
        if (!match.hasMatch()) return;
        const QString rest = match.captured(1);
        const auto last = setting.match(rest), all = setting.match(part);
        const bool own = all.captured(2) == valueOf(run.settings, all.captured(1));  // "data_set digits 2"
        if (own || !(parts.size() == 2 || last.hasMatch() || rest == valueOf(run.settings, kPrecision))) return;
        part = rest;
        said[kNumber] = match.captured(2);
    };
    const bool settings = run.settings.empty() || run.settings.contains(setting.match(parts.back()).captured(1));
    if (parts.size() > 2 && !settings) takeNumber(parts[parts.size() - 2]);
    takeNumber(parts.back());
    const QString optimizer = valueOf(run.settings, kOptimizer);
    if (!optimizer.isEmpty() && parts[1] != optimizer) return {};
    said[kProject] = parts[0];
    said[kOptimizer] = parts[1];
    for (qsizetype i = 2; i < parts.size(); ++i) {
        const auto match = setting.match(parts[i]);
        if (!match.hasMatch()) {
            said[i == 2 ? kPrecision : parts[i]] = parts[i];  // or "no augmentation", in any language
            continue;
        }
        const QString key = match.captured(1);
        const bool known = run.settings.empty() || run.settings.contains(key);
        said[known ? key : parts[i]] = known ? match.captured(2) : parts[i];
    }
    return said;
}

// Settings that differ, by how many runs each tells apart with those before it. The number of a name never comes first:
// by itself it says nothing.
QStringList tellingOrder(const QStringList& keys, const std::vector<Said>& said) {
    using Classes = std::vector<size_t>;  // of the runs that have a made name: who is told from whom so far
    const auto split = [&](const Classes& classes, const QString& key) {
        std::map<std::pair<size_t, QString>, size_t> known;
        Classes finer;
        size_t at = 0;
        for (const Said& one : said)
            if (!one.isEmpty())
                finer.push_back(known.try_emplace({classes[at++], one.value(key)}, known.size()).first->second);
        return std::pair(known.size(), finer);
    };
    Classes classes(said.size());
    QStringList left, order;
    for (const QString& key : keys)
        if (split(classes, key).first > 1) left << key;
    while (!left.isEmpty()) {
        std::pair<size_t, Classes> best;
        QString telling;
        for (const QString& key : std::as_const(left)) {
            if (key == kNumber && order.isEmpty() && left.size() > 1) continue;
            if (auto one = split(classes, key); one.first > best.first) best = std::move(one), telling = key;
        }
        left.removeOne(telling);
        order << telling;
        classes = std::move(best.second);
    }
    return order;
}

}  // namespace

QString briefSetting(const QString& setting) {
    static const QMap<QString, QString> kBrief{{QStringLiteral("learning_rate"), QStringLiteral("lr")},
                                               {QStringLiteral("batch_size"), QStringLiteral("batch")},
                                               {QStringLiteral("data_set"), QStringLiteral("data")},
                                               {QStringLiteral("augmentation"), QStringLiteral("aug")},
                                               {QStringLiteral("weight_decay"), QStringLiteral("decay")},
                                               {kOptimizer, {}},
                                               {kPrecision, {}},
                                               {kProject, {}}};
    const QString last = setting.section(QLatin1Char('.'), -1);
    return kBrief.value(setting, kBrief.value(last, last));
}

QString numbered(int number, const QString& name) {
    return number > 0 ? QStringLiteral("#%1 %2").arg(number).arg(name) : name;
}

bool hasMadeName(const RunName& run) { return !read(run).isEmpty(); }

std::vector<RunTitle> runTitles(const std::vector<RunName>& runs) {
    std::vector<Said> said;
    QStringList keys{kProject, kOptimizer, kPrecision};
    for (const RunName& run : runs) {
        said.push_back(read(run));
        for (auto it = said.back().keyBegin(); it != said.back().keyEnd(); ++it)
            if (!keys.contains(*it) && *it != kNumber) keys << *it;
    }
    std::sort(keys.begin() + 3, keys.end());
    keys << kNumber;
    // What a name does not say is as its settings have it.
    for (size_t i = 0; i < runs.size(); ++i)
        if (!said[i].isEmpty())
            for (const QString& key : keys)
                if (const QString value = valueOf(runs[i].settings, key); !value.isEmpty() && !said[i].contains(key))
                    said[i][key] = value;
    const QStringList order = tellingOrder(keys, said);
    QMap<QString, int> briefs;  // two settings that would be called alike keep their whole names
    for (const QString& key : order) ++briefs[briefSetting(key)];

    std::vector<RunTitle> titles;
    for (size_t i = 0; i < runs.size(); ++i) {
        RunTitle title;
        QMap<QString, int> places;
        for (const QString& key : std::as_const(keys)) {
            const QString value = said[i].value(key);
            if (value.isEmpty() || !order.contains(key)) continue;
            const QString brief = briefSetting(key);
            places[key] = static_cast<int>(title.parts.size());
            title.parts << (key == kNumber ? QStringLiteral("(%1)").arg(value)
                            : brief.isEmpty() || key == value
                                ? value
                                : QStringLiteral("%1 %2").arg(briefs[brief] > 1 ? key : brief, value));
        }
        for (const QString& key : order)
            if (places.contains(key)) title.telling.push_back(places[key]);
        title.made = !title.parts.isEmpty() && !(title.parts.size() == 1 && places.contains(kNumber));
        if (!title.made && order.isEmpty() && !said[i].isEmpty()) {
            // Alone it is told by all that it says: what was set stays longest.
            title.parts = runs[i].name.split(QStringLiteral(" · "));
            for (auto part = static_cast<int>(title.parts.size()); part-- > 0;) title.telling.push_back(part);
            title.made = true;
        } else if (!title.made) {
            title.parts = {runs[i].name};
            title.telling = {0};
        }
        titles.push_back(std::move(title));
    }
    const auto different = [&](size_t most) {
        QSet<QString> texts;
        for (const RunTitle& title : titles) texts.insert(title.text(most));
        return texts.size();
    };
    size_t enough = 1;
    const auto all = static_cast<size_t>(order.size());
    for (const qsizetype ever = different(all); enough < all && different(enough) < ever;) ++enough;
    for (size_t i = 0; i < titles.size(); ++i) {
        titles[i].enough = enough;
        if (said[i].isEmpty() || runs[i].number == 0) continue;
        titles[i].number = runs[i].number;
        titles[i].made = true;  // also where it says the same as another
    }
    return titles;
}

QString RunTitle::only(std::vector<int> places) const {
    std::ranges::sort(places);
    QStringList some;
    for (const int place : places) some << parts[place];
    return numbered(number, some.join(QStringLiteral(" · "))) +
           (places.size() < telling.size() ? QStringLiteral(" …") : QString());
}

QString RunTitle::text(size_t most) const {
    const size_t count = std::min(most, telling.size());
    return only({telling.begin(), telling.begin() + static_cast<std::ptrdiff_t>(count)});
}

QString RunTitle::fitted(int room, const std::function<int(const QString&)>& widthOf,
                         const std::function<QString(const QString&, int)>& elided) const {
    std::vector<int> shown;
    for (const int place : telling) {  // a long one, as of a data set, leaves room for those behind it
        shown.push_back(place);
        if (widthOf(only(shown)) > room && shown.size() > 1) shown.pop_back();
    }
    const QString some = only(shown);
    return widthOf(some) > room ? elided(numbered(number, parts[telling.front()]), room) : some;
}

}  // namespace tl
