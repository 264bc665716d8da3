// Values of properties as text and back, with the sentence to show when a text is not a value of the property.
#pragma once

#include <QString>
#include <QVariant>
#include <optional>

#include "widgets/properties/property_grid.h"

namespace tl {

// "32", "0.001", "3 × 3", "relu"; nothing for no value.
QString propertyText(const PropertyRow& row, const QVariant& value);
// What a person typed. Invalid variant and a sentence in `problem` when it does not fit the row's kind and range.
QVariant parseProperty(const PropertyRow& row, const QString& text, QString* problem);
// A number that need not be whole, as a person types it: "0.003", "3e-3", and with a single comma "0,003".
std::optional<double> typedNumber(QString text);
// Compares as the row's kind does: 3 and 3LL are the same, lists element by element.
bool sameValue(const PropertyRow& row, const QVariant& a, const QVariant& b);
// One step up or down: 1 for whole numbers (10 with `large`), about a tenth of the value for others.
QVariant steppedValue(const PropertyRow& row, const QVariant& value, int steps, bool large);

}  // namespace tl
