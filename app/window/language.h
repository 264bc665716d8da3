// The language of the window, chosen and changed while it runs: Qt Linguist's translations for our own texts and the
// engine's, Qt's own for its dialogs, and the formats of numbers. The settings keep the choice as "language"; which
// there are says ui/models/languages.h.
#pragma once

#include <QSettings>
#include <QString>

namespace tl::language {

QString chosen(const QSettings& settings);  // one of choices()
// Every widget gets a LanguageChange; the window makes its panels and menus again.
void apply(const QString& choice);

}  // namespace tl::language
