// See the header.
#include "ui/jobs/run_name.h"

#include "ui/models/run_model.h"

namespace tl {

QString runName(const QString& project, const RunSettings& settings, const RunSettings& from) {
    const QString optimizer = QStringLiteral("optimizer"), precision = QStringLiteral("precision");
    const auto textOf = [](const RunSettings& all, const QString& key) {
        const auto found = all.find(key);
        return found == all.end() ? QString() : settingText(found->second);
    };
    // "adam.beta_1": beside a run that had no adam there is nothing to compare.
    const auto comparable = [&](const QString& key) {
        const QString owner = key.section(QLatin1Char('.'), 0, 0);
        const auto has = [&](const RunSettings& all) {
            return textOf(all, optimizer) == owner || textOf(all, QStringLiteral("schedule")) == owner;
        };
        return owner == key || owner == optimizer || (has(settings) && has(from));
    };
    RunSettings all = settings;
    all.insert(from.begin(), from.end());
    QStringList differs;
    for (const auto& [key, value] : all) {
        const QString now = textOf(settings, key);
        if (from.empty() || key == optimizer || key == precision || now == textOf(from, key) || !comparable(key))
            continue;
        differs << (now.isEmpty() ? RunModel::tr("no %1").arg(key) : QStringLiteral("%1 %2").arg(key, now));
    }
    QStringList parts{project, settingText(settings.at(optimizer))};
    // Says by itself what it is of, and changes every number.
    if (const QString now = textOf(settings, precision); !from.empty() && now != textOf(from, precision)) parts << now;
    parts << differs;
    return parts.join(QStringLiteral(" · "));
}

QString runName(const QString& project, const RunSettings& settings, const RunModel& runs, const Run* parent) {
    const Run* from = parent && !parent->settings.empty() ? parent : nullptr;
    if (!from)
        for (const Run& one : runs.runs())
            if (!one.foreign && one.started > 0 && !one.settings.empty() && (!from || one.started < from->started))
                from = &one;
    return runName(project, settings, from ? from->settings : RunSettings());
}

}  // namespace tl
