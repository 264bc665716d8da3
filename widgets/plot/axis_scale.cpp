// How the values of an axis beside others become places on it, and words: see parallel_axes.h.
#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/parallel_axes.h"

namespace tl {

static constexpr int kMostSteps = 10;   // of four and a bit, rounded to a round step
static constexpr double kLogFrom = 20;  // learning rates of 0.001, 0.01 and 0.1 stand evenly apart

AxisScale AxisScale::of(const QVector<AxisLine>& lines, int column, const AxisColumn& axis) {
    AxisScale scale;
    if (!axis.words.isEmpty()) {
        scale.to = std::max<double>(1, static_cast<double>(axis.words.size()) - 1);
        if (axis.words.size() == 1) scale.from = -1;
        return scale;
    }
    scale.from = INFINITY, scale.to = -INFINITY;
    for (const AxisLine& line : lines)
        if (const double value = line.values.value(column, NAN); std::isfinite(value)) {
            scale.from = std::min(scale.from, value);
            scale.to = std::max(scale.to, value);
        }
    if (!(scale.to >= scale.from)) return {};
    scale.positive = scale.from > 0;
    scale.log = scale.positive && axis.log.value_or(scale.to / scale.from > kLogFrom);
    if (!(scale.to > scale.from)) {
        const double room = scale.from == 0 ? 1 : std::abs(scale.from) * 0.1;
        scale.from -= room, scale.to += room;
    }
    return scale;
}

double AxisScale::share(double value) const {
    return log ? (std::log(value) - std::log(from)) / (std::log(to) - std::log(from)) : (value - from) / (to - from);
}

double AxisScale::value(double share) const {
    return log ? std::exp(std::log(from) + share * (std::log(to) - std::log(from))) : from + share * (to - from);
}

// 1, 2 or 5 times a power of ten; over two decades and more of a logarithmic axis the powers alone. One that is so
// short that it has fewer than two of them, 0.6 to 0.9, has even steps.
std::set<double> AxisScale::roundNumbers() const {
    std::set<double> numbers;
    if (log) {
        const double decades = std::log10(to / from);
        for (double power = std::pow(10, std::floor(std::log10(from))); power > 0 && power <= to; power *= 10)
            for (const double digit : {1.0, 2.0, 5.0})
                if (const double number = power * digit; (digit == 1 || decades < 2) && number >= from && number <= to)
                    numbers.insert(number);
    }
    if (numbers.size() < 2) {
        numbers.clear();
        const double rough = (to - from) / 4, power = std::pow(10, std::floor(std::log10(rough)));
        const double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : 5);
        // Of ends that are next to each other no step goes further: counted, that has an end too.
        const double first = std::ceil(from / step - 1e-9);
        for (int k = 0; step > 0 && k < kMostSteps && (first + k) * step <= to + 1e-9 * step; ++k)
            numbers.insert((first + k) * step);
    }
    return numbers;
}

QString AxisScale::head(const QString& name) const {
    return log ? QCoreApplication::translate("AxisScale", "%1 (log)").arg(name) : name;
}

QString AxisScale::text(double value, const AxisColumn& axis) const {
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (!axis.words.isEmpty()) return axis.words.value(qRound(value));
    if (value == std::round(value) && std::abs(value) < 1e6) return QString::number(qRound64(value));
    // Settings are round numbers: a rate of 0.0003 is no 0.000300.
    QString text = valueText(value);
    while (text.contains(QLatin1Char('.')) && !text.contains(QLatin1Char('e')) && text.endsWith(QLatin1Char('0')))
        text.chop(1);
    return text.endsWith(QLatin1Char('.')) ? text.chopped(1) : text;
}

QString AxisScale::text(double value, const AxisColumn& axis, const QFontMetricsF& metrics, double room) const {
    QString whole = text(value, axis);
    if (metrics.horizontalAdvance(whole) <= room) return whole;
    if (!axis.words.isEmpty()) return room < 24 ? QString() : metrics.elidedText(whole, Qt::ElideRight, room);
    for (const int digits : {3, 2, 1})
        if (QString fewer = QString::number(value, 'g', digits); metrics.horizontalAdvance(fewer) <= room) return fewer;
    return {};
}

std::optional<std::pair<double, double>> amongWords(std::pair<double, double> stretch, const QStringList& before,
                                                    const QStringList& now) {
    if (before.isEmpty() != now.isEmpty()) return {};  // a number is no place of a word
    constexpr double kLess = 1e-9, kMostBeside = 0.9;  // room beside the outermost word: it reaches no other one
    const int first = std::max(0, static_cast<int>(std::ceil(stretch.first - kLess)));
    const int last =
        std::min(static_cast<int>(before.size()) - 1, static_cast<int>(std::floor(stretch.second + kLess)));
    if (before == now || first > last) return stretch;
    std::optional<std::pair<double, double>> places;
    for (int word = first; word <= last; ++word)
        if (const auto place = static_cast<double>(now.indexOf(before[word])); place >= 0)
            places = places ? std::pair(std::min(places->first, place), std::max(places->second, place))
                            : std::pair(place, place);
    if (!places) return {};
    return std::pair(places->first - std::clamp(first - stretch.first, 0.0, kMostBeside),
                     places->second + std::clamp(stretch.second - last, 0.0, kMostBeside));
}

void openLogMenu(QWidget& over, const QPoint& at, const QVector<AxisColumn>& columns, const QVector<AxisScale>& scales,
                 const QVector<int>& which, const LogChosen& chosen) {
    auto* menu = new QMenu(&over);
    menu->setObjectName(QStringLiteral("logMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const int column : which) {
        // Others may stand in its place when it is chosen.
        const QString name = columns[column].name;
        QAction* row =
            menu->addAction(QCoreApplication::translate("AxisScale", "“%1” on a logarithmic axis").arg(name));
        row->setCheckable(true);
        row->setChecked(scales[column].log);
        row->setEnabled(scales[column].positive);
        QObject::connect(row, &QAction::triggered, &over, [chosen, name](bool log) { chosen(name, log); });
        if (!columns[column].log) continue;
        QAction* back =
            menu->addAction(QCoreApplication::translate("AxisScale", "“%1” automatic: by its values").arg(name));
        QObject::connect(back, &QAction::triggered, &over, [chosen, name] { chosen(name, std::nullopt); });
    }
    menu->popup(at);
}

}  // namespace tl
