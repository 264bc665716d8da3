// See the header.
#include "app/window/apply_settings.h"

#include "app/window/desktop_look.h"
#include "app/window/language.h"
#include "ui/models/settings.h"
#include "widgets/theme/theme.h"

namespace tl {

void applyLook(const Settings& settings) {
    const bool desktop = DesktopLook::instance().dark();
    const QString theme = settings.text(Settings::kTheme);
    Theme::instance().setTextScale(settings.number(Settings::kTextSize) / 100.0);
    Theme::instance().setDark(theme == QLatin1String("system") ? desktop : theme != QLatin1String("light"));
}

void followSettings(Settings& settings, QObject& context) {
    QObject::connect(&DesktopLook::instance(), &DesktopLook::changed, &context, [&settings] { applyLook(settings); });
    QObject::connect(&settings, &Settings::changed, &context, [&settings](const QString& name) {
        if (name == QLatin1String(Settings::kTheme)) applyLook(settings);
        if (name == QLatin1String(Settings::kLanguage)) language::apply(language::chosen(settings.store()));
    });
}

}  // namespace tl
