// See the header.
#include "ui/models/settings.h"

#include <cstring>

namespace tl {

QVariant Settings::standardOf(const char* name) const {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    if (is(kTheme)) return QStringLiteral("dark");
    if (is(kTextSize)) return 100;
    if (is(kLanguage)) return QStringLiteral("system");
    if (is(kWheelPans)) return false;
    if (is(kDevice)) return QStringLiteral("cpu");
    if (is(kThreads)) return 0;
    if (is(kReopen)) return true;
    if (is(kRunsFolder)) return runs_;
    return {};
}

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
