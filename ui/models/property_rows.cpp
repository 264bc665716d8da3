// See the header.
#include "ui/models/property_rows.h"

#include <QHash>
#include <algorithm>

#include "ui/models/text.h"
#include "ui/models/text_formats.h"

namespace tl {

namespace {

const PropertyValue& valueOf(const Property& property, const Properties& values) {
    const auto found = values.find(property.key);
    return found == values.end() ? property.defaultValue : found->second;
}

PropertyRow::Kind rowKind(PropertyKind kind) {
    switch (kind) {
    case PropertyKind::Bool: return PropertyRow::Bool;
    case PropertyKind::Int: return PropertyRow::Int;
    case PropertyKind::Float: return PropertyRow::Float;
    case PropertyKind::Choice: return PropertyRow::Choice;
    case PropertyKind::Text: return PropertyRow::Text;
    case PropertyKind::IntList: return PropertyRow::IntList;
    case PropertyKind::Choices: return PropertyRow::Choices;
    }
    return PropertyRow::Text;
}

}  // namespace

QVariant toVariant(const PropertyValue& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b;
    if (const auto* i = std::get_if<int64_t>(&value)) return static_cast<qlonglong>(*i);
    if (const auto* d = std::get_if<double>(&value)) return *d;
    if (const auto* s = std::get_if<std::string>(&value)) return QString::fromStdString(*s);
    QVariantList list;
    for (const int64_t i : std::get<std::vector<int64_t>>(value)) list << static_cast<qlonglong>(i);
    return list;
}

PropertyValue fromVariant(PropertyKind kind, const QVariant& value) {
    switch (kind) {
    case PropertyKind::Bool: return value.toBool();
    case PropertyKind::Int: return static_cast<int64_t>(value.toLongLong());
    case PropertyKind::Float: return value.toDouble();
    case PropertyKind::Choice:
    case PropertyKind::Choices:
    case PropertyKind::Text: return value.toString().toStdString();
    case PropertyKind::IntList: break;
    }
    std::vector<int64_t> list;
    for (const QVariant& v : value.toList()) list.push_back(v.toLongLong());
    return list;
}

QVector<PropertyRow> propertyRows(const std::vector<Property>& table, const Properties& values, const QString& prefix) {
    QVector<PropertyRow> rows;
    for (const Property& property : table) {
        if (!isVisible(property, table, values)) continue;
        PropertyRow row;
        row.key = prefix + QString::fromStdString(property.key);
        row.label = property.label.empty() ? q(property.key) : q(property.label);
        row.help = q(property.help);
        row.unit = QString::fromStdString(property.unit);
        row.kind = rowKind(property.kind);
        const PropertyValue& value = valueOf(property, values);
        row.value = toVariant(value);
        row.defaultValue = toVariant(property.defaultValue);
        row.minimum = property.minimum;
        row.maximum = property.maximum;
        for (const std::string& choice : property.choices) row.choices << QString::fromStdString(choice);
        row.listLength = property.listLength;
        if (row.kind == PropertyRow::Text) {
            TextFormat format = textFormatOf(property.key);
            row.example = format.example;
            row.judge = std::move(format.judge);
        }
        row.advanced = property.advanced;
        if (const Message fault = checkProperty(property, value); !fault.empty())
            row.problem = q(Message("{fault}.", fault));
        rows.push_back(row);
    }
    return rows;
}

QVector<PropertyRow> commonRows(const QVector<QVector<PropertyRow>>& tables) {
    QVector<PropertyRow> rows = tables.value(0);
    for (const QVector<PropertyRow>& table : tables.mid(1)) {
        QHash<QString, const PropertyRow*> others;
        for (const PropertyRow& other : table) others.insert(other.key, &other);
        QVector<PropertyRow> shared;
        for (PropertyRow row : std::as_const(rows)) {
            const PropertyRow* other = others.value(row.key);
            if (!other || other->kind != row.kind || other->listLength != row.listLength) continue;
            row.mixed = row.mixed || other->value != row.value;
            row.advanced = row.advanced && other->advanced;
            row.minimum = std::max(row.minimum, other->minimum);
            row.maximum = std::min(row.maximum, other->maximum);
            row.choices.removeIf([&](const QString& choice) { return !other->choices.contains(choice); });
            if (other->defaultValue != row.defaultValue) row.defaultValue = QVariant();
            row.problem.clear();  // the canvas says whose it is
            shared << row;
        }
        rows = shared;
    }
    return rows;
}

void sayTogether(QVector<PropertyRow>& rows, const QString& problem) {
    PropertyRow* last = nullptr;
    for (PropertyRow& row : rows) {
        if (!row.problem.isEmpty()) return;
        if (!last || last->advanced || !row.advanced) last = &row;
    }
    if (last) last->problem = problem;
}

const Property* findProperty(const std::vector<Property>& table, const QString& key) {
    for (const Property& property : table)
        if (key == QString::fromStdString(property.key)) return &property;
    return nullptr;
}

void assign(const std::vector<Property>& table, Properties& values, const QString& key, const QVariant& value) {
    const Property* property = findProperty(table, key);
    if (!property) return;
    PropertyValue typed = fromVariant(property->kind, value);
    if (typed == property->defaultValue)
        values.erase(property->key);
    else
        values[property->key] = std::move(typed);
}

}  // namespace tl
