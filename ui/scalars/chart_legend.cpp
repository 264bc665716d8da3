// Told by dash and ring as in the chart, not by colour alone.
#include "ui/scalars/chart_legend.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kLegendSample = 22, kLegendGap = 12, kLegendHeight = 20;

ChartLegend::ChartLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ChartLegend::show(const std::vector<ChartCurves::Kind>& kinds, bool colored) {
    kinds_ = kinds;
    colored_ = colored;
    QStringList words;
    for (size_t i = 0; i < kinds_.size(); ++i) words << textOf(i);
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

bool ChartLegend::severalTags() const {
    return std::any_of(kinds_.begin(), kinds_.end(), [&](const auto& kind) { return kind.tag != kinds_.front().tag; });
}

QString ChartLegend::textFor(size_t kind, bool brief) const {
    const auto& [tag, validation, style, band] = kinds_[kind];
    if (!band.isEmpty()) return brief ? tr("mean") : band;
    if (severalTags()) return validation ? QStringLiteral("val_") + tag : tag;
    return !validation ? tr("train") : brief ? tr("val", "validation, in short") : tr("validation");
}

QString ChartLegend::textOf(size_t kind) const { return textFor(kind, false); }
QString ChartLegend::shownOf(size_t kind) const { return textFor(kind, width() < widthFor(false)); }

int ChartLegend::widthFor(bool brief) const {
    const QFontMetrics metrics(Theme::instance().font(11));
    int width = 0;
    for (size_t i = 0; i < kinds_.size(); ++i)
        width += kLegendSample + metrics.horizontalAdvance(textFor(i, brief)) + kLegendGap;
    return width;
}

QSize ChartLegend::sizeHint() const { return {widthFor(false), Theme::instance().scaled(kLegendHeight)}; }

// Each as wide as its name, or the short one, while there is room; then all give way alike.
QRect ChartLegend::rectOf(size_t kind) const {
    const QFontMetrics metrics(Theme::instance().font(11));
    const bool brief = width() < widthFor(false);
    const double share = std::min(1.0, width() / std::max(1.0, static_cast<double>(widthFor(brief))));
    double x = 0;
    for (size_t i = 0;; ++i) {
        const double wide = share * (kLegendSample + metrics.horizontalAdvance(textFor(i, brief)) + kLegendGap);
        if (i == kind) return QRectF(x, 0, wide, height()).toRect();
        x += wide;
    }
}

void ChartLegend::paintEvent(QPaintEvent*) {
    if (!needed()) return;  // it only keeps a place, so that charts side by side begin in the same row
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(11));
    for (size_t i = 0; i < kinds_.size(); ++i) {
        const QRect room = rectOf(i);
        const PlotSeriesStyle& style = kinds_[i].style;
        const double y = height() / 2.0, x = room.left();
        const QColor color = colored_ ? theme.series(style.color) : theme.color(Token::Muted);
        if (!kinds_[i].band.isEmpty()) {
            QColor fill = color;
            fill.setAlphaF(0.3f);
            painter.fillRect(QRectF(x, y - 5, 16, 10), fill);
        }
        QPen pen(color, 1.6);
        pen.setCapStyle(Qt::FlatCap);
        QList<qreal> dashes = style.dashed ? QList<qreal>{3, 2} : theme.seriesDashes(style.color);
        if (!kinds_[i].band.isEmpty()) dashes.clear();
        if (!style.dashed)
            for (qreal& dash : dashes) dash *= 0.4;  // a sample is shorter than one of the curve's dashes
        if (!dashes.isEmpty()) pen.setDashPattern(dashes);
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y), QPointF(x + 16, y));
        if (style.dashed) {
            painter.setPen(QPen(color, 1.4));
            painter.setBrush(theme.color(Token::Bg1));
            painter.drawEllipse(QPointF(x + 8, y), 3, 3);
        }
        painter.setPen(theme.color(Token::Muted));
        const QRectF words = QRectF(room).adjusted(kLegendSample, 0, -4, 0);
        painter.drawText(
            words, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(shownOf(i), Qt::ElideMiddle, static_cast<int>(words.width()) + 1));
    }
}

bool ChartLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !needed()) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    for (size_t i = 0; i < kinds_.size(); ++i)
        if (rectOf(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(),
                               plainTip(severalTags() && kinds_[i].band.isEmpty()
                                            ? tr("%1\nClick for what can be done with it").arg(textOf(i))
                                            : textOf(i)),
                               this);
            return true;
        }
    return true;
}

void ChartLegend::menuAt(const QPoint& position) {
    for (size_t i = 0; i < kinds_.size(); ++i) {
        if (!rectOf(i).contains(position) || !severalTags() || !kinds_[i].band.isEmpty()) continue;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        const QString tag = kinds_[i].tag;
        menu->addAction(tr("Take %1 out of this chart").arg(tag), this, [this, tag] { emit takeOutRequested(tag); });
        menu->popup(mapToGlobal(QPoint(rectOf(i).left(), height())));
        return;
    }
}

void ChartLegend::mousePressEvent(QMouseEvent* event) {
    if (!severalTags() || event->button() != Qt::LeftButton) return event->ignore();
    menuAt(event->position().toPoint());
}

void ChartLegend::contextMenuEvent(QContextMenuEvent* event) {
    if (!severalTags()) return event->ignore();
    menuAt(event->pos());
}

}  // namespace tl
