// See the header.
#include "ui/scalars/run_sparkline.h"

#include <QColor>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/models/run_model.h"

namespace tl {

namespace {

constexpr size_t kFewEpochs = 8;  // say less of a run than its steps do
constexpr size_t kLooked = 16;    // points of a column: a list of hundreds of runs is painted at once

const ScalarCurve* pointsOf(const Run& run, const QString& tag) {
    const auto at = run.scalars.find(tag);
    return at == run.scalars.end() || at->second.empty() ? nullptr : &at->second;
}

}  // namespace

RunSparkline sparklineOf(const Run& run, int columns) {
    QString tag = run.judgedBy(false);
    if (tag.isEmpty()) tag = run.judgedBy();
    const auto* points = pointsOf(run, tag);
    const QString each = QStringLiteral("loss");
    const size_t epochs = points ? points->size() : 0;
    if (const auto* steps = pointsOf(run, each);
        steps && (epochs < 2 || (epochs < kFewEpochs && steps->size() > 4 * epochs)))
        points = steps, tag = each;
    if (!points || columns < 1) return {};
    RunSparkline line{tag, {}};
    const size_t all = points->size(), most = std::min(all, static_cast<size_t>(columns));
    for (size_t column = 0; column < most; ++column) {
        const size_t from = column * all / most, to = (column + 1) * all / most;
        double sum = 0;
        int count = 0;
        for (size_t i = from; i < to; i += std::max<size_t>(1, (to - from) / kLooked))
            if (const double value = (*points)[i].value; std::isfinite(value)) sum += value, ++count;
        line.values.push_back(count ? sum / count : std::numeric_limits<double>::quiet_NaN());
    }
    return line;
}

void paintSparkline(QPainter& painter, const QRectF& place, const RunSparkline& line, const QColor& color) {
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    for (const double value : line.values)
        if (std::isfinite(value)) least = std::min(least, value), greatest = std::max(greatest, value);
    if (!(greatest >= least)) return;
    const double apart = line.values.size() < 2 ? 0 : place.width() / static_cast<double>(line.values.size() - 1);
    const auto at = [&](size_t i) {
        const double share = greatest > least ? (line.values[i] - least) / (greatest - least) : 0.5;
        return QPointF(place.left() + apart * static_cast<double>(i), place.bottom() - share * place.height());
    };
    QPainterPath path;
    bool under = false;  // a line is being drawn
    for (size_t i = 0; i < line.values.size(); ++i) {
        const bool here = std::isfinite(line.values[i]);
        if (here && under) path.lineTo(at(i));
        if (here && !under) path.moveTo(at(i)), path.lineTo(at(i) + QPointF(0.01, 0));  // alone it is a dot
        under = here;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

}  // namespace tl
