// See the header.
#include "ui/scalars/run_legend.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kRunSample = 18, kRunSampleGap = 5, kRunGap = 12, kRunHeight = 18, kMostRows = 2;

RunLegend::RunLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        arrange();
        updateGeometry();
    });
}

void RunLegend::show(std::vector<ChartCurves::Line> lines) {
    if (lines == lines_) return;
    lines_ = std::move(lines);
    QStringList names;
    for (const auto& line : lines_) names << line.title;
    setAccessibleName(tr("Runs: %1").arg(names.join(QStringLiteral(", "))));
    arrange();
}

void RunLegend::setRows(int rows) {
    setVisible(rows > 0);
    if (rows == rows_) return;
    rows_ = rows;
    updateGeometry();
    arrange();
}

int RunLegend::rowHeight() const { return Theme::instance().scaled(kRunHeight); }

QSize RunLegend::sizeHint() const { return {0, rows_ * rowHeight()}; }

int RunLegend::widthOf(const QString& text) const {
    return QFontMetrics(Theme::instance().font(11)).horizontalAdvance(text) + kRunGap;
}

QString RunLegend::restText(size_t shown) const { return QStringLiteral("+%1").arg(lines_.size() - shown); }

int RunLegend::rowsIn(int width) const {
    if (lines_.size() < 2) return 0;
    std::vector<size_t> all(lines_.size());
    std::iota(all.begin(), all.end(), 0);
    int rows = 1;
    while (rows < kMostRows && !layOut(all, width, rows)) ++rows;
    return rows;
}

// A name that is wider than a row has one of its own, and loses its middle.
std::optional<RunLegend::Layout> RunLegend::layOut(const std::vector<size_t>& chosen, int width, int rows) const {
    const int rest = chosen.size() < lines_.size() ? widthOf(restText(chosen.size())) : 0;
    Layout layout;
    int x = 0, row = 0;
    for (const size_t line : chosen) {
        const int wanted = kRunSample + kRunSampleGap + widthOf(lines_[line].title);
        const int room = width - (line == chosen.back() ? rest : 0);
        if (x > 0 && x + wanted - kRunGap > room) {
            x = 0;
            ++row;
        }
        if (row == rows) return std::nullopt;
        const int wide = std::min(wanted, room);
        layout.places.push_back({line, {x, row * rowHeight(), wide, rowHeight()}});
        x += wide;
    }
    layout.rest = {x, row * rowHeight(), rest, rowHeight()};
    return layout;
}

// In the list's order; where not all have room, the first of those that are to be named before others.
void RunLegend::arrange() {
    layout_ = {};
    std::vector<size_t> order(lines_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater<>(), [this](size_t line) { return lines_[line].claim; });
    std::vector<size_t> chosen;
    int least = 0;  // that they take together, however they are placed
    for (const size_t line : order) {
        chosen.insert(std::ranges::lower_bound(chosen, line), line);
        least += std::min(kRunSample + kRunSampleGap + widthOf(lines_[line].title) - kRunGap, width());
        if (auto layout = layOut(chosen, width(), rows_); layout || chosen.size() == 1)
            layout_ = layout.value_or(Layout());
        if (least > rows_ * width()) break;
    }
    update();
}

std::vector<ChartCurves::Line> RunLegend::named() const {
    std::vector<ChartCurves::Line> named;
    for (const Place& place : layout_.places) named.push_back(lines_[place.line]);
    return named;
}

void RunLegend::paintEvent(QPaintEvent*) {
    if (lines_.size() < 2) return;  // it only keeps a place, so that charts side by side begin in the same row
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(11));
    for (const auto& [at, room] : layout_.places) {
        const auto& line = lines_[at];
        QPen pen(theme.series(line.color), 1.8, Qt::SolidLine, Qt::FlatCap);
        QList<qreal> dashes = theme.seriesDashes(line.color);
        for (qreal& dash : dashes) dash *= 0.4;  // a sample is shorter than one of the curve's dashes
        if (!dashes.isEmpty()) pen.setDashPattern(dashes);
        painter.setPen(pen);
        const double y = room.top() + room.height() / 2.0;
        painter.drawLine(QPointF(room.left(), y), QPointF(room.left() + kRunSample, y));
        painter.setPen(theme.color(Token::Text));
        const QRect words = room.adjusted(kRunSample + kRunSampleGap, 0, 0, 0);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line.title, Qt::ElideMiddle, words.width()));
    }
    if (layout_.places.size() == lines_.size()) return;
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(layout_.rest, Qt::AlignLeft | Qt::AlignVCenter, restText(layout_.places.size()));
}

bool RunLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || lines_.size() < 2) return QWidget::event(event);
    constexpr qsizetype kMost = 24;  // a screen's height
    QStringList names;
    for (const auto& line : lines_)
        names << QStringLiteral("<span style='color:%1'>■</span> %2")
                     .arg(Theme::instance().series(line.color).name(), line.title.toHtmlEscaped());
    if (names.size() > kMost) names = names.mid(0, kMost - 1) << restText(kMost - 1);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), names.join(QStringLiteral("<br>")), this);
    return true;
}

}  // namespace tl
