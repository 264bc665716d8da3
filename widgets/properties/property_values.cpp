// Numbers are read in the C locale, as in code and papers; lists take "3", "3 x 3", "3 × 3" and "3, 3". A single comma
// parts thousands of whole numbers ("1,024") and is the decimal point of others ("0,003").
#include "widgets/properties/property_values.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace tl {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("PropertyGrid", text); }

QString number(double value) { return QString::number(value, 'g', 10); }

bool hasMinimum(const PropertyRow& row) { return row.minimum > -1e299; }
bool hasMaximum(const PropertyRow& row) { return row.maximum < 1e299; }

QString rangeSentence(const PropertyRow& row) {
    const QString unit = row.unit.isEmpty() ? QString() : QLatin1Char(' ') + row.unit;
    if (hasMinimum(row) && row.above) return tr("%1 must be more than %2%3.").arg(row.label, number(row.minimum), unit);
    if (hasMinimum(row) && hasMaximum(row))
        return tr("%1 goes from %2 to %3%4.").arg(row.label, number(row.minimum), number(row.maximum), unit);
    if (hasMinimum(row)) return tr("%1 must be %2%3 or more.").arg(row.label, number(row.minimum), unit);
    return tr("%1 must be %2%3 or less.").arg(row.label, number(row.maximum), unit);
}

bool inRange(const PropertyRow& row, double value) {
    return (row.above ? value > row.minimum : value >= row.minimum) && value <= row.maximum;
}

// A whole number, also written as 1e3 or 64.0.
bool readInt(const QString& text, qlonglong* value) {
    bool ok = false;
    *value = QLocale::c().toLongLong(text, &ok);
    if (ok) return true;
    const double real = QLocale::c().toDouble(text, &ok);
    if (!ok || !std::isfinite(real) || real != std::floor(real) || std::abs(real) > 9e15) return false;
    *value = qlonglong(real);
    return true;
}

QVariant parseList(const PropertyRow& row, const QString& text, QString* problem) {
    static const QRegularExpression separators(QStringLiteral("[x×,;*\\s]+"),
                                               QRegularExpression::CaseInsensitiveOption);
    QString inner = text;
    inner.remove(QRegularExpression(QStringLiteral("[\\[\\]()]")));
    const auto parts = inner.split(separators, Qt::SkipEmptyParts);
    QVariantList list;
    for (const auto& part : parts) {
        qlonglong value = 0;
        if (!readInt(part, &value)) {
            *problem = tr("\"%1\" is not a whole number: write %2 as 3 × 3.").arg(part, row.label);
            return {};
        }
        if (!inRange(row, double(value))) {
            *problem = rangeSentence(row);
            return {};
        }
        list.push_back(value);
    }
    if (row.listLength > 0 && list.size() == 1)
        while (list.size() < row.listLength) list.push_back(list.front());
    if (row.listLength > 0 && list.size() != row.listLength) {
        *problem = tr("%1 takes %2 numbers, or one for all of them.").arg(row.label).arg(row.listLength);
        return {};
    }
    return list;
}

}  // namespace

std::optional<double> typedNumber(QString text) {
    if (text.count(QLatin1Char(',')) == 1 && !text.contains(QLatin1Char('.')))
        text.replace(QLatin1Char(','), QLatin1Char('.'));
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString propertyText(const PropertyRow& row, const QVariant& value) {
    if (!value.isValid()) return {};
    switch (row.kind) {
    case PropertyRow::Float: return number(value.toDouble());
    case PropertyRow::Int: return QString::number(value.toLongLong());
    case PropertyRow::IntList: {
        QStringList parts;
        for (const auto& part : value.toList()) parts.push_back(QString::number(part.toLongLong()));
        return parts.join(QStringLiteral(" × "));
    }
    case PropertyRow::Bool: return value.toBool() ? tr("on") : tr("off");
    case PropertyRow::Choice:
    case PropertyRow::Choices:
    case PropertyRow::Text: break;
    }
    return value.toString();
}

QVariant parseProperty(const PropertyRow& row, const QString& typed, QString* problem) {
    QString ignored;
    if (!problem) problem = &ignored;
    problem->clear();
    QString text = typed.trimmed();
    if (!row.unit.isEmpty() && text.endsWith(row.unit)) text = text.left(text.size() - row.unit.size()).trimmed();
    switch (row.kind) {
    case PropertyRow::Int: {
        qlonglong value = 0;
        if (!readInt(text, &value)) {
            *problem = tr("%1 is a whole number, like %2.").arg(row.label, propertyText(row, row.defaultValue));
            return {};
        }
        if (!inRange(row, double(value))) {
            *problem = rangeSentence(row);
            return {};
        }
        return value;
    }
    case PropertyRow::Float: {
        const std::optional<double> read = typedNumber(text);
        if (!read) {
            *problem = tr("%1 is a number, like %2.").arg(row.label, propertyText(row, row.defaultValue));
            return {};
        }
        if (!inRange(row, *read)) {
            *problem = rangeSentence(row);
            return {};
        }
        return *read;
    }
    case PropertyRow::IntList: return parseList(row, text, problem);
    case PropertyRow::Text:
        if (row.judge && !text.isEmpty()) *problem = row.judge(text);
        if (!problem->isEmpty()) return {};
        break;
    case PropertyRow::Bool:
    case PropertyRow::Choice:
    case PropertyRow::Choices: break;
    }
    return text;
}

bool sameValue(const PropertyRow& row, const QVariant& a, const QVariant& b) {
    if (!a.isValid() || !b.isValid()) return a.isValid() == b.isValid();
    switch (row.kind) {
    case PropertyRow::Bool: return a.toBool() == b.toBool();
    case PropertyRow::Int: return a.toLongLong() == b.toLongLong();
    case PropertyRow::Float: return a.toDouble() == b.toDouble();
    case PropertyRow::IntList: {
        const auto x = a.toList(), y = b.toList();
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [](const auto& m, const auto& n) { return m.toLongLong() == n.toLongLong(); });
    }
    case PropertyRow::Choice:
    case PropertyRow::Choices:
    case PropertyRow::Text: break;
    }
    return a.toString() == b.toString();
}

QVariant steppedValue(const PropertyRow& row, const QVariant& value, int steps, bool large) {
    if (row.kind == PropertyRow::Int) {
        const double next = double(value.toLongLong() + steps * (large ? 10 : 1));
        return qlonglong(std::clamp(next, row.minimum, row.maximum));
    }
    const double now = value.toDouble();
    // Of 0.02 the step is 0.001, of 0 it is a hundredth.
    const double step = now == 0 ? 0.01 : std::pow(10.0, std::floor(std::log10(std::abs(now)) + 1e-9) - 1);
    const double next = std::round(now / step + steps * (large ? 10 : 1)) * step;
    return std::clamp(QString::number(next, 'g', 10).toDouble(), row.minimum, row.maximum);
}

}  // namespace tl
