// The scale is that of the second tallest bin where one bin stands out far (a black background): the rest would
// otherwise be a flat line, and the cut bar says so with a gap near its top.
#include "widgets/image/histogram_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace tl {

static constexpr int kHead = 28;

static int tableRow() { return Theme::instance().scaled(Theme::kTableRow); }

static QString oneDigit(double value) { return QString::number(value, 'f', 1); }

HistogramStrip::HistogramStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void HistogramStrip::setChannels(const QVector<HistogramChannel>& channels) {
    channels_ = channels;
    QStringList words;
    for (const auto& channel : channels)
        words << tr("%1 mean %2, deviation %3")
                     .arg(channel.name)
                     .arg(channel.mean, 0, 'f', 1)
                     .arg(channel.deviation, 0, 'f', 1);
    setAccessibleName(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

void HistogramStrip::setReference(const QString& title, const std::array<qint64, 256>& counts) {
    referenceTitle_ = title;
    reference_ = counts;
    hasReference_ = std::any_of(counts.begin(), counts.end(), [](qint64 n) { return n > 0; });
    update();
}

QSize HistogramStrip::sizeHint() const {
    return {276, plotHeight_ + 1 + (channels_.isEmpty() ? 0 : kHead + tableRow() * static_cast<int>(channels_.size()))};
}

QRect HistogramStrip::plotRect() const { return {0, 0, width(), plotHeight_}; }

static std::array<double, HistogramStrip::kBins> binned(const std::array<qint64, 256>& counts) {
    std::array<double, HistogramStrip::kBins> bins{};
    double total = 0;
    for (int value = 0; value < 256; ++value) {
        bins[value * HistogramStrip::kBins / 256] += static_cast<double>(counts[value]);
        total += static_cast<double>(counts[value]);
    }
    if (total > 0)
        for (double& bin : bins) bin /= total;
    return bins;
}

void HistogramStrip::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    const QRect plot = plotRect();
    painter.fillRect(QRect(plot.left(), plot.bottom() + 1, plot.width(), 1), theme.color(Token::Line));
    std::vector<std::array<double, kBins>> bars;
    for (const auto& channel : channels_) bars.push_back(binned(channel.counts));
    const auto reference = binned(reference_);

    std::vector<double> heights;
    for (int bin = 0; bin < kBins; ++bin) {
        double tallest = hasReference_ ? reference[bin] : 0;
        for (const auto& bar : bars) tallest = std::max(tallest, bar[bin]);
        heights.push_back(tallest);
    }
    std::sort(heights.rbegin(), heights.rend());
    double top = heights.empty() ? 1 : heights[0];
    const double fourth = heights.size() > 3 ? heights[3] : 0;
    const bool cut = fourth > 0 && top > 4 * fourth;
    if (cut) top = 2 * fourth;
    if (top <= 0) top = 1;

    for (int bin = 0; bin < kBins; ++bin) {
        const int left = plot.left() + plot.width() * bin / kBins,
                  right = plot.left() + plot.width() * (bin + 1) / kBins;
        std::vector<size_t> order(bars.size());
        for (size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return bars[a][bin] > bars[b][bin]; });
        for (const size_t i : order) {
            const double share = bars[i][bin] / top;
            const int height = share > 0 ? std::max(1, qRound(std::min(1.0, share) * (plot.height() - 2))) : 0;
            QColor color = theme.color(channels_[static_cast<int>(i)].color);
            color.setAlphaF(bars.size() > 1 ? 0.82f : 0.9f);
            painter.fillRect(QRect(left, plot.bottom() + 1 - height, std::max(1, right - left - 1), height), color);
            if (share > 1.001) painter.fillRect(QRect(left, plot.top() + 6, right - left, 2), theme.color(Token::Bg1));
        }
    }
    if (hasReference_) {
        QPolygonF line;
        for (int bin = 0; bin < kBins; ++bin) {
            const double y = plot.bottom() + 1 - std::min(1.0, reference[bin] / top) * (plot.height() - 2);
            line << QPointF(plot.left() + plot.width() * bin / double(kBins), y)
                 << QPointF(plot.left() + plot.width() * (bin + 1) / double(kBins), y);
        }
        painter.setPen(QPen(theme.color(Token::Text), 1));
        painter.setOpacity(0.75);
        painter.drawPolyline(line);
        painter.setOpacity(1);
    }

    if (channels_.isEmpty()) return;
    // mean, deviation, data set
    const bool compared =
        std::any_of(channels_.begin(), channels_.end(), [](const auto& c) { return !c.reference.isEmpty(); });
    const double right = width() - 2, w = width();
    const QString titles[3] = {tr("mean"), tr("deviation"), tr("data set")};
    // The columns share what their words leave; where these do not fit, they are smaller.
    double name = 0, widths[3] = {0, 0, 0}, needed = 0, smaller = 1;
    const auto fitted = [&smaller](QFont font) {
        if (font.pixelSize() > 0)
            font.setPixelSize(qMax(7, int(font.pixelSize() * smaller)));
        else
            font.setPointSizeF(font.pointSizeF() * smaller);
        return font;
    };
    constexpr double kBetween = 8, kSmallest = 0.5;
    for (;; smaller -= 0.05) {  // measured anew each time: letters have no more sizes than pixels
        const QFontMetricsF words(fitted(theme.font(12))), numbers(fitted(theme.mono())), heads(fitted(theme.font(11)));
        name = 0;
        for (int column = 0; column < 3; ++column) widths[column] = heads.horizontalAdvance(titles[column]);
        for (const auto& channel : channels_) {
            name = std::max(name, words.horizontalAdvance(channel.name));
            widths[0] = std::max(widths[0], numbers.horizontalAdvance(oneDigit(channel.mean)));
            widths[1] = std::max(widths[1], numbers.horizontalAdvance(oneDigit(channel.deviation)));
            widths[2] = std::max(widths[2], numbers.horizontalAdvance(channel.reference));
        }
        if (!compared) widths[2] = 0;
        needed = 4 + name + widths[0] + widths[1] + widths[2] + kBetween * (compared ? 3 : 2);
        if (needed <= w || smaller <= kSmallest) break;
    }
    const double spare = std::max(0.0, w - needed) / (compared ? 3 : 2);
    const double first = 2 + name + kBetween + widths[0] + spare;
    const double second = compared ? first + kBetween + widths[1] + spare : right;
    const double ends[3] = {first, second, right};
    double y = plot.bottom() + 2;
    painter.setFont(fitted(theme.font(11)));
    painter.setPen(theme.color(Token::Muted));
    for (int column = 0; column < (compared ? 3 : 2); ++column)
        painter.drawText(QRectF(0, y, ends[column], kHead), Qt::AlignRight | Qt::AlignVCenter, titles[column]);
    if (compared && hasReference_) {  // which of the two the line is
        const double end = ends[2] - painter.fontMetrics().horizontalAdvance(titles[2]) - 6;
        painter.fillRect(QRectF(end - 14, y + kHead / 2.0, 14, 1), theme.color(Token::Text));
    }
    y += kHead;
    for (const auto& channel : channels_) {
        painter.fillRect(QRectF(0, y, width(), 1), theme.color(Token::Line));
        painter.setFont(fitted(theme.font(12)));
        painter.setPen(theme.color(channel.color));
        painter.drawText(QRectF(2, y, name + 2, tableRow()), Qt::AlignLeft | Qt::AlignVCenter, channel.name);
        painter.setFont(fitted(theme.mono()));
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRectF(0, y, ends[0], tableRow()), Qt::AlignRight | Qt::AlignVCenter, oneDigit(channel.mean));
        painter.drawText(QRectF(0, y, ends[1], tableRow()), Qt::AlignRight | Qt::AlignVCenter,
                         oneDigit(channel.deviation));
        painter.setPen(theme.color(Token::Muted));
        if (compared)
            painter.drawText(QRectF(0, y, ends[2], tableRow()), Qt::AlignRight | Qt::AlignVCenter, channel.reference);
        y += tableRow();
    }
}

bool HistogramStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (!plotRect().contains(help->pos()) || channels_.isEmpty()) {
            QToolTip::hideText();
            return true;
        }
        const int bin = std::clamp(help->pos().x() * kBins / std::max(1, width()), 0, kBins - 1),
                  first = bin * 256 / kBins;
        const int last = (bin + 1) * 256 / kBins - 1;
        QStringList lines{tr("values %1 to %2").arg(first).arg(last)};
        const auto sum = [&](const std::array<qint64, 256>& counts) {
            qint64 all = 0;
            for (int value = first; value <= last; ++value) all += counts[value];
            return all;
        };
        for (const auto& channel : channels_)
            lines << QStringLiteral("%1  %2").arg(channel.name, grouped(sum(channel.counts)));
        if (hasReference_) {
            const auto share = binned(reference_)[bin];
            lines << QStringLiteral("%1  %2 %").arg(referenceTitle_).arg(100 * share, 0, 'f', 2);
        }
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
