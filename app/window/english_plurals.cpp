// See the header.
#include "app/window/english_plurals.h"

namespace tl {

QString EnglishPlurals::translate(const char*, const char* source, const char*, int n) const {
    QString text = QString::fromUtf8(source);
    if (n < 0 || !text.contains(QLatin1String("(s)"))) return {};  // null: as it stands in the sources
    return text.replace(QLatin1String("(s)"), n == 1 ? QString() : QStringLiteral("s"));
}

}  // namespace tl
