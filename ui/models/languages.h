// The languages that the window can be in: the desktop's, English, and each that there is a translation for.
#pragma once

#include <QString>
#include <QStringList>

namespace tl::language {

QStringList choices();                 // "system", "en", "zh_CN"
QString title(const QString& choice);  // a language by its own name: "简体中文"

}  // namespace tl::language
