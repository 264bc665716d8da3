// The language of the window, chosen and changed while it runs: Qt Linguist's translations for our own texts and the
// engine's, Qt's own for its dialogs, and the formats of numbers. The settings keep the choice as "language".
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>

namespace tl::language {

QStringList choices();                 // "system", "en", "zh_CN"
QString title(const QString& choice);  // a language by its own name: "简体中文"
QString chosen(const QSettings& settings);
// Every widget gets a LanguageChange; the window makes its panels and menus again.
void apply(const QString& choice);

}  // namespace tl::language
