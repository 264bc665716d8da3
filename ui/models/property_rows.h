// From the engine's property tables to the rows of a PropertyGrid and back: the one place where PropertyValue and
// QVariant meet. Layers, optimizers, schedules and augmentations all go through it.
#pragma once

#include <QVariant>
#include <QVector>
#include <vector>

#include "engine/core/property.h"
#include "widgets/properties/property_grid.h"

namespace tl {

QVariant toVariant(const PropertyValue& value);
PropertyValue fromVariant(PropertyKind kind, const QVariant& value);

// One row each of the table's properties that are visible with these values; a value that does not fit carries its
// sentence. Keys get `prefix` in front, so that several tables can share a grid.
QVector<PropertyRow> propertyRows(const std::vector<Property>& table, const Properties& values,
                                  const QString& prefix = {});
// The rows that all of several tables have, by key and kind; where their values differ, the row is mixed.
QVector<PropertyRow> commonRows(const QVector<QVector<PropertyRow>>& tables);
// Says below the last row that is not folded away what values that fit one by one do not do together; nothing where a
// row has a problem of its own.
void sayTogether(QVector<PropertyRow>& rows, const QString& problem);
const Property* findProperty(const std::vector<Property>& table, const QString& key);

// Sets a value as people give it: one equal to the default is not kept.
void assign(const std::vector<Property>& table, Properties& values, const QString& key, const QVariant& value);

}  // namespace tl
