// Numbers as the window shows them: grouped by commas, short with a unit, bytes in decimal units, times as a clock.
#include <QCoreApplication>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

struct Scaled {
    double value;
    int step;  // powers of a thousand
};

Scaled scaled(double number, int steps) {
    int step = 0;
    // 999.6 rounds to a thousand, so it is shown as 1 of the next unit.
    while (std::abs(number) >= 999.5 && step < steps) {
        number /= 1000;
        ++step;
    }
    return {number, step};
}

// Three significant digits, no trailing zeros after whole numbers: "45.2", "4.2", "128".
QString threeDigits(double value) {
    const double size = std::abs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    QString text = QString::number(value, 'f', decimals);
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0'))) text.chop(1);
        if (text.endsWith(QLatin1Char('.'))) text.chop(1);
    }
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

QString nonFinite(double number) {
    return std::isnan(number) ? QStringLiteral("NaN") : number > 0 ? QStringLiteral("∞") : QStringLiteral("-∞");
}

}  // namespace

QString grouped(qint64 number) {
    QString text = QString::number(number);
    const int first = number < 0 ? 1 : 0;
    for (int i = int(text.size()) - 3; i > first; i -= 3) text.insert(i, QLatin1Char(','));
    return text;
}

QString compact(double number) {
    if (!std::isfinite(number)) return nonFinite(number);
    static const char* const units[] = {"", " k", " M", " G", " T"};
    const auto s = scaled(number, 4);
    return threeDigits(s.value) + QLatin1String(units[s.step]);
}

QString bytesText(double bytes) {
    if (!std::isfinite(bytes)) return nonFinite(bytes);
    static const char* const units[] = {" B", " kB", " MB", " GB", " TB"};
    const auto s = scaled(bytes, 4);
    return threeDigits(s.value) + QLatin1String(units[s.step]);
}

QString flopsText(double flops) {
    if (!std::isfinite(flops)) return nonFinite(flops);
    static const char* const units[] = {" FLOP", " kFLOP", " MFLOP", " GFLOP", " TFLOP", " PFLOP"};
    const auto s = scaled(flops, 5);
    return threeDigits(s.value) + QLatin1String(units[s.step]);
}

QString shortTimeText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("–");
    static const char* const units[] = {" µs", " ms", " s"};
    const auto s = scaled(seconds * 1e6, 2);
    return threeDigits(s.value) + QString::fromUtf8(units[s.step]);
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("–");
    const qint64 whole = qint64(std::llround(seconds));
    const qint64 h = whole / 3600, m = whole / 60 % 60, s = whole % 60;
    const QString ss = QStringLiteral("%1").arg(s, 2, 10, QLatin1Char('0'));
    if (h == 0) return QStringLiteral("%1:%2").arg(m).arg(ss);
    return QStringLiteral("%1:%2:%3").arg(h).arg(m, 2, 10, QLatin1Char('0')).arg(ss);
}

QString spanText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return durationText(seconds);
    if (seconds < 1) return QCoreApplication::translate("Numbers", "under a second");
    if (seconds < 59.5)
        return QCoreApplication::translate("Numbers", "%1 s")
            .arg(threeDigits(seconds < 9.95 ? std::round(seconds * 10) / 10 : std::round(seconds)));
    return durationText(seconds);
}

}  // namespace tl
