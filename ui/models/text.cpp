// Looks the engine's keys up where Qt Linguist's translations are installed.
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>

namespace tl {

QString shellWord(const QString& word) {
    static const QRegularExpression plain(QStringLiteral("^[\\w./:@%+=-]+$"));
    if (plain.match(word).hasMatch()) return word;
    return QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

QString q(const Message& message) {
    return q(message.in(
        [](const std::string& key) { return QCoreApplication::translate("Engine", key.c_str()).toStdString(); }));
}

// With an exponent fewer digits, so that it is as wide as the others.
QString numberText(double value) {
    const QString text = QString::number(value, 'g', 6);
    return text.contains(QLatin1Char('e')) ? QString::number(value, 'g', 3) : text;
}

QString writtenText(float value) {
    QString text;
    for (int digits = 6; digits <= 9; ++digits) {
        text = QString::number(static_cast<double>(value), 'g', digits);
        if (text.toFloat() == value) break;
    }
    const bool large = text.contains(QLatin1String("e+")) && std::abs(value) < 1e9f;
    return large ? QString::number(text.toDouble(), 'f', 0) : text;
}

QString figureText(double value, int decimals) {
    return std::abs(value) < 1e4 ? QString::number(value, 'f', decimals) : QString::number(value, 'g', 4);
}

QString inLines(const QString& text, int most) {
    QStringList lines;
    for (QString line : text.split(QLatin1Char('\n'))) {
        while (line.size() > most) {
            const qsizetype space = line.lastIndexOf(QLatin1Char(' '), most);
            const qsizetype end = space > 0 ? space : most - (line[most].isLowSurrogate() ? 1 : 0);
            lines << line.left(end);
            line = line.mid(space > 0 ? end + 1 : end);
        }
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace tl
