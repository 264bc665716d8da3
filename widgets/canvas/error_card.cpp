// 330 px wide at most; long sentences wrap, buttons share the width in rows of two where their words fit.
#include "widgets/canvas/error_card.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "widgets/canvas/graph_model.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr double kWidth = 330, kPadding = 14, kGap = 8, kButton = 26, kDistance = 24;
}

void ErrorCard::layOut(const CanvasNode& data, const QRectF& node, const QRectF& room,
                       const QVector<QRectF>& obstacles) {
    const auto& theme = Theme::instance();
    node_ = data.id;
    error_ = data.error;
    detail_ = data.errorDetail;
    repairs_ = data.repairs;
    warning_ = data.warning;
    const double inner = kWidth - 2 * kPadding;
    const auto heightOf = [&](const QString& text, const QFont& font) {
        return text.isEmpty()
                   ? 0.0
                   : QFontMetricsF(font).boundingRect(QRectF(0, 0, inner, 1000), Qt::TextWordWrap, text).height();
    };
    const double errorHeight = heightOf(error_, theme.font(13, QFont::DemiBold));
    const double detailHeight = heightOf(detail_, theme.font(12));
    // Two beside each other where their words fit, else each has a row.
    const double half = (inner - kGap) / 2;
    const bool paired = std::all_of(repairs_.begin(), repairs_.end(), [&](const QString& text) {
        return QFontMetricsF(theme.font(12, QFont::DemiBold)).horizontalAdvance(text) <= half - 12;
    });
    const int columns = paired ? 2 : 1;
    const int rows = (int(repairs_.size()) + columns - 1) / columns;
    const double height = 2 * kPadding - 4 + errorHeight + (detailHeight > 0 ? 4 + detailHeight : 0) +
                          (rows > 0 ? rows * (kButton + kGap) : 0);

    const QSizeF size(kWidth, height);
    const double middle = node.center().y() - height / 2;
    const QRectF places[] = {
        {QPointF(node.right() + kDistance, middle), size},
        {QPointF(node.left() - kDistance - kWidth, middle), size},
        {QPointF(node.right() + kDistance, node.bottom() - height), size},
        {QPointF(node.left() - kDistance - kWidth, node.bottom() - height), size},
        {QPointF(node.right() + kDistance, node.top()), size},
        {QPointF(node.right() - kWidth, node.bottom() + kDistance), size},
        {QPointF(node.right() - kWidth, node.top() - kDistance - height), size},
    };
    const auto cost = [&](const QRectF& place) {
        double covered = 0;
        for (const auto& obstacle : obstacles) {
            const QRectF common = obstacle & place;
            covered += common.width() * common.height();
        }
        const QRectF inside = room & place;
        return covered + (place.width() * place.height() - inside.width() * inside.height()) * 1.5;
    };
    rect_ = *std::min_element(std::begin(places), std::end(places),
                              [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    // A node at the edge still gets a whole card.
    const QRectF inside = room.adjusted(8, 8, -8, -8);
    if (room.intersects(node)) {
        rect_.moveTop(std::clamp(rect_.top(), inside.top(), std::max(inside.top(), inside.bottom() - height)));
        rect_.moveLeft(std::clamp(rect_.left(), inside.left(), std::max(inside.left(), inside.right() - kWidth)));
    }
    rect_.moveTopLeft(rect_.topLeft().toPoint());

    double y = rect_.top() + kPadding - 2;
    errorRect_ = QRectF(rect_.left() + kPadding, y, inner, errorHeight);
    y += errorHeight + (detailHeight > 0 ? 4 : 0);
    detailRect_ = QRectF(rect_.left() + kPadding, y, inner, detailHeight);
    y += detailHeight + kGap;
    buttons_.clear();
    for (int i = 0; i < repairs_.size(); ++i) {
        const bool alone = i % 2 == 0 && i + 1 == repairs_.size();
        const double width = columns == 1 || (alone && i > 0) ? inner : half;
        const int column = i % columns, row = i / columns;
        buttons_.push_back(
            QRectF(rect_.left() + kPadding + column * (width + kGap), y + row * (kButton + kGap), width, kButton));
    }
}

int ErrorCard::buttonAt(QPointF point) const {
    for (int i = 0; i < buttons_.size(); ++i)
        if (buttons_[i].contains(point)) return i;
    return -1;
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
        painter.drawText(buttons_[i], Qt::AlignCenter,
                         QFontMetricsF(font).elidedText(repairs_[i], Qt::ElideRight, buttons_[i].width() - 12));
    }
}

}  // namespace tl
