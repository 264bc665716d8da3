// See the header.
#include "ui/scalars/run_legend.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kRunSample = 18, kRunSampleGap = 5, kRunGap = 12, kRunHeight = 18;

RunLegend::RunLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void RunLegend::show(std::vector<ChartCurves::Line> lines) {
    if (lines == lines_) return;
    lines_ = std::move(lines);
    QStringList names;
    for (const auto& line : lines_) names << line.title;
    setAccessibleName(tr("Runs: %1").arg(names.join(QStringLiteral(", "))));
    setVisible(lines_.size() > 1);
    update();
}

QSize RunLegend::sizeHint() const { return {0, Theme::instance().scaled(kRunHeight)}; }

int RunLegend::widthOf(const QString& text) const {
    return QFontMetrics(Theme::instance().font(11)).horizontalAdvance(text) + kRunGap;
}

QString RunLegend::restText(size_t shown) const { return QStringLiteral("+%1").arg(lines_.size() - shown); }

size_t RunLegend::shownCount() const {
    int used = 0;
    size_t best = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
        used += kRunSample + kRunSampleGap + widthOf(lines_[i].title);
        const int rest = i + 1 < lines_.size() ? widthOf(restText(i + 1)) : -kRunGap;
        if (used + rest <= width()) best = i + 1;
    }
    return std::max<size_t>(best, std::min<size_t>(1, lines_.size()));
}

void RunLegend::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(11));
    const size_t shown = shownCount();
    const QString rest = shown < lines_.size() ? restText(shown) : QString();
    const int most = width() - (rest.isEmpty() ? 0 : widthOf(rest));
    int x = 0;
    for (size_t i = 0; i < shown; ++i) {
        const auto& line = lines_[i];
        QPen pen(theme.series(line.color), 1.8, Qt::SolidLine, Qt::FlatCap);
        QList<qreal> dashes = theme.seriesDashes(line.color);
        for (qreal& dash : dashes) dash *= 0.4;  // a sample is shorter than one of the curve's dashes
        if (!dashes.isEmpty()) pen.setDashPattern(dashes);
        painter.setPen(pen);
        painter.drawLine(QPointF(x, height() / 2.0), QPointF(x + kRunSample, height() / 2.0));
        x += kRunSample + kRunSampleGap;
        painter.setPen(theme.color(Token::Text));
        const int room = std::min(widthOf(line.title), most - x);
        painter.drawText(QRect(x, 0, room, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line.title, Qt::ElideMiddle, room));
        x += room;
    }
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, rest);
}

bool RunLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
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
