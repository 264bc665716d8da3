// See the header.
#include "ui/profile/memory_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "ui/models/text.h"
#include "widgets/accessible/parts.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/time_axis.h"

namespace tl {

namespace {
constexpr int kHolders = 420, kHolder = 20;  // px at letters of 100 %
constexpr int kTimeGap = 110;                // px between two times

QString phaseText(Phase phase) {
    return phase == Phase::Forward      ? MemoryPlot::tr("forward")
           : phase == Phase::Backward   ? MemoryPlot::tr("backward")
           : phase == Phase::Accumulate ? MemoryPlot::tr("accumulate")
                                        : MemoryPlot::tr("update");
}

}  // namespace

MemoryPlot::MemoryPlot(std::function<QColor(const std::string&)> colorOf, QWidget* parent)
    : QWidget(parent), colorOf_(std::move(colorOf)) {
    setObjectName(QStringLiteral("memoryPlot"));
    setAccessibleName(tr("Memory over the time of a step"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumHeight(120);
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(holders().size()); },
                          .part =
                              [this](int index) {
                                  const auto all = holders();
                                  return AccessiblePart{
                                      .role = QAccessible::ListItem,
                                      .name = all[static_cast<size_t>(index)].name,
                                      .value = bytesText(static_cast<double>(all[static_cast<size_t>(index)].bytes))};
                              },
                          .at = [](const QPoint&) { return -1; }});
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MemoryPlot::setCost(const PlanCost& cost) {
    cost_ = cost;
    sentence_.clear();
    live_.assign(cost.steps.size() + 1, 0);  // what comes and goes at each kernel, summed up behind it
    for (const PlanHolding& holding : cost.holdings) {
        const int first = std::max(holding.first, 0),
                  end = std::min(holding.last + 1, static_cast<int>(live_.size()) - 1);
        if (first >= end) continue;
        live_[static_cast<size_t>(first)] += holding.bytes;
        live_[static_cast<size_t>(end)] -= holding.bytes;
    }
    std::partial_sum(live_.begin(), live_.end(), live_.begin());
    live_.pop_back();
    peak_ = live_.empty() ? -1 : static_cast<int>(std::ranges::max_element(live_) - live_.begin());
    apart_ = peak_ < 0 ? 0 : cost.activationBytes - std::min(cost.activationBytes, live_[static_cast<size_t>(peak_)]);
    for (size_t& bytes : live_) bytes += cost.parameterBytes + apart_;
    current_ = -1;
    setTimes({}, Times::Unknown);
}

void MemoryPlot::setTimes(const std::vector<double>& seconds, Times times) {
    times_ = seconds.size() == live_.size() ? times : Times::Unknown;
    ends_.assign(live_.size(), 1);
    if (times_ != Times::Unknown) ends_ = seconds;
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    update();
}

void MemoryPlot::setSentence(const QString& sentence) {
    sentence_ = sentence;
    live_.clear();
    ends_.clear();
    cost_ = {};
    apart_ = 0;
    peak_ = current_ = -1;
    update();
}

std::vector<MemoryPlot::Holder> MemoryPlot::holders() const {
    std::map<std::tuple<std::string, Phase, bool>, size_t> bytes;  // of whom, and whether kernels work in it
    std::vector<Holder> all;
    size_t kernels = 0;  // of no layer
    for (const PlanHolding& holding : cost_.holdings) {
        if (shown() < holding.first || shown() > holding.last) continue;
        if (!holding.layer.empty())
            bytes[{holding.layer, holding.phase, holding.name.empty()}] += holding.bytes;
        else if (holding.name.empty())
            kernels += holding.bytes;
        else  // inputs, and what the update brings
            all.push_back({q(holding.name), {}, holding.bytes});
    }
    if (kernels > 0) all.push_back({tr("working memory of kernels"), {}, kernels});
    for (const auto& [key, size] : bytes) {
        const auto& [layer, phase, works] = key;
        all.push_back(
            {(works ? tr("%1 · %2, working memory") : QStringLiteral("%1 · %2")).arg(q(layer), phaseText(phase)), layer,
             size});
    }
    if (cost_.parameterBytes > 0)
        all.push_back({tr("parameters and what the optimizer keeps"), {}, cost_.parameterBytes});
    if (apart_ > 0) all.push_back({tr("gaps between them"), {}, apart_});
    std::ranges::stable_sort(all, std::ranges::greater{}, &Holder::bytes);
    return all;
}

// The list beside it has half of the room at most.
QRectF MemoryPlot::chart() const {
    const Theme& theme = Theme::instance();
    return QRectF(rect()).adjusted(theme.scaled(74), theme.scaled(10),
                                   -std::min(theme.scaled(kHolders), width() / 2) - 20, -theme.scaled(38));
}

void MemoryPlot::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Bg0));
    painter.setFont(theme.font(12));
    if (live_.empty()) {
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect(), Qt::AlignCenter, sentence_);
        return;
    }
    paintChart(painter);
    paintTimes(painter);
    paintHolders(painter);
    if (!hasFocus()) return;
    painter.setPen(theme.color(Token::Accent));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

double MemoryPlot::xOf(double seconds) const {
    const QRectF all = chart();
    return all.left() + seconds / std::max(ends_.back(), 1e-12) * all.width();
}

int MemoryPlot::stepAt(double x) const {
    const QRectF all = chart();
    const double seconds = (x - all.left()) / all.width() * ends_.back();
    return static_cast<int>(std::ranges::upper_bound(ends_, seconds) - ends_.begin());
}

void MemoryPlot::paintChart(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const QRectF all = chart();
    const double most = static_cast<double>(live_[static_cast<size_t>(peak_)]);
    const auto yOf = [&](size_t bytes) { return all.bottom() - static_cast<double>(bytes) / most * all.height(); };
    painter.setFont(theme.mono(11));
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = all.bottom() - share * all.height();
        painter.setPen(theme.color(Token::Line));
        painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
        painter.setPen(theme.color(Token::Faint));
        painter.drawText(QRectF(0, y - theme.scaled(8), all.left() - 8, theme.scaled(16)),
                         Qt::AlignRight | Qt::AlignVCenter, bytesText(share * most));
    }
    QPainterPath filled;
    filled.moveTo(all.bottomLeft());
    for (size_t i = 0; i < live_.size(); ++i) {
        filled.lineTo(i == 0 ? all.left() : xOf(ends_[i - 1]), yOf(live_[i]));
        filled.lineTo(xOf(ends_[i]), yOf(live_[i]));
    }
    filled.lineTo(all.bottomRight());
    painter.setRenderHint(QPainter::Antialiasing, true);
    QColor soft = theme.series(4);
    soft.setAlphaF(0.22f);
    painter.setPen(QPen(theme.series(4), 1.2));
    painter.setBrush(soft);
    painter.drawPath(filled);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double begin = shown() > 0 ? ends_[static_cast<size_t>(shown()) - 1] : 0;
    const double x = xOf((begin + ends_[static_cast<size_t>(shown())]) / 2);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5));
    painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
}

void MemoryPlot::paintTimes(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const QRectF all = chart();
    const auto write = [&](double left, const QString& text) {
        painter.drawText(QRectF(left, all.bottom() + 4, all.width(), theme.scaled(14)), Qt::AlignLeft, text);
    };
    painter.setPen(theme.color(Token::Faint));
    painter.setFont(theme.mono(11));
    if (times_ != Times::Unknown) {
        TimeAxis axis;
        const double end = ends_.back() * 1e9;
        axis.setWidth(all.width());
        axis.setBounds(0, static_cast<qint64>(end));
        axis.show(0, end);
        for (const TimeAxis::Tick& tick : axis.ticks(kTimeGap)) {
            const QString text = axis.text(tick.time);
            if (tick.x + painter.fontMetrics().horizontalAdvance(text) <= all.width()) write(all.left() + tick.x, text);
        }
    }
    const QString said = times_ == Times::Measured    ? tr("a step, by its kernels' times as they were measured")
                         : times_ == Times::Estimated ? tr("a step, by its kernels' times as they are estimated")
                                                      : tr("kernels of a step, in their order");
    painter.setFont(theme.font(11));
    painter.drawText(QRectF(0, all.bottom() + theme.scaled(18), all.right() + 12, theme.scaled(18)), Qt::AlignHCenter,
                     painter.fontMetrics().elidedText(said, Qt::ElideRight, static_cast<int>(all.right())));
}

void MemoryPlot::paintHolders(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const QRectF all = chart();
    const int row = theme.scaled(kHolder), numbers = theme.scaled(84);
    const QRectF list(all.right() + 24, 8, width() - all.right() - 32, height() - 12);
    painter.setFont(theme.font(12, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(list, Qt::AlignTop | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(heading(), Qt::ElideRight, static_cast<int>(list.width())));
    const auto held = holders();
    double y = list.top() + theme.scaled(24);
    for (size_t i = 0; i < held.size() && y + row <= list.bottom(); ++i, y += row) {
        const double share =
            static_cast<double>(held[i].bytes) / static_cast<double>(std::max<size_t>(1, held.front().bytes));
        painter.setPen(Qt::NoPen);
        QColor bar = colorOf_(held[i].layer);
        bar.setAlphaF(0.35f);
        painter.setBrush(bar);
        painter.drawRoundedRect(QRectF(list.left(), y, std::max(2.0, share * (list.width() - numbers - 6)), row - 3), 3,
                                3);
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRectF(list.left() + 6, y, list.width() - numbers - 16, row - 3), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(held[i].name, Qt::ElideMiddle,
                                                          static_cast<int>(list.width()) - numbers - 22));
        painter.setFont(theme.mono(11));
        painter.drawText(QRectF(list.right() - numbers, y, numbers, row - 3), Qt::AlignRight | Qt::AlignVCenter,
                         bytesText(static_cast<double>(held[i].bytes)));
    }
}

// "At the peak, 34 MB in conv_2 · backward (Conv2DKernelGrad)"
QString MemoryPlot::heading() const {
    const StepCost& at = cost_.steps[static_cast<size_t>(shown())];
    const QString bytes = bytesText(static_cast<double>(bytesAt(shown())));
    const QString kernel =
        at.layer.empty() ? q(at.op) : QStringLiteral("%1 · %2 (%3)").arg(q(at.layer), phaseText(at.phase), q(at.op));
    return (shown() == peak_ ? tr("At the peak, %1 in %2") : tr("%1 in %2")).arg(bytes, kernel);
}

void MemoryPlot::show(int step) {
    if (live_.empty()) return;
    current_ = std::clamp(step, 0, static_cast<int>(live_.size()) - 1);
    setAccessibleDescription(heading());
    update();
}

void MemoryPlot::mouseMoveEvent(QMouseEvent* event) {
    if (live_.empty() || !chart().adjusted(0, -20, 0, 20).contains(event->position())) return;
    show(stepAt(event->position().x()));
}

void MemoryPlot::leaveEvent(QEvent*) {
    current_ = -1;
    update();
}

void MemoryPlot::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: return show(shown() - 1);
    case Qt::Key_Right: return show(shown() + 1);
    case Qt::Key_Home: return show(0);
    case Qt::Key_End: return show(static_cast<int>(live_.size()) - 1);
    default: return QWidget::keyPressEvent(event);
    }
}

}  // namespace tl
