// See the header.
#include "ui/profile/roofline_plot.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr size_t kNamedDots = 6;  // dots with a name beside them, at most
constexpr double kGap = 6;        // beside a name, to the next one
constexpr double kReach = 10;     // px from its middle in which a dot is pointed at, and all of it where it is larger
}  // namespace

RooflinePlot::RooflinePlot(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("rooflinePlot"));
    setAccessibleName(tr("Roofline"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(120);
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(dots_.size()); },
                          .part =
                              [this](int index) {
                                  const RooflineDot& dot = dots_[static_cast<size_t>(index)];
                                  return AccessiblePart{
                                      .role = QAccessible::ListItem,
                                      .name = dot.name,
                                      .value = words(dot),
                                      .rect = QRectF(place(dot) - QPointF(6, 6), QSizeF(12, 12)).toAlignedRect(),
                                      .focused = index == current_,
                                      .selected = index == current_};
                              },
                          .at = [this](const QPoint& point) { return dotAt(point); },
                          .focus = [this] { return current_; }});
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RooflinePlot::setLimits(const MachineLimits& limits) {
    limits_ = limits;
    fit();
}

void RooflinePlot::setDots(std::vector<RooflineDot> dots) {
    const qint64 key = current_ >= 0 ? dots_[static_cast<size_t>(current_)].key : -1;
    dots_ = std::move(dots);
    setCurrent(key);
    fit();
}

void RooflinePlot::setCurrent(qint64 key) {
    const auto found = std::ranges::find(dots_, key, &RooflineDot::key);
    current_ = found == dots_.end() ? -1 : static_cast<int>(found - dots_.begin());
    update();
}

// Whole decades around all dots and the roof's bend.
void RooflinePlot::fit() {
    double leastX = 0.1, mostX = 100, leastY = 1e9, mostY = 1e10;
    const auto hold = [&](double x, double y) {
        leastX = std::min(leastX, x), mostX = std::max(mostX, x);
        leastY = std::min(leastY, y), mostY = std::max(mostY, y);
    };
    for (const RooflineDot& dot : dots_) hold(dot.intensity, dot.flopsPerSecond);
    if (limits_.known()) {
        const double highest = std::max(limits_.flops, limits_.flops16);
        hold(highest / limits_.bandwidth, highest);
    }
    leastX_ = std::floor(std::log10(leastX)), mostX_ = std::ceil(std::log10(mostX));
    leastY_ = std::floor(std::log10(leastY)), mostY_ = std::ceil(std::log10(mostY * 1.2));
    update();
}

// What is said of it stands above it, where no dot comes.
QRectF RooflinePlot::frame() const {
    const Theme& theme = Theme::instance();
    const double said = QFontMetricsF(theme.font(11)).height() * static_cast<double>(noteLines().size());
    return QRectF(rect()).adjusted(theme.scaled(74), kGap + said + kGap, -20, -theme.scaled(42));
}
double RooflinePlot::xOf(double intensity) const {
    return frame().left() + (std::log10(intensity) - leastX_) / (mostX_ - leastX_) * frame().width();
}
double RooflinePlot::yOf(double flops) const {
    return frame().bottom() - (std::log10(flops) - leastY_) / (mostY_ - leastY_) * frame().height();
}
QPointF RooflinePlot::place(const RooflineDot& dot) const { return {xOf(dot.intensity), yOf(dot.flopsPerSecond)}; }

QString RooflinePlot::words(const RooflineDot& dot) const {
    const QString speed =
        tr("%1 GF/s at %2 operations a byte").arg(dot.flopsPerSecond / 1e9, 0, 'f', 1).arg(dot.intensity, 0, 'g', 3);
    return dot.share > 0 ? tr("%1, %2 % of the limit there").arg(speed).arg(qRound(100 * dot.share)) : speed;
}

bool RooflinePlot::aboveArithmetic(const RooflineDot& dot) const { return dot.flopsPerSecond > 1.05 * dot.limit; }

bool RooflinePlot::aboveMemory(const RooflineDot& dot) const {
    return !aboveArithmetic(dot) && dot.flopsPerSecond > 1.05 * dot.intensity * limits_.bandwidth;
}

QStringList RooflinePlot::notes() const {
    if (!limits_.known()) return {tr("The machine's limits are not measured yet: there is no roof.")};
    const auto giga = [](double value) { return qRound(value / 1e9); };
    QStringList lines;
    if (limits_.flops16 > 0)
        lines << tr("%1 GF/s in float32, %2 in bfloat16, %3 GB/s, measured")
                     .arg(giga(limits_.flops))
                     .arg(giga(limits_.flops16))
                     .arg(giga(limits_.bandwidth));
    else
        lines << tr("%1 GF/s in float32, %2 GB/s, measured").arg(giga(limits_.flops)).arg(giga(limits_.bandwidth));
    if (std::ranges::any_of(dots_, [this](const RooflineDot& dot) { return aboveMemory(dot); }))
        lines << tr("Ops above the slope are served by the caches, which are faster than memory.");
    if (std::ranges::any_of(dots_, [this](const RooflineDot& dot) { return aboveArithmetic(dot); }))
        lines << (limits_.flops16 > 0
                      ? tr("Ops above their flat part multiply by a method with fewer operations.")
                      : tr("Ops above the flat part multiply in 16 bits, or by a method with fewer operations."));
    return lines;
}

// As few as there is room for.
QStringList RooflinePlot::noteLines() const {
    const QFontMetricsF metrics(Theme::instance().font(11));
    QStringList lines;
    for (const QString& note : notes()) {
        const QString longer = lines.isEmpty() ? note : lines.back() + QStringLiteral("   ") + note;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= noteRect(0).width())
            lines.back() = longer;
        else
            lines << note;
    }
    return lines;
}

QRectF RooflinePlot::noteRect(qsizetype line) const {
    const Theme& theme = Theme::instance();
    const double high = QFontMetricsF(theme.font(11)).height(), left = theme.scaled(74);
    return {left, kGap + high * static_cast<double>(line), width() - left - 20, high};
}

double RooflinePlot::radius(const RooflineDot& dot) const {
    return 3 + 9 * std::sqrt(std::max(0.0, dot.seconds / dots_.front().seconds));
}

std::vector<std::pair<size_t, QRectF>> RooflinePlot::names(const QFontMetricsF& metrics) const {
    const QRectF all = frame();
    std::vector<std::pair<size_t, QRectF>> named;
    std::vector<QRectF> written;
    const auto name = [&](size_t index, bool always) {
        const RooflineDot& dot = dots_[index];
        const QPointF at = place(dot);
        QRectF room(0, 0, metrics.horizontalAdvance(dot.name) + 2 * kGap, metrics.height());
        room.moveCenter(at);
        room.moveLeft(at.x() + radius(dot) + 2);
        if (room.right() > all.right()) room.moveRight(at.x() - radius(dot) - 2);
        const bool taken = !all.contains(room) || std::ranges::any_of(written, [&](const QRectF& other) {
            return other.intersects(room);
        }) || std::ranges::any_of(dots_, [&](const RooflineDot& other) {
            const double away = radius(other);
            return &other != &dot &&
                   QRectF(place(other) - QPointF(away, away), QSizeF(2 * away, 2 * away)).intersects(room);
        });
        if (!always && taken) return;
        named.emplace_back(index, room);
        written.push_back(room);
    };
    if (current_ >= 0) name(static_cast<size_t>(current_), true);
    for (size_t i = 0; i < std::min(dots_.size(), kNamedDots); ++i)
        if (static_cast<int>(i) != current_) name(i, false);
    return named;
}

std::vector<RooflinePlot::Tick> RooflinePlot::ticks(const QFontMetricsF& metrics) const {
    const QRectF all = frame();
    const double high = metrics.height();
    std::vector<Tick> made;
    const auto add = [&](bool upright, int decade, const QString& text) {
        const double value = std::pow(10, decade), wide = metrics.horizontalAdvance(text) + 2;
        const QRectF place = upright ? QRectF(all.left() - 8 - wide, yOf(value) - high / 2, wide, high)
                                     : QRectF(xOf(value) - wide / 2, all.bottom() + high / 2 + 1, wide, high);
        if (std::ranges::none_of(made, [&](const Tick& other) { return other.place.intersects(place); }))
            made.push_back({upright, decade, text, place});
    };
    for (int decade = static_cast<int>(leastY_); decade <= static_cast<int>(mostY_); ++decade)
        add(true, decade, flopsText(std::pow(10, decade)).replace(QStringLiteral("FLOP"), QStringLiteral("F/s")));
    for (int decade = static_cast<int>(leastX_); decade <= static_cast<int>(mostX_); ++decade)
        add(false, decade, QString::number(std::pow(10, decade), 'g', 4));
    return made;
}

int RooflinePlot::dotAt(const QPointF& point) const {
    int best = -1;
    double distance = 0;
    for (size_t i = 0; i < dots_.size(); ++i) {
        const double away = QLineF(place(dots_[i]), point).length();
        if (away > std::max(kReach, radius(dots_[i])) || (best >= 0 && away >= distance)) continue;
        distance = away;
        best = static_cast<int>(i);
    }
    return best;
}

// What is said over the page leaves the axis and what it is called to be read.
void RooflinePlot::resizeEvent(QResizeEvent*) {
    const int foot = static_cast<int>(frame().bottom());
    setProperty("keepClear", QRect(0, foot, width(), height() - foot));
}

void RooflinePlot::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Bg0));
    const QRectF all = frame();
    painter.setPen(theme.color(Token::Line));
    for (int decade = static_cast<int>(leastY_); decade <= static_cast<int>(mostY_); ++decade) {
        const double y = yOf(std::pow(10, decade));
        painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
    }
    painter.setFont(theme.mono(11));
    painter.setPen(theme.color(Token::Faint));
    for (const Tick& tick : ticks(painter.fontMetrics()))
        painter.drawText(tick.place, Qt::AlignCenter | Qt::TextDontClip, tick.text);
    painter.setFont(theme.font(11));
    painter.drawText(QRectF(all.left(), all.bottom() + theme.scaled(24), all.width(), theme.scaled(16)),
                     Qt::AlignHCenter, tr("operations a byte"));
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (limits_.known()) {
        const double least = std::pow(10, leastX_), most = std::pow(10, mostX_);
        painter.setClipRect(all.adjusted(0, -1, 0, 0));
        painter.setPen(QPen(theme.color(Token::Muted), 1.5));
        const auto draw = [&](double from, double flops) {
            QPainterPath roof(QPointF(xOf(from), yOf(from * limits_.bandwidth)));
            roof.lineTo(xOf(flops / limits_.bandwidth), yOf(flops));
            roof.lineTo(xOf(most), yOf(flops));
            painter.drawPath(roof);
        };
        draw(least, limits_.flops);
        if (limits_.flops16 > limits_.flops) {
            painter.setPen(QPen(theme.color(Token::Muted), 1.5, Qt::DashLine));
            draw(limits_.flops / limits_.bandwidth, limits_.flops16);
        }
        painter.setClipping(false);
    }
    painter.setPen(theme.color(Token::Muted));
    const QStringList said = noteLines();
    for (qsizetype i = 0; i < said.size(); ++i)
        painter.drawText(
            noteRect(i), Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(said[i], Qt::ElideRight, static_cast<int>(noteRect(i).width())));
    for (size_t i = dots_.size(); i-- > 0;) {
        const RooflineDot& dot = dots_[i];
        const bool here = static_cast<int>(i) == current_;
        QColor fill = dot.color;
        fill.setAlphaF(0.75f);
        painter.setBrush(fill);
        painter.setPen(QPen(here ? theme.color(Token::Accent) : theme.color(Token::Bg0), here ? 2 : 1));
        painter.drawEllipse(place(dot), radius(dot), radius(dot));
    }
    painter.setPen(theme.color(Token::Text));
    for (const auto& [index, room] : names(painter.fontMetrics()))
        painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, dots_[index].name);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.color(Token::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (!dots_.empty()) return;
    painter.setPen(theme.color(Token::Muted));
    // Below the roof, wherever it stands: on a ground of its own.
    const QString none = tr("No op in the selection tells what it computes.");
    QRectF place = QRectF(painter.fontMetrics().boundingRect(none)).adjusted(-8, -4, 8, 4);
    place.moveCenter(all.center());
    painter.fillRect(place, theme.color(Token::Bg0));
    painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, none);
}

void RooflinePlot::choose(int index) {
    if (index < 0 || index >= static_cast<int>(dots_.size())) return;
    current_ = index;
    const RooflineDot& dot = dots_[static_cast<size_t>(index)];
    setAccessibleDescription(QStringLiteral("%1: %2").arg(dot.name, words(dot)));
    announcePart(*this, index);
    update();
    emit chosen(dot.key);
}

void RooflinePlot::mousePressEvent(QMouseEvent* event) { choose(dotAt(event->position())); }

void RooflinePlot::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
                     : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up  ? -1
                                                                                   : 0;
    if (step == 0 || dots_.empty()) return QWidget::keyPressEvent(event);
    choose(std::clamp(current_ + step, 0, static_cast<int>(dots_.size()) - 1));
}

bool RooflinePlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = dotAt(help->pos());
        if (index < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(),
                               plainTip(dots_[static_cast<size_t>(index)].name + QLatin1Char('\n') +
                                        words(dots_[static_cast<size_t>(index)])),
                               this);
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::event(event);
}

}  // namespace tl
