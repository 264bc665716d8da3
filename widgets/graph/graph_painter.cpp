// See the header. Far out, cards are plain rectangles and wires straight lines without smoothing: ten thousand of them
// are drawn in a few milliseconds.
#include "widgets/graph/graph_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/graph/wire_columns.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kDim = 0.4, kDimText = 0.62, kStack = 3;
// Among so many wires in sight nobody sees how one of them bends by a few pixels, and smoothing that takes most of a
// frame: there it is a plain line.
constexpr qsizetype kGraphDense = 500;
constexpr double kJog = 16;

double luminance(const QColor& color) {
    const auto linear = [](double x) { return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& ink, const QColor& ground) {
    const double a = luminance(ink) + 0.05, b = luminance(ground) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

}  // namespace

QColor GraphPainter::heat(double share) {
    const auto& theme = Theme::instance();
    return Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg2), 0.85 * std::clamp(share, 0.0, 1.0));
}

// Whichever of the two is read better on the ground, as quiet as is asked for while it is still read.
QColor GraphPainter::letters(const QColor& ground, double strength) {
    constexpr double kRead = 4.5;
    const auto& theme = Theme::instance();
    const QColor text = theme.color(Token::Text), other = theme.onAccent();
    const QColor ink = contrast(text, ground) >= contrast(other, ground) ? text : other;
    for (; strength < 1; strength += 0.05)
        if (const QColor quiet = Theme::mix(ink, ground, strength); contrast(quiet, ground) >= kRead) return quiet;
    if (contrast(ink, ground) >= kRead) return ink;
    const QColor white(Qt::white), black(Qt::black);  // on a ground in the middle of both
    return contrast(white, ground) >= contrast(black, ground) ? white : black;
}

QColor GraphPainter::fill(const GraphTint& tint, const QColor& plain) {
    const auto& theme = Theme::instance();
    if (tint.heat >= 0) return heat(tint.heat);
    if (!tint.category.isEmpty()) return Theme::mix(theme.category(tint.category), theme.color(Token::Bg1), 0.3);
    if (tint.series >= 0) return Theme::mix(theme.series(tint.series), theme.color(Token::Bg1), 0.3);
    return plain;
}

GraphPainter::GraphPainter(const GraphCanvas& canvas, double zoom, bool whole)
    : canvas_(canvas), content_(*canvas.content_), layout_(canvas.layout_), zoom_(zoom), whole_(whole),
      detail_(whole || zoom >= 0.55 ? Detail::Full
              : zoom >= 0.3         ? Detail::Name
                                    : Detail::Block) {
    const auto& theme = Theme::instance();
    titleFont_ = theme.font(12, QFont::DemiBold);
    detailFont_ = theme.font(11);
    noteFont_ = theme.mono(11);
}

void GraphPainter::paint(QPainter& painter, const QRectF& seen) {
    const QVector<int> near = canvas_.itemIndex_.near(seen);
    painter.setRenderHint(QPainter::Antialiasing, detail_ != Detail::Block);
    const auto open = [&](GraphItem item) { return isBox(item) && layout_.open[size_t(boxOf(item))]; };
    for (int at : near) {
        const GraphItem item = layout_.items[size_t(at)];
        if (open(item) && layout_.rect(item).intersects(seen)) paintBox(painter, boxOf(item), seen);
    }
    const QVector<int> pieces = canvas_.pieceIndex_.near(seen);
    if (detail_ == Detail::Block) {
        paintFromAfar(painter, pieces, seen);
    } else {
        WireColumns columns(painter);
        const bool dense = !whole_ && pieces.size() > kGraphDense;
        for (int piece : pieces)
            if (layout_.pieces[size_t(piece)].bounds.intersects(seen))
                paintPiece(painter, size_t(piece), seen, columns, dense);
        paintColumns(painter, columns);
    }
    paintFarWires(painter);
    const QRectF room = seen.adjusted(-160, 0, 160, 0);  // words beside diamonds
    QPoint last(-1, -1);                                 // pixel of the last one: very far away, hundreds share one
    for (int at : near) {
        const GraphItem item = layout_.items[size_t(at)];
        if (open(item) || !layout_.rect(item).intersects(room)) continue;
        const QPoint pixel = (layout_.rect(item).topLeft() * zoom_).toPoint();
        if (detail_ == Detail::Block && pixel == last && item != canvas_.pick_) continue;
        last = pixel;
        paintCard(painter, item);
    }
    // Over all cards: far away a mark is larger than its card.
    for (auto stop = canvas_.stops_.cbegin(); stop != canvas_.stops_.cend(); ++stop)
        paintStop(painter, layout_.rect(stop.key()), stop.key());
    if (canvas_.standingItem_ != kNoItem && !canvas_.stops_.contains(canvas_.standingItem_))
        paintStop(painter, layout_.rect(canvas_.standingItem_), canvas_.standingItem_);
}

// A dot on the left edge, as beside a line of code; what a run stands at has an amber outline, and an arrow points at
// it.
void GraphPainter::paintStop(QPainter& painter, const QRectF& rect, GraphItem item) const {
    if (rect.isEmpty()) return;
    const auto& theme = Theme::instance();
    const double scale = std::max(1.0, 0.6 / zoom_);
    painter.setRenderHint(QPainter::Antialiasing);
    if (item == canvas_.standingItem_) {
        const QColor amber = theme.color(Token::Warn);
        painter.setPen(QPen(amber, 2 * scale));
        painter.setBrush(Qt::NoBrush);
        if (!isBox(item) && content_.cards[item].diamond)
            painter.drawEllipse(rect.adjusted(-4, -4, 4, 4));
        else
            painter.drawRoundedRect(rect, Theme::kRadius, Theme::kRadius);
        painter.setPen(Qt::NoPen);
        painter.setBrush(amber);
        const QPointF tip(rect.left() - 5 * scale, rect.center().y());
        painter.drawPolygon(QPolygonF{tip, tip + QPointF(-11, -7) * scale, tip + QPointF(-11, 7) * scale});
    }
    const auto stop = canvas_.stops_.value(item, GraphCanvas::Stop::None);
    if (stop == GraphCanvas::Stop::None) return;
    const bool on = stop == GraphCanvas::Stop::On;
    const QColor red = theme.color(on ? Token::Bad : Token::Faint);
    painter.setPen(QPen(on ? theme.color(Token::Bg1) : red, 1.5 * scale));
    painter.setBrush(on ? red : theme.color(Token::Bg1));
    const double radius = (on ? 5 : 4) * scale;
    painter.drawEllipse(QPointF(rect.left(), rect.center().y()), radius, radius);
}

// By a search. Beside a picked card all keep their colours, which tell of time or memory: its wires stand out.
bool GraphPainter::dimmed(GraphItem item) const {
    if (canvas_.matches_.isEmpty() || item == canvas_.pick_) return false;
    if (!isBox(item)) return !canvas_.matches_.contains(item);
    return canvas_.bright_.empty() || !canvas_.bright_[layout_.slot(item)];
}

void GraphPainter::outline(QPainter& painter, const QRectF& rect, GraphItem item) const {
    const auto& theme = Theme::instance();
    const bool picked = item == canvas_.pick_, marked = !isBox(item) && canvas_.marked_.contains(item);
    if (!picked && !marked) return;
    const double scale = std::max(1.0, 1 / zoom_ * 0.6);
    if (picked) {
        QColor ring = theme.color(Token::Accent);
        ring.setAlphaF(0.28f);
        painter.setPen(QPen(ring, 4 * scale));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), Theme::kCardRadius + 3, Theme::kCardRadius + 3);
    }
    QPen pen(theme.color(Token::Accent), (picked ? 1.5 : 1.2) * scale);
    if (picked && canvas_.keyboard_ && canvas_.hasFocus()) pen.setStyle(Qt::DotLine);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect, Theme::kCardRadius, Theme::kCardRadius);
}

void GraphPainter::paintBox(QPainter& painter, int box, const QRectF& seen) const {
    const auto& theme = Theme::instance();
    const GraphItem item = boxItem(box);
    const QRectF rect = layout_.rect(item);
    const GraphBox& data = content_.boxes[box];
    const QColor category = theme.category(data.category);
    painter.setOpacity(dimmed(item) ? 0.6 : 1);
    painter.setPen(QPen(Theme::mix(category, theme.color(Token::Line), 0.3), 1 / std::min(zoom_, 1.0)));
    QColor ground = category;
    ground.setAlphaF(theme.dark() ? 0.05f : 0.035f);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect, Theme::kCardRadius, Theme::kCardRadius);
    outline(painter, rect, item);
    if (detail_ == Detail::Full || (detail_ == Detail::Name && rect.width() * zoom_ > 120)) {
        // An outer box's words stay readable from farther away.
        const double scale = detail_ == Detail::Full ? 1 : 0.6 / zoom_;
        const auto& texts = canvas_.textsOf(item);
        painter.save();
        // Of a box that is wider than the view, the words stay in sight.
        const double least = 240 * scale;
        const double left = std::clamp(seen.left(), rect.left(), std::max(rect.left(), rect.right() - least));
        const double right = std::min(std::max(seen.right(), left + least), rect.right());
        painter.translate(left, rect.top());
        painter.scale(scale, scale);
        painter.setFont(titleFont_);
        painter.setPen(Theme::mix(category, theme.color(Token::Text), 0.65));
        painter.drawStaticText(QPointF(12, 7), texts.title);
        const double note = (right - left) / scale - 12 - texts.noteWidth;
        if (note > 16 + texts.title.size().width()) {
            painter.setFont(noteFont_);
            painter.setPen(theme.color(Token::Muted));
            painter.drawStaticText(QPointF(note, 7), texts.note);
        }
        painter.restore();
    }
    painter.setOpacity(1);
}

GraphPainter::Light GraphPainter::lightOf(const WirePiece& piece) const {
    Light light;
    light.bright = canvas_.bright_.empty();
    for (int w : piece.wires) {
        const SeenWire& wire = layout_.wires[size_t(w)];
        light.bytes = std::max(light.bytes, wire.bytes);
        light.lit |= canvas_.pick_ != kNoItem && (wire.from == canvas_.pick_ || wire.to == canvas_.pick_);
        light.bright |= !canvas_.bright_.empty() && canvas_.bright_[layout_.slot(wire.from)] &&
                        canvas_.bright_[layout_.slot(wire.to)];
    }
    return light;
}

// Skips side by side are thousands of wires on the same pixels, which are filled once.
void GraphPainter::paintColumns(QPainter& painter, const WireColumns& columns) const {
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Light::Kind kind : {Light::Dim, Light::Plain, Light::Lit}) {
        painter.setOpacity(kind == Light::Dim ? kDim : 1);
        const QColor color = wireColor(kind);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRects(columns.rects(size_t(kind)));
        painter.setPen(QPen(color, 1));
        painter.drawLines(columns.jogs(size_t(kind)));
    }
    painter.restore();
}

QColor GraphPainter::wireColor(Light::Kind kind) {
    const auto& theme = Theme::instance();
    return kind == Light::Lit ? theme.color(Token::Accent)
                              : Theme::mix(theme.color(Token::Muted), theme.color(Token::Bg0), 0.62);
}

// Straight lines, all of a kind at once; what is smaller than a pixel is left to the cards.
void GraphPainter::paintFromAfar(QPainter& painter, const QVector<int>& pieces, const QRectF& seen) const {
    std::array<QVector<QLineF>, WireColumns::kLooks> slanted;
    WireColumns columns(painter);
    for (int index : pieces) {
        const WirePiece& piece = layout_.pieces[size_t(index)];
        if (!piece.bounds.intersects(seen) || std::max(piece.bounds.width() - 4, piece.bounds.height() - 4) * zoom_ < 1)
            continue;
        const Light light = lightOf(piece);
        QPointF from = piece.path[0];
        for (size_t i = 1; i < piece.path.size(); ++i) {
            const QLineF line(from, piece.path[i]);
            const bool last = i + 1 == piece.path.size();
            if (!last && std::max(std::abs(line.dx()), std::abs(line.dy())) * zoom_ < 2) continue;
            from = piece.path[i];
            if (std::max(line.y1(), line.y2()) < seen.top() || std::min(line.y1(), line.y2()) > seen.bottom()) continue;
            if (std::abs(line.dx()) * zoom_ >= 1)
                slanted[size_t(light.kind())] << line;
            else if (line.x1() >= seen.left() && line.x1() <= seen.right())
                columns.add(size_t(light.kind()), line, light.lit ? 2 : 1);
        }
    }
    for (const Light::Kind kind : {Light::Dim, Light::Plain, Light::Lit}) {
        QPen pen(wireColor(kind), kind == Light::Lit ? 2 : 1);
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.setOpacity(kind == Light::Dim ? kDim : 1);
        painter.drawLines(slanted[size_t(kind)]);
    }
    painter.setOpacity(1);
    paintColumns(painter, columns);
}

void GraphPainter::paintPiece(QPainter& painter, size_t index, const QRectF& seen, WireColumns& columns,
                              bool dense) const {
    const WirePiece& piece = layout_.pieces[index];
    const Light light = lightOf(piece);
    const double width = std::max(1 + 2 * std::sqrt(light.bytes / canvas_.mostBytes_), 0.7 / zoom_);
    QPainterPath path;
    const QRectF near = seen.adjusted(-8, -8, 8, 8);
    for (size_t i = 1; i < piece.path.size(); ++i) {
        const QPointF a = piece.path[i - 1], b = piece.path[i];
        // Of a way over thousands of rows only what is near is drawn.
        const bool passes = std::max(a.x(), b.x()) >= near.left() && std::min(a.x(), b.x()) <= near.right() &&
                            std::max(a.y(), b.y()) >= near.top() && std::min(a.y(), b.y()) <= near.bottom();
        if (!passes) continue;
        if (std::abs(a.x() - b.x()) < 0.5) {
            if (!whole_) {
                columns.add(size_t(light.kind()), {a, b}, width * zoom_);
                continue;
            }
            path.moveTo(a);
            path.lineTo(b);
        } else if (dense && std::abs(a.x() - b.x()) * zoom_ < kJog) {
            columns.addJog(size_t(light.kind()), {a, b}, width * zoom_);
        } else {
            const double bend = std::clamp((b.y() - a.y()) / 2, 12.0, 80.0);
            path.moveTo(a);
            path.cubicTo(a + QPointF(0, bend), b - QPointF(0, bend), b);
        }
    }
    painter.setOpacity(light.kind() == Light::Dim ? kDim : 1);
    if (!path.isEmpty()) {
        painter.setPen(QPen(wireColor(light.kind()), width));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    painter.setOpacity(1);
    if (detail_ == Detail::Full && canvas_.labels_[index] >= 0 && near.contains(piece.path[0])) {
        painter.setFont(noteFont_);
        painter.setPen(Theme::instance().color(Token::Faint));
        painter.drawText(piece.path[0] + QPointF(8, 19), content_.wires[canvas_.labels_[index]].label);
    }
}

// Wires of the picked card that end at a phase's border are drawn on to where they lead.
void GraphPainter::paintFarWires(QPainter& painter) const {
    const GraphItem pick = canvas_.pick_;
    if (pick == kNoItem || isBox(pick) || !layout_.seen(pick)) return;
    painter.setPen(QPen(Theme::instance().color(Token::Accent), std::max(1.2, 0.8 / zoom_), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    for (const GraphWire& wire : content_.wires) {
        if (wire.from != pick && wire.to != pick) continue;
        const GraphItem from = layout_.shown(content_, wire.from), to = layout_.shown(content_, wire.to);
        const bool drawn = std::any_of(layout_.out[layout_.slot(from)].begin(), layout_.out[layout_.slot(from)].end(),
                                       [&](int w) { return layout_.wires[size_t(w)].to == to; });
        if (drawn || from == to || !layout_.seen(from) || !layout_.seen(to)) continue;
        const QRectF a = layout_.rect(from), b = layout_.rect(to);
        const QPointF start(a.right(), a.center().y()),
            end(b.center().x() > a.right() ? b.left() : b.right(), b.center().y());
        const double out = end.x() > b.center().x() ? 60 : -60;
        QPainterPath path(start);
        path.cubicTo(start + QPointF(60, 0), end + QPointF(out, 0), end);
        painter.drawPath(path);
    }
}

void GraphPainter::paintCard(QPainter& painter, GraphItem item) const {
    const auto& theme = Theme::instance();
    const QRectF rect = layout_.rect(item);
    const bool box = isBox(item);
    const GraphTint tint = box ? canvas_.boxTints_.value(boxOf(item)) : canvas_.cardTints_.value(item);
    const QString& categoryName = box ? content_.boxes[boxOf(item)].category : content_.cards[item].category;
    const QColor category = theme.category(categoryName);
    const QColor ground = fill(tint, theme.color(Token::Bg1));
    painter.setOpacity(dimmed(item) ? kDim : 1);
    if (!box && content_.cards[item].diamond) {
        const QPointF c = rect.center();
        const double r = rect.width() / 2;
        const QPolygonF diamond({c - QPointF(0, r), c + QPointF(r, 0), c + QPointF(0, r), c - QPointF(r, 0)});
        const bool picked = item == canvas_.pick_;
        painter.setPen(QPen(theme.color(picked ? Token::Accent : Token::Muted), picked ? 2 : 1.2));
        painter.setBrush(tint.heat >= 0 ? ground : theme.color(Token::Bg0));
        painter.drawPolygon(diamond);
        if (detail_ == Detail::Full) {
            if (dimmed(item)) painter.setOpacity(kDimText);
            painter.setFont(detailFont_);
            painter.setPen(theme.color(Token::Muted));
            painter.drawStaticText(rect.topRight() + QPointF(8, -1), canvas_.textsOf(item).title);
        }
        painter.setOpacity(1);
        return;
    }
    if (detail_ == Detail::Block) {
        const double least = 2 / zoom_;
        const QRectF block(rect.topLeft(), rect.size().expandedTo({least, 0.75 * least}));
        painter.fillRect(block, tint.heat >= 0 ? ground : Theme::mix(category, theme.color(Token::Bg1), 0.6));
        if (item == canvas_.pick_ || (!box && canvas_.marked_.contains(item))) {
            QPen pen(theme.color(Token::Accent), 2);
            pen.setCosmetic(true);
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(block);
        }
        painter.setOpacity(1);
        return;
    }
    painter.setPen(QPen(theme.color(Token::Line), 1));
    if (box) {  // a stack of cards
        painter.setBrush(Theme::mix(ground, theme.color(Token::Bg0), 0.35));
        painter.drawRoundedRect(rect.translated(2 * kStack, 2 * kStack), Theme::kRadius, Theme::kRadius);
        painter.setBrush(Theme::mix(ground, theme.color(Token::Bg0), 0.6));
        painter.drawRoundedRect(rect.translated(kStack, kStack), Theme::kRadius, Theme::kRadius);
    }
    painter.setBrush(ground);
    painter.drawRoundedRect(rect, Theme::kRadius, Theme::kRadius);
    painter.fillRect(QRectF(rect.left() + 1, rect.top() + 4, 3, rect.height() - 8), category);
    outline(painter, rect, item);
    const auto& texts = canvas_.textsOf(item);
    // By the colour that is seen: a bright card that is dimmed is a dark one. Quieter then, and still to be read.
    const bool dim = dimmed(item);
    const QColor seen = dim ? Theme::mix(ground, theme.color(Token::Bg0), kDim) : ground;
    const QColor ink = letters(seen, dim ? kDimText : 1);
    const double size = layout_.letters;
    painter.setOpacity(1);
    painter.setFont(titleFont_);
    painter.setPen(ink);
    if (detail_ == Detail::Name) {
        painter.drawStaticText(rect.topLeft() + QPointF(12, 10 * size), texts.title);
    } else {
        painter.drawStaticText(rect.topLeft() + QPointF(12, 3 * size), texts.title);
        painter.setFont(noteFont_);
        painter.drawStaticText(QPointF(rect.right() - 9 - texts.noteWidth, rect.top() + 4 * size), texts.note);
        painter.setFont(detailFont_);
        painter.setPen(letters(seen, dim ? kDimText : 0.78));
        painter.drawStaticText(rect.topLeft() + QPointF(12, 18 * size), texts.detail);
    }
    painter.setOpacity(1);
}

}  // namespace tl
