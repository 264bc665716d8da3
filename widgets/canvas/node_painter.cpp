// Cards have a radius of 8 and the size that their node has. Text was laid out by the scene; here it is only drawn.
#include "widgets/canvas/node_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

Detail detailAt(double zoom) { return zoom < 0.3 ? Detail::Block : zoom < 0.55 ? Detail::Name : Detail::Full; }

NodePainter::NodePainter(double zoom, double devicePixelRatio)
    : zoom_(zoom), ratio_(devicePixelRatio), detail_(detailAt(zoom)) {
    const auto& theme = Theme::instance();
    nameFont_ = theme.drawnFont(13, QFont::DemiBold);
    typeFont_ = theme.drawnFont(11, QFont::Medium);
    summaryFont_ = theme.drawnFont(11);
    badgeFont_ = theme.drawnMono(11);
}

// The left 4 px of a rounded card.
QPainterPath NodePainter::bar(const QSizeF& size) const {
    constexpr double r = Theme::kCardRadius, width = 4;
    const double inset = r - std::sqrt(r * r - (r - width) * (r - width));
    QPainterPath path(QPointF(width, inset));
    path.lineTo(width, size.height() - inset);
    const double angle = std::acos((r - width) / r) * 180 / M_PI;
    path.arcTo(QRectF(0, size.height() - 2 * r, 2 * r, 2 * r), 180 + angle, -angle);
    path.lineTo(0, r);
    path.arcTo(QRectF(0, 0, 2 * r, 2 * r), 180, -angle);
    path.closeSubpath();
    return path;
}

void NodePainter::paint(QPainter& painter, const NodeItem& item, const NodeTexts& texts, const NodeLook& look) {
    const auto& theme = Theme::instance();
    const auto& data = item.data;
    const QRectF rect = item.rect;
    const QColor category = theme.category(data.category);
    const bool wrong = !data.error.isEmpty();
    const bool alarmed = data.live && !data.live->alarm.isEmpty();
    const QColor wrongColor = theme.color(data.warning ? Token::Warn : Token::Bad);

    if (detail_ == Detail::Block) {
        // Never less than can be seen, however far away.
        const double least = 2 / zoom_;
        const QRectF block(rect.topLeft(), rect.size().expandedTo({least, 0.75 * least}));
        painter.fillRect(block, wrong           ? wrongColor
                                : alarmed       ? theme.color(Token::Bad)
                                : data.standing ? theme.color(Token::Warn)
                                                : Theme::mix(category, theme.color(Token::Bg1), 0.75));
        if (look.selected) {
            painter.setPen(QPen(theme.color(Token::Accent), 2 / zoom_));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(-3 / zoom_, -3 / zoom_, 3 / zoom_, 3 / zoom_));
        }
        return;
    }

    const QColor border = wrong && !data.warning ? wrongColor
                          : alarmed              ? theme.color(Token::Bad)
                          : data.standing        ? theme.color(Token::Warn)
                          : look.selected        ? theme.color(Token::Accent)
                          : wrong                ? wrongColor
                          : look.hovered         ? Theme::mix(theme.color(Token::Faint), theme.color(Token::Line), 0.6)
                                                 : theme.color(Token::Line);
    if (look.selected) {
        QColor ring = theme.color(Token::Accent);
        ring.setAlphaF(0.28);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ring);
        painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), Theme::kCardRadius + 4, Theme::kCardRadius + 4);
        if (look.keyboard) {
            painter.setPen(QPen(theme.color(Token::Accent), 1.2, Qt::DotLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rect.adjusted(-6, -6, 6, 6), Theme::kCardRadius + 6, Theme::kCardRadius + 6);
        }
    }
    const double width = data.standing ? 2 : wrong || alarmed || look.selected ? 1.5 : 1;
    QPen pen(border, width);
    if (data.placeholder || data.bypassed) pen.setStyle(Qt::DashLine);
    const bool ordinary = border == theme.color(Token::Line) && pen.style() == Qt::SolidLine;
    const bool stamped = ordinary && stamps();
    if (stamped)
        stamp(painter, rect.topLeft(), card(category, rect.size()));
    else
        drawCard(painter, rect, pen);

    painter.translate(rect.topLeft());
    const double opacity = painter.opacity();
    if (data.bypassed) painter.setOpacity(opacity * 0.45);
    if (!stamped) painter.fillPath(bar(rect.size()), category);
    if (detail_ == Detail::Full) {
        // Thin strokes vanish when scaled: the icon is rendered near the size it is seen at, in few steps for the
        // cache.
        const auto icon =
            theme.pixmap(data.icon, 15, category, ratio_ * std::clamp(std::ceil(zoom_ * 8) / 8, 0.5, 3.0));
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawPixmap(QRectF(13, 8, 15, 15), icon, QRectF(icon.rect()));
        painter.setFont(nameFont_);
        painter.setPen(theme.color(Token::Text));
        painter.drawStaticText(QPointF(34, 7 - texts.nameRise), texts.name);
        painter.setFont(typeFont_);
        painter.setPen(theme.color(Token::Text));
        painter.setOpacity(painter.opacity() * 0.82);
        painter.drawStaticText(QPointF(34, 25.5), texts.type);
        painter.setOpacity(data.bypassed ? opacity * 0.45 : opacity);
        painter.setFont(summaryFont_);
        painter.setPen(theme.color(Token::Muted));
        painter.drawStaticText(QPointF(34 + texts.typeWidth + 6, 25.5 - texts.summaryRise), texts.summary);
        if (!data.badge.isEmpty()) {
            painter.setFont(badgeFont_);
            painter.setPen(theme.color(Token::Faint));
            painter.drawStaticText(QPointF(rect.width() - 10 - texts.badgeWidth, 8), texts.badge);
        }
        if (data.frozen) {
            const auto lock = theme.pixmap(QStringLiteral("lock-fill"), 12, theme.color(Token::Warn),
                                           ratio_ * std::clamp(std::ceil(zoom_ * 8) / 8, 0.5, 3.0));
            painter.drawPixmap(QRectF(rect.width() - 22, 26, 12, 12), lock, QRectF(lock.rect()));
        }
    } else {
        painter.setFont(nameFont_);
        painter.setPen(theme.color(Token::Text));
        painter.drawStaticText(QPointF(16, 15 - texts.nameRise), texts.name);
    }
    if (data.live) drawLive(painter, *data.live, rect.width());
    if (data.breakpoint) {  // a dot on the edge, as beside a line of code
        painter.setPen(QPen(theme.color(Token::Bg1), 1.5));
        painter.setBrush(theme.color(Token::Bad));
        painter.drawEllipse(QPointF(0, rect.height() / 2), 5.5, 5.5);
    }
    if (data.standing) {  // an arrow points at the card, as debuggers point at a line
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::Warn));
        const double middle = rect.height() / 2;
        painter.drawPolygon(QPolygonF{{-4, middle}, {-15, middle - 7}, {-15, middle + 7}});
    }
    if (data.bypassed) {  // a line straight through, as the values go
        painter.setOpacity(opacity);
        painter.setPen(QPen(theme.color(Token::Muted), 1.5));
        const double middle = rect.width() / 2;
        painter.drawLine(QPointF(middle, 0), QPointF(middle, rect.height()));
    }
    painter.translate(-rect.topLeft());
}

QPixmap NodePainter::picture(const QSizeF& size, const std::function<void(QPainter&)>& draw) const {
    const double scale = zoom_ * ratio_;
    QPixmap result(int(std::ceil(size.width() * scale)) + 1, int(std::ceil(size.height() * scale)) + 1);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    draw(painter);
    painter.end();
    result.setDevicePixelRatio(ratio_);
    return result;
}

void NodePainter::stamp(QPainter& painter, QPointF at, const QPixmap& picture) const {
    const QPointF place = painter.transform().map(at) * ratio_;
    painter.setWorldMatrixEnabled(false);
    painter.drawPixmap(QPointF(std::round(place.x()), std::round(place.y())) / ratio_, picture);
    painter.setWorldMatrixEnabled(true);
}

const QPixmap& NodePainter::card(const QColor& category, const QSizeF& size) {
    QPixmap& card = cards_[{category.rgba(), qRound(size.height())}];
    if (card.isNull()) {
        const QRectF rect(QPointF(), size);
        card = picture(rect.size(), [&](QPainter& painter) {
            drawCard(painter, rect, QPen(Theme::instance().color(Token::Line), 1));
            painter.fillPath(bar(size), category);
        });
    }
    return card;
}

// Nothing is smoothed: a pixel of a map is a number.
void NodePainter::drawLive(QPainter& painter, const LiveStrip& live, double width) const {
    const Theme& theme = Theme::instance();
    constexpr double kMap = 20, kGap = 2, kLeft = 13, kRight = 10, kTop = CanvasNode::kHeight + 3, kBars = 12;
    constexpr int kInRow = 4, kRows = 2;
    constexpr double kMapsWidth = kInRow * (kMap + kGap), kMapsHeight = kRows * (kMap + kGap);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    for (int i = 0; i < std::min<int>(static_cast<int>(live.maps.size()), kInRow * kRows); ++i) {
        const QSizeF size = QSizeF(live.maps[i].size()).scaled(kMap, kMap, Qt::KeepAspectRatio);
        const int column = i % kInRow, row = i / kInRow;
        const QPointF at(kLeft + column * (kMap + kGap), kTop + row * (kMap + kGap));
        painter.drawImage(QRectF(at, size), live.maps[i]);
    }
    if (!live.bars.isEmpty()) {
        // Under the maps; where there are none, in their place.
        const bool alone = live.maps.isEmpty();
        const double high = kBars + (alone ? kMapsHeight : 0), bottom = kTop + kMapsHeight + kBars;
        const double most = std::max(*std::ranges::max_element(live.bars), 1.0);
        const double room = alone ? kMapsWidth - kGap : width - kLeft - kRight;
        const double step = room / static_cast<double>(live.bars.size());
        for (int i = 0; i < live.bars.size(); ++i) {
            const double bar = live.bars[i] / most * high;
            painter.fillRect(QRectF(kLeft + i * step, bottom - bar, std::max(step - 0.7, 0.7), bar),
                             theme.color(Token::Accent));
        }
    }
    if (detail_ != Detail::Full) return;
    painter.setFont(theme.mono(10));
    constexpr double kLine = kMapsHeight / 3;
    QRectF line(kLeft + kMapsWidth, kTop, width - kLeft - kMapsWidth - kRight, kLine);
    const auto write = [&](const QString& text, Token color) {
        if (text.isEmpty()) return;
        painter.setPen(theme.color(color));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
        line.translate(0, kLine);
    };
    write(live.time, Token::Muted);
    write(live.alarm.isEmpty() ? live.gradient : live.alarm, live.alarm.isEmpty() ? Token::Muted : Token::Bad);
    write(live.dead, Token::Muted);
}

void NodePainter::drawCard(QPainter& painter, const QRectF& rect, const QPen& pen) const {
    painter.setPen(pen);
    painter.setBrush(Theme::instance().color(Token::Bg1));
    const double inset = pen.widthF() / 2;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), Theme::kCardRadius, Theme::kCardRadius);
}

void NodePainter::drawPort(QPainter& painter, QPointF at, const QPen& pen, const QBrush& ground, double radius) const {
    painter.setPen(pen);
    painter.setBrush(ground);
    painter.drawEllipse(at, radius, radius);
}

void NodePainter::paintPort(QPainter& painter, QPointF at, bool strong, bool dimmed, bool free) {
    const auto& theme = Theme::instance();
    const QColor ground = theme.color(Token::Bg0);
    QColor line = strong ? theme.color(Token::Accent) : Theme::mix(theme.color(Token::Muted), ground, 0.9);
    if (dimmed) line = Theme::mix(line, ground, 0.3);
    const QPen pen(line, free ? 1.2 : 1.6);
    const double radius = strong ? 5 : free ? 3.7 : 4.2;
    if (!strong && !dimmed && !free && stamps()) {
        constexpr double kHalf = 5.5;
        if (port_.isNull())
            port_ = picture({2 * kHalf, 2 * kHalf}, [&](QPainter& picture) {
                drawPort(picture, {kHalf, kHalf}, pen, ground, radius);
            });
        stamp(painter, at - QPointF(kHalf, kHalf), port_);
        return;
    }
    drawPort(painter, at, pen, strong && !dimmed ? Theme::mix(line, ground, 0.35) : ground, radius);
    if (free) {
        painter.drawLine(at - QPointF(1.8, 0), at + QPointF(1.8, 0));
        painter.drawLine(at - QPointF(0, 1.8), at + QPointF(0, 1.8));
    }
}

void NodePainter::paintBadge(QPainter& painter, QPointF center, const QColor& color) {
    const auto& theme = Theme::instance();
    painter.setPen(QPen(theme.color(Token::Bg0), 1));
    painter.setBrush(color);
    painter.drawEllipse(center, 8, 8);
    painter.setPen(
        QPen(theme.dark() ? theme.color(Token::Bg0) : theme.color(Token::Bg1), 1.8, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(center + QPointF(0, -3.8), center + QPointF(0, 0.6));
    painter.drawPoint(center + QPointF(0, 3.6));
}

}  // namespace tl
