// Painting: what is narrower than a few pixels is a plain rectangle, and neighbours of one colour are one, so a screen
// costs as much as it has pixels, however much lies behind it.
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QtMath>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_impl.h"

namespace tl {

namespace {

constexpr double kTimelineRound = 6;    // px from which a slice has round corners
constexpr qsizetype kLeast = 4;         // letters of a name, the ellipsis among them, that say something
constexpr double kText = 26;            // and from which it may hold words
constexpr int kEnd = 4;                 // px of a slice's round end
constexpr int kTickGap = 110;           // px
constexpr size_t kTimelineDense = 300;  // values of a counter in sight

double strengthOf(int level) { return level == 0 ? 0.92 : level == 1 ? 0.72 : 0.55; }

}  // namespace

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    impl_->paint(painter);
}

TimelineView::Impl::StillOf TimelineView::Impl::stillOf() const {
    return {axis.x(0),   axis.perPixel(),         self.verticalScrollBar()->value(), revision,
            axis.zero(), self.viewport()->size(), self.devicePixelRatioF(),          area};
}

void TimelineView::Impl::paint(QPainter& painter) {
    const Theme& theme = Theme::instance();
    const QRect all = self.viewport()->rect();
    if (!model) return paintStill(painter);
    // At scales between whole ones a picture of its own stands beside the pixels that it is painted over.
    if (const StillOf now = stillOf(); now == lastStill && now.scale == std::floor(now.scale)) {
        if (still.isNull()) {
            still = QPixmap((QSizeF(all.size()) * now.scale).toSize());
            still.setDevicePixelRatio(now.scale);
            QPainter made(&still);
            paintStill(made);
        }
        painter.drawPixmap(0, 0, still);
    } else {
        lastStill = now;
        still = {};
        paintStill(painter);
    }
    paintRows(painter, Layer::Moving);
    paintAxis(painter);
    paintArea(painter);
    paintMarks(painter);
    painter.fillRect(QRect(kLabels - 1, 0, 1, all.height()), theme.color(Token::Line));
    if (mouse.x() >= kLabels && drag == Drag::None) {
        painter.setPen(QPen(theme.color(Token::Faint), 1, Qt::DotLine));
        painter.drawLine(QPointF(mouse.x(), kAxis), QPointF(mouse.x(), all.height()));
    }
}

void TimelineView::Impl::paintStill(QPainter& painter) {
    const Theme& theme = Theme::instance();
    const QRect all = self.viewport()->rect();
    painter.fillRect(all, theme.color(Token::Bg0));
    painter.fillRect(QRect(0, 0, kLabels, all.height()), theme.color(Token::Bg1));
    if (!model) return;
    // Lines at round times, below everything.
    painter.setPen(Theme::mix(theme.color(Token::Line), theme.color(Token::Bg0), 0.6));
    for (const TimeAxis::Tick& tick : axis.ticks(kTickGap))
        painter.drawLine(QPointF(kLabels + tick.x, kAxis), QPointF(kLabels + tick.x, all.height()));
    if (area) {
        QColor band = theme.color(Token::Accent);
        band.setAlphaF(theme.dark() ? 0.08f : 0.10f);
        painter.fillRect(QRectF(QPointF(std::max<double>(kLabels, xOf(area->first)), kAxis),
                                QPointF(xOf(area->second), all.height())),
                         band);
    }
    paintRows(painter, Layer::Still);
}

void TimelineView::Impl::paintRows(QPainter& painter, Layer layer) {
    const QRect all = self.viewport()->rect();
    painter.save();
    painter.setClipRect(0, top(), all.width(), all.height() - top());
    paintLines(painter, false, layer);
    painter.restore();
    if (rows.pinnedHeight() == 0) return;
    painter.save();
    painter.setClipRect(0, kAxis, all.width(), rows.pinnedHeight());
    paintLines(painter, true, layer);
    painter.restore();
    painter.fillRect(QRect(0, top() - 2, all.width(), 2), Theme::instance().color(Token::Line));
}

void TimelineView::Impl::paintLines(QPainter& painter, bool pinned, Layer layer) {
    const Theme& theme = Theme::instance();
    const QRect all = self.viewport()->rect();
    for (const TimelineLine& line : rows.lines()) {
        const int y = yOf(line);
        if (line.pinned != pinned || y + line.height < kAxis || y > all.height()) continue;
        const bool thread = line.row && line.row->kind == TimelineRow::Thread;
        const bool paints = layer == Layer::Still ? line.row != nullptr : thread && chosenIn(line);
        if (paints) {
            painter.save();
            painter.setClipRect(QRect(kLabels, y, all.width() - kLabels, line.height), Qt::IntersectClip);
            if (layer == Layer::Moving)
                paintChosen(painter, line);
            else
                thread ? paintThread(painter, line) : paintCounter(painter, line);
            painter.restore();
        }
        if (layer == Layer::Moving) {
            paintLabel(painter, line);
            continue;
        }
        if (!line.row) painter.fillRect(QRect(0, y, all.width(), line.height), theme.color(Token::Bg2));
        painter.fillRect(QRect(0, y + line.height - 1, all.width(), 1), theme.color(Token::Line));
    }
}

QRect TimelineView::Impl::pinRect(const TimelineLine& line) const {
    return {kLabels - 24, yOf(line) + TimelineRows::kPad + 3, 16, 16};
}

void TimelineView::Impl::paintLabel(QPainter& painter, const TimelineLine& line) {
    const Theme& theme = Theme::instance();
    const double scale = self.devicePixelRatioF();
    const int y = yOf(line);
    if (!line.row) {
        painter.drawPixmap(
            10, y + 7,
            theme.pixmap(line.folded ? "chevron-right" : "chevron-down", 12, theme.color(Token::Muted), scale));
        painter.setFont(theme.font(12, QFont::DemiBold));
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRect(28, y, self.viewport()->width() - 40, line.height), Qt::AlignVCenter, line.group);
        return;
    }
    const bool here = hoverLine == &line, held = rows.pinned(line.row->key);
    const int room = kLabels - 20 - (here || held ? 20 : 0);
    painter.setFont(theme.font(12));
    painter.setPen(theme.color(selected.row == line.row->key ? Token::Accent : Token::Text));
    painter.drawText(QRect(12, y + TimelineRows::kPad, room, TimelineRows::kLevel), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(line.row->title, Qt::ElideMiddle, room));
    if (here || held)
        painter.drawPixmap(
            pinRect(line).topLeft(),
            theme.pixmap(held ? "pin-fill" : "pin", 14, theme.color(held ? Token::Accent : Token::Muted), scale));
    if (line.row->kind != TimelineRow::Counter) return;
    const qint64 at = mouse.x() >= kLabels ? timeAt(mouse.x()) : axis.to();
    painter.setFont(theme.mono(11));
    painter.setPen(theme.color(Token::Faint));
    painter.drawText(QRect(12, y + TimelineRows::kPad + theme.scaled(17), kLabels - 20, theme.scaled(18)),
                     Qt::AlignVCenter, model->valueText(line.row->key, model->valueAt(line.row->key, at)));
}

void TimelineView::Impl::paintThread(QPainter& painter, const TimelineLine& line) {
    const Theme& theme = Theme::instance();
    const int levels = rows.levels(*line.row);
    if (const qint64 known = model->knownFrom(line.row->key); known > model->begin() && known > axis.from()) {
        const double left = std::max<double>(xOf(model->begin()), kLabels),
                     right = std::min<double>(xOf(known), self.viewport()->width());
        painter.fillRect(QRectF(left, yOf(line), right - left, line.height),
                         QBrush(theme.color(Token::Line), Qt::BDiagPattern));
    }
    for (int level = 0; level < levels; ++level) {
        const double y = yOf(line) + TimelineRows::kPad + level * TimelineRows::kLevel;
        if (y + TimelineRows::kLevel < kAxis || y > self.viewport()->height()) continue;
        ask(line.row->key, level, All, nullptr);
        paintPieces(painter, line, level, found ? Look::Dim : Look::Plain);
        if (found && !found->empty()) {
            ask(line.row->key, level, Found, &*found);
            paintPieces(painter, line, level, Look::Plain);
        }
        if (lit.empty()) continue;
        ask(line.row->key, level, Lit, &lit);
        paintPieces(painter, line, level, Look::Bright);
    }
}

// Whether paintChosen() has anything to paint: a clip costs more than most rows.
bool TimelineView::Impl::chosenIn(const TimelineLine& line) const {
    return !sameName.empty() || hover.row == line.row->key || selected.row == line.row->key;
}

void TimelineView::Impl::paintChosen(QPainter& painter, const TimelineLine& line) {
    const Theme& theme = Theme::instance();
    const int levels = rows.levels(*line.row);
    for (int level = 0; level < levels && !sameName.empty(); ++level) {
        const double y = yOf(line) + TimelineRows::kPad + level * TimelineRows::kLevel;
        if (y + TimelineRows::kLevel < kAxis || y > self.viewport()->height()) continue;
        ask(line.row->key, level, SameName, &sameName);
        paintPieces(painter, line, level, Look::Bright);
    }
    for (const TimelineSlice& slice : {hover, selected}) {
        if (slice.row != line.row->key || slice.level >= levels) continue;
        const TimelineSpan span = model->span(slice);
        QRectF rect = rectOf(line, slice.level, span.begin, span.end);
        if (rect.right() < kLabels || rect.left() > self.viewport()->width()) continue;
        rect.setLeft(std::max<double>(rect.left(), kLabels - 4));
        rect.setRight(std::clamp<double>(rect.right(), rect.left() + 2, self.viewport()->width() + 4));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(slice == selected ? Token::Accent : Token::Text), slice == selected ? 2 : 1));
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.drawRoundedRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5), 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void TimelineView::Impl::ask(qint64 row, int level, Asked what, const TimelineLabels* labels) {
    pieces.clear();
    tiles.collect(
        row, level, what, axis.from(), axis.to(), axis.perPixel(),
        [&](qint64 from, qint64 to, std::vector<TimelinePiece>& out) {
            model->pieces(row, level, from, to, axis.perPixel(), labels, out);
        },
        pieces);
}

const QColor& TimelineView::Impl::shadeOf(quint32 label, int level, Look look) {
    level = std::min(level, kShades - 1);
    std::vector<QColor>& known = shades[static_cast<size_t>(look)][static_cast<size_t>(level)];
    if (label >= known.size()) known.resize(label + 1);
    QColor& shade = known[label];
    if (!shade.isValid()) {
        const Theme& theme = Theme::instance();
        const QColor color = model->color(label);
        shade = look == Look::Bright
                    ? Theme::mix(theme.color(Token::Text), color, 0.28)
                    : Theme::mix(color, theme.color(Token::Bg0), look == Look::Dim ? 0.16 : strengthOf(level));
    }
    return shade;
}

void TimelineView::Impl::paintPieces(QPainter& painter, const TimelineLine& line, int level, Look look) {
    const Theme& theme = Theme::instance();
    const int top = yOf(line) + TimelineRows::kPad + level * TimelineRows::kLevel + 1;
    constexpr int height = TimelineRows::kLevel - 2;
    const double width = self.viewport()->width();
    // What is waiting to be filled: neighbours of one colour.
    int runFrom = 0, runTo = 0;
    QColor runColor;
    const auto flush = [&] {
        if (runTo > runFrom) painter.fillRect(runFrom, top, runTo - runFrom, height, runColor);
        runTo = runFrom = 0;
    };
    painter.setFont(theme.font(11));
    for (const TimelinePiece& piece : pieces) {
        const double left = std::max(xOf(piece.begin), kLabels - 8.0), right = std::min(xOf(piece.end), width + 8);
        if (right < kLabels || left > width) continue;
        const QColor& color = shadeOf(piece.label, level, look);
        const double wide = right - left;
        if (wide < kTimelineRound) {
            // Whole pixels; at least one.
            const int from = static_cast<int>(left),
                      to = std::max(from + 1, static_cast<int>(right + (wide > 3 ? -0.5 : 0.5)));
            if (runTo > runFrom && from <= runTo && runColor == color) {
                runTo = std::max(runTo, to);
            } else {
                flush();
                runFrom = from;
                runTo = to;
                runColor = color;
            }
            continue;
        }
        flush();
        const int from = qRound(left + 0.5), to = std::max(qRound(right - 0.5), from + 2 * kEnd - 3);
        const QRect box(from, top, to - from, height);
        paintBox(painter, box, color);
        if (wide < kText || look == Look::Dim) continue;
        const QRectF inside = QRectF(box).adjusted(5, 0, -3, 0) & QRectF(kLabels + 4, top, width - kLabels - 8, height);
        if (inside.width() < kText - 8) continue;
        LabelText& text = textOf(piece.label);
        // Whichever of the two reads better on this fill.
        const bool light = color.lightnessF() > 0.5f;
        painter.setPen(theme.dark() == light ? theme.color(Token::Bg0) : theme.color(Token::Text));
        if (const QStaticText* laidOut = text.in(inside.width()))
            painter.drawStaticText(QPointF(inside.left(), top + (height - laidOut->size().height()) / 2), *laidOut);
    }
    flush();
}

// Two ends out of a picture and what lies between them: a screen holds thousands, and a path costs ten times as much.
void TimelineView::Impl::paintBox(QPainter& painter, const QRect& box, const QColor& color) {
    QPixmap& ends = boxes[color.rgba()];
    const double scale = self.devicePixelRatioF();
    if (ends.isNull() || ends.devicePixelRatio() != scale) {
        ends = QPixmap((QSizeF(2 * kEnd, box.height()) * scale).toSize());
        ends.setDevicePixelRatio(scale);
        ends.fill(Qt::transparent);
        QPainter made(&ends);
        made.setRenderHint(QPainter::Antialiasing, true);
        made.setPen(Qt::NoPen);
        made.setBrush(color);
        made.drawRoundedRect(QRectF(0, 0, 2 * kEnd, box.height()), 2.5, 2.5);
    }
    const int end = std::min(kEnd, box.width() / 2);  // the left one; the right one may have a pixel more
    const int other = std::min(kEnd, box.width() - end);
    painter.drawPixmap(QRectF(box.left(), box.top(), end, box.height()), ends,
                       QRectF(0, 0, end * scale, box.height() * scale));
    painter.drawPixmap(QRectF(box.right() + 1 - other, box.top(), other, box.height()), ends,
                       QRectF((2 * kEnd - other) * scale, 0, other * scale, box.height() * scale));
    if (box.width() > end + other)
        painter.fillRect(box.left() + end, box.top(), box.width() - end - other, box.height(), color);
}

TimelineView::Impl::LabelText::LabelText(const QString& label) : text(label), metrics(Theme::instance().font(11)) {}

const QStaticText* TimelineView::Impl::LabelText::in(double room) {
    // By so many letters: each is measured once, however many widths zooming asks for.
    const auto wide = [&](qsizetype letters) {
        double& known = widths[static_cast<size_t>(letters)];
        if (known < 0) known = metrics.horizontalAdvance(cut(letters));
        return known;
    };
    if (widths.empty()) widths.assign(static_cast<size_t>(text.size()) + 1, -1);
    qsizetype letters = text.size();
    if (wide(letters) > room) {
        qsizetype least = 0;  // fits
        for (qsizetype most = letters; most - least > 1;) {
            const qsizetype middle = (least + most) / 2;
            (wide(middle) <= room ? least : most) = middle;
        }
        letters = least;
        if (letters > 0 && text[letters - 1].isHighSurrogate()) --letters;
        if (letters + 1 < kLeast) return nullptr;
    }
    auto found = laidOut.find(letters);
    if (found == laidOut.end()) {
        QStaticText made(cut(letters));
        made.setTextFormat(Qt::PlainText);
        made.prepare({}, Theme::instance().font(11));
        found = laidOut.insert(letters, made);
    }
    return &*found;
}

QString TimelineView::Impl::LabelText::cut(qsizetype letters) const {
    return letters == text.size() ? text : text.left(letters) + QChar(0x2026);
}

TimelineView::Impl::LabelText& TimelineView::Impl::textOf(quint32 label) {
    auto found = texts.find(label);
    if (found == texts.end()) found = texts.insert(label, LabelText(model->text(label)));
    return *found;
}

void TimelineView::Impl::paintCounter(QPainter& painter, const TimelineLine& line) {
    extents.clear();
    extentTiles.collect(
        line.row->key, 0, All, axis.from(), axis.to(), axis.perPixel(),
        [&](qint64 from, qint64 to, std::vector<TimelineExtent>& out) {
            model->extents(line.row->key, from, to, axis.perPixel(), out);
        },
        extents);
    if (extents.empty()) return;
    const double base = yOf(line) + TimelineRows::kPad + TimelineRows::counter();
    const double greatest = std::max(model->greatest(line.row->key), 1e-12);
    const auto yAt = [&](double value) {
        return base - std::clamp(value / greatest, 0.0, 1.0) * (TimelineRows::counter() - 2);
    };
    QColor soft = line.row->color;
    soft.setAlphaF(0.2f);
    if (extents.size() >= kTimelineDense) {  // a column of pixels each: no path is as quick
        int drawn = kLabels - 2, before = 0;
        for (const TimelineExtent& extent : extents) {
            const int left = std::max(qFloor(xOf(extent.begin)), drawn),
                      right = std::max(left + 1, std::min(qFloor(xOf(extent.end)), self.viewport()->width() + 2));
            const int high = qRound(yAt(extent.greatest)), low = qRound(yAt(extent.least)),
                      last = qRound(yAt(extent.last));
            painter.fillRect(left, high, right - left, qRound(base) - high, soft);
            const bool first = drawn == kLabels - 2;
            const int top = first ? high : std::min(high, before), bottom = first ? low : std::max(low, before);
            painter.fillRect(left, top, 1, bottom - top + 1, line.row->color);
            painter.fillRect(left + 1, last, right - left - 1, 1, line.row->color);
            drawn = right;
            before = last;
        }
        return;
    }
    QPainterPath filled, edge;
    filled.moveTo(std::max(xOf(extents.front().begin), kLabels - 2.0), base);
    bool first = true;
    for (const TimelineExtent& extent : extents) {
        const double left = std::max(xOf(extent.begin), kLabels - 2.0),
                     right = std::min<double>(xOf(extent.end), self.viewport()->width() + 2);
        const double high = yAt(extent.greatest), low = yAt(extent.least), last = yAt(extent.last);
        filled.lineTo(left, high);
        if (first)
            edge.moveTo(left, high);
        else
            edge.lineTo(left, high);
        first = false;
        if (low - high > 0.5) {  // a pixel with more than one value: from the greatest to the least
            edge.lineTo(left, low);
            edge.lineTo(left, last);
            filled.lineTo(left, last);
        }
        filled.lineTo(right, last);
        edge.lineTo(right, last);
    }
    filled.lineTo(std::min<double>(xOf(extents.back().end), self.viewport()->width() + 2), base);
    filled.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillPath(filled, soft);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line.row->color, 1.2));
    painter.drawPath(edge);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::Impl::paintAxis(QPainter& painter) {
    const Theme& theme = Theme::instance();
    const QRect all = self.viewport()->rect();
    painter.fillRect(QRect(0, 0, all.width(), kAxis), theme.color(Token::Bg1));
    painter.fillRect(QRect(0, kAxis - 1, all.width(), 1), theme.color(Token::Line));
    painter.setFont(theme.mono(11));
    painter.setPen(theme.color(Token::Faint));
    for (const TimeAxis::Tick& tick : axis.ticks(kTickGap)) {
        const double x = kLabels + tick.x;
        if (tick.time != axis.zero() || zeroName.isEmpty()) {
            if (const QString text = axis.text(tick.time);
                x + 4 + painter.fontMetrics().horizontalAdvance(text) <= all.width())
                painter.drawText(QRectF(x + 4, 0, kTickGap, kAxis - 1), Qt::AlignVCenter | Qt::TextDontClip, text);
            continue;
        }
        painter.setPen(theme.color(Token::Accent));  // before it: most often it is the edge
        painter.drawText(QRectF(x - 4 - kTickGap, 0, kTickGap, kAxis - 1), Qt::AlignVCenter | Qt::AlignRight, zeroName);
        painter.setPen(theme.color(Token::Faint));
    }
}

void TimelineView::Impl::paintArea(QPainter& painter) {
    if (!area) return;
    const Theme& theme = Theme::instance();
    const double left = xOf(area->first), right = xOf(area->second);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5));
    for (const double x : {left, right})
        if (x >= kLabels) painter.drawLine(QPointF(x, 0), QPointF(x, self.viewport()->height()));
    const QString text = self.areaText();
    painter.setFont(theme.font(12, QFont::DemiBold));
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
    const double middle = (std::max<double>(left, kLabels) + std::min<double>(right, self.viewport()->width())) / 2;
    const QRectF place(
        std::clamp(middle - wide / 2, kLabels + 2.0, std::max(kLabels + 2.0, self.viewport()->width() - wide)), 3, wide,
        kAxis - 7);
    painter.fillRect(place, theme.color(Token::Bg1));
    painter.setPen(theme.color(Token::Accent));
    painter.drawText(place, Qt::AlignCenter, text);
}

void TimelineView::Impl::paintMarks(QPainter& painter) {
    const Theme& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing, true);
    int number = 0;
    for (const qint64 mark : marks) {
        ++number;
        const double x = std::round(xOf(mark)) + 0.5;
        if (x < kLabels) continue;
        painter.setPen(QPen(theme.color(Token::Warn), 1, Qt::DashLine));
        painter.drawLine(QPointF(x, kAxis - 10), QPointF(x, self.viewport()->height()));
        const QString text = QString::number(number);
        painter.setFont(theme.font(10, QFont::DemiBold));
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 8;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::Warn));
        painter.drawRoundedRect(QRectF(x, 6, wide, 14), 3, 3);
        painter.setPen(theme.dark() ? theme.color(Token::Bg0) : theme.color(Token::Bg1));
        painter.drawText(QRectF(x, 6, wide, 14), Qt::AlignCenter, text);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace tl
