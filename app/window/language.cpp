// See the header.
#include "app/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>
#include <vector>

#include "app/window/english_plurals.h"
#include "ui/models/languages.h"

namespace tl::language {

namespace {

const QString kKey = QStringLiteral("language"), kSystem = QStringLiteral("system"), kEnglish = QStringLiteral("en"),
              kFolder = QStringLiteral(":/translations"), kName = QStringLiteral("tensorloom_");

// The language of the system, if there is a translation for it. Simplified Chinese is asked for as zh-CN, zh-Hans-CN,
// zh.
QString systemLanguage() {
    const QLocale system = QLocale::system();
    const bool traditional = system.script() == QLocale::TraditionalChineseScript;
    if (system.language() == QLocale::Chinese && !traditional) return QStringLiteral("zh_CN");
    return choices().contains(system.name()) ? system.name() : kEnglish;
}

}  // namespace

QString chosen(const QSettings& settings) {
    const QString choice = settings.value(kKey, kSystem).toString();
    return choices().contains(choice) ? choice : kSystem;
}

void apply(const QString& choice) {
    static std::vector<std::unique_ptr<QTranslator>> installed;
    installed.clear();  // a translator that goes takes itself out
    const QString language = choice == kSystem ? systemLanguage() : choice;
    // Dates and numbers in the program's language, whatever the system's is; in the system's own way of it where it is
    // the same.
    const QLocale own(language), system = QLocale::system();
    QLocale::setDefault(choice == kSystem && system.language() == own.language() ? system : own);
    const auto install = [](std::unique_ptr<QTranslator> translator) {
        QCoreApplication::installTranslator(translator.get());
        installed.push_back(std::move(translator));
    };
    install(std::make_unique<EnglishPlurals>());  // asked last
    if (language == kEnglish) return;
    const auto load = [&](const QString& name, const QString& folder) {
        auto translator = std::make_unique<QTranslator>();
        if (translator->load(name + language, folder)) install(std::move(translator));
    };
    load(QStringLiteral("qtbase_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    load(kName, kFolder);
}

}  // namespace tl::language
