// 330 px wide; long sentences wrap, buttons share the width in rows of two where their words fit, and one whose words
// do not fit a row has as many lines as they take.
#include "widgets/canvas/error_card.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "widgets/canvas/graph_model.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr double kPadding = 14, kErrorGap = 8, kDistance = 24, kErrorStep = 16, kClose_ = 20;

double cardWidth() { return Theme::instance().scaled(330); }
double buttonHeight() { return Theme::instance().scaled(26); }
}  // namespace

void ErrorCard::layOut(const CanvasNode& data, const QRectF& node, const QRectF& room,
                       const QVector<QRectF>& obstacles) {
    const auto& theme = Theme::instance();
    node_ = data.id;
    error_ = data.error;
    detail_ = data.errorDetail;
    repairs_ = data.repairs;
    warning_ = data.warning;
    const double inner = cardWidth() - 2 * kPadding;
    const auto heightOf = [&](const QString& text, const QFont& font, double width) {
        return text.isEmpty()
                   ? 0.0
                   : QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, text).height();
    };
    const double errorHeight = heightOf(error_, theme.font(13, QFont::DemiBold), inner - kClose_);
    const double detailHeight = heightOf(detail_, theme.font(12), inner);
    // Two beside each other where their words fit, else each has a row.
    const double half = (inner - kErrorGap) / 2;
    const bool paired = std::all_of(repairs_.begin(), repairs_.end(), [&](const QString& text) {
        return QFontMetricsF(theme.font(12, QFont::DemiBold)).horizontalAdvance(text) <= half - 12;
    });
    const int columns = paired ? 2 : 1;
    const QFontMetricsF letters(theme.font(12, QFont::DemiBold));
    high_.clear();
    double rows = 0;
    for (int i = 0; i < repairs_.size(); ++i) {
        const double lines = heightOf(repairs_[i], theme.font(12, QFont::DemiBold), inner - 12);
        high_ << std::max(buttonHeight(), buttonHeight() + lines - letters.lineSpacing());
        if (i % columns == 0) rows += high_[i] + kErrorGap;
    }
    const double height = 2 * kPadding - 4 + errorHeight + (detailHeight > 0 ? 4 + detailHeight : 0) + rows;

    // The sides first, then whatever is nearest.
    const QSizeF size(cardWidth(), height);
    const QRectF inside = room.adjusted(8, 8, -8, -8);
    const double middle = node.center().y() - height / 2, right = node.right() + kDistance,
                 left = node.left() - kDistance - cardWidth();
    QVector<QPointF> places{{right, middle},
                            {left, middle},
                            {right, node.bottom() - height},
                            {left, node.bottom() - height},
                            {right, node.top()},
                            {left, node.top()},
                            {node.right() - cardWidth(), node.bottom() + kDistance},
                            {node.right() - cardWidth(), node.top() - kDistance - height}};
    const qsizetype sides = places.size();
    for (double y = inside.top(); y + height <= inside.bottom(); y += kErrorStep)
        for (double x = inside.left(); x + cardWidth() <= inside.right(); x += kErrorStep) places.push_back({x, y});
    std::sort(places.begin() + sides, places.end(), [&](QPointF a, QPointF b) {
        const QPointF centre = node.center() - QPointF(cardWidth() / 2, height / 2);
        const QPointF da = a - centre, db = b - centre;
        return QPointF::dotProduct(da, da) < QPointF::dotProduct(db, db);
    });
    for (const QPointF& place : places) {
        const QRectF rect(place.toPoint(), size);
        const bool free = inside.contains(rect) && std::none_of(obstacles.begin(), obstacles.end(),
                                                                [&](const auto& o) { return o.intersects(rect); });
        if (!free) continue;
        arrange(rect.topLeft(), errorHeight, detailHeight, columns);
        rect_ = rect;
        return;
    }
    rect_ = {};
}

void ErrorCard::arrange(QPointF at, double errorHeight, double detailHeight, int columns) {
    const double inner = cardWidth() - 2 * kPadding, half = (inner - kErrorGap) / 2;
    close_ = QRectF(at.x() + cardWidth() - kClose_ - 6, at.y() + 6, kClose_, kClose_);
    double y = at.y() + kPadding - 2;
    errorRect_ = QRectF(at.x() + kPadding, y, inner - kClose_, errorHeight);
    y += errorHeight + (detailHeight > 0 ? 4 : 0);
    detailRect_ = QRectF(at.x() + kPadding, y, inner, detailHeight);
    y += detailHeight + kErrorGap;
    buttons_.clear();
    for (int i = 0; i < repairs_.size(); ++i) {
        const bool alone = i % 2 == 0 && i + 1 == repairs_.size();
        const double width = columns == 1 || (alone && i > 0) ? inner : half;
        const int column = i % columns;
        buttons_.push_back(QRectF(at.x() + kPadding + column * (width + kErrorGap), y, width, high_[i]));
        if (column + 1 == columns) y += high_[i] + kErrorGap;
    }
}

int ErrorCard::buttonAt(QPointF point) const {
    if (!visible()) return kNone;
    if (close_.contains(point)) return kClose;
    for (int i = 0; i < buttons_.size(); ++i)
        if (buttons_[i].contains(point)) return i;
    return kNone;
}

void ErrorCard::paint(QPainter& painter, int hovered, int pressed) const {
    if (!visible()) return;
    const auto& theme = Theme::instance();
    const QColor tone = theme.color(warning_ ? Token::Warn : Token::Bad);
    painter.setPen(QPen(Theme::mix(tone, theme.color(Token::Bg1), 0.65), 1));
    painter.setBrush(theme.dark() ? theme.color(Token::Bg2) : theme.color(Token::Bg1));
    painter.drawRoundedRect(rect_.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
    painter.setFont(theme.font(13, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(errorRect_, Qt::TextWordWrap, error_);
    painter.setFont(theme.font(12));
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(detailRect_, Qt::TextWordWrap, detail_);
    const QPointF middle = close_.center();
    painter.setPen(QPen(theme.color(hovered == kClose ? Token::Text : Token::Muted), 1.4, Qt::SolidLine, Qt::RoundCap));
    for (const double way : {-1.0, 1.0})
        painter.drawLine(middle - QPointF(3.8, 3.8 * way), middle + QPointF(3.8, 3.8 * way));
    for (int i = 0; i < buttons_.size(); ++i) {
        const bool primary = i == 0;
        QColor fill = theme.color(primary ? Token::Accent : Token::Bg3);
        if (i == pressed)
            fill = Theme::mix(theme.color(Token::Bg0), fill, 0.2);
        else if (i == hovered)
            fill = Theme::mix(theme.color(Token::Text), fill, 0.12);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(buttons_[i], 5, 5);
        const QFont font = theme.font(12, primary ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(primary ? theme.onAccent() : theme.color(Token::Text));
        const bool whole = high_[i] > buttonHeight();  // in two lines
        const QRectF words = buttons_[i].adjusted(6, 0, -6, 0);
        painter.drawText(words, whole ? Qt::AlignCenter | Qt::TextWordWrap : Qt::AlignCenter,
                         whole ? repairs_[i]
                               : QFontMetricsF(font).elidedText(repairs_[i], Qt::ElideRight, words.width()));
    }
}

}  // namespace tl
