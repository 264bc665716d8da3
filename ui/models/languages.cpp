// See the header. A translation is found by its file among the program's resources.
#include "ui/models/languages.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

namespace tl::language {

QStringList choices() {
    const QString name = QStringLiteral("tensorloom_");
    QStringList found{QStringLiteral("system"), QStringLiteral("en")};
    for (const QString& file : QDir(QStringLiteral(":/translations")).entryList({name + QStringLiteral("*.qm")}))
        found << file.mid(name.size()).chopped(3);
    return found;
}

QString title(const QString& choice) {
    if (choice == QLatin1String("system")) return QCoreApplication::translate("Language", "As the desktop");
    if (choice == QLatin1String("en")) return QStringLiteral("English");
    return QLocale(choice).nativeLanguageName();
}

}  // namespace tl::language
