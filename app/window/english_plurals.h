// English for "%n layer(s)": the texts in the sources are the keys of translations, and English too needs its plurals.
// Resolved by rule, so that the source language needs no catalogue of its own.
#pragma once

#include <QTranslator>

namespace tl {

class EnglishPlurals : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override;
};

}  // namespace tl
