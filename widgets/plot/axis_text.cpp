// Ticks of one axis share their number of decimals, as a column of numbers should; 0 stays "0".
#include "widgets/plot/axis_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

static QString clockText(double seconds, double step) {
    const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
    if (step >= 86400)
        return QLocale().toString(
            time, QCoreApplication::translate("AxisText", "d MMM", "a day and its month, as QDateTime writes them"));
    return time.toString(step >= 60 ? QStringLiteral("HH:mm") : QStringLiteral("HH:mm:ss"));
}

static QString spanText(double seconds, double step) {
    const QString sign = seconds < 0 ? QStringLiteral("-") : QString();
    seconds = std::abs(seconds);
    if (step < 1)
        return sign + QString::number(seconds, 'f', std::max(1, static_cast<int>(std::ceil(-std::log10(step))))) +
               QStringLiteral(" s");
    const auto whole = static_cast<qint64>(std::llround(seconds));
    const qint64 hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    if (hours)
        return sign + QStringLiteral("%1:%2:%3")
                          .arg(hours)
                          .arg(minutes, 2, 10, QLatin1Char('0'))
                          .arg(rest, 2, 10, QLatin1Char('0'));
    return sign + QStringLiteral("%1:%2").arg(minutes).arg(rest, 2, 10, QLatin1Char('0'));
}

std::vector<double> roundTicks(double from, double to, int most) {
    std::vector<double> ticks;
    if (!(to > from) || !std::isfinite(to - from) || most < 1) return ticks;
    const double rough = (to - from) / most, decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * decade;
    for (const double each : {1.0, 2.0, 5.0})
        if (each * decade >= rough) {
            step = each * decade;
            break;
        }
    // Of ends that are next to each other no step goes further: counted, that has an end too.
    const double first = std::ceil(from / step - 1e-9);
    for (int i = 0; step > 0 && i <= most + 1 && (first + i) * step <= to + step * 1e-9; ++i)
        if (const double tick = (first + i) * step; ticks.empty() || tick > ticks.back()) ticks.push_back(tick);
    return ticks;
}

QString tickText(double value, double step, AxisKind kind) {
    if (kind == AxisKind::Clock) return clockText(value, step);
    if (kind == AxisKind::Seconds) return spanText(value, step);
    if (!(step > 0)) step = std::abs(value);
    if (std::abs(value) < step * 1e-6) return QStringLiteral("0");
    const double size = std::abs(value);
    // Ticks of one axis are all written out or all as powers: it is their distance that says which.
    if ((size < 1e-4 && step < 0.9e-5) || size >= 1e15) {
        const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
        const double mantissa = value / std::pow(10.0, exponent);
        const int digits = std::clamp(exponent - static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 6);
        return QStringLiteral("%1e%2").arg(mantissa, 0, 'f', digits).arg(exponent);
    }
    double unit = 1;
    const char* suffix = "";
    if (size >= 1e12)
        unit = 1e12, suffix = " T";
    else if (size >= 1e9)
        unit = 1e9, suffix = " G";
    else if (size >= 1e6)
        unit = 1e6, suffix = " M";
    else if (size >= 1e3)
        unit = 1e3, suffix = " k";
    // Decimals until the step is whole in this unit.
    int decimals = 0;
    for (double scaled = step / unit; decimals < 9 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled;
         scaled *= 10)
        ++decimals;
    if (unit > 1)  // "2 k", not "2.0 k": the unit already sets it apart
        while (decimals > 0 && std::abs(value / unit * std::pow(10, decimals - 1) -
                                        std::round(value / unit * std::pow(10, decimals - 1))) < 1e-6)
            --decimals;
    return QString::number(value / unit, 'f', decimals) + QLatin1String(suffix);
}

QString powerText(double value, double least, double greatest) {
    if (least >= 1e-3 && greatest < 1e6) return tickText(value, value);
    const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const int mantissa = static_cast<int>(std::lround(value / std::pow(10.0, exponent)));
    return QStringLiteral("%1e%2").arg(mantissa).arg(exponent);
}

QString valueText(double value) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("-∞");
    if (value == 0) return QStringLiteral("0");
    const double size = std::abs(value);
    if (size >= 1e-4 && size < 1)
        return QString::number(value, 'f', std::min(7, 3 - static_cast<int>(std::floor(std::log10(size) + 1))));
    if (size < 1e-4 || size >= 1e9) return QString::number(value, 'g', 4);
    if (size >= 1000) return grouped(std::llround(value));
    return QString::number(value, 'f', size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

QString positionText(double x, AxisKind kind) {
    if (kind == AxisKind::Clock) return clockText(x, 1);
    if (kind == AxisKind::Seconds) return spanText(x, 1);
    return std::abs(x - std::round(x)) < 1e-9 ? grouped(std::llround(x)) : QString::number(x, 'f', 2);
}

static const QString kClock = QStringLiteral("yyyy-MM-dd HH:mm:ss");

QString positionEdit(double x, AxisKind kind) {
    if (kind == AxisKind::Clock) return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(x * 1000)).toString(kClock);
    if (kind == AxisKind::Seconds && x >= 60 && x == std::round(x)) return spanText(x, 1);
    return QString::number(x, 'g', 10);
}

std::optional<double> positionFrom(const QString& text, AxisKind kind, double near) {
    const QString words = text.trimmed();
    if (kind == AxisKind::Clock) {
        QDateTime at;
        for (const QString& form : {kClock, QStringLiteral("yyyy-MM-dd HH:mm"), QStringLiteral("yyyy-MM-dd")})
            if (!at.isValid()) at = QDateTime::fromString(words, form);
        for (const QString& form : {QStringLiteral("HH:mm:ss"), QStringLiteral("HH:mm"), QStringLiteral("H:mm")})
            if (const QTime time = QTime::fromString(words, form); !at.isValid() && time.isValid())
                at = QDateTime(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(near * 1000)).date(), time);
        if (!at.isValid()) return {};
        return static_cast<double>(at.toMSecsSinceEpoch()) / 1000;
    }
    double value = 0;
    const QStringList parts = kind == AxisKind::Seconds ? words.split(QLatin1Char(':')) : QStringList{words};
    if (parts.size() > 3) return {};
    for (const QString& part : parts) {
        bool good = false;
        const double number = part.toDouble(&good);
        if (!good || !std::isfinite(number) || (parts.size() > 1 && number < 0)) return {};
        value = value * 60 + number;
    }
    return value;
}

}  // namespace tl
