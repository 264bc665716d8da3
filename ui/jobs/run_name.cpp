// See the header.
#include "ui/jobs/run_name.h"

#include "ui/models/run_model.h"

namespace tl {

QString runName(const QString& project, const RunSettings& settings, const RunSettings& before) {
    constexpr qsizetype kMost = 2;
    const QString optimizer = QStringLiteral("optimizer");
    QStringList differs;
    for (const auto& [key, value] : settings) {
        const auto had = before.find(key);
        const bool other = had == before.end() ? !before.empty() && !key.contains(QLatin1Char('.'))
                                               : settingText(had->second) != settingText(value);
        if (other && key != optimizer) differs << QStringLiteral("%1 %2").arg(key, settingText(value));
    }
    QStringList parts{project, settingText(settings.at(optimizer))};
    parts << differs.mid(0, kMost);
    if (differs.size() > kMost) parts.back() += QStringLiteral(" …");
    return parts.join(QStringLiteral(" · "));
}

QString runName(const QString& project, const RunSettings& settings, const RunModel& runs) {
    const Run* before = nullptr;
    for (const Run& one : runs.runs())
        if (!one.foreign && (!before || one.started > before->started)) before = &one;
    return runName(project, settings, before ? before->settings : RunSettings());
}

}  // namespace tl
