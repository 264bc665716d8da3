// See the header.
#include "ui/models/settings.h"

#include <QStandardPaths>
#include <cstring>

namespace tl {

namespace {

QVariant standardOf(const char* name) {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    if (is(Settings::kTheme)) return QStringLiteral("dark");
    if (is(Settings::kTextSize)) return 100;
    if (is(Settings::kLanguage)) return QStringLiteral("system");
    if (is(Settings::kWheelPans)) return false;
    if (is(Settings::kDevice)) return QStringLiteral("cpu");
    if (is(Settings::kThreads)) return 0;
    if (is(Settings::kReopen)) return true;
    if (is(Settings::kRunsFolder))
        return QString(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs"));
    return {};
}

}  // namespace

QVariant Settings::value(const char* name) const { return store_.value(QLatin1String(name), standardOf(name)); }

void Settings::set(const char* name, const QVariant& value) {
    if (this->value(name) == value) return;
    if (value == standardOf(name))
        store_.remove(QLatin1String(name));
    else
        store_.setValue(QLatin1String(name), value);
    emit changed(QLatin1String(name));
}

}  // namespace tl
