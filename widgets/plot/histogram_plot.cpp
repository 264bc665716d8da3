// What a slice looks like is worked out once, over bins that all slices share; the picture is kept until something
// changes, and the pointer paints over it.
#include "widgets/plot/histogram_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <span>

#include "widgets/accessible/parts.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kBins = 72, kLeft = 52, kRight = 12, kBottom = 22, kRidgeTop = 8;  // px at letters of 100 %
constexpr double kRise = 1.9;                                                    // a ridge's height, in gaps

}  // namespace

HistogramPlot::HistogramPlot(QWidget* parent) : QWidget(parent), color_(Theme::instance().series(0)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("followsPointer", true);  // its keys are those of the charts beside it
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(slices_.size()); },
                          .part = [this](int slice) { return partOf(slice); },
                          .at = [this](const QPoint& point) { return sliceAt(point); },
                          .focus = [this] { return current_; }});
    connect(&Theme::instance(), &Theme::changed, this, &HistogramPlot::layOut);
}

HistogramPlot::~HistogramPlot() { delete tooltip_; }

int HistogramPlot::capacity(Mode mode, const QSize& size) {
    const int high = size.height() - kRidgeTop - Theme::instance().scaled(kBottom),
              wide = size.width() - Theme::instance().scaled(kLeft) - kRight;
    switch (mode) {
    case Mode::Ridges: return std::max(2, static_cast<int>((high - kRise * kRidgeGap) / kRidgeGap) + 1);
    case Mode::Overlay: return 40;
    case Mode::HeatMap:
    case Mode::Percentiles: return std::clamp(wide / 3, 2, 240);
    }
    return 2;
}

void HistogramPlot::setSlices(std::vector<Distribution> slices) {
    std::erase_if(slices, [](const Distribution& each) { return each.empty(); });
    const double step = current_ >= 0 && current_ < static_cast<int>(slices_.size())
                            ? slices_[static_cast<size_t>(current_)].step
                            : NAN;
    slices_ = std::move(slices);
    const auto same = std::find_if(slices_.begin(), slices_.end(), [&](const auto& each) { return each.step == step; });
    current_ = same == slices_.end() ? -1 : static_cast<int>(same - slices_.begin());
    if (current_ < 0 && tooltip_) tooltip_->hide();
    rebuild();
}

void HistogramPlot::setMode(Mode mode) {
    mode_ = mode;
    current_ = -1;
    rebuild();
}

void HistogramPlot::setLogCounts(bool on) {
    log_ = on;
    rebuild();
}

void HistogramPlot::setColor(const QColor& color) {
    if (color == color_) return;
    color_ = color;
    drawn_ = {};
    update();
}

void HistogramPlot::setMessage(const QString& message) {
    message_ = message;
    update();
}

void HistogramPlot::rebuild() {
    from_ = INFINITY, to_ = -INFINITY;
    for (const Distribution& each : slices_) {
        if (!std::isfinite(each.least()) || !std::isfinite(each.greatest())) continue;
        from_ = std::min(from_, each.least());
        to_ = std::max(to_, each.greatest());
    }
    if (!(to_ >= from_)) from_ = 0, to_ = 1;
    if (!(to_ > from_)) {
        const double room = from_ == 0 ? 1 : std::abs(from_) * 0.1;
        from_ -= room, to_ += room;
    }
    heights_.clear();
    double most = 0;
    for (const Distribution& each : slices_) {
        heights_.push_back(each.resampled(from_, to_, kBins));
        for (double& height : heights_.back()) {
            if (log_) height = std::log1p(height);
            most = std::max(most, height);
        }
    }
    if (most > 0)
        for (auto& slice : heights_)
            for (double& height : slice) height /= most;
    layOut();
}

// What stands at the left of the plot, with the distance that its numbers are apart.
HistogramPlot::Ticks HistogramPlot::leftTicks() const {
    if (mode_ != Mode::HeatMap && mode_ != Mode::Percentiles) return {};
    Ticks ticks;
    ticks.values = roundTicks(from_, to_, std::max(2, plotRect().height() / Theme::instance().scaled(40)));
    if (ticks.values.size() > 1) ticks.apart = ticks.values[1] - ticks.values[0];
    return ticks;
}

// The numbers at the left have the room that the widest of them needs.
void HistogramPlot::layOut() {
    const QFontMetrics numbers(Theme::instance().mono(10.5));
    int widest = 0;
    if (mode_ == Mode::Ridges && !slices_.empty())
        widest = numbers.horizontalAdvance(grouped(static_cast<qint64>(slices_.back().step)));
    const Ticks ticks = leftTicks();
    for (const double tick : ticks.values)
        widest = std::max(widest, numbers.horizontalAdvance(tickText(tick, ticks.apart)));
    left_ = std::max(Theme::instance().scaled(kLeft), widest + 10);
    drawn_ = {};
    update();
}

QRect HistogramPlot::plotRect() const {
    return rect().adjusted(left_, kRidgeTop, -kRight, -Theme::instance().scaled(kBottom));
}

double HistogramPlot::toPixel(double value) const {
    const QRectF area = plotRect();
    return area.left() + (value - from_) / (to_ - from_) * area.width();
}

double HistogramPlot::foot(int slice) const {
    const int behind = static_cast<int>(slices_.size()) - 1 - slice;
    return plotRect().bottom() - behind * ridgeGap();
}

// Few slices take the room of many.
double HistogramPlot::ridgeGap() const {
    const double gaps = std::max(1.0, static_cast<double>(slices_.size())) - 1 + kRise;
    return std::clamp(plotRect().height() / gaps, double(kRidgeGap), 2.0 * kRidgeGap);
}

double HistogramPlot::baseline(int slice) const {
    return mode_ == Mode::Ridges ? foot(slice) : static_cast<double>(plotRect().bottom());
}

double HistogramPlot::stepX(double step) const {
    const QRectF area = plotRect();
    const double first = slices_.front().step, last = slices_.back().step;
    return last > first ? area.left() + (step - first) / (last - first) * area.width() : area.center().x();
}

QPainterPath HistogramPlot::outline(int slice, double foot, double height, bool closed) const {
    const auto& values = heights_[static_cast<size_t>(slice)];
    const QRectF area = plotRect();
    const double wide = area.width() / kBins;
    const auto point = [&](int i) {
        const double value = i < 0 || i >= kBins ? 0 : values[static_cast<size_t>(i)];
        return QPointF(area.left() + std::clamp(i + 0.5, 0.0, double(kBins)) * wide, foot - value * height);
    };
    QPainterPath path(QPointF(area.left(), foot));
    if (!closed) path = QPainterPath(point(0));
    // Through the bins' middles, bent gently: the tangent is that of the neighbours, and never dips under the foot.
    for (int i = closed ? 0 : 1; i < kBins; ++i) {
        if (i == 0) {
            path.lineTo(point(0));
            continue;
        }
        const QPointF a = point(i - 1), b = point(i);
        const QPointF in = (b - point(i - 2)) / 6, out = (point(i + 1) - a) / 6;
        QPointF first = a + in, second = b - out;
        first.setY(std::min(first.y(), foot));
        second.setY(std::min(second.y(), foot));
        path.cubicTo(first, second, b);
    }
    if (closed) {
        path.lineTo(area.right() + 1, foot);
        path.closeSubpath();
    }
    return path;
}

// The oldest at the back and faint, the newest before all with a line of its own.
void HistogramPlot::paintRidges(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const int count = static_cast<int>(slices_.size());
    const QColor ground = theme.color(Token::Bg1);
    for (int i = 0; i < count; ++i) {
        const double y = foot(i);
        if (y < plotRect().top()) continue;
        const double share = count > 1 ? double(i) / (count - 1) : 1;
        const QPainterPath path = outline(i, y, kRise * ridgeGap(), true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::mix(color_, ground, 0.15 + 0.55 * share));
        painter.drawPath(path);
        const bool newest = i + 1 == count;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(newest ? QPen(color_, 1.8) : QPen(Theme::mix(ground, color_, 0.75), 1));
        // Of the older ones the crest alone: their feet would be so many lines.
        if (!newest) painter.setClipRect(QRectF(0, 0, width(), y - 0.8));
        painter.drawPath(outline(i, y, kRise * ridgeGap(), false));
        painter.setClipping(false);
    }
}

void HistogramPlot::paintOverlay(QPainter& painter) const {
    const int count = static_cast<int>(slices_.size());
    const QRectF area = plotRect();
    const QColor ground = Theme::instance().color(Token::Bg1);
    for (int i = 0; i < count; ++i) {
        const double share = count > 1 ? double(i) / (count - 1) : 1;
        const bool newest = i + 1 == count;
        painter.setPen(QPen(newest ? color_ : Theme::mix(color_, ground, 0.15 + 0.55 * share), newest ? 1.8 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(outline(i, area.bottom(), area.height() * 0.94, false));
    }
}

// A column a step, as wide as it reaches; the ramp is that of all such maps, from the ground to the accent.
void HistogramPlot::paintHeat(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRectF area = plotRect();
    const QColor low = theme.color(Token::Bg2), high = theme.color(Token::Accent);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int count = static_cast<int>(slices_.size());
    const std::vector<Reach> reaches = reachesOf(slices_);
    for (int i = 0; i < count; ++i) {
        QImage column(1, kBins, QImage::Format_RGB32);
        for (int bin = 0; bin < kBins; ++bin) {
            const double strength = heights_[static_cast<size_t>(i)][static_cast<size_t>(bin)];
            column.setPixelColor(0, kBins - 1 - bin, Theme::mix(high, low, strength > 0 ? 0.08 + 0.92 * strength : 0));
        }
        const Reach& reach = reaches[static_cast<size_t>(i)];
        const double left = i == 0 ? area.left() : stepX(reach.from);
        const double right = i + 1 == count ? area.right() + 1 : stepX(reach.to);
        painter.drawImage(QRectF(std::floor(left), area.top(), std::ceil(right) - std::floor(left), area.height()),
                          column, QRectF(column.rect()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

// The shares are those of a normal distribution at 0.5, 1 and 1.5 deviations, as TensorBoard has them.
void HistogramPlot::paintPercentiles(QPainter& painter, std::span<const Distribution> piece) const {
    const QRectF area = plotRect();
    const auto y = [&](double value) { return area.bottom() - (value - from_) / (to_ - from_) * area.height(); };
    const std::pair<double, double> bands[] = {{0, 1}, {0.0668, 0.9332}, {0.1587, 0.8413}, {0.3085, 0.6915}};
    const QColor ground = Theme::instance().color(Token::Bg1);
    double strength = 0.16;
    for (const auto& [low, high] : bands) {
        QPolygonF band;
        for (const Distribution& each : piece) band << QPointF(stepX(each.step), y(each.percentile(low)));
        for (auto each = piece.rbegin(); each != piece.rend(); ++each)
            band << QPointF(stepX(each->step), y(each->percentile(high)));
        painter.setPen(piece.size() > 1 ? QPen(Qt::NoPen) : QPen(Theme::mix(color_, ground, strength + 0.2), 6));
        painter.setBrush(Theme::mix(color_, ground, strength));
        painter.drawPolygon(band);
        strength += 0.17;
    }
    QPolygonF median;
    for (const Distribution& each : piece) median << QPointF(stepX(each.step), y(each.percentile(0.5)));
    painter.setPen(QPen(Theme::instance().color(Token::Text), 1.4));
    painter.setBrush(Qt::NoBrush);
    if (median.size() > 1)
        painter.drawPolyline(median);
    else
        painter.drawEllipse(median.front(), 2, 2);
}

void HistogramPlot::paintAxes(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRectF area = plotRect();
    painter.setFont(theme.mono(10.5));
    painter.setPen(theme.color(Token::Faint));
    const bool overTime = mode_ == Mode::HeatMap || mode_ == Mode::Percentiles;
    const double xFrom = overTime ? slices_.front().step : from_, xTo = overTime ? slices_.back().step : to_;
    const auto xs = roundTicks(xFrom, xTo, std::max(2, static_cast<int>(area.width() / Theme::instance().scaled(64))));
    const double xStep = xs.size() > 1 ? xs[1] - xs[0] : 1;
    double free = -INFINITY;
    for (const double tick : xs) {
        const QString text = tickText(tick, xStep);
        const double wide = painter.fontMetrics().horizontalAdvance(text);
        const double x =
            std::clamp(overTime ? stepX(tick) : toPixel(tick), area.left() + wide / 2 - 8, area.right() - wide / 2 + 8);
        if (x - wide / 2 < free) continue;
        painter.drawText(QRectF(x - wide / 2 - 2, area.bottom() + 4, wide + 4, Theme::instance().scaled(kBottom) - 4),
                         Qt::AlignCenter | Qt::TextDontClip, text);
        free = x + wide / 2 + 6;
    }
    const double half = Theme::instance().scaled(18) / 2.0;
    const auto atLeft = [&](double y, const QString& text) {
        painter.drawText(QRectF(0, y - half, left_ - 6, 2 * half), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    if (mode_ == Mode::Ridges) {
        const int count = static_cast<int>(slices_.size());
        for (int i = count - 1, row = 0; i >= 0; --i, ++row)
            if (row % 2 == 0 && foot(i) >= area.top() + half)
                atLeft(foot(i), grouped(static_cast<qint64>(slices_[static_cast<size_t>(i)].step)));
    }
    const Ticks ticks = leftTicks();
    for (const double tick : ticks.values)
        atLeft(std::max(half, area.bottom() - (tick - from_) / (to_ - from_) * area.height()),
               tickText(tick, ticks.apart));
}

void HistogramPlot::paintCurrent(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRectF area = plotRect();
    switch (mode_) {
    case Mode::Ridges:
    case Mode::Overlay: {
        const double high = mode_ == Mode::Ridges ? kRise * ridgeGap() : area.height() * 0.94;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Text), 1.8));
        painter.drawPath(outline(current_, baseline(current_), high, false));
        break;
    }
    case Mode::HeatMap:
    case Mode::Percentiles: {
        const double x = stepX(slices_[static_cast<size_t>(current_)].step);
        painter.setPen(QPen(theme.color(Token::Text), 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        break;
    }
    }
}

void HistogramPlot::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    if (slices_.empty()) {
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    if (drawn_.isNull() || drawn_.size() != size() * devicePixelRatioF()) {
        drawn_ = QPixmap(size() * devicePixelRatioF());
        drawn_.setDevicePixelRatio(devicePixelRatioF());
        drawn_.fill(theme.color(Token::Bg1));
        QPainter inner(&drawn_);
        inner.setRenderHint(QPainter::Antialiasing);
        switch (mode_) {
        case Mode::Ridges: paintRidges(inner); break;
        case Mode::Overlay: paintOverlay(inner); break;
        case Mode::HeatMap: paintHeat(inner); break;
        case Mode::Percentiles:
            for (const std::span<const Distribution> piece : piecesOf(slices_)) paintPercentiles(inner, piece);
            break;
        }
    }
    painter.drawPixmap(0, 0, drawn_);
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (current_ >= 0) paintCurrent(painter);
    if (showsFocus(*this)) {
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.5, -1.5, -1.5), 4, 4);
    }
}

// Of ridges the one in front whose shape the point is in, else the one on whose foot it stands; of the others the
// nearest in x or height.
int HistogramPlot::sliceAt(const QPointF& point) const {
    const QRectF area = plotRect();
    const int count = static_cast<int>(slices_.size());
    if (count == 0 || point.x() < area.left() || point.x() > area.right() + 1 || point.y() > area.bottom() + 2)
        return -1;
    const int bin = std::clamp(static_cast<int>((point.x() - area.left()) / area.width() * kBins), 0, kBins - 1);
    const auto height = [&](int slice) { return heights_[static_cast<size_t>(slice)][static_cast<size_t>(bin)]; };
    int best = -1;
    double least = INFINITY;
    switch (mode_) {
    case Mode::Ridges:
        for (int i = count - 1; i >= 0; --i)
            if (point.y() <= foot(i) + 1 && point.y() >= foot(i) - std::max(height(i) * kRise * ridgeGap(), 3.0))
                return i;
        for (int i = 0; i < count; ++i)
            if (const double far = foot(i) - point.y(); far >= 0 && far < std::min(least, ridgeGap()))
                least = far, best = i;
        return best;
    case Mode::Overlay:
        for (int i = 0; i < count; ++i) {
            const double far = std::abs(area.bottom() - height(i) * area.height() * 0.94 - point.y());
            if (far <= least) least = far, best = i;
        }
        return least < 30 ? best : -1;
    case Mode::HeatMap:
    case Mode::Percentiles:
        for (int i = 0; i < count; ++i)
            if (const double far = std::abs(stepX(slices_[static_cast<size_t>(i)].step) - point.x()); far < least)
                least = far, best = i;
        return best;
    }
    return -1;
}

QString HistogramPlot::sentence(int slice) const {
    const Distribution& one = slices_[static_cast<size_t>(slice)];
    return tr("step %1: mean %2, from %3 to %4; 5 % below %5, half below %6, 95 % below %7")
        .arg(grouped(static_cast<qint64>(one.step)), valueText(one.mean()), valueText(one.least()),
             valueText(one.greatest()), valueText(one.percentile(0.05)), valueText(one.percentile(0.5)),
             valueText(one.percentile(0.95)));
}

AccessiblePart HistogramPlot::partOf(int slice) const {
    return {.role = QAccessible::ListItem,
            .name = sentence(slice),
            .rect = QRectF(plotRect().left(), baseline(slice) - ridgeGap(), plotRect().width(), ridgeGap()).toRect(),
            .focused = slice == current_};
}

void HistogramPlot::tell(const QPoint& at) {
    if (current_ < 0) {
        if (tooltip_) tooltip_->hide();
        return;
    }
    const Distribution& one = slices_[static_cast<size_t>(current_)];
    PlotTooltip& card = PlotTooltip::over(*this, tooltip_);
    card.showRows({tr("step"), tr("mean"), tr("least"), tr("5 %"), tr("median"), tr("95 %"), tr("greatest")},
                  {{color_,
                    grouped(static_cast<qint64>(one.step)),
                    {valueText(one.mean()), valueText(one.least()), valueText(one.percentile(0.05)),
                     valueText(one.percentile(0.5)), valueText(one.percentile(0.95)), valueText(one.greatest())}}},
                  mapTo(window(), at));
}

void HistogramPlot::walk(int to, const QPoint& at) {
    if (to != current_) {
        current_ = to;
        setAccessibleDescription(to < 0 ? QString() : sentence(to));
        if (to >= 0 && hasFocus()) announcePart(*this, to);
        update();
    }
    tell(at);
}

void HistogramPlot::mouseMoveEvent(QMouseEvent* event) { walk(sliceAt(event->position()), event->pos()); }

void HistogramPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && current_ >= 0)
        emit stepPicked(slices_[static_cast<size_t>(current_)].step);
}

void HistogramPlot::leaveEvent(QEvent*) { walk(-1, {}); }
void HistogramPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    walk(-1, {});
    update();
}
void HistogramPlot::hideEvent(QHideEvent*) { walk(-1, {}); }
void HistogramPlot::resizeEvent(QResizeEvent*) { layOut(); }

void HistogramPlot::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(slices_.size()) - 1;
    if (last < 0) return event->ignore();
    int next = current_ < 0 ? last + 1 : current_;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Left: next = std::max(0, next - 1); break;
    case Qt::Key_Down:
    case Qt::Key_Right: next = std::min(last, next + 1); break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_ < 0) return event->ignore();
        emit stepPicked(slices_[static_cast<size_t>(current_)].step);
        return;
    case Qt::Key_Escape:
        if (current_ < 0) return event->ignore();
        return walk(-1, {});
    default: return event->ignore();
    }
    const QPoint at(plotRect().center().x(), static_cast<int>(baseline(next)));
    walk(next, at);
}

bool HistogramPlot::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn) update();
    return QWidget::event(event);
}

}  // namespace tl
